package picture

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"github.com/openeik/ekgit/model/geom"
)

// TestHolesStayOpen holds that a hole shows the paper, and an island in it does not, in
// whichever direction their lines run.
func TestHolesStayOpen(t *testing.T) {
	ink := color.NRGBA{A: 255}
	square := func(size float64, turned bool) geom.Ring {
		r := geom.Rect(geom.Point{X: 20, Y: 20}, size, size, 0)
		if turned {
			return r.Reverse()
		}
		return r
	}
	for turned := range 8 {
		g := &Group{}
		g.area(Style{Fill: ink}, square(30, turned&1 > 0), square(20, turned&2 > 0), square(10, turned&4 > 0))
		var out bytes.Buffer
		if err := (&Sheet{Width: 40, Height: 40, Groups: []*Group{g}}).WritePNG(&out, 25.4); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		for x, dark := range map[int]bool{2: false, 7: true, 12: false, 20: true, 28: false, 33: true, 37: false} {
			if r, _, _, _ := img.At(x, 20).RGBA(); r == 0 != dark {
				t.Errorf("turned as %03b: pixel %d has red %x", turned, x, r)
			}
		}
	}
}

// TestLongLinesHaveNoSeams holds that a stroke of many points covers what its pieces do: a
// circle of half transparent ink is nowhere darker than a short line.
func TestLongLinesHaveNoSeams(t *testing.T) {
	g := &Group{}
	g.area(Style{Stroke: color.NRGBA{A: 128}, Pen: 2}, geom.Ring{Points: circle(geom.Point{X: 20, Y: 20}, 12)})
	var fine []geom.Point
	for i := range 500 {
		fine = append(fine, geom.Point{X: 20}.Add(geom.Direction(360*float64(i)/500).Scale(12)).Add(geom.Point{Y: 20}))
	}
	g.area(Style{Stroke: color.NRGBA{A: 128}, Pen: 2}, geom.Ring{Points: fine})
	var out bytes.Buffer
	g.Shapes = g.Shapes[1:]
	if err := (&Sheet{Width: 40, Height: 40, Groups: []*Group{g}}).WritePNG(&out, 254); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 400 {
		for x := range 400 {
			if r, _, _, _ := img.At(x, y).RGBA(); r>>8 < 126 {
				t.Fatalf("pixel %d, %d has red %d: it is painted twice", x, y, r>>8)
			}
		}
	}
}
