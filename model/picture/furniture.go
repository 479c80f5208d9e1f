package picture

import (
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// symbol is how a kind of thing is drawn in plan: chains of points in shares of a thing's size, x from
// -1 to 1 across it and y from -1, its front, to 1, its back.
type symbol struct {
	words []string // in the thing's kind, name or type
	lines func(w, d float64) [][]geom.Point
}

// thingSymbols are told by the first word that a thing's name holds: the more special ones
// stand first.
var thingSymbols = []symbol{
	{[]string{"basin", "sink", "lavatory"}, basinLines},
	{[]string{"wc", "toilet", "closet bowl", "bidet"}, toiletLines},
	{[]string{"shower"}, showerLines},
	{[]string{"bathtub", "bath"}, bathLines},
	{[]string{"armchair", "sofa", "couch", "settee"}, sofaLines},
	{[]string{"chair", "stool"}, chairLines},
	{[]string{"counter", "worktop", "kitchen"}, counterLines},
	{[]string{"wardrobe", "closet", "cupboard"}, wardrobeLines},
	{[]string{"table", "desk"}, nil},
	{[]string{"bed"}, bedLines},
	{[]string{"washing", "washer", "dryer"}, drumLines},
}

// symbolOf answers the lines inside the box of a thing of w by d mm.
func symbolOf(s *model.Snapshot, r *model.Record, w, d float64) [][]geom.Point {
	words := r.String("kind") + " " + r.String("name")
	if t := category.TypeOf(s, r); t != nil {
		words += " " + t.String("kind") + " " + t.String("name") + " " + t.ID()
	}
	words = strings.ToLower(words)
	for _, k := range thingSymbols {
		if slices.ContainsFunc(k.words, func(word string) bool { return strings.Contains(words, word) }) {
			if k.lines == nil {
				return nil
			}
			return k.lines(w, d)
		}
	}
	if r.Category() == "equipment" {
		return [][]geom.Point{{{X: -1, Y: -1}, {X: 1, Y: 1}}, {{X: -1, Y: 1}, {X: 1, Y: -1}}}
	}
	return [][]geom.Point{{{X: -1, Y: -0.85}, {X: 1, Y: -0.85}}}
}

// frameLine answers the closed outline of a rectangle.
func frameLine(x0, y0, x1, y1 float64) []geom.Point {
	return []geom.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}
}

// ovalLine answers the closed outline of an ellipse, of power 2, or of a rectangle with
// round corners, of a higher one (Lamé's curve).
func ovalLine(x, y, rx, ry, power float64) []geom.Point {
	const steps = 32
	out := make([]geom.Point, steps+1)
	for i := range out {
		d := geom.Direction(360 * float64(i) / steps)
		bend := func(v float64) float64 { return math.Copysign(math.Pow(math.Abs(v), 2/power), v) }
		out[i] = geom.Point{X: x + rx*bend(d.X), Y: y + ry*bend(d.Y)}
	}
	return out
}

func basinLines(_, _ float64) [][]geom.Point {
	return [][]geom.Point{ovalLine(0, -0.12, 0.8, 0.7, 2.6), ovalLine(0, -0.05, 0.07, 0.09, 2), {{X: 0, Y: 0.9}, {X: 0, Y: 0.5}}}
}

func toiletLines(_, _ float64) [][]geom.Point {
	return [][]geom.Point{{{X: -1, Y: 0.5}, {X: 1, Y: 0.5}}, ovalLine(0, -0.25, 0.85, 0.7, 2.2), ovalLine(0, -0.3, 0.6, 0.5, 2)}
}

func showerLines(w, d float64) [][]geom.Point {
	return [][]geom.Point{{{X: -1, Y: -1}, {X: 1, Y: 1}}, {{X: -1, Y: 1}, {X: 1, Y: -1}}, ovalLine(0, 0, 90/w, 90/d, 2)}
}

func bathLines(w, d float64) [][]geom.Point {
	if d > w { // it lies along y
		return [][]geom.Point{ovalLine(0, 0, 1-140/w, 1-140/d, 4), ovalLine(0, 1-500/d, 60/w, 60/d, 2)}
	}
	return [][]geom.Point{ovalLine(0, 0, 1-140/w, 1-140/d, 4), ovalLine(1-500/w, 0, 60/w, 60/d, 2)}
}

func sofaLines(w, d float64) [][]geom.Point {
	arm, back := min(2*180/w, 0.4), min(2*220/d, 0.6)
	inner := 1 - arm
	out := [][]geom.Point{{{X: -inner, Y: -1}, {X: -inner, Y: 1 - back}, {X: inner, Y: 1 - back}, {X: inner, Y: -1}}}
	for n, i := math.Round((w-360)/700), 1.0; i < n; i++ {
		x := -inner + 2*inner*i/n
		out = append(out, []geom.Point{{X: x, Y: -1}, {X: x, Y: 1 - back}})
	}
	return out
}

func chairLines(_, _ float64) [][]geom.Point {
	return [][]geom.Point{{{X: -1, Y: 0.72}, {X: 1, Y: 0.72}}}
}

func counterLines(w, d float64) [][]geom.Point {
	out := [][]geom.Point{{{X: -1, Y: -1 + 2*30/d}, {X: 1, Y: -1 + 2*30/d}}}
	if w < 1500 {
		return out
	}
	sink, hob := -1+2*600/w, 1-2*600/w
	out = append(out, ovalLine(sink, 0, 2*260/w, 2*200/d, 4), ovalLine(sink, 0, 2*20/w, 2*20/d, 2))
	for _, x := range []float64{-150, 150} {
		for _, y := range []float64{-130, 130} {
			out = append(out, ovalLine(hob+2*x/w, 2*y/d, 2*95/w, 2*95/d, 2))
		}
	}
	return append(out, frameLine(hob-2*290/w, -2*250/d, hob+2*290/w, 2*250/d))
}

func wardrobeLines(w, d float64) [][]geom.Point {
	out := [][]geom.Point{{{X: -1, Y: 0}, {X: 1, Y: 0}}}
	for x := -w/2 + 80; x < w/2-60; x += 110 {
		lean := 25.0
		if int(x)%3 == 0 {
			lean = -25
		}
		out = append(out, []geom.Point{{X: 2 * (x - lean) / w, Y: -2 * 220 / d}, {X: 2 * (x + lean) / w, Y: 2 * 220 / d}})
	}
	return out
}

func bedLines(w, d float64) [][]geom.Point {
	fold := 1 - 2*650/d
	out := [][]geom.Point{{{X: -1, Y: fold}, {X: 1, Y: fold}}, {{X: -1, Y: fold - 2*180/d}, {X: 1, Y: fold - 2*180/d}}}
	n := 1.0
	if w > 1300 {
		n = 2
	}
	for i := range int(n) {
		x := -1 + (2*float64(i)+1)/n
		out = append(out, ovalLine(x, 1-2*300/d, min(0.8/n, 2*350/w), 2*190/d, 5))
	}
	return out
}

func drumLines(w, d float64) [][]geom.Point {
	r := 0.7 * min(w, d) / 2
	return [][]geom.Point{ovalLine(0, 0, 2*r/w, 2*r/d, 2)}
}
