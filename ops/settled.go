package ops

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/proposals"
)

// resolution is how a conflict is to be settled, as a request spells it.
type resolution struct {
	Record string `json:"record" required:"true" doc:"The record of a conflict, as it was listed."`
	Member string `json:"member,omitempty" doc:"Its member; absent: every conflict of the record."`
	Take   string `json:"take" required:"true" enum:"ours,theirs,value" doc:"ours keeps what the model has, theirs takes what the proposal has."`
	Value  any    `json:"value,omitempty" doc:"With value: what the member becomes; null takes it away."`
}

func (r resolution) of() model.Resolution {
	return model.Resolution{Record: r.Record, Member: r.Member, Take: model.Take(r.Take), Value: r.Value}
}

func resolutionsOf(list []resolution) []model.Resolution {
	out := make([]model.Resolution, len(list))
	for i, r := range list {
		out[i] = r.of()
	}
	return out
}

// merged answers what accepting a proposal would do, with conflicts settled as was said
// of it, and which of those resolutions still mean something.
func (c *call) merged(ctx context.Context, store *proposals.Store, id string, comments []proposals.Comment) (*proposals.Merged, []model.Resolution, error) {
	m, err := store.Merge(ctx, id, nil)
	if err != nil || m.Clean() {
		return m, nil, err
	}
	settled := settling(m.Conflicts, resolved(comments))
	if len(settled) == 0 {
		return m, nil, nil
	}
	m, err = store.Merge(ctx, id, settled)
	return m, settled, err
}

// fitting answers resolutions with their records by id, each of which settles an open
// conflict: a record may be named as a person does, by its mark or name.
func (c *call) fitting(ctx context.Context, store *proposals.Store, id string, own []model.Resolution) ([]model.Resolution, error) {
	m, err := store.Merge(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	for i := range own {
		if len(settling(m.Conflicts, []model.Resolution{own[i]})) > 0 {
			continue
		}
		named := own[i]
		for _, s := range []*model.Snapshot{m.Theirs, m.Ours} {
			if record, _, err := find.One(s, own[i].Record, find.Want{}); err == nil {
				named.Record = record
				break
			}
		}
		if len(settling(m.Conflicts, []model.Resolution{named})) == 0 {
			return nil, noConflict(own[i], i, id, m.Conflicts)
		}
		own[i] = named
	}
	return own, nil
}

// noConflict says that a resolution settles nothing, and what is there to be settled.
func noConflict(r model.Resolution, at int, id string, conflicts []model.MergeConflict) error {
	p := invalid(fmt.Sprintf("/resolve/%d", at), strings.TrimSpace(fmt.Sprintf("no conflict of %s is about %s %s", id, r.Record, r.Member)), r.Record)
	var open []string
	for _, m := range conflicts {
		open = append(open, strings.TrimSpace(m.Record+" "+m.Member))
	}
	if len(open) == 0 {
		return hinted(p, "It merges as it is: there is nothing to settle")
	}
	p.Details["candidates"] = open[:min(len(open), shownRecords)]
	return hinted(p, "Settle one that is open: "+list(open, shownRecords))
}

// resolved answers the resolutions among what was said of a proposal; what was said last
// of a place holds.
func resolved(comments []proposals.Comment) []model.Resolution {
	var all []model.Resolution
	for _, comment := range comments {
		r := comment.Resolution
		if r == nil {
			continue
		}
		all = slices.DeleteFunc(all, func(old model.Resolution) bool {
			return old.Record == r.Record && (old.Member == r.Member || r.Member == "")
		})
		kept := *r
		kept.Value = model.FromJSON(kept.Value)
		all = append(all, kept)
	}
	return all
}

// settling keeps the resolutions that name one of the conflicts.
func settling(conflicts []model.MergeConflict, all []model.Resolution) []model.Resolution {
	return slices.DeleteFunc(all, func(r model.Resolution) bool {
		return !slices.ContainsFunc(conflicts, func(m model.MergeConflict) bool {
			return m.Record == r.Record && (r.Member == "" || m.Member == r.Member)
		})
	})
}

// settledFor answers the resolutions that accepting or rebasing a proposal takes: those
// of the request, and of those kept with it the ones that the request leaves open.
func (c *call) settledFor(ctx context.Context, store *proposals.Store, id string, own []model.Resolution) ([]model.Resolution, error) {
	comments, err := store.Comments(ctx, id)
	if err != nil {
		return nil, err
	}
	kept := resolved(comments)
	if len(kept) == 0 {
		return own, nil
	}
	m, err := store.Merge(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	kept = slices.DeleteFunc(settling(m.Conflicts, kept), func(r model.Resolution) bool {
		return slices.ContainsFunc(own, func(o model.Resolution) bool { return o.Record == r.Record && (o.Member == "" || o.Member == r.Member) })
	})
	return append(kept, own...), nil
}

// spoken answers the comments that are words, not resolutions, and not settled.
func spoken(comments []proposals.Comment) []proposals.Comment {
	return slices.DeleteFunc(slices.Clone(comments), func(m proposals.Comment) bool {
		return m.Resolution != nil || m.Resolved || m.Resolves != "" && m.Text == ""
	})
}

// shownComments tells comments for a review.
func shownComments(o *outcome, comments []proposals.Comment) []diffview.Comment {
	var shown []diffview.Comment
	for _, m := range spoken(comments) {
		one := diffview.Comment{Person: personText(m.Author), Agent: m.Agent, When: m.Time, Member: m.Member, Text: m.Text}
		if m.Record != "" {
			s := o.after
			if s.Get(m.Record) == nil {
				s = o.before
			}
			one.Record = &diffview.Ref{ID: m.Record, Label: m.Record}
			if refs := diffview.Refs(s, m.Record); len(refs) > 0 {
				one.Record.Label = cmp.Or(refs[0].Label, m.Record)
			}
		}
		shown = append(shown, one)
	}
	return shown
}
