package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/openeik/ekgit/repo/repotest"
)

// TestAnAgentProposesAndAPersonDecides walks through a proposal by nothing but a client
// of the protocol, under the profile that a server has by default, and a person's
// terminal: three commands are tried and shown, main moves meanwhile, the person accepts,
// and later takes back one commit in the middle.
func TestAnAgentProposesAndAPersonDecides(t *testing.T) {
	t.Parallel()
	r := house(t)
	w := &walk{T: t, r: r, agent: serveAs(t, r.Dir, "")}
	for _, name := range []string{"execute", "accept", "reject"} {
		arguments := map[string]any{"proposal": "p-aaaaaaaa", "message": "No."}
		if name == "execute" {
			arguments = map[string]any{"commands": []any{json.RawMessage(walkCommands[0])}}
		}
		if answer := w.call(name, arguments, true); answer.Code != "forbidden" {
			t.Errorf("%s answers the agent %+v", name, answer)
		}
	}
	w.propose()
	w.terminal("", "execute", "rename", "wall-east", "--name", "East wall")
	w.stands()
	w.decide()
	w.terminal("", "execute", "update", "wall-west", "--set", "note=Later")
	w.takeBack()
	r.Sound()
	if status := r.Status(); status != "" {
		t.Errorf("git status:\n%s", status)
	}
}

// walkCommands are what the agent proposes, one after the other.
var walkCommands = []string{
	`{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`,
	`{"command": "rename", "id": "window-north", "name": "Stair window"}`,
	`{"command": "create", "category": "furniture", "id": "bench", "record": {"levelId": "level-0", "at": [2000, 1000], "name": "Bench"}}`,
}

type walk struct {
	*testing.T
	r        *repotest.Repo
	agent    *server
	proposal string
	commits  []string
}

// walkAnswer is what a tool answers the agent, as far as the walk looks into it.
type walkAnswer struct {
	Code, Commit, Proposal string
	Records                json.RawMessage
	Review                 struct {
		Proposal struct {
			State                           string
			Stale, StillMerges, StillChecks bool
		}
		Diff struct{ Sentence string }
	}
}

// call calls a tool, which is to be refused or not.
func (w *walk) call(name string, arguments map[string]any, refused bool) (answer walkAnswer) {
	w.Helper()
	result, err := w.agent.tool(name, arguments)
	if err == nil {
		err = json.Unmarshal(result.StructuredContent, &answer)
	}
	if err != nil || result.IsError != refused {
		w.Fatalf("%s answers %s, %v", name, result.StructuredContent, err)
	}
	return answer
}

// propose has the agent propose: main stays, the branch has the commits, and every
// read takes the proposal.
func (w *walk) propose() {
	w.Helper()
	arguments := map[string]any{"title": "Make the entrance wider"}
	for _, command := range walkCommands {
		arguments["commands"] = []any{json.RawMessage(command)}
		answer := w.call("propose", arguments, false)
		w.proposal, w.commits = answer.Proposal, append(w.commits, answer.Commit)
		arguments = map[string]any{"proposal": w.proposal}
	}
	if branches := w.r.Git("branch", "--format=%(refname:short)"); branches != "main\nproposals/"+w.proposal {
		w.Errorf("git branch:\n%s", branches)
	}
	if width := w.width(); width != "" {
		w.Errorf("main has a door of %s", width)
	}
	read := map[string]any{"filter": map[string]any{"ids": []string{"door-entrance"}}, "tier": "full", "at": w.proposal}
	if answer := w.call("read", read, false); !strings.Contains(string(answer.Records), `"width":1110`) {
		w.Errorf("at the proposal the door is %s", answer.Records)
	}
}

func (w *walk) width() string {
	return member(w, w.r, "architecture/level-0/door/door-entrance.json", "width")
}

// stands has the agent look at its proposal after main moved.
func (w *walk) stands() {
	w.Helper()
	review := w.call("proposals", map[string]any{"id": w.proposal}, false).Review
	if p := review.Proposal; p.State != "open" || !p.Stale || !p.StillMerges || !p.StillChecks || !strings.Contains(review.Diff.Sentence, "1,110") {
		w.Errorf("the proposal stands so: %+v", review)
	}
}

// decide has the person look and say no, and then yes.
func (w *walk) decide() {
	w.Helper()
	before := w.r.Git("rev-parse", "main")
	if shown := w.terminal("n\n", "accept", w.proposal); !strings.Contains(shown, "Nothing was written.") || w.r.Git("rev-parse", "main") != before {
		w.Errorf("after a no:\n%s", shown)
	}
	shown := w.terminal("y\n", "accept", w.proposal)
	for _, part := range []string{"Make the entrance wider", "What it concerns", "1,110", "Accept it? [y/N]", "accepted"} {
		if !strings.Contains(shown, part) {
			w.Errorf("the terminal does not show %q:\n%s", part, shown)
		}
	}
	if w.width() != "1110" {
		w.Errorf("main has a door of %s", w.width())
	}
	want := `*   Accept: Make the entrance wider
|\  
| * Add furniture Bench
| * Rename window W-02 to Stair window
| * Make the entrance wider
* | Rename wall wall-east to East wall
|/  
* The house as built`
	if graph := w.r.Git("log", "--graph", "--format=%s"); graph != want {
		w.Errorf("git log --graph:\n%s\nwant\n%s", graph, want)
	}
	if state := w.call("proposals", map[string]any{"id": w.proposal}, false).Review.Proposal.State; state != "accepted" {
		w.Errorf("the agent is told that its proposal is %s", state)
	}
}

// takeBack has the person take back the second of the three commits: what came before
// and after it stays.
func (w *walk) takeBack() {
	w.Helper()
	before := w.r.Git("rev-parse", "main^{tree}")
	shown := w.terminal("y\n", "revert", w.commits[1])
	if !strings.Contains(shown, "[y/N]") || w.r.Git("rev-parse", "main^{tree}") == before {
		w.Errorf("the revert shows\n%s", shown)
	}
	changed := w.r.Git("diff", "--name-only", before, "main")
	if changed != "architecture/level-0/window/window-north.json" || w.r.Git("diff", "main", w.commits[0], "--", changed) != "" {
		w.Errorf("the revert changes %s:\n%s", changed, w.r.Git("diff", before, "main"))
	}
	if e := ek(w, w.r.Dir, "validate", "--json"); e.code != 0 {
		w.Errorf("validate exits with %d: %s", e.code, e.out)
	}
}

// terminal runs the program at a terminal where a person types, and answers what it
// shows there.
func (w *walk) terminal(typed string, words ...string) string {
	w.Helper()
	person, screen, err := openTerminal()
	if err != nil {
		w.Fatal(err)
	}
	defer person.Close()
	cmd := exec.CommandContext(w.Context(), program, words...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.r.Dir, screen, screen, screen
	cmd.Env = append(os.Environ(), "TERM=dumb", "NO_COLOR=1")
	if err := errors.Join(cmd.Start(), screen.Close()); err != nil {
		w.Fatal(err)
	}
	var shown bytes.Buffer
	if _, err := io.WriteString(person, typed); err != nil {
		w.Error(err)
	}
	_, _ = io.Copy(&shown, person) // ends with an error when the program has gone
	if err := cmd.Wait(); err != nil {
		w.Fatalf("ek %v: %v\n%s", words, err, &shown)
	}
	return strings.ReplaceAll(shown.String(), "\r\n", "\n")
}

// openTerminal opens the two ends of a terminal: the person's, and the program's.
func openTerminal() (person, screen *os.File, err error) {
	if person, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	fd := int(person.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	err = errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	if err == nil {
		screen, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, person.Close())
	}
	return person, screen, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 50, Col: 120})
}
