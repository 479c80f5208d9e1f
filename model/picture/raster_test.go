package picture

import (
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model/geom"
)

var black = color.NRGBA{A: 255}

// inked answers how many mm² of a raster of 10 pixels a mm are black.
func inked(r *raster) float64 {
	sum := 0.0
	for i := 0; i < len(r.img.Pix); i += 4 {
		sum += 255 - float64(r.img.Pix[i])
	}
	return sum / 255 / r.perMM / r.perMM
}

func TestRasterAreas(t *testing.T) {
	square := geom.Rect(geom.Point{X: 10, Y: 10}, 10, 10, 0)
	hole := geom.Rect(geom.Point{X: 10, Y: 10}, 4, 5, 0)
	disc := geom.Ring{Points: circle(geom.Point{X: 10.03, Y: 9.97}, 5)}
	line := func(closed bool, points ...geom.Point) Line { return Line{Points: points, Closed: closed} }
	pen := Style{Stroke: black, Pen: 1}
	for name, c := range map[string]struct {
		shape Shape
		want  float64
	}{
		"a square":                  {Shape{Lines: []Line{line(true, square.Points...)}, Style: Style{Fill: black}}, 100},
		"off the raster":            {Shape{Lines: []Line{line(true, geom.Rect(geom.Point{X: 7.123, Y: 8.456}, 3.3, 2.7, 0).Points...)}, Style: Style{Fill: black}}, 8.91},
		"turned":                    {Shape{Lines: []Line{line(true, geom.Rect(geom.Point{X: 10, Y: 10}, 8, 6, 33).Points...)}, Style: Style{Fill: black}}, 48},
		"a hole, whichever way":     {Shape{Lines: []Line{line(true, square.Points...), line(true, hole.Points...)}, Style: Style{Fill: black}}, 80},
		"an island in the hole":     {Shape{Lines: []Line{line(true, square.Points...), line(true, hole.Points...), line(true, geom.Rect(geom.Point{X: 10, Y: 10}, 2, 2, 0).Points...)}, Style: Style{Fill: black}}, 84},
		"a disc":                    {Shape{Lines: []Line{line(true, disc.Points...)}, Style: Style{Fill: black}}, disc.Area()},
		"half off the paper":        {Shape{Lines: []Line{line(true, geom.Rect(geom.Point{X: 0, Y: 10}, 10, 10, 0).Points...)}, Style: Style{Fill: black}}, 50},
		"off the paper":             {Shape{Lines: []Line{line(true, geom.Rect(geom.Point{X: 50, Y: 10}, 10, 10, 0).Points...)}, Style: Style{Fill: black}}, 0},
		"a line with round ends":    {Shape{Lines: []Line{line(false, geom.Point{X: 5, Y: 10}, geom.Point{X: 15, Y: 10})}, Style: pen}, 10 + math.Pi/4},
		"a dot":                     {Shape{Lines: []Line{line(false, geom.Point{X: 5, Y: 10}, geom.Point{X: 5, Y: 10})}, Style: pen}, math.Pi / 4},
		"a corner":                  {Shape{Lines: []Line{line(false, geom.Point{X: 5, Y: 5}, geom.Point{X: 15, Y: 5}, geom.Point{X: 15, Y: 15})}, Style: pen}, 20 - 0.25 + math.Pi/4 + math.Pi/16},
		"a frame with round edges":  {Shape{Lines: []Line{line(true, square.Points...)}, Style: pen}, 121 - 81 - (1 - math.Pi/4)},
		"there and back":            {Shape{Lines: []Line{line(false, geom.Point{X: 5, Y: 10}, geom.Point{X: 15, Y: 10}, geom.Point{X: 5, Y: 10})}, Style: pen}, 10 + math.Pi/4},
		"dashes of 2 and gaps of 1": {Shape{Lines: []Line{line(false, geom.Point{X: 4, Y: 10}, geom.Point{X: 16, Y: 10})}, Style: Style{Stroke: black, Pen: 0.5, Dash: Dashed}}, 4 * (2*0.5 + math.Pi/16)},
	} {
		r := newRaster(200, 200, 10)
		r.shape(c.shape)
		if got := inked(r); math.Abs(got-c.want) > 0.006*c.want+1e-3 {
			t.Errorf("%s covers %.3f mm², want %.3f", name, got, c.want)
		}
	}
}

// TestRasterLeavesNothing holds that whatever was drawn, and wherever, the next shape
// begins on a clean sheet.
func TestRasterLeavesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRaster(40, 30, 2)
		var points []geom.Point
		for range rapid.IntRange(1, 8).Draw(t, "points") {
			points = append(points, geom.Point{X: rapid.Float64Range(-50, 50).Draw(t, "x"), Y: rapid.Float64Range(-50, 50).Draw(t, "y")})
		}
		style := Style{Stroke: black, Fill: black, Pen: Pen(rapid.Float64Range(0.01, 3).Draw(t, "pen")), Dash: Dash(rapid.IntRange(0, 4).Draw(t, "dash"))}
		r.shape(Shape{Lines: []Line{{Points: points, Closed: rapid.Bool().Draw(t, "closed")}}, Style: style})
		for i, a := range r.area {
			if a != 0 {
				t.Fatalf("area %g is left at %d", a, i)
			}
		}
	})
}

func TestDashed(t *testing.T) {
	square := Line{Points: geom.Rect(geom.Point{}, 3, 3, 0).Points, Closed: true}
	total := 0.0
	for _, l := range dashed(square, []float64{2, 1}) {
		for i := 1; i < len(l.Points); i++ {
			total += l.Points[i-1].Dist(l.Points[i])
		}
	}
	if math.Abs(total-8) > 1e-9 {
		t.Errorf("of a line of 12 mm in strokes of 2 and gaps of 1 mm %g mm are drawn, want 8", total)
	}
}
