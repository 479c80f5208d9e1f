package edit

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

func pt(x, y float64) geom.Point { return geom.Point{X: x, Y: y} }

func lineOf(x0, y0, x1, y1 float64) geom.Curve { return geom.Line(pt(x0, y0), pt(x1, y1)) }

// straight is a run 200 thick from 0 to 3000.
func straight(id string, x0, y0, x1, y1 float64) *run {
	return &run{id: id, line: lineOf(x0, y0, x1, y1), left: 100, right: -100, top: 3000}
}

// among answers all of some runs as the neighbours of each.
func among(runs ...*run) func(string) []*run {
	return func(string) []*run { return runs }
}

// shifted is the movement of whole runs.
func shifted(v geom.Point, runs ...*run) map[string]bend {
	moved := map[string]bend{}
	for _, r := range runs {
		moved[r.id] = bend{before: r.line, after: geom.Translate(v).Curve(r.line)}
	}
	return moved
}

func linesAfter(bends map[string]bend) map[string]geom.Curve {
	lines := map[string]geom.Curve{}
	for id, b := range bends {
		lines[id] = b.after
	}
	return lines
}

func TestTidy(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{2999.9999999, 3000}, {2999.999999, 3000}, {0.1 + 0.2, 0.3}, {1.0000049, 1.000005},
		{-1e-9, 0}, {12.5, 12.5}, {1e12, 1e12}, {0.001, 0.001},
	} {
		if got := tidy(c.in); got != c.want || math.Signbit(got) && got == 0 {
			t.Errorf("tidy(%v) = %v, want %v", c.in, got, c.want)
		}
	}
}

func TestWallRunHolds(t *testing.T) {
	wall := straight("w", 0, 0, 5000, 0)
	arc := &run{line: geom.Curve{Start: pt(0, 0), End: pt(2000, 0), Sagitta: 1000}, left: 100, right: -100, top: 3000}
	for _, c := range []struct {
		name string
		run  *run
		at   geom.Point
		want bool
	}{
		{"on the baseline", wall, pt(2500, 0), true},
		{"at an end, 1 mm off", wall, pt(5001, 0), true},
		{"at an end, 2 mm off", wall, pt(5002, 0), false},
		{"on a face", wall, pt(2500, 100), true},
		{"1 mm beyond a face", wall, pt(2500, -101), true},
		{"2 mm beyond a face", wall, pt(2500, -102), false},
		{"in the footprint at the very end", wall, pt(5000, 100), true},
		{"beside the footprint's end", wall, pt(5050, 50), false},
		{"on the crown of an arc", arc, pt(1000, 1000), true},
		{"on the inner face of an arc", arc, pt(1000, 900), true},
		{"inside an arc", arc, pt(1000, 800), false},
	} {
		if got := c.run.holds(c.at); got != c.want {
			t.Errorf("%s: holds %v = %v", c.name, c.at, got)
		}
	}
	flipped := &run{line: lineOf(5000, 0, 0, 0), left: 200, right: 0, top: 3000}
	if !flipped.holds(pt(2500, -200)) || flipped.holds(pt(2500, 100)) {
		t.Error("a wall whose baseline is its right face holds what lies to the left of it alone")
	}
}

func TestFollow(t *testing.T) {
	south, east := straight("south", 0, 0, 8000, 0), straight("east", 8000, 0, 8000, 5000)
	north, west := straight("north", 8000, 5000, 0, 5000), straight("west", 0, 0, 0, 5000) // drawn upwards
	middle := straight("middle", 3000, 100, 3000, 5000)                                    // ends on the face of south
	above := straight("above", 3000, 5000, 0, 5000)
	above.base, above.top = 3000, 6000
	house := among(south, east, north, west, middle, above)
	for _, c := range []struct {
		name  string
		moved map[string]bend
		want  map[string]geom.Curve
	}{
		{"a wall moves sideways: its corners and what ends on it follow", shifted(pt(0, -500), south), map[string]geom.Curve{
			"east": lineOf(8000, -500, 8000, 5000), "west": lineOf(0, -500, 0, 5000), "middle": lineOf(3000, -400, 3000, 5000),
		}},
		{"the wall that ends on others moves alone", shifted(pt(700, 0), middle), map[string]geom.Curve{}},
		{"walls on another storey do not follow", shifted(pt(0, 300), north), map[string]geom.Curve{
			"east": lineOf(8000, 0, 8000, 5300), "west": lineOf(0, 0, 0, 5300), "middle": lineOf(3000, 100, 3000, 5300),
		}},
		{"all move: nothing is left to follow", shifted(pt(1, 1), south, east, north, west, middle), map[string]geom.Curve{}},
	} {
		if diff := cmp.Diff(c.want, linesAfter(follow(c.moved, house))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A wall that turns because one end follows takes along what ends on it: a stub keeps
// its own line, and so turns nothing else.
func TestFollowTurned(t *testing.T) {
	south, east := straight("south", 0, 0, 4000, 0), straight("east", 4000, 0, 4000, 3000)
	stub, on := straight("stub", 4000, 1500, 6000, 1500), straight("on", 5000, 1500, 5000, 2500)
	got := linesAfter(follow(shifted(pt(1000, 0), south), among(south, east, stub, on)))
	want := map[string]geom.Curve{"east": lineOf(5000, 0, 4000, 3000), "stub": lineOf(4500, 1500, 6000, 1500)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Walls that end against one which slides along itself stay, as long as it is there.
func TestFollowSliding(t *testing.T) {
	south, near, far := straight("south", 0, 0, 4000, 0), straight("near", 1000, 2000, 1000, 0), straight("far", 3000, 0, 3000, 2000)
	if got := follow(shifted(pt(2000, 0), south), among(south, near, far)); len(got) > 0 {
		t.Errorf("%v", linesAfter(got))
	}
	got := linesAfter(follow(shifted(pt(2000, -500), south), among(south, near, far)))
	if diff := cmp.Diff(map[string]geom.Curve{"far": lineOf(3000, -500, 3000, 2000)}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Moving there and back leaves every number as it was.
func TestFollowReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(label string, lo, hi int) float64 { return float64(rapid.IntRange(lo, hi).Draw(t, label)) / 2 }
		x, y, at := n("x", 4000, 20000), n("y", 4000, 20000), n("at", 1000, 3000)
		south, east := straight("a", 0, 0, x, 0), straight("b", x, 0, x, y)
		east.line.Sagitta = n("sagitta", -100, 100)
		mid := straight("c", at, y, at, 0)
		v := pt(n("dx", -900, 900), n("dy", -900, 900))
		runs := []*run{south, east, mid}
		bends := follow(shifted(v, south), among(runs...))
		back := []*run{}
		for _, r := range runs {
			moved := *r
			if b, ok := bends[r.id]; ok {
				moved.line = b.after
			}
			back = append(back, &moved)
		}
		back[0].line = geom.Translate(v).Curve(south.line)
		for id, b := range follow(shifted(v.Scale(-1), back[0]), among(back...)) {
			for _, r := range runs {
				if r.id == id && b.after != r.line {
					t.Fatalf("%s came back as %v, was %v", id, b.after, r.line)
				}
			}
		}
	})
}

func TestBendAlong(t *testing.T) {
	wall := lineOf(0, 0, 6000, 0)
	for _, c := range []struct {
		name     string
		after    geom.Curve
		at, want float64
	}{
		{"the end moves out", lineOf(0, 0, 9000, 0), 2000, 2000},
		{"the start moves out", lineOf(-500, 0, 6000, 0), 2000, 2500},
		{"the start moves in", lineOf(1000, 0, 6000, 0), 2000, 1000},
		{"the whole wall moves", lineOf(50, 70, 6050, 70), 2000, 2000},
		{"both ends move out", lineOf(-1000, 0, 8000, 0), 2000, 3000},
		{"it is drawn the other way round", lineOf(6000, 0, 0, 0), 2000, 4000},
	} {
		if got := tidy(bend{before: wall, after: c.after}.along(c.at)); got != c.want {
			t.Errorf("%s: %v stands at %v, want %v", c.name, c.at, got, c.want)
		}
	}
}

func TestGaps(t *testing.T) {
	taken := []span{{3500, 4500}, {1000, 2000}, {4400, 5000}, {5000.5, 6000}, {9000, 12000}}
	free := gaps(10000, taken)
	if diff := cmp.Diff([]span{{0, 1000}, {2000, 3500}, {6000, 9000}}, free, cmp.AllowUnexported(span{})); diff != "" {
		t.Errorf("gaps (-want +got):\n%s", diff)
	}
	if !fits(span{2000, 3500}, free) || fits(span{1999, 3000}, free) || fits(span{-1, 500}, free) {
		t.Error("a stretch fits where it lies in a gap, flush included")
	}
	if got := inWords(free, 1200); got != "2000 to 3500, 6000 to 9000" {
		t.Errorf("inWords = %q", got)
	}
	if got := gaps(500, []span{{-10, 600}}); got != nil {
		t.Errorf("nothing is free in %v", got)
	}
}

func TestPolylineParallel(t *testing.T) {
	square := polyline{[]geom.Point{pt(0, 0), pt(4000, 0), pt(4000, 3000), pt(0, 3000)}, true}
	in, err := square.parallel(100)
	if want := []geom.Point{pt(100, 100), pt(3900, 100), pt(3900, 2900), pt(100, 2900)}; err != nil || !cmp.Equal(want, in.points) {
		t.Errorf("100 mm inside a square: %v, %v", in.points, err)
	}
	open := polyline{square.points[:3], false}
	out, err := open.parallel(-100)
	if want := []geom.Point{pt(0, -100), pt(4100, -100), pt(4100, 3000)}; err != nil || !cmp.Equal(want, out.points) {
		t.Errorf("100 mm to the right of an open line: %v, %v", out.points, err)
	}
	if _, err := square.parallel(1600); err == nil {
		t.Error("walls 3200 thick fit inside a square of 4000 by 3000")
	}
	clockwise := polyline{[]geom.Point{pt(0, 0), pt(0, 3000), pt(4000, 3000), pt(4000, 0)}, true}
	if got := clockwise.counterClockwise(); !cmp.Equal(square.points, got.points) {
		t.Errorf("turned around: %v", got.points)
	}
}

func TestPolylineCheck(t *testing.T) {
	for _, c := range []struct {
		line polyline
		ok   bool
	}{
		{polyline{[]geom.Point{pt(0, 0), pt(1000, 0)}, false}, true},
		{polyline{[]geom.Point{pt(0, 0), pt(1000, 0), pt(2000, 0)}, false}, true},
		{polyline{[]geom.Point{pt(0, 0)}, false}, false},
		{polyline{[]geom.Point{pt(0, 0), pt(1000, 0)}, true}, false},
		{polyline{[]geom.Point{pt(0, 0), pt(0.5, 0), pt(1000, 0)}, false}, false},
		{polyline{[]geom.Point{pt(0, 0), pt(1000, 0), pt(500, 0)}, false}, false},
		{polyline{[]geom.Point{pt(0, 0), pt(1000, 0), pt(0, 900), pt(0, 0)}, true}, false},
	} {
		if err := c.line.check(); (err == nil) != c.ok {
			t.Errorf("check %v: %v", c.line, err)
		}
	}
}
