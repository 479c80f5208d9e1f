package repo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
	"github.com/openeik/ekgit/repo/repotest"
)

// stoppedAt makes a commit of changes and stops it before the first step that begins
// with the words.
func stoppedAt(t *testing.T, r *repotest.Repo, words string) {
	t.Helper()
	counting := stepstest.Counting(t)
	if _, err := attemptAt(t, copyOf(t, r), counting, put("Change", changes)); err != nil {
		t.Fatal(err)
	}
	for i, step := range counting.Trace() {
		if strings.HasPrefix(step, words) {
			if done, err := attemptAt(t, r, stepstest.Stopping(t, i+1, stepstest.None), put("Change", changes)); err == nil && done.Unfinished == nil {
				t.Fatal("the commit is not stopped")
			}
			return
		}
	}
	t.Fatalf("no step begins with %q", words)
}

// While a write goes on, its files are read as the last commit has them, and the hand
// edits of others as they stand.
func TestReadersTakeFilesOnTheirWayFromTheCommit(t *testing.T) {
	for _, step := range []string{"exchange", "rename", "create"} {
		r := site(t, "")
		r.Write("levels/level-1.json", levelText("level-1", 4000))
		writer := openAt(t, r.Dir, nil)
		stoppedAt(t, r, step)
		held, err := writer.lock(context.Background(), "still writing", time.Now().Add(time.Second))
		if err != nil {
			t.Fatal(err)
		}
		w := workingOf(t, openAt(t, r.Dir, nil), ScanAll)
		if got := shown(w.Edits); got != "modified levels/level-1.json (level-1)" || w.Head.Commit.String() != r.Git("rev-parse", "HEAD") {
			t.Errorf("stopped before %s: %s", step, got)
		}
		if err := held.release(); err != nil {
			t.Fatal(err)
		}
	}
}

// A model that is open when another writer is killed finishes its write at the next
// request.
func TestAnOpenModelFinishesAStoppedWrite(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	stoppedAt(t, r, "exchange")
	if w := workingOf(t, m, ScanWatched); len(w.Edits) > 0 {
		t.Errorf("edits: %s", shown(w.Edits))
	}
	if status := r.Status(); status != "" {
		t.Errorf("git status: %q", status)
	}
	if got := r.Git("reflog", "-1", "--format=%gs"); got != "commit: Change" {
		t.Errorf("the reflog ends with %q", got)
	}
}

// What a person did with the files of a stopped write, before it was finished, stays.
func TestHandEditsAfterAStopStay(t *testing.T) {
	r := site(t, "")
	stoppedAt(t, r, "exchange")
	r.Write("architecture/level-0/wall/w-1.json", wallText("w-1", "level-0", 77))
	r.Write("architecture/level-0/wall/w-2.json", wallText("w-2", "level-0", 77))
	r.Write("structure/level-1/column/c-1.json", "by hand")
	m := openAt(t, r.Dir, nil)
	want := " M architecture/level-0/wall/w-1.json\n M structure/level-1/column/c-1.json\n?? architecture/level-0/wall/w-2.json"
	if status := r.Status(); status != want {
		t.Errorf("git status:\n%s\nwant\n%s", status, want)
	}
	for _, path := range []string{"architecture/level-0/wall/w-1.json", "architecture/level-0/wall/w-2.json"} {
		if got := r.Read(path); !strings.Contains(got, "77") {
			t.Errorf("%s holds %q", path, got)
		}
	}
	if w := workingOf(t, m, ScanAll); len(w.Edits) != 3 {
		t.Errorf("edits: %s", shown(w.Edits))
	}
	r.Sound()
}

// A person may take the lock of a stopped write away and go on with git: the files
// are then brought to where the branch is.
func TestGitAfterAStop(t *testing.T) {
	for name, c := range map[string]struct {
		by     func(r *repotest.Repo)
		status string
	}{
		"reset --hard":        {func(r *repotest.Repo) { r.Git("reset", "-q", "--hard") }, ""},
		"taken back":          {func(r *repotest.Repo) { r.Git("reset", "-q", "--hard", "HEAD~1") }, ""},
		"an unrelated commit": {func(r *repotest.Repo) { r.Git("commit", "-q", "--allow-empty", "--only", "-m", "empty") }, ""},
		"another branch": {func(r *repotest.Repo) {
			r.Git("reset", "-q", "--hard", "HEAD~1")
			r.Git("checkout", "-q", "-b", "other")
		}, ""},
		"one file committed": {func(r *repotest.Repo) {
			r.Write("architecture/level-0/wall/w-1.json", wallText("w-1", "level-0", 9))
			r.Git("commit", "-q", "--only", "-m", "one", "architecture/level-0/wall/w-1.json")
		}, ""},
		"something staged": {func(r *repotest.Repo) {
			r.Write("architecture/level-0/wall/w-1.json", wallText("w-1", "level-0", 9))
			r.Git("add", "architecture/level-0/wall/w-1.json")
		}, "M  architecture/level-0/wall/w-1.json"},
	} {
		t.Run(name, func(t *testing.T) {
			r := site(t, "")
			stoppedAt(t, r, "exchange")
			r.Remove(".git/index.lock")
			c.by(r)
			head := r.Git("rev-parse", "HEAD")
			m := openAt(t, r.Dir, nil)
			if now := r.Git("rev-parse", "HEAD"); now != head || r.Status() != c.status {
				t.Errorf("HEAD %s, was %s; git status %q, want %q", now, head, r.Status(), c.status)
			}
			if j, err := journal.Read(m.gitEik()); j != nil || err != nil {
				t.Errorf("the journal is still there, %v", err)
			}
			if left, _ := os.ReadDir(r.Path(".eik/tmp")); len(left) > 0 {
				t.Errorf("staged files are left: %v", left)
			}
			r.Sound()
		})
	}
}

// A journal that cannot be read keeps the model from being opened, and says so.
func TestAnUnreadableJournal(t *testing.T) {
	r := site(t, "")
	commit(t, openAt(t, r.Dir, nil), harmlessChange)
	r.Write(".git/eik/journal", "{\"version\": 99}")
	if _, err := Open(context.Background(), r.Dir, options(nil)); err == nil || !strings.Contains(err.Error(), r.Path(".git/eik/journal")) {
		t.Errorf("%v", err)
	}
}

// Recovery itself may be stopped at every step.
func TestRecoveryStoppedAtEveryStep(t *testing.T) {
	template := site(t, "")
	template.Write("levels/level-1.json", levelText("level-1", 4000))
	stoppedAt(t, template, "exchange")
	counting := stepstest.Counting(t)
	whole, err := open(context.Background(), copyOf(t, template).Dir, options(counting))
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, whole)
	atEveryStep(t, counting.Steps(), func(t *testing.T, n int, loss stepstest.Loss) {
		r := copyOf(t, template)
		stopping := stepstest.Stopping(t, n, loss)
		if _, err := open(context.Background(), r.Dir, options(stopping)); !errors.Is(err, stepstest.ErrStopped) || stopping.LossError() != nil {
			t.Fatal(err, stopping.LossError())
		}
		openAt(t, r.Dir, nil)
		if status := r.Status(); status != " M levels/level-1.json" {
			t.Errorf("before %s: git status: %q", filepath.Base(counting.Trace()[n-1]), status)
		}
		r.Sound()
	})
}
