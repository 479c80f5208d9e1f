package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// stop is a lock on its branch with which an agent is stopped.
type stop struct {
	name string
	file func(ref string) string // of the lock, in the git directory
	sign fsnotify.Op             // what shows that it is taken
}

var stops = []stop{
	{"the host's lock", hostLock, fsnotify.Write}, // its holder is written into it
	{"git's lock", func(ref string) string { return ref + ".lock" }, fsnotify.Create},
}

func hostLock(ref string) string {
	sum := sha256.Sum256([]byte(ref))
	return "eik/refs/" + hex.EncodeToString(sum[:12])
}

// ref is the branch of the agent's proposal.
func (a *agent) ref() string { return "refs/heads/proposals/" + a.proposal }

// stopInside has the agent carry out commands until it is stopped in the middle of one,
// where it holds the lock. It returns once the agent was let go on and has answered.
func (a *agent) stopInside() {
	defer func() {
		select {
		case <-a.inside:
		default:
			a.Errorf("agent %d was not stopped with %s in %d commands", a.number, a.stopAt.name, a.tries)
			close(a.inside)
		}
	}()
	for a.tries < 200 && !a.Failed() {
		a.tries++
		if a.stoppedIn(fmt.Sprintf("try-%d-%d", a.number, a.tries)) {
			return
		}
	}
}

// stoppedIn carries out one command, and tells whether it was stopped in the middle of
// it.
func (a *agent) stoppedIn(id string) bool {
	lock := a.r.Path(filepath.Join(".git", a.stopAt.file(a.ref())))
	notes, err := fsnotify.NewWatcher()
	if err == nil {
		err = notes.Add(filepath.Dir(lock))
	}
	if err != nil {
		a.Error(err)
		return false
	}
	caught := make(chan bool, 1)
	go func() {
		for event := range notes.Events {
			if event.Name == lock && event.Has(a.stopAt.sign) {
				caught <- a.stopWith(lock)
				return
			}
		}
		caught <- false
	}()
	a.desks[a.desk(1)] = id
	a.propose(id, fmt.Sprintf(`{"command": "update", "id": %q, "set": {"note": %q}}`, a.desk(1), id))
	if err := notes.Close(); err != nil {
		a.Error(err)
	}
	return <-caught
}

// stopWith stops the agent. Where it holds the lock no more, it is let go on.
func (a *agent) stopWith(lock string) bool {
	process := a.server.cmd.Process
	if err := errors.Join(process.Signal(unix.SIGSTOP), waitStopped(process.Pid)); err != nil {
		a.Error(err)
	}
	if _, err := os.Lstat(lock); err == nil {
		close(a.inside)
		return true
	}
	if err := process.Signal(unix.SIGCONT); err != nil {
		a.Error(err)
	}
	return false
}

// checkAll looks at the repository in the end.
func (o *office) checkAll() {
	o.Helper()
	o.r.Sound()
	if status := o.r.Status(); status != "" {
		o.Errorf("git status:\n%s", status)
	}
	if e := ek(o, o.r.Dir, "validate", "--json"); e.code != 0 {
		o.Errorf("validate exits with %d: %s%s", e.code, e.out, e.err)
	}
	if o.Failed() {
		return
	}
	o.checkProposals()
	o.checkDesks()
	o.checkCommits()
	for _, left := range []string{".git/*.lock", ".git/refs/heads/*.lock", ".git/refs/heads/proposals/*", ".eik/tmp/*", ".git/eik/journal", ".git/eik/refs/[0-9a-f]*"} {
		if found, err := filepath.Glob(o.r.Path(left)); err != nil || len(found) > 0 {
			o.Errorf("left are %v, %v", found, err)
		}
	}
}

// checkProposals holds that every proposal is accepted, and that each conflict was
// listed, and no other.
func (o *office) checkProposals() {
	o.Helper()
	var states []string
	for _, p := range proposalsOf(o, o.r.Dir) {
		states = append(states, p.ID+" "+p.State)
	}
	var want, conflicts []string
	for _, a := range o.agents {
		want = append(want, a.proposal+" accepted")
	}
	slices.Sort(states)
	if slices.Sort(want); !slices.Equal(states, want) {
		o.Errorf("the proposals are %v, want %v", states, want)
	}
	for _, a := range o.agents[2:6] {
		for _, b := range o.agents[2:6] {
			line := strings.Join([]string{b.proposal, a.shared, "note", fmt.Sprint("Agent ", a.number), fmt.Sprint("Agent ", b.number)}, " ")
			if a != b && a.shared == b.shared && slices.Contains(o.conflicts, line) {
				conflicts = append(conflicts, line)
				if note := member(o, o.r, "architecture/level-0/"+strings.Split(a.shared, "-")[0]+"/"+a.shared+".json", "note"); note != fmt.Sprintf(`"Agent %d"`, b.number) {
					o.Errorf("%s says %s", a.shared, note)
				}
			}
		}
	}
	slices.Sort(conflicts)
	if slices.Sort(o.conflicts); len(conflicts) != 2 || !slices.Equal(conflicts, o.conflicts) {
		o.Errorf("the conflicts listed are %v, want %v", o.conflicts, conflicts)
	}
}

// proposalState is a proposal as it is listed.
type proposalState struct{ ID, Title, State, Into string }

// proposalsOf lists all proposals, as the program derives their states.
func proposalsOf(t testing.TB, dir string) []proposalState {
	t.Helper()
	e := request(t, dir, `{"action": "proposals", "state": "all", "limit": 500}`)
	var data struct {
		Proposals []proposalState
		Total     int
	}
	if err := json.Unmarshal(e.Data, &data); err != nil || !e.OK || len(data.Proposals) != data.Total {
		t.Errorf("proposals: %+v, %v, %d of %d", e.Error, err, len(data.Proposals), data.Total)
	}
	return data.Proposals
}

// checkDesks holds that the model has every desk as its agent left it, and that each
// came into main once.
func (o *office) checkDesks() {
	o.Helper()
	want := map[string]string{}
	for _, a := range o.agents {
		maps.Copy(want, a.desks)
	}
	added := map[string]int{}
	for _, path := range lines(o.r.Git("log", "--first-parent", "-m", "--format=", "--name-only", "--diff-filter=A", "main", "--", "architecture/level-0/furniture")) {
		added[strings.TrimSuffix(filepath.Base(path), ".json")]++
	}
	for desk, note := range want {
		if got := member(o, o.r, "architecture/level-0/furniture/"+desk+".json", "note"); got != `"`+note+`"` || added[desk] != 1 {
			o.Errorf("%s says %s, want %q; it was added %d times", desk, got, note, added[desk])
		}
	}
	if len(added) != len(want) {
		o.Errorf("%d desks were added, want %d", len(added), len(want))
	}
}

// checkCommits holds that every commit that was answered is in main, once for each
// request, but for those that a part was taken of: they were made anew.
func (o *office) checkCommits() {
	o.Helper()
	times := map[string]int{}
	for _, value := range lines(o.r.Git("log", "--format=%(trailers:key=Eik-Request,valueonly,separator=)", "main")) {
		id, _, _ := strings.Cut(value, " ")
		times[id]++
	}
	reached := map[string]bool{}
	for _, commit := range lines(o.r.Git("rev-list", "main")) {
		reached[commit] = true
	}
	for _, a := range o.agents {
		anew := a.number >= 6 && a.number%4 == 0
		for n := 1; n <= o.commands; n++ {
			if id := fmt.Sprintf("agent-%d-%d", a.number, n); !anew && times[id] != 1 {
				o.Errorf("the history has %s %d times", id, times[id])
			}
		}
		for _, commit := range a.acked {
			if !anew && !reached[commit] {
				o.Errorf("agent %d was answered commit %s, which is lost", a.number, commit)
			}
		}
	}
}
