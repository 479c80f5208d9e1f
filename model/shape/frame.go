package shape

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// Frame is where a shape stands: where its origin lies and where its own axes point,
// as unit vectors.
type Frame struct {
	Origin, X, Y, Z geom.Point3
}

// Of answers which shape an element shows and where it stands: its own shape, else
// its type's, at its placement, else at its own place in plan. It is false where it
// has no shape, or stands nowhere.
func Of(s *model.Snapshot, r *model.Record) (sha256 string, at Frame, ok bool) {
	sha256 = r.String("shape")
	if t := category.TypeOf(s, r); sha256 == "" && t != nil {
		sha256 = t.String("shape")
	}
	if sha256 == "" || r.Category() == "type" {
		return "", Frame{}, false
	}
	at, ok = frameOf(s, r)
	return sha256, at, ok && at.finite()
}

// frameOf answers where an element's shape stands.
func frameOf(s *model.Snapshot, r *model.Record) (Frame, bool) {
	placed := r.Object("placement")
	p := model.NewRecord(placed)
	if at, ok := p.Point3("at"); ok {
		origin := geom.Point3{X: at[0], Y: at[1], Z: category.Elevation(s, r) + at[2]}
		if axes, ok := axesOf(p.Get("axes")); ok {
			return tilted(origin, axes[0], axes[1])
		}
		return upright(origin, p.NumberOr("rotation", 0)), true
	}
	if at, ok := r.Point("at"); ok {
		return upright(geom.Point3{X: at[0], Y: at[1], Z: category.Base(s, r)}, r.NumberOr("rotation", 0)), true
	}
	return Frame{}, false
}

// axesOf reads the directions of a shape's x and y.
func axesOf(v any) (axes [2]geom.Point3, ok bool) {
	list, _ := v.([]any)
	if len(list) < 2 {
		return axes, false
	}
	for i := range axes {
		p, ok := model.NewRecord(model.Object{{Name: "p", Value: list[i]}}).Point3("p")
		if !ok {
			return axes, false
		}
		axes[i] = geom.Point3{X: p[0], Y: p[1], Z: p[2]}
	}
	return axes, true
}

func upright(origin geom.Point3, rotation float64) Frame {
	x := geom.Direction(rotation)
	return Frame{Origin: origin, X: x.At(0), Y: x.Left().At(0), Z: geom.Point3{Z: 1}}
}

// tilted answers the frame whose x points along x, and whose y is what of y is square
// to that. It is false where the two say no plane.
func tilted(origin, x, y geom.Point3) (Frame, bool) {
	if !(x.Len() > 0) {
		return Frame{}, false
	}
	x = x.Scale(1 / x.Len())
	z := x.Cross(y)
	if !(z.Len() > 1e-9*y.Len()) {
		return Frame{}, false
	}
	z = z.Scale(1 / z.Len())
	return Frame{Origin: origin, X: x, Y: z.Cross(x), Z: z}, true
}

func (f Frame) finite() bool {
	return f.Origin.IsFinite() && f.X.IsFinite() && f.Y.IsFinite() && f.Z.IsFinite()
}

// isUpright reports whether a shape's z stays up.
func (f Frame) isUpright() bool { return f.Z == geom.Point3{Z: 1} }

// Point answers where a point of the shape stands in the model.
func (f Frame) Point(p geom.Point3) geom.Point3 {
	return f.Origin.Add(f.X.Scale(p.X)).Add(f.Y.Scale(p.Y)).Add(f.Z.Scale(p.Z))
}

// plan answers where a point of an upright shape stands in plan.
func (f Frame) plan(p geom.Point) geom.Point { return f.Point(p.At(0)).Plan() }

func (f Frame) mesh(m geom.Mesh) geom.Mesh {
	out := geom.Mesh{Points: make([]geom.Point3, len(m.Points)), Triangles: m.Triangles}
	for i, p := range m.Points {
		out.Points[i] = f.Point(p)
	}
	return out
}

// ring answers a ring of an upright shape as it stands in the model.
func (f Frame) ring(r geom.Ring) geom.Ring {
	out := geom.Ring{Points: make([]geom.Point, len(r.Points)), Sagittas: r.Sagittas}
	for i, p := range r.Points {
		out.Points[i] = f.plan(p)
	}
	return out
}

// maxCoordinate is how far in mm anything may stand from the origin.
const maxCoordinate = 1e9

func sane(p geom.Point3) bool {
	return math.Abs(p.X) <= maxCoordinate && math.Abs(p.Y) <= maxCoordinate && math.Abs(p.Z) <= maxCoordinate
}
