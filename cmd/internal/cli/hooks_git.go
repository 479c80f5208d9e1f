package cli

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/hooks"
	"github.com/openeik/ekgit/ops"
)

// exitBroken is what git takes, over 128, as a merge driver that could not merge.
const exitBroken = 129

// forGit runs what git itself calls: the hooks of a clone, the merge driver and the
// diff driver. They are called at every commit and every file, so that they go without
// what the other commands set up.
func (a *app) forGit(ctx context.Context, arguments []string) (handled bool) {
	if len(arguments) < 2 {
		return false
	}
	switch word := arguments[0]; {
	case word == "hook" && slices.Contains(hooks.Local(), arguments[1]):
		a.runHook(ctx, arguments[1], arguments[2:])
	case word == "merge-driver" && len(arguments) == 5:
		a.mergeDriver(arguments[1], arguments[2], arguments[3], arguments[4])
	case word == "textconv" && len(arguments) == 2:
		a.textconv(arguments[1])
	default:
		return false
	}
	return true
}

// runHook is one of git's hooks: "ek hook pre-commit --in house -- arguments".
func (a *app) runHook(ctx context.Context, name string, arguments []string) {
	// A hook lives for a tenth of a second: collecting garbage would cost more than it
	// saves, unless there is very much of it.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(512 << 20)
	call := hooks.Call{Name: name, Environ: os.Environ(), In: a.in, Out: a.err, Now: time.Now()}
	for len(arguments) > 1 && arguments[0] == "--in" {
		call.Models, arguments = append(call.Models, arguments[1]), arguments[2:]
	}
	if len(arguments) > 0 && arguments[0] == "--" {
		arguments = arguments[1:]
	}
	call.Args = arguments
	refused, err := call.Run(ctx)
	if err != nil {
		fmt.Fprintf(a.err, "ek: %s cannot tell whether the model keeps its rules: %s\n", name, ops.Plain(err.Error()))
	}
	if refused || err != nil {
		a.exit = exitFindings
	}
}

// mergeDriver merges three versions of a file for git.
func (a *app) mergeDriver(base, ours, theirs, path string) {
	conflicts, err := hooks.MergeFile(".", base, ours, theirs, path)
	switch {
	case err != nil:
		fmt.Fprintf(a.err, "ek: %s is not merged: %s\n", ops.Plain(path), ops.Plain(err.Error()))
		a.exit = exitBroken
	case len(conflicts) > 0:
		fmt.Fprintf(a.err, "ek: %s\n", strings.Join(conflicts, "\nek: "))
		a.exit = exitFindings
	}
}

// textconv prints a file as lines for git to compare.
func (a *app) textconv(file string) {
	data, err := os.ReadFile(file)
	if err == nil {
		_, err = a.out.Write(hooks.Textconv(data))
	}
	if err != nil {
		fmt.Fprintf(a.err, "ek: %v\n", err)
		a.exit = exitFindings
	}
}
