package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// step is one request of the demonstration and what it shows.
type step struct {
	says    string
	request string
}

// demoSteps is an agent's whole loop on the example house: look, ask, try, do, and
// look at what happened.
var demoSteps = []step{
	{"The agent looks at the whole model first.", `{"action": "summary"}`},
	{"It opens one folder of the map.", `{"action": "tree", "path": "architecture/level-0"}`},
	{"It asks a question instead of reading everything: how much wall is there of each type?",
		`{"action": "query", "filter": {"categories": ["wall"]}, "groupBy": ["typeId"], "aggregate": {"walls": "count", "area": "sum derived.netSideArea"}}`},
	{"It looks around the wall of the entrance: what sits in it, what joins it.", `{"action": "relations", "id": "wall-south"}`},
	{"It tries a change, a door that is far too wide. Nothing is written, and the answer says what would break.",
		`{"action": "validate", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`},
	{"A width that fits is carried out, and is a commit with the person as its author and the agent beside.",
		`{"action": "execute", "message": "A wheelchair needs 1,000 mm clear.", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`},
	{"Two commands make one commit: a window like another one, and a wall that moves.",
		`{"action": "execute", "commands": [{"command": "place_window", "host": "wall-north", "distance": 2500, "like": "window-north", "id": "window-north-2"}, {"command": "move", "id": "wall-partition", "by": [500, 0]}]}`},
	{"What changed, by whom, through which agent and why is answered from the git history.", `{"action": "changes", "limit": 2}`},
	{"And so is who gave a record the values that it has.", `{"action": "history", "id": "door-entrance", "member": "*"}`},
	{"The work is done when the model is valid.", `{"action": "validate"}`},
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
	if a.person == "" {
		a.person = demoPerson
	}
	if a.agent == "" {
		a.agent = demoAgent
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
	for i, s := range demoSteps {
		if err := a.demoStep(ctx, host, i+1, s); err != nil {
			return err
		}
	}
	place := shellWord(dir)
	return a.say("\nEverything above is in the repository, which stays:\n\n   git -C %s log --stat\n   ek log -v -m %s\n   ek tree -m %s", place, place, place)
}

func (a *app) demoStep(ctx context.Context, host *ops.Host, number int, s step) error {
	request, err := ops.ParseRequest([]byte(s.request))
	if err != nil {
		return err
	}
	style := a.look(a.out).Style
	if err := a.say("\n%s\n%s\n", style.Strong.Render(fmt.Sprintf("%2d. %s", number, s.says)), style.Faint.Render("    "+s.request)); err != nil {
		return err
	}
	return a.indented(request.Action, host.Do(ctx, request))
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
