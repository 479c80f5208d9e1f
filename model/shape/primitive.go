package shape

import (
	"encoding/binary"
	"math"

	"github.com/openeik/ekgit/model/geom"
	"github.com/qmuntal/gltf"
)

// primitive reads the triangles of a primitive; points and lines have none.
func (r *reader) primitive(p *gltf.Primitive, at matrix) error {
	if p == nil {
		return bad("has a mesh with an empty primitive")
	}
	if p.Mode != gltf.PrimitiveTriangles && p.Mode != gltf.PrimitiveTriangleStrip && p.Mode != gltf.PrimitiveTriangleFan {
		return nil
	}
	index, ok := p.Attributes["POSITION"]
	if !ok {
		return nil
	}
	points, err := r.positions(index, at)
	if err != nil {
		return err
	}
	order, err := r.indices(p.Indices, len(points))
	if err != nil {
		return err
	}
	r.triangles += max(0, len(order)-2)
	if p.Mode == gltf.PrimitiveTriangles {
		r.triangles -= max(0, len(order)-2) - len(order)/3
	}
	if r.triangles > MaxTriangles {
		return bad("has over %d triangles", MaxTriangles)
	}
	part := r.part(p.Material)
	mirrored := at.mirrors()
	corners(p.Mode, order, func(a, b, c int) {
		if mirrored {
			b, c = c, b
		}
		part.add(points[a], points[b], points[c])
	})
	return nil
}

// corners goes through the triangles of a primitive, each counter-clockwise.
func corners(mode gltf.PrimitiveMode, order []int, f func(a, b, c int)) {
	switch mode {
	case gltf.PrimitiveTriangles:
		for i := 0; i+2 < len(order); i += 3 {
			f(order[i], order[i+1], order[i+2])
		}
	case gltf.PrimitiveTriangleStrip:
		for i := 0; i+2 < len(order); i++ {
			f(order[i], order[i+1+i%2], order[i+2-i%2])
		}
	default:
		for i := 1; i+1 < len(order); i++ {
			f(order[0], order[i], order[i+1])
		}
	}
}

// part answers the part of a material.
func (r *reader) part(material *int) *partBuilder {
	key := -1
	if material != nil && item(r.doc.Materials, *material) != nil {
		key = *material
	}
	p := r.parts[key]
	if p == nil {
		p = &partBuilder{at: map[geom.Point3]int{}, has: map[[3]int]struct{}{}}
		r.parts[key] = p
		r.order = append(r.order, key)
	}
	return p
}

// positions reads the points of an accessor, in mm with z up.
func (r *reader) positions(index int, at matrix) ([]geom.Point3, error) {
	a := item(r.doc.Accessors, index)
	if a == nil || a.ComponentType != gltf.ComponentFloat || a.Type != gltf.AccessorVec3 {
		return nil, bad("has no positions of three floats in accessor %d", index)
	}
	data, stride, err := r.bytes(a, 12)
	if err != nil {
		return nil, err
	}
	out := make([]geom.Point3, a.Count)
	for i := range out {
		float := func(k int) float64 {
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[i*stride+4*k:])))
		}
		p := at.point(geom.Point3{X: float(0), Y: float(1), Z: float(2)})
		out[i] = geom.Point3{X: p.X * 1000, Y: -p.Z * 1000, Z: p.Y * 1000}
		if !sane(out[i]) {
			return nil, bad("has a position that is no number or over a thousand kilometres away (accessor %d, item %d)", index, i)
		}
	}
	return out, nil
}

// indices reads the indices of an accessor, or counts the points where there is none.
func (r *reader) indices(index *int, points int) ([]int, error) {
	if index == nil {
		out := make([]int, points)
		for i := range out {
			out[i] = i
		}
		return out, nil
	}
	a := item(r.doc.Accessors, *index)
	sizes := map[gltf.ComponentType]int{gltf.ComponentUbyte: 1, gltf.ComponentUshort: 2, gltf.ComponentUint: 4}
	if a == nil || sizes[a.ComponentType] == 0 || a.Type != gltf.AccessorScalar {
		return nil, bad("has no indices in accessor %d", *index)
	}
	size := sizes[a.ComponentType]
	data, stride, err := r.bytes(a, size)
	if err != nil {
		return nil, err
	}
	out := make([]int, a.Count)
	for i := range out {
		var b [4]byte
		copy(b[:], data[i*stride:i*stride+size])
		out[i] = int(binary.LittleEndian.Uint32(b[:]))
		if out[i] >= points {
			return nil, bad("has no point %d, which item %d of accessor %d names", out[i], i, *index)
		}
	}
	return out, nil
}

// bytes answers the bytes of an accessor whose items take size bytes, and how far
// apart these are. All of its items lie within them.
func (r *reader) bytes(a *gltf.Accessor, size int) (data []byte, stride int, err error) {
	if a.Sparse != nil || a.BufferView == nil {
		return nil, 0, bad("has an accessor without data of its own, or a sparse one")
	}
	v := item(r.doc.BufferViews, *a.BufferView)
	if v == nil || v.Buffer != 0 || item(r.doc.Buffers, 0) == nil || r.doc.Buffers[0].URI != "" {
		return nil, 0, bad("has data outside of the file (buffer view %d)", *a.BufferView)
	}
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(r.bin) || v.ByteLength > len(r.bin)-v.ByteOffset {
		return nil, 0, bad("has a buffer view %d that runs beyond its data", *a.BufferView)
	}
	stride = v.ByteStride
	if stride == 0 {
		stride = size
	}
	whole := v.ByteLength
	if stride < size || stride > 252 || a.ByteOffset < 0 || a.ByteOffset > whole || a.Count < 0 ||
		a.Count > 0 && (whole-a.ByteOffset < size || a.Count-1 > (whole-a.ByteOffset-size)/stride) {
		return nil, 0, bad("has an accessor that runs beyond buffer view %d", *a.BufferView)
	}
	return r.bin[v.ByteOffset+a.ByteOffset : v.ByteOffset+whole], stride, nil
}
