package ops

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// The longest person and agent that are taken, in characters.
const (
	longestPerson = 200
	longestAgent  = 100
)

// signers answers who a write is by: the person who asked for it and the person
// whose host carries it out.
func (c *call) signers() (author, committer repo.Person, err error) {
	own, err := c.host.person()
	if err != nil {
		return author, committer, err
	}
	if c.req.Person == "" {
		return own, own, nil
	}
	author, err = ParsePerson(c.req.Person)
	if err != nil {
		return author, committer, err
	}
	if author != own && !c.host.options.TrustPerson {
		return author, committer, &model.Problem{Code: model.Forbidden,
			Message: fmt.Sprintf("this host writes for %s <%s>, not for %q", own.Name, own.Email, c.req.Person),
			Hint:    "Leave person out, or start the host with --trust-person where it sits behind something that knows who is asking"}
	}
	return author, own, nil
}

// person answers whose host this is: who commits.
func (h *Host) person() (repo.Person, error) {
	if h.options.Person != (repo.Person{}) {
		return h.options.Person, nil
	}
	return h.repo.Identity()
}

// ParsePerson reads a person as people write one, "Name <address>". What is no name
// with an address is an invalid argument.
func ParsePerson(text string) (repo.Person, error) {
	bad := func(why string) (repo.Person, error) {
		return repo.Person{}, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("person %.60q %s", text, why),
			Hint: `Send it as "Name <name@example.org>"`, Details: map[string]any{"path": "/person", "got": text}}
	}
	if utf8.RuneCountInString(text) > longestPerson {
		return bad(fmt.Sprintf("is longer than %d characters", longestPerson))
	}
	if strings.ContainsFunc(text, hidden) || strings.ContainsAny(text, "\n\t") {
		return bad("holds characters that do not show")
	}
	address, err := mail.ParseAddress(text)
	if err != nil || address.Name == "" || strings.ContainsAny(address.Name+address.Address, "<>\n") {
		return bad("is no name with an address")
	}
	return repo.Person{Name: address.Name, Email: address.Address}, nil
}

// agent answers the checked name and version of the agent that asks, empty where a
// person asks directly.
func (c *call) agent() (string, error) {
	a := strings.TrimSpace(c.req.Agent)
	if utf8.RuneCountInString(a) > longestAgent || strings.ContainsFunc(a, hidden) || strings.ContainsAny(a, "\n\t<>") {
		return "", &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("agent %.60q is no name of one line with at most %d characters", a, longestAgent),
			Hint: `Send it as "name/version", such as "claude-code/2.1.0"`, Details: map[string]any{"path": "/agent", "got": a}}
	}
	return a, nil
}
