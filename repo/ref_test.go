package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
)

// The disk may be full at every step: then all refs are where they were, or all are
// where they go.
func TestRefsMoveTogetherOnAFullDisk(t *testing.T) {
	const closed, open, old = "refs/eik/closed/p-1", "refs/heads/proposals/p-1", "refs/heads/proposals/p-2"
	template := site(t, "")
	first := hashOf(t, template.Git("rev-parse", "HEAD"))
	template.Git("update-ref", open, first.String())
	template.Git("pack-refs", "--all")
	template.Git("update-ref", old, first.String())
	next := hashOf(t, template.Git("commit-tree", "-m", "next", "-p", "HEAD", "HEAD^{tree}"))
	before := template.Git("for-each-ref", "refs/eik", "refs/heads/proposals")
	after := fmt.Sprintf("%s commit\t%s\n%s commit\t%s", first, closed, next, old)
	updates := []RefUpdate{{Name: closed, New: first}, {Name: old, Old: first, New: next}, {Name: open, Old: first}}
	counting := stepstest.Counting(t)
	if err := openAt(t, copyOf(t, template).Dir, counting).UpdateRefs(t.Context(), updates); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for n := 1; n <= counting.Steps(); n++ {
		r := copyOf(t, template)
		err := openAt(t, r.Dir, stepstest.Full(t, n)).UpdateRefs(t.Context(), updates)
		want := after
		if err != nil {
			want, refused = before, refused+1
			if !errors.As(err, new(*NoSpaceError)) {
				t.Errorf("full from step %d: %v, want a NoSpaceError", n, err)
			}
		}
		if got := r.Git("for-each-ref", "refs/eik", "refs/heads/proposals"); got != want {
			t.Errorf("full from %s: %v; the refs are\n%s", counting.Trace()[n-1], err, got)
		}
	}
	if refused == 0 {
		t.Error("nothing was refused for want of space")
	}
}

// While refs are packed none is taken away: what goes would come back.
func TestNoRefGoesWhileRefsArePacked(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	first := headOf(t, m)
	r.Git("update-ref", trial, first.String())
	lock := r.Path(".git/packed-refs.lock")
	if err := os.WriteFile(lock, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	var locked *LockedError
	if err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: trial, Old: first}}); !errors.As(err, &locked) || locked.Path != lock {
		t.Errorf("%v, want a LockedError of %s", err, lock)
	}
	if waited := time.Since(start); waited < 200*time.Millisecond || only(t, m, trial) != first {
		t.Errorf("waited %v", waited)
	}
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	if err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: trial, Old: first}}); err != nil {
		t.Error(err)
	}
}

// All locks of git that a commit waits for share one wait.
func TestOneWaitForAllLocks(t *testing.T) {
	r := site(t, "")
	lock := r.Path(".git/refs/heads/main.lock")
	if err := os.WriteFile(lock, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var locked *LockedError
	if _, err := openAt(t, r.Dir, nil).Commit(t.Context(), put("Change", changes)); !errors.As(err, &locked) || locked.Path != lock || locked.Waited > 900*time.Millisecond {
		t.Errorf("%v, want a LockedError of %s after 200 ms", err, lock)
	}
}

// The model's branch of a bare repository goes by commits of the model alone.
func TestTheModelBranchIsNotMovedAsARef(t *testing.T) {
	work := site(t, "")
	bare := filepath.Join(t.TempDir(), "bare.git")
	work.Git("clone", "-q", "--bare", work.Dir, bare)
	m := openWith(t, bare, options(nil))
	first := headOf(t, m)
	var elsewhere *ElsewhereError
	if err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: "refs/heads/main", Old: first}}); !errors.As(err, &elsewhere) {
		t.Errorf("taken away: %v", err)
	}
	if _, err := m.Commit(t.Context(), on("refs/heads/main", Hash{}, put("Change", changes))); !errors.As(err, &elsewhere) {
		t.Errorf("committed on: %v", err)
	}
	commit(t, m, on(trial, first, put("Try", changes)))
	if headOf(t, m) != first {
		t.Error("the model's branch moved")
	}
}

// A blob that only the merge reaches is kept from git's collection of garbage.
func TestTakenUpBlobsAreKept(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	blob := r.Feed("glTF", "hash-object", "-w", "--stdin")
	file := r.Path(".git/objects/" + blob[:2] + "/" + blob[2:])
	if err := os.Chtimes(file, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	takeUp := func(hash Hash) error {
		_, err := m.Commit(t.Context(), CommitRequest{Ref: trial, From: headOf(t, m), Author: ada, Plan: func(context.Context, Base) (*Plan, error) {
			return &Plan{Subject: "Take up", Blobs: []BlobChange{{Path: "shapes/chair.glb", Mode: model.Regular, Hash: hash}}}, nil
		}})
		return err
	}
	if err := takeUp(Hash{1}); err == nil {
		t.Error("a blob that git has not is taken up")
	}
	if err := takeUp(hashOf(t, blob)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || !info.ModTime().Equal(fixed) {
		t.Errorf("its time is not fresh: %v", err)
	}
	r.Sound()
}

// A ref that stands for another is not packed with the value that it happens to have.
func TestSymbolicRefsStayWhenRefsArePacked(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	r.Git("symbolic-ref", "refs/eik/closed/alias", "refs/heads/main")
	r.Git("update-ref", "refs/eik/closed/p-1", "HEAD")
	if err := m.PackRefs(t.Context(), "refs/eik/closed/"); err != nil {
		t.Fatal(err)
	}
	packed := r.Read(".git/packed-refs")
	if want := "# pack-refs with: sorted \n" + headOf(t, m).String() + " refs/eik/closed/p-1\n"; packed != want {
		t.Errorf("packed-refs is %q, want %q", packed, want)
	}
	r.Sound()
}

// A link that a merge takes up is written on a branch of its own, and refused where it
// would have to stand in the work tree.
func TestLinksAreNotPutIntoTheWorkTree(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	blob := hashOf(t, r.Feed("target", "hash-object", "-w", "--stdin"))
	request := CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) {
		return &Plan{Subject: "Link", Blobs: []BlobChange{{Path: "tools/link", Mode: model.Symlink, Hash: blob}}}, nil
	}}
	if _, err := m.Commit(t.Context(), request); !errors.As(err, new(*UnsupportedError)) || r.Status() != "" {
		t.Errorf("in the work tree: %v, git status: %s", err, r.Status())
	}
	commit(t, m, on(trial, headOf(t, m), request))
	if got := r.Git("ls-tree", trial, "tools/link"); got != "120000 blob "+blob.String()+"\ttools/link" {
		t.Errorf("on a branch: %s", got)
	}
	r.Sound()
}
