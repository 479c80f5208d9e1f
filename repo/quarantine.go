package repo

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// Incoming is a push as a server's hook sees it before it is let in. A repository
// that is opened with one is only read, need not hold a model yet, and keeps no trace
// of the reading: nothing is recovered and no cache is written.
type Incoming struct {
	// Objects are the directories, beside the repository's own, that hold the objects
	// of the push: see IncomingObjects.
	Objects []string
	// Caches says that caches may be written all the same: in one's own clone.
	Caches bool
}

func (i *Incoming) objects() []string {
	if i == nil {
		return nil
	}
	return i.Objects
}

// errReadOnly is why nothing is written to a repository that is opened for a push.
var errReadOnly = &UnsupportedError{What: "writing to a repository that is looked at for a push", Hint: "open it without Incoming"}

// IncomingObjects answers the objects directories that git names in the environment
// of a hook: getenv answers a variable. Relative names are relative to the hook's
// folder, which git makes the git directory.
func IncomingObjects(getenv func(string) string) []string {
	var dirs []string
	for _, dir := range append([]string{getenv("GIT_QUARANTINE_PATH"), getenv("GIT_OBJECT_DIRECTORY")}, pathList(getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES"))...) {
		if dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// pathList reads a list of paths as git does: separated as in PATH, an entry that
// begins with a quotation mark quoted as in C.
func pathList(list string) []string {
	var paths []string
	for list != "" {
		if quoted, err := strconv.QuotedPrefix(list); err == nil && quoted[0] == '"' {
			if path, err := strconv.Unquote(quoted); err == nil {
				paths, list = append(paths, path), strings.TrimPrefix(list[len(quoted):], string(filepath.ListSeparator))
				continue
			}
		}
		var path string
		path, list, _ = strings.Cut(list, string(filepath.ListSeparator))
		paths = append(paths, path)
	}
	return paths
}

// HasModel tells whether a commit holds the model's manifest.
func (m *Model) HasModel(ctx context.Context, commit Hash) (bool, error) {
	return m.HasFile(ctx, commit, m.inRepository(model.ManifestName))
}

// HasFile tells whether a commit holds a file, by its path from the repository's root.
func (m *Model) HasFile(ctx context.Context, commit Hash, path string) (bool, error) {
	c, err := m.objects.Commit(ctx, commit)
	if err != nil {
		return false, err
	}
	_, ok, err := m.objects.Lookup(ctx, c.Tree, path)
	return ok, err
}

// IsCommit tells whether an object is there and is a commit.
func (m *Model) IsCommit(ctx context.Context, h Hash) (bool, error) {
	_, err := m.objects.Commit(ctx, h)
	if errors.Is(err, objects.ErrKind) {
		return false, nil
	}
	return err == nil, err
}

// Between answers the commits that lead to one and not to any of others, each after
// its parents. Zero hashes among the others lead to nothing.
func (m *Model) Between(ctx context.Context, others []Hash, to Hash) ([]Hash, error) {
	return m.reader.history.Between(ctx, others, to)
}

// RefTarget answers the ref that one leads to where it is symbolic, and the ref
// itself else, be it there or not.
func (m *Model) RefTarget(name string) (string, error) {
	ref, err := m.refs.Resolve(name)
	return ref.Name, err
}
