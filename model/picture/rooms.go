package picture

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// drawRooms writes name, number and area into each room, near its seed or else where in
// it there is place, and remembers those that found none.
func (p *plan) drawRooms() {
	for _, r := range p.seen.rooms {
		region, outlined := category.Outline(r)
		at, ok := r.Point("seed")
		center := pointOf(at)
		if !ok && outlined {
			center, ok = region.InnerPoint()
		}
		if !ok || !p.view.frame.ContainsPoint(p.view.point(center).At(0)) {
			continue
		}
		on := p.view.point(center)
		if !p.labelRoom(r, p.inside(r, p.reachable(on), 0)) && !p.labelRoom(r, p.within(r, on)) {
			p.unlabelled = append(p.unlabelled, labelOf(r))
		}
	}
}

// labelRoom writes as much of a room's label as one of some places has room for, and tells
// whether it wrote any.
func (d *drawing) labelRoom(r *model.Record, places []geom.Point) bool {
	look := d.look(r.ID())
	small := func(text string) Text { return Text{String: text, Height: MinTextHeight, Color: look.ink} }
	var name, rest []Text
	for _, line := range wrap(r.String("name"), 24) {
		name = append(name, Text{String: line, Height: 2.5, Bold: true, Color: look.ink})
	}
	var number []Text
	if n := r.String("number"); n != "" {
		number = append(number, small(n))
	}
	if area, ok := category.DerivedValue(d.s, r, "netArea"); ok {
		if m2, ok := area.(float64); ok {
			rest = append(rest, small(d.opt.area(m2)+d.sharers(r)))
		}
	}
	narrow := make([]Text, len(name))
	for i, t := range name {
		t.Height, t.Bold = MinTextHeight, false
		narrow[i] = t
	}
	whole := [][]Text{slices.Concat(name, number, rest), slices.Concat(narrow, number, rest)}
	if len(number)+len(rest) == 2 {
		whole = append(whole, append(slices.Clone(narrow), small(number[0].String+"  "+rest[0].String)))
	}
	less := [][]Text{slices.Concat(name, number), slices.Concat(narrow, number), narrow, number}
	if len(name)+len(number)+len(rest) == 0 {
		return true
	}
	return d.placeFirst(r, places, whole, true) || d.placeFirst(r, places, whole, false) || d.placeFirst(r, places, less, false)
}

// sharers says of a room that has its area together with others, with nothing between
// them, which these are.
func (d *drawing) sharers(r *model.Record) string {
	e, ok := category.Boundary(d.s, r)
	if !ok || len(e.Rooms) < 2 || r.Has("outline") {
		return ""
	}
	var names []string
	for _, id := range e.Rooms {
		if other := d.s.Record(id); other != nil && id != r.ID() {
			names = append(names, cmp.Or(other.String("number"), other.String("name"), id))
		}
	}
	return fit(" with "+strings.Join(names, ", "), 30, MinTextHeight, false)
}

// within answers places all over a room, the nearest to a point of the paper first.
func (p *plan) within(r *model.Record, center geom.Point) []geom.Point {
	region, ok := roomRegion(p.s, r)
	if !ok {
		return nil
	}
	return p.inside(r, p.spread(p.view.box(region.Bounds()), center), inset)
}

// inside answers those of some places that lie in a room, so far in mm of paper from its
// edge; all of them where it has no area.
func (p *plan) inside(r *model.Record, places []geom.Point, from float64) []geom.Point {
	region, ok := roomRegion(p.s, r)
	if !ok {
		return places
	}
	return slices.DeleteFunc(places, func(at geom.Point) bool {
		return region.Locate(p.view.from(at), from*p.view.scale) != geom.Inside
	})
}

// inset is how far from its room's edge in mm of paper the middle of a label stays.
const inset = 2

// spread answers places all over the part of a box that is on the paper, the nearest to a
// point first.
func (d *drawing) spread(box geom.Box, center geom.Point) []geom.Point {
	const apart, most = 3.0, 60 // mm of paper, and places along a side
	box = box.WithZ(-inset, inset).Grow(-inset).Intersect(d.view.frame)
	if box.IsEmpty() {
		return nil
	}
	step := max(apart, (box.Max.X-box.Min.X)/most, (box.Max.Y-box.Min.Y)/most)
	var out []geom.Point
	for y := box.Min.Y + step/2; y < box.Max.Y; y += step {
		for x := box.Min.X + step/2; x < box.Max.X; x += step {
			out = append(out, geom.Point{X: x, Y: y})
		}
	}
	slices.SortStableFunc(out, func(a, b geom.Point) int { return cmp.Compare(a.Dist(center), b.Dist(center)) })
	return out
}

// reachable answers the places near a point that nothing which is cut lies before, the
// nearest first.
func (d *drawing) reachable(center geom.Point) []geom.Point {
	out := []geom.Point{center}
	for _, off := range nearby[1:] {
		if at := center.Add(off); d.taken.free([]geom.Point{center, at}) {
			out = append(out, at)
		}
	}
	return out
}

// placeFirst writes the first of some blocks of lines that finds room at one of some places,
// off the furniture where it is asked to.
func (d *drawing) placeFirst(r *model.Record, places []geom.Point, blocks [][]Text, quiet bool) bool {
	if quiet && !d.soft.any {
		return false
	}
	for _, lines := range blocks {
		if len(lines) > 0 && d.placeBlock(r, places, lines, quiet) {
			return true
		}
	}
	return false
}

// placeBlock writes lines of text around the first of some places that has room.
func (d *drawing) placeBlock(r *model.Record, places []geom.Point, lines []Text, quiet bool) bool {
	texts := block(geom.Point{}, lines)
	room, plate := blockRoom(texts, 0.7), blockRoom(texts, 0) // the plate keeps axes from running through
	for _, at := range places {
		place := movedBy(room, at)
		if quiet && !d.soft.free(place) || !d.taken.free(place) {
			continue
		}
		d.taken.put(place)
		for i := range texts {
			texts[i].At = texts[i].At.Add(at)
		}
		g := d.group(r.ID(), "room")
		if d.scheme == nil {
			g.area(Style{Fill: plain.blank}, geom.Ring{Points: movedBy(plate, at)})
		}
		g.Texts = texts
		return true
	}
	return false
}

func movedBy(points []geom.Point, by geom.Point) []geom.Point {
	out := make([]geom.Point, len(points))
	for i, p := range points {
		out[i] = p.Add(by)
	}
	return out
}

// nearby are offsets in mm of paper from a point, the nearest first.
var nearby = func() []geom.Point {
	out := []geom.Point{{}}
	for i, radius := range []float64{2, 4, 6, 9, 12, 16} {
		step := 30.0
		if i < 2 {
			step = 45
		}
		for angle := 0.0; angle < 360; angle += step {
			out = append(out, geom.Direction(angle).Scale(radius))
		}
	}
	return out
}()

// wrap breaks a text at the space nearest to its middle where it is wider than
// width mm in the height of a room's name.
func wrap(text string, width float64) []string {
	if text == "" {
		return nil
	}
	if TextWidth(text, 2.5, true) <= width {
		return []string{text}
	}
	best, middle := -1, len(text)/2
	for i := range text {
		if text[i] == ' ' && (best < 0 || abs(i-middle) < abs(best-middle)) {
			best = i
		}
	}
	if best < 0 {
		return []string{text}
	}
	return []string{strings.TrimSpace(text[:best]), strings.TrimSpace(text[best:])}
}

func abs(n int) int { return max(n, -n) }

// roomRegion answers the area of a room in plan: within the walls around it, else
// its outline.
func roomRegion(s *model.Snapshot, r *model.Record) (geom.Region, bool) {
	if e, ok := category.Boundary(s, r); ok {
		return e.Region, true
	}
	return category.Outline(r)
}
