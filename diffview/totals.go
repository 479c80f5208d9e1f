package diffview

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// summed is up to how many elements of a level their areas are summed for. Beyond
// it only the difference is told.
const summed = 3000

// totals tells the areas, lengths and counts that differ: of the whole model by
// category, of each level, group and type that something changed in, and of rooms.
func (b *builder) totals() {
	t := totals{builder: b, levels: map[string]bool{}, types: map[string]bool{}, groups: map[string]bool{}, categories: map[string]bool{}}
	for _, d := range b.diffs {
		if b.kept(d.ID) {
			t.touch(recordOf(d.Before))
			t.touch(recordOf(d.After))
		}
	}
	for i := range b.followed {
		t.touch(b.after.s.Record(b.followed[i].ID))
	}
	t.model()
	t.levelTotals()
	t.rooms()
	t.uses("group", t.groups, "groupIds", "elements")
	t.uses("type", t.types, "typeId", "elements")
}

// totals collects what the records that differ belong to.
type totals struct {
	*builder
	levels, types, groups, categories map[string]bool
}

func (t *totals) touch(r *model.Record) {
	if r == nil {
		return
	}
	d := category.Find(r.Category())
	if d == nil || !d.Element() {
		return
	}
	t.categories[r.Category()] = true
	t.levels[r.String("levelId")] = true
	t.types[r.String("typeId")] = true
	for _, id := range r.Strings("groupIds") {
		t.groups[id] = true
	}
}

// add keeps a total that differs.
func (t *totals) add(of string, ref Ref, what, unit string, before, after float64) {
	if t.after.same(before, after, unit) {
		return
	}
	t.out.Totals = append(t.out.Totals, Total{Of: of, Ref: ref, What: what, Unit: unit, Before: &before, After: &after, By: after - before, units: t.after.units})
}

func (t *totals) model() {
	for _, c := range ordered(t.categories) {
		t.add("model", Ref{Label: "Whole model"}, plural(c), "", float64(t.before.s.Count(c)), float64(t.after.s.Count(c)))
	}
}

// levelAreas are the derived totals of a storey, and what people call them.
var levelAreas = [][2]string{{"wallLength", "length of walls"}, {"wallArea", "net area of walls, one side"}, {"slabArea", "net area of slabs"}, {"roomArea", "net area of rooms"}}

func (t *totals) levelTotals() {
	for _, id := range t.inOrder() {
		ref := Ref{id, t.levelLabel(id)}
		before, after := category.TallyOf(t.before.s).Level(id), category.TallyOf(t.after.s).Level(id)
		t.add("level", ref, "elements", "", float64(before), float64(after))
		a, b := t.before.s.Record(id), t.after.s.Record(id)
		for _, area := range levelAreas {
			if before+after > 2*summed {
				t.difference(ref, area)
				continue
			}
			x, ok := derived(t.before.s, a, area[0])
			y, ok2 := derived(t.after.s, b, area[0])
			if ok || ok2 {
				t.add("level", ref, area[1], unitOfLevel(area[0]), x, y)
			}
		}
	}
}

// inOrder answers the levels that something changed on, from the lowest up.
func (t *totals) inOrder() []string {
	ids := ordered(t.levels)
	elevation := func(id string) float64 {
		l, ok := category.Levels(t.after.s).Get(id)
		if !ok {
			l, _ = category.Levels(t.before.s).Get(id)
		}
		return l.Elevation
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(elevation(a), elevation(b)) })
	return ids
}

func (t *totals) levelLabel(id string) string {
	return cmp.Or(t.after.levelName(id), t.before.levelName(id), id)
}

// memberTotals says of which derived value of which category a level's total is the
// sum.
var memberTotals = map[string][2]string{"wallLength": {"wall", "length"}, "wallArea": {"wall", "netSideArea"},
	"slabArea": {"slab", "netArea"}, "roomArea": {"room", "netArea"}}

// difference tells a total of a large level by what differs alone.
func (t *totals) difference(ref Ref, area [2]string) {
	of := memberTotals[area[0]]
	sum := 0.0
	for _, records := range [][]Record{t.out.Records, t.followed} {
		for i := range records {
			r := &records[i]
			if m, ok := get(r.Derived, of[1]); ok && r.Category == of[0] {
				sum += t.share(r.ID, ref.ID, m)
			}
		}
	}
	if unit := unitOfLevel(area[0]); !t.after.same(sum, 0, unit) {
		t.out.Totals = append(t.out.Totals, Total{Of: "level", Ref: ref, What: area[1], Unit: unit, By: sum, units: t.after.units})
	}
}

// share answers what a record's value adds to its level: what it was on the level
// before and is on it after.
func (t *totals) share(id, level string, m Member) float64 {
	sum := 0.0
	if r := t.after.s.Record(id); r != nil && r.String("levelId") == level {
		f, _ := m.New.(float64)
		sum += f
	}
	if r := t.before.s.Record(id); r != nil && r.String("levelId") == level {
		f, _ := m.Old.(float64)
		sum -= f
	}
	return sum
}

func unitOfLevel(name string) string {
	fields := category.DerivedFields("level")
	for i := range fields {
		if fields[i].Name == name {
			return fields[i].Unit
		}
	}
	return ""
}

func derived(s *model.Snapshot, r *model.Record, name string) (float64, bool) {
	if r == nil {
		return 0, false
	}
	return derivedNumber(s, r, name)
}

// rooms tells the areas of rooms that differ.
func (t *totals) rooms() {
	for i := range t.out.Records {
		r := &t.out.Records[i]
		if m, ok := get(r.Derived, "netArea"); ok && r.Category == "room" {
			old, _ := m.Old.(float64)
			next, _ := m.New.(float64)
			t.add("room", Ref{r.ID, r.Label}, "area", m.Unit, old, next)
		}
	}
}

// uses tells how many elements name each of some records in a member.
func (t *totals) uses(of string, ids map[string]bool, member, what string) {
	for _, id := range ordered(ids) {
		t.add(of, t.ref(id), what, "", uses(t.before.s, id, member), uses(t.after.s, id, member))
	}
}

func uses(s *model.Snapshot, id, member string) float64 {
	if member == "typeId" {
		return float64(category.TallyOf(s).Type(id))
	}
	n := 0
	for _, ref := range s.ReferringTo(id) {
		if ref.Member.Name == member {
			n++
		}
	}
	return float64(n)
}

// ordered answers the members of a set, sorted, without the empty one.
func ordered(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for id := range set {
		if id != "" {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}
