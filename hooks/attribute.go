package hooks

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// agentVariable says which agent commits, as name/version.
const agentVariable = "EKGIT_AGENT"

// knownAgents are the variables that agents set where they run commands.
var knownAgents = []struct{ variable, agent string }{
	{"CLAUDECODE", "claude-code"},
	{"CURSOR_AGENT", "cursor"},
	{"GEMINI_CLI", "gemini-cli"},
	{"CODEX_SANDBOX", "codex"},
}

// agent answers who commits for the person, empty where nobody says so.
func (c *Call) agent() string {
	if own := clipped(strings.TrimSpace(c.getenv(agentVariable)), 80); own != "" {
		return own
	}
	for _, known := range knownAgents {
		if c.getenv(known.variable) != "" {
			return known.agent
		}
	}
	return ""
}

// attribute adds to a commit message which agent wrote it, where one says so.
func (c *Call) attribute(context.Context) (refused bool, err error) {
	agent := c.agent()
	if agent == "" {
		return false, nil
	}
	if len(c.Args) != 1 {
		return false, errors.New("git tells commit-msg the file of the message, and nothing else")
	}
	text, err := os.ReadFile(c.Args[0])
	if err != nil {
		return false, err
	}
	name, _, _ := strings.Cut(agent, "/")
	next := withTrailers(string(text), c.commentChar(), []repo.Trailer{
		{Key: "Eik-Agent", Value: agent},
		{Key: "Co-authored-by", Value: name + " <" + localPart(name) + agents + ">"},
	})
	if next == string(text) {
		return false, nil
	}
	return false, os.WriteFile(c.Args[0], []byte(next), 0o666)
}

// commentChar answers what lines begin with that git takes out of messages.
func (c *Call) commentChar() string {
	command := exec.Command("git", "config", "core.commentChar")
	command.Env = c.Environ
	out, err := command.Output()
	if char := strings.TrimSpace(string(out)); err == nil && char != "" && char != "auto" {
		return char
	}
	return "#"
}

var notInAddresses = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// localPart answers a name as it may stand before the @ of an address.
func localPart(name string) string {
	if part := strings.Trim(notInAddresses.ReplaceAllString(name, "-"), "-."); part != "" {
		return part
	}
	return "agent"
}

// withTrailers adds trailers to a message that is being written, those that it has not
// got: before comments at its end and what git cuts off below its scissors. A message
// that says nothing stays as it is, so that git gives up the commit.
func withTrailers(text, comment string, add []repo.Trailer) string {
	said, rest := saidIn(text, comment)
	if said == "" {
		return text
	}
	c := repo.Commit{Message: said}
	have := c.Trailers()
	var lines []string
	for _, t := range add {
		if !hasTrailer(have, t) {
			lines = append(lines, t.Key+": "+t.Value)
		}
	}
	if len(lines) == 0 {
		return text
	}
	gap := "\n\n"
	if len(have) > 0 {
		gap = "\n"
	}
	return said + gap + strings.Join(lines, "\n") + "\n" + rest
}

func hasTrailer(have []repo.Trailer, want repo.Trailer) bool {
	for _, t := range have {
		if strings.EqualFold(t.Key, want.Key) && t.Value == want.Value {
			return true
		}
	}
	return false
}

const scissors = " ------------------------ >8 ------------------------"

// saidIn parts a message into what it says and the comments and empty lines after
// that. Comments at its beginning are none of what it says.
func saidIn(text, comment string) (said, rest string) {
	end := len(text)
	if at := strings.Index("\n"+text, "\n"+comment+scissors); at >= 0 {
		end = at
	}
	lines := strings.SplitAfter(text[:end], "\n")
	n := len(lines)
	idle := func(line string) bool { return strings.TrimSpace(line) == "" || strings.HasPrefix(line, comment) }
	for n > 0 && idle(lines[n-1]) {
		n--
	}
	if n == 0 {
		return "", text
	}
	said = strings.Join(lines[:n], "")
	rest = text[len(said):]
	return strings.TrimRight(said, "\r\n"), rest
}
