package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// call is one request being carried out: where its answer is read from and what the
// answer's meta will say.
type call struct {
	host *Host
	req  *Request
	head repo.Head
	meta Meta

	attachments []Attachment
}

func (h *Host) newCall(r *Request) *call {
	if r.RequestID == "" {
		r.RequestID = h.options.NewID()
	}
	if r.CorrelationID == "" {
		r.CorrelationID = r.RequestID
	}
	if r.Agent == "" {
		r.Agent = h.options.Agent
	}
	return &call{host: h, req: r, meta: Meta{Operation: r.Action, RequestID: r.RequestID, CorrelationID: r.CorrelationID}}
}

// begin checks who asks for what and reads where the branch stands.
func (c *call) begin(ctx context.Context) error {
	for _, id := range []struct{ path, text string }{{"/requestId", c.req.RequestID}, {"/correlationId", c.req.CorrelationID}} {
		if err := checkRequestID(id.path, id.text); err != nil {
			return err
		}
	}
	head, err := c.host.repo.Head(ctx)
	if err != nil {
		return err
	}
	c.at(head)
	return nil
}

// longestRequestID is how long the ids of requests may be, in bytes.
const longestRequestID = 128

// checkRequestID refuses an id that a commit message could not hold as one word.
func checkRequestID(path, id string) error {
	word := !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
	if word && len(id) <= longestRequestID {
		return nil
	}
	return hinted(invalid(path, fmt.Sprintf("%.60q is no id of a request", id), id), fmt.Sprintf("Send one word of at most %d ASCII characters, or none: the host makes one", longestRequestID))
}

// at sets what the meta says of the branch.
func (c *call) at(head repo.Head) {
	c.head = head
	c.meta.Branch = head.Branch
	if !head.Unborn {
		c.meta.Commit = head.Commit.String()
		c.meta.At = c.meta.Commit
	}
	c.meta.Sequence = sequence(head.Sequence)
}

func sequence(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// progress tells the caller, where it wants to know, how many of a number of steps
// are done and what comes next.
func (c *call) progress(done, total int, next string) {
	if c.req.Progress != nil {
		c.req.Progress(float64(done), float64(total), next)
	}
}

func (c *call) warn(text string) { c.meta.Warnings = append(c.meta.Warnings, Plain(text)) }

// At is the argument that every read takes.
type At struct {
	At string `json:"at" doc:"Where to read: a commit, sequence number, tag, branch or proposal (p-…). Absent: the folder as it is now, hand edits included."`
}

// snapshot answers the model as it was at a commit, or, where at is empty, as the
// folder is now. The meta says which it was.
func (c *call) snapshot(ctx context.Context, at string) (*model.Snapshot, error) {
	if at != "" {
		return c.committed(ctx, at)
	}
	return c.working(ctx, repo.WorkingOptions{})
}

func (c *call) committed(ctx context.Context, at string) (*model.Snapshot, error) {
	commit, err := c.resolve(ctx, at)
	if err != nil {
		return nil, err
	}
	s, err := c.host.repo.At(ctx, commit.Hash)
	if err != nil {
		return nil, err
	}
	c.meta.At = commit.Hash.String()
	c.meta.Model = s.Manifest().ID
	return s, nil
}

func (c *call) working(ctx context.Context, options repo.WorkingOptions) (*model.Snapshot, error) {
	w, err := c.host.repo.Working(ctx, options)
	if err != nil {
		return nil, err
	}
	c.at(w.Head)
	c.meta.Model = w.Snapshot.Manifest().ID
	if err := w.Head.Writable(); w.Head.Operation != "" && err != nil {
		c.warn("Nothing can be written: " + err.Error())
	}
	broken := 0
	for _, e := range w.Edits {
		if e.State != repo.Broken && !belongs(e.Path) {
			continue // somebody's notes are no edit of the model
		}
		c.meta.Uncommitted = append(c.meta.Uncommitted, Plain(e.Path))
		if e.State == repo.Broken {
			if broken++; broken <= warnedFiles {
				c.warn(brokenWarning(w.Snapshot.FileAt(e.Path), e.Path))
			}
		}
	}
	if rest := broken - warnedFiles; rest > 0 {
		c.warn(fmt.Sprintf("%d more files cannot be read; validate lists them", rest))
	}
	return w.Snapshot, nil
}

// warnedFiles is how many files that cannot be read are warned of one by one.
const warnedFiles = 3

// brokenWarning says what an answer rests on where a file cannot be read.
func brokenWarning(f *model.File, path string) string {
	why, stands := "it cannot be read", "no record stands in its place"
	if f != nil && len(f.Faults()) > 0 {
		why = f.Faults()[0].Rule + ": " + f.Faults()[0].Message
	}
	if f != nil && f.Record() != nil {
		stands = "the last good version stands in its place"
	}
	return fmt.Sprintf("%s: %s; %s", path, why, stands)
}

// answerTokens is the largest answer that is sent unasked, and charactersPerToken
// how answers are measured.
const (
	answerTokens       = 20_000
	charactersPerToken = 2.5
)

// Whole is the argument of operations whose answers can be large.
type Whole struct {
	Whole bool `json:"whole" doc:"Send the answer though it has over 20,000 tokens."`
}

// narrower is an answer that can say what it holds and how to ask for less.
type narrower interface {
	narrow(arguments model.Object) (holds map[string]any, tries []model.Object)
}

// fit encodes the answer, leaves out what does not show itself, and holds it under
// the budget.
func (c *call) fit(o *Operation, answer any, arguments model.Object) (any, error) {
	data, err := encode(answer)
	if err != nil {
		return nil, err
	}
	data, left := shown(data)
	if len(left) > 0 {
		c.warn(hiddenWarning(left))
	}
	tokens := int(float64(len(data)) / charactersPerToken)
	c.meta.Bytes = len(data)
	c.meta.Budget = &Budget{Tokens: tokens, Limit: answerTokens}
	whole, _ := arguments.Get("whole").(bool)
	if tokens <= answerTokens || whole {
		return json.RawMessage(data), nil
	}
	return nil, overBudget(o, answer, arguments, len(data), tokens)
}

func overBudget(o *Operation, answer any, arguments model.Object, bytes, tokens int) error {
	holds, tries := map[string]any{}, []model.Object(nil)
	if n, ok := answer.(narrower); ok {
		holds, tries = n.narrow(arguments)
	}
	holds["bytes"], holds["tokens"] = bytes, tokens
	requests := make([]any, 0, len(tries)+1)
	for _, t := range tries {
		if t.Get("action") == nil {
			t = asRequest(o.Name, t)
		}
		requests = append(requests, t)
	}
	if _, ok := o.spec.Schema().Properties["whole"]; ok {
		requests = append(requests, asRequest(o.Name, arguments.With("whole", true)))
	}
	return &model.Problem{Code: model.OverBudget,
		Message: "the answer would be larger than one answer may be without asking for it whole",
		Hint:    "Send one of the narrower requests under try, or whole: true",
		Details: map[string]any{"holds": holds, "limit": answerTokens, "try": requests}}
}
