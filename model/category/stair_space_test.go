package category

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// TestClosingKeepsTheOutline holds that parts whose edges lie on each other but for
// rounding make one region without gaps, at any angle.
func TestClosingKeepsTheOutline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, length := rapid.Float64Range(600, 2000).Draw(t, "width"), rapid.Float64Range(500, 4000).Draw(t, "length")
		turn := geom.RotateAbout(geom.Point{}, rapid.Float64Range(0, 360).Draw(t, "turn")).Then(geom.Translate(geom.Point{X: rapid.Float64Range(-5e4, 5e4).Draw(t, "x"), Y: 12345.678}))
		flight := turn.Ring(geom.Rect(geom.Point{X: -length / 2}, length, width, 0))
		landing := turn.Ring(geom.Rect(geom.Point{X: width / 2}, width, width, 0))
		for i, p := range landing.Points {
			landing.Points[i] = geom.Point{X: math.Round(p.X*1e5) / 1e5, Y: math.Round(p.Y*1e5) / 1e5}
		}
		next := turn.Ring(geom.Rect(geom.Point{X: width / 2, Y: width/2 + length/2}, width, length, 0))
		out := closing([]geom.Region{{Outer: flight}, {Outer: landing}, {Outer: next}})
		if len(out) != 1 || out[0].Outer.Len() != 6 || len(out[0].Holes) > 0 {
			t.Fatalf("an L of three parts became %v", out)
		}
		if want := 2*width*length + width*width; math.Abs(out[0].Area()-want) > 1 {
			t.Fatalf("it has %v mm², want %v", out[0].Area(), want)
		}
	})
}
