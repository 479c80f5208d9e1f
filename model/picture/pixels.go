package picture

import (
	"image"
	"image/color"
	"math"
	"sync"

	"github.com/tdewolff/canvas"
	"golang.org/x/image/vector"
)

// pixels is a picture while it is drawn: a renderer of the drawing library over a
// rasterizer whose time grows with the length of the lines and the area that they lie in.
// The library's own takes time by the square of the lines that a row of pixels meets.
type pixels struct {
	img    *image.RGBA
	perMM  float64
	filler vector.Rasterizer
}

// fastStrokes has the library leave the sides of a stroke as they cross: the rasterizer
// fills what lies within either. Parting them takes time by the square of the points, prints
// to standard output what it stumbles over, and panics on numbers that are far out.
var fastStrokes = sync.OnceFunc(func() { canvas.FastStroke = true })

func newPixels(wide, high int, perMM float64) *pixels {
	fastStrokes()
	p := &pixels{img: image.NewRGBA(image.Rect(0, 0, wide, high)), perMM: perMM}
	fill := p.img.Pix
	for i := range fill {
		fill[i] = 0xff
	}
	return p
}

// Size implements canvas.Renderer: in mm.
func (p *pixels) Size() (float64, float64) {
	size := p.img.Bounds().Size()
	return float64(size.X) / p.perMM, float64(size.Y) / p.perMM
}

// RenderPath implements canvas.Renderer.
func (p *pixels) RenderPath(path *canvas.Path, style canvas.Style, m canvas.Matrix) {
	path = path.Copy().Transform(m)
	if style.HasFill() {
		p.fill(path, style.Fill.Color)
	}
	if style.HasStroke() {
		if style.IsDashed() {
			offset, dashes := canvas.ScaleDash(style.StrokeWidth, style.DashOffset, style.Dashes)
			path = path.Dash(offset, dashes...)
		}
		p.fill(path.Stroke(style.StrokeWidth, style.StrokeCapper, style.StrokeJoiner, canvas.PixelTolerance/p.perMM), style.Stroke.Color)
	}
}

// fill fills what a path encloses, where it lies in the picture.
func (p *pixels) fill(path *canvas.Path, c color.RGBA) {
	_, high := p.Size()
	b := path.FastBounds()
	lies := image.Rect(int(math.Floor(b.X0*p.perMM)), int(math.Floor((high-b.Y1)*p.perMM)), int(math.Ceil(b.X1*p.perMM)), int(math.Ceil((high-b.Y0)*p.perMM))).
		Intersect(p.img.Bounds())
	if lies.Empty() {
		return
	}
	p.filler.Reset(lies.Dx(), lies.Dy())
	bottom := high - float64(lies.Max.Y)/p.perMM
	path.Translate(-float64(lies.Min.X)/p.perMM, -bottom).ToVectorRasterizer(&p.filler, canvas.DPMM(p.perMM))
	p.filler.Draw(p.img, lies, image.NewUniform(c), image.Point{})
}

// RenderText implements canvas.Renderer.
func (p *pixels) RenderText(text *canvas.Text, m canvas.Matrix) {
	text.RenderAsPath(p, m, canvas.DPMM(p.perMM))
}

// RenderImage implements canvas.Renderer. No sheet holds images.
func (p *pixels) RenderImage(image.Image, canvas.Matrix) {}
