package picture

import (
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/openeik/ekgit/model/geom"
)

// text draws a line of text, a level one on whole pixels so that it is sharp.
func (r *raster) text(t Text) {
	if t.String == "" || t.Color.A == 0 {
		return
	}
	at, along := r.pixel(t.At), geom.Direction(t.Angle)
	if t.Angle == 0 {
		at.Y = math.Round(at.Y)
	}
	em := t.Height / capHeight * r.perMM
	x := 0.0
	switch width := TextWidth(t.String, t.Height, t.Bold) * r.perMM; t.Anchor {
	case Middle:
		x = -width / 2
	case End:
		x = -width
	}
	face := typefaceOf(t.Bold)
	face.mu.Lock()
	defer face.mu.Unlock()
	for _, letter := range t.String {
		for _, outline := range face.outline(letter) {
			points := make([]geom.Point, len(outline))
			for i, p := range outline {
				q := along.Scale(x + p.X*em).Add(along.Left().Scale(p.Y * em))
				points[i] = geom.Point{X: at.X + q.X, Y: at.Y - q.Y}
			}
			r.polygon(points...)
		}
		x += face.of(letter) * em
	}
	r.paint(t.Color, false)
}

// outline answers the outlines of a rune in em, curves as chords. The caller holds the
// lock.
func (a *typeface) outline(letter rune) [][]geom.Point {
	if known, ok := a.outlines[letter]; ok {
		return known
	}
	glyph, err := a.font.GlyphIndex(&a.buf, letter)
	if err != nil {
		return nil
	}
	segments, err := a.font.LoadGlyph(&a.buf, glyph, fixed.I(emUnits), &sfnt.LoadGlyphOptions{})
	if err != nil {
		return nil
	}
	var out [][]geom.Point
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			out = append(out, []geom.Point{inEm(s.Args[0])})
			continue
		}
		last := &out[len(out)-1]
		*last = append(*last, chords((*last)[len(*last)-1], s)...)
	}
	a.outlines[letter] = out
	return out
}

// chords answers the points of a segment of an outline after the one that it begins at.
func chords(from geom.Point, s sfnt.Segment) []geom.Point {
	const steps = 5
	control := []geom.Point{from, inEm(s.Args[0])}
	switch s.Op {
	case sfnt.SegmentOpLineTo:
		return control[1:]
	case sfnt.SegmentOpQuadTo:
		control = append(control, inEm(s.Args[1]))
	default:
		control = append(control, inEm(s.Args[1]), inEm(s.Args[2]))
	}
	out := make([]geom.Point, steps)
	for i := range steps {
		out[i] = bezier(control, float64(i+1)/steps)
	}
	return out
}

// bezier answers a point of a Bézier curve (de Casteljau's algorithm).
func bezier(control []geom.Point, at float64) geom.Point {
	points := append([]geom.Point{}, control...)
	for n := len(points) - 1; n > 0; n-- {
		for i := range n {
			points[i] = points[i].Lerp(points[i+1], at)
		}
	}
	return points[0]
}

func inEm(p fixed.Point26_6) geom.Point {
	const scale = 1.0 / 64 / emUnits
	return geom.Point{X: float64(p.X) * scale, Y: -float64(p.Y) * scale}
}
