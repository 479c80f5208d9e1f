package shape

import (
	"image/color"
	"math"

	"github.com/openeik/ekgit/model/geom"
	"github.com/qmuntal/gltf"
)

// partBuilder collects triangles, each point and each triangle once: a small file can name
// the same ones any number of times.
type partBuilder struct {
	mesh geom.Mesh
	at   map[geom.Point3]int
	has  map[[3]int]struct{} // triangles, beginning with their lowest point
}

// point answers the index of a point. Points that the file holds several times, for
// their normals, are one.
func (b *partBuilder) point(p geom.Point3) int {
	i, ok := b.at[p]
	if !ok {
		i = len(b.mesh.Points)
		b.at[p] = i
		b.mesh.Points = append(b.mesh.Points, p)
	}
	return i
}

// add adds a triangle unless it has no area, or stands there already and looks the same
// way.
func (b *partBuilder) add(p, q, r geom.Point3) {
	i, j, k := b.point(p), b.point(q), b.point(r)
	if i == j || j == k || k == i {
		return
	}
	for i > min(j, k) {
		i, j, k = j, k, i
	}
	t := [3]int{i, j, k}
	if _, stands := b.has[t]; !stands {
		b.has[t] = struct{}{}
		b.mesh.Triangles = append(b.mesh.Triangles, t)
	}
}

// shape answers what was read.
func (r *reader) shape() (*Shape, error) {
	var parts []Part
	for _, key := range r.order {
		b := r.parts[key]
		if len(b.mesh.Triangles) == 0 {
			continue
		}
		p := Part{Mesh: b.mesh, Color: defaultColor, Plain: true}
		if m := item(r.doc.Materials, key); m != nil {
			p.Name = m.Name
			p.Color, p.Plain = colorOf(m)
		}
		p.Closed = p.Mesh.Closed()
		if p.Closed && p.Mesh.Volume() < 0 {
			p.Mesh = p.Mesh.Reverse()
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, bad("has no triangles")
	}
	return newShape(parts, nil, Frame{}), nil
}

// defaultColor is that of a part whose file says none.
var defaultColor = color.NRGBA{R: 200, G: 198, B: 194, A: 255}

// colorOf answers the colour of a material. glTF's colours are linear, ours are sRGB.
func colorOf(m *gltf.Material) (c color.NRGBA, plain bool) {
	if m.PBRMetallicRoughness == nil || m.PBRMetallicRoughness.BaseColorFactor == nil {
		return defaultColor, true
	}
	f := m.PBRMetallicRoughness.BaseColorFactor
	c = color.NRGBA{R: encoded(f[0]), G: encoded(f[1]), B: encoded(f[2]), A: 255}
	if m.AlphaMode == gltf.AlphaBlend {
		c.A = uint8(math.Round(255 * unit(f[3])))
	}
	return c, false
}

func unit(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}

// encoded answers a linear share of light as sRGB has it (IEC 61966-2-1).
func encoded(x float64) uint8 {
	x = unit(x)
	if x <= 0.0031308 {
		x *= 12.92
	} else {
		x = 1.055*math.Pow(x, 1/2.4) - 0.055
	}
	return uint8(math.Round(255 * x))
}
