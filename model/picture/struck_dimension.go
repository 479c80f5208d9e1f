package picture

import (
	"image/color"

	"github.com/openeik/ekgit/model/geom"
)

// drawStruck draws a dimension between two points of the paper: the old length, if
// any, struck out, and the new. It is false where its text finds no room.
func (d *drawing) drawStruck(id string, a, b geom.Point, old, now string, ink color.NRGBA) bool {
	air := 1.4
	if old == "" {
		air = 0
	}
	along := b.Sub(a).Unit()
	if along.X < -1e-9 || along.X < 1e-9 && along.Y < 0 {
		a, b, along = b, a, along.Scale(-1)
	}
	up := along.Left()
	wide, wideNow := TextWidth(old, MinTextHeight, false), TextWidth(now, MinTextHeight, true)
	whole := wide + air + wideNow
	angle := along.Angle()
	if !d.words.free([]geom.Point{a, b}) {
		return false
	}
	for _, row := range []float64{0.7, -0.7 - MinTextHeight, 3.2, -3.2 - MinTextHeight} {
		start := a.Lerp(b, 0.5).Sub(along.Scale(whole / 2)).Add(up.Scale(row))
		was := Text{At: start, String: old, Height: MinTextHeight, Angle: angle, Color: ink}
		is := Text{At: start.Add(along.Scale(wide + air)), String: now, Height: MinTextHeight, Bold: true, Angle: angle, Color: ink}
		first, last := textRoom(was, 0.3), textRoom(is, 0.3)
		if !d.taken.claim([]geom.Point{first[0], last[1], last[2], first[3]}) {
			continue
		}
		d.words.put([]geom.Point{first[0], last[1], last[2], first[3]})
		d.taken.put([]geom.Point{a, b})
		g := d.group(id, "dimension")
		style := Style{Stroke: ink, Pen: PenFine}
		g.line(style, a.Sub(along.Scale(1)), b.Add(along.Scale(1)))
		tick := along.Add(along.Left()).Scale(0.8)
		for _, p := range []geom.Point{a, b} {
			g.line(Style{Stroke: ink, Pen: PenEdge}, p.Sub(tick), p.Add(tick))
		}
		if old == "" {
			g.Texts = append(g.Texts, is)
			return true
		}
		middle := up.Scale(MinTextHeight / 2)
		g.line(Style{Stroke: ink, Pen: PenEdge}, start.Add(middle).Sub(along.Scale(0.4)), start.Add(middle).Add(along.Scale(wide+0.4)))
		g.Texts = append(g.Texts, was, is)
		return true
	}
	return false
}
