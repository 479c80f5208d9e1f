package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestAgentsAreKnownByTheirEnvironment(t *testing.T) {
	none := func(string) string { return "" }
	if why := agentSession(none, 0); why != "" {
		t.Errorf("a person is taken for an agent: %s", why)
	}
	for _, name := range agentVariables {
		if why := agentSession(func(asked string) string { return map[string]string{name: "1"}[asked] }, 0); !strings.Contains(why, name) {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// A shell that an agent's program started is an agent's session too.
func TestAgentsAreKnownByWhatStartedThem(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // only there does the system tell
	}
	agent := filepath.Join(t.TempDir(), "claude")
	if err := os.Symlink("/bin/sh", agent); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{"echo; read line", "sh -c 'echo; read line; true'; true"} {
		cmd := exec.Command(agent, "-c", script)
		input, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		output, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := output.Read(make([]byte, 1)); err != nil { // it runs
			t.Fatal(err)
		}
		if why := agentSession(func(string) string { return "" }, cmd.Process.Pid); why != "claude started it" {
			t.Errorf("%s: %q", script, why)
		}
		if err := input.Close(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait()
	}
}

func TestProgramsOfScripts(t *testing.T) {
	for line, want := range map[string]string{"node /usr/lib/claude.js": "claude", "/usr/bin/python3 /opt/aider": "aider", "bash -c x": "bash", "": ""} {
		if got := programOf(strings.Fields(line)); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
