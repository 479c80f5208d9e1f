package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/openeik/ekgit/cmd/internal/cli"
)

func TestMain(m *testing.M) {
	run := func(before ...string) func() {
		return func() { os.Exit(cli.Main(append(before, os.Args[1:]...), os.Stdin, os.Stdout, os.Stderr)) }
	}
	testscript.Main(m, map[string]func(){"ek": run(), "ek-mcp": run("mcp")})
}

// TestScripts runs the scripts under testdata/script, each in a folder of its own with
// a git configuration of its own. EK_UPDATE=1 writes what is printed into them.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("EK_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TZ", "UTC")
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GIT_CONFIG_GLOBAL", env.WorkDir+"/.gitconfig")
			return os.WriteFile(env.WorkDir+"/.gitconfig", []byte("[user]\n\tname = Ada Architect\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"), 0o644)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "settle": settle, "terminal": terminal},
	})
}

// exits runs a program that ends with an exit code: exits 4 ek show 7.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [argument...]")
	}
	code := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || code != want {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// What differs between runs, and the words that stand for it.
var unsettled = []struct {
	pattern *regexp.Regexp
	word    string
}{
	{regexp.MustCompile(`\b[0-9a-f]{40}\b`), "COMMIT-IN-FULL"},
	{regexp.MustCompile(`\b[0-9a-f]{8}([0-9a-f]{2})?\b`), "COMMIT"},
	{regexp.MustCompile(`\bp-[a-z2-7]{8}\b`), "PROPOSAL"},
	{regexp.MustCompile(`\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d`), "31 January 2026, 08:00"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d`), "2026-01-31 08:00"},
	{regexp.MustCompile(`\b[a-z2-7]{16}\b`), "REQUEST"},
}

// settle writes the last standard output to the file "shown", with words for what
// differs between runs: settle; cmp shown want.
func settle(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: settle")
	}
	text := ts.ReadFile("stdout")
	for _, u := range unsettled {
		text = u.pattern.ReplaceAllString(text, u.word)
	}
	ts.Check(os.WriteFile(ts.MkAbs("shown"), []byte(text), 0o644))
}
