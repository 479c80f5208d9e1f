package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// agentVariables are set in the shells that agents work in, and agentPrograms are what
// their programs are called.
var (
	agentVariables = []string{"EKGIT_AGENT", "AI_AGENT", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CURSOR_AGENT", "CURSOR_TRACE_ID", "CODEX_SANDBOX",
		"CODEX_THREAD_ID", "GEMINI_CLI", "OPENCODE", "GOOSE_TERMINAL", "COPILOT_CLI"}
	agentPrograms = []string{"claude", "codex", "cursor-agent", "gemini", "aider", "opencode", "goose", "copilot"}
)

// forPeople refuses what people alone do where an agent asks for it. It is a courtesy
// that keeps honest agents honest: what keeps others out is a signature that the
// server asks for.
func (a *app) forPeople(what string) error {
	why := agentSession(os.Getenv, os.Getppid())
	if a.agent != "" {
		why = "--agent names who acts"
	}
	if why == "" {
		return nil
	}
	return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s is for people, and this is an agent's session: %s", what, why),
		Hint: "Tell the person whose model it is what you propose and what to look at; they decide in a terminal of their own"}
}

// agentSession answers by what a session is known to be an agent's, empty where it is
// not: a variable of the environment, or the program that started this one, itself or
// through one shell.
func agentSession(environment func(string) string, parent int) string {
	for _, name := range agentVariables {
		if environment(name) != "" {
			return name + " is set"
		}
	}
	for range 2 {
		program, above, ok := process(parent)
		if !ok {
			return ""
		}
		if slices.Contains(agentPrograms, program) {
			return program + " started it"
		}
		parent = above
	}
	return ""
}

// process answers what a process is called and which one started it, where the system
// tells.
func process(id int) (program string, parent int, ok bool) {
	folder := filepath.Join("/proc", strconv.Itoa(id))
	words, err := os.ReadFile(filepath.Join(folder, "cmdline"))
	if err != nil {
		return "", 0, false
	}
	status, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return "", 0, false
	}
	// The name in brackets may hold anything; what follows it is the state and the parent.
	fields := bytes.Fields(status[bytes.LastIndexByte(status, ')')+1:])
	if len(fields) > 1 {
		parent, _ = strconv.Atoi(string(fields[1]))
	}
	return programOf(strings.Split(string(words), "\x00")), parent, true
}

// programOf answers what the program of a command line is called; of a script, what
// the script is.
func programOf(words []string) string {
	for _, word := range words[:min(len(words), 2)] {
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(word), ".js"), ".py")
		if name != "node" && name != "bun" && !strings.HasPrefix(name, "python") {
			return name
		}
	}
	return ""
}
