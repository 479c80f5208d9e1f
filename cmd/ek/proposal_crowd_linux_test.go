package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/openeik/ekgit/repo/repotest"
)

// How many agents work in the office, and how many commands each carries out:
// EKGIT_AGENT_COMMANDS names another number.
const (
	officeAgents   = 20
	officeCommands = 10
)

// TestManyAgentsOneStopped has twenty agents, each a server of its own, propose change
// after change, each on its own proposal, while a person edits, accepts what is done,
// and parts of what is not. Two of the agents are stopped in the middle of a write: one
// where it holds the host's lock on its branch, one where it holds git's. The others
// all finish and are accepted; then the stopped ones go on and finish too. In the end
// the model has every accepted change once, and each conflict was listed.
func TestManyAgentsOneStopped(t *testing.T) {
	t.Parallel()
	o := newOffice(t, setting(t, "EKGIT_AGENT_COMMANDS", officeCommands))
	var stopped, others sync.WaitGroup
	for _, a := range o.agents {
		group := &others
		if a.stopAt != nil {
			group = &stopped
		}
		group.Go(a.work)
	}
	go func() { defer close(o.ready); others.Wait() }()
	o.decide()
	o.acceptBeside(o.agents[0])
	for _, a := range o.agents[:2] {
		a.goOn()
	}
	stopped.Wait()
	for _, a := range o.agents[:2] {
		o.accept(a)
	}
	o.checkAll()
	t.Logf("%d agents proposed %d commands (%d sent again), %d accepts, %d of a part, %d looks again, %d edits by the person, %d conflicts listed; stopped at try %d and %d",
		len(o.agents), o.answered.Load(), o.again.Load(), o.accepts, o.parts, o.looks, o.edits, len(o.conflicts), o.agents[0].tries, o.agents[1].tries)
}

// office is a model that agents propose to change and a person decides on.
type office struct {
	*testing.T
	r        *repotest.Repo
	commands int // of each agent
	agents   []*agent
	ready    chan *agent // agents of whose work something can be accepted

	answered, again       atomic.Int64
	accepts, parts, edits int
	looks                 int      // accepts that were sent again
	conflicts             []string // that were listed, as "proposal record member ours theirs"
}

// agent is one that proposes, through a server of its own.
type agent struct {
	*office
	number   int
	server   *server
	proposal string
	acked    []string          // commits that were answered
	desks    map[string]string // the desks that its proposal makes, and their notes in the end
	shared   string            // a record of the house that another agent changes, too
	parted   bool              // a part of it is accepted before the rest
	stopAt   *stop             // where it is stopped, if it is
	tries    int
	inside   chan struct{} // closed when it is stopped
}

func newOffice(t *testing.T, commands int) *office {
	o := &office{T: t, r: house(t), commands: commands, ready: make(chan *agent, 2*officeAgents)}
	for i := range officeAgents {
		a := &agent{office: o, number: i, desks: map[string]string{}, inside: make(chan struct{})}
		switch {
		case i < 2:
			a.stopAt = &stops[i]
		case i < 4:
			a.shared = "door-entrance"
		case i < 6:
			a.shared = "window-south"
		default:
			a.parted = i%4 == 0
		}
		a.server = serveAs(t, o.r.Dir, "")
		t.Cleanup(func() { _ = a.server.cmd.Process.Signal(unix.SIGCONT) }) // else its end is waited for without end
		o.agents = append(o.agents, a)
	}
	return o
}

func (a *agent) desk(n int) string { return fmt.Sprintf("desk-%d-%d", a.number, n) }

// command answers what the agent does as its command n, from 1: a desk, a note on the
// desk before, and in between a note on a record that another agent writes, too.
func (a *agent) command(n int) string {
	switch {
	case n == a.commands/2 && a.shared != "":
		return fmt.Sprintf(`{"command": "update", "id": %q, "set": {"note": "Agent %d"}}`, a.shared, a.number)
	case n%3 == 0 && a.desks[a.desk(n-1)] != "":
		a.desks[a.desk(n-1)] = fmt.Sprintf("Note %d", n)
		return fmt.Sprintf(`{"command": "update", "id": %q, "set": {"note": "Note %d"}}`, a.desk(n-1), n)
	}
	a.desks[a.desk(n)] = fmt.Sprintf("Desk %d", n)
	return fmt.Sprintf(`{"command": "create", "category": "furniture", "id": %q, "record": {"levelId": "level-0", "at": [%d, %d], "note": "Desk %d"}}`,
		a.desk(n), 1000*a.number, 1000*n, n)
}

// work carries out the agent's commands, one after the other.
func (a *agent) work() {
	for n := 1; n <= a.commands && !a.Failed(); n++ {
		a.propose(fmt.Sprintf("agent-%d-%d", a.number, n), a.command(n))
		if n == max(1, a.commands/2) {
			if a.stopAt != nil {
				a.stopInside()
			}
			if a.parted {
				a.ready <- a
			}
		}
	}
	if a.stopAt == nil {
		a.ready <- a
	}
}

// propose carries out a command, again where the agent is told to wait.
func (a *agent) propose(id, command string) {
	arguments := map[string]any{"requestId": id, "commands": []json.RawMessage{json.RawMessage(command)}}
	if a.proposal == "" {
		arguments["title"] = fmt.Sprintf("Furnish office %d", a.number)
	} else {
		arguments["proposal"] = a.proposal
	}
	for !a.took(arguments) && !a.Failed() {
		a.again.Add(1)
	}
}

// took sends a proposal, and tells whether it was carried out.
func (a *agent) took(arguments map[string]any) bool {
	result, err := a.server.tool("propose", arguments)
	var data struct{ Commit, Proposal, Code string }
	if err == nil {
		err = json.Unmarshal(result.StructuredContent, &data)
	}
	switch {
	case err == nil && result.IsError && data.Code == "locked":
		return false
	case err != nil || result.IsError || data.Commit == "" || a.proposal != "" && data.Proposal != a.proposal:
		a.Errorf("agent %d, %v: %s, %v", a.number, arguments["requestId"], result.StructuredContent, err)
		return false
	}
	a.proposal = data.Proposal
	a.answered.Add(1)
	a.acked = append(a.acked, data.Commit)
	return true
}

// decide is what a person does beside the agents: takes parts of what is not done,
// accepts what is, settles conflicts, and edits.
func (o *office) decide() {
	waiting := map[string]*agent{} // by what they share with another
	for a := range o.ready {
		if o.Failed() {
			continue
		}
		switch other := waiting[a.shared]; {
		case a.parted:
			a.parted = false
			o.acceptPart(a)
		case a.shared == "":
			o.accept(a)
		case other == nil:
			waiting[a.shared] = a
		default:
			o.acceptBoth(other, a)
		}
		o.edit()
	}
}

// edit is a change that the person makes by the command line, or by hand and git.
func (o *office) edit() {
	o.edits++
	if o.edits%2 == 0 {
		e := request(o, o.r.Dir, fmt.Sprintf(`{"action": "execute", "commands": [{"command": "update", "id": "wall-east", "set": {"note": "Edit %d"}}]}`, o.edits))
		if !e.OK {
			o.Errorf("edit %d: %+v", o.edits, e.Error)
		}
		return
	}
	o.r.Write("groups/diary.json", diaryPage(o.edits))
	o.r.Git("add", "groups/diary.json")
	o.r.Git("commit", "-q", "-m", fmt.Sprintf("Page %d", o.edits), "--", "groups/diary.json")
}

// acceptPart takes an agent's first desk, while the agent goes on.
func (o *office) acceptPart(a *agent) {
	o.parts++
	if e := o.acceptAs(a, "--only", a.desk(1)); !e.OK {
		o.Errorf("a part of agent %d's: %+v", a.number, e.Error)
	}
}

// accept takes all of an agent's proposal.
func (o *office) accept(a *agent) {
	o.accepts++
	if e := o.acceptAs(a); !e.OK {
		o.Errorf("agent %d's proposal: %+v", a.number, e.Error)
	}
}

// acceptAs runs the person's command, again where the agent is just writing, or has
// gone on since the person looked at it.
func (o *office) acceptAs(a *agent, words ...string) envelope {
	for {
		e := ek(o, o.r.Dir, append([]string{"accept", a.proposal, "--yes", "--json"}, words...)...).answer(o)
		if e.OK || e.Error.Code != "locked" && e.Error.Code != "precondition_failed" || o.Failed() {
			return e
		}
		o.looks++
	}
}

// conflict is what a refusal lists.
type conflict struct {
	Record, Member string
	Ours, Theirs   string
}

// acceptBoth accepts two proposals that change the same member: beside each the other
// is named; the second is refused, with the conflict, and taken once it is settled.
func (o *office) acceptBoth(first, second *agent) {
	for _, pair := range [][2]*agent{{first, second}, {second, first}} {
		if clash := o.clashes(pair[0].proposal); !slices.Equal(clash, []string{pair[1].proposal}) {
			o.Errorf("proposal %s conflicts with %v, want %s", pair[0].proposal, clash, pair[1].proposal)
		}
	}
	o.accept(first)
	refused := o.acceptAs(second)
	var found []conflict
	list, err := json.Marshal(refused.Error.Details["conflicts"])
	if err == nil {
		err = json.Unmarshal(list, &found)
	}
	if err != nil || refused.Error.Code != "conflict" {
		o.Errorf("the second of two that change %s: %+v, %v", second.shared, refused.Error, err)
	}
	for _, c := range found {
		o.conflicts = append(o.conflicts, strings.Join([]string{second.proposal, c.Record, c.Member, c.Ours, c.Theirs}, " "))
	}
	o.accepts++
	e := o.acceptAs(second, "--resolutions", fmt.Sprintf(`[{"record": %q, "member": "note", "take": "theirs"}]`, second.shared))
	if !e.OK {
		o.Errorf("the settled proposal %s: %+v", second.proposal, e.Error)
	}
}

// clashes answers the open proposals that one is said to be in conflict with.
func (o *office) clashes(id string) (list []string) {
	var data struct {
		Review struct{ ConflictsWith []struct{ ID string } }
	}
	e := request(o, o.r.Dir, fmt.Sprintf(`{"action": "proposals", "id": %q}`, id))
	if err := json.Unmarshal(e.Data, &data); err != nil || !e.OK {
		o.Errorf("proposal %s: %+v, %v", id, e.Error, err)
	}
	for _, c := range data.Review.ConflictsWith {
		list = append(list, c.ID)
	}
	return list
}

// acceptBeside accepts the proposal of a stopped agent: what it holds so far is taken,
// and who keeps its branch is told, or that somebody does where it was stopped before it had
// written down who it is. What the agent does after is another accept.
func (o *office) acceptBeside(a *agent) {
	<-a.inside
	o.accepts++
	e := o.acceptAs(a)
	told := strings.Join(e.Meta.Warnings, "\n")
	holder := fmt.Sprintf("process %d on", a.server.cmd.Process.Pid)
	if !e.OK || !strings.Contains(told, holder) && !strings.Contains(told, "another process holds") {
		o.Errorf("the proposal of a stopped agent: %+v, %v", e.Error, e.Meta.Warnings)
	}
}

// goOn lets a stopped agent go on.
func (a *agent) goOn() {
	<-a.inside
	if err := a.server.cmd.Process.Signal(unix.SIGCONT); err != nil {
		a.Error(err)
	}
}
