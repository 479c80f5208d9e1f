package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/cmd/internal/cli/answer"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/ops"
)

// usageError is a command line that means nothing.
type usageError struct{ error }

// usagef makes a usageError.
func usagef(format string, values ...any) error { return usageError{fmt.Errorf(format, values...)} }

// fail tells what went wrong and answers the exit code.
func (a *app) fail(err error) int {
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(a.err, "ek: %s\n", ops.Plain(err.Error()))
		return exitUsage
	}
	e := ops.ErrorOf(outside(err))
	if a.json {
		if err := a.printJSON(ops.Envelope{Error: e}); err == nil {
			return ops.ExitCode(e.Code)
		}
	}
	a.refused(e)
	return ops.ExitCode(e.Code)
}

// outside gives errors of the file system, which are no fault of ours, their codes:
// a file that is not there, one that may not be touched, a full disk.
func outside(err error) error {
	var file *fs.PathError
	var known *model.Problem
	if errors.As(err, &known) || !errors.As(err, &file) {
		return err
	}
	code := model.Unsupported
	switch {
	case errors.Is(err, fs.ErrNotExist):
		code = model.NotFound
	case errors.Is(err, fs.ErrPermission):
		code = model.Forbidden
	}
	return &model.Problem{Code: code, Message: fmt.Sprintf("%s: %v", file.Path, file.Err)}
}

// refused tells a person why a request was not carried out.
func (a *app) refused(e *ops.Error) {
	told := *e
	told.Hint = hintLine(e.Hint)
	// Where even standard error cannot be written, the exit code still tells.
	_ = answer.WriteError(a.err, &told, a.look(a.err))
}

// flagError names the flag that is nearest to one that is not there.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if words := cmd.Flags().Args(); len(words) > 0 && cmd.HasSubCommands() && !isJSON(words[0]) && words[0] != "-" {
		return noSuchCommand(cmd, words)
	}
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return usagef("%w; %s --help lists the flags", err, cmd.CommandPath())
	}
	if path := cmd.CommandPath(); unknown.GetSpecifiedName() == "proposal" && strings.HasPrefix(path, "ek execute") {
		return usagef("%s has no flag --proposal: it changes the model itself; %s --proposal adds to a proposal", path, strings.Replace(path, "execute", "propose", 1))
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return usagef("%s has no flag --%s%s", cmd.CommandPath(), unknown.GetSpecifiedName(), nearest("--", unknown.GetSpecifiedName(), names, cmd))
}

// noSuchCommand refuses a word where only the name of a sub-command can stand, and
// names the nearest.
func noSuchCommand(cmd *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	if sub, _, err := cmd.Find([]string{"execute", words[0]}); err == nil && sub.Parent() != nil && sub.Parent().Name() == "execute" {
		return usagef("%s has no command %q; it is %s", cmd.CommandPath(), words[0], sub.CommandPath())
	}
	return usagef("%s has no command %q%s", cmd.CommandPath(), words[0], nearest("", words[0], names, cmd))
}

func nearest(prefix, word string, names []string, cmd *cobra.Command) string {
	if near := cmp.Or(args.Nearest(kebab(word), names), within(kebab(word), names)); near != "" {
		return fmt.Sprintf("; the nearest is %s%s", prefix, near)
	}
	return fmt.Sprintf("; %s --help lists what there is", cmd.CommandPath())
}

// within answers the longest name whose parts all stand in a word: add-type in
// add-wall-type.
func within(word string, names []string) string {
	parts, longest := strings.Split(word, "-"), ""
	for _, name := range names {
		strange := func(part string) bool { return !slices.Contains(parts, part) }
		if len(name) > len(longest) && !slices.ContainsFunc(strings.Split(name, "-"), strange) {
			longest = name
		}
	}
	return longest
}

// atMost takes up to so many words, whose names the use line of the command gives.
func atMost(n int) cobra.PositionalArgs { return between(0, n) }

// between takes a number of words.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		switch n := len(words); {
		case n < least:
			return usagef("%s needs more: %s", cmd.CommandPath(), cmd.UseLine())
		case n > most:
			return usagef("%s takes no %q: %s", cmd.CommandPath(), strings.Join(words[most:], " "), cmd.UseLine())
		}
		return nil
	}
}

// noWords takes no words, and asks of the first whether a flag was meant.
func noWords(flag string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		if len(words) == 0 {
			return nil
		}
		return usagef("%s takes no %q; is it --%s %s?", cmd.CommandPath(), strings.Join(words, " "), flag, shellWord(words[0]))
	}
}
