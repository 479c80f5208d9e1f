package edit

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// passage is what a stair needs of a slab or ceiling that it passes and that is not
// open yet.
type passage struct {
	host        *model.Record
	bottom, top float64 // of the plate, in mm
	regions     []geom.Region
}

// open cuts the slabs and ceilings that the stair passes.
func (p *stairPlan) open(a placeStairArgs) error {
	headroom := p.tx.limit("stair.headroom", "minimum", category.StairHeadroom)
	if a.Headroom != nil {
		headroom = float64(*a.Headroom)
	}
	passed := p.passages(headroom)
	if len(passed) == 0 {
		p.tx.noteUnslabbed(p)
		return nil
	}
	levels := map[string]bool{}
	for _, g := range passed {
		levels[g.host.String("levelId")] = levels[g.host.String("levelId")] || g.host.Category() == "slab"
	}
	several := 0
	for _, slab := range levels {
		if slab {
			several++
		}
	}
	if a.Opening != "shaft" && (a.Opening != "auto" || several < 2) {
		return p.openings(passed, a.ID)
	}
	parts := p.shafts(passed, headroom)
	if a.Opening == "auto" && slices.ContainsFunc(p.onward(), func(at geom.Point) bool {
		return slices.ContainsFunc(parts, func(g geom.Region) bool { return g.Locate(at, geom.JoinTolerance) != geom.Outside })
	}) { // the floor that it leads to would be cut away
		return p.openings(passed, a.ID)
	}
	return p.putShafts(passed, parts, a.ID)
}

// noteUnslabbed tells that nothing lies where the stair ends.
func (tx *Tx) noteUnslabbed(p *stairPlan) {
	slabs := 0
	for f := range p.s.InCategory("slab") {
		if r := f.Record(); r != nil && r.String("levelId") == p.record.String("topLevelId") {
			slabs++
		}
	}
	if slabs == 0 {
		tx.Note("No slab lies on %s yet; one that comes later has to be opened for the stair.", p.record.String("topLevelId"))
	}
}

// passages answers what the stair needs of slabs and ceilings, by their ids. What it
// starts on, a finish among it, is none of them.
func (p *stairPlan) passages(headroom float64) []passage {
	s := p.tx.Snapshot()
	stair := s.Record(p.record.ID())
	box, ok := category.Bounds(s, stair)
	if !ok {
		return nil
	}
	box.Max.Z += headroom
	var out []passage
	for _, id := range slices.Sorted(category.Space(s).Search(box)) {
		plate := s.Record(id)
		outline, ok := category.Outline(plate)
		at, ok2 := category.Bounds(s, plate)
		if c := plate.Category(); c != "slab" && c != "ceiling" || !ok || !ok2 || !category.Stands(s, plate) || at.Max.Z <= p.base+2*p.riser() {
			continue
		}
		needs := category.StairSpace(s, stair, at.Min.Z, max(at.Max.Z, at.Min.Z+2*geom.JoinTolerance), headroom)
		needs = geom.Intersection(needs, []geom.Region{outline})
		if open := openIn(s, plate, at); len(open) > 0 {
			needs = geom.Difference(needs, open)
		}
		const least = 10_000.0 // mm² that are worth an opening
		needs = slices.DeleteFunc(needs, func(g geom.Region) bool { return g.Area() < least })
		if len(needs) > 0 {
			out = append(out, passage{plate, at.Min.Z, at.Max.Z, needs})
		}
	}
	return out
}

// openIn answers where a plate is open already.
func openIn(s *model.Snapshot, plate *model.Record, at geom.Box) []geom.Region {
	var open []geom.Region
	for _, h := range hosted(s, plate.ID()) {
		if region, ok := category.Outline(h); ok {
			open = append(open, region)
		}
	}
	for id := range category.Space(s).Search(at) {
		shaft := s.Record(id)
		if shaft.Category() != "shaft" {
			continue
		}
		top, ok := category.Top(s, shaft)
		if region, has := category.Outline(shaft); ok && has && category.Base(s, shaft) <= at.Max.Z-geom.JoinTolerance && top > at.Min.Z+geom.JoinTolerance {
			open = append(open, region)
		}
	}
	slices.SortFunc(open, func(a, b geom.Region) int {
		return cmp.Or(cmp.Compare(a.Bounds().Min.X, b.Bounds().Min.X), cmp.Compare(a.Bounds().Min.Y, b.Bounds().Min.Y), cmp.Compare(a.Area(), b.Area()))
	})
	return geom.Union(open)
}

// openings makes an opening in each plate for each part that it needs.
func (p *stairPlan) openings(passed []passage, stair string) error {
	n := 0
	for _, g := range passed {
		n += len(g.regions)
	}
	ids, err := p.tx.NewIDs("opening", openingOf(stair), n)
	if err != nil {
		return err
	}
	var made []*model.Record
	for _, g := range passed {
		for _, region := range g.regions {
			r := model.NewRecord(model.Object{{Name: "id", Value: ids[len(made)]}, {Name: "category", Value: "opening"},
				{Name: "levelId", Value: g.host.Get("levelId")}, {Name: "hostId", Value: g.host.ID()}})
			r = r.With("outline", pointValues(outlineFor(region)))
			if err := p.tx.Put(r); err != nil {
				return err
			}
			made = append(made, r)
			p.tx.Note("%s was opened for the stair, by %s.", titled(g.host), r.ID())
		}
	}
	p.tx.Say("Cut", made, "for it")
	return nil
}

func openingOf(stair string) string {
	if stair == "" {
		return ""
	}
	return stair + "-opening"
}

// outlineFor answers the outer edge of a part that a stair needs, counter-clockwise and
// without the strips of slab that wells and single treads would leave.
func outlineFor(region geom.Region) []geom.Point {
	const strip = 300 // mm
	c := contourOf(region.Outer).withoutFlat(nil).wound(true).withoutNotches(strip)
	c = c.startAt(region.Bounds().Min.Plan())
	for i, at := range c.points {
		c.points[i] = tidyPoint(at)
	}
	return c.points
}

// shafts answers all that the stair needs between the lowest and the highest of what
// it passes.
func (p *stairPlan) shafts(passed []passage, headroom float64) []geom.Region {
	bottom, top := math.Inf(1), math.Inf(-1)
	for _, g := range passed {
		bottom, top = min(bottom, g.bottom), max(top, g.top)
	}
	s := p.tx.Snapshot()
	return category.StairSpace(s, s.Record(p.record.ID()), bottom, top, headroom)
}

// putShafts makes a shaft of each part.
func (p *stairPlan) putShafts(passed []passage, parts []geom.Region, stair string) error {
	top := math.Inf(-1)
	for _, g := range passed {
		top = max(top, g.top)
	}
	ids, err := p.tx.NewIDs("shaft", openingOf(stair), len(parts))
	if err != nil {
		return err
	}
	var made []*model.Record
	for i, region := range parts {
		r := model.NewRecord(model.Object{{Name: "id", Value: ids[i]}, {Name: "category", Value: "shaft"},
			{Name: "levelId", Value: p.record.String("levelId")}, {Name: "topLevelId", Value: p.record.String("topLevelId")}})
		r = r.With("outline", pointValues(outlineFor(region)))
		if ends, ok := category.Top(p.s, r); ok && top-ends > geom.JoinTolerance { // a finish lies higher than its level
			r = r.With("topOffset", tidy(top-ends))
		}
		if err := p.tx.Put(r); err != nil {
			return err
		}
		made = append(made, r)
	}
	p.tx.Say("Cut", made, "for it")
	return nil
}

// withoutNotches answers a straight counter-clockwise contour with the notches filled
// that are narrower than a width in mm, each as deep as its shorter side.
func (c contour) withoutNotches(width float64) contour {
	out := c.clone()
	for i := 0; i < len(out.points) && len(out.points) > 4; i++ {
		n := len(out.points)
		before, next := (i+n-1)%n, (i+1)%n
		a, bottom, b := out.curve(before), out.curve(i), out.curve(next)
		in, across, back := a.TangentAt(0), bottom.TangentAt(0), b.TangentAt(0)
		const square = 1e-6
		if bottom.Length() > width || in.Cross(across) > -1+square || across.Cross(back) > -1+square {
			continue
		}
		depth := min(a.Length(), b.Length())
		out.points[i], out.points[next] = a.PointAt(a.Length()-depth), b.PointAt(depth)
		out = out.withoutFlat(nil)
		i = -1
	}
	return out
}
