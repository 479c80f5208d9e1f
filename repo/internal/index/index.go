// Package index reads and writes git's index: which file of the work tree is
// staged with which content, and the stat data by which git knows that a file is
// unchanged. It keeps what git keeps there that stays true, and drops the rest,
// which git makes again.
//
// It takes no locks and looks at no work tree file.
package index

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// Hash is the id of a git object.
type Hash = plumbing.Hash

// The modes of entries, as in git.
const (
	ModeFolder     = 0o040000 // of a sparse index: a whole folder, its path ending in a slash
	ModeRegular    = 0o100644
	ModeExecutable = 0o100755
	ModeSymlink    = 0o120000
	ModeSubmodule  = 0o160000
)

// Entry is one file of the index.
type Entry struct {
	Path string // from the work tree's root, with slashes
	Hash Hash
	Stat Stat
	Mode uint32
	// Stage is 0, but for files in a merge that is not resolved.
	Stage        uint8
	AssumeValid  bool
	SkipWorktree bool // the file is not meant to be in the work tree
	IntentToAdd  bool // git add -N: the path is known, no content is staged
}

// Index is what an index file holds. It is immutable.
type Index struct {
	Time    Time // when the file was written, by the file system's clock
	version uint32
	entries []Entry // by path, then stage
	tree    *treeNode
	resolve []byte // the undo data of resolved conflicts, as it stands
	untrack []byte // the cache of untracked files, as it stands
	sparse  bool
}

// ErrCorrupt is wrapped by errors on bytes that are no index.
var ErrCorrupt = errors.New("the index is corrupt; delete it and run git reset to make it again from HEAD")

// Read reads an index file. Where there is none the index is empty.
func Read(path string) (*Index, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Index{version: 2}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	raw := make([]byte, info.Size())
	if _, err := io.ReadFull(f, raw); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	ix, err := decode(raw, func(id Hash) (*Index, error) {
		shared, err := os.ReadFile(filepath.Join(filepath.Dir(path), "sharedindex."+id.String()))
		if err != nil {
			return nil, err
		}
		return decode(shared, nil)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	ix.Time = StatOf(info).MTime
	return ix, nil
}

// Entries answers every entry by path, then stage. The slice must not be changed.
func (ix *Index) Entries() []Entry { return ix.entries }

// Get answers the resolved entry of a path.
func (ix *Index) Get(path string) (Entry, bool) {
	i := ix.from(path)
	for ; i < len(ix.entries) && ix.entries[i].Path == path; i++ {
		if ix.entries[i].Stage == 0 {
			return ix.entries[i], true
		}
	}
	return Entry{}, false
}

// Under answers the entries whose paths begin with the prefix.
func (ix *Index) Under(prefix string) []Entry {
	i := ix.from(prefix)
	n := sort.Search(len(ix.entries)-i, func(n int) bool { return !strings.HasPrefix(ix.entries[i+n].Path, prefix) })
	return ix.entries[i : i+n]
}

// Sparse answers the folder entry that stands for everything below it, the path
// included, in a sparse index.
func (ix *Index) Sparse(path string) (folder string, ok bool) {
	if !ix.sparse {
		return "", false
	}
	for end := 0; ; {
		slash := strings.IndexByte(path[end:], '/')
		if slash < 0 {
			return "", false
		}
		end += slash + 1
		if e, ok := ix.Get(path[:end]); ok && e.Mode == ModeFolder {
			return path[:end-1], true
		}
	}
}

// Unmerged answers the first path with a conflict, empty for none.
func (ix *Index) Unmerged() string {
	for i := range ix.entries {
		if ix.entries[i].Stage > 0 {
			return ix.entries[i].Path
		}
	}
	return ""
}

func (ix *Index) from(path string) int {
	return sort.Search(len(ix.entries), func(i int) bool { return ix.entries[i].Path >= path })
}

// Racy tells whether an entry's file may have been changed without a change of its
// stat data, because it was written in the second in which the index was.
func (ix *Index) Racy(e Entry) bool {
	return e.Stat.MTime.Sec != 0 && e.Stat.MTime.Sec >= ix.Time.Sec
}

// checksum is what an index file ends with.
func checksum(raw []byte) [20]byte { return sha1.Sum(raw) }
