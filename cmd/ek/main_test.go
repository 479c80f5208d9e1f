package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
	"github.com/openeik/ekgit/repo/repotest"
)

// program is the command as people run it, built once for all tests here.
var program string

func TestMain(m *testing.M) { os.Exit(built(m.Run)) }

func built(run func() int) int {
	if err := isolate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	dir, err := os.MkdirTemp("", "ek-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "ek")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return run()
}

// agentVariables are by what the program knows an agent's session, in which nothing is
// accepted: whoever runs the tests, people act in them.
var agentVariables = []string{"EKGIT_AGENT", "AI_AGENT", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CURSOR_AGENT", "CURSOR_TRACE_ID", "CODEX_SANDBOX",
	"CODEX_THREAD_ID", "GEMINI_CLI", "OPENCODE", "GOOSE_TERMINAL", "COPILOT_CLI"}

// isolate hides the git configuration of whoever runs the tests from git and from the
// program, and names a person of its own.
func isolate() error {
	for _, name := range agentVariables {
		if err := os.Unsetenv(name); err != nil {
			return err
		}
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_TERMINAL_PROMPT": "0", "SSH_AUTH_SOCK": "",
		"GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
	} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}

// newRepo answers a repository on branch main, without a commit.
func newRepo(t testing.TB) *repotest.Repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repotest.In(t, filepath.Join(dir, "work"))
	if err := os.Mkdir(r.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.Git("init", "-q", "-b", "main")
	return r
}

// house answers a repository that holds the example house in one commit.
func house(t testing.TB) *repotest.Repo {
	t.Helper()
	r := newRepo(t)
	layHouse(t, r.Dir)
	r.Commit("The house as built")
	return r
}

func layHouse(t testing.TB, dir string) {
	t.Helper()
	files, err := fs.Sub(ekgit.Examples, "testdata/one-storey-house")
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ran is what one run of the program printed and how it ended.
type ran struct {
	out, err string
	code     int
}

// ek runs the program in a folder.
func ek(t testing.TB, dir string, words ...string) ran {
	t.Helper()
	cmd := exec.Command(program, words...)
	cmd.Dir = dir
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
}

// envelope is an answer as JSON, read as far as tests look into it.
type envelope struct {
	OK    bool
	Data  json.RawMessage
	Error ops.Error
	Meta  ops.Meta
}

// answer reads the answer that a run printed.
func (r ran) answer(t testing.TB) envelope {
	t.Helper()
	var e envelope
	if err := json.Unmarshal([]byte(r.out), &e); err != nil {
		t.Fatalf("%v: it printed %q and %q", err, r.out, r.err)
	}
	return e
}

// request carries out a request by a process of its own.
func request(t testing.TB, dir, text string) envelope {
	t.Helper()
	return ek(t, dir, "request", dir, text).answer(t)
}

// member answers a member of a record's file, as compact JSON; empty where the file
// or the member is not there.
func member(t testing.TB, r *repotest.Repo, path, name string) string {
	t.Helper()
	text := r.Read(path)
	if text == "" {
		return ""
	}
	o, err := model.DecodeObject([]byte(text))
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return ""
	}
	if v := o.Get(name); v != nil {
		return string(model.AppendCompact(nil, v))
	}
	return ""
}

func lines(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
