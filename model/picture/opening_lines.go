package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// front is a door or window seen from before: its opening in the plane, how far off it is,
// and whether the wall runs to the right there.
type front struct {
	record *model.Record
	box    geom.Box
	leaf   geom.Box // what its frame holds
	depth  float64
	ahead  bool
}

// fronts answers the doors and windows that are seen from before and are not hidden, in
// the order of their ids.
func (c *section) fronts() []front {
	p := &plan{drawing: drawing{s: c.s}}
	var out []front
	for i := range c.solids {
		r := c.solids[i].record
		if r.Category() != "door" && r.Category() != "window" || i > 0 && c.solids[i-1].record == r || c.cuts && c.solids[i].cut() {
			continue
		}
		gap, ok := p.gapOf(r)
		if !ok || gap.line.IsArc() || math.Abs(gap.along.Dot(c.along)) < 0.98 {
			continue
		}
		u := gap.middle.Sub(c.from).Dot(c.along)
		f := front{record: r, ahead: gap.along.Dot(c.along) > 0}
		f.box = geom.BoxOf(geom.Point3{X: u - gap.half, Y: gap.span.Sill}, geom.Point3{X: u + gap.half, Y: gap.span.Head})
		// Off the middle, where two leaves meet.
		face, depth := c.seen.nearest(f.box.Min.Lerp(f.box.Max, 0.45).Plan())
		if face == nil || c.solids[face.solid].record != r {
			continue
		}
		f.depth, f.leaf = depth, c.leafOf(i, f.box)
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b front) int { return cmp.Compare(a.record.ID(), b.record.ID()) })
	return out
}

// leafOf answers the box of the parts of an element within its frame, from its first
// solid on; an opening's where there are none.
func (c *section) leafOf(first int, opening geom.Box) geom.Box {
	leaf := geom.EmptyBox()
	for i := first; i < len(c.solids) && c.solids[i].record == c.solids[first].record; i++ {
		if c.solids[i].part != "frame" {
			leaf = leaf.Union(c.solids[i].seen.WithZ(0, 0))
		}
	}
	if leaf.IsEmpty() {
		return opening
	}
	return leaf
}

// drawOpeningLines draws how doors and windows open, as ISO 7519 has it: lines from the
// lock's corners to the middle of the side of the hinges, dashed where the leaf opens away
// from who looks, and an arrow where it slides.
func (c *section) drawOpeningLines() {
	const least = 4 // mm of paper
	for _, f := range c.fronts() {
		size := f.box.Size()
		if c.view.mm(min(size.X, size.Y)) < least {
			continue
		}
		look := c.look(f.record.ID())
		g := c.group(f.record.ID(), f.record.Category())
		style := look.stroke(PenFine)
		if !c.towards(f) {
			style.Dash = Dashed
		}
		for _, lines := range openingLines(c.s, f) {
			c.drawSeen(g, style, f.depth-1, lines)
		}
		g.clip(c.view.frame)
	}
	c.dropEmpty()
}

// towards tells whether a leaf opens to who looks.
func (c *section) towards(f front) bool {
	swing := f.record.String("swing")
	return swing != "" && (swing == "left") != f.ahead // the left of a wall that runs to the right is away
}

// drawSeen draws what is not hidden of a chain of points of the plane, so far off.
func (c *section) drawSeen(g *Group, style Style, depth float64, points []geom.Point) {
	for i := 1; i < len(points); i++ {
		p, q := points[i-1].At(depth), points[i].At(depth)
		for _, s := range c.seen.of(p, q) {
			g.line(style, c.view.points(flatten(p.Lerp(q, s.from)), flatten(p.Lerp(q, s.to)))...)
		}
	}
}

// openingLines answers the lines in the plane that tell how a door or window opens, none
// where its type does not say it or it is fixed.
func openingLines(s *model.Snapshot, f front) [][]geom.Point {
	operation, leaves := "", 1.0
	if t := category.TypeOf(s, f.record); t != nil {
		operation, leaves = t.String("operation"), t.NumberOr("leaves", 1)
	}
	left := (f.record.String("hinge") == "end") != f.ahead // whether the hinges are at the left on the paper
	at := func(x, y float64) geom.Point {                  // shares of the leaf
		return geom.Point{X: f.leaf.Min.X + x*f.leaf.Size().X, Y: f.leaf.Min.Y + y*f.leaf.Size().Y}
	}
	switch operation {
	case "swing", "double-acting", "casement", "folding":
		if leaves == 2 {
			return [][]geom.Point{{at(0.5, 0), at(0, 0.5), at(0.5, 1)}, {at(0.5, 0), at(1, 0.5), at(0.5, 1)}}
		}
		if left {
			return [][]geom.Point{{at(1, 0), at(0, 0.5), at(1, 1)}}
		}
		return [][]geom.Point{{at(0, 0), at(1, 0.5), at(0, 1)}}
	case "awning", "overhead":
		return [][]geom.Point{{at(0, 0), at(0.5, 1), at(1, 0)}}
	case "hopper":
		return [][]geom.Point{{at(0, 1), at(0.5, 0), at(1, 1)}}
	case "pivot":
		return [][]geom.Point{{at(0, 0), at(0.5, 1), at(1, 0)}, {at(0, 1), at(0.5, 0), at(1, 1)}}
	case "sliding":
		from, to, head := 0.35, 0.65, 0.56
		if left {
			from, to, head = to, from, 0.44
		}
		return [][]geom.Point{{at(from, 0.5), at(to, 0.5)}, {at(head, 0.53), at(to, 0.5), at(head, 0.47)}}
	}
	return nil
}

// rise is where the openings of one height begin and end above the model's zero, how many
// there are, and whether some are in outer walls.
type rise struct {
	sill, head float64
	count      int
	outer      bool
}

// heights answers the heights of sills and heads: of what is seen from before, in a
// section of what it cuts. Those in outer walls and the most frequent come first, and
// openings that would cut these up in the chain are left out.
func (c *section) heights() []float64 {
	rises := c.rises()
	slices.SortStableFunc(rises, func(a, b rise) int {
		if a.outer != b.outer {
			if a.outer {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.sill, b.sill), cmp.Compare(a.head, b.head))
	})
	var told []rise
	for _, r := range rises {
		if !slices.ContainsFunc(told, func(o rise) bool { return r.sill < o.head-1 && o.sill < r.head-1 }) {
			told = append(told, r)
		}
	}
	var out []float64
	for _, r := range told {
		out = append(out, r.sill, r.head)
	}
	return out
}

// rises answers the openings that a section cuts or an elevation sees, by their heights.
func (c *section) rises() []rise {
	var out []rise
	add := func(r *model.Record, sill, head float64) {
		_, outer := category.Outside(c.s, r)
		i := slices.IndexFunc(out, func(o rise) bool { return math.Abs(o.sill-sill) < 1 && math.Abs(o.head-head) < 1 })
		if i < 0 {
			i, out = len(out), append(out, rise{sill: sill, head: head})
		}
		out[i].count++
		out[i].outer = out[i].outer || outer
	}
	if !c.cuts {
		for _, f := range c.fronts() {
			add(f.record, f.box.Min.Y, f.box.Max.Y)
		}
		return out
	}
	for i := range c.solids {
		r := c.solids[i].record
		if !c.solids[i].cut() || r.Category() != "door" && r.Category() != "window" || i > 0 && c.solids[i-1].record == r {
			continue
		}
		if span, ok := category.Opening(c.s, r); ok {
			add(r, span.Sill, span.Head)
		}
	}
	return out
}
