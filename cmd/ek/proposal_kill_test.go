//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// TestProposalsKilledAtRandomMoments proposes and accepts with the real program and
// kills it at random moments. After each kill the model checks, git finds nothing wrong,
// the states of the proposals can be told, and what was acknowledged is there: a command
// in its proposal, an accepted proposal in main, whole and nothing beside it.
func TestProposalsKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	n, seed := setting(t, "EKGIT_KILLS", kills), setting(t, "EKGIT_SEED", int(time.Now().UnixNano()%1_000_000))
	t.Logf("%d kills, EKGIT_SEED=%d", n, seed)
	d := &desk{T: t, r: house(t), random: rand.New(rand.NewPCG(uint64(seed), 1))}
	for _, step := range []func() *exec.Cmd{d.propose, d.propose, d.accept} {
		d.run(time.Minute, step)
	}
	for d.killed < n && !t.Failed() {
		step := d.propose
		if d.random.IntN(3) == 0 {
			step = d.accept
		}
		if d.run(time.Duration(d.random.Int64N(int64(d.slowest*5/4))), step) {
			d.check()
		}
	}
	d.finish()
	t.Logf("%d kills survived, %d of them while a proposal was accepted; %d proposals, %d accepted, %d commands acknowledged, %d of them by the answer to a second sending",
		d.killed, d.killedAccepts, len(d.told), d.accepted, d.next, d.resent)
}

// desk is where proposals are made and accepted by programs that are killed. Proposal
// number n, from 0, holds two commands, each of which makes a chair and a lamp.
type desk struct {
	*testing.T
	r        *repotest.Repo
	random   *rand.Rand
	next     int          // the command to send next, two for each proposal
	told     []string     // the ids of proposals that were acknowledged
	commits  []string     // of the commands that were acknowledged
	accepted int          // proposals whose acceptance was acknowledged, from the first
	sending  func([]byte) // what takes the answer to come
	deciding bool         // that is one to accept

	killed, killedAccepts, resent int
	slowest                       time.Duration
}

// run starts a program and kills it after a time. It tells whether it still ran then.
func (d *desk) run(after time.Duration, step func() *exec.Cmd) bool {
	d.Helper()
	cmd := step()
	var out strings.Builder
	cmd.Stdout, cmd.Dir = &out, d.r.Dir
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		d.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait()
	killed := !cmd.ProcessState.Exited()
	if killed {
		d.killed++
		if d.deciding {
			d.killedAccepts++
		}
	} else {
		d.slowest = max(d.slowest, time.Since(begin))
	}
	if text := out.String(); strings.HasSuffix(text, "}\n") {
		d.sending([]byte(text))
		d.deciding = false
	} else if !killed {
		d.Fatalf("%v answered %q", cmd.Args, text)
	}
	return killed
}

// propose is the next command, by a process of its own: the first of a proposal has its
// title, the second adds to it.
func (d *desk) propose() *exec.Cmd {
	d.sending, d.deciding = d.proposed, false
	n := d.next
	var commands []any
	for _, kind := range []string{"chair", "lamp"} {
		commands = append(commands, map[string]any{"command": "create", "category": "furniture", "id": fmt.Sprintf("%s-%d", kind, n),
			"record": map[string]any{"levelId": "level-0", "at": []int{1000, 1000 + n}}})
	}
	arguments := map[string]any{"action": "propose", "requestId": fmt.Sprintf("desk-%d", n), "commands": commands}
	if n%2 == 0 {
		arguments["title"] = fmt.Sprintf("Proposal %d", n/2)
	} else {
		arguments["proposal"] = d.told[n/2]
	}
	text, err := json.Marshal(arguments)
	if err != nil {
		d.Fatal(err)
	}
	return exec.Command(program, "request", d.r.Dir, string(text))
}

// proposed takes an answer to propose.
func (d *desk) proposed(text []byte) {
	var e struct {
		envelope
		Data struct {
			Commit, Proposal string
			Replayed         bool
		}
	}
	if err := json.Unmarshal(text, &e); err != nil || !e.OK || e.Data.Commit == "" || e.Data.Proposal == "" {
		d.Fatalf("command %d answered %s, %v", d.next, text, err)
	}
	if d.next%2 == 0 {
		d.told = append(d.told, e.Data.Proposal)
	} else if e.Data.Proposal != d.told[d.next/2] {
		d.Errorf("command %d went to proposal %s, not to %s", d.next, e.Data.Proposal, d.told[d.next/2])
	}
	if e.Data.Replayed {
		d.resent++
	}
	d.commits = append(d.commits, e.Data.Commit)
	d.next++
}

// accept is a person's command on the first proposal that is whole and not accepted;
// where there is none, the next command is proposed.
func (d *desk) accept() *exec.Cmd {
	if d.accepted >= d.next/2 {
		return d.propose()
	}
	d.sending, d.deciding = d.taken, true
	words := []string{"accept", d.told[d.accepted], "--yes", "--json"}
	if d.accepted%3 == 2 {
		words = append(words, "--squash")
	}
	return exec.Command(program, words...)
}

// finish carries out what is underway and accepts all, after which nothing is left of
// the killed ones.
func (d *desk) finish() {
	d.Helper()
	for range 2 - d.next%2 { // the first may have been carried out unseen
		d.run(time.Minute, d.propose)
	}
	for !d.Failed() && d.accepted < len(d.told) {
		d.run(time.Minute, d.accept)
	}
	d.check()
	if left := d.r.Git("for-each-ref", "refs/heads/proposals"); left != "" {
		d.Errorf("in the end, left are\n%s", left)
	}
}

// taken takes an answer to accept.
func (d *desk) taken(text []byte) {
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil || !e.OK {
		d.Fatalf("accepting proposal %d answered %s, %v", d.accepted, text, err)
	}
	d.accepted++
}

// check looks at the repository after a kill.
func (d *desk) check() {
	d.Helper()
	if e := ek(d, d.r.Dir, "validate", "--json"); e.code != 0 || !e.answer(d).OK {
		d.Errorf("after %d kills: validate exits with %d: %s%s", d.killed, e.code, e.out, e.err)
	}
	d.r.Sound()
	if status := d.r.Status(); status != "" {
		d.Errorf("after %d kills: git status:\n%s", d.killed, status)
	}
	d.checkStates()
	d.checkHolds("main", d.r.Git("ls-tree", "-r", "--name-only", "main", "--", "architecture/level-0/furniture"), 0, 2*d.accepted)
	for i, id := range d.told[d.accepted:] {
		i += d.accepted
		to := 2*i + 2
		if to > d.next && len(lines(d.r.Git("rev-list", "main..proposals/"+id))) == 1 { // else the second was carried out unseen
			to = d.next
		}
		d.checkHolds(id, d.r.Git("diff", "--name-only", "main...proposals/"+id), 2*i, to)
	}
	reached := lines(d.r.Git("rev-list", "--all"))
	for n, commit := range d.commits {
		if squashed := n/2%3 == 2 && n/2 < d.accepted; !squashed && !slices.Contains(reached, commit) {
			d.Errorf("after %d kills: commit %s of command %d is lost", d.killed, commit, n)
		}
	}
	for _, left := range []string{".git/*.lock", ".git/refs/*/*.lock", ".git/refs/*/*/*.lock", ".eik/tmp/*", ".git/eik/journal"} {
		if found, err := filepath.Glob(d.r.Path(left)); err != nil || len(found) > 0 {
			d.Errorf("after %d kills: left are %v, %v", d.killed, found, err)
		}
	}
}

// checkStates holds that each proposal that was acknowledged is open, or accepted if
// that was, and that beside them there is at most the one that was being made. What
// became of an accept that was killed is taken from there.
func (d *desk) checkStates() {
	d.Helper()
	states := map[string]proposalState{}
	for _, p := range proposalsOf(d, d.r.Dir) {
		states[p.ID] = p
	}
	if d.deciding && states[d.told[d.accepted]].State == "accepted" {
		d.accepted++
	}
	d.deciding = false
	for i, id := range d.told {
		want := "open"
		if i < d.accepted {
			want = "accepted"
		}
		if p := states[id]; p.State != want || p.Title != fmt.Sprintf("Proposal %d", i) {
			d.Errorf("after %d kills: proposal %d, %s, is %+v, want it %s", d.killed, i, id, p, want)
		}
		delete(states, id)
	}
	for id, p := range states {
		if len(states) > 1 || d.next%2 != 0 || p.Title != fmt.Sprintf("Proposal %d", d.next/2) {
			d.Errorf("after %d kills: there is a proposal %s: %+v", d.killed, id, p)
		}
	}
}

// checkHolds holds that files are the chairs and lamps of commands, from one up to
// another, both of each.
func (d *desk) checkHolds(what, files string, from, to int) {
	d.Helper()
	var got, want []string
	for _, path := range lines(files) {
		got = append(got, strings.TrimSuffix(filepath.Base(path), ".json"))
	}
	for n := from; n < to; n++ {
		want = append(want, fmt.Sprintf("chair-%d", n), fmt.Sprintf("lamp-%d", n))
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		d.Errorf("after %d kills: %s has %v, want %v", d.killed, what, got, want)
	}
}
