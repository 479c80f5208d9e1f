package picture

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// jagged is a round storey whose slab and room have an outline of so many points, with
// teeth so deep in mm.
func jagged(tb testing.TB, points int, depth float64) *model.Snapshot {
	tb.Helper()
	outline := make([]any, points)
	for i := range outline {
		r := 20_000.0
		if i%2 == 0 {
			r -= depth
		}
		p := geom.Direction(360 * float64(i) / float64(points)).Scale(r)
		outline[i] = xy(math.Round(p.X*1000)/1000, math.Round(p.Y*1000)/1000)
	}
	return modelOf(tb,
		members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "slab-1", "category": "slab", "levelId": "level-1", "thickness": 200.0, "outline": outline},
		members{"id": "room-1", "category": "room", "name": "Hall", "levelId": "level-1", "outline": outline},
		members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(-5000, 0), "end": xy(5000, 0)},
		members{"id": "window-1", "category": "window", "mark": "W-1", "levelId": "level-1", "hostId": "wall-1", "offset": 2000.0, "sill": 800.0, "width": 1600.0, "height": 1400.0},
	)
}

// BenchmarkJagged draws a slab and a room of 10,000 points that nobody has looked at.
func BenchmarkJagged(b *testing.B) {
	for b.Loop() {
		if err := draw(b, jagged(b, 10_000, 2000), PlanOptions{Level: "level-1"}).WritePNG(io.Discard, 100); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLongOutlines draws an outline of 10,000 points from above and from the side: it ends.
func TestLongOutlines(t *testing.T) {
	s := jagged(t, 10_000, 2000)
	legible(t, draw(t, s, PlanOptions{Level: "level-1"}))
	legible(t, drawElevation(t, s, "south", SectionOptions{}))
}

// FuzzJagged draws outlines of many points with teeth of any depth: it ends soon.
func FuzzJagged(f *testing.F) {
	f.Add(uint16(200), 2000.0)
	f.Add(uint16(199), 19_999.0)
	f.Add(uint16(3), 0.0)
	f.Fuzz(func(t *testing.T, points uint16, depth float64) {
		if points < 3 || points > 200 || !(math.Abs(depth) < 1e6) {
			return
		}
		sheet := draw(t, jagged(t, int(points), depth), PlanOptions{Level: "level-1"})
		if err := sheet.WritePNG(io.Discard, 50); err != nil {
			t.Fatal(err)
		}
		drawElevation(t, jagged(t, int(points), depth), "south", SectionOptions{})
	})
}

// TestCancelledElevation holds that an elevation ends when nobody waits for it.
func TestCancelledElevation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Elevation(ctx, jagged(t, 1000, 2000), "south", SectionOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("it answers %v", err)
	}
}

// TestCover holds that stretches that touch are one, in whatever order they come.
func TestCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var hidden cover
		var marks [100]bool
		for range rapid.IntRange(0, 30).Draw(t, "stretches") {
			from := rapid.IntRange(0, 99).Draw(t, "from")
			to := rapid.IntRange(from+1, 100).Draw(t, "to")
			hidden = hidden.with(stretch{float64(from) / 100, float64(to) / 100})
			for i := from; i < to; i++ {
				marks[i] = true
			}
		}
		left := hidden.rest()
		for i, marked := range marks {
			at := (float64(i) + 0.5) / 100
			if slices.ContainsFunc(left, func(s stretch) bool { return s.from < at && at < s.to }) == marked {
				t.Fatalf("%g is not as it should be in %v", at, left)
			}
		}
		if hidden.whole() != (len(left) == 0) {
			t.Fatalf("%v is whole: %v", hidden, hidden.whole())
		}
	})
}
