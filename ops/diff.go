package ops

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/find"
)

type diffIn struct {
	From   string      `json:"from" default:"HEAD" doc:"The earlier state: a commit, sequence number, tag, branch or proposal."`
	To     string      `json:"to" doc:"The later state. Absent: the folder as it is now, hand edits included."`
	Filter find.Filter `json:"filter" brief:"as read's filter" doc:"Keeps the records that match before or after."`
	Format string      `json:"format" enum:"data,text,markdown,html" default:"data" doc:"data; or, for a person, lines of text, markdown for a pull request, or a page of HTML with pictures."`
	Pictures
	Page
	Whole
}

type diffOut struct {
	From        string        `json:"from" jsonschema:"the commit"`
	To          string        `json:"to,omitempty" jsonschema:"the commit; absent for the folder as it is now"`
	Counts      diffCounts    `json:"counts"`
	Records     []recordDiff  `json:"records,omitzero" jsonschema:"by category and id"`
	Effects     []effect      `json:"effects,omitempty" jsonschema:"records that stand as they were and whose derived values differ all the same"`
	EffectsRest int           `json:"effectsRest,omitempty" jsonschema:"how many more there are than are listed"`
	Findings    findingsDelta `json:"findings" jsonschema:"new: those that appear; gone: those that go"`
	Text        string        `json:"text,omitempty"`
	Assumed     []string      `json:"assumed,omitempty"`
	Listed
}

type diffCounts struct {
	Added      int            `json:"added"`
	Removed    int            `json:"removed"`
	Changed    int            `json:"changed"`
	ByCategory map[string]int `json:"byCategory,omitempty"`
}

// effect is a record that did not change and whose derived values did.
type effect struct {
	ID       string       `json:"id"`
	Category string       `json:"category"`
	Derived  model.Object `json:"derived" jsonschema:"derived value -> [old, new]"`
}

// recordDiff is one record that differs.
type recordDiff struct {
	ID       string       `json:"id"`
	Category string       `json:"category"`
	Name     string       `json:"name,omitempty"`
	Change   string       `json:"change" jsonschema:"added, removed or changed"`
	Path     string       `json:"path"`
	OldPath  string       `json:"oldPath,omitempty" jsonschema:"where it lay before, if elsewhere"`
	Members  model.Object `json:"members,omitempty" jsonschema:"member -> [old, new]; null is absent"`
	Derived  model.Object `json:"derived,omitempty" jsonschema:"derived value -> [old, new]"`
}

func diff() *Operation {
	return define(Operation{
		Name:       "diff",
		Title:      "Compare two states",
		Summary:    "Records added, removed and changed between two states, members old and new, derived effects, findings that appear or go.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "diff", "from": "HEAD"}`,
		Help: `Records are matched by id, wherever their files lie. members holds [old, new] for every member that differs, derived the
same for values that follow (lengths in mm, areas in m²), and effects for records that did not change themselves, such as the walls of a type
that did. Without to, the folder as it is now is compared, so diff {} shows hand edits
that are not committed. findings lists what the rules say of one state and not of the other.`,
	}, runDiff)
}

func runDiff(ctx context.Context, c *call, in diffIn) (*diffOut, error) {
	before, err := c.committed(ctx, cmp.Or(in.From, "HEAD"))
	if err != nil {
		return nil, err
	}
	out := &diffOut{From: c.meta.At}
	after, err := c.snapshot(ctx, in.To)
	if err != nil {
		return nil, err
	}
	if in.To != "" {
		out.To = c.meta.At
	}
	all := model.Diff(before, after)
	diffs := all
	var kept map[string]bool // nil keeps all
	if !in.Filter.IsZero() {
		if kept, out.Assumed, err = c.matchEither(ctx, &in.Filter, before, after); err != nil {
			return nil, err
		}
		diffs = slices.DeleteFunc(slices.Clone(all), func(d model.RecordDiff) bool { return !kept[d.ID] })
	}
	out.list(c, &in, before, after, diffs)
	delta, err := check.Changed(ctx, before, after, c.host.options.Clock())
	if err != nil {
		return nil, err
	}
	out.Findings = deltaOf(naming(delta.New, kept), naming(delta.Gone, kept))
	if in.Format == "" || in.Format == "data" {
		return out, out.follow(ctx, before, after, all, kept)
	}
	d, err := diffview.Of(ctx, before, after, diffview.Options{Delta: &delta, Keep: kept})
	if err != nil {
		return nil, err
	}
	if err := c.illustrate(ctx, d, before, after, in.Format, in.Pictures); err != nil {
		return nil, err
	}
	out.Records = nil
	return out, out.tell(d, &in)
}

// follow lists the records that stand as they were and whose derived values differ.
func (out *diffOut) follow(ctx context.Context, before, after *model.Snapshot, diffs []model.RecordDiff, kept map[string]bool) error {
	followed, rest, err := diffview.Follow(ctx, before, after, diffs, kept, 0)
	for _, f := range followed {
		e := effect{ID: f.ID, Category: f.Category}
		for _, m := range f.Derived {
			e.Derived = append(e.Derived, model.Member{Name: m.Name, Value: []any{m.Old, m.New}})
		}
		out.Effects = append(out.Effects, e)
	}
	out.EffectsRest = rest
	return err
}

// tell writes the difference for a person in the format that was asked for. Lines of
// text tell the page of records that was asked for; the others keep a bound of their
// own.
func (out *diffOut) tell(d *diffview.Diff, in *diffIn) error {
	r := &diffview.Review{Diff: d, More: strings.TrimSpace("ek diff " + shortCommit(out.From) + " " + shortCommit(out.To))}
	if in.Format == "text" {
		d.Page(out.Offset, out.Returned)
	}
	var err error
	out.Text, err = rendered(r, in.Format)
	return err
}

// shortCommit answers the first digits of a commit, which name it to a person.
func shortCommit(commit string) string { return commit[:min(len(commit), 12)] }

// list fills in one page of the records that differ.
func (out *diffOut) list(c *call, in *diffIn, before, after *model.Snapshot, diffs []model.RecordDiff) {
	out.count(diffs)
	slices.SortStableFunc(diffs, func(a, b model.RecordDiff) int { return cmp.Compare(fileOf(a).Category(), fileOf(b).Category()) })
	from, to := in.Page.window(len(diffs))
	out.Records = make([]recordDiff, 0, to-from)
	for _, d := range diffs[from:to] {
		out.Records = append(out.Records, describeDiff(before, after, d))
	}
	out.Records = out.Records[:within(out.Records, in.MaxBytes)]
	out.Listed = c.listed("diff", in.Page, len(diffs), len(out.Records))
	pins := []model.Member{{Name: "from", Value: out.From}}
	if out.To != "" {
		pins = append(pins, model.Member{Name: "to", Value: out.To})
	}
	out.repin(pins...)
}

// matchEither answers the ids that a filter picks from either of two snapshots. What
// it names has to be there in one of them.
func (c *call) matchEither(ctx context.Context, filter *find.Filter, before, after *model.Snapshot) (map[string]bool, []string, error) {
	ids := map[string]bool{}
	matches, err := filter.Apply(ctx, after, c.sources(after))
	earlier, errBefore := filter.Apply(ctx, before, c.sources(before))
	if err != nil && errBefore != nil {
		return nil, nil, err
	}
	var assumed []string
	for _, m := range []*find.Matches{earlier, matches} {
		if m != nil {
			assumed = m.Assumed
			for _, id := range m.IDs() {
				ids[id] = true
			}
		}
	}
	return ids, assumed, nil
}

// naming keeps the findings that name one of the ids; nil keeps all.
func naming(findings []model.Finding, ids map[string]bool) []model.Finding {
	if ids == nil {
		return findings
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f model.Finding) bool {
		return !slices.ContainsFunc(f.IDs, func(id string) bool { return ids[id] })
	})
}

func fileOf(d model.RecordDiff) *model.File { return cmp.Or(d.After, d.Before) }

func (out *diffOut) count(diffs []model.RecordDiff) {
	out.Counts.ByCategory = map[string]int{}
	for _, d := range diffs {
		out.Counts.ByCategory[fileOf(d).Category()]++
		switch {
		case d.Before == nil:
			out.Counts.Added++
		case d.After == nil:
			out.Counts.Removed++
		default:
			out.Counts.Changed++
		}
	}
}

func describeDiff(before, after *model.Snapshot, d model.RecordDiff) recordDiff {
	f := fileOf(d)
	out := recordDiff{ID: d.ID, Category: f.Category(), Path: f.Path}
	if r := f.Record(); r != nil {
		out.Name = cmp.Or(r.String("name"), r.String("mark"), r.String("number"))
	}
	switch {
	case d.Before == nil:
		out.Change = "added"
		out.Derived = diffDerived(nil, derivedOf(after, d.After))
	case d.After == nil:
		out.Change = "removed"
		out.Derived = diffDerived(derivedOf(before, d.Before), nil)
	default:
		out.Change = "changed"
		if d.Before.Path != f.Path {
			out.OldPath = d.Before.Path
		}
		out.Derived = diffDerived(derivedOf(before, d.Before), derivedOf(after, d.After))
		for _, m := range d.Members {
			out.Members = append(out.Members, model.Member{Name: m.Name, Value: []any{m.Old, m.New}})
		}
	}
	return out
}

func derivedOf(s *model.Snapshot, f *model.File) model.Object {
	r := f.Record()
	if r == nil {
		return nil
	}
	return flat(category.Derived(s, r))
}

// flat answers derived values with each quantity by itself, so that a difference names
// only those that differ.
func flat(derived model.Object) model.Object {
	sets, _ := derived.Get("quantities").(model.Object)
	if len(sets) == 0 {
		return derived
	}
	out := derived.Without("quantities")
	for _, set := range sets {
		values, _ := set.Value.(model.Object)
		for _, q := range values {
			out = append(out, model.Member{Name: "quantities." + set.Name + "." + q.Name, Value: q.Value})
		}
	}
	return out
}

func diffDerived(old, next model.Object) model.Object {
	var out model.Object
	for _, m := range model.DiffRecords(model.NewRecord(old), model.NewRecord(next)) {
		out = append(out, model.Member{Name: m.Name, Value: []any{m.Old, m.New}})
	}
	return out
}

// narrow implements narrower.
func (out *diffOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	holds := map[string]any{"counts": out.Counts}
	tries := []model.Object{limited(arguments, fitting(out.Records))}
	if len(out.Records) > 0 {
		holds["first"] = out.Records[0]
		filter, _ := arguments.Get("filter").(model.Object)
		tries = append(tries, arguments.With("filter", filter.With("categories", []any{out.Records[0].Category})))
	}
	return holds, tries
}
