package picture

import (
	"image"
	"image/color"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// raster is a picture in pixels while it is drawn. Of each shape the signed area is
// gathered that its edges leave to their right in every pixel; summed up along a row it is
// how much of each pixel the shape covers. A shape takes as long as its edges are long,
// however many there are.
type raster struct {
	img        *image.RGBA
	perMM      float64 // pixels
	wide, high int
	area       []float32 // rows of wide+2
	rows       []touched
	low, top   int // the rows that are touched, top not among them
}

// touched are the columns of a row in which area was gathered, to not among them.
type touched struct{ from, to int }

func newRaster(wide, high int, perMM float64) *raster {
	r := &raster{img: image.NewRGBA(image.Rect(0, 0, wide, high)), perMM: perMM, wide: wide, high: high}
	for i := range r.img.Pix {
		r.img.Pix[i] = 0xff
	}
	r.area, r.rows, r.low = make([]float32, (wide+2)*high), make([]touched, high), high
	return r
}

// pixel answers where a point of the paper lies, y down.
func (r *raster) pixel(p geom.Point) geom.Point {
	return geom.Point{X: p.X * r.perMM, Y: float64(r.high) - p.Y*r.perMM}
}

// polygon adds the area of a closed polygon, in pixels.
func (r *raster) polygon(points ...geom.Point) {
	for i, p := range points {
		r.edge(p, points[(i+1)%len(points)])
	}
}

// edge adds the area to the right of an edge, row by row.
func (r *raster) edge(a, b geom.Point) {
	way := 1.0
	if a.Y > b.Y {
		a, b, way = b, a, -1
	}
	low, high := max(a.Y, 0), min(b.Y, float64(r.high))
	slope := (b.X - a.X) / (b.Y - a.Y)
	for y := low; y < high; {
		row := int(y)
		next := min(float64(row+1), high)
		r.stretch(row, r.column(a.X+(y-a.Y)*slope), r.column(a.X+(next-a.Y)*slope), way*(next-y))
		y = next
	}
}

// column holds an x within the picture: what lies beside it covers nothing, or its rows
// from their beginning.
func (r *raster) column(x float64) float64 { return min(max(x, 0), float64(r.wide)) }

// stretch adds the area to the right of the part of an edge that lies in a row, and is
// so high there.
func (r *raster) stretch(row int, x, to, high float64) {
	x, to = min(x, to), max(x, to)
	first, last := int(x), int(to)
	line := r.area[row*(r.wide+2):]
	for i := first; i <= last; i++ {
		a, b := max(x, float64(i)), min(to, float64(i+1))
		part := high
		if first < last {
			part *= (b - a) / (to - x)
		}
		left := (a+b)/2 - float64(i)
		line[i] += float32(part * (1 - left))
		line[i+1] += float32(part * left)
	}
	t := &r.rows[row]
	if t.to == 0 {
		*t = touched{first, last + 2}
	}
	t.from, t.to = min(t.from, first), max(t.to, last+2)
	r.low, r.top = min(r.low, row), max(r.top, row+1)
}

// paint colours what was gathered, and begins anew: by the even-odd rule, or all that is
// enclosed at all.
func (r *raster) paint(c color.NRGBA, evenOdd bool) {
	for row := r.low; row < r.top; row++ {
		t := r.rows[row]
		line := r.area[row*(r.wide+2):][t.from:t.to]
		pixels := r.img.Pix[row*r.img.Stride:]
		sum := float32(0)
		for i, d := range line {
			sum += d
			line[i] = 0
			cover := sum
			if cover < 0 {
				cover = -cover
			}
			if evenOdd && cover > 1 {
				cover = float32(math.Abs(math.Remainder(float64(cover), 2)))
			}
			if x := t.from + i; cover > 1.0/512 && x < r.wide {
				blend(pixels[4*x:4*x+3:4*x+3], c, min(cover, 1))
			}
		}
		r.rows[row] = touched{}
	}
	r.low, r.top = r.high, 0
}

// blend lays a colour over an opaque pixel of which it covers a part.
func blend(pixel []uint8, c color.NRGBA, cover float32) {
	a := cover * float32(c.A) / 255
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		pixel[i] = uint8(float32(pixel[i]) + (float32(v)-float32(pixel[i]))*a + 0.5)
	}
}
