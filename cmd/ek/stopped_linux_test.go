package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"

	"github.com/openeik/ekgit/repo"
	"github.com/openeik/ekgit/repo/repotest"
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

// crowd is a model that many work on.
type crowd struct {
	*testing.T
	r      *repotest.Repo
	status string // of the hand edit that stands
	count  atomic.Int64

	mu        sync.Mutex
	acked     map[string]string // request id -> commit
	diary     int               // commits by hand
	handTries int

	answers       atomic.Int64
	longest       atomic.Int64 // nanoseconds that a reader waited
	waited        []time.Duration
	besideStopped time.Duration
}

func newCrowd(t *testing.T) *crowd {
	r := repotest.New(t)
	if made := ek(t, r.Dir, "generate", r.Dir, "--storeys", "3"); made.code != 0 {
		t.Fatal(made.err)
	}
	c := &crowd{T: t, r: r, acked: map[string]string{}}
	r.Write("groups/diary.json", diaryPage(0))
	r.Git("add", "groups/diary.json")
	r.Git("commit", "-q", "-m", "Begin a diary")
	for _, command := range []func(n int64) string{c.small, c.large} {
		if e := request(t, r.Dir, command(0)); !e.OK {
			t.Fatalf("%+v", e.Error)
		}
	}
	r.Write("materials/brick.json", strings.Replace(r.Read("materials/brick.json"), `"name": "`, `"name": "Red `, 1))
	c.status = r.Status()
	return c
}

func diaryPage(n int) string {
	return fmt.Sprintf("{\n  \"id\": \"diary\",\n  \"category\": \"group\",\n  \"name\": \"Page %d\",\n  \"kind\": \"assembly\"\n}\n", n)
}

// small is a request that writes its number into two records, large one that writes it
// into every wall.
func (c *crowd) small(n int64) string {
	return fmt.Sprintf(`{"action": "execute", "requestId": "small-%d", "commands": [{"command": "update", "id": ["grid-1", "grid-2"], "set": {"note": "%[1]d"}}], "confirm": {"records": 2, "deletes": 0}}`, n)
}

func (c *crowd) large(n int64) string {
	request := fmt.Sprintf(`{"action": "execute", "requestId": "large-%d", "commands": [{"command": "set_properties", "filter": {"categories": ["wall"]}, "properties": {"Survey": {"Round": %[1]d}}}]`, n)
	var e struct {
		Data struct{ Total int }
	}
	walls := ek(c, c.r.Dir, "request", c.r.Dir, `{"action": "read", "filter": {"categories": ["wall"]}, "limit": 1}`)
	if err := json.Unmarshal([]byte(walls.out), &e); err != nil {
		c.Error(err)
	}
	return fmt.Sprintf(`%s, "confirm": {"records": %d, "deletes": 0}}`, request, e.Data.Total)
}

// write sends requests, each by a process of its own, and again where the lock could
// not be had.
func (c *crowd) write(kind string, times int, request func(n int64) string) {
	for range times {
		n := c.count.Add(1)
		text := request(n)
		for e := c.send(text); !c.took(fmt.Sprintf("%s-%d", kind, n), e); e = c.send(text) {
			if c.Failed() {
				return
			}
		}
	}
}

func (c *crowd) send(text string) envelope {
	return ek(c, c.r.Dir, "request", c.r.Dir, text).answer(c)
}

// took notes an answer to a write, and tells whether it was carried out.
func (c *crowd) took(id string, e envelope) bool {
	var data struct{ Commit string }
	if e.OK && json.Unmarshal(e.Data, &data) == nil && data.Commit != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acked[id] = data.Commit
		return true
	}
	if e.Error.Code != "locked" {
		c.Errorf("%s: %+v", id, e.Error)
	}
	return false
}

// commitByHand writes pages of the diary and commits each with git, again and again
// where git finds its lock taken.
func (c *crowd) commitByHand(times int) {
	for range times {
		c.r.Write("groups/diary.json", diaryPage(c.diary+1))
		for {
			c.handTries++
			out, err := c.r.Try("commit", "-q", "-m", fmt.Sprintf("Page %d", c.diary+1), "--", "groups/diary.json")
			if err == nil {
				break
			}
			if !strings.Contains(out, "index.lock") {
				c.Errorf("git commit: %v\n%s", err, out)
				return
			}
		}
		c.diary++
	}
}

// read asks until it is called off, half of the readers one server, the others a
// process for each question, and holds that no answer shows half a command.
func (c *crowd) read(ctx context.Context, i int) {
	ask := func(name string, arguments map[string]any) (json.RawMessage, error) {
		arguments["action"] = name
		text, err := json.Marshal(arguments)
		if err != nil {
			return nil, err
		}
		out, err := exec.Command(program, "request", c.r.Dir, string(text)).Output()
		var e envelope
		return e.Data, errors.Join(err, json.Unmarshal(out, &e), noData(&e))
	}
	if i%2 == 0 {
		s := serve(c, c.r.Dir)
		ask = func(name string, arguments map[string]any) (json.RawMessage, error) {
			result, err := s.tool(name, arguments)
			if err == nil && result.IsError {
				err = errors.New(string(result.StructuredContent))
			}
			return result.StructuredContent, err
		}
	}
	for ctx.Err() == nil {
		for _, question := range []map[string]any{
			{"filter": map[string]any{"categories": []string{"wall"}}, "groupBy": []string{"properties.Survey.Round"}},
			{"filter": map[string]any{"ids": []string{"grid-1", "grid-2"}}, "groupBy": []string{"note"}},
		} {
			begin := time.Now()
			text, err := ask("query", question)
			var rows struct{ Rows [][]any }
			if err = errors.Join(err, json.Unmarshal(text, &rows)); err != nil || len(rows.Rows) != 1 {
				c.Errorf("reader %d: half a command: %s, %v", i, text, err)
				return
			}
			c.answers.Add(1)
			c.longest.Store(max(c.longest.Load(), int64(time.Since(begin))))
		}
	}
}

func noData(e *envelope) error {
	if !e.OK {
		return fmt.Errorf("%s: %s", e.Error.Code, e.Error.Message)
	}
	return nil
}

func (c *crowd) slowest() time.Duration {
	return time.Duration(c.longest.Load()).Round(time.Millisecond)
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
	if _, err := c.r.Try("merge-base", "--is-ancestor", before, "HEAD"); err != nil {
		c.Errorf("%s: %s is lost", at.name, before)
	}
	c.write("small", 1, c.small)
	c.commitByHand(1)
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

// checkAll looks at the repository in the end.
func (c *crowd) checkAll() {
	c.Helper()
	c.r.Sound()
	if status := c.r.Status(); status != c.status {
		c.Errorf("git status:\n%s\nwant\n%s", status, c.status)
	}
	if e := ek(c, c.r.Dir, "validate", "--json"); e.code != 0 {
		c.Errorf("validate exits with %d: %s%s", e.code, e.out, e.err)
	}
	times, pages := map[string]int{}, []string{}
	for _, line := range lines(c.r.Git("log", "--reverse", "--format=%s|%H|%(trailers:key=Eik-Request,valueonly,separator=)")) {
		part := strings.Split(line, "|")
		if id, _, ok := strings.Cut(part[2], " "); ok {
			times[id]++
			if commit := c.acked[id]; commit != "" && commit != part[1] {
				c.Errorf("%s was acknowledged as %s, the history has %s", id, commit, part[1])
			}
		}
		if strings.HasPrefix(part[0], "Page ") {
			pages = append(pages, part[0])
		}
	}
	for id := range c.acked {
		if times[id] != 1 {
			c.Errorf("the history has %s %d times", id, times[id])
		}
	}
	for id, n := range times {
		if c.acked[id] == "" && !strings.HasSuffix(id, "-0") && (strings.HasPrefix(id, "small-") || strings.HasPrefix(id, "large-")) {
			c.Errorf("the history has %s %d times, which was refused", id, n)
		}
	}
	want := make([]string, c.diary)
	for i := range want {
		want[i] = fmt.Sprintf("Page %d", i+1)
	}
	if !slices.Equal(pages, want) {
		c.Errorf("the diary is %v, want %v", pages, want)
	}
}
