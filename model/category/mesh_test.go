package category_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// triangle is a triangle of a mesh with its normal, twice its area long, and its box.
type triangle struct {
	at     [3]geom.Point3
	normal geom.Point3
	box    geom.Box
}

func trianglesOf(m geom.Mesh) []triangle {
	out := make([]triangle, len(m.Triangles))
	for i, t := range m.Triangles {
		tri := triangle{at: [3]geom.Point3{m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]}}
		tri.normal = tri.at[1].Sub(tri.at[0]).Cross(tri.at[2].Sub(tri.at[0]))
		tri.box = geom.BoxOf(tri.at[:]...)
		out[i] = tri
	}
	slices.SortFunc(out, func(a, b triangle) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	return out
}

// deep in mm is how far two triangles have to reach into each other to cross.
const deep = 1e-2

// pierces tells whether a line passes through a triangle, well inside both.
func (t triangle) pierces(a, b geom.Point3) bool {
	size := t.normal.Len()
	if size < 1 {
		return false
	}
	n := t.normal.Scale(1 / size)
	da, db := a.Sub(t.at[0]).Dot(n), b.Sub(t.at[0]).Dot(n)
	if da*db >= 0 || min(math.Abs(da), math.Abs(db)) < deep {
		return false
	}
	at := a.Lerp(b, da/(da-db))
	for k, p := range t.at {
		edge := t.at[(k+1)%3].Sub(p)
		if edge.Cross(at.Sub(p)).Dot(n) < deep*edge.Len() {
			return false
		}
	}
	return true
}

// covers tells whether two triangles lie in one plane and share a place that is wider
// than deep, whichever way they face.
func (t triangle) covers(u triangle) bool {
	size := t.normal.Len()
	if size < 1 || u.normal.Len() < 1 {
		return false
	}
	n := t.normal.Scale(1 / size)
	if n.Cross(u.normal).Len() > 1e-3*u.normal.Len() { // the sides of a needle come near each other
		return false
	}
	for _, p := range u.at {
		if math.Abs(p.Sub(t.at[0]).Dot(n)) > deep/10 {
			return false
		}
	}
	x := t.at[1].Sub(t.at[0])
	x = x.Scale(1 / x.Len())
	y := n.Cross(x)
	flat := func(tri triangle) geom.Region {
		var ring geom.Ring
		for _, p := range tri.at {
			v := p.Sub(t.at[0])
			ring.Points = append(ring.Points, geom.Point{X: v.Dot(x), Y: v.Dot(y)})
		}
		return geom.Region{Outer: ring}
	}
	return geom.Overlaps(flat(t), flat(u), deep)
}

// crosses tells whether a triangle of a mesh passes through another.
func crosses(m geom.Mesh) bool {
	return anyPair(m, func(t, u triangle) bool {
		for k := range 3 {
			if u.pierces(t.at[k], t.at[(k+1)%3]) || t.pierces(u.at[k], u.at[(k+1)%3]) {
				return true
			}
		}
		return false
	})
}

// lies tells whether a triangle of a mesh lies on another.
func lies(m geom.Mesh) bool { return anyPair(m, triangle.covers) }

// anyPair tells whether something is true of two triangles whose boxes touch.
func anyPair(m geom.Mesh, is func(t, u triangle) bool) bool {
	list := trianglesOf(m)
	for i, t := range list {
		for _, u := range list[i+1:] {
			if u.box.Min.X > t.box.Max.X {
				break
			}
			if t.box.Intersects(u.box) && is(t, u) {
				return true
			}
		}
	}
	return false
}

// parts answers the pieces of a mesh that share no point with each other.
func parts(m geom.Mesh) []geom.Mesh {
	root := make([]int, len(m.Points))
	for i := range root {
		root[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if root[i] != i {
			root[i] = find(root[i])
		}
		return root[i]
	}
	for _, t := range m.Triangles {
		root[find(t[0])] = find(t[1])
		root[find(t[1])] = find(t[2])
	}
	at := map[int]int{}
	var out []geom.Mesh
	for _, t := range m.Triangles {
		r := find(t[0])
		if _, ok := at[r]; !ok {
			at[r] = len(out)
			out = append(out, geom.Mesh{Points: m.Points})
		}
		out[at[r]].Triangles = append(out[at[r]].Triangles, t)
	}
	return out
}

// holds tells whether a point lies in a closed mesh that faces outwards, by the solid
// angles of its triangles.
func holds(m geom.Mesh, at geom.Point3) bool {
	angle := 0.0
	for _, t := range m.Triangles {
		a, b, c := m.Points[t[0]].Sub(at), m.Points[t[1]].Sub(at), m.Points[t[2]].Sub(at)
		x, y, z := a.Len(), b.Len(), c.Len()
		angle += 2 * math.Atan2(a.Dot(b.Cross(c)), x*y*z+a.Dot(b)*z+b.Dot(c)*x+c.Dot(a)*y)
	}
	return angle > 2*math.Pi
}

// faults tells what keeps a mesh from being a body: each of its parts has to be closed
// and to face outwards, or inwards where it bounds a cavity of another, and none may
// cross itself or another.
func faults(m geom.Mesh) string {
	list := parts(m)
	for i, p := range list {
		switch {
		case !p.Closed():
			return fmt.Sprintf("part %d is not closed", i)
		case p.Volume() > 0:
		case !slices.ContainsFunc(list, func(o geom.Mesh) bool { return o.Volume() > 0 && holds(o, p.Points[p.Triangles[0][0]]) }):
			return fmt.Sprintf("part %d has a volume of %v", i, p.Volume())
		}
	}
	switch {
	case crosses(m):
		return "it crosses itself"
	case lies(m):
		return "it lies on itself"
	}
	return ""
}

// sound holds that the bodies of a record have no faults, and answers how many there
// are.
func sound(t builder, s *model.Snapshot, id string) int {
	t.Helper()
	bodies := category.Bodies(s, s.Record(id))
	for _, b := range bodies {
		if why := faults(b.Mesh); why != "" {
			t.Fatalf("%s, %s: %s\n%s", id, b.Part, why, s.Schema().Encode(s.Record(id)))
		}
	}
	return len(bodies)
}

func TestFaults(t *testing.T) {
	box := func(x, size float64) geom.Mesh {
		return geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{X: x, Y: x}, size, size, 10)}, x, x+size)
	}
	with := func(a, b geom.Mesh) geom.Mesh {
		both := geom.Mesh{Points: append(slices.Clone(a.Points), b.Points...), Triangles: slices.Clone(a.Triangles)}
		for _, tri := range b.Triangles {
			both.Triangles = append(both.Triangles, [3]int{tri[0] + len(a.Points), tri[1] + len(a.Points), tri[2] + len(a.Points)})
		}
		return both
	}
	open := box(0, 100)
	open.Triangles = open.Triangles[1:]
	beside := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{X: 100}, 100, 80, 0)}, 10, 60)
	square := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{}, 100, 100, 0)}, 0, 100)
	for name, c := range map[string]struct {
		mesh geom.Mesh
		want string
	}{
		"a box":                   {box(0, 100), ""},
		"two boxes":               {with(box(0, 100), box(300, 100)), ""},
		"an open box":             {open, "part 0 is not closed"},
		"a box inside out":        {box(0, 100).Reverse(), "part 0 has a volume of -"},
		"one of two inside out":   {with(box(0, 100), box(300, 10).Reverse()), "part 1 has a volume of -"},
		"a box with a cavity":     {with(box(0, 100), box(30, 10).Reverse()), ""},
		"two boxes in each other": {with(box(0, 100), box(30, 100)), "it crosses itself"},
		"face on face":            {with(square, beside), "it lies on itself"},
	} {
		if got := faults(c.mesh); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestMeshes holds that the bodies of every category are closed, face outwards and do
// not cross themselves, over their parameters.
func TestMeshes(t *testing.T) {
	of := func(make func(draws, string) string, name string) func(draws) string {
		return func(d draws) string { return make(d, name) }
	}
	for name, lines := range map[string]func(draws) string{
		"wall": draws.aWall, "curtain-wall": draws.aCurtainWall, "door": of(draws.aHosted, "door"), "window": of(draws.aHosted, "window"),
		"slab": of(draws.aPlate, "slab"), "ceiling": of(draws.aPlate, "ceiling"), "roof": of(draws.aPlate, "roof"),
		"stair": draws.aStair, "railing": draws.aRailing, "ramp": draws.aRamp, "foundation": draws.aFoundation,
		"column": draws.aColumn, "beam": of(draws.aBar, "beam"), "brace": of(draws.aBar, "brace"),
		"furniture": of(draws.aThing, "furniture"), "equipment": of(draws.aThing, "equipment"),
		"pipe": of(draws.aRun, "pipe"), "duct": of(draws.aRun, "duct"), "tray": of(draws.aRun, "tray"),
	} {
		t.Run(name, func(t *testing.T) {
			found := 0
			rapid.Check(t, func(t *rapid.T) {
				records := lines(draws{t})
				t.Log(records)
				s := build(t, storey+records)
				found += sound(t, s, "a")
				if name == "wall" || name == "curtain-wall" {
					sound(t, s, "b")
				}
			})
			if found == 0 {
				t.Error("no body was ever made")
			}
		})
	}
}
