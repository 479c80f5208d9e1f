package picture

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// flight is one straight run of a stair or ramp in plan, from its foot up.
type flight struct {
	line   geom.Curve
	width  float64
	risers int
	turn   geom.Point // middle of the landing after it, where its path turns; else zero
}

// drawWay draws a stair, ramp or railing.
func (p *plan) drawWay(r *model.Record) {
	look := p.look(r.ID())
	g := p.group(r.ID(), r.Category())
	if r.Category() == "railing" {
		points, _ := r.Points("path")
		var line []geom.Point
		for _, q := range points {
			line = append(line, p.view.point(pointOf(q)))
		}
		if len(line) > 1 {
			g.line(look.stroke(PenEdge), line...)
		}
		return
	}
	flights := flightsOf(p.s, r)
	if len(flights) == 0 {
		return
	}
	for _, landing := range objects(r, "landings") {
		if region, ok := category.Outline(landing); ok {
			g.area(look.filled(PenEdge), p.view.ring(region.Outer))
		}
	}
	p.drawFlights(g, r, flights, look)
	p.drawArrow(g, r, flights, look)
}

// drawFlights draws treads and strings. What lies above the cut is dashed, behind
// a break line; a stair that comes from below is seen whole.
func (p *plan) drawFlights(g *Group, r *model.Record, flights []flight, look look) {
	base := category.Base(p.s, r)
	top, ok := category.Top(p.s, r)
	total := 0
	for _, f := range flights {
		total += f.risers
	}
	cutAt := math.Inf(1)
	if ok && top > base && r.String("levelId") == p.level.ID {
		cutAt = (p.cut - base) / (top - base) * float64(total)
	}
	done := 0
	for _, f := range flights {
		half, length := f.width/2, f.line.Length()
		edge := func(d float64) (a, b geom.Point) {
			left := f.line.TangentAt(d).Left().Scale(half)
			return f.line.PointAt(d).Add(left), f.line.PointAt(d).Sub(left)
		}
		cut := min(max((cutAt-float64(done))/float64(max(f.risers, 1)), 0), 1) * length
		stretch := func(style Style, from, to float64) {
			a, b := edge(from)
			c, d := edge(to)
			g.line(style, p.view.points(a, c)...)
			g.line(style, p.view.points(b, d)...)
		}
		if cut > 0 {
			stretch(look.stroke(PenEdge), 0, cut)
		}
		if cut < length {
			stretch(look.dashed(), cut, length)
		}
		for i := range f.risers {
			d := length * float64(i) / float64(max(f.risers-1, 1))
			style := look.stroke(PenFine)
			if d > cut {
				style = look.dashed()
			}
			a, b := edge(d)
			g.line(style, p.view.points(a, b)...)
		}
		if cut > 0 && cut < length {
			p.drawBreak(g, f, cut, look)
		}
		if ring, ok := f.line.Band(half, -half); ok {
			p.take(p.view.ring(ring).Points)
		}
		done += f.risers
		if f.turn != (geom.Point{}) {
			style := look.stroke(PenFine)
			if float64(done) > cutAt {
				style = look.dashed()
			}
			ring := p.view.ring(geom.Rect(f.turn, f.width, f.width, f.line.TangentAt(0).Angle()))
			g.area(style, ring)
			p.take(ring.Points)
		}
	}
}

// drawBreak draws the slanted line with a zigzag at which a flight is cut.
func (p *plan) drawBreak(g *Group, f flight, at float64, look look) {
	along := f.line.TangentAt(at)
	left := along.Left()
	half, lean := f.width/2+100, f.width*0.25
	q := func(x, y float64) geom.Point {
		return f.line.PointAt(at).Add(left.Scale(x)).Add(along.Scale(y + lean*x/half))
	}
	g.line(look.stroke(PenEdge), p.view.points(q(-half, 0), q(-80, 0), q(-30, 180), q(30, -180), q(80, 0), q(half, 0))...)
}

// drawArrow draws the walking line, with an arrow the way it leads from this
// level, and UP or DN at its start.
func (p *plan) drawArrow(g *Group, r *model.Record, flights []flight, look look) {
	var points []geom.Point
	for _, f := range flights {
		points = append(points, p.view.point(f.line.Start), p.view.point(f.line.End))
		if f.turn != (geom.Point{}) {
			points = append(points, p.view.point(f.turn))
		}
	}
	word := "UP"
	if r.String("levelId") != p.level.ID {
		word = "DN"
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	n := len(points)
	g.line(look.stroke(PenFine), points...)
	p.arrowHead(g, points[n-2], points[n-1], look)
	if p.opt.NoLabels {
		return
	}
	back := points[0].Sub(points[1]).Unit()
	for _, off := range []float64{2.2, 3.5, 5} {
		t := Text{At: points[0].Add(back.Scale(off)).Sub(geom.Point{Y: MinTextHeight / 2}), String: word, Height: MinTextHeight, Anchor: Middle, Color: look.ink}
		if p.taken.claim(textRoom(t, 0.2)) {
			g.Texts = append(g.Texts, t)
			return
		}
	}
}

// arrowHead draws the head of an arrow at its tip.
func (d *drawing) arrowHead(g *Group, from, tip geom.Point, look look) {
	back := from.Sub(tip).Unit()
	side := back.Left()
	g.area(Style{Fill: look.ink}, geom.Ring{Points: []geom.Point{tip, tip.Add(back.Scale(2)).Add(side.Scale(0.6)), tip.Add(back.Scale(2)).Sub(side.Scale(0.6))}})
}

// flightsOf answers the flights of a stair or ramp: as they are said, else along
// its path, with a square landing where that turns.
func flightsOf(s *model.Snapshot, r *model.Record) []flight {
	if r.Has("flights") {
		var out []flight
		for _, f := range objects(r, "flights") {
			out = append(out, straight(f, f.NumberOr("width", 0), int(f.NumberOr("risers", 1)))...)
		}
		return out
	}
	risers := 0
	if r.Category() == "stair" {
		value, _ := category.DerivedValue(s, r, "risers")
		switch n := value.(type) {
		case float64:
			risers = int(n)
		case int:
			risers = n
		}
	}
	return straight(r, r.NumberOr("width", 0), risers)
}

// straight answers the runs along a path, with risers shared out by length.
func straight(r *model.Record, width float64, risers int) []flight {
	list, _ := r.Points("path")
	var out []flight
	total := 0.0
	for i := 1; i < len(list); i++ {
		line := geom.Line(pointOf(list[i-1]), pointOf(list[i]))
		from, to := 0.0, line.Length()
		if i > 1 {
			from = width / 2
		}
		if i < len(list)-1 {
			to -= width / 2
		}
		if to > from && width > 0 {
			f := flight{line: line.Part(from, to), width: width}
			if i < len(list)-1 {
				f.turn = line.End
			}
			out = append(out, f)
			total += to - from
		}
	}
	left, length := min(risers, 1000), total
	for i := range out {
		share := out[i].line.Length()
		n := int(math.Round(float64(left) * share / length))
		out[i].risers, left, length = n, left-n, length-share
	}
	return out
}

// objects answers the objects of a list as records, so that they are read alike.
func objects(r *model.Record, name string) []*model.Record {
	list, _ := r.Get(name).([]any)
	var out []*model.Record
	for _, item := range list {
		if o, ok := item.(model.Object); ok {
			out = append(out, model.NewRecord(o))
		}
	}
	return out
}
