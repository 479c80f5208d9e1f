// Package refs reads and moves the refs of a git repository as git's files backend
// keeps them: loose files, packed-refs, a symbolic HEAD, linked work trees and
// reflogs. Moves are compare-and-swap, under git's own lock files, and durable.
//
// It knows nothing of what refs point to.
package refs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// Hash is the id of a git object.
type Hash = plumbing.Hash

// Ref is a name and what it stands for: an object, or another ref.
type Ref struct {
	Name   string
	Hash   Hash   // zero where symbolic and not resolved
	Target string // the other ref's name, where symbolic
	Peeled Hash   // what an annotated tag names, where packed-refs says it
}

// ErrNotFound is wrapped by errors on refs that are not there.
var ErrNotFound = errors.New("no such ref")

// ErrCorrupt says that a ref's file cannot be read, and what to do about it.
var ErrCorrupt = errors.New("git fsck names what is broken, the reflog what stood there")

// Store reads and moves the refs of one work tree. It is safe for concurrent
// readers; its one writer holds the host's lock.
type Store struct {
	gitDir, commonDir string
	fs                steps.FS
	logs              LogPolicy
	lockWait          time.Duration
	packed            atomic.Pointer[packed]
}

// LogPolicy says for which refs git keeps a log (core.logAllRefUpdates).
type LogPolicy int

// The policies. A log that is there is always continued.
const (
	LogNone LogPolicy = iota
	LogUsual
	LogAlways
)

// lockWait is how long a ref's lock is waited for. Git holds one for moments only.
const lockWait = time.Second

// Open answers the store of a git directory and the directory that it shares with
// other work trees.
func Open(gitDir, commonDir string, fsys steps.FS, logs LogPolicy) *Store {
	return &Store{gitDir: gitDir, commonDir: commonDir, fs: fsys, logs: logs, lockWait: lockWait}
}

// LockPath answers the file that git locks a ref with.
func (s *Store) LockPath(name string) string { return s.path(name) + ".lock" }

func (s *Store) path(name string) string {
	if name != "packed-refs" && perWorktree(name) {
		return filepath.Join(s.gitDir, filepath.FromSlash(name))
	}
	return filepath.Join(s.commonDir, filepath.FromSlash(name))
}

// Read answers a ref by its full name, symbolic ones as they stand. A ref that is
// not there is ErrNotFound.
func (s *Store) Read(name string) (Ref, error) {
	for range 2 {
		ref, err := s.readLoose(name)
		if !errors.Is(err, ErrNotFound) {
			return ref, err
		}
		packed, err := s.readPacked()
		if err != nil {
			return Ref{}, err
		}
		if ref, ok := packed.get(name); ok {
			return ref, nil
		}
		// A packing that ended between the two looks hid it from both.
	}
	return Ref{}, fmt.Errorf("%w: %s", ErrNotFound, name)
}

func (s *Store) readLoose(name string) (Ref, error) {
	path := s.path(name)
	content, err := os.ReadFile(path)
	if err != nil {
		info, statErr := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) || statErr == nil && info.IsDir() {
			return Ref{}, fmt.Errorf("%w: %s", ErrNotFound, name)
		}
		return Ref{}, err
	}
	text := strings.TrimRight(string(content), " \t\r\n")
	if target, ok := strings.CutPrefix(text, "ref:"); ok {
		return Ref{Name: name, Target: strings.TrimSpace(target)}, nil
	}
	hash, err := parseHash(text)
	if err != nil {
		return Ref{}, fmt.Errorf("%s is neither an object id nor the name of a ref; %w", path, ErrCorrupt)
	}
	return Ref{Name: name, Hash: hash}, nil
}

// maxSymbolic is how many symbolic refs may lead to one another, as in git.
const maxSymbolic = 5

// Resolve follows symbolic refs. It answers the last ref, whose hash is zero where
// it is not there: a branch without a commit yet.
func (s *Store) Resolve(name string) (Ref, error) {
	for range maxSymbolic {
		ref, err := s.Read(name)
		if errors.Is(err, ErrNotFound) && name != "HEAD" {
			return Ref{Name: name}, nil
		}
		if err != nil || ref.Target == "" {
			return ref, err
		}
		name = ref.Target
	}
	return Ref{}, fmt.Errorf("%s: symbolic refs lead to one another more than %d deep", name, maxSymbolic)
}

// List answers the refs whose full names begin with the prefix, which ends in a
// slash, by name. Symbolic ones are resolved where they lead to an object. A ref that
// cannot be read is left out and told to broken; where broken is nil it is the error.
func (s *Store) List(prefix string, broken func(name string, err error)) ([]Ref, error) {
	found := map[string]Ref{}
	if err := s.listLoose(prefix, found, broken); err != nil {
		return nil, err
	}
	packed, err := s.readPacked()
	if err != nil {
		return nil, err
	}
	for _, ref := range packed.under(prefix) {
		if _, loose := found[ref.Name]; !loose {
			found[ref.Name] = ref
		}
	}
	list := make([]Ref, 0, len(found))
	for _, ref := range found {
		list = append(list, ref)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list, nil
}

func (s *Store) listLoose(prefix string, found map[string]Ref, broken func(string, error)) error {
	root := s.path(prefix)
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".lock") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name := prefix + filepath.ToSlash(rel)
		ref, err := s.Resolve(name)
		if err != nil && broken != nil {
			broken(name, err)
			return nil
		}
		if err != nil {
			return err
		}
		if !ref.Hash.IsZero() {
			found[name] = Ref{Name: name, Hash: ref.Hash, Target: targetOf(name, ref)}
		}
		return nil
	})
}

// targetOf answers where a symbolic ref led to, empty for a plain one.
func targetOf(name string, resolved Ref) string {
	if resolved.Name == name {
		return ""
	}
	return resolved.Name
}

func parseHash(text string) (Hash, error) {
	if !plumbing.IsHash(text) || len(text) != 40 {
		return Hash{}, fmt.Errorf("%q is no object id", text)
	}
	return plumbing.NewHash(text), nil
}
