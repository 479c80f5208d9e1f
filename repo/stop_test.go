package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
	"github.com/openeik/ekgit/repo/repotest"
)

// scenario is a write that is stopped at every step.
type scenario struct {
	make    func(t testing.TB) *repotest.Repo // before the write
	request CommitRequest
	edits   map[string]string // hand edits that must survive, "-" where deleted
	takenUp string            // a hand edit that the write commits
}

// imported is more files than are written one by one.
func imported() map[string]string {
	files := map[string]string{"eik.json": manifest, "levels/level-0.json": levelText("level-0", 0)}
	for i := range 18 {
		id := fmt.Sprintf("w-%d", i)
		files["architecture/level-0/wall/"+id+".json"] = wallText(id, "level-0", i+1)
	}
	return files
}

func scenarios() map[string]scenario {
	withEdits := func(t testing.TB) *repotest.Repo {
		r := site(t, "")
		r.Write("levels/level-1.json", levelText("level-1", 4000))
		r.Write("architecture/level-1/wall/hand.json", wallText("hand", "level-1", 1))
		r.Remove("architecture/level-1/wall/w-3.json")
		return r
	}
	someChanges := map[string]string{
		"architecture/level-0/wall/w-1.json": changes["architecture/level-0/wall/w-1.json"],
		"architecture/level-0/wall/w-2.json": "-", "structure/level-1/column/c-1.json": changes["structure/level-1/column/c-1.json"],
	}
	commitEdits := CommitRequest{Author: ada, HandEdits: []string{"levels/level-1.json"}, Plan: func(_ context.Context, base Base) (*Plan, error) {
		canonical := append([]byte(nil), base.Edits[0].Data...)
		return &Plan{Subject: "Commit edits", Files: []FileChange{{Path: "levels/level-1.json", Data: append(canonical, ' ', '\n')}, {Path: "levels/level-0.json", Data: []byte(levelText("level-0", 10))}}}, nil
	}}
	withShape := func(t testing.TB) *repotest.Repo {
		r := site(t, "")
		r.Git("checkout", "-q", "-b", "other")
		r.Write("shapes/chair.glb", "glTF")
		r.Commit("a shape")
		r.Git("checkout", "-q", "main")
		return r
	}
	merge := CommitRequest{Author: ada, Plan: func(_ context.Context, base Base) (*Plan, error) {
		return &Plan{Subject: "Accept", Parents: []Hash{base.Head.Commit}, Blobs: []BlobChange{{Path: "shapes/chair.glb", Hash: Hash(model.RevisionOf([]byte("glTF")))}},
			Files: []FileChange{{Path: "levels/level-0.json", Data: []byte(levelText("level-0", 10))}}}, nil
	}}
	return map[string]scenario{
		"merge with a shape that git has": {withShape, merge, nil, ""},
		"command beside hand edits": {withEdits, put("Change", someChanges), map[string]string{
			"levels/level-1.json": levelText("level-1", 4000), "architecture/level-1/wall/hand.json": wallText("hand", "level-1", 1), "architecture/level-1/wall/w-3.json": "-",
		}, ""},
		"hand edits committed": {withEdits, commitEdits, map[string]string{
			"architecture/level-1/wall/hand.json": wallText("hand", "level-1", 1), "architecture/level-1/wall/w-3.json": "-",
		}, "levels/level-1.json"},
		"import on an unborn branch": {func(t testing.TB) *repotest.Repo { return repotest.New(t) }, put("Import", imported()), nil, ""},
	}
}

// copyOf copies a repository, so that each stop has one of its own.
func copyOf(t testing.TB, r *repotest.Repo) *repotest.Repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(r.Dir)); err != nil {
		t.Fatal(err)
	}
	return repotest.In(t, dir)
}

func attemptAt(t testing.TB, r *repotest.Repo, fsys steps.FS, req CommitRequest) (*Committed, error) {
	m, err := open(context.Background(), r.Dir, options(fsys))
	if err != nil {
		return nil, err
	}
	closeAfter(t, m)
	return m.Commit(context.Background(), req)
}

// A write may be stopped at every step, by a kill or by a loss of power: then there
// is the old model or the new one, whole; git finds nothing wrong; every hand edit
// and every acknowledged commit is there; and the next write goes through.
func TestCommitStoppedAtEveryStep(t *testing.T) {
	for name, s := range scenarios() {
		t.Run(name, func(t *testing.T) {
			template := s.make(t)
			old, _ := template.Try("rev-parse", "--verify", "-q", "HEAD")
			counting := stepstest.Counting(t)
			clean := copyOf(t, template)
			done, err := attemptAt(t, clean, counting, s.request)
			if err != nil || done.Unfinished != nil {
				t.Fatal(err, done)
			}
			s.check(t, "no stop", clean, done.Commit.String())
			atEveryStep(t, counting.Steps(), func(t *testing.T, n int, loss stepstest.Loss) {
				s.stop(t, template, old, done.Commit.String(), n, loss)
			})
		})
	}
}

// atEveryStep runs a test for every step and every loss, on all processors.
func atEveryStep(t *testing.T, steps int, stop func(t *testing.T, n int, loss stepstest.Loss)) {
	t.Helper()
	var stops errgroup.Group
	stops.SetLimit(runtime.GOMAXPROCS(0))
	for _, loss := range []stepstest.Loss{stepstest.None, stepstest.Data, stepstest.Names} {
		for n := 1; n <= steps; n++ {
			stops.Go(func() error {
				t.Run(fmt.Sprintf("%v at step %d", loss, n), func(t *testing.T) { stop(t, n, loss) })
				return nil
			})
		}
	}
	if err := stops.Wait(); err != nil {
		t.Fatal(err)
	}
}

func (s scenario) stop(t *testing.T, template *repotest.Repo, old, next string, n int, loss stepstest.Loss) {
	r := copyOf(t, template)
	stopping := stepstest.Stopping(t, n, loss)
	done, err := attemptAt(t, r, stopping, s.request)
	if stopping.LossError() != nil {
		t.Fatal(stopping.LossError())
	}
	trace := stopping.Trace()
	at := strings.ReplaceAll(trace[len(trace)-1], r.Dir, "")
	acknowledged := err == nil && done.Unfinished == nil
	if err != nil && !errors.Is(err, stepstest.ErrStopped) {
		t.Errorf("%s: %v", at, err)
	}
	m, err := open(context.Background(), r.Dir, options(nil))
	if err != nil {
		t.Fatalf("%s: reopen: %v", at, err)
	}
	closeAfter(t, m)
	head, _ := r.Try("rev-parse", "--verify", "-q", "HEAD")
	if head != next && (head != old || acknowledged) {
		t.Errorf("%s: HEAD is %q; the write was acknowledged: %v", at, head, acknowledged)
	}
	s.check(t, at, r, head)
	if _, err := m.Commit(context.Background(), put("Next", map[string]string{"docs/next.md": "next"})); err != nil {
		t.Errorf("%s: the next write: %v", at, err)
	}
}

// check compares work tree and index with what HEAD and the hand edits make.
func (s scenario) check(t *testing.T, at string, r *repotest.Repo, head string) {
	t.Helper()
	r.Sound()
	want := map[string]bool{}
	for path, text := range s.edits {
		want[path] = true
		if got := r.Read(path); got != strings.TrimPrefix(text, "-") {
			t.Errorf("%s: the hand edit of %s is %q", at, path, got)
		}
	}
	if s.takenUp != "" && !strings.Contains(r.Git("show", "HEAD:"+s.takenUp), "4000") {
		want[s.takenUp] = true
		if got := r.Read(s.takenUp); !strings.Contains(got, "4000") {
			t.Errorf("%s: the hand edit of %s, not committed, is %q", at, s.takenUp, got)
		}
	}
	status := r.Status()
	for line := range strings.Lines(status) {
		if path := strings.TrimSpace(line[2:]); !want[path] {
			t.Errorf("%s: git status: %q", at, line)
		}
	}
	if got := strings.Count(status+"\n", "\n"); status != "" && got != len(want) || status == "" && len(want) > 0 {
		t.Errorf("%s: git status lists %d files, want %d:\n%s", at, got, len(want), status)
	}
	locks, err := filepath.Glob(filepath.Join(r.Dir, ".git", "*.lock"))
	heads, err2 := filepath.Glob(filepath.Join(r.Dir, ".git/refs/heads", "*.lock"))
	staged, _ := os.ReadDir(filepath.Join(r.Dir, ".eik/tmp"))
	if len(locks)+len(heads)+len(staged) > 0 || err != nil || err2 != nil {
		t.Errorf("%s: left are %v, %v, %v", at, locks, heads, staged)
	}
	if head == "" {
		return
	}
	m, err := open(context.Background(), r.Dir, Options{Schema: category.Schema()})
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	closeAfter(t, m)
	w, err := m.Working(context.Background(), WorkingOptions{Scan: ScanAll})
	if err != nil || len(w.Edits) != len(want) {
		t.Errorf("%s: the working snapshot has edits %+v, %v; want %d", at, w.Edits, err, len(want))
	}
}
