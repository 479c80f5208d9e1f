package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// step is one request of the demonstration and what it shows. "PROPOSAL" in it stands
// for the proposal of the steps before.
type step struct {
	says    string
	request string
	person  bool // the person asks, and not the agent
}

// demoSteps is the whole loop on the example house: an agent looks, asks, tries and
// proposes; a person decides; both look at what happened.
var demoSteps = []step{
	{says: "The agent looks at the whole model first.", request: `{"action": "summary"}`},
	{says: "It opens one folder of the map.", request: `{"action": "tree", "path": "architecture/level-0"}`},
	{says: "It asks a question instead of reading everything: how much wall is there of each type?",
		request: `{"action": "query", "filter": {"categories": ["wall"]}, "groupBy": ["typeId"], "aggregate": {"walls": "count", "area": "sum derived.netSideArea"}}`},
	{says: "It looks around the wall of the entrance: what sits in it, what joins it.", request: `{"action": "relations", "id": "wall-south"}`},
	{says: "It tries a change, a door that is far too wide. Nothing is written, and the answer says what would break.",
		request: `{"action": "validate", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`},
	{says: "A width that fits, and a second window like the one that is there, are proposed: a branch of its own that the model does not see.",
		request: `{"action": "propose", "title": "Fit the entrance for a wheelchair", "message": "A wheelchair needs 1,000 mm clear; the hall gets more light.", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}, {"command": "place_window", "host": "wall-north", "distance": 2500, "like": "window-north", "id": "window-north-2"}]}`},
	{says: "Meanwhile the person works on the model; that is a commit at once.", person: true,
		request: `{"action": "execute", "commands": [{"command": "move", "id": "wall-partition", "by": [500, 0]}]}`},
	{says: "Then the person looks at what was proposed, in a building's words.", person: true,
		request: `{"action": "proposals", "id": "PROPOSAL", "format": "text"}`},
	{says: "And accepts it: a merge, record by record, checked before the model moves.", person: true,
		request: `{"action": "accept", "proposal": "PROPOSAL"}`},
	{says: "What changed, by whom, through which agent and why is answered from the git history.", request: `{"action": "changes", "limit": 2, "expand": true}`},
	{says: "And so is who gave a record the values that it has.", request: `{"action": "history", "id": "door-entrance", "member": "*"}`},
	{says: "The person changes their mind about the partition. That is taken back, and what came later stays.", person: true,
		request: `{"action": "execute", "commands": [{"command": "revert", "commits": ["2"]}]}`},
	{says: "The work is done when the model is valid.", request: `{"action": "validate"}`},
}

// The two who work in the demonstration, so that it needs no set-up of git.
const (
	demoPerson = "Ada Architect <ada@example.org>"
	demoAgent  = "demo-agent/1.0"
)

// demo is "ek demo": the whole loop of an agent on the example house, told step by
// step, in a fresh repository that stays to be looked at.
func (a *app) demo() *cobra.Command {
	return &cobra.Command{
		Use: "demo [folder]", Short: "Watch an agent work on an example house", GroupID: "set-up", Args: atMost(1),
		Long: "Makes the example house in a fresh repository, has an agent work on it step by step, and leaves it to be looked at.",
		RunE: func(cmd *cobra.Command, words []string) error {
			var dir string
			var err error
			if len(words) == 1 {
				dir = words[0]
			} else if dir, err = os.MkdirTemp("", "ekgit-demo-"); err != nil {
				return err
			}
			return a.runDemo(cmd.Context(), dir)
		},
	}
}

func (a *app) runDemo(ctx context.Context, dir string) error {
	const example = "one-storey-house"
	files, err := exampleFiles(example)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, model.ManifestName)); err == nil {
		return &model.Problem{Code: model.Conflict, Message: "there is a model in " + dir + " already", Hint: "Give the demonstration a folder that is new, or none"}
	}
	if a.person == "" {
		a.person = demoPerson
	}
	host, err := a.create(ctx, dir, ops.CreateOptions{Branch: "main"})
	return using(host, err, func(host *ops.Host) error { return a.showDemo(ctx, host, dir, example, files) })
}

// showDemo makes the example and takes the steps on it.
func (a *app) showDemo(ctx context.Context, host *ops.Host, dir, example string, files fs.FS) error {
	if err := a.say("A building model in git: the example house, in a fresh repository at\n%s\n", dir); err != nil {
		return err
	}
	begun, err := a.importExample(ctx, host, example, files)
	if err != nil {
		return err
	}
	if err := a.indented("import", begun); err != nil {
		return err
	}
	proposal := ""
	for i, s := range demoSteps {
		s.request = strings.ReplaceAll(s.request, "PROPOSAL", proposal)
		done, err := a.demoStep(ctx, host, i+1, s)
		if err != nil {
			return err
		}
		proposal = cmp.Or(dataOf[struct{ Proposal string }](done).Proposal, proposal)
	}
	place := shellWord(dir)
	return a.say("\nEverything above is in the repository, which stays:\n\n   git -C %s log --graph --stat\n   ek log -v -m %s\n   ek proposals list --state all -m %s", place, place, place)
}

func (a *app) demoStep(ctx context.Context, host *ops.Host, number int, s step) (ops.Envelope, error) {
	request, err := ops.ParseRequest([]byte(s.request))
	if err != nil {
		return ops.Envelope{}, err
	}
	if !s.person {
		request.Agent = demoAgent
	}
	style := a.look(a.out).Style
	if err := a.say("\n%s\n%s\n", style.Strong.Render(fmt.Sprintf("%2d. %s", number, s.says)), style.Faint.Render("    "+s.request)); err != nil {
		return ops.Envelope{}, err
	}
	done := host.Do(ctx, request)
	return done, a.indented(request.Action, done)
}

// indented prints an answer set in below what asked for it.
func (a *app) indented(form string, e ops.Envelope) error {
	if !e.OK {
		return &model.Problem{Code: e.Error.Code, Message: e.Error.Message, Hint: e.Error.Hint, Details: e.Error.Details}
	}
	look := a.look(a.out)
	look.Width = max(0, look.Width-len(demoIndent))
	var text bytes.Buffer
	if err := answer.Write(&text, form, e, look); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprint(a.out, strings.TrimRight(demoIndent+line, " \n"), "\n"); err != nil {
			return err
		}
	}
	return nil
}

const demoIndent = "    "
