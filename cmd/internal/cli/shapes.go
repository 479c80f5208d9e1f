package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// readShape is "ek read [id…]", which reads those records whole.
func (a *app) readShape(command *cobra.Command, bind binder) {
	command.Use = "read [id…]"
	command.Args = cobra.ArbitraryArgs
	command.ValidArgsFunction = a.completeWords([]string{"id" + andMore})
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
		if len(words) > 0 {
			arguments = withFilter(arguments, model.Object{{Name: "ids", Value: model.StringsValue(words)}})
			if arguments.Get("tier") == nil && arguments.Get("fields") == nil {
				arguments = arguments.With("tier", "full")
			}
		}
		return a.do(cmd.Context(), "read", "read", arguments)
	}
}

// diffShape is "ek diff [from] [to]", or "ek diff from..to".
func (a *app) diffShape(command *cobra.Command, bind binder) {
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
		if len(words) == 1 {
			if from, to, ok := strings.Cut(words[0], ".."); ok {
				words = []string{from, to}
			}
		}
		for i, word := range words {
			if word != "" {
				arguments = arguments.With(subCommands["diff"].words[i], word)
			}
		}
		if arguments.Get("format") == nil && !a.json {
			arguments = arguments.With("format", "text")
		}
		return a.do(cmd.Context(), "diff", "diff", arguments)
	}
}

// validateShape is "ek validate [model]".
func (a *app) validateShape(command *cobra.Command, bind binder) {
	command.Use = "validate [model]"
	command.Args = atMost(1)
	command.RunE = func(cmd *cobra.Command, words []string) error {
		if len(words) == 1 {
			a.model = words[0]
		}
		return a.do(cmd.Context(), "validate", "validate", bind())
	}
}

// guideShape is "ek guide [topic]", which needs no model.
func (a *app) guideShape(command *cobra.Command, bind binder) {
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
		if len(words) == 1 {
			arguments = arguments.With("topic", words[0])
		}
		if _, err := ops.FindModel("."); err != nil && a.model == "" {
			return a.print("guide", ops.Guide(cmd.Context(), arguments))
		}
		return a.do(cmd.Context(), "guide", "guide", arguments)
	}
}

// request is "ek request <model> '<json>'": any request, its whole answer.
func (a *app) request() *cobra.Command {
	return &cobra.Command{
		Use: "request [model] <json> | -", Short: "Carry out any request given as JSON", GroupID: "ask", Args: between(1, 2),
		Long: "Carries out any request, given as JSON or (with -) on standard input, and prints its whole answer as JSON.",
		Example: `  ek request house '{"action": "tree", "path": "architecture/level-0"}'
  echo '{"action": "summary"}' | ek request -`,
		RunE: func(cmd *cobra.Command, words []string) error {
			a.json = true
			text, err := a.wordOrInput(words[len(words)-1])
			if err != nil {
				return err
			}
			request, err := ops.ParseRequest([]byte(text))
			if err != nil {
				return err
			}
			dir := ""
			if len(words) == 2 {
				dir = words[0]
			}
			request.Profile = ops.EditProfile // what only people do is asked for by its own command
			return a.with(cmd.Context(), dir, func(host *ops.Host) error {
				return a.print("request", a.carryOut(cmd.Context(), host, request))
			})
		},
	}
}

// schema is "ek schema [category]": the JSON Schema of one category or of all.
func (a *app) schema() *cobra.Command {
	return &cobra.Command{
		Use: "schema [category]", Short: "Print the JSON Schema of a category of records", GroupID: "set-up", Args: atMost(1),
		Example:           "  ek schema wall\n  ek schema > all-categories.json",
		ValidArgsFunction: a.completeWords([]string{"category"}),
		RunE: func(_ *cobra.Command, words []string) error {
			if len(words) == 1 {
				one, err := ops.CategorySchema(words[0])
				if err != nil {
					return err
				}
				return a.printJSON(one)
			}
			all, err := ops.CategorySchemas()
			if err != nil {
				return err
			}
			return a.printJSON(all)
		},
	}
}
