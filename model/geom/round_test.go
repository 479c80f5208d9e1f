package geom

import (
	"math"
	"testing"
)

func TestRounded(t *testing.T) {
	bend := Curve{Point{0, 0}, Point{4000, 0}, -900}
	band, _ := bend.Band(150, -150)
	half := Region{Outer: Rect(Point{0, 0}, 4000, 4000, 0)}
	got := Rounded(Intersection([]Region{{Outer: band}}, []Region{half}), []Curve{band.Edge(0), band.Edge(2)})
	want, _ := bend.Part(0, bend.Length()/2).Band(150, -150)
	if len(got) != 1 || len(got[0].Outer.Points) != 6 || math.Abs(got[0].Area()-want.Area()) > 1 {
		t.Errorf("half a bent band: %v of %v mm², want %v mm² with four corners and one before each on the line", got, got[0].Area(), want.Area())
	}
	ring := Ring{Points: []Point{{-500, 0}, {500, 0}}, Sagittas: map[int]float64{0: -500, 1: -500}}
	round := []Region{{Outer: ring}}
	got = Rounded(Difference(round, []Region{{Outer: Rect(Point{3000, 0}, 10, 10, 0)}}), []Curve{ring.Edge(0), ring.Edge(1)})
	if len(got) != 1 || math.Abs(got[0].Area()-round[0].Area()) > 2 {
		t.Errorf("a circle: %v of %v mm², want %v mm²", got, got[0].Area(), round[0].Area())
	}
	box := []Region{{Outer: Rect(Point{}, 100, 100, 0)}}
	if got := Rounded(box, []Curve{bend}); len(got[0].Outer.Sagittas) > 0 {
		t.Errorf("a square became %v", got)
	}
}
