// Package history knows which commits lead to which, how many stand on a branch,
// and which of them touched a file of a model, under whatever path. It keeps what
// it found in two append-only files beside the repository and reads the objects
// for what those lack.
//
// Order is by ancestry alone: no clock is read. The package knows no file's
// content and no branch.
package history

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/sidelog"
)

// Hash is the name of a commit.
type Hash = objects.Hash

// Config says what an Index is of and where it is kept.
type Config struct {
	Store     *objects.Store
	CommonDir string // of the repository, where its list of shallow commits is
	Dir       string // where the index is kept; made when there is something to keep
	Prefix    string // the model's folder inside the repository, "" for the whole
	// Name answers the name under which the history of a file is asked for, given its
	// path inside the model. Files of one name are one thing that moved.
	Name func(path string) string
	// ReadOnly leaves what is kept as it is.
	ReadOnly bool
}

// Index is the history of one model. It is safe for concurrent use; several
// processes share what is kept.
type Index struct {
	Config

	building sync.Mutex // held while lists are made; taken before mu
	mu       sync.Mutex // guards the fields below and the graph
	shallow  string     // the list of commits whose parents were not cloned
	graph    *graph
	touched  *touched // guarded by building
}

// New makes an index. Nothing is read yet.
func New(config Config) *Index { return &Index{Config: config} }

// Close lets go of the files.
func (x *Index) Close() {
	x.building.Lock()
	defer x.building.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.graph != nil {
		x.graph.log.Close()
		x.touched.log.Close()
	}
}

// Sequence counts the commits from the first one to head along first parents. It
// answers -1 where a shallow clone lacks some of them.
func (x *Index) Sequence(ctx context.Context, head Hash) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	at, err := x.reach(ctx, head)
	if err != nil {
		return 0, err
	}
	return int(x.graph.depth[at]), nil
}

// AtSequence answers the commit of that sequence on head's first-parent line, and
// whether there is one.
func (x *Index) AtSequence(ctx context.Context, head Hash, sequence int) (Hash, bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	at, err := x.reach(ctx, head)
	if err != nil || sequence < 1 || sequence > int(x.graph.depth[at]) {
		return Hash{}, false, err
	}
	for int(x.graph.depth[at]) > sequence {
		at = x.graph.parents[at][0]
	}
	return x.graph.names[at], true, nil
}

// IsCut tells whether the parents of a commit were not cloned.
func (x *Index) IsCut(commit Hash) (bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.renew(); err != nil {
		return false, err
	}
	return x.graph.cut[commit.String()], nil
}

// Version is one commit that made a version of a thing, or took it away.
type Version struct {
	Commit Hash
	// Before are the commits that made the versions this one was made of: none where
	// the thing is new, several where it was merged.
	Before []Hash
}

// Versions answers the commits reachable from head that touched what has a name,
// each after all that follow from it. A merge counts where its result is that of
// no parent; where it took one parent's version, the history is that parent's.
func (x *Index) Versions(ctx context.Context, head Hash, name string) ([]Version, error) {
	x.building.Lock()
	defer x.building.Unlock()
	graph, touched, err := x.cover(ctx, head)
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	w := walk{graph, touched, keyOf(name)}
	return w.versions(graph.at[head]), nil
}

// reach answers head's position in the graph, which then holds all its ancestors.
func (x *Index) reach(ctx context.Context, head Hash) (int32, error) {
	if err := x.renew(); err != nil {
		return 0, err
	}
	return x.graph.reach(ctx, x.Store, head)
}

// renew starts over where another part of the history was cloned than before.
func (x *Index) renew() error {
	shallow, err := os.ReadFile(filepath.Join(x.CommonDir, "shallow"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list of shallow commits: %w", err)
	}
	if x.graph == nil || x.shallow != string(shallow) {
		x.begin(string(shallow))
	}
	return nil
}

// begin starts over for a repository whose history is cut off where the list says.
// Each list has files of its own, so that nothing is kept that a later fetch of the
// rest makes wrong.
func (x *Index) begin(shallow string) {
	if x.graph != nil {
		x.graph.log.Close()
		x.touched.log.Close()
	}
	x.shallow = shallow
	suffix := tag(shallow)
	log := sidelog.New
	if x.ReadOnly {
		log = sidelog.ReadOnly
	}
	x.graph = newGraph(log(filepath.Join(x.Dir, "commits"+suffix), "ekgit commits 1"), cuts(shallow))
	x.touched = newTouched(log(filepath.Join(x.Dir, "touched"+suffix+tag(x.Prefix)), "ekgit touched 1"))
}

// tag makes a part of a file's name of any text, empty for none.
func tag(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return "-" + hex.EncodeToString(sum[:6])
}

func cuts(shallow string) map[string]bool {
	cut := map[string]bool{}
	for line := range strings.Lines(shallow) {
		cut[strings.TrimSpace(line)] = true
	}
	return cut
}
