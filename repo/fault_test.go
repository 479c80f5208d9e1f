package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
	"github.com/openeik/ekgit/repo/repotest"
)

// afterFault checks a repository in which a commit of changes failed for want of
// space, or was left unfinished, and that everything is well once there is space.
func afterFault(t *testing.T, at string, r *repotest.Repo, old string, done *Committed, err error) {
	t.Helper()
	var full *NoSpaceError
	if err != nil && (!errors.As(err, &full) || r.Git("rev-parse", "HEAD") != old) {
		t.Errorf("%s: %v, want a NoSpaceError and HEAD at %s", at, err, old)
	}
	if done != nil && (done.Unfinished != nil && !errors.As(done.Unfinished, &full) || r.Git("rev-parse", "HEAD") != done.Commit.String()) {
		t.Errorf("%s: committed %s, unfinished %v", at, done.Commit, done.Unfinished)
	}
	if got := r.Read("levels/level-1.json"); got != levelText("level-1", 4000) {
		t.Errorf("%s: the hand edit is %q", at, got)
	}
}

// withSpace checks that the next write goes through and leaves nothing behind.
func withSpace(t *testing.T, at string, r *repotest.Repo) {
	t.Helper()
	m := openAt(t, r.Dir, nil)
	commit(t, m, put("With space again", map[string]string{"docs/b.md": "b"}))
	if status := r.Status(); status != " M levels/level-1.json" {
		t.Errorf("%s: git status: %q", at, status)
	}
	r.Sound()
}

// The disk may be full at every step: either the commit is refused and nothing
// changed, or it is made, readers see all of it, and it is finished later.
func TestDiskFullAtEveryStep(t *testing.T) {
	template := site(t, "")
	template.Write("levels/level-1.json", levelText("level-1", 4000))
	old := template.Git("rev-parse", "HEAD")
	change := map[string]string{"architecture/level-0/wall/w-1.json": "{}\n", "architecture/level-0/wall/w-2.json": "-", "docs/a.md": "a"}
	counting := stepstest.Counting(t)
	if _, err := attemptAt(t, copyOf(t, template), counting, put("Change", change)); err != nil {
		t.Fatal(err)
	}
	unfinished := 0
	for n := 1; n <= counting.Steps(); n++ {
		t.Run(fmt.Sprintf("from step %d", n), func(t *testing.T) {
			r := copyOf(t, template)
			m, err := open(context.Background(), r.Dir, options(stepstest.Full(t, n)))
			if err != nil {
				t.Fatal(err)
			}
			closeAfter(t, m)
			done, err := m.Commit(context.Background(), put("Change", change))
			at := "full from " + strings.ReplaceAll(counting.Trace()[n-1], template.Dir, "")
			afterFault(t, at, r, old, done, err)
			if done != nil && done.Unfinished != nil {
				unfinished++
			}
			w := workingOf(t, m, ScanAll)
			if got := shown(w.Edits); got != "modified levels/level-1.json (level-1)" || w.Head.Commit.String() != r.Git("rev-parse", "HEAD") {
				t.Errorf("%s: a reader sees %s", at, got)
			}
			withSpace(t, at, r)
		})
	}
	if unfinished == 0 {
		t.Error("no commit was left unfinished: the steps after the branch has moved were not reached")
	}
}

// disk answers a file system of a few megabytes for the test alone, and how to mount
// it anew with options. Where the machine gives none the answer is false.
func disk(t *testing.T) (dir string, remount func(options string), ok bool) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if exec.Command("mount", "-t", "tmpfs", "-o", "size=3m", "ekgit-test", dir).Run() != nil {
		return dir, nil, false
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return dir, func(options string) {
		if out, err := exec.Command("mount", "-o", "remount,"+options, dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}, true
}

// unwritableFS is a file system that refuses everything.
type unwritableFS struct {
	steps.FS
	err error
}

func (f unwritableFS) Create(name string, _ fs.FileMode) (steps.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
}
func (f unwritableFS) Mkdir(name string, _ fs.FileMode) error {
	return &fs.PathError{Op: "mkdir", Path: name, Err: f.err}
}
func (f unwritableFS) Link(a, b string) error {
	return &os.LinkError{Op: "link", Old: a, New: b, Err: f.err}
}

// On a real disk that runs full the same holds, whatever space is left. Where no
// such disk can be mounted, a file system that refuses stands for it.
func TestARealFullDisk(t *testing.T) {
	dir, _, real := disk(t)
	template := site(t, "")
	template.Write("levels/level-1.json", levelText("level-1", 4000))
	old := template.Git("rev-parse", "HEAD")
	var refused, made int
	for n, left := range []int64{0, 4 << 10, 12 << 10, 24 << 10, 40 << 10, 64 << 10, 96 << 10, 512 << 10} {
		work := filepath.Join(dir, fmt.Sprint(n))
		if err := os.CopyFS(work, os.DirFS(template.Dir)); err != nil {
			t.Fatal(err)
		}
		r := repotest.In(t, work)
		opt := options(nil)
		if real {
			fill(t, dir, left)
		} else if left < 64<<10 {
			opt.FS = unwritableFS{steps.OS, syscall.ENOSPC}
		}
		m := openWith(t, work, opt)
		done, err := m.Commit(context.Background(), put("Change", map[string]string{"architecture/level-0/wall/w-1.json": "{}\n", "docs/a.md": strings.Repeat("a", 9000)}))
		if err != nil {
			refused++
		} else {
			made++
		}
		at := fmt.Sprintf("%d bytes left", left)
		if err := os.RemoveAll(filepath.Join(dir, "ballast")); err != nil {
			t.Fatal(err)
		}
		afterFault(t, at, r, old, done, err)
		withSpace(t, at, r)
		if err := os.RemoveAll(work); err != nil {
			t.Fatal(err)
		}
	}
	if refused == 0 || made == 0 {
		t.Errorf("%d commits were refused, %d made; want some of both", refused, made)
	}
}

// fill fills a disk up to a number of bytes.
func fill(t *testing.T, dir string, left int64) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	info, err := f.Stat()
	if err == nil {
		err = f.Truncate(max(0, info.Size()-left))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A model on a file system that cannot be written is read as any other.
func TestReadOnly(t *testing.T) {
	dir, remount, real := disk(t)
	template := site(t, "")
	work := filepath.Join(dir, "work")
	if err := os.CopyFS(work, os.DirFS(template.Dir)); err != nil {
		t.Fatal(err)
	}
	opt := options(unwritableFS{steps.OS, syscall.EROFS})
	if real {
		opt = options(nil)
		remount("ro")
	}
	m := openWith(t, work, opt)
	if w := workingOf(t, m, ScanWatched); len(w.Edits) > 0 || w.Snapshot.Total() != 5 {
		t.Errorf("read only: %s", shown(w.Edits))
	}
	var readOnly *ReadOnlyError
	if _, err := m.Commit(context.Background(), put("Change", changes)); !errors.As(err, &readOnly) || !strings.Contains(err.Error(), "writable") {
		t.Errorf("%v, want a ReadOnlyError", err)
	}
	if real {
		remount("rw")
	}
	m = openWith(t, work, options(nil))
	commit(t, m, put("Change", changes))

	if !real {
		return
	}
	// A write that was stopped, on a disk that then cannot be written, is seen whole.
	var done *Committed
	t.Run("a stopped write", func(t *testing.T) {
		stopped := openWith(t, work, options(stepstest.Stopping(t, stepsToBranch(t, template), stepstest.None)))
		var err error
		done, err = stopped.Commit(context.Background(), put("Stopped", map[string]string{"architecture/level-1/wall/w-2.json": "{}\n"}))
		if err != nil || done.Unfinished == nil {
			t.Fatalf("%+v, %v: want a commit that is not finished", done, err)
		}
	})
	remount("ro")
	if w := workingOf(t, openWith(t, work, options(nil)), ScanAll); len(w.Edits) > 0 || w.Head.Commit != done.Commit {
		t.Errorf("a stopped write shows as %s", shown(w.Edits))
	}
	remount("rw")
}

// stepsToBranch answers the first step after the one that moves the branch.
func stepsToBranch(t *testing.T, template *repotest.Repo) int {
	t.Helper()
	r := copyOf(t, template)
	commit(t, openAt(t, r.Dir, nil), put("Change", changes))
	counting := stepstest.Counting(t)
	commit(t, openAt(t, r.Dir, counting), put("Stopped", map[string]string{"architecture/level-1/wall/w-2.json": "{}\n"}))
	for i, step := range counting.Trace() {
		if strings.HasPrefix(step, "exchange") {
			return i + 1
		}
	}
	t.Fatal("no step exchanges a file")
	return 0
}

// A commit's time is the clock's, whatever the commit before says.
func TestClockMayGoBack(t *testing.T) {
	r := site(t, "")
	opt := options(nil)
	opt.Clock = func() time.Time { return time.Unix(1_000_000_000, 0).UTC() }
	done := commit(t, openWith(t, r.Dir, opt), put("Earlier", changes))
	if got := r.Git("log", "-1", "--format=%at"); got != "1000000000" || done.Head.Sequence != 2 {
		t.Errorf("committed at %s, sequence %d", got, done.Head.Sequence)
	}
	r.Sound()
}
