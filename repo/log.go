package repo

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/internal/objects"
)

// Hash is the name of a git object.
type Hash = plumbing.Hash

// Commit is one commit, as a history tells it.
type Commit struct {
	Hash      Hash
	Parents   []Hash // the first is the line of the branch
	Author    Person
	Authored  time.Time
	Committer Person
	Committed time.Time
	Message   string // whole, with its trailers
	Signed    bool   // carries a signature, sound or not
	// Sequence counts the commits up to this one along first parents. It is -1 where a
	// shallow clone hides some.
	Sequence int
}

func newCommit(c *objects.Commit, sequence int) *Commit {
	return &Commit{
		Hash: c.Hash, Parents: c.Parents,
		Author: Person{c.Author.Name, c.Author.Email}, Authored: c.Author.When,
		Committer: Person{c.Committer.Name, c.Committer.Email}, Committed: c.Committer.When,
		Message: strings.ToValidUTF8(c.Message, "\uFFFD"), Signed: c.GPGSig != "",
		Sequence: sequence,
	}
}

// Subject answers the first paragraph of the message, on one line.
func (c *Commit) Subject() string {
	first, _, _ := strings.Cut(strings.TrimLeft(c.Message, "\n"), "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// Body answers what stands between the subject and the trailers.
func (c *Commit) Body() string {
	_, rest, _ := strings.Cut(strings.TrimLeft(c.Message, "\n"), "\n\n")
	rest = strings.TrimSpace(rest)
	body, last := lastParagraph(rest)
	if len(parseTrailers(last)) > 0 {
		return strings.TrimSpace(body)
	}
	return rest
}

// Trailers answers the trailers of the message, in their order, as git reads them.
func (c *Commit) Trailers() []Trailer {
	text := strings.TrimSpace(c.Message)
	before, last := lastParagraph(text)
	if before == "" {
		return nil // the subject alone
	}
	return parseTrailers(last)
}

// Trailer answers the value of the first trailer of a key, empty where there is
// none. Keys are equal whatever their case.
func (c *Commit) Trailer(key string) string {
	for _, t := range c.Trailers() {
		if strings.EqualFold(t.Key, key) {
			return t.Value
		}
	}
	return ""
}

var blankLine = regexp.MustCompile(`\n[ \t]*\n`)

func lastParagraph(text string) (before, last string) {
	all := blankLine.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return "", text
	}
	at := all[len(all)-1]
	return text[:at[0]], text[at[1]:]
}

var trailerLine = regexp.MustCompile(`^([A-Za-z0-9-]+)[ \t]*:[ \t]*(.*)$`)

// parseTrailers reads a paragraph of trailers. A paragraph counts as one where every
// line is a trailer or continues one, or where git itself wrote one of them and a
// quarter are trailers.
func parseTrailers(paragraph string) []Trailer {
	var trailers []Trailer
	others, byGit := 0, false
	for line := range strings.Lines(paragraph) {
		line = strings.TrimRight(line, "\r\n")
		match := trailerLine.FindStringSubmatch(line)
		generated := strings.HasPrefix(line, "Signed-off-by: ") || strings.HasPrefix(line, "(cherry picked from commit ")
		byGit = byGit || generated
		switch {
		case match != nil:
			trailers = append(trailers, Trailer{Key: match[1], Value: strings.TrimSpace(match[2])})
		case strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"):
			if len(trailers) == 0 {
				others++
				continue
			}
			last := &trailers[len(trailers)-1]
			last.Value = strings.TrimSpace(last.Value + " " + strings.TrimSpace(line))
		case !generated && !strings.HasPrefix(line, "#"):
			others++
		}
	}
	if others > 0 && (!byGit || len(trailers)*3 < others) {
		return nil
	}
	return trailers
}

// log calls fn for commits from one back along first parents, until it answers
// false or the first commit is reached.
func (r *reader) log(ctx context.Context, from Hash, fn func(*Commit) bool) error {
	sequence, err := r.history.Sequence(ctx, from)
	if err != nil {
		return err
	}
	for {
		c, err := r.objects.Commit(ctx, from)
		if err != nil {
			return err
		}
		if !fn(newCommit(c, sequence)) || len(c.Parents) == 0 {
			return nil
		}
		if cut, err := r.history.IsCut(from); err != nil || cut {
			return err
		}
		from = c.Parents[0]
		if sequence > 0 {
			sequence--
		}
	}
}

// commit answers one commit.
func (r *reader) commit(ctx context.Context, h Hash) (*Commit, error) {
	c, err := r.objects.Commit(ctx, h)
	if err != nil {
		return nil, err
	}
	sequence, err := r.history.Sequence(ctx, h)
	if err != nil {
		return nil, err
	}
	return newCommit(c, sequence), nil
}
