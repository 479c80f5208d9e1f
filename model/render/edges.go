package render

import "math"

// kind says what of an edge runs between two samples.
type edgeKind uint8

const (
	noEdge     edgeKind = iota
	seam                // two materials in one plane
	crease              // two faces meet at an angle, or one steps back a little
	silhouette          // one ends before another far behind, or before nothing
)

// strength is how much ink an edge of a kind has, of 255.
var strength = [...]uint8{noEdge: 0, seam: 150, crease: 185, silhouette: 235}

const (
	creaseCosine = 0.9 // of the angle from which on two faces meet in an edge
	smallStep    = 4.0 // mm
	largeStep    = 60.0
)

// edges draws the edges of a layer into its ink.
func (t *tile) edges(l layer) {
	b := &t.buffers[l]
	if !b.used {
		return
	}
	for y := 0; y < t.height; y++ {
		row := b.face[y*t.width : (y+1)*t.width]
		for x := 0; x+1 < t.width; x++ {
			if row[x] != row[x+1] {
				t.ink(b, x, y, 1, 0)
			}
		}
		if y+1 == t.height {
			break
		}
		next := b.face[(y+1)*t.width : (y+2)*t.width]
		for x, f := range row {
			if f != next[x] {
				t.ink(b, x, y, 0, 1)
			}
		}
	}
}

// ink draws the edge between a sample and the next one to the right or below.
func (t *tile) ink(b *buffer, x, y, dx, dy int) {
	i := y*t.width + x
	j := i + dy*t.width + dx
	kind := t.kind(b, i, j, dx == 1)
	if kind == noEdge {
		return
	}
	reach := t.p.pen - 1
	if kind == silhouette {
		reach = t.p.pen
	}
	for k := -reach; k <= reach+1; k++ {
		u, v := x+k*dx, y+k*dy
		if u < 0 || v < 0 || u >= t.width || v >= t.height {
			continue
		}
		if at := &b.ink[v*t.width+u]; *at < strength[kind] {
			*at = strength[kind]
		}
	}
}

// kind tells which edge runs between two samples with different faces.
func (t *tile) kind(b *buffer, i, j int, across bool) edgeKind {
	if b.face[i] == none || b.face[j] == none {
		return silhouette
	}
	f, g := &t.faces[b.face[i]], &t.faces[b.face[j]]
	bodies := t.p.stage.bodies
	slopeF, slopeG := f.gy, g.gy
	if across {
		slopeF, slopeG = f.gx, g.gx
	}
	di, dj := float64(b.depth[i]), float64(b.depth[j])
	step := min(math.Abs(dj-di-slopeF), math.Abs(dj-di-slopeG))
	step = t.p.camera.millimetres(step, max(di, dj))
	slack := t.p.camera.millimetres(math.Abs(slopeF-slopeG), max(di, dj))
	switch {
	case step > largeStep+2*slack:
		return silhouette
	case f.normal.Dot(g.normal) < creaseCosine:
		return crease
	case step > smallStep+slack:
		return crease
	case bodies[f.body].surface != bodies[g.body].surface:
		return seam
	}
	return noEdge
}
