package picture

import (
	"image/color"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/tint"
)

// MinTextHeight is the least height in mm of capital letters on a sheet: smaller
// ones cannot be read in print.
const MinTextHeight = 1.8

// Sheet is a drawing on paper: Width by Height mm, x to the right and y up from
// the lower left corner. Groups are drawn in their order, the last on top.
type Sheet struct {
	Title         string
	Width, Height float64
	Scale         float64 // one mm on paper is so many mm of the model; 0 where it is none's
	Groups        []*Group
	Legend        []tint.Entry // what the colours of ColorBy mean; the drawing shows it too
	Notes         []string     // what could not be drawn, and why

	frame geom.Box // the part of the paper that shows the model
}

// Group is what is drawn of one record, or one part of the drawing's frame: its
// shapes, then its texts on top of them.
type Group struct {
	ID     string // the record's id; empty where it is of none
	Class  string // the record's category, or the name of the part
	Shapes []Shape
	Texts  []Text
}

// Shape is lines drawn with one pen, or the region that they enclose by the
// even-odd rule, filled.
type Shape struct {
	Lines []Line
	Style Style
}

// Line is a chain of straight stretches in mm of paper. Curves come flattened.
type Line struct {
	Points []geom.Point
	Closed bool // from the last point back to the first
}

// Style is how a shape is drawn. A colour with alpha 0 draws nothing.
type Style struct {
	Stroke color.NRGBA
	Pen    Pen
	Dash   Dash
	Fill   color.NRGBA
}

// Pen is the width of a line in mm.
type Pen float64

// The pens of a drawing: what is cut, what is seen, and what is only noted.
const (
	PenCut   Pen = 0.50
	PenEdge  Pen = 0.35
	PenFine  Pen = 0.18
	PenHair  Pen = 0.10 // hatches
	PenCloud Pen = 0.70 // marks that must be seen first
)

// Dash is the pattern of a line.
type Dash uint8

// The patterns of lines.
const (
	Solid    Dash = iota
	Dashed        // hidden, or overhead
	Dotted        // taken away
	DashDot       // axes
	LongDash      // before a change
)

// lengths answers the dash's strokes and gaps in mm.
func (d Dash) lengths() []float64 {
	switch d {
	case Dashed:
		return []float64{2, 1}
	case Dotted:
		return []float64{0.3, 0.9}
	case DashDot:
		return []float64{8, 1.5, 0.5, 1.5}
	case LongDash:
		return []float64{4, 1.2}
	}
	return nil
}

// Anchor says which point of a text stands at its place.
type Anchor uint8

// The anchors of a text, along its baseline.
const (
	Start Anchor = iota
	Middle
	End
)

// Text is one line of text.
type Text struct {
	At     geom.Point // on the baseline
	String string
	Height float64 // of capital letters, in mm
	Anchor Anchor
	Angle  float64 // degrees counter-clockwise
	Bold   bool
	Color  color.NRGBA
}

// Ring answers the rectangle that the text takes on the sheet: its width by the
// font's metrics, from below its descenders to the top of its capitals.
func (t Text) Ring() geom.Ring {
	width := TextWidth(t.String, t.Height, t.Bold)
	from := 0.0
	switch t.Anchor {
	case Middle:
		from = -width / 2
	case End:
		from = -width
	}
	low := -descent * t.Height
	ring := geom.Ring{Points: []geom.Point{{X: from, Y: low}, {X: from + width, Y: low}, {X: from + width, Y: t.Height}, {X: from, Y: t.Height}}}
	for i, p := range ring.Points {
		ring.Points[i] = p.Rotate(t.Angle).Add(t.At)
	}
	return ring
}

// line draws an open chain.
func (g *Group) line(style Style, points ...geom.Point) {
	g.Shapes = append(g.Shapes, Shape{Lines: []Line{{Points: points}}, Style: style})
}

// area draws a closed region of rings.
func (g *Group) area(style Style, rings ...geom.Ring) {
	shape := Shape{Style: style}
	for _, r := range rings {
		shape.Lines = append(shape.Lines, Line{Points: r.Flatten(paperTolerance).Points, Closed: true})
	}
	g.Shapes = append(g.Shapes, shape)
}

// paperTolerance is how far in mm of paper a flattened curve may lie off.
const paperTolerance = 0.02
