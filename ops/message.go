package ops

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Version is the version of this program, as commits and clients see it.
const Version = "0.1.0"

// The longest request that a commit message holds whole, in bytes, and the most
// lines that say what became of single records.
const (
	wholeRequest = 4096
	recordLines  = 40
)

// message is what a commit says beside its changes.
type message struct {
	subject  string
	body     string
	trailers []repo.Trailer
}

// message makes the commit message of a write: what changed in a person's words, a
// line a record, the request so that the history can be replayed, and who asked.
func (c *call) message(in *writeIn, done *outcome, base repo.Head) (message, error) {
	return c.messageOf(in, in.hash(), done, base)
}

// messageOf is message for a request that is recognised again by another hash than its
// own.
func (c *call) messageOf(in *writeIn, hash string, done *outcome, base repo.Head) (message, error) {
	agent, err := c.agent()
	if err != nil {
		return message{}, err
	}
	paragraphs := done.retitle(in.Title)
	if in.Message != "" {
		paragraphs = append(paragraphs, in.Message)
	}
	if done.about != "" {
		paragraphs = append(paragraphs, done.about)
	}
	if len(done.lines) > 0 {
		paragraphs = append(paragraphs, strings.Join(capped(done.lines, recordLines), "\n"))
	}
	if len(in.Commands) > 0 {
		paragraphs = append(paragraphs, requestText(in.Commands))
	}
	m := message{subject: done.subject, body: strings.Join(paragraphs, "\n\n")}
	add := func(key, value string) {
		if value != "" {
			m.trailers = append(m.trailers, repo.Trailer{Key: key, Value: value})
		}
	}
	add("Eik-Command", strings.Join(commandNames(in.Commands), ", "))
	add("Eik-Agent", agent)
	add("Eik-Request", c.req.RequestID+" "+hash)
	add("Eik-Correlation", c.req.CorrelationID)
	add("Eik-Model", c.meta.Model)
	if !base.Unborn {
		add("Eik-Base", base.Commit.String())
	}
	for _, reverted := range revertTrailers(done.reverted) {
		add("Eik-Reverts", reverted)
	}
	add("Eik-Version", model.FormatVersion+" ekgit/"+Version)
	add("Co-authored-by", coAuthor(agent))
	return m, nil
}

// retitle makes a title, where there is one, the subject, and answers what of it the
// body has to hold.
func (o *outcome) retitle(title string) []string {
	subject := repo.Subject(title)
	if subject == "" {
		o.subject = repo.Subject(o.subject)
		return nil
	}
	o.subject = subject
	if !strings.HasSuffix(subject, "…") || strings.HasSuffix(title, "…") {
		return nil
	}
	o.notes = append(o.notes, "The title is longer than a commit's subject: it was cut, and stands whole in the message")
	return []string{title}
}

func capped(lines []string, most int) []string {
	if len(lines) <= most {
		return lines
	}
	return append(slices.Clone(lines[:most-1]), fmt.Sprintf("… and %d more", len(lines)-most+1))
}

// requestText is the request's commands as canonical JSON, or their count and hash
// where they are long.
func requestText(commands []model.Object) string {
	text := canonical(commands)
	if len(text) > wholeRequest {
		return fmt.Sprintf("Request: %d commands, sha256 %s", len(commands), hash(text))
	}
	return "Request: " + allShown(text)
}

// allShown writes characters of JSON that do not show as JSON's own escapes: they may
// stand in no commit message, and the request must come out of it as it was.
func allShown(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		if !hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04x", unit)
		}
	}
	return b.String()
}

func canonical(commands []model.Object) []byte {
	list := make([]any, len(commands))
	for i, command := range commands {
		list[i] = command
	}
	return model.AppendCompact(nil, list)
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

func commandNames(commands []model.Object) []string {
	var names []string
	for _, command := range commands {
		if name, _ := command.Get("command").(string); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// coAuthor is the trailer by which hostings show that an agent had a hand in it.
func coAuthor(agent string) string {
	if agent == "" {
		return ""
	}
	name, _, _ := strings.Cut(agent, "/")
	name = cmp.Or(strings.TrimSpace(name), "agent")
	local := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
	return fmt.Sprintf("%s <%s@agents.invalid>", name, local)
}
