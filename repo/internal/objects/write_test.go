package objects

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/openeik/ekgit/repo/internal/steps"
)

var now = time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)

func TestWrittenObjectsAreGits(t *testing.T) {
	for name, n := range map[string]int{"loose": 5, "pack": 3000} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			s := open(t, dir)
			var objects []Object
			var edits []Edit
			for i := range n {
				o := NewObject(KindBlob, fmt.Appendf(nil, "record %d %s", i, strings.Repeat("x", i)))
				objects = append(objects, o, o)
				edits = append(edits, Edit{Path: fmt.Sprintf("made/%d/%d", i%7, i), Mode: filemode.Regular, Hash: o.Hash})
			}
			root, trees, err := s.EditTree(t.Context(), revParse(t, dir, "HEAD^{tree}"), edits)
			if err != nil {
				t.Fatal(err)
			}
			head, _ := s.Commit(t.Context(), revParse(t, dir, "HEAD"))
			head.Parents, head.Tree = []Hash{head.Hash}, root
			data, err := head.Encode()
			if err != nil {
				t.Fatal(err)
			}
			commit := NewObject(KindCommit, data)
			if err := s.Write(now, append(append(objects, trees...), commit)...); err != nil {
				t.Fatal(err)
			}
			git(t, dir, "", "update-ref", "refs/heads/main", commit.Hash.String())
			git(t, dir, "", "fsck", "--strict", "--full")
			git(t, dir, "", "reset", "-q", "--hard")
			for i := 0; i < len(objects); i += 1 + n/10 {
				o := objects[i]
				if got := git(t, dir, "", "cat-file", "blob", o.Hash.String()); got != string(o.Data) {
					t.Errorf("git reads %q of %s", got, o.Hash)
				}
				if got, err := s.Blob(t.Context(), o.Hash); err != nil || string(got) != string(o.Data) {
					t.Errorf("read back %s: %v", o.Hash, err)
				}
			}
			packs, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/pack-*.idx"))
			for _, idx := range packs {
				git(t, dir, "", "verify-pack", idx)
			}
			if (len(packs) == 1) != (n > packOver) {
				t.Errorf("%d packs for %d objects", len(packs), n)
			}
			if left := leftovers(t, dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	loose, _ := filepath.Glob(filepath.Join(dir, ".git/objects/*/tmp_*"))
	return loose
}

func TestWhatIsThereIsMadeFresh(t *testing.T) {
	old := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	dir := repository(t)
	blob := revParse(t, dir, "HEAD:eik.json")
	object := NewObject(KindBlob, []byte("{}\n"))
	mtime := func(path string) time.Time {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime().UTC()
	}
	age := func(path string) {
		t.Helper()
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	loose := loosePath(filepath.Join(dir, ".git/objects"), blob)
	age(loose)
	if err := open(t, dir).Write(now, object); err != nil || !mtime(loose).Equal(now) {
		t.Errorf("loose: %v, %v", mtime(loose), err)
	}
	git(t, dir, "", "repack", "-adq")
	packs, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.pack"))
	age(packs[0])
	if err := open(t, dir).Write(now, object); err != nil || !mtime(packs[0]).Equal(now) {
		t.Errorf("packed: %v, %v", mtime(packs[0]), err)
	}
}

func TestUnreachableObjectsThatAreUsedAgainSurviveGC(t *testing.T) {
	for name, prepare := range map[string][]string{"loose": nil, "cruft pack": {"gc", "-q", "--cruft", "--prune=never"}} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			o := NewObject(KindBlob, []byte("once written, never referred to"))
			s := open(t, dir)
			long := time.Now().Add(-1000 * time.Hour)
			if err := s.Write(long, o); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(loosePath(s.dirs[0], o.Hash), long, long); err != nil {
				t.Fatal(err)
			}
			if prepare != nil {
				git(t, dir, "", prepare...)
			}
			if err := open(t, dir).Write(time.Now(), o); err != nil {
				t.Fatal(err)
			}
			git(t, dir, "", "gc", "-q", "--prune=1.hour.ago")
			git(t, dir, "", "cat-file", "-e", o.Hash.String())
		})
	}
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	dir := repository(t)
	common := filepath.Join(dir, ".git")
	for _, n := range []int{1, packOver + 1} {
		for step := range 12 {
			fail := &failing{FS: steps.OS, at: step}
			s, err := Open(common, fail)
			if err != nil {
				t.Fatal(err)
			}
			var objects []Object
			for i := range n {
				objects = append(objects, NewObject(KindBlob, fmt.Appendf(nil, "failing %d %d %d", n, step, i)))
			}
			err = s.Write(now, objects...)
			if fail.failed != (err != nil) {
				t.Errorf("%d objects, step %d: failed %t, answered %v", n, step, fail.failed, err)
			}
			if left := leftovers(t, dir); len(left) > 0 {
				t.Errorf("%d objects, step %d leaves %v", n, step, left)
			}
			if !fail.failed {
				break
			}
		}
	}
	git(t, dir, "", "fsck", "--strict")
}

// failing is a file system whose step number at, of those that make or name files,
// fails once.
type failing struct {
	steps.FS
	at, done int
	failed   bool
}

func (f *failing) step() error {
	f.done++
	if f.done-1 != f.at {
		return nil
	}
	f.failed = true
	return &os.PathError{Op: "step", Path: "x", Err: os.ErrInvalid}
}

func (f *failing) Create(name string, perm os.FileMode) (steps.File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name, perm)
	return failingFile{file, f}, err
}

func (f *failing) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

func (f *failing) SyncDir(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.FS.SyncDir(name)
}

type failingFile struct {
	steps.File
	fs *failing
}

func (f failingFile) Write(data []byte) (int, error) {
	if err := f.fs.step(); err != nil {
		return 0, err
	}
	return f.File.Write(data)
}

func (f failingFile) Sync() error {
	if err := f.fs.step(); err != nil {
		return err
	}
	return f.File.Sync()
}

func TestWritingBesideGitWriters(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	cmd := exec.Command("git", "gc", "-q")
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		o := NewObject(KindBlob, fmt.Appendf(nil, "beside %d", i))
		if err := s.Write(time.Now(), o); err != nil || !s.Has(o.Hash) {
			t.Errorf("object %d: %v", i, err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}
