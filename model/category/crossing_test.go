package category_test

import (
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// pierces tells whether a line passes through a triangle, well inside both.
func pierces(a, b, p, q, r geom.Point3) bool {
	const inside = 1e-3
	n := q.Sub(p).Cross(r.Sub(p))
	da, db := a.Sub(p).Dot(n), b.Sub(p).Dot(n)
	size := n.Len()
	if size < 1 || da*db >= 0 || min(abs(da), abs(db)) < inside*size {
		return false
	}
	at := a.Lerp(b, da/(da-db))
	for _, e := range [][2]geom.Point3{{p, q}, {q, r}, {r, p}} {
		edge := e[1].Sub(e[0])
		if edge.Cross(at.Sub(e[0])).Dot(n) < inside*size*edge.Len() {
			return false
		}
	}
	return true
}

func abs(x float64) float64 { return max(x, -x) }

// crosses tells whether a triangle of a mesh passes through another.
func crosses(m geom.Mesh) bool {
	for i, t := range m.Triangles {
		for j, u := range m.Triangles {
			for k := range 3 {
				if i != j && pierces(m.Points[t[k]], m.Points[t[(k+1)%3]], m.Points[u[0]], m.Points[u[1]], m.Points[u[2]]) {
					return true
				}
			}
		}
	}
	return false
}

func TestCrosses(t *testing.T) {
	box := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{}, 100, 100, 0)}, 0, 100)
	if crosses(box) {
		t.Error("a box crosses itself")
	}
	other := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{X: 30, Y: 20}, 100, 100, 10)}, 30, 70)
	both := geom.Mesh{Points: append(box.Points, other.Points...), Triangles: box.Triangles}
	for _, tri := range other.Triangles {
		both.Triangles = append(both.Triangles, [3]int{tri[0] + len(box.Points), tri[1] + len(box.Points), tri[2] + len(box.Points)})
	}
	if !crosses(both) {
		t.Error("two boxes in each other do not cross")
	}
}

// TestBodiesDoNotCrossThemselves holds that of one element of each kind over its
// parameters.
func TestBodiesDoNotCrossThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		pitch, overhang := number("pitch", 5, 70), number("overhang", 0, 800)
		form := rapid.SampledFrom([]string{"flat", "shed", "gable", "hip"}).Draw(t, "form")
		s := build(t, storey+wallLine("wall", 0, 0, number("x", 2500, 6000), number("y", -900, 900), 300, `, "topHostIds": ["roof"]`)+
			wallLine("other", 0, 0, number("x2", -3000, 900), 3000, number("thickness", 60, 400), "")+
			fmt.Sprintf(`{"id": "roof", "category": "roof", "levelId": "level-0", "thickness": 250, "outline": [[-1000, -2000], [7000, -2000], [%v, 5000], [0, 5000]], "form": %q, "pitch": %v, "overhang": %v, "direction": %v, "offset": 2800, "edges": {"1": {"pitch": %v}}}`+"\n",
				number("x3", 3000, 9000), form, pitch, overhang, number("direction", 0, 360), number("pitch1", 5, 70))+
			fmt.Sprintf(`{"id": "door", "category": "door", "levelId": "level-0", "hostId": "wall", "offset": %v, "width": 900, "height": 2100}`+"\n", number("offset", 0, 2500))+
			fmt.Sprintf(`{"id": "stair", "category": "stair", "levelId": "level-0", "path": [[0, 0], [3000, 0], [3000, %v]], "width": 1000, "risers": %d}`+"\n", number("turn", 2000, 5000), rapid.IntRange(5, 22).Draw(t, "risers"))+
			fmt.Sprintf(`{"id": "profile", "category": "type", "of": "beam", "profile": {"shape": %q, "width": %v, "depth": 300, "webThickness": 10, "flangeThickness": 15, "wallThickness": 8, "diameter": 200}}`+"\n",
				rapid.SampledFrom([]string{"rect", "round", "i", "l", "t", "u", "cross", "rect-hollow", "round-hollow"}).Draw(t, "shape"), number("width", 50, 400))+
			fmt.Sprintf(`{"id": "beam", "category": "beam", "levelId": "level-0", "typeId": "profile", "start": [0, 0, 3000], "end": [%v, 2000, %v], "rotation": %v}`+"\n", number("x4", -4000, 4000), number("z", 0, 6000), number("rotation", 0, 360)))
		for _, id := range []string{"wall", "other", "roof", "door", "stair", "beam"} {
			closed(t, s, id)
			for _, b := range category.Bodies(s, s.Record(id)) {
				if crosses(b.Mesh) {
					t.Fatalf("%s, %s crosses itself", id, b.Part)
				}
			}
		}
	})
}
