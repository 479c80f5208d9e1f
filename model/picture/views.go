package picture

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// View is one picture of change worth looking at: the plan of a level, or a section
// where it has none.
type View struct {
	Name     string // such as "Ground floor", or "Section at roof-main"
	Level    string
	Bounds   geom.Box   // of the part of the level, where it has several; else the zero Box
	From, To geom.Point // of a section, which looks to the left
	IDs      []string   // of the records that differ in it, sorted
}

// Options answers the options to draw the view with.
func (v View) Options(opt ChangeOptions) ChangeOptions {
	opt.Level, opt.Bounds, opt.From, opt.To, opt.Reverse, opt.Side = v.Level, v.Bounds, v.From, v.To, false, ""
	return opt
}

// Views answers the pictures in which a change is seen best, at most limit (0 is
// four): the plans of the levels on which something differs, or of parts of them where
// changes lie far apart, those with most differences first, and behind the first of them a section where something is taller,
// lower or at another height than before.
func Views(before, after *model.Snapshot, limit int) []View {
	if limit <= 0 {
		limit = 4
	}
	var plans []View
	for _, id := range ChangedLevels(before, after) {
		c := &planChange{change: change{before: before, after: after, opt: ChangeOptions{Level: id}, diffs: differing(before, after)}}
		if c.plans() != nil || c.compare() != nil {
			continue
		}
		plans = append(plans, c.views()...)
	}
	slices.SortStableFunc(plans, func(a, b View) int { return cmp.Compare(len(b.IDs), len(a.IDs)) })
	if v, ok := heightView(before, after); ok {
		at := min(1, len(plans))
		plans = slices.Insert(plans, at, v)
	}
	return plans[:min(limit, len(plans))]
}

// views answers the plan of a level, or those of its parts that are changed.
func (c *planChange) views() []View {
	c.base.measure()
	parts := c.base.partsOf(c.spots())
	name := cmp.Or(c.base.level.Name, c.base.level.ID)
	if len(parts) < 2 {
		return []View{{Name: name, Level: c.base.level.ID, IDs: c.ids()}}
	}
	var out []View
	for _, part := range parts {
		zone := zoneOf(part)
		v := View{Level: c.base.level.ID, Bounds: zone.Grow(1).WithZ(0, 0)}
		v.Name = name + " " + metres(zone.Center())
		if axes := nearestAxes(c.base.s, zone.Center().Plan()); axes != "" {
			v.Name = name + " near " + axes
		}
		for _, s := range part {
			v.IDs = append(v.IDs, s.id)
		}
		out = append(out, v)
	}
	return out
}

// ChangedLevels answers the ids of the levels on whose plans something differs,
// from the lowest up.
func ChangedLevels(before, after *model.Snapshot) []string {
	ids := map[string]bool{}
	for _, d := range differing(before, after) {
		for _, f := range []*model.File{d.Before, d.After} {
			if f == nil {
				continue
			}
			if r := f.Record(); r != nil && r.String("levelId") != "" {
				ids[r.String("levelId")] = true
			}
		}
	}
	var out []string
	for _, s := range []*model.Snapshot{after, before} {
		for _, l := range category.Levels(s).All() {
			if ids[l.ID] {
				out = append(out, l.ID)
				delete(ids, l.ID)
			}
		}
	}
	return out
}

// risen is an element whose lower or upper end is at another height than before, or
// that is new and stands out of one storey.
type risen struct {
	id  string
	box geom.Box
}

// heightView answers the section in which most of what is at another height is cut.
func heightView(before, after *model.Snapshot) (View, bool) {
	list := risenIn(before, after)
	if len(list) == 0 {
		return View{}, false
	}
	all := building(after)
	near := all.Grow(farAway)
	list = slices.DeleteFunc(list, func(r risen) bool { return !r.box.Intersects(near) })
	best, found := View{}, -1
	for _, r := range list[:min(len(list), 24)] {
		middle := r.box.Center().Plan()
		lines := [2][2]geom.Point{
			{{X: all.Min.X - 1000, Y: middle.Y}, {X: all.Max.X + 1000, Y: middle.Y}},
			{{X: middle.X, Y: all.Min.Y - 1000}, {X: middle.X, Y: all.Max.Y + 1000}},
		}
		if size := r.box.Size(); size.X > size.Y { // across what is long
			lines[0], lines[1] = lines[1], lines[0]
		}
		for _, line := range lines {
			strip := geom.BoxOf(line[0].At(0), line[1].At(0)).WithZ(math.Inf(-1), math.Inf(1))
			var ids []string
			for _, o := range list {
				if o.box.Intersects(strip) {
					ids = append(ids, o.id)
				}
			}
			score := len(ids)
			if crossesRidge(after, list, line) {
				score += len(list) // a roof shows its pitch across its ridge
			}
			if score > found {
				best, found = View{Name: "Section at " + nameOf(after.Record(r.id)), From: line[0], To: line[1], IDs: ids}, score
			}
		}
	}
	return best, found >= 0
}

// crossesRidge tells whether a line runs across the ridge of a roof in a list.
func crossesRidge(s *model.Snapshot, list []risen, line [2]geom.Point) bool {
	cut := geom.Line(line[0], line[1])
	for _, r := range list {
		for _, l := range category.RoofLines(s, s.Record(r.id)) {
			ridge := geom.Line(l.Start.Plan(), l.End.Plan())
			if l.Kind == category.RoofRidge && math.Abs(ridge.TangentAt(0).Dot(cut.TangentAt(0))) < 0.3 && cut.Meet(ridge, 1).Kind == geom.Cross {
				return true
			}
		}
	}
	return false
}

// risenIn answers, in the order of their ids, the elements that have a body and whose
// ends are at other heights than before.
func risenIn(before, after *model.Snapshot) []risen {
	then, now := category.Space(before), category.Space(after)
	ids := map[string]bool{}
	for id, d := range differing(before, after) {
		if d.Before == nil || d.After == nil {
			continue
		}
		if d.After.Category() == "level" || d.After.Category() == "building" {
			for moved := range now.Search(now.Bounds()) {
				ids[moved] = true
			}
			break
		}
		ids[id] = true
	}
	var out []risen
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		r := after.Record(id)
		a, ok := then.Get(id)
		b, ok2 := now.Get(id)
		if r == nil || !embodied(r) || !ok || !ok2 {
			continue
		}
		if math.Abs(a.Min.Z-b.Min.Z) > 1 || math.Abs(a.Max.Z-b.Max.Z) > 1 {
			out = append(out, risen{id, b})
		}
	}
	return out
}
