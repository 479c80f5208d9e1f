//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// The kills of a run, and what makes its moments: EKGIT_KILLS and EKGIT_SEED name
// others.
const kills = 20

// TestKilledAtRandomMoments sends a stream of commands to the real program, now each
// to a process of its own, now all to one server, and kills it at random moments. After
// each kill the model opens and checks, git finds nothing wrong, every command is there
// that was acknowledged and none of them by half, and the hand edits stand.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	n, seed := setting(t, "EKGIT_KILLS", kills), setting(t, "EKGIT_SEED", int(time.Now().UnixNano()%1_000_000))
	t.Logf("%d kills, EKGIT_SEED=%d", n, seed)
	s := newStream(t, rand.New(rand.NewPCG(uint64(seed), 0)))
	for s.killed < n && !t.Failed() {
		if s.random.IntN(3) == 0 {
			s.killServer()
		} else {
			s.killProcess()
		}
		if s.random.IntN(3) == 0 {
			s.killReader()
		}
		s.check()
	}
	s.checkWhole()
	t.Logf("%d kills survived, %d commands acknowledged, %d of them by the answer to a second sending; commands took %v at most",
		s.killed, s.next-1, s.resent, s.slowest.Round(time.Millisecond))
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// handEdits are what a person has standing in the folder all the while: changed, new,
// deleted, staged.
var handEdits = map[string]string{
	"materials/wood.json":  "{\n  \"id\": \"wood\",\n  \"category\": \"material\",\n  \"name\": \"Larch\"\n}\n",
	"materials/steel.json": "{\n  \"id\": \"steel\",\n  \"category\": \"material\",\n  \"name\": \"Steel\"\n}\n",
	"materials/glass.json": "{\n  \"id\": \"glass\",\n  \"category\": \"material\",\n  \"name\": \"Wired glass\"\n}\n",
	"README.md":            "Mind the slab.\n",
}

// stream is a stream of commands and what was acknowledged of it. Command number n
// writes n into two records, takes away the chair of n-1 and puts the chair of n, and
// carries a lamp from one level to the other, so that half a command shows.
type stream struct {
	*testing.T
	r       *repotest.Repo
	random  *rand.Rand
	status  string // of the hand edits
	next    int    // the command to send next
	acked   []string
	killed  int
	resent  int
	slowest time.Duration
}

func newStream(t *testing.T, random *rand.Rand) *stream {
	r := house(t)
	s := &stream{T: t, r: r, random: random, next: 1}
	for _, request := range []string{
		`{"command": "add_level", "id": "level-1", "name": "First", "elevation": 3000}`,
		`{"command": "create", "category": "furniture", "id": "lamp", "record": {"levelId": "level-0", "at": [1000, 1000]}}`,
		`{"command": "create", "category": "furniture", "id": "chair-0", "record": {"levelId": "level-0", "at": [2000, 1000]}}`,
		`{"command": "update", "id": ["door-entrance", "window-south"], "set": {"note": "0"}}`,
	} {
		if e := execute(t, r.Dir, request); !e.OK {
			t.Fatalf("%s: %+v", request, e.Error)
		}
	}
	for path, text := range handEdits {
		r.Write(path, text)
	}
	r.Git("add", "materials/glass.json")
	s.status = r.Status()
	for range 3 {
		s.killProcessAfter(time.Minute)
	}
	s.check()
	return s
}

func execute(t testing.TB, dir, command string) envelope {
	t.Helper()
	return request(t, dir, `{"action": "execute", "commands": [`+command+`]}`)
}

// commands are those of request n.
func (s *stream) commands(n int) []any {
	var list []any
	for _, text := range []string{
		fmt.Sprintf(`{"command": "update", "id": ["door-entrance", "window-south"], "set": {"note": "%d"}}`, n),
		fmt.Sprintf(`{"command": "delete", "id": "chair-%d"}`, n-1),
		fmt.Sprintf(`{"command": "create", "category": "furniture", "id": "chair-%d", "record": {"levelId": "level-0", "at": [2000, %d]}}`, n, 1000+n),
		fmt.Sprintf(`{"command": "set_level", "id": "lamp", "level": "level-%d"}`, n%2),
	} {
		list = append(list, json.RawMessage(text))
	}
	return list
}

func (s *stream) arguments(n int) map[string]any {
	return map[string]any{"requestId": fmt.Sprintf("stream-%d", n), "commands": s.commands(n)}
}

func (s *stream) process(n int) *exec.Cmd {
	arguments := s.arguments(n)
	arguments["action"] = "execute"
	text, err := json.Marshal(arguments)
	if err != nil {
		s.Fatal(err)
	}
	return exec.Command(program, "request", s.r.Dir, string(text))
}

// killProcess sends commands, each by a process, until one of them was killed.
func (s *stream) killProcess() {
	s.Helper()
	for !s.killProcessAfter(s.moment()) {
	}
}

// killProcessAfter sends a command by a process that is killed after a time, and tells
// whether it still ran then.
func (s *stream) killProcessAfter(moment time.Duration) bool {
	s.Helper()
	cmd := s.process(s.next)
	var out strings.Builder
	cmd.Stdout = &out
	begin := time.Now()
	killed := s.runUntil(cmd, moment)
	if killed {
		s.killed++
	} else {
		s.slowest = max(s.slowest, time.Since(begin))
	}
	if text := out.String(); strings.HasSuffix(text, "}\n") {
		s.acknowledge([]byte(text))
	} else if !killed {
		s.Fatalf("command %d answered %q", s.next, text)
	}
	return killed
}

// killServer sends commands to one server until it was killed.
func (s *stream) killServer() {
	s.Helper()
	server := serve(s, s.r.Dir)
	timer := time.AfterFunc(4*s.moment(), func() { _ = server.cmd.Process.Kill() })
	defer timer.Stop()
	for {
		result, err := server.tool("execute", s.arguments(s.next))
		if err != nil {
			server.end()
			s.killed++
			return
		}
		text, err := json.Marshal(map[string]any{"ok": !result.IsError, "data": result.StructuredContent})
		if err != nil {
			s.Fatal(err)
		}
		s.acknowledge(text)
	}
}

// killReader opens the model, which finishes what a killed writer left, and is killed
// at that.
func (s *stream) killReader() {
	s.Helper()
	if s.runUntil(exec.Command(program, "request", s.r.Dir, `{"action": "summary"}`), s.moment()/4) {
		s.killed++
	}
}

// moment is a random time within that of a command.
func (s *stream) moment() time.Duration {
	return time.Duration(s.random.Int64N(int64(s.slowest * 5 / 4)))
}

// runUntil runs a program until it ends or the time is over, and tells whether it was
// killed.
func (s *stream) runUntil(cmd *exec.Cmd, after time.Duration) bool {
	s.Helper()
	if err := cmd.Start(); err != nil {
		s.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait()
	return !cmd.ProcessState.Exited()
}

// acknowledge takes an answer to the next command.
func (s *stream) acknowledge(text []byte) {
	s.Helper()
	var e struct {
		envelope
		Data struct {
			Commit   string
			Replayed bool
		}
	}
	if err := json.Unmarshal(text, &e); err != nil || !e.OK || e.Data.Commit == "" {
		s.Fatalf("command %d answered %s, %v", s.next, text, err)
	}
	if e.Data.Replayed {
		s.resent++
	}
	s.acked = append(s.acked, e.Data.Commit)
	s.next++
}

// check looks at the repository after a kill.
func (s *stream) check() {
	s.Helper()
	if e := ek(s, s.r.Dir, "validate", "--json"); e.code != 0 || !e.answer(s).OK {
		s.Errorf("after %d kills: validate exits with %d: %s%s", s.killed, e.code, e.out, e.err)
	}
	s.r.Sound()
	if status := s.r.Status(); status != s.status {
		s.Errorf("after %d kills: git status:\n%s\nwant the hand edits:\n%s", s.killed, status, s.status)
	}
	for path, text := range handEdits {
		if got := s.r.Read(path); got != text {
			s.Errorf("after %d kills: the hand edit of %s is %q", s.killed, path, got)
		}
	}
	reached := lines(s.r.Git("rev-list", "HEAD"))
	for _, commit := range s.acked[max(0, len(s.acked)-10):] {
		if !slices.Contains(reached, commit) {
			s.Errorf("after %d kills: the acknowledged commit %s is lost", s.killed, commit)
		}
	}
	for _, left := range []string{".git/*.lock", ".git/refs/heads/*.lock", ".eik/tmp/*", ".git/eik/journal"} {
		if found, err := filepath.Glob(s.r.Path(left)); err != nil || len(found) > 0 {
			s.Errorf("after %d kills: left are %v, %v", s.killed, found, err)
		}
	}
	s.checkNumber()
}

// checkNumber holds that all that a command does was done by one command: the last
// that was acknowledged, or the one that was being sent.
func (s *stream) checkNumber() {
	s.Helper()
	text := strings.Trim(member(s, s.r, "architecture/level-0/door/door-entrance.json", "note"), `"`)
	n, err := strconv.Atoi(text)
	if err != nil || n != s.next-1 && n != s.next {
		s.Fatalf("after %d kills: the door says %q, the command sent last is %d", s.killed, text, s.next)
	}
	window := member(s, s.r, "architecture/level-0/window/window-south.json", "note")
	chairs, err := filepath.Glob(s.r.Path("architecture/level-*/furniture/*.json"))
	want := []string{s.r.Path(fmt.Sprintf("architecture/level-0/furniture/chair-%d.json", n)), s.r.Path(fmt.Sprintf("architecture/level-%d/furniture/lamp.json", n%2))}
	slices.Sort(want)
	slices.Sort(chairs)
	if window != strconv.Quote(text) || err != nil || !slices.Equal(chairs, want) {
		s.Errorf("after %d kills: half a command: the door says %s, the window %s, the furniture is %v", s.killed, text, window, chairs)
	}
}

// checkWhole holds that the history has every command once.
func (s *stream) checkWhole() {
	s.Helper()
	times := map[string]int{}
	for _, value := range lines(s.r.Git("log", "--format=%(trailers:key=Eik-Request,valueonly,separator=)")) {
		id, _, _ := strings.Cut(value, " ")
		times[id]++
	}
	for n := 1; n < s.next; n++ {
		if id := fmt.Sprintf("stream-%d", n); times[id] != 1 {
			s.Errorf("the history has %s %d times", id, times[id])
		}
	}
	reached := lines(s.r.Git("rev-list", "HEAD"))
	for _, commit := range s.acked {
		if !slices.Contains(reached, commit) {
			s.Errorf("the acknowledged commit %s is lost", commit)
		}
	}
}
