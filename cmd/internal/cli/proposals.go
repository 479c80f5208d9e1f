package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

const proposalsExample = `  ek proposals                                      # those that wait
  ek proposals show p-22fh36qd
  ek proposals show p-22fh36qd --format html -o review.html
  ek proposals comment p-22fh36qd 'Is that the clear width?' --record door-entrance
  ek proposals accept p-22fh36qd --only door-entrance`

// proposalsShape puts what can be done with a proposal below "ek proposals".
func (a *app) proposalsShape(command *cobra.Command, bind binder) {
	command.Use, command.Example = "proposals [id]", proposalsExample
	format := command.Flags().Lookup("format")
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
		if len(words) == 1 {
			if !format.Changed {
				arguments = arguments.With("format", "text")
			}
			arguments = arguments.With("id", words[0])
		}
		return a.do(cmd.Context(), "proposals", "proposals", arguments)
	}
	for _, name := range []string{"accept", "reject"} {
		sub := a.operation(ops.Find(name))
		sub.GroupID = ""
		command.AddCommand(sub)
	}
	command.AddCommand(a.listProposals(), a.showProposal(), a.diffProposal(), a.commentOn(), a.withdraw(), a.resolve(),
		a.onProposal("rebase", "Make a proposal anew on the model as it is now", "rebase"),
		a.onProposal("reopen", "Open a proposal that was closed, or one that was accepted and reverted", "reopen"),
		a.prune())
}

func (a *app) listProposals() *cobra.Command {
	sub := &cobra.Command{Use: "list", Short: "List proposals, open ones where no --state is given", Args: atMost(0), Example: "  ek proposals list --state all"}
	bind := bindFlags(sub.Flags(), ops.Find("proposals").Input())
	for _, name := range []string{"id", "format"} {
		sub.Flags().Lookup(name).Hidden = true
	}
	sub.RunE = func(cmd *cobra.Command, _ []string) error {
		return a.do(cmd.Context(), "proposals", "proposals", bind())
	}
	a.complete(sub, ops.Find("proposals").Input())
	return sub
}

// showProposal is "ek proposals show": all that a person needs to decide, on the
// terminal or as a page.
func (a *app) showProposal() *cobra.Command {
	sub := &cobra.Command{Use: "show <id>", Short: "Show what a proposal changes, in a building's words", Args: between(1, 1),
		Example:           "  ek proposals show p-22fh36qd\n  ek proposals show p-22fh36qd --format html -o review.html",
		ValidArgsFunction: a.completeWords([]string{"proposal"})}
	format := sub.Flags().String("format", "text", "How: text, markdown (for a pull request), html (a page), or data.")
	file := sub.Flags().StringP("output", "o", "", "The `file` to write; a name that ends in .html or .md chooses the format.")
	sub.RunE = func(cmd *cobra.Command, words []string) error {
		if !cmd.Flags().Changed("format") {
			switch {
			case strings.HasSuffix(*file, ".html"):
				*format = "html"
			case strings.HasSuffix(*file, ".md"):
				*format = "markdown"
			}
		}
		arguments := model.Object{{Name: "id", Value: words[0]}, {Name: "format", Value: *format}}
		if *file != "" {
			arguments = arguments.With("pictures", true)
		}
		return a.with(cmd.Context(), "", func(host *ops.Host) error {
			e := a.ask(cmd.Context(), host, "proposals", arguments)
			if !e.OK || *file == "" {
				return a.print("proposals", e)
			}
			return a.writeReview(*file, e)
		})
	}
	return sub
}

// writeReview writes a review to a file, and the thumbnails that it names beside it.
func (a *app) writeReview(file string, e ops.Envelope) error {
	for _, attachment := range e.Attachments {
		if err := writeFile(filepath.Join(filepath.Dir(file), attachment.Name), attachment.Data, filepath.Ext(attachment.Name)); err != nil {
			return err
		}
	}
	if err := writeFile(file, []byte(dataOf[struct{ Text string }](e).Text), ".txt", ".html", ".htm", ".md", ".markdown"); err != nil {
		return err
	}
	return a.say("Wrote %s", file)
}

func (a *app) diffProposal() *cobra.Command {
	return &cobra.Command{Use: "diff <id>", Short: "Show the records that a proposal changes, members old and new", Args: between(1, 1),
		ValidArgsFunction: a.completeWords([]string{"proposal"}),
		RunE: func(cmd *cobra.Command, words []string) error {
			return a.with(cmd.Context(), "", func(host *ops.Host) error {
				seen, refused := a.ends(cmd.Context(), host, words[0])
				if refused != nil {
					return a.print("proposals", *refused)
				}
				return a.print("diff", a.ask(cmd.Context(), host, "diff", model.Object{{Name: "from", Value: seen.Base}, {Name: "to", Value: words[0]}, {Name: "format", Value: "text"}}))
			})
		}}
}

// ends are the commit that a proposal was made on and its last one.
type ends struct{ Base, Head string }

// ends answers the ends of a proposal, or the refusal where there is none.
func (a *app) ends(ctx context.Context, host *ops.Host, id any) (ends, *ops.Envelope) {
	e := host.Do(ctx, ops.Request{Action: "proposals", Arguments: model.Object{{Name: "id", Value: id}, {Name: "limit", Value: 1.0}, {Name: "whole", Value: true}}})
	if !e.OK {
		return ends{}, &e
	}
	return dataOf[struct{ Review struct{ Proposal ends } }](e).Review.Proposal, nil
}

// discussing makes a sub-command that asks discuss for one thing.
func (a *app) discussing(use, short string, words []string, arguments func(words []string) (model.Object, error)) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: between(1, len(words)), ValidArgsFunction: a.completeWords(words),
		RunE: func(cmd *cobra.Command, given []string) error {
			asked, err := arguments(given)
			if err != nil {
				return err
			}
			return a.do(cmd.Context(), "discuss", "discuss", append(model.Object{{Name: "proposal", Value: given[0]}}, asked...))
		}}
}

func (a *app) commentOn() *cobra.Command {
	var record, member, reply string
	sub := a.discussing("comment <id> <text>", "Say something of a proposal, of a record in it or of a member", []string{"proposal", "text"}, func(words []string) (model.Object, error) {
		if len(words) < 2 {
			return nil, usagef("ek proposals comment needs what to say: ek proposals comment %s 'Is that the clear width?'", words[0])
		}
		said := model.Object{{Name: "comment", Value: words[1]}}
		for _, m := range []struct{ name, value string }{{"record", record}, {"member", member}, {"replyTo", reply}} {
			if m.value != "" {
				said = append(said, model.Member{Name: m.name, Value: m.value})
			}
		}
		return said, nil
	})
	sub.Flags().StringVar(&record, "record", "", "The `record` that it is about.")
	sub.Flags().StringVar(&member, "member", "", "The `member` of the record that it is about.")
	sub.Flags().StringVar(&reply, "reply-to", "", "The `comment` that it answers.")
	return sub
}

func (a *app) withdraw() *cobra.Command {
	return a.discussing("withdraw <id> [reason]", "Take a proposal of your own back", []string{"proposal", "reason"}, func(words []string) (model.Object, error) {
		reason := "withdrawn"
		if len(words) == 2 {
			reason = words[1]
		}
		return model.Object{{Name: "withdraw", Value: reason}}, nil
	})
}

// onProposal is a sub-command that needs no more than the proposal.
func (a *app) onProposal(name, short, member string) *cobra.Command {
	return a.discussing(name+" <id>", short, []string{"proposal"}, func([]string) (model.Object, error) {
		return model.Object{{Name: member, Value: true}}, nil
	})
}

func (a *app) resolve() *cobra.Command {
	var take, value string
	sub := a.discussing("resolve <id> <record> [member]", "Settle a conflict: for the model (ours), the proposal (theirs), or a value", []string{"proposal", "id", "member"},
		func(words []string) (model.Object, error) {
			if len(words) < 2 || (take == "") == (value == "") {
				return nil, usagef("ek proposals resolve needs the record and one of --take ours, --take theirs and --value")
			}
			settled := model.Object{{Name: "record", Value: words[1]}}
			if len(words) == 3 {
				settled = append(settled, model.Member{Name: "member", Value: words[2]})
			}
			if take == "" {
				given, err := jsonValue(value)
				if err != nil {
					given = value
				}
				settled = append(settled, model.Member{Name: "value", Value: given}, model.Member{Name: "take", Value: "value"})
			} else {
				settled = append(settled, model.Member{Name: "take", Value: take})
			}
			return model.Object{{Name: "resolve", Value: []any{settled}}}, nil
		})
	sub.Flags().StringVar(&take, "take", "", "Whose stands: `ours|theirs`.")
	sub.Flags().StringVar(&value, "value", "", "What stands instead, as `JSON`.")
	return sub
}

// prune is "ek proposals prune": dry runs that nobody came back to are put away.
func (a *app) prune() *cobra.Command {
	return &cobra.Command{Use: "prune", Short: "Put away dry runs that nobody has touched for long", Args: atMost(0),
		Long: "Puts away proposals without a title that nobody has touched for 14 days (eik.proposals.expire in git's configuration).\nWhat they hold stays, and ek proposals reopen brings one back.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd.Context(), "", func(host *ops.Host) error {
				away, err := host.PutAway(cmd.Context())
				if err != nil {
					return err
				}
				return a.done("prune", map[string]any{"putAway": away}, "Put away %d proposals", len(away))
			})
		}}
}

// decideShape lets a person accept or reject after a look at the proposal, and nobody
// else.
func (a *app) decideShape(command *cobra.Command, bind binder) {
	name := command.Name()
	yes := command.Flags().BoolP("yes", "y", false, "Do not ask.")
	words := subCommands[name].words
	alsoMessage(command.Flags())
	command.RunE = func(cmd *cobra.Command, given []string) error {
		if err := a.forPeople("ek proposals " + name); err != nil {
			return err
		}
		arguments := bind()
		for i, word := range given {
			arguments = arguments.With(words[i], word)
		}
		return a.with(cmd.Context(), "", func(host *ops.Host) error {
			if !*yes {
				seen, agreed, err := a.decided(cmd.Context(), host, name, arguments)
				if err != nil || !agreed {
					return err
				}
				if name == "accept" && arguments.Get("head") == nil {
					arguments = arguments.With("head", seen)
				}
			}
			return a.print(name, a.ask(cmd.Context(), host, name, arguments))
		})
	}
}

// alsoMessage lets the reviewer's words be given by the flags that have them elsewhere.
func alsoMessage(flags *pflag.FlagSet) {
	own := flags.Lookup("message")
	for _, name := range []string{"why", "reason"} {
		flags.AddFlag(&pflag.Flag{Name: name, Usage: own.Usage, Value: alsoSet{own.Value, own}, Hidden: true})
	}
}

// decided shows a proposal and asks the person at the terminal. It answers the commit
// that was seen: nothing else is accepted.
func (a *app) decided(ctx context.Context, host *ops.Host, what string, arguments model.Object) (head string, agreed bool, err error) {
	if a.json {
		return "", false, usagef("nothing was written: with --json, --yes says that it is meant")
	}
	seen, refused := a.ends(ctx, host, arguments.Get("proposal"))
	if refused != nil {
		return "", false, a.print("proposals", *refused)
	}
	e := a.ask(ctx, host, "proposals", model.Object{{Name: "id", Value: arguments.Get("proposal")}, {Name: "format", Value: "text"}})
	if !e.OK {
		return "", false, a.print("proposals", e)
	}
	if err := answer.Write(a.out, "proposals", e, a.look(a.out)); err != nil {
		return "", false, err
	}
	if !isTerminal(a.in) {
		return "", false, usagef("nothing was written: %s asks at a terminal, and --yes says so elsewhere", what)
	}
	agreed, err = a.yes(strings.ToUpper(what[:1]) + what[1:] + " it?")
	return seen.Head, agreed, err
}

// yes asks a person at the terminal a question that is answered by yes or no.
func (a *app) yes(question string) (bool, error) {
	fmt.Fprint(a.err, question+" [y/N] ")
	line, err := bufio.NewReader(a.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	said := strings.ToLower(strings.TrimSpace(line))
	if said == "y" || said == "yes" {
		return true, nil
	}
	return false, a.say("Nothing was written.")
}
