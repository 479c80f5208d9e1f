package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"

	"github.com/openeik/ekgit/repo"
)

// waitLimit is how long a process waits for another writer, and slack what else it
// takes on a busy machine.
const (
	waitLimit = repo.DefaultLockWait
	slack     = 8 * time.Second
)

// TestManyProcessesOneStopped has two processes write, eight read and a person commit
// by hand in one model, and stops one of the writers in the middle of a write: where it
// holds the lock and has written nothing, and where its files are half in place. The
// readers go on and see no half command; the other writer is told who holds the lock,
// within the limit; once it goes on, the stopped one finishes. In the end the history
// has every acknowledged command once.
func TestManyProcessesOneStopped(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for i := range 8 {
		readers.Go(func() { c.read(ctx, i) })
	}
	var writers sync.WaitGroup
	writers.Go(func() { c.write("small", 8, c.small) })
	writers.Go(func() { c.write("large", 3, c.large) })
	writers.Go(func() { c.commitByHand(4) })
	writers.Wait()
	for _, moment := range []moment{holdingTheLock, halfInPlace} {
		c.stopOne(moment)
	}
	stop()
	readers.Wait()
	c.checkAll()
	t.Logf("%d commands acknowledged, %d commits by hand (%d tries), %d answers to readers, the slowest %v; beside a stopped writer another one waited %v, a reader at most %v",
		len(c.acked), c.diary, c.handTries, c.answers.Load(), c.slowest(), c.waited, c.besideStopped)
}

// moment is a point in a write at which it is stopped.
type moment struct {
	name  string
	watch string // the folder in which its sign appears
	sign  func(c *crowd, pid int, event fsnotify.Event) bool
}

var holdingTheLock = moment{"holding the lock", ".eik", func(c *crowd, pid int, event fsnotify.Event) bool {
	h := c.holder()
	return filepath.Base(event.Name) == "lock" && h.PID == pid && strings.HasPrefix(h.Purpose, "execute")
}}

var halfInPlace = moment{"half in place", ".git/eik", func(_ *crowd, _ int, event fsnotify.Event) bool {
	return filepath.Base(event.Name) == "journal" && event.Has(fsnotify.Create)
}}

func (c *crowd) holder() (h repo.Holder) {
	if json.Unmarshal([]byte(c.r.Read(".eik/lock")), &h) != nil {
		return repo.Holder{}
	}
	return h
}

// stopOne stops a writer at a moment, looks at what the others meet, and lets it go on.
func (c *crowd) stopOne(at moment) {
	c.Helper()
	id, victim, out := c.caught(at)
	answers := c.answers.Load()
	c.longest.Store(0)
	c.refusedWhileStopped(victim.Process.Pid)
	if c.answers.Load() == answers {
		c.Errorf("%s: no reader had an answer", at.name)
	}
	if c.besideStopped = max(c.besideStopped, c.slowest()); c.besideStopped > waitLimit {
		c.Errorf("%s: a reader waited %v", at.name, c.besideStopped)
	}
	byHand, err := c.r.Try("commit", "-q", "--allow-empty", "-m", "Beside it")
	if gitHasIt := at.name == holdingTheLock.name && err == nil; !gitHasIt && !strings.Contains(byHand, "index.lock") {
		c.Errorf("%s: a commit by hand: %v, %s", at.name, err, byHand)
	}
	before := c.r.Git("rev-parse", "HEAD")
	if at.name == holdingTheLock.name { // git moves a branch without the lock of the index, too
		c.diary++
		before = c.r.Git("commit-tree", "-p", "HEAD", "-m", fmt.Sprintf("Page %d", c.diary), "HEAD^{tree}")
		c.r.Git("update-ref", "refs/heads/main", before, "HEAD")
	}
	edited := ""
	if at.name == halfInPlace.name {
		edited = c.editUnderway(id)
	}
	c.goesOn(id, victim, out, at)
	if _, err := c.r.Try("merge-base", "--is-ancestor", before, "HEAD"); err != nil {
		c.Errorf("%s: %s is lost", at.name, before)
	}
	if edited != "" {
		c.editStands(edited)
	}
	c.write("small", 1, c.small)
	c.commitByHand(1)
}

// editUnderway edits by hand a file that the stopped writer has not put in place yet.
func (c *crowd) editUnderway(id string) string {
	c.Helper()
	round := strings.TrimPrefix(id, "large-")
	for _, path := range lines(c.r.Git("ls-files", "architecture/*/wall/*.json")) {
		if text := c.r.Read(path); !strings.Contains(text, `"Round": `+round+"\n") {
			c.r.Write(path, strings.Replace(text, "\n}\n", ",\n  \"note\": \"By hand\"\n}\n", 1))
			return path
		}
	}
	c.Logf("%s had put every file in place", id)
	return ""
}

// editStands holds that an edit made in the middle of a write is there, seen and not
// committed; then it is taken back.
func (c *crowd) editStands(path string) {
	c.Helper()
	if text := c.r.Read(path); !strings.Contains(text, "By hand") {
		c.Errorf("the edit of %s made beside the write is lost: %s", path, text)
	}
	if status := c.r.Status(); !strings.Contains(status, " M "+path) {
		c.Errorf("git status does not show the edit of %s:\n%s", path, status)
	}
	c.r.Git("checkout", "-q", "--", path)
}

// goesOn lets a stopped writer go on, which has to finish.
func (c *crowd) goesOn(id string, victim *exec.Cmd, out *strings.Builder, at moment) {
	c.Helper()
	if err := victim.Process.Signal(unix.SIGCONT); err != nil {
		c.Fatal(err)
	}
	if err := victim.Wait(); err != nil {
		c.Fatalf("%s: the stopped writer ended with %v: %s", at.name, err, out)
	}
	var e envelope
	if err := json.Unmarshal([]byte(out.String()), &e); err != nil || !c.took(id, e) {
		c.Fatalf("%s: the stopped writer answered %s", at.name, out)
	}
}

// caught starts writers until one is stopped at the moment and holds the lock then.
func (c *crowd) caught(at moment) (string, *exec.Cmd, *strings.Builder) {
	c.Helper()
	for range 50 {
		n := c.count.Add(1)
		id, text := fmt.Sprintf("large-%d", n), c.large(n)
		cmd, out := exec.Command(program, "request", c.r.Dir, text), &strings.Builder{}
		cmd.Stdout = out
		if c.startedAndStopped(cmd, at) {
			return id, cmd, out
		}
		var e envelope
		if err := json.Unmarshal([]byte(out.String()), &e); err != nil || !c.took(id, e) {
			c.Fatalf("%s answered %s", id, out)
		}
	}
	c.Fatalf("no writer was stopped %s", at.name)
	return "", nil, nil
}

// startedAndStopped starts a writer and stops it at the moment. It answers false where
// the writer had ended, or given the lock back, before it stood still.
func (c *crowd) startedAndStopped(cmd *exec.Cmd, at moment) bool {
	c.Helper()
	notes, err := fsnotify.NewWatcher()
	if err != nil {
		c.Fatal(err)
	}
	defer notes.Close()
	if err := errors.Join(notes.Add(c.r.Path(at.watch)), cmd.Start()); err != nil {
		c.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- waitStopped(cmd.Process.Pid) }()
	for {
		select {
		case event := <-notes.Events:
			if at.sign(c, cmd.Process.Pid, event) {
				_ = cmd.Process.Signal(unix.SIGSTOP)
				at.sign = func(*crowd, int, fsnotify.Event) bool { return false }
			}
		case err := <-ended:
			if err == nil && c.locked() {
				return true
			}
			_ = cmd.Process.Signal(unix.SIGCONT)
			if err := cmd.Wait(); err != nil {
				c.Fatal(err)
			}
			return false
		}
	}
}

var errEnded = errors.New("the process has ended")

// waitStopped waits until a child of this process is stopped. It leaves it to be waited
// for.
func waitStopped(pid int) error {
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err == nil && info.Code != 5 { // CLD_STOPPED
			return errEnded
		}
		return err
	}
}

// locked tells whether a process holds the host's lock.
func (c *crowd) locked() bool {
	c.Helper()
	file, err := os.Open(c.r.Path(".eik/lock"))
	if err != nil {
		c.Fatal(err)
	}
	defer file.Close()
	return errors.Is(unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK)
}

// refusedWhileStopped sends a write while another process holds the lock and does not
// give it back.
func (c *crowd) refusedWhileStopped(pid int) {
	c.Helper()
	host, err := os.Hostname()
	if err != nil {
		c.Fatal(err)
	}
	begin := time.Now()
	e := c.send(c.small(c.count.Add(1)))
	waited := time.Since(begin)
	c.waited = append(c.waited, waited.Round(time.Millisecond))
	if e.OK || e.Error.Code != "locked" || waited > waitLimit+slack {
		c.Errorf("beside a stopped writer a write answers %+v after %v", e, waited)
	}
	for _, part := range []string{fmt.Sprintf("process %d on %s", pid, host), "since 20", "execute set_properties", "Nothing was changed"} {
		if !strings.Contains(e.Error.Message, part) {
			c.Errorf("the message %q does not say %q", e.Error.Message, part)
		}
	}
}
