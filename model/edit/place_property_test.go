package edit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// aSlab draws a slab with four edges, of which some are arcs.
func aSlab(t *rapid.T) model.Object {
	x, y := millimetres(t, "x", -50000, 50000), millimetres(t, "y", -50000, 50000)
	w, d := millimetres(t, "w", 3000, 9000), millimetres(t, "d", 3000, 9000)
	slab := object("id", "slab-x", "category", "slab", "typeId", "slab-type-200", "levelId", "level-0",
		"outline", []any{model.PointValue(x, y), model.PointValue(x+w, y), model.PointValue(x+w, y+d), model.PointValue(x, y+d)}, "offset", -5000.0)
	var arcs model.Object
	for i := range 4 {
		if rapid.Bool().Draw(t, "arc") {
			side := rapid.SampledFrom([]float64{-1, 1}).Draw(t, "side")
			arcs = append(arcs, model.Member{Name: fmt.Sprint(i), Value: side * millimetres(t, "sagitta", 1, 300)})
		}
	}
	if len(arcs) > 0 {
		slab = slab.With("arcs", arcs)
	}
	return slab
}

func areaOf(t *rapid.T, s *model.Snapshot, id string) float64 {
	region, ok := category.Outline(s.Record(id))
	if !ok {
		t.Fatalf("%s has no outline", id)
	}
	if _, clash := region.Outer.Clash(); clash || !region.Outer.IsCCW() {
		t.Fatalf("the outline of %s is not sound: %v", id, region.Outer)
	}
	return region.Area()
}

// TestOverlaysAddUp holds that what is cut off and what is added change the area by what
// they share with it, arcs followed, and that an outline that is added again is back.
func TestOverlaysAddUp(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		s := with(t, base, aSlab(t))
		region, _ := category.Outline(s.Record("slab-x"))
		box := region.Bounds()
		center := geom.Point{
			X: box.Min.X + rapid.Float64Range(-0.1, 1.1).Draw(t, "tx")*(box.Max.X-box.Min.X),
			Y: box.Min.Y + rapid.Float64Range(-0.1, 1.1).Draw(t, "ty")*(box.Max.Y-box.Min.Y),
		}.Round()
		tool := geom.Rect(center, millimetres(t, "tw", 500, 4000), millimetres(t, "td", 500, 4000), float64(rapid.IntRange(0, 89).Draw(t, "turn")))
		outline := pointValues(tool.Points)
		shared := geom.IntersectionArea(region, geom.Region{Outer: tool})
		before := areaOf(t, s, "slab-x")
		for _, op := range []struct {
			name string
			want float64
		}{{"subtract", before - shared}, {"union", before + tool.Area() - shared}} {
			r, err := Run(context.Background(), s, []model.Object{object("command", "edit_outline", "id", "slab-x", op.name, outline)}, Options{RequestID: "r"})
			if err != nil {
				mustBeProblem(t, err)
				continue
			}
			// an arc is cut where its chord is, a tenth of a millimetre off at most
			if got := areaOf(t, r.After, "slab-x"); math.Abs(got-op.want) > 0.2*region.Outer.Perimeter() {
				t.Fatalf("%s leaves %v mm², want %v", op.name, got, op.want)
			}
		}
	})
}

// TestVerticesComeBack holds that a vertex that is inserted and removed, or moved there
// and back, leaves every byte as it was, arcs among them.
func TestVerticesComeBack(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		s := with(t, base, aSlab(t))
		region, _ := category.Outline(s.Record("slab-x"))
		edge := rapid.IntRange(0, 3).Draw(t, "edge")
		curve := region.Outer.Edge(edge)
		if curve.IsArc() {
			curve = geom.Line(curve.Start, curve.End)
			s = after(t, s, object("command", "edit_outline", "id", "slab-x", "bend", []any{object("edge", float64(edge), "sagitta", 0.0)}))
		}
		at := curve.PointAt(curve.Length() * rapid.Float64Range(0.1, 0.9).Draw(t, "share")).Round()
		parted := after(t, s, object("command", "edit_outline", "id", "slab-x", "insert", []any{object("at", pointValue(at), "edge", float64(edge))}))
		if len(parted.Record("slab-x").Get("outline").([]any)) != 5 {
			t.Fatal("no vertex was inserted")
		}
		sameBytes(t, s, after(t, parted, object("command", "edit_outline", "id", "slab-x", "remove", []any{float64(edge + 1)})))
		v := model.PointValue(millimetres(t, "vx", -300, 300), millimetres(t, "vy", 1, 300))
		there := after(t, s, object("command", "edit_outline", "id", "slab-x", "move", []any{object("vertex", float64(edge), "by", v)}))
		back := model.PointValue(-v[0].(float64), -v[1].(float64))
		sameBytes(t, s, after(t, there, object("command", "edit_outline", "id", "slab-x", "move", []any{object("vertex", float64(edge), "by", back)})))
	})
}

// aCircuit draws closed walls: a rectangle with a bay, of one thickness, turned.
func aCircuit(t *rapid.T) (command model.Object, corners geom.Ring, thickness float64) {
	w, d := millimetres(t, "w", 5000, 9000), millimetres(t, "d", 5000, 9000)
	bay := millimetres(t, "bay", 600, 2000)
	thickness = float64(rapid.IntRange(5, 40).Draw(t, "thickness") * 10)
	ring := geom.Ring{Points: []geom.Point{{}, {X: w}, {X: w, Y: d}, {X: w * 2 / 3, Y: d}, {X: w * 2 / 3, Y: d + bay}, {X: w / 3, Y: d + bay}, {X: w / 3, Y: d}, {Y: d}}}
	turn := geom.RotateAbout(geom.Point{}, float64(rapid.IntRange(0, 359).Draw(t, "turn"))).Then(geom.Translate(geom.Point{X: 40000}))
	corners = turn.Ring(ring)
	for i, p := range corners.Points {
		corners.Points[i] = p.Round()
	}
	return object("command", "draw_walls", "level", "level-0", "thickness", thickness, "points", pointValues(corners.Points), "closed", true, "id", "wall-c"), corners, thickness
}

// TestSlabsReachTheirLine holds that a slab over walls has the area that their axes or
// faces enclose, and as many corners.
func TestSlabsReachTheirLine(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		walls, corners, thickness := aCircuit(t)
		var ids []any
		for i := range corners.Points {
			ids = append(ids, fmt.Sprintf("wall-c-%d", i+1))
		}
		line := rapid.SampledFrom([]string{"axis", "outside", "inside"}).Draw(t, "line")
		s := after(t, after(t, base, walls), object("command", "place_slab", "over", ids, "line", line, "thickness", 200.0, "offset", -1000.0, "id", "slab-c"))
		// mitred corners of a right-angled ring: a band of half the thickness along all
		// sides, and its square at each of four corners more outwards than inwards
		half := map[string]float64{"axis": 0, "outside": thickness / 2, "inside": -thickness / 2}[line]
		want := corners.Area() + half*corners.Perimeter() + 4*half*half
		if got := areaOf(t, s, "slab-c"); math.Abs(got-want) > 1 {
			t.Fatalf("the slab has %v mm², want %v", got, want)
		}
		if n := len(s.Record("slab-c").Get("outline").([]any)); n != corners.Len() {
			t.Fatalf("the slab has %d corners, want %d", n, corners.Len())
		}
	})
}

// TestStairsPassTheirSlabs holds that after a stair is placed no slab or ceiling is in
// its way, that its openings lie in their hosts, and that its risers and goings keep
// the limits.
func TestStairsPassTheirSlabs(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		rise := float64(rapid.IntRange(24, 42).Draw(t, "rise") * 100)
		s := after(t, base, object("command", "update", "id", "level-0", "set", object("height", rise)))
		s = after(t, s, object("command", "add_level", "id", "level-1", "elevation", rise))
		floor := []any{model.PointValue(-20000, -20000), model.PointValue(30000, -20000), model.PointValue(30000, 30000), model.PointValue(-20000, 30000)}
		s = after(t, s, object("command", "place_slab", "outline", floor, "level", "level-1", "id", "slab-up"))
		s = after(t, s, object("command", "place_ceiling", "outline", floor, "level", "level-0", "offset", rise-400, "thickness", 25.0, "id", "ceiling-up"))
		stair := object("command", "place_stair", "from", "level-0", "start", model.PointValue(5000, 5000),
			"direction", float64(rapid.IntRange(0, 359).Draw(t, "direction")), "width", float64(rapid.IntRange(8, 20).Draw(t, "width")*100), "id", "stair-x",
			"opening", rapid.SampledFrom([]string{"auto", "openings", "shaft"}).Draw(t, "opening"))
		var turns []any
		for range rapid.IntRange(0, 2).Draw(t, "turns") {
			turns = append(turns, object("to", rapid.SampledFrom([]string{"left", "right", "half-left", "half-right", "straight"}).Draw(t, "to")))
		}
		if turns != nil {
			stair = stair.With("turns", turns)
		}
		r, err := Run(context.Background(), s, []model.Object{stair}, Options{RequestID: "r"})
		if err != nil { // it comes back over its own foot, where no floor can be
			mustBeProblem(t, err)
			if len(turns) < 2 {
				t.Fatal(err)
			}
			return
		}
		s = r.After
		if r, _ := category.DerivedValue(s, s.Record("stair-x"), "riser"); r.(float64) < category.StairLeastRiser || r.(float64) > category.StairMostRiser {
			t.Fatalf("the risers are %v mm", r)
		}
		for _, id := range []string{"slab-up", "ceiling-up"} {
			mustPass(t, s, id)
		}
	})
}

// mustPass holds that a plate leaves the stair its room.
func mustPass(t *rapid.T, s *model.Snapshot, plate string) {
	box, _ := category.Bounds(s, s.Record(plate))
	outline, _ := category.Outline(s.Record(plate))
	needs := category.StairSpace(s, s.Record("stair-x"), box.Min.Z, box.Max.Z, category.StairHeadroom)
	if len(needs) == 0 {
		t.Fatalf("the stair needs nothing of %s", plate)
	}
	open := openIn(s, s.Record(plate), box)
	for _, g := range needs {
		if !slices.ContainsFunc(open, func(o geom.Region) bool { return geom.Within(g, o, geom.JoinTolerance) }) {
			t.Fatalf("%s stands in the stair's way", plate)
		}
	}
	for _, h := range hosted(s, plate) {
		areaOf(t, s, h.ID())
		if region, ok := category.Outline(h); !ok || !geom.Within(region, outline, geom.JoinTolerance) {
			t.Fatalf("%s reaches beyond %s", h.ID(), plate)
		}
	}
}

// TestCopiedLevelsAreLikeTheirOriginals holds that each element of a level has one copy
// that stands as high above its level, refers to copies, and has numbers of its own.
func TestCopiedLevelsAreLikeTheirOriginals(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		elevation := float64(rapid.IntRange(30, 60).Draw(t, "elevation") * 100)
		r, err := Run(context.Background(), s, []model.Object{object("command", "copy_level", "level", "level-0", "elevation", elevation, "id", "level-1")}, Options{RequestID: "r"})
		if err != nil {
			t.Fatal(err)
		}
		marks := map[string]bool{}
		copies := 0
		for f := range r.After.RecordFiles() {
			e := f.Record()
			if mark := e.String("mark"); mark != "" && marks[mark] {
				t.Fatalf("%s is there twice", mark)
			} else {
				marks[mark] = true
			}
			if e.String("levelId") != "level-1" {
				continue
			}
			copies++
			original := s.Record(e.ID()[:len(e.ID())-len("-level-1")])
			if original == nil {
				t.Fatalf("%s is no copy", e.ID())
			}
			if host := e.String("hostId"); host != "" && host != original.String("hostId")+"-level-1" {
				t.Fatalf("%s sits in %s", e.ID(), host)
			}
			was, _ := category.Bounds(s, original)
			is, _ := category.Bounds(r.After, e)
			if up := is.Min.Z - was.Min.Z; math.Abs(up-elevation) > geom.Epsilon {
				t.Fatalf("%s went up by %v", e.ID(), up)
			}
		}
		if want := 9 + 1 + len(windows); copies != want {
			t.Fatalf("there are %d copies, want %d", copies, want)
		}
	})
}

// TestEveryAreaGetsOneRoom holds that after rooms are placed every closed area has one
// and no number is there twice, and that placing again does nothing.
func TestEveryAreaGetsOneRoom(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		s := base
		for i := range rapid.IntRange(0, 4).Draw(t, "walls") {
			y := float64(1500 + 1500*i)
			from, to := 6000.0, 10000.0
			if rapid.Bool().Draw(t, "west") {
				from, to = 0, 6000
			}
			s = after(t, s, object("command", "draw_walls", "level", "level-0", "type", "wall-type-partition-100", "points", []any{model.PointValue(from, y), model.PointValue(to, y)}, "id", fmt.Sprintf("wall-%d", i)))
		}
		s = after(t, s, object("command", "place_rooms", "level", "level-0"))
		numbers := map[string]bool{}
		for _, e := range category.Spaces(s, "level-0") {
			if len(e.Rooms) != 1 {
				t.Fatalf("an area has the rooms %v", e.Rooms)
			}
			if n := s.Record(e.Rooms[0]).String("number"); numbers[n] {
				t.Fatalf("the number %s is there twice", n)
			} else {
				numbers[n] = true
			}
		}
		sameBytes(t, s, after(t, s, object("command", "place_rooms", "level", "level-0")))
	})
}
