package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/repotest"
)

func TestTidyPacksLooseObjects(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	for i := range 40 {
		commit(t, m, put("Raise a level", map[string]string{"levels/level-1.json": levelText("level-1", 3001+i)}))
	}
	if err := m.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if looseObjects(r) < 100 {
		t.Fatal("git packed though it finds few loose objects")
	}
	r.Git("config", "gc.auto", "1")
	stray := manyLoose(r)
	if err := m.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := looseObjects(r); got > stray {
		t.Errorf("%d loose objects are left, only the %d that nothing names should be", got, stray)
	}
	done := commit(t, m, put("Raise it again", map[string]string{"levels/level-1.json": levelText("level-1", 5000)}))
	if s, err := m.At(t.Context(), done.Commit); err != nil || fmt.Sprint(s.Record("level-1").Get("elevation")) != "5000" {
		t.Errorf("after packing: %v", err)
	}
	r.Sound()
}

func looseObjects(r *repotest.Repo) int {
	n := 0
	_, _ = fmt.Sscan(r.Git("count-objects"), &n)
	return n
}

// manyLoose makes git find many loose objects: it guesses from those whose names
// begin with 17.
func manyLoose(r *repotest.Repo) (made int) {
	for i := 0; made < 3; i++ {
		text := fmt.Sprint("stray ", i)
		if strings.HasPrefix(model.RevisionOf([]byte(text)).String(), "17") {
			r.Feed(text, "hash-object", "-w", "--stdin")
			made++
		}
	}
	return made
}

func TestTidyDoesWithoutGit(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	t.Setenv("PATH", t.TempDir())
	if err := m.Tidy(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestTidyMindsItsOwnRepository(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	other := t.TempDir()
	t.Setenv("GIT_DIR", other)
	t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(other, "objects"))
	if err := m.Tidy(t.Context()); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) > 0 {
		t.Errorf("another repository was touched: %v %v", entries, err)
	}
}
