package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpExamplesRun runs every line that help shows as an example, in the example
// house with a little history, in which lie the other models that the lines name. The
// examples of single commands are those of package edit, which are run there.
func TestHelpExamplesRun(t *testing.T) {
	ground := t.TempDir()
	gitUser(t)
	inHouse(t, ground)
	root := (&app{in: os.Stdin, out: &bytes.Buffer{}, err: &bytes.Buffer{}}).root()
	for _, command := range withSubCommands(root) {
		t.Run(strings.ReplaceAll(command.CommandPath(), " ", "-"), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "model")
			if err := os.CopyFS(dir, os.DirFS(ground)); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(command.Example) {
				if strings.Contains(line, "accept ") || strings.Contains(line, "reject ") {
					line = strings.TrimSpace(line) + " --yes" // nobody sits at a terminal here
				}
				shell := exec.Command("sh", "-c", line)
				shell.Dir = dir
				if out, err := shell.CombinedOutput(); err != nil {
					t.Errorf("%s%v\n%s", line, err, out)
				}
			}
		})
	}
}

func withSubCommands(command *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{command}
	for _, sub := range command.Commands() {
		if sub.Name() != "completion" && command.Name() != "execute" && command.Name() != "propose" {
			all = append(all, withSubCommands(sub)...)
		}
	}
	return all
}

// gitUser gives the test a git configuration of its own.
func gitUser(t *testing.T) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "gitconfig")
	if err := os.WriteFile(file, []byte("[user]\n\tname = Ada Architect\n\temail = ada@example.org\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", file)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
}

// inHouse makes the example house in a folder, with a second commit, and in it, as
// folders that are no part of it, another house and an annex to import.
func inHouse(t *testing.T, dir string) {
	t.Helper()
	for _, line := range [][]string{
		{"init", dir, "--example", "one-storey-house"},
		{"execute", "update", "window-south", "--set", "sill=950", "-m", dir},
		{"init", filepath.Join(dir, "house"), "--example", "one-storey-house"},
		{"init", filepath.Join(dir, "other"), "--name", "Annex"},
		{"execute", "add-level", "--name", "Attic", "--elevation", "3000", "-m", filepath.Join(dir, "other")},
		{"export", filepath.Join(dir, "other"), filepath.Join(dir, "annex")},
		{"export", dir, filepath.Join(dir, "house.eik.json")},
		{"propose", "-m", dir, "--request-id", "widen-entrance", "--title", "Widen the entrance door",
			"--commands", `[{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]`},
	} {
		runs(t, line...)
	}
	if out, err := exec.Command("git", "clone", "-q", "--bare", dir, filepath.Join(dir, "hill.git")).CombinedOutput(); err != nil {
		t.Fatalf("git clone: %v\n%s", err, out)
	}
}

// runs runs ek and answers what it prints; it has to go well.
func runs(t *testing.T, arguments ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := Main(arguments, strings.NewReader(""), &out, &errOut); code != 0 {
		t.Fatalf("ek %s: exit code %d\n%s%s", strings.Join(arguments, " "), code, &out, &errOut)
	}
	return out.String()
}
