package proposals

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

const commentFolder = "comments"

// Comment is what a person or an agent says of a proposal.
type Comment struct {
	ID     string // of its time and chance; the store gives it
	Author repo.Person
	Agent  string // empty where a person speaks
	Time   time.Time
	Text   string
	// Record and Member are what it is about; both empty for the proposal.
	Record, Member string
	Head           repo.Hash // of the proposal when it was made
	ReplyTo        string    // the comment that it answers
	Resolves       string    // the comment that it settles
	// Resolution is how a conflict is to be settled; whoever merges the proposal reads it
	// here and passes it on.
	Resolution *model.Resolution
	// Resolved tells, of a comment that is read, that another one settles it.
	Resolved bool
}

// commentFile is a comment as its file holds it.
type commentFile struct {
	Author   string    `json:"author"`
	Email    string    `json:"email,omitempty"`
	Agent    string    `json:"agent,omitempty"`
	Time     time.Time `json:"time"`
	Text     string    `json:"text,omitempty"`
	Record   string    `json:"record,omitempty"`
	Member   string    `json:"member,omitempty"`
	Head     string    `json:"head"`
	ReplyTo  string    `json:"replyTo,omitempty"`
	Resolves string    `json:"resolves,omitempty"`

	Resolution *model.Resolution `json:"resolution,omitempty"`
}

// Comment adds a comment to a proposal, open or not, and answers it with what the
// store gives it: ID, Time and Head. It is a NotFound problem that it answers or
// settles a comment that is not there.
func (s *Store) Comment(ctx context.Context, id string, c Comment) (*Comment, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Text) == "" && c.Resolves == "" && c.Resolution == nil {
		return nil, problem(model.InvalidArgument, "Give it a text, or name a comment that it resolves", "a comment on %s says nothing", f.ID)
	}
	known, err := s.Comments(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	for _, other := range []string{c.ReplyTo, c.Resolves} {
		if other != "" && !slices.ContainsFunc(known, func(k Comment) bool { return k.ID == other }) {
			return nil, problem(model.NotFound, "Read the comments of the proposal; each has an id", "proposal %s has no comment %q", f.ID, other)
		}
	}
	c.Time, c.Head, c.Resolved = s.opt.Clock().UTC().Truncate(time.Millisecond), f.Head, false
	c.ID = c.Time.Format("20060102T150405.000Z") + "-" + s.opt.NewWord()
	data, err := json.MarshalIndent(commentFile{c.Author.Name, c.Author.Email, c.Agent, c.Time, c.Text, c.Record, c.Member,
		c.Head.String(), c.ReplyTo, c.Resolves, c.Resolution}, "", "  ")
	if err != nil {
		return nil, err
	}
	file := repo.FileChange{Path: commentFolder + "/" + c.ID + ".json", Data: append(data, '\n')}
	return &c, s.review(ctx, f.ID, amendment{author: c.Author, subject: "Comment on " + f.ID, put: []repo.FileChange{file}})
}

// Comments answers the comments of a proposal, the oldest first. A file that cannot be
// read as one is passed over.
func (s *Store) Comments(ctx context.Context, id string) ([]Comment, error) {
	id, err := s.idOf(id)
	if err != nil {
		return nil, err
	}
	files, err := s.reviewFiles(ctx, id, commentFolder)
	if err != nil {
		return nil, err
	}
	var all []Comment
	resolved := map[string]bool{}
	for name, data := range files {
		c, err := readComment(name, data)
		if err != nil {
			continue
		}
		all = append(all, c)
		resolved[c.Resolves] = true
	}
	for i := range all {
		all[i].Resolved = resolved[all[i].ID]
	}
	slices.SortFunc(all, func(a, b Comment) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

// readComment reads a comment from its file.
func readComment(name string, data []byte) (Comment, error) {
	id, ok := strings.CutSuffix(name, ".json")
	if !ok || id == "" {
		return Comment{}, fmt.Errorf("%q is no comment's file", name)
	}
	var f commentFile
	if err := json.Unmarshal(data, &f); err != nil {
		return Comment{}, fmt.Errorf("comment %s: %w", id, err)
	}
	return Comment{
		ID: id, Author: repo.Person{Name: f.Author, Email: f.Email}, Agent: f.Agent, Time: f.Time, Text: f.Text,
		Record: f.Record, Member: f.Member, Head: hashOf(f.Head), ReplyTo: f.ReplyTo, Resolves: f.Resolves, Resolution: f.Resolution,
	}, nil
}
