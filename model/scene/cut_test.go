package scene_test

import (
	"math"
	"testing"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/scene"
	"pgregory.net/rapid"
)

// enclosed answers the volume in mm³ of each record of a scene, its cut faces
// included, by id.
func enclosed(c *scene.Scene) map[string]float64 {
	out := map[string]float64{}
	origin := c.Bounds().Center()
	for _, b := range c.Solids {
		for _, t := range b.Mesh.Triangles {
			p, q, r := b.Mesh.Points[t[0]].Sub(origin), b.Mesh.Points[t[1]].Sub(origin), b.Mesh.Points[t[2]].Sub(origin)
			out[b.ID()] += p.Dot(q.Cross(r)) / 6
		}
	}
	return out
}

// TestCutAWall holds the numbers of a cut computed by hand: of the house's walls and
// slab, at 1 m.
func TestCutAWall(t *testing.T) {
	s := build(t, `{"id": "l0", "category": "level", "elevation": 0, "height": 3000}
{"id": "w", "category": "wall", "levelId": "l0", "start": [0, 0], "end": [4000, 0], "thickness": 200}
{"id": "d", "category": "door", "levelId": "l0", "hostId": "w", "offset": 2000, "width": 1000, "height": 2100}`)
	c := gather(t, s, scene.Options{CutLevel: "l0", CutHeight: 1000, Show: func(id string) bool { return id == "w" }})
	faces := 0.0
	for _, b := range c.Solids {
		if b.Part == scene.PartCut {
			faces += b.Mesh.Area()
			for _, p := range b.Mesh.Points {
				if math.Abs(p.Z-1000) > 1e-6 {
					t.Errorf("a cut face at %v", p)
				}
			}
		}
	}
	if math.Abs(faces-3000*200) > 1e-3 {
		t.Errorf("cut faces of %v mm², want 600000", faces)
	}
	if v := enclosed(c)["w"]; math.Abs(v-3000*200*1000) > 1 {
		t.Errorf("%v mm³ are left, want 6e8", v)
	}
}

// TestCutKeepsVolume holds that the two sides of any plane through a house are
// together the house: every body is cut and closed again.
func TestCutKeepsVolume(t *testing.T) {
	s := example(t, "two-storey-house")
	whole := enclosed(gather(t, s, scene.Options{}))
	rapid.Check(t, func(rt *rapid.T) {
		p := scene.Plane{
			Point:  geom.Point3{X: rapid.Float64Range(1000, 9000).Draw(rt, "x"), Y: rapid.Float64Range(1000, 7000).Draw(rt, "y"), Z: rapid.Float64Range(200, 5000).Draw(rt, "z")},
			Normal: geom.Direction(rapid.Float64Range(0, 360).Draw(rt, "angle")).At(rapid.Float64Range(-2, 2).Draw(rt, "rise")),
		}
		other := p
		other.Normal = p.Normal.Scale(-1)
		sum := map[string]float64{}
		for _, plane := range []scene.Plane{p, other} {
			for id, v := range enclosed(gather(t, s, scene.Options{Planes: []scene.Plane{plane}})) {
				sum[id] += v
			}
		}
		for id, v := range whole {
			if math.Abs(sum[id]-v) > 1e-6*v+1e3 {
				rt.Errorf("%s: both sides have %v mm³, the whole has %v", id, sum[id], v)
			}
		}
	})
}
