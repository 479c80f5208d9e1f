package ops

import (
	"strings"
	"unicode/utf8"
)

// AgentName answers what a request's Agent is for a program that says what it is
// called and which version it has: "name/version", on one line, as long as an agent's
// name may be. A program that does not say is called unknown-agent.
func AgentName(name, version string) string {
	name, version = agentWord(name), agentWord(version)
	if name == "" {
		name = "unknown-agent"
	}
	if version != "" {
		name += "/" + version
	}
	for utf8.RuneCountInString(name) > longestAgent {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return strings.TrimSpace(name)
}

// agentWord answers text without what an agent's name must not hold.
func agentWord(text string) string {
	text = strings.Map(func(r rune) rune {
		if hidden(r) || strings.ContainsRune("<>\n\t/", r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
