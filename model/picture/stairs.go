package picture

import (
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// drawStair draws a stair: its steps up to the cut, those above it dashed behind a
// break line, and the way that it leads from this level. Of a stair that comes from below all is seen
// but what lies under one that leads on.
func (p *plan) drawStair(r *model.Record, w category.Stairway, look look) {
	up := r.String("levelId") == p.level.ID
	g := p.group(r.ID(), "stair")
	var seen []geom.Region
	for _, step := range w.Steps {
		hidden := up && step.Top > p.cut
		if !up && p.covered(r, step.Outline) || hidden && p.uncovered(r, step.Outline) {
			continue
		}
		style := look.filled(PenFine)
		if hidden {
			style = look.dashed()
		} else {
			seen = append(seen, step.Outline)
		}
		rings := p.rings([]geom.Region{step.Outline})
		g.area(style, rings...)
		p.takeRing(rings[0])
	}
	for _, region := range geom.Union(seen) {
		g.area(look.stroke(PenEdge), p.rings([]geom.Region{region})...)
	}
	p.drawWalk(g, w, up, look)
}

// stairway answers the parts of a stair, which are laid out once.
func (p *plan) stairway(r *model.Record) (category.Stairway, bool) {
	if p.stairs == nil {
		p.stairs = map[string]category.Stairway{}
	}
	w, known := p.stairs[r.ID()]
	if !known {
		w, _ = category.StairParts(p.s, r)
		p.stairs[r.ID()] = w
	}
	return w, len(w.Steps) > 0
}

// covered tells whether a step of a stair from below lies under one that leads up
// from this level.
func (p *plan) covered(r *model.Record, step geom.Region) bool {
	return p.meets(r, step, func(other *model.Record, top float64) bool {
		return other.String("levelId") == p.level.ID && top <= p.cut
	})
}

// uncovered tells whether a stair from below is seen where a step above the cut would
// be dashed.
func (p *plan) uncovered(r *model.Record, step geom.Region) bool {
	return p.meets(r, step, func(other *model.Record, _ float64) bool { return other.String("levelId") != p.level.ID })
}

// meets tells whether a step of another stair that counts lies over or under a step.
func (p *plan) meets(r *model.Record, step geom.Region, counts func(other *model.Record, top float64) bool) bool {
	middle, ok := step.InnerPoint()
	if !ok {
		return false
	}
	for _, other := range p.seen.ways {
		if other == r || other.Category() != "stair" {
			continue
		}
		mine, _ := category.Space(p.s).Get(r.ID())
		box, _ := category.Space(p.s).Get(other.ID())
		w, ok := p.stairway(other)
		if !ok || !box.WithZ(0, 0).Intersects(mine.WithZ(0, 0)) {
			continue
		}
		for _, s := range w.Steps {
			if counts(other, s.Top) && s.Outline.Locate(middle, geom.Epsilon) == geom.Inside {
				return true
			}
		}
	}
	return false
}

// drawWalk draws the walking line with its arrow, up to the break line where the stair
// is cut, and how many risers the stair has and how high and deep they are.
func (p *plan) drawWalk(g *Group, w category.Stairway, up bool, look look) {
	if len(w.Line) < 2 {
		return
	}
	var line []geom.Point
	broken := false
	for i, q := range w.Line {
		if up && i > 0 && q.Z > p.cut && w.Line[i-1].Z < p.cut {
			from := w.Line[i-1]
			at := from.Lerp(q, (p.cut-from.Z)/(q.Z-from.Z)).Plan()
			p.drawBreak(g, at, q.Plan().Sub(from.Plan()).Unit(), widthAt(w, at), look)
			line, broken = append(line, at), true
			break
		}
		line = append(line, q.Plan())
	}
	points := p.view.points(line...)
	word := "UP"
	if !up {
		word = "DN"
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	if n := len(points); broken && n > 1 && points[n-1].Dist(points[n-2]) > 3 {
		points[n-1] = points[n-1].Sub(points[n-1].Sub(points[n-2]).Unit().Scale(1.5))
	}
	p.drawArrow(g, points, word, look)
	if p.opt.NoLabels || p.opt.Density == Sparse || w.Going == 0 {
		return
	}
	p.besideLine(g, points, fmt.Sprintf("%d × %s / %s", w.Risers, p.opt.length(w.Riser), p.opt.length(w.Going)), look)
}

// besideLine writes a text along the longest stretch of a chain of points.
func (p *plan) besideLine(g *Group, points []geom.Point, text string, look look) {
	best := 1
	for i := 2; i < len(points); i++ {
		if points[i].Dist(points[i-1]) > points[best].Dist(points[best-1]) {
			best = i
		}
	}
	a, b := points[best-1], points[best]
	along := b.Sub(a).Unit()
	if along.X < -1e-9 || along.X < 1e-9 && along.Y < 0 {
		along = along.Scale(-1)
	}
	wide := TextWidth(text, MinTextHeight, false)
	if wide > a.Dist(b)-1 {
		return
	}
	t := Text{String: text, Height: MinTextHeight, Anchor: Middle, Angle: along.Angle(), Color: look.ink}
	t.At = a.Lerp(b, 0.5).Add(along.Left().Scale(0.8))
	plate := textRoom(t, 0.2)
	for _, corner := range plate {
		if !p.view.frame.ContainsPoint(corner.At(0)) {
			return // that part of the stair is not drawn
		}
	}
	g.area(Style{Fill: look.blank}, geom.Ring{Points: plate})
	p.taken.put(plate)
	g.Texts = append(g.Texts, t)
}

// widthAt answers the width of the flight at a point of the walking line.
func widthAt(w category.Stairway, at geom.Point) float64 {
	for _, s := range w.Steps {
		if s.Flight >= 0 && s.Flight < len(w.Flights) && s.Outline.Locate(at, 1) != geom.Outside {
			return w.Flights[s.Flight].Width
		}
	}
	if len(w.Flights) > 0 {
		return w.Flights[0].Width
	}
	return 0
}

// drawBreak draws the slanted line with a zigzag at which a flight is cut.
func (p *plan) drawBreak(g *Group, at, along geom.Point, width float64, look look) {
	left := along.Left()
	half, lean := width/2+100, width*0.25
	q := func(x, y float64) geom.Point {
		return at.Add(left.Scale(x)).Add(along.Scale(y + lean*x/half))
	}
	g.line(look.stroke(PenEdge), p.view.points(q(-half, 0), q(-80, 0), q(-30, 180), q(30, -180), q(80, 0), q(half, 0))...)
}
