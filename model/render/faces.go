package render

import (
	"image"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// face is a triangle as it lies in the picture, in samples.
type face struct {
	x, y, d [3]float64
	gx, gy  float64 // how its depth changes a sample to the right, and down
	normal  geom.Point3
	body    int32

	// Its colour where the sun does not reach it, and what the sun adds.
	shade, shine light
	lift         geom.Point3 // of its points towards the sun's picture of them: see lamp
}

// clip answers what of a convex ring lies where height is not negative.
func clip(ring []geom.Point3, height func(geom.Point3) float64) []geom.Point3 {
	var out []geom.Point3
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		ha, hb := height(a), height(b)
		if ha >= 0 {
			out = append(out, a)
		}
		if ha*hb < 0 {
			out = append(out, a.Lerp(b, ha/(ha-hb)))
		}
	}
	return out
}

// box answers the samples that a face may touch.
func (f *face) box() image.Rectangle {
	ax, bx, cx := int(f.x[0]), int(f.x[1]), int(f.x[2])
	ay, by, cy := int(f.y[0]), int(f.y[1]), int(f.y[2])
	return image.Rectangle{
		image.Pt(min(ax, bx, cx)-1, min(ay, by, cy)-1),
		image.Pt(max(ax, bx, cx)+2, max(ay, by, cy)+2),
	}
}

// level works out how the depth changes. It is false for a face seen from its edge, and
// for one that lies beyond all measure.
func (f *face) level() bool {
	ax, ay, ad := f.x[1]-f.x[0], f.y[1]-f.y[0], f.d[1]-f.d[0]
	bx, by, bd := f.x[2]-f.x[0], f.y[2]-f.y[0], f.d[2]-f.d[0]
	area := ax*by - ay*bx
	if size := math.Abs(area); !(size > 1e-9 && size < 1e30) {
		return false
	}
	f.gx, f.gy = (ad*by-bd*ay)/area, (bd*ax-ad*bx)/area
	return true
}

// at answers the depth of the plane of a face at a sample.
func (f *face) at(x, y float64) float64 { return f.d[0] + (x-f.x[0])*f.gx + (y-f.y[0])*f.gy }

// span is samples in a row of a window.
type span struct {
	y, from, to int32   // from the window's corner; to is not included
	depth       float64 // at the first
}

// rows appends the samples that a face covers of a window. A sample is covered where
// its middle is, or within slack of it: faces whose edges lie along each other but end
// in different corners must leave no sample between them.
func (f *face) rows(out []span, window image.Rectangle) []span {
	low, mid, high := f.sorted()
	left, top := float64(window.Min.X), float64(window.Min.Y)
	wide, tall := float64(window.Dx()), float64(window.Dy())
	y, last := middles(f.y[low]-top-slack, tall), middles(f.y[high]-top+slack, tall)
	if y >= last {
		return out
	}
	corner := f.at(left+0.5, top+0.5)
	long := f.edge(low, high, left, top)
	for _, part := range [2]struct {
		side edge
		end  int
	}{{f.edge(low, mid, left, top), min(last, middles(f.y[mid]-top, tall))}, {f.edge(mid, high, left, top), last}} {
		for ; y < part.end; y++ {
			row := float64(y)
			a, b := long.at(row), part.side.at(row)
			if a > b {
				a, b = b, a
			}
			from, to := middles(a-slack, wide), middles(b+slack, wide)
			if from < to {
				out = append(out, span{int32(y), int32(from), int32(to), corner + row*f.gy + float64(from)*f.gx})
			}
		}
	}
	return out
}

// middles answers how many of n samples in a row have their middle before x.
func middles(x, n float64) int {
	switch { // not min and max, which mind what is no number
	case x >= n:
		return int(n)
	case x > 0:
		return int(x + 0.5)
	}
	return 0
}

// slack is in samples, far above the error of a coordinate and far below a sample.
const slack = 1e-7

// sorted answers the corners from the uppermost to the lowermost.
func (f *face) sorted() (low, mid, high int) {
	low, mid, high = 0, 1, 2
	if f.y[mid] < f.y[low] {
		low, mid = mid, low
	}
	if f.y[high] < f.y[mid] {
		mid, high = high, mid
		if f.y[mid] < f.y[low] {
			low, mid = mid, low
		}
	}
	return low, mid, high
}

// edge is the line between two corners, where it meets the middles of the rows of a
// window.
type edge struct{ first, step, low, high float64 }

// edge answers the edge from an upper corner to a lower one, in a window.
func (f *face) edge(upper, lower int, left, top float64) edge {
	a, b := f.x[upper]-left, f.x[lower]-left
	e := edge{first: a, low: min(a, b), high: max(a, b)}
	if height := f.y[lower] - f.y[upper]; height > 0 {
		e.step = (b - a) / height
		e.first += (top + 0.5 - f.y[upper]) * e.step
	}
	return e
}

// at answers where an edge meets the middle of a row, or ends before it.
func (e *edge) at(row float64) float64 {
	x := e.first + row*e.step
	switch { // not min and max, which mind what is no number
	case x < e.low:
		return e.low
	case x > e.high:
		return e.high
	}
	return x
}
