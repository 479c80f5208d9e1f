package repo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// TestMain lets the test binary be another process that writes the same model.
func TestMain(m *testing.M) {
	if role := os.Getenv("EKGIT_TEST_ROLE"); role != "" {
		if err := play(role, os.Args[len(os.Args)-1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	for _, dir := range leave {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// play is what another process does: "hold" takes the lock and keeps it until it
// reads a line, "count" makes 15 commits, "stream" makes them until it is killed.
// What is acknowledged it prints.
func play(role, dir string) error {
	ctx := context.Background()
	opt := options(nil)
	opt.LockWait = time.Minute
	m, err := Open(ctx, dir, opt)
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }()
	who := fmt.Sprintf("p%d", os.Getpid())
	for i := 0; role == "stream" || role == "count" && i < 15 || i == 0; i++ {
		req := put(fmt.Sprintf("Commit %d of %s", i, who), map[string]string{
			"architecture/level-0/wall/" + who + ".json":                     wallText(who, "level-0", i+1),
			fmt.Sprintf("architecture/level-0/wall/%s-%d.json", who, i%5):    wallText(fmt.Sprintf("%s-%d", who, i%5), "level-0", i+1),
			fmt.Sprintf("architecture/level-1/wall/%s-%d.json", who, i%5+10): wallText(fmt.Sprintf("%s-%d", who, i%5+10), "level-1", i+1),
		})
		req.Purpose = "play " + role
		if plan := req.Plan; role == "hold" {
			req.Plan = func(ctx context.Context, base Base) (*Plan, error) {
				fmt.Println("holding")
				if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
					return nil, err
				}
				return plan(ctx, base)
			}
		}
		done, err := m.Commit(ctx, req)
		if err != nil {
			return err
		}
		if done.Unfinished != nil {
			return done.Unfinished
		}
		fmt.Println(done.Commit)
	}
	return nil
}

// process is another process that plays a role.
type process struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
	err *strings.Builder
}

func startProcess(t *testing.T, role, dir string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], dir), err: &strings.Builder{}}
	p.Env = append(os.Environ(), "EKGIT_TEST_ROLE="+role)
	p.Stderr = p.err
	var err error
	if p.in, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewScanner(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// lines answers what the process prints until it ends.
func (p *process) lines() (lines []string) {
	for p.out.Scan() {
		lines = append(lines, p.out.Text())
	}
	return lines
}

// A writer that was stopped in the middle of a write keeps others waiting no longer
// than the limit, and they say who it is. Readers do not wait at all.
func TestAStoppedWriterIsNamed(t *testing.T) {
	r := site(t, "")
	p := startProcess(t, "hold", r.Dir)
	if !p.out.Scan() || p.out.Text() != "holding" {
		t.Fatalf("the other process says %q, %s", p.out.Text(), p.err)
	}
	if err := p.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	m := openAt(t, r.Dir, nil)
	start := time.Now()
	var locked *LockedError
	_, err := m.Commit(context.Background(), harmlessChange)
	waited := time.Since(start)
	if !errors.As(err, &locked) || locked.Holder.PID != p.Process.Pid || locked.Holder.Purpose != "play hold" || !strings.Contains(err.Error(), fmt.Sprint(p.Process.Pid)) {
		t.Errorf("%v, want a LockedError that names process %d", err, p.Process.Pid)
	}
	if limit := options(nil).LockWait; waited < limit || waited > limit+5*time.Second {
		t.Errorf("waited %v, the limit is %v", waited, limit)
	}
	if w := workingOf(t, m, ScanAll); len(w.Edits) > 0 || w.Snapshot.Total() != 5 {
		t.Errorf("a reader sees %s", shown(w.Edits))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Commit(ctx, harmlessChange); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait: %v", err)
	}
	if err := p.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(p.in, "go on")
	if lines := p.lines(); len(lines) != 1 || p.Wait() != nil {
		t.Errorf("the other process says %q, %s", lines, p.err)
	}
	commit(t, m, harmlessChange)
	if r.Git("rev-list", "--count", "HEAD") != "3" || r.Status() != "" {
		t.Errorf("status %q", r.Status())
	}
}

// A lock whose file was removed, as git clean does, locks nobody out and lets nobody
// in beside the one who takes it anew.
func TestARemovedLockIsTakenAnew(t *testing.T) {
	r := site(t, "")
	m, other := openAt(t, r.Dir, nil), openAt(t, r.Dir, nil)
	held, err := m.lock(context.Background(), "first", time.Now().Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.lock(context.Background(), "second", time.Now()); err == nil {
		t.Error("two hold the lock")
	}
	r.Git("clean", "-qfdx")
	// The git directory's own lock still keeps the second out.
	var locked *LockedError
	if _, err := other.lock(context.Background(), "second", time.Now().Add(50*time.Millisecond)); !errors.As(err, &locked) || locked.Holder.Purpose != "first" {
		t.Errorf("after git clean: %v", err)
	}
	if err := held.release(); err != nil {
		t.Fatal(err)
	}
	again, err := other.lock(context.Background(), "second", time.Now().Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if err := again.release(); err != nil {
		t.Fatal(err)
	}
	if status := r.Status(); status != "" {
		t.Errorf("git status: %q", status)
	}
}

func TestGitsOwnLockIsRespected(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	commit(t, m, harmlessChange)
	r.Write(".git/index.lock", "")
	var locked *LockedError
	if err := refused(t, r, m, put("Change", changes)); !errors.As(err, &locked) || !strings.Contains(err.Error(), "another git program holds "+r.Path(".git/index.lock")) {
		t.Errorf("%v", err)
	}
	r.Remove(".git/index.lock")
	commit(t, m, put("Change", changes))
}

// Two models in one work tree share its index and branch, and take turns.
func TestTwoModelsInOneWorkTree(t *testing.T) {
	r := site(t, "a")
	r.Write("b/eik.json", manifest)
	r.Commit("second model")
	a, b := openAt(t, r.Path("a"), nil), openAt(t, r.Path("b"), nil)
	var wait sync.WaitGroup
	for _, m := range []*Model{a, b} {
		m.opt.LockWait = time.Minute
		wait.Go(func() {
			for i := range 10 {
				if done, err := m.Commit(context.Background(), put("Change", map[string]string{"docs/n.md": fmt.Sprint(i)})); err != nil || done.Unfinished != nil {
					t.Error(err, done)
				}
			}
		})
	}
	wait.Wait()
	if got := r.Git("rev-list", "--count", "HEAD"); got != "22" || r.Status() != "" {
		t.Errorf("%s commits, status %q", got, r.Status())
	}
	r.Sound()
}

// A branch that moves while a commit is planned is planned on again.
func TestPlannedAgainWhereTheBranchMoved(t *testing.T) {
	r := site(t, "")
	r.Git("branch", "other")
	m := openAt(t, r.Dir, nil)
	var bases []Hash
	done := commit(t, m, CommitRequest{Author: ada, Plan: func(_ context.Context, base Base) (*Plan, error) {
		if bases = append(bases, base.Head.Commit); len(bases) < 3 {
			tree := r.Git("rev-parse", "HEAD^{tree}")
			r.Git("update-ref", "refs/heads/main", r.Git("commit-tree", "-p", "HEAD", "-m", "beside", tree))
		}
		return &Plan{Subject: "Planned", Files: []FileChange{{Path: "docs/a.md", Data: []byte("a")}}}, nil
	}})
	if len(bases) != 3 || done.Head.Sequence != 4 || r.Git("rev-list", "--count", "HEAD") != "4" || r.Status() != "" {
		t.Errorf("planned on %v, sequence %d, status %q", bases, done.Head.Sequence, r.Status())
	}
	moves := CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) {
		r.Git("update-ref", "refs/heads/main", r.Git("commit-tree", "-p", "HEAD", "-m", "beside", r.Git("rev-parse", "HEAD^{tree}")))
		return &Plan{Subject: "Planned", Files: []FileChange{{Path: "docs/b.md", Data: []byte("b")}}}, nil
	}}
	if _, err := m.Commit(context.Background(), moves); err == nil || !strings.Contains(err.Error(), "moved 10 times") {
		t.Errorf("a branch that never rests: %v", err)
	}
	switches := CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) {
		r.Git("symbolic-ref", "HEAD", "refs/heads/other")
		return &Plan{Subject: "Planned", Files: []FileChange{{Path: "docs/b.md", Data: []byte("b")}}}, nil
	}}
	if _, err := m.Commit(context.Background(), switches); err != nil {
		var conflict *ConflictError
		if !errors.As(err, &conflict) && !strings.Contains(err.Error(), "docs") {
			t.Errorf("HEAD switched away: %v", err)
		}
	}
	if left, _ := filepath.Glob(r.Path(".git/*.lock")); len(left) > 0 {
		t.Errorf("locks are left: %q", left)
	}
	r.Sound()
}

// Two processes write, eight goroutines read, and a person commits by hand: nothing
// is lost, no reader sees half a commit.
func TestWritersReadersAndAPerson(t *testing.T) {
	r := site(t, "")
	writers := []*process{startProcess(t, "count", r.Dir), startProcess(t, "count", r.Dir)}
	ctx, cancel := context.WithCancel(context.Background())
	var readers sync.WaitGroup
	for i := range 8 {
		m := openAt(t, r.Dir, nil)
		readers.Go(func() { readOn(ctx, t, m, []Scan{ScanWatched, ScanAll}[i%2]) })
	}
	person := repotest.In(t, r.Dir)
	byHand := 0
	var written sync.WaitGroup
	acknowledged := make([][]string, len(writers))
	for i, p := range writers {
		written.Go(func() { acknowledged[i] = p.lines() })
	}
	ended := make(chan struct{})
	go func() {
		written.Wait()
		close(ended)
	}()
	for writing := true; writing || byHand == 0; {
		select {
		case <-ended:
			writing = false
		default:
		}
		person.Write("levels/level-1.json", levelText("level-1", byHand))
		if _, err := person.Try("commit", "-q", "-m", "by hand", "levels/level-1.json"); err == nil {
			byHand++
		}
	}
	cancel()
	readers.Wait()
	for i, p := range writers {
		if err := p.Wait(); err != nil || len(acknowledged[i]) != 15 {
			t.Errorf("a writer made %d commits, %v: %s", len(acknowledged[i]), err, p.err)
		}
		for _, commit := range acknowledged[i] {
			r.Git("merge-base", "--is-ancestor", commit, "HEAD")
		}
	}
	if got := r.Git("rev-list", "--count", "--first-parent", "HEAD"); got != fmt.Sprint(1+30+byHand) {
		t.Errorf("%s commits, want 1 + 30 + %d", got, byHand)
	}
	r.Git("checkout", "-q", "levels/level-1.json")
	if status := r.Status(); status != "" {
		t.Errorf("git status: %q", status)
	}
	r.Sound()
}

// readOn reads until ctx ends. Only level-1 is edited by hand.
func readOn(ctx context.Context, t *testing.T, m *Model, scan Scan) {
	for n := 0; ctx.Err() == nil || n == 0; n++ {
		w, err := m.Working(context.Background(), WorkingOptions{Scan: scan})
		if err != nil {
			t.Error(err)
			return
		}
		for _, e := range w.Edits {
			if e.ID != "level-1" {
				t.Errorf("a reader sees half a commit: %s", shown(w.Edits))
				return
			}
		}
	}
}

// A process that writes is killed at any moment: what it acknowledged is there, and
// everything is whole.
func TestKilledAtRandomMoments(t *testing.T) {
	r := site(t, "")
	r.Write("levels/level-1.json", levelText("level-1", 77))
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 25 {
		p := startProcess(t, "stream", r.Dir)
		var acknowledged []string
		for range 1 + random.IntN(4) {
			if p.out.Scan() {
				acknowledged = append(acknowledged, p.out.Text())
			}
		}
		<-time.After(time.Duration(random.IntN(20_000)) * time.Microsecond)
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		acknowledged = append(acknowledged, p.lines()...)
		if err := p.Wait(); err == nil || len(acknowledged) == 0 {
			t.Fatalf("round %d: not killed, or nothing was written: %s", round, p.err)
		}
		m := openAt(t, r.Dir, nil)
		if status := r.Status(); status != " M levels/level-1.json" {
			t.Fatalf("round %d: git status: %q", round, status)
		}
		r.Sound()
		for _, commit := range acknowledged {
			if len(commit) == 40 {
				r.Git("merge-base", "--is-ancestor", commit, "HEAD")
			}
		}
		if w := workingOf(t, m, ScanAll); shown(w.Edits) != "modified levels/level-1.json (level-1)" {
			t.Fatalf("round %d: edits %s", round, shown(w.Edits))
		}
		if lost := r.Git("for-each-ref", "--format=%(objectname)"); lost != r.Git("rev-parse", "HEAD") {
			t.Fatalf("round %d: refs %s", round, lost)
		}
	}
}
