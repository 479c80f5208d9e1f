package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/ops"
)

// step is one request of the demonstration and what it shows.
type step struct {
	says    string
	request string
}

// demoSteps is an agent's whole loop on the example house: look, ask, try, do, look
// at what happened, and take it back.
var demoSteps = []step{
	{"The agent looks at the map first: what is there, in numbers.", `{"action": "summary"}`},
	{"It opens one folder of the layout. The answer names the parent and what to call next.", `{"action": "tree", "path": "architecture/level-0"}`},
	{"It asks a question instead of reading everything: the net wall area by type.",
		`{"action": "query", "filter": {"categories": ["wall"]}, "groupBy": ["typeId"], "aggregate": {"walls": "count", "area": "sum derived.netSideArea"}}`},
	{"It looks at the entrance: its wall, and what sits beside it.", `{"action": "relations", "id": "door-entrance"}`},
	{"It tries a change. Nothing is written: a door wider than its wall would be an error, and the host says which.",
		`{"action": "validate", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`},
	{"The same change with a width that fits becomes a commit with the person as author and the agent in the trailers.",
		`{"action": "execute", "message": "Wheelchairs need 1,000 mm clear.", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`},
	{"A window like the one that is there, and a wall that moves with what joins it: two commands, one commit.",
		`{"action": "execute", "commands": [{"command": "place_window", "host": "wall-north", "distance": 2500, "like": "window-north", "id": "window-north-2"}, {"command": "move", "id": "wall-partition", "by": [500, 0]}]}`},
	{"What changed is answered from the git history.", `{"action": "changes", "limit": 3}`},
	{"And who set each member of the door last.", `{"action": "history", "id": "door-entrance", "member": "*"}`},
	{"Done means: no errors.", `{"action": "validate"}`},
}

// demo is "ek demo": the whole loop of an agent on the example house, told step by
// step, in a fresh repository that stays to be looked at.
func (a *app) demo() *cobra.Command {
	return &cobra.Command{
		Use: "demo [folder]", Short: "Watch an agent work on the example house, step by step", GroupID: "set-up", Args: cobra.MaximumNArgs(1),
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
	host, err := ops.Create(ctx, dir, ops.CreateOptions{Branch: "main", Options: ops.Options{AnyFile: true, TrustPerson: true, Agent: "demo-agent/1.0"}})
	if err != nil {
		return err
	}
	defer host.Close()
	fmt.Fprintf(a.out, "A model in git: the example house, in a fresh repository at %s\n\n", dir)
	person := a.person
	if person == "" {
		person = "Ada Architect <ada@example.org>"
	}
	a.person = person
	if err := a.initExample(ctx, host, "one-storey-house"); err != nil {
		return err
	}
	for i, s := range demoSteps {
		if err := a.demoStep(ctx, host, i+1, s); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.out, "The folder stays. Look at it with:\n  git -C %s log --stat\n", dir)
	return nil
}

func (a *app) demoStep(ctx context.Context, host *ops.Host, number int, s step) error {
	fmt.Fprintf(a.out, "\n%s\n%s\n\n", a.style(a.out, bold, fmt.Sprintf("%d. %s", number, s.says)), a.style(a.out, faint, "   "+s.request))
	request, err := ops.ParseRequest([]byte(s.request))
	if err != nil {
		return err
	}
	request.Person = a.person
	answer := host.Do(ctx, request)
	if !answer.OK {
		return fmt.Errorf("step %d: %s: %s", number, answer.Error.Code, answer.Error.Message)
	}
	data, err := decoded(answer.Data)
	if err != nil {
		return err
	}
	var text strings.Builder
	shown := &app{out: &text, err: a.err}
	shown.render(answer, data)
	for line := range strings.Lines(text.String()) {
		fmt.Fprint(a.out, "   ", line)
	}
	return nil
}
