package picture

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// elements are the records that a plan shows, by how it shows them, each list in
// the order of the ids.
type elements struct {
	walls, columns, glazing []*model.Record // cut
	low                     []*model.Record // walls and columns that end below the cut
	hosted                  []*model.Record // doors, windows and openings
	plates                  []*model.Record // slabs, and roofs below the cut
	overhead                []*model.Record // beams, roofs and slabs above the cut
	things                  []*model.Record // furniture, equipment
	ways                    []*model.Record // stairs, ramps, railings
	beyond                  []*model.Record // slabs and roofs under the level
	services                []*model.Record // pipes, ducts and trays
	rooms, separators       []*model.Record
	shafts                  []*model.Record
	ceilings                []*model.Record // slabs over the walls, of which the voids are seen
}

// aboveStorey is how far above a storey's top in mm a roof or beam still belongs
// to its plan.
const aboveStorey = 600

// collect finds what the plan shows.
func (p *plan) collect() {
	z := geom.Box{Min: geom.Point3{Z: p.bottom() - p.opt.Depth}, Max: geom.Point3{Z: p.top + aboveStorey}}
	reach := category.Space(p.s).Bounds()
	if p.opt.Bounds != (geom.Box{}) {
		reach = p.opt.Bounds
	}
	if reach.IsEmpty() {
		return
	}
	ids := slices.Sorted(category.Space(p.s).Search(reach.WithZ(z.Min.Z, z.Max.Z)))
	for _, id := range ids {
		r := p.s.Record(id)
		if !p.shows(r) {
			continue
		}
		box, _ := category.Space(p.s).Get(id)
		p.sort(r, box)
	}
	p.dropCeilings()
}

// dropCeilings keeps apart the slabs overhead that end over the walls: only what hangs
// out of the storey is worth a line, and the voids.
func (p *plan) dropCeilings() {
	const air = 300 // mm
	storey := p.around(p.seen.walls, p.seen.glazing, p.seen.low).Grow(air).WithZ(0, 0)
	p.seen.overhead = slices.DeleteFunc(p.seen.overhead, func(r *model.Record) bool {
		box, _ := category.Space(p.s).Get(r.ID())
		if r.Category() != "slab" || !storey.Contains(box.WithZ(0, 0)) {
			return false
		}
		p.seen.ceilings = append(p.seen.ceilings, r)
		return true
	})
}

// bottom is the height down to which the plan shows what stands on the level.
func (p *plan) bottom() float64 { return p.level.Elevation + p.opt.Bottom }

// sort puts one element into the list that it belongs to, if any.
func (p *plan) sort(r *model.Record, box geom.Box) {
	cut := box.Min.Z <= p.cut && box.Max.Z > p.cut
	low := !cut && box.Max.Z <= p.cut && box.Max.Z > p.bottom()+1 && box.Min.Z > p.bottom()-aboveStorey
	above := box.Min.Z > p.cut && box.Min.Z < p.top+aboveStorey/2
	placed := box.Min == box.Max && box.Min.Z >= p.bottom()-1 && box.Min.Z <= p.cut // of a shape, of which more is not known
	here := r.String("levelId") == p.level.ID
	e := &p.seen
	var list *[]*model.Record
	switch r.Category() {
	case "wall":
		list = pick(cut, &e.walls, low, &e.low)
	case "curtain-wall":
		list = pick(cut, &e.glazing, low, &e.low)
	case "column":
		list = pick(cut, &e.columns, low, &e.low)
	case "door", "window", "opening":
		host := p.s.Record(r.String("hostId"))
		list = pick(host != nil && category.IsWall(host) && (cut || here && above), &e.hosted, false, nil)
	case "slab":
		list = pick(here && !cut && !above, &e.plates, !cut && !above, &e.beyond)
		if above {
			list = &e.overhead
		}
	case "roof":
		list = pick(above || cut, &e.overhead, low || here, &e.plates)
		if list == nil && !above && !cut {
			list = &e.beyond
		}
	case "beam":
		list = pick(above, &e.overhead, false, nil)
	case "pipe", "duct", "tray":
		list = pick(cut || low || above, &e.services, false, nil)
	case "furniture", "equipment", "proxy":
		list = pick(cut || low || placed, &e.things, false, nil)
	case "stair":
		list = pick(here || r.String("topLevelId") == p.level.ID, &e.ways, false, nil)
	case "ramp", "railing":
		list = pick(here, &e.ways, false, nil)
	case "room":
		list = pick(here, &e.rooms, false, nil)
	case "separator":
		list = pick(here, &e.separators, false, nil)
	case "shaft":
		list = pick(cut, &e.shafts, false, nil)
	}
	if list != nil {
		*list = append(*list, r)
	}
}

// pick answers the first of two lists whose condition holds, or nil.
func pick(first bool, a *[]*model.Record, second bool, b *[]*model.Record) *[]*model.Record {
	switch {
	case first:
		return a
	case second:
		return b
	}
	return nil
}

// extent answers the part of the model to draw, in mm, z at zero: the options'
// bounds, else the box around what stands on the level. It is empty where
// nothing is seen.
func (p *plan) extent() geom.Box {
	e := &p.seen
	box, far := p.gathered(e.walls, e.glazing, e.columns, e.low, e.ways, e.plates, e.overhead)
	if box.IsEmpty() {
		box, far = p.gathered(e.things, e.rooms, e.services)
	}
	for _, id := range far {
		if p.opt.Bounds == (geom.Box{}) {
			p.noteOf(id, "Not drawn whole, as they reach far beyond the rest of the storey: ", "; bounds draws where they are")
		}
	}
	box = p.withBeyond(box)
	for _, r := range e.hosted {
		if gap, ok := p.gapOf(r); ok && r.Category() == "door" {
			box = box.Union(gap.swept(r))
		}
	}
	if box.IsEmpty() || p.opt.Bounds == (geom.Box{}) {
		return box.WithZ(0, 0)
	}
	return p.opt.Bounds.WithZ(0, 0)
}

// withBeyond answers a box that takes in the roofs under the level, and forgets the
// slabs there that reach out of it: a site is no part of a storey.
func (p *plan) withBeyond(box geom.Box) geom.Box {
	if box.IsEmpty() {
		return box
	}
	for _, r := range p.seen.beyond {
		if b, ok := category.Space(p.s).Get(r.ID()); ok && r.Category() == "roof" {
			box = box.Union(b)
		}
	}
	p.seen.beyond = slices.DeleteFunc(p.seen.beyond, func(r *model.Record) bool {
		b, ok := category.Space(p.s).Get(r.ID())
		return !ok || !box.WithZ(0, 0).Contains(b.WithZ(0, 0))
	})
	return box
}

// all answers every record that is shown.
func (e *elements) all() []*model.Record {
	return slices.Concat(e.walls, e.columns, e.glazing, e.low, e.hosted, e.plates, e.beyond, e.overhead, e.things, e.ways, e.services, e.rooms, e.separators, e.shafts)
}

// list answers the ids of all that is shown.
func (e *elements) list() []string {
	var out []string
	for _, r := range e.all() {
		out = append(out, r.ID())
	}
	return out
}

// ids answers the ids of all that is shown as a set.
func (e *elements) ids() map[string]bool {
	out := map[string]bool{}
	for _, r := range e.all() {
		out[r.ID()] = true
	}
	return out
}
