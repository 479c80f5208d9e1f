package repo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/repotest"
)

func hashOf(t testing.TB, text string) Hash {
	t.Helper()
	if len(text) != 40 {
		t.Fatalf("%q is no commit", text)
	}
	return plumbing.NewHash(text)
}

// contents answers every file below a folder with its bytes.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			found[path] = ""
			return err
		}
		data, err := os.ReadFile(path)
		found[path] = string(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestIncomingReadsAndLeavesNothing keeps the objects of a push where git would.
func TestIncomingReadsAndLeavesNothing(t *testing.T) {
	r := site(t, "")
	old := r.Git("rev-parse", "HEAD")
	r.Git("clone", "-q", "--bare", "--template=", ".", "../hill.git")
	for i := range 300 {
		id := "n-" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26)
		r.Write("architecture/level-1/wall/"+id+".json", wallText(id, "level-1", i))
	}
	tip := r.Commit("many")
	bare := repotest.In(t, filepath.Join(filepath.Dir(r.Dir), "hill.git"))
	quarantine := filepath.Join(bare.Dir, "objects", "tmp_objdir-incoming-1")
	if err := os.MkdirAll(filepath.Join(quarantine, "pack"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.Feed(tip+"\n^"+old+"\n", "pack-objects", "-q", "--revs", filepath.Join(quarantine, "pack", "pack"))
	before := contents(t, bare.Dir)
	opt := options(nil)
	opt.Incoming = &Incoming{Objects: []string{quarantine, filepath.Join(bare.Dir, "objects")}}
	m, err := Open(t.Context(), bare.Dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, m)
	s, err := m.At(t.Context(), hashOf(t, tip))
	if err != nil || s.Count("wall") < 100 {
		t.Fatalf("%v, %v", s, err)
	}
	commits, err := m.Between(t.Context(), []Hash{hashOf(t, old), {}}, hashOf(t, tip))
	if err != nil || !slices.Equal(commits, []Hash{hashOf(t, tip)}) {
		t.Errorf("between: %v, %v", commits, err)
	}
	if _, err := m.Commit(t.Context(), CommitRequest{Author: Person{"Ada", "ada@example.com"}}); !errors.Is(err, errReadOnly) {
		t.Errorf("a commit is refused: %v", err)
	}
	if after := contents(t, bare.Dir); len(after) != len(before) {
		t.Errorf("%d files before, %d after", len(before), len(after))
	}
	m2, err := Open(t.Context(), bare.Dir, options(nil))
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, m2)
	if _, err := m2.At(t.Context(), hashOf(t, tip)); err == nil {
		t.Error("the quarantine is read without being named")
	}
}

func TestIncomingObjects(t *testing.T) {
	env := map[string]string{"GIT_QUARANTINE_PATH": "/q", "GIT_ALTERNATE_OBJECT_DIRECTORIES": `/a:"/b:c\"d":/e`}
	got := IncomingObjects(func(name string) string { return env[name] })
	if want := []string{"/q", "/a", `/b:c"d`, "/e"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzPathList(f *testing.F) {
	f.Add(`/a:"/b:c\"d":/e`)
	f.Add(`"open:`)
	f.Fuzz(func(t *testing.T, list string) {
		if paths := pathList(list); len(paths) > len(list) {
			t.Errorf("%q makes %q", list, paths)
		}
	})
}
