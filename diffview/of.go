package diffview

import (
	"cmp"
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

// Of answers what differs from one snapshot to another, for a person to decide on.
// It costs what differs and what follows from that. The only error is the context's.
func Of(ctx context.Context, before, after *model.Snapshot, o Options) (*Diff, error) {
	b := &builder{pair: newPair(before, after), options: o, diffs: model.Diff(before, after),
		out: &Diff{Counts: Counts{ByCategory: map[string]int{}}, Records: []Record{}}}
	if err := b.records(ctx); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{b.follow, b.requests, b.findings} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	b.files()
	b.reach()
	b.totals()
	b.order()
	b.strip()
	b.sentence()
	return b.out, nil
}

// builder puts a Diff together. It belongs to one goroutine.
type builder struct {
	*pair
	options  Options
	diffs    []model.RecordDiff // all of them, whatever is kept
	followed []Record           // all of them, whatever is listed
	out      *Diff
}

func (b *builder) kept(id string) bool { return b.options.Keep == nil || b.options.Keep[id] }

// checkEvery is after how many records the context is looked at.
const checkEvery = 256

func (b *builder) records(ctx context.Context) error {
	for i, d := range b.diffs {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !b.kept(d.ID) {
			continue
		}
		r := b.describe(d)
		b.count(&r)
		if b.folded(&r, d) {
			continue
		}
		old, next := recordOf(d.Before), recordOf(d.After)
		r.Says = b.says(&r, old, next)
		b.out.Records = append(b.out.Records, r)
	}
	return nil
}

func recordOf(f *model.File) *model.Record {
	if f == nil {
		return nil
	}
	return f.Record()
}

func (b *builder) count(r *Record) {
	b.out.Counts.ByCategory[r.Category]++
	switch r.Change {
	case Added:
		b.out.Counts.Added++
	case Removed:
		b.out.Counts.Removed++
	default:
		b.out.Counts.Changed++
	}
}

// folded counts a record as noise where nothing of it that differs means anything to
// the building, and tells whether that is so. A derived value that is no number, such
// as where a wall faces, always means something.
func (b *builder) folded(r *Record, d model.RecordDiff) bool {
	if r.Change != Changed || r.OldPath != "" || recordOf(d.Before) == nil || recordOf(d.After) == nil {
		return false
	}
	kinds := map[string]bool{}
	for _, m := range r.Members {
		if m.Noise == "" {
			return false
		}
		kinds[m.Noise] = true
	}
	if slices.ContainsFunc(r.Derived, func(m Member) bool { return !near(m.Old, m.New) }) {
		return false
	}
	n := &b.out.Noise
	switch {
	case kinds[NoiseSmall]:
		n.Small++
	case kinds[NoisePlace]:
		n.Place++
	case kinds[NoiseOrder]:
		n.Order++
	default:
		n.Formatting++
	}
	n.IDs = append(n.IDs, r.ID)
	return true
}

// follow finds the records that stand as they were and whose derived values differ.
func (b *builder) follow(ctx context.Context) (err error) {
	b.followed, _, err = Follow(ctx, b.before.s, b.after.s, b.diffs, b.options.Keep, followedLimit)
	if err != nil {
		return err
	}
	shown := b.followed[:min(len(b.followed), shownFollowed)]
	b.out.FollowedRest = len(b.followed) - len(shown)
	b.out.Followed = slices.Clone(shown)
	for i := range b.out.Followed {
		f := &b.out.Followed[i]
		if r := b.after.s.Record(f.ID); r != nil {
			f.Name = plain(cmp.Or(r.String("name"), r.String("mark"), r.String("number")))
			f.Label, f.Where, f.Level = b.after.label(r), b.after.where(r), b.after.level(r)
		}
		f.Says = b.derivedWords(f.Derived)
	}
	return nil
}

// derivedWords tells derived values that differ, bounds left out.
func (b *builder) derivedWords(derived []Member) string {
	var parts []string
	for _, m := range derived {
		if x, y, ok := m.numbers(); ok && !b.after.same(x, y, m.Unit) {
			parts = append(parts, word(m.Name)+" "+span(b.after.quantity(x, m.Unit), " → ", b.after.quantity(y, m.Unit)))
		} else if m.Name != "bounds" && !ok {
			parts = append(parts, word(m.Name)+" "+b.before.value(nil, m.Unit, m.Old)+" → "+b.after.value(nil, m.Unit, m.New))
		}
	}
	if len(parts) == 0 {
		return "stands elsewhere"
	}
	return some(parts, phrasesShown)
}

// findings tells what the rules say of one snapshot and not of the other.
func (b *builder) findings(ctx context.Context) error {
	delta := b.options.Delta
	if delta == nil {
		d, err := check.Changed(ctx, b.before.s, b.after.s, b.options.Now)
		if err != nil {
			return err
		}
		delta = &d
	}
	out := &b.out.Findings
	out.Gone = b.about(delta.Gone)
	for _, f := range b.about(delta.New) {
		if f.Waived {
			out.Waived = append(out.Waived, f)
		} else {
			out.New = append(out.New, f)
		}
	}
	had, has := b.before.s.Waivers(), b.after.s.Waivers()
	for fingerprint, w := range has {
		if old, ok := had[fingerprint]; !ok || old != w {
			out.Waivers = append(out.Waivers, w)
		}
	}
	slices.SortFunc(out.Waivers, func(a, b model.Waiver) int { return cmp.Compare(a.Finding, b.Finding) })
	return nil
}

// about keeps the findings that name a record that is told of.
func (b *builder) about(findings []model.Finding) []model.Finding {
	if b.options.Keep == nil {
		return findings
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f model.Finding) bool { return !slices.ContainsFunc(f.IDs, b.kept) })
}

// Page keeps limit records from offset on, in the order of their weight, and counts
// the others as the rest.
func (d *Diff) Page(offset, limit int) {
	from := min(offset, len(d.Records))
	to := min(from+limit, len(d.Records))
	d.RecordsRest += len(d.Records) - (to - from)
	d.Records = d.Records[from:to]
}
