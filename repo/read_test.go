package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo/internal/cache"
	"github.com/openeik/ekgit/repo/internal/history"
	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/refs"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/repotest"
)

// past is a repository made by git alone, to be read.
type past struct {
	dir   string // its work tree
	cache string
}

func newPast(t testing.TB) past {
	t.Helper()
	return past{repotest.New(t).Dir, filepath.Join(t.TempDir(), "cache")}
}

func (p past) git(t testing.TB, stdin string, args ...string) string {
	t.Helper()
	return repotest.In(t, p.dir).Feed(stdin, args...)
}

// commit puts files, or takes away those whose text is "-", and commits.
func (p past) commit(t testing.TB, message string, files map[string]string) Hash {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(p.dir, filepath.FromSlash(name))
		if text == "-" {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.git(t, "", "add", "-A")
	p.git(t, message, "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", "-")
	return p.hash(t, "HEAD")
}

func (p past) hash(t testing.TB, rev string) Hash {
	t.Helper()
	return plumbing.NewHash(p.git(t, "", "rev-parse", "--verify", rev))
}

// reader opens the repository anew, as another process would.
func (p past) reader(t testing.TB, prefix string) *reader {
	t.Helper()
	common := filepath.Join(p.dir, ".git")
	store, err := objects.Open(common, steps.OS)
	if err != nil {
		t.Fatal(err)
	}
	h := history.New(history.Config{Store: store, CommonDir: common, Dir: filepath.Join(common, "eik"), Prefix: prefix, Name: recordName})
	r := newReader(category.Schema(), prefix, cache.New(p.cache), h, store)
	t.Cleanup(r.close)
	return r
}

func (p past) resolver(t testing.TB, r *reader) resolver {
	t.Helper()
	git := filepath.Join(p.dir, ".git")
	return resolver{reader: r, refs: refs.Open(git, git, steps.OS, refs.LogUsual), head: p.hash(t, "HEAD")}
}

func wallText(id, level string, height int) string {
	return fmt.Sprintf("{\n  \"id\": %q,\n  \"category\": \"wall\",\n  \"levelId\": %q,\n  \"start\": [0, 0],\n  \"end\": [5000, 0],\n  \"height\": %d\n}\n", id, level, height)
}

// house commits three versions of a small model with everything beside it that a
// folder may hold.
func house(t testing.TB) past {
	t.Helper()
	p := newPast(t)
	if err := os.Symlink("w-1.json", filepath.Join(p.dir, "link")); err != nil {
		t.Fatal(err)
	}
	p.commit(t, "first", map[string]string{
		"eik.json":  "{\n  \"format\": \"OpenEik\",\n  \"version\": \"0.2\",\n  \"id\": \"house\"\n}\n",
		"AGENTS.md": "read me", "docs/deep/er/note.md": "note", "waivers/f-1.json": "{}\n", "waivers/readme": "no waiver",
		"levels/level-0.json":                        "{\n  \"id\": \"level-0\",\n  \"category\": \"level\",\n  \"elevation\": 0\n}\n",
		"architecture/level-0/wall/w.json":           wallText("w", "level-0", 3000),
		"architecture/level-0/wall/v.json":           wallText("v", "level-0", 3000),
		"architecture/level-0/wall/x.json":           "not json",
		"architecture/level-0/big.json":              strings.Repeat("x", model.MaxRecordBytes+1),
		"shapes/" + strings.Repeat("a", 64) + ".glb": "glTF",
	})
	p.git(t, "", "update-index", "--chmod=+x", "AGENTS.md")
	p.git(t, "", "update-index", "--add", "--cacheinfo", "160000,"+p.hash(t, "HEAD").String()+",module")
	p.git(t, "", "commit", "-q", "-m", "modes")
	if err := os.Mkdir(filepath.Join(p.dir, "module"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.commit(t, "moved and changed", map[string]string{
		"architecture/level-0/wall/w.json": "-", "architecture/level-1/wall/w.json": wallText("w", "level-1", 3000),
		"architecture/level-0/wall/v.json": wallText("v", "level-0", 2500),
		"architecture/level-0/wall/x.json": "-", "docs/deep/er/note.md": "-", "structure/level-0/column/c.json": "{}\n",
	})
	return p
}

// checkSnapshot compares a snapshot with what git lists of a tree.
func checkSnapshot(t *testing.T, p past, s *model.Snapshot, tree string) {
	t.Helper()
	modes := map[string]model.Mode{"100644": model.Regular, "100755": model.Executable, "120000": model.Symlink, "160000": model.Submodule}
	n := 0
	for line := range strings.Lines(p.git(t, "", "ls-tree", "-r", tree)) {
		head, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		fields := strings.Fields(head)
		f := s.FileAt(path)
		if n++; f == nil || f.Revision.String() != fields[2] || f.Mode != modes[fields[0]] {
			t.Fatalf("%s: snapshot has %+v, git %s", path, f, head)
		}
		folder, name := filepath.Split(path)
		if !lookedInto(strings.TrimSuffix(folder, "/"), name) || f.Mode > model.Executable {
			if f.Data() != nil {
				t.Errorf("%s was read", path)
			}
			continue
		}
		want := p.git(t, "", "cat-file", "blob", fields[2])
		if f.Size > model.MaxRecordBytes {
			if f.Data() != nil || int(f.Size) != len(want) {
				t.Errorf("%s has %d bytes, git %d", path, f.Size, len(want))
			}
		} else if strings.TrimSuffix(string(f.Data()), "\n") != want {
			t.Errorf("%s holds %q, git %q", path, f.Data(), want)
		}
	}
	for f := range s.Files() {
		n--
		_ = f
	}
	if n != 0 {
		t.Errorf("the snapshot has %d files more than git", -n)
	}
	for _, f := range s.Folders() {
		if f.Key().Provisional() {
			t.Errorf("folder %q has a key of its own", f.Path())
		}
		key := p.git(t, "", "rev-parse", tree+":"+f.Path())
		if !strings.Contains(p.git(t, "", "ls-tree", tree+":"+f.Path()), " tree ") && string(f.Key()) != key {
			t.Errorf("folder %q has key %s, its tree is %s", f.Path(), f.Key(), key)
		}
	}
}

func TestSnapshotsHoldWhatGitHas(t *testing.T) {
	p := house(t)
	for _, packed := range []bool{false, true} {
		if packed {
			p.git(t, "", "gc", "-q")
		}
		r := p.reader(t, "")
		for _, rev := range []string{"HEAD", "HEAD~1", "HEAD~2", "HEAD", "HEAD~2"} { // each from the one before
			s, err := r.at(t.Context(), p.hash(t, rev))
			if err != nil {
				t.Fatal(err)
			}
			checkSnapshot(t, p, s, rev+"^{tree}")
			if s, err = p.reader(t, "").at(t.Context(), p.hash(t, rev)); err != nil { // each by itself
				t.Fatal(err)
			}
			checkSnapshot(t, p, s, rev+"^{tree}")
		}
	}
}

func TestAModelInAFolderOfTheRepository(t *testing.T) {
	p := house(t)
	s, err := p.reader(t, "architecture/level-0").at(t.Context(), p.hash(t, "HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	if s.FileAt("wall/v.json") == nil || s.FileAt("eik.json") != nil {
		t.Error("the folder's files are not at its root")
	}
	for _, none := range []string{"structure", "eik.json"} {
		if _, err := p.reader(t, none).at(t.Context(), p.hash(t, "HEAD~1")); err == nil || !strings.Contains(err.Error(), none) {
			t.Errorf("a model in %q: %v", none, err)
		}
	}
	if _, err := p.reader(t, "").at(t.Context(), p.hash(t, "HEAD^{tree}")); !errors.Is(err, objects.ErrKind) {
		t.Errorf("a tree for a commit: %v", err)
	}
}

func TestSnapshotsShareWhatIsEqual(t *testing.T) {
	p := house(t)
	r := p.reader(t, "")
	old, err := r.at(t.Context(), p.hash(t, "HEAD~1"))
	if err != nil {
		t.Fatal(err)
	}
	next, err := r.at(t.Context(), p.hash(t, "HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"levels", "waivers", "shapes"} {
		if old.Folder(folder) != next.Folder(folder) {
			t.Errorf("folder %q is there twice", folder)
		}
	}
	if old.FileAt("architecture/level-0/big.json") != next.FileAt("architecture/level-0/big.json") {
		t.Error("an equal file in a changed folder is there twice")
	}
	if again, err := r.at(t.Context(), p.hash(t, "HEAD")); err != nil || again != next {
		t.Errorf("the same snapshot is there twice: %v", err)
	}
}

func TestManyReadersOfManyCommits(t *testing.T) {
	p := house(t)
	for i := range 12 {
		p.commit(t, "step", map[string]string{"architecture/level-0/wall/v.json": wallText("v", "level-0", i)})
	}
	r := p.reader(t, "")
	var readers sync.WaitGroup
	for k := range 8 {
		readers.Go(func() {
			for i := range 12 {
				back := (i*5 + k) % 12
				c, err := p.resolver(t, r).resolve(t.Context(), fmt.Sprintf("HEAD~%d", back))
				if err != nil {
					t.Error(err)
					return
				}
				s, err := r.at(t.Context(), c.Hash)
				if err != nil {
					t.Error(err)
					return
				}
				if got := s.Record("v").NumberOr("height", -1); got != float64(11-back) {
					t.Errorf("%d commits back the height is %v", back, got)
				}
			}
		})
	}
	readers.Wait()
}

func TestACancelledLoadDoesNotHurtOthers(t *testing.T) {
	p := house(t)
	r := p.reader(t, "")
	head := p.hash(t, "HEAD")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.at(cancelled, head); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	var readers sync.WaitGroup
	for k := range 20 {
		readers.Go(func() {
			if k%2 == 0 {
				_, _ = r.at(cancelled, head)
			} else if _, err := r.at(t.Context(), head); err != nil {
				t.Error(err)
			}
		})
	}
	readers.Wait()
}

func TestACommitTakesOverWhatItWasMadeOf(t *testing.T) {
	p := house(t)
	r := p.reader(t, "")
	base, err := r.at(t.Context(), p.hash(t, "HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	record := base.Record("v").With("height", 2222.0)
	made, err := base.Apply([]model.Change{{ID: "v", Before: base.Get("v"), After: record}})
	if err != nil {
		t.Fatal(err)
	}
	file := made.Get("v")
	commit := p.commit(t, "by a host", map[string]string{file.Path: string(file.Data()), "AGENTS.md": "not in what was made"})
	s, err := r.committed(t.Context(), commit, made)
	if err != nil {
		t.Fatal(err)
	}
	checkSnapshot(t, p, s, "HEAD^{tree}")
	if s.Get("v") != file {
		t.Error("the file that was made was read again")
	}
	if again, err := r.at(t.Context(), commit); err != nil || again != s {
		t.Errorf("the commit is there twice: %v", err)
	}
	fresh, err := p.reader(t, "").committed(t.Context(), commit, made)
	if err != nil {
		t.Fatal(err)
	}
	checkSnapshot(t, p, fresh, "HEAD^{tree}")
}

func TestATreeThatUnfoldsForeverIsRefused(t *testing.T) {
	p := newPast(t)
	tree := p.git(t, "", "mktree")
	for range 8 {
		var entries strings.Builder
		for i := range 10 {
			fmt.Fprintf(&entries, "040000 tree %s\t%d\n", tree, i)
		}
		tree = p.git(t, entries.String(), "mktree")
	}
	commit := plumbing.NewHash(p.git(t, "", "commit-tree", "-m", "bomb", tree))
	if _, err := p.reader(t, "").at(t.Context(), commit); err == nil || !strings.Contains(err.Error(), "folders") {
		t.Errorf("%v", err)
	}
}

func TestMissingObjectsAreNamed(t *testing.T) {
	p := house(t)
	blob := p.hash(t, "HEAD:architecture/level-0/wall/v.json").String()
	if err := os.Remove(filepath.Join(p.dir, ".git/objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	_, err := p.reader(t, "").at(t.Context(), p.hash(t, "HEAD"))
	if !errors.Is(err, objects.ErrNotFound) || !strings.Contains(err.Error(), blob) {
		t.Errorf("%v", err)
	}
}
