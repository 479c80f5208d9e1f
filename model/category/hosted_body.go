package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Sizes in mm of doors and windows whose types do not say them.
const (
	frameWidth = 50
	frameDepth = 70
	sashDepth  = 60
	leafDepth  = 40
	glassDepth = 24
)

// screen is an upright plane along a line, in which frames, leaves and panes stand:
// side is its distance to the left of the line.
type screen struct {
	line geom.Curve
	side float64
}

// panel answers a plate of a depth over a span.
func (p screen) panel(span Span, depth float64) geom.Mesh {
	ring, ok := p.line.Part(span.From, span.To).Band(p.side+depth/2, p.side-depth/2)
	if !ok || span.area() <= 0 {
		return geom.Mesh{}
	}
	return geom.Extrude(geom.Region{Outer: ring}, span.Sill, span.Head)
}

// frame answers bars of a width around a span, without the lower one where the span
// is open below.
func (p screen) frame(span Span, width, depth float64, open bool) geom.Mesh {
	inner := span.inset(width, open)
	if inner.area() <= 0 {
		return geom.Mesh{}
	}
	const between = 1 // of the cells, the one between the jambs
	var cells []geom.Region
	stops := [4]float64{span.From, inner.From, inner.To, span.To}
	for i, to := range stops[1:] {
		ring, ok := p.line.Part(stops[i], to).Band(p.side+depth/2, p.side-depth/2)
		if !ok {
			return geom.Mesh{}
		}
		if i > 0 { // on an arc its corners would be a hair off those of the one before
			before := cells[i-1].Outer.Points
			ring.Points[0], ring.Points[3] = before[1], before[2]
		}
		cells = append(cells, geom.Region{Outer: ring})
	}
	heights := []float64{span.Sill, inner.Sill, inner.Head, span.Head}
	if open {
		heights = []float64{span.Sill, inner.Head, span.Head}
	}
	hollow := len(heights) - 3
	return geom.Strata{Cells: cells, Heights: heights, Solid: func(cell, layer int) bool { return cell != between || layer != hollow }}.Mesh()
}

// inset answers a span within its frame.
func (a Span) inset(width float64, open bool) Span {
	in := Span{From: a.From + width, To: a.To - width, Sill: a.Sill + width, Head: a.Head - width}
	if open {
		in.Sill = a.Sill
	}
	return in
}

// screenOf answers the opening of what is hosted in a wall, and the plane in the
// middle of the wall.
func screenOf(s *model.Snapshot, r *model.Record) (screen, Span, bool) {
	span, ok := Opening(s, r)
	if !ok {
		return screen{}, span, false
	}
	host := s.Record(r.String("hostId"))
	line, _ := Baseline(host)
	left, right := Faces(s, host)
	return screen{line, (left + right) / 2}, span, span.area() > 0
}

// leavesOf answers the spans of the leaves that stand side by side.
func leavesOf(t *model.Record, span Span) []Span {
	if t == nil || t.NumberOr("leaves", 1) != 2 {
		return []Span{span}
	}
	left, right := span, span
	left.To = (span.From + span.To) / 2
	right.From = left.To
	return []Span{left, right}
}

func frameOf(t *model.Record) float64 {
	if t == nil {
		return frameWidth
	}
	return t.NumberOr("frame", frameWidth)
}

// doorBodies answers frame and closed leaves of a door in a wall, or of a hatch.
func doorBodies(s *model.Snapshot, r *model.Record) []Body {
	if h, ok := hatchOf(s, r); ok {
		return h.bodies(s, r)
	}
	p, span, ok := screenOf(s, r)
	if !ok {
		return nil
	}
	t := TypeOf(s, r)
	width := frameOf(t)
	out := single(s, r, "frame", p.frame(span, width, frameDepth, true))
	for _, leaf := range leavesOf(t, span.inset(width, true)) {
		out = append(out, single(s, r, "leaf", p.panel(leaf, leafDepth))...)
	}
	return out
}

// windowBodies answers frame, sashes and panes of a window in a wall or roof. A fixed one has
// its pane in the frame.
func windowBodies(s *model.Snapshot, r *model.Record) []Body {
	if h, ok := hatchOf(s, r); ok {
		return h.bodies(s, r)
	}
	p, span, ok := screenOf(s, r)
	if !ok {
		return nil
	}
	t := TypeOf(s, r)
	width := frameOf(t)
	out := single(s, r, "frame", p.frame(span, width, frameDepth, false))
	for _, leaf := range leavesOf(t, span.inset(width, false)) {
		if t == nil || t.String("operation") != "fixed" {
			out = append(out, single(s, r, "leaf", p.frame(leaf, frameWidth, sashDepth, false))...)
			leaf = leaf.inset(frameWidth, false)
		}
		out = append(out, single(s, r, "glass", p.panel(leaf, glassDepth))...)
	}
	return out
}
