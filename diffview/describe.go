package diffview

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// pair tells of two snapshots.
type pair struct{ before, after *teller }

func newPair(before, after *model.Snapshot) *pair {
	return &pair{newTeller(before), newTeller(after)}
}

// describe answers what differs of a record, without its sentence.
func (p *pair) describe(d model.RecordDiff) Record {
	f := cmp.Or(d.After, d.Before)
	out := Record{ID: d.ID, Category: f.Category(), Path: f.Path, Change: Changed, Label: word(f.Category()) + " " + d.ID}
	switch {
	case d.Before == nil:
		out.Change = Added
	case d.After == nil:
		out.Change = Removed
	case d.Before.Path != f.Path:
		out.OldPath = d.Before.Path
	}
	t := p.teller(out.Change)
	if r := f.Record(); r != nil {
		out.Name = plain(cmp.Or(r.String("name"), r.String("mark"), r.String("number")))
		out.Label, out.Where, out.Level = t.label(r), t.where(r), t.level(r)
		out.Members = p.members(r, d.Members)
		p.stays(&out, d)
	}
	for _, m := range derivedDiffs(p.before.s, p.after.s, d.Before, d.After) {
		out.Derived = append(out.Derived, p.worded(m, nil))
	}
	return out
}

// stays marks the distance along a host as noise where what is hosted stands where it
// stood.
func (p *pair) stays(out *Record, d model.RecordDiff) {
	old := recordOf(d.Before)
	i := slices.IndexFunc(out.Members, func(m Member) bool { return m.Name == "offset" })
	if i >= 0 && old != nil && category.StaysPut(p.before.s, old, p.after.s, d.After.Record()) {
		out.Members[i].Noise = NoisePlace
	}
}

// teller answers who tells of a record: the later snapshot, or the earlier one where
// it is gone.
func (p *pair) teller(c Change) *teller {
	if c == Removed {
		return p.before
	}
	return p.after
}

// opened are members whose values are told one by one.
var opened = []string{"properties", "classifications", "externalIds", "ends"}

// members answers the members that differ, those inside open maps one by one.
func (p *pair) members(r *model.Record, diffs []model.MemberDiff) []Member {
	var out []Member
	for _, d := range diffs {
		if slices.Contains(opened, d.Name) {
			for _, m := range inner(d.Name, d.Old, d.New, 2) {
				out = append(out, p.worded(m, nil))
			}
			continue
		}
		f := field(p.after.s, r, d.Name)
		m := Member{Name: d.Name, Unit: unitOf(f), Old: d.Old, New: d.New}
		m.Noise = noiseOf(r, f, m)
		out = append(out, p.worded(m, f))
	}
	return out
}

// worded puts the values of a member into words.
func (p *pair) worded(m Member, f *model.Field) Member {
	m.was, m.is = p.before.cell(f, m.Unit, m.Old), p.after.cell(f, m.Unit, m.New)
	return m
}

// inner answers what differs inside two objects, down to a depth, under dotted names.
func inner(name string, old, next any, depth int) []Member {
	a, _ := old.(model.Object)
	b, _ := next.(model.Object)
	if depth == 0 || a == nil && b == nil || !isObject(old) || !isObject(next) || measured(a) || measured(b) {
		return []Member{{Name: name, Old: old, New: next}}
	}
	var out []Member
	for _, d := range model.DiffRecords(model.NewRecord(a), model.NewRecord(b)) {
		out = append(out, inner(name+"."+d.Name, d.Old, d.New, depth-1)...)
	}
	return out
}

func isObject(v any) bool {
	_, ok := v.(model.Object)
	return v == nil || ok
}

func measured(o model.Object) bool {
	_, ok := o.Lookup("value")
	return ok
}

// noiseOf answers why the difference of a member means nothing to the building, empty
// where it means something. What types and materials are made of counts from the
// first fraction of a millimetre on.
func noiseOf(r *model.Record, f *model.Field, m Member) string {
	d := category.Find(r.Category())
	switch {
	case f == nil || d == nil || m.Old == nil || m.New == nil:
		return ""
	case f.Type.Set && sameSet(m.Old, m.New):
		return NoiseOrder
	case d.Element() && lengths(&f.Type) && near(m.Old, m.New):
		return NoiseSmall
	}
	return ""
}

// lengths tells whether all numbers of a type are lengths.
func lengths(t *model.Type) bool {
	switch t.Kind {
	case model.KindPoint, model.KindPoint3:
		return true
	case model.KindNumber:
		return t.Unit == "mm"
	case model.KindList, model.KindMap:
		return t.Elem != nil && lengths(t.Elem)
	}
	return false
}

// near tells whether two values have the same shape and no number differs by a
// millimetre.
func near(a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && math.Abs(a-b) < 1
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, near)
	case model.Object:
		b, ok := b.(model.Object)
		return ok && slices.EqualFunc(a, b, func(m, n model.Member) bool { return m.Name == n.Name && near(m.Value, n.Value) })
	}
	return model.Equal(a, b)
}

func sameSet(a, b any) bool {
	x, ok := a.([]any)
	y, ok2 := b.([]any)
	if !ok || !ok2 || len(x) != len(y) {
		return false
	}
	return !slices.ContainsFunc(x, func(v any) bool {
		return !slices.ContainsFunc(y, func(w any) bool { return model.Equal(v, w) })
	})
}

// derivedDiffs answers the derived values that differ between two versions of a
// record, each nil where it is not there.
func derivedDiffs(before, after *model.Snapshot, old, next *model.File) []Member {
	a, b := derivedOf(before, old), derivedOf(after, next)
	var out []Member
	for _, d := range model.DiffRecords(model.NewRecord(a), model.NewRecord(b)) {
		out = append(out, Member{Name: d.Name, Unit: derivedUnit(cmp.Or(next, old), d.Name), Old: d.Old, New: d.New})
	}
	return out
}

// derivedOf answers the derived values of a record without its quantities, which say the
// same by other names.
func derivedOf(s *model.Snapshot, f *model.File) model.Object {
	if f == nil || f.Record() == nil {
		return nil
	}
	return category.Derived(s, f.Record()).Without("quantities")
}

func derivedUnit(f *model.File, name string) string {
	fields := category.DerivedFields(f.Category())
	for i := range fields {
		if fields[i].Name == name {
			return fields[i].Unit
		}
	}
	return ""
}

// get answers the member of that name, and whether it is among those that differ.
func get(members []Member, name string) (Member, bool) {
	for _, m := range members {
		if m.Name == name {
			return m, true
		}
	}
	return Member{}, false
}

// numbers answers both values of a member that is a number before and after.
func (m Member) numbers() (old, next float64, ok bool) {
	old, ok = m.Old.(float64)
	next, ok2 := m.New.(float64)
	return old, next, ok && ok2
}
