package edit

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
)

// twoStoreys answers the example house that has all kinds of elements.
func twoStoreys(t testing.TB) *model.Snapshot {
	t.Helper()
	return modeltest.Read(t, category.Schema(), "../../testdata/two-storey-house")
}

// everything picks all that stands somewhere.
func everything(s *model.Snapshot) []any {
	var ids []any
	for f := range s.RecordFiles() {
		r := f.Record()
		if d := category.Find(r.Category()); (r.Category() == "grid" || d.Element()) && !slides(r) && hasPlace(r) {
			ids = append(ids, f.ID())
		}
	}
	return ids
}

// one runs a command that has to work.
func one(t fataler, s *model.Snapshot, command model.Object) *Result {
	r, err := Run(context.Background(), s, []model.Object{command}, Options{RequestID: "request"})
	if err != nil {
		t.Fatalf("%s: %v", model.AppendCompact(nil, command), err)
	}
	return r
}

// TestRotateReturns holds that a turn about a point and back restores what turns and what
// follows: every number but for the last digits that a turned coordinate was rounded by.
func TestRotateReturns(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		line, _ := category.Baseline(model.NewRecord(wall))
		end := geom.Point{X: math.Round(line.End.X + line.TangentAt(line.Length()).Left().X*3000), Y: math.Round(line.End.Y + line.TangentAt(line.Length()).Left().Y*3000)}
		next := object("id", "wall-next", "category", "wall", "typeId", "wall-type-partition-100", "levelId", "level-0",
			"start", pointValue(line.End), "end", pointValue(end))
		s := with(t, base, append(windows, wall, next)...)
		id := rapid.SampledFrom([]any{"wall-x", "slab-ground", []any{"wall-x", "wall-next", "slab-ground"}}).Draw(t, "id")
		angle := float64(rapid.IntRange(1, 60).Draw(t, "angle")) / 2
		command := object("command", "rotate", "id", id, "angle", angle, "about", model.PointValue(millimetres(t, "x about", -500, 9000), millimetres(t, "y about", -500, 500)))
		if id == "wall-x" { // so that it does not part from its neighbour by far
			command = command.With("about", "wall-x")
		}
		sameNumbers(t, s, after(t, after(t, s, command), command.With("angle", -angle)), 5*geom.Epsilon)
	})
}

// sameNumbers holds that two models hold the same, but for numbers that differ by within.
func sameNumbers(t *rapid.T, a, b *model.Snapshot, within float64) {
	for _, d := range model.Diff(a, b) {
		if d.Before == nil || d.After == nil || !cmp.Equal(d.Before.Record().Members(), d.After.Record().Members(), cmpopts.EquateApprox(0, within)) {
			t.Fatalf("%s differs:\n%s\n%s", d.ID, d.Before.Data(), d.After.Data())
		}
	}
}

// TestTurnedTwice holds that a whole house is what it was, byte by byte, after four
// quarter turns, and after it was mirrored twice.
func TestTurnedTwice(t *testing.T) {
	s := twoStoreys(t)
	ids := everything(s)
	for _, c := range []struct {
		command model.Object
		times   int
	}{
		{object("command", "rotate", "id", ids, "angle", 90.0, "about", model.PointValue(123, -456)), 4},
		{object("command", "mirror", "id", ids, "axis", "north-south", "through", model.PointValue(1234.5, 0)), 2},
		{object("command", "mirror", "id", ids, "line", []any{model.PointValue(0, 0), model.PointValue(1000, 1000)}), 2},
	} {
		now := s
		for range c.times {
			now = one(t, now, c.command).After
		}
		for _, d := range model.Diff(s, now) {
			t.Errorf("%s: %s is\n%s\nwas\n%s", c.command.Get("command"), d.ID, d.After.Data(), d.Before.Data())
		}
	}
}

func TestMirrorReturns(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		windows = append(windows, object("id", "door-x", "category", "door", "typeId", "door-type-1000x2100", "levelId", "level-0",
			"hostId", "wall-x", "offset", 3300.0, "hinge", rapid.SampledFrom([]string{"start", "end"}).Draw(t, "hinge"), "swing", rapid.SampledFrom([]string{"left", "right"}).Draw(t, "swing")))
		s := with(t, base, append(windows, wall)...)
		a, b := model.PointValue(millimetres(t, "ax", -500, 500), 0), model.PointValue(millimetres(t, "bx", 600, 900), millimetres(t, "by", -900, 900))
		command := object("command", "mirror", "id", "wall-x", "line", []any{a, b})
		there := after(t, s, command)
		for id, w := range map[string]*model.Record{"wall-x": there.Record("wall-x"), "door-x": there.Record("door-x")} {
			if w.Equal(s.Record(id)) {
				t.Fatalf("%s is not mirrored", id)
			}
		}
		sameBytes(t, s, after(t, there, command))
	})
}

// TestCarriedBodies holds that the bodies of a house that was turned or mirrored are
// those of the house before, turned or mirrored: every part with its material, volume
// and extent.
func TestCarriedBodies(t *testing.T) {
	s := twoStoreys(t)
	const x = 1234.5
	for name, c := range map[string]struct {
		command model.Object
		carried func(geom.Point3) geom.Point3
	}{
		"mirror": {object("command", "mirror", "axis", "north-south", "through", model.PointValue(x, 0)),
			func(p geom.Point3) geom.Point3 { return geom.Point3{X: 2*x - p.X, Y: p.Y, Z: p.Z} }},
		"rotate": {object("command", "rotate", "angle", 90.0, "about", model.PointValue(x, 0)),
			func(p geom.Point3) geom.Point3 { return geom.Point3{X: x - p.Y, Y: p.X - x, Z: p.Z} }},
	} {
		now := one(t, s, c.command.With("id", everything(s))).After
		for f := range s.RecordFiles() {
			got := category.Bodies(now, now.Record(f.ID()))
			for _, b := range category.Bodies(s, f.Record()) {
				i := slices.IndexFunc(got, func(o category.Body) bool { return sameBody(b, o, c.carried) })
				if i < 0 {
					t.Errorf("%s of %s: its %s of %s is not where it should be", name, f.ID(), b.Part, b.Material)
					continue
				}
				got = slices.Delete(slices.Clone(got), i, i+1)
			}
			if len(got) > 0 {
				t.Errorf("%s of %s: %d parts are new", name, f.ID(), len(got))
			}
		}
	}
}

// sameBody tells whether a body is another one carried, by its material, volume and
// extent. Round ones are drawn with corners, which may lie elsewhere.
func sameBody(b, o category.Body, carried func(geom.Point3) geom.Point3) bool {
	box, other := geom.EmptyBox(), o.Mesh.Bounds()
	for _, p := range b.Mesh.Points {
		box = box.Include(carried(p))
	}
	return b.Material == o.Material && math.Abs(b.Mesh.Volume()-o.Mesh.Volume()) <= 1e-3*b.Mesh.Volume() &&
		other.Grow(1).Contains(box) && box.Grow(1).Contains(other)
}

// TestMirroredDoorsOpenTheOtherWay holds where the hinges of a door are in the world
// and to which side it opens.
func TestMirroredDoorsOpenTheOtherWay(t *testing.T) {
	s := house(t)
	over := geom.MirrorOver(geom.Point{X: 3000}, geom.Point{X: 3500, Y: 900})
	now := one(t, s, object("command", "mirror", "id", "wall-south", "line", []any{model.PointValue(3000, 0), model.PointValue(3500, 900)}, "joined", false)).After
	was, wasTo := hung(s, "door-entrance")
	is, isTo := hung(now, "door-entrance")
	if got := over.Point(was); !got.Near(is, 1e-3) {
		t.Errorf("it hangs at %v, want %v", is, got)
	}
	if got := over.Vector(wasTo); !got.Near(isTo, 1e-6) {
		t.Errorf("it opens to %v, want %v", isTo, got)
	}
}

// hung answers where the hinges of a door are in plan and which way it opens.
func hung(s *model.Snapshot, id string) (at, to geom.Point) {
	r := s.Record(id)
	line, _ := hostLine(s.Record(r.String("hostId")))
	span, _ := category.Opening(s, r)
	d := span.From
	if r.String("hinge") == "end" {
		d = span.To
	}
	to = line.TangentAt(d).Left()
	if r.String("swing") == "right" {
		to = to.Scale(-1)
	}
	return line.PointAt(d), to
}

func TestFlipReturns(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		flipped := after(t, s, object("command", "flip", "id", "wall-x"))
		was, is := faces(s, "wall-x"), faces(flipped, "wall-x")
		for i := range was {
			for _, along := range []float64{0, 0.3, 1} {
				if p := was[i].PointAt(along * was[i].Length()); is[i].Project(p).Distance > 1e-4 {
					t.Fatalf("face %d lay at %v and no longer does", i, p)
				}
			}
		}
		sameBytes(t, s, after(t, flipped, object("command", "flip", "id", "wall-x")))
	})
}

// faces answers the left and the right face of a wall.
func faces(s *model.Snapshot, id string) [2]geom.Curve {
	r, _ := runOf(s, s.Record(id))
	left, _ := r.line.Offset(r.left)
	right, _ := r.line.Offset(r.right)
	return [2]geom.Curve{left, right}
}
