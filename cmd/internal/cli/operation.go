package cli

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// subCommand is what the command line knows of an operation beside what the
// operation says of itself.
type subCommand struct {
	group   string
	words   []string // the arguments that need no flag, in order
	example string
}

var subCommands = map[string]subCommand{
	"summary": {example: "ek summary"},
	"tree":    {words: []string{"path"}, example: "ek tree\nek tree architecture/level-0/wall"},
	"read": {words: []string{"id"}, example: "ek read door-entrance\nek read --category wall --level 1 --where 'derived.length > 5 m'\n" +
		"ek read --category door --fields mark,width,typeId.name"},
	"query": {example: "ek query --category wall --group-by typeId --aggregate n=count --aggregate 'area=sum derived.netSideArea'\n" +
		"ek query --category door --select mark,width --order-by -width"},
	"relations": {words: []string{"id"}, example: "ek relations wall-south"},
	"validate":  {example: "ek validate\nek validate house --severity error\nek validate --rules hosted --level 1"},
	"changes":   {group: "history", example: "ek changes --limit 5\nek changes --since 2026-01-31 --category door\nek changes --by agent=claude"},
	"history":   {group: "history", words: []string{"id", "member"}, example: "ek history door-entrance\nek history door-entrance offset"},
	"diff":      {group: "history", words: []string{"from", "to"}, example: "ek diff                 # what was edited by hand and is not committed\nek diff HEAD~1 HEAD\nek diff 1..2 --category wall"},
	"snapshot_2d": {words: []string{"level"}, example: "ek snapshot-2d level-0                     # writes plan-level-0.png\nek snapshot-2d 1 -o ground.pdf --scale 50\n" +
		"ek snapshot-2d --side south -o south.svg\nek snapshot-2d --compare p-22fh36qd        # what a proposal changes"},
	"snapshot_3d": {words: []string{"view"}, example: "ek snapshot-3d                              # writes view-iso-se.png\nek snapshot-3d iso-nw --level 1 -o open.png\n" +
		"ek snapshot-3d -o house.glb                 # the bodies, for other programs"},
	"guide":          {words: []string{"topic"}, example: "ek guide\nek guide walls\nek guide place_window\nek guide --search corner"},
	"export":         {example: "ek export house house.eik.json     # the single file\nek export house copy               # a folder\nek export > house.eik.json"},
	"proposals":      {words: []string{"id"}, example: "ek proposals\nek proposals p-22fh36qd\nek proposals --state accepted"},
	"propose":        {group: "change", example: `ek propose --title "Widen the entrance door" --commands '[{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]'`},
	"discuss":        {group: "change", words: []string{"proposal", "comment"}, example: "ek discuss p-22fh36qd 'Is that the clear width?' --record door-entrance\nek discuss p-22fh36qd --rebase"},
	"accept":         {group: "change", words: []string{"proposal"}, example: "ek accept p-22fh36qd --only door-entrance --message 'The door alone.'"},
	"reject":         {group: "change", words: []string{"proposal", "message"}, example: "ek reject p-22fh36qd 'The corridor has to stay 1,500 mm wide.'"},
	"execute":        {group: "change"},
	"import":         {group: "change", example: "ek import house.eik.json --into new-house\nek import annex --into house --title 'Take over the annex'\nek import house house.eik.json     # writes the file, as export does"},
	"report_problem": {words: []string{"message"}, example: `ek report-problem "The net area of wall-south ignores its window"`},
}

// operation makes the sub-command of an operation.
func (a *app) operation(o *ops.Operation) *cobra.Command {
	known := subCommands[o.Name]
	if known.group == "" {
		known.group = "ask"
	}
	use := kebab(o.Name)
	for _, word := range known.words {
		use += " [" + word + "]"
	}
	command := &cobra.Command{
		Use: use, Aliases: aliases(o.Name), GroupID: known.group, Short: o.Title, Long: about(o.Summary, o.Name),
		Example: "  " + strings.ReplaceAll(known.example, "\n", "\n  "), Args: atMost(len(known.words)),
	}
	schema := o.Input()
	bind := bindRequest(command.Flags(), schema)
	command.RunE = func(cmd *cobra.Command, given []string) error {
		arguments := bind()
		for i, word := range given {
			arguments = arguments.With(known.words[i], word)
		}
		return a.do(cmd.Context(), o.Name, o.Name, arguments)
	}
	a.complete(command, schema, known.words...)
	if shape := a.shape(o.Name); shape != nil {
		shape(command, bind)
	}
	lenient(command.Flags())
	return command
}

// shape gives some operations the forms that people and the reference use.
func (a *app) shape(operation string) func(*cobra.Command, binder) {
	switch operation {
	case "read":
		return a.readShape
	case "diff":
		return a.diffShape
	case "validate":
		return a.validateShape
	case "execute", "propose":
		return a.writeShape
	case "proposals":
		return a.proposalsShape
	case "accept", "reject":
		return a.decideShape
	case "export":
		return a.exportShape
	case "import":
		return a.importShape
	case "guide":
		return a.guideShape
	case "snapshot_2d", "snapshot_3d":
		return a.pictureShape(operation)
	}
	return nil
}

func aliases(name string) []string {
	if strings.Contains(name, "_") {
		return []string{name}
	}
	return nil
}

// do carries out a request on the model of -m and prints its answer in a form.
func (a *app) do(ctx context.Context, form, action string, arguments model.Object) error {
	return a.with(ctx, "", func(host *ops.Host) error {
		e := a.ask(ctx, host, action, arguments)
		if !e.OK && !a.json {
			insist(e.Error, action, arguments)
		}
		return a.print(form, e)
	})
}

// insist adds to a refusal that a person may set aside how that is said: what an agent
// is left to think over, a person sees as a command line.
func insist(e *ops.Error, action string, arguments model.Object) {
	switch {
	case e.Details["confirm"] != nil:
		e.Details["try"] = withConfirm(action, arguments, e.Details["confirm"])
	case e.Code == model.Conflict && e.Details["commit"] != nil && arguments.Get("again") == nil:
		e.Details["try"] = arguments.With("again", true).With("action", action)
	}
}

// withConfirm is a request that was refused for how far it reaches, with the counts
// that the refusal gave: what to send where that is meant.
func withConfirm(action string, arguments model.Object, confirm any) model.Object {
	var counts model.Object
	data, err := json.Marshal(confirm)
	if err != nil || json.Unmarshal(data, &counts) != nil {
		return nil
	}
	return arguments.With("confirm", counts).With("action", action)
}

// ask carries out a request. What people read is not held under the budget of what
// an agent reads.
func (a *app) ask(ctx context.Context, host *ops.Host, action string, arguments model.Object) ops.Envelope {
	if o := ops.Find(action); !a.json && o.Input().Properties["whole"] != nil {
		arguments = arguments.With("whole", true)
	}
	return a.carryOut(ctx, host, ops.Request{Action: action, RequestID: a.requestID, Arguments: arguments})
}

// carryOut carries out a request and shows how far it is.
func (a *app) carryOut(ctx context.Context, host *ops.Host, request ops.Request) ops.Envelope {
	bar := a.progress(request.Action)
	defer bar.end()
	request.Progress = bar.show
	return host.Do(ctx, request)
}

// print prints an answer and sets the exit code.
func (a *app) print(form string, e ops.Envelope) error {
	switch {
	case !e.OK:
		a.exit = ops.ExitCode(e.Error.Code)
	case e.Meta.Operation == "validate" && !dataOf[struct{ Valid bool }](e).Valid:
		a.exit = exitFindings
	}
	switch {
	case a.json:
		return a.printJSON(e)
	case !e.OK:
		a.refused(e.Error)
		return nil
	}
	if err := answer.Write(a.out, form, e, a.look(a.out)); err != nil {
		return err
	}
	return answer.WriteMeta(a.err, e.Meta, a.look(a.err))
}

func (a *app) printJSON(v any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	if isTerminal(a.out) {
		encoder.SetIndent("", "  ")
	}
	return encoder.Encode(v)
}
