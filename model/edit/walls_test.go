package edit

import (
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// aStem draws a wall from the middle of a drawn one to somewhere beside it.
func aStem(t *rapid.T, wall model.Object) model.Object {
	line, _ := category.Baseline(model.NewRecord(wall))
	at := line.Length() / 3
	foot, away := line.PointAt(at), line.TangentAt(at).Left().Rotate(float64(rapid.IntRange(-20, 20).Draw(t, "slant")))
	whole := func(p geom.Point) geom.Point {
		return geom.Point{X: math.Round(p.X*1e3) / 1e3, Y: math.Round(p.Y*1e3) / 1e3}
	}
	return object("id", "wall-stem", "category", "wall", "typeId", "wall-type-partition-100", "levelId", "level-0",
		"start", pointValue(whole(foot)), "end", pointValue(whole(foot.Add(away.Scale(6000)))))
}

// TestOffsetReturns holds that a wall that goes sideways runs at that distance from
// where it ran, that what it hosts goes square to it, and that the way back restores
// every byte. Arcs come back within what their sagitta, rounded, leaves open.
func TestOffsetReturns(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		line, _ := category.Baseline(model.NewRecord(wall))
		corner := line.End.Add(line.TangentAt(line.Length()).Rotate(float64(rapid.IntRange(50, 130).Draw(t, "corner"))).Scale(5000))
		next := object("id", "wall-next", "category", "wall", "typeId", "wall-type-partition-100", "levelId", "level-0",
			"start", wall.Get("end"), "end", pointValue(geom.Point{X: math.Round(corner.X), Y: math.Round(corner.Y)}))
		s := with(t, base, append(windows, wall, aStem(t, wall), next)...)
		by := millimetres(t, "by", -100, 100) // its windows have as much room at its end
		if by == 0 {
			by = 1
		}
		command := object("command", "offset_wall", "id", "wall-x", "by", by)
		there := after(t, s, command)
		for _, w := range windows {
			id := w.Get("id").(string)
			p := line.Project(placeAt(there, id))
			if math.Abs(p.Side-by) > 1e-5 || math.Abs(p.Along-w.Get("offset").(float64)) > 1e-5 && !line.IsArc() {
				t.Fatalf("%s lies %v beside its place and %v along", id, p.Side, p.Along)
			}
		}
		back := after(t, there, command.With("by", -by))
		if !line.IsArc() {
			sameBytes(t, s, back)
			return
		}
		now, _ := category.Baseline(back.Record("wall-x"))
		if !now.Start.Near(line.Start, 1e-4) || !now.End.Near(line.End, 1e-4) || math.Abs(now.Sagitta-line.Sagitta) > 1e-4 {
			t.Fatalf("it came back as %v, was %v", now, line)
		}
	})
}

// TestKeptFacesStay holds that the face, or the axis, that set_type keeps is where it
// was, whatever line of the wall its own is.
func TestKeptFacesStay(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		keep := rapid.SampledFrom([]string{"left", "right", "axis"}).Draw(t, "keep")
		now := after(t, s, object("command", "set_type", "id", "wall-x", "typeId", "wall-type-partition-100", "keep", keep))
		was, is := keptLine(s, keep), keptLine(now, keep)
		for _, along := range []float64{0, 0.5, 1} {
			if d := is.Project(was.PointAt(along * was.Length())).Distance; d > 1e-4 {
				t.Fatalf("the %s moved by %v", keep, d)
			}
		}
	})
}

func keptLine(s *model.Snapshot, keep string) geom.Curve {
	if keep == "axis" {
		axis, _ := category.Axis(s, s.Record("wall-x"))
		return axis
	}
	return faces(s, "wall-x")[map[string]int{"left": 0, "right": 1}[keep]]
}

// TestLengthsKeepPlaces holds that what a wall hosts stays where it is in the world
// when either end is extended or trimmed, and that extending it back to where it was
// restores it.
func TestLengthsKeepPlaces(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		end := rapid.SampledFrom([]string{"start", "end"}).Draw(t, "end")
		by := millimetres(t, "by", 2, 900)
		longer := after(t, s, object("command", "extend_wall", "id", "wall-x", "end", end, "by", by))
		for _, w := range windows {
			id := w.Get("id").(string)
			if d := placeAt(s, id).Dist(placeAt(longer, id)); d > 1e-5 {
				t.Fatalf("%s moved by %v", id, d)
			}
		}
		was, is := lineOfWall(s), lineOfWall(longer)
		if d := is.Length() - was.Length() - by; math.Abs(d) > 1e-5 {
			t.Fatalf("it is %v too long", d)
		}
		at := endNamedOrStart(end).point(was)
		keep := map[string]string{"start": "end", "end": "start"}[end]
		back := lineOfWall(after(t, longer, object("command", "trim_wall", "id", "wall-x", "at", pointValue(at), "keep", keep)))
		if !back.Start.Near(was.Start, 1e-5) || !back.End.Near(was.End, 1e-5) || math.Abs(back.Sagitta-was.Sagitta) > 1e-4 {
			t.Fatalf("it came back as %v, was %v", back, was)
		}
	})
}

func lineOfWall(s *model.Snapshot) geom.Curve {
	line, _ := category.Baseline(s.Record("wall-x"))
	return line
}

func endNamedOrStart(word string) wallEnd {
	e, _ := endNamed(word)
	return e
}

// TestMergeUndoesSplit holds that a wall that was split and merged is what it was, and
// that what it hosts never moves.
func TestMergeUndoesSplit(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		at := 1350 + 1300*float64(rapid.IntRange(0, 1).Draw(t, "between"))
		split := after(t, s, object("command", "split_wall", "id", "wall-x", "distance", at, "newId", "wall-y"))
		walls := rapid.Permutation([]any{"wall-x", "wall-y"}).Draw(t, "order")
		merged := after(t, split, object("command", "merge_walls", "walls", walls))
		line, _ := category.Baseline(merged.Record(walls[0].(string)))
		was := lineOfWall(s)
		if !line.Start.Near(was.Start, 1e-5) || !line.End.Near(was.End, 1e-5) || math.Abs(line.Sagitta-was.Sagitta) > 1e-4 {
			t.Fatalf("the whole is %v, was %v", line, was)
		}
		for _, w := range windows {
			id := w.Get("id").(string)
			if d := placeAt(s, id).Dist(placeAt(merged, id)); d > 1e-4 {
				t.Fatalf("%s moved by %v", id, d)
			}
		}
		if walls[0] == "wall-x" && !was.IsArc() {
			sameBytes(t, s, merged)
		}
	})
}

// TestJoinedCornersMeet holds that two walls that are joined share an end, on both of
// their lines as they ran, and keep what they host where it is.
func TestJoinedCornersMeet(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		x, y := millimetres(t, "x", 30000, 31000), millimetres(t, "y", -500, 500)
		line := func(name string, angle, from, to float64) model.Object {
			u := geom.Direction(angle)
			a, b := geom.Point{X: x, Y: y}.Add(u.Scale(from)), geom.Point{X: x, Y: y}.Add(u.Scale(to))
			return object("id", name, "category", "wall", "typeId", "wall-type-partition-100", "levelId", "level-0", "start", pointValue(a), "end", pointValue(b))
		}
		turn := float64(rapid.IntRange(0, 360).Draw(t, "turn"))
		between := float64(rapid.IntRange(20, 160).Draw(t, "between"))
		a := line("wall-x", turn, millimetres(t, "from a", -900, 900), 6000)
		b := line("wall-y", turn+between, 6000, millimetres(t, "from b", -900, 900))
		window := object("id", "window-x", "category", "window", "typeId", "window-type-1200x1200", "levelId", "level-0", "hostId", "wall-y", "offset", 2000.0, "sill", 900.0)
		s := with(t, base, a, b, window)
		now := after(t, s, object("command", "join_walls", "walls", []any{"wall-x", "wall-y"}, "form", "corner"))
		p, q := lineOfWall(now), func() geom.Curve { l, _ := category.Baseline(now.Record("wall-y")); return l }()
		// Ends that met within the tolerance before are left where they are.
		if corner := (geom.Point{X: x, Y: y}); !p.Start.Near(corner, 4) || !q.End.Near(p.Start, 1.01*geom.JoinTolerance) {
			t.Fatalf("they meet at %v and %v, want %v", p.Start, q.End, corner)
		}
		if d := placeAt(s, "window-x").Dist(placeAt(now, "window-x")); d > 0.01 {
			t.Fatalf("the window moved by %v", d)
		}
	})
}

// TestOutlineStaysClosed holds that set_type keeps the corners of a closed outline
// closed, whatever its form.
func TestOutlineStaysClosed(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 7).Draw(t, "corners")
		var corners []geom.Point
		for i := range n {
			r := float64(rapid.IntRange(6000, 9000).Draw(t, "radius"))
			p := geom.Direction(360 * float64(i) / float64(n)).Scale(r).Add(geom.Point{X: 50000})
			corners = append(corners, geom.Point{X: math.Round(p.X), Y: math.Round(p.Y)})
		}
		var walls []model.Object
		var ids []any
		for i := range n {
			id := fmt.Sprintf("wall-c-%d", i)
			ids = append(ids, id)
			walls = append(walls, object("id", id, "category", "wall", "typeId", "wall-type-exterior-300", "levelId", "level-0",
				"start", pointValue(corners[i]), "end", pointValue(corners[(i+1)%n])))
		}
		s := with(t, base, walls...)
		now := after(t, s, object("command", "set_type", "id", ids, "typeId", "wall-type-partition-100", "keep", "right"))
		for i := range n {
			a, _ := category.Baseline(now.Record(ids[i].(string)))
			b, _ := category.Baseline(now.Record(ids[(i+1)%n].(string)))
			if !a.End.Near(b.Start, 1e-5) {
				t.Fatalf("corner %d is open: %v and %v", i, a.End, b.Start)
			}
			was, is := faces(s, ids[i].(string))[1], faces(now, ids[i].(string))[1]
			if !inLine(was, is) || is.Project(was.PointAt(was.Length()/2)).Distance > 1e-4 {
				t.Fatalf("the outer face of %s moved", ids[i])
			}
		}
	})
}
