package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// asked is the request behind a commit of a proposal.
type asked struct {
	commit *repo.Commit
	id     string   // the request's; empty for a commit that was made by hand
	in     *writeIn // nil where the request is not known
}

// askedOf answers the requests behind the commits of a proposal, in their order.
func (c *call) askedOf(ctx context.Context, store *proposals.Store, p *proposals.Proposal) ([]asked, error) {
	log, err := store.Log(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	kept, err := store.Requests(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	all := make([]asked, len(log))
	for i, commit := range log {
		id, hash, _ := strings.Cut(commit.Trailer("Eik-Request"), " ")
		all[i] = asked{commit: commit, id: id}
		if id == "" {
			continue
		}
		if all[i].in = readAsked(kept[hash]); all[i].in == nil {
			all[i].in = askedInBody(commit.Body())
		}
		if in := all[i].in; in != nil && len(in.Commands) > 0 && in.Commands[0].Get("command") == "import" {
			all[i].in = nil // it cannot be carried out again: the file may be gone
		}
	}
	return all, nil
}

// readAsked reads a request as it was kept, nil where it cannot be read.
func readAsked(data []byte) *writeIn {
	o, err := model.DecodeLarge(data)
	if err != nil {
		return nil
	}
	in := &writeIn{Commands: commandsOf(o.Get("commands"))}
	in.Title, _ = o.Get("title").(string)
	in.Message, _ = o.Get("message").(string)
	return in
}

// askedInBody reads the request that a commit's message holds, nil where that names it
// by its hash alone, or there is none.
func askedInBody(body string) *writeIn {
	_, text, ok := strings.Cut("\n\n"+body, "\n\nRequest: ")
	if !ok || !json.Valid([]byte(text)) {
		return nil
	}
	o, err := model.DecodeLarge(fmt.Appendf(nil, `{"commands": %s}`, text))
	if err != nil {
		return nil
	}
	return &writeIn{Commands: commandsOf(o.Get("commands"))}
}

func commandsOf(v any) []model.Object {
	list, _ := v.([]any)
	commands := make([]model.Object, 0, len(list))
	for _, item := range list {
		if command, ok := item.(model.Object); ok {
			commands = append(commands, command)
		}
	}
	return commands
}
