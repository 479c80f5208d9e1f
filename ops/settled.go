package ops

import (
	"cmp"
	"context"
	"slices"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
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
