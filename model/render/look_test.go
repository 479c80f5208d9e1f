package render_test

import (
	"errors"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/tint"
)

var square = render.Options{View: "front", Width: 240, Height: 240, NoTitle: true, NoGround: true}

// screen is a red block behind a wall of a colour.
func screen(c color.NRGBA) *scene.Scene {
	return &scene.Scene{Solids: []scene.Solid{
		box("behind", red, geom.Point3{X: 1000, Y: 2000, Z: 500}, geom.Point3{X: 3000, Y: 3000, Z: 2500}),
		box("wall", c, geom.Point3{}, geom.Point3{X: 4000, Y: 200, Z: 3000}),
	}}
}

// TestSeenThrough holds that glass shows what is behind it, a wall does not, and that
// one that does not stand out does.
func TestSeenThrough(t *testing.T) {
	reddish := func(c *scene.Scene, opt render.Options) int {
		p := color.NRGBAModel.Convert(decode(t, paint(t, c, opt)).At(120, 120)).(color.NRGBA)
		return int(p.R) - int(p.B)
	}
	glass := color.NRGBA{R: 160, G: 200, B: 210, A: 100}
	if n := reddish(screen(gray), square); n > 15 {
		t.Errorf("a wall shows what is behind it: %d", n)
	}
	if n := reddish(screen(glass), square); n < 30 {
		t.Errorf("glass does not show what is behind it: %d", n)
	}
	lit := square
	lit.Highlight = []string{"behind"}
	if n := reddish(screen(gray), lit); n < 80 {
		t.Errorf("what stands out is not seen: %d", n)
	}
}

// TestHiddenLines holds that edges are drawn where a face ends, and not where
// something stands before them or where two bodies of one material run on.
func TestHiddenLines(t *testing.T) {
	dark := func(im image.Image, x, y int) bool {
		for i := x - 3; i <= x+3; i++ {
			if p := color.NRGBAModel.Convert(im.At(i, y)).(color.NRGBA); p.R < 75 {
				return true
			}
		}
		return false
	}
	halves := &scene.Scene{Solids: []scene.Solid{
		box("a", gray, geom.Point3{}, geom.Point3{X: 2000, Y: 1000, Z: 3000}),
		box("b", gray, geom.Point3{X: 2000}, geom.Point3{X: 4000, Y: 1000, Z: 3000}),
	}}
	im := decode(t, paint(t, halves, square))
	if !dark(im, 15, 120) || !dark(im, 225, 120) {
		t.Error("the outer edges are not drawn")
	}
	if dark(im, 120, 120) {
		t.Error("an edge is drawn where two bodies of one material run on")
	}
	halves.Solids[1].Color = color.NRGBA{R: 150, G: 128, B: 128, A: 255}
	none := square
	none.NoEdges = true
	with, without := decode(t, paint(t, halves, square)), decode(t, paint(t, halves, none))
	seam := 0
	for x := 117; x <= 123; x++ {
		seam = max(seam, distance(with.At(x, 120), without.At(x, 120)))
	}
	if seam < 8 {
		t.Errorf("no edge is drawn between two materials: %d", seam)
	}
	im = decode(t, paint(t, screen(gray), square))
	if dark(im, 67, 120) {
		t.Error("the edge of what stands behind a wall is drawn")
	}
}

// TestShadow holds that a block throws a shadow on the ground, away from the sun.
func TestShadow(t *testing.T) {
	tower := &scene.Scene{Solids: []scene.Solid{
		box("tower", gray, geom.Point3{X: -500, Y: -500}, geom.Point3{X: 500, Y: 500, Z: 2000}),
		box("left", gray, geom.Point3{X: -5000, Y: -5000}, geom.Point3{X: -4900, Y: -4900, Z: 10}),
		box("right", gray, geom.Point3{X: 4900, Y: 4900}, geom.Point3{X: 5000, Y: 5000, Z: 10}),
	}}
	opt := render.Options{View: "top", Width: 240, Height: 240, NoTitle: true}
	im := decode(t, paint(t, tower, opt))
	lit, shaded := im.At(95, 95), im.At(145, 145)
	if distance(lit, shaded) < 40 {
		t.Errorf("no shadow falls: %v and %v", lit, shaded)
	}
	opt.NoShadow = true
	im = decode(t, paint(t, tower, opt))
	if distance(im.At(95, 95), im.At(145, 145)) > 5 {
		t.Error("a shadow falls where none is wanted")
	}
}

// TestEarth holds that foundations are in the earth, and that a picture of foundations
// alone shows them.
func TestEarth(t *testing.T) {
	c := &scene.Scene{Solids: cross().Solids[:1]}
	c.Solids = append(c.Solids, box("footing", green, geom.Point3{X: -6000, Y: -6000, Z: -800}, geom.Point3{X: 6000, Y: 6000, Z: -100}))
	opt := render.Options{Width: 240, Height: 240, NoTitle: true, View: "iso-nw"}
	if _, _, n := middleOf(decode(t, paint(t, c, opt)), "east"); n > 100 {
		t.Errorf("a footing in the earth takes %d pixels", n)
	}
	c.Solids = c.Solids[len(c.Solids)-1:]
	if _, _, n := middleOf(decode(t, paint(t, c, opt)), "east"); n < 5000 {
		t.Errorf("a footing alone takes %d pixels", n)
	}
}

// TestChangeColors holds that what was added, removed and changed is seen in its
// colour, and fills at least a tenth of the picture.
func TestChangeColors(t *testing.T) {
	before, after := cross(), cross()
	before.Solids = append(before.Solids[:4:4], before.Solids[4])
	before.Solids[4] = box("gone", gray, geom.Point3{X: -5000, Y: -5000}, geom.Point3{X: -3000, Y: -3000, Z: 2500})
	after.Solids[1] = box("south", red, geom.Point3{X: 1000, Y: -6000}, geom.Point3{X: 3000, Y: -4000, Z: 2500})
	pure := tint.Palette{Added: green, Removed: red, Changed: blue}
	im := decode(t, paintChange(t, before, after, render.Options{Width: 480, Height: 480, NoTitle: true, Palette: pure}))
	count := map[string]int{}
	for y := range 480 {
		for x := range 480 {
			p := color.NRGBAModel.Convert(im.At(x, y)).(color.NRGBA)
			r, g, b := int(p.R), int(p.G), int(p.B)
			switch {
			case g > r+25 && g > b+25:
				count["added"]++
			case r > g+25 && r > b+25:
				count["removed"]++
			case b > r+25 && b > g+25:
				count["changed"]++
			}
		}
	}
	total := 0
	for _, name := range []string{"added", "removed", "changed"} {
		total += count[name]
		if count[name] < 800 {
			t.Errorf("%s takes %d pixels", name, count[name])
		}
	}
	if total < 480*480/10 {
		t.Errorf("the change takes %d pixels, less than a tenth", total)
	}
}

// TestCaptionsFit holds that a picture of any shape has its strip and legend within it,
// and room for the scene.
func TestCaptionsFit(t *testing.T) {
	before, after := moved(t)
	for _, size := range [][2]int{{16, 16}, {40, 400}, {400, 40}, {160, 120}, {900, 300}} {
		opt := render.Options{Width: size[0], Height: size[1], Title: title}
		im := decode(t, paintChange(t, before, after, opt))
		if im.Bounds() != image.Rect(0, 0, size[0], size[1]) {
			t.Errorf("%v: a picture of %v", size, im.Bounds())
		}
	}
}

// FuzzPNG holds that no eye and no size stops the renderer.
func FuzzPNG(f *testing.F) {
	f.Add(-9000.0, -9000.0, 2000.0, 0.0, 0.0, 0.0, 60.0, 100, 80)
	f.Add(0.0, 0.0, 1e9, 0.0, 0.0, 0.0, 1.0, 100, 80)
	f.Add(1200.0, 0.0, 1500.0, 4000.0, 0.0, 1500.0, 150.0, 64, 64)
	f.Add(-2999.0, 0.0, 1.0, 0.0, 1.0, 0.0, 90.0, 200, 16)
	f.Fuzz(func(t *testing.T, x, y, z, u, v, w, fov float64, wide, high int) {
		opt := render.Options{Eye: geom.Point3{X: x, Y: y, Z: z}, Target: geom.Point3{X: u, Y: v, Z: w}, FOV: fov, Width: wide, Height: high}
		if wide > 300 || high > 300 {
			return
		}
		drawAny(t, cross(), opt)
	})
}

// drawAny draws a scene and holds that an error is a problem.
func drawAny(t *testing.T, c *scene.Scene, opt render.Options) {
	t.Helper()
	err := render.PNG(t.Context(), io.Discard, c, opt)
	var p *model.Problem
	if err != nil && !errors.As(err, &p) {
		t.Errorf("%v is no problem", err)
	}
}

// TestOrderDoesNotMatter holds that what hides what follows from where it stands alone:
// the same blocks in another order are the same picture.
func TestOrderDoesNotMatter(t *testing.T) {
	var solids []scene.Solid
	for i := range 400 {
		at := geom.Point3{X: float64(i * 7919 % 9001), Y: float64(i * 6007 % 8009), Z: float64(i * 3571 % 5003)}
		size := geom.Point3{X: float64(200 + i*131%1900), Y: float64(200 + i*197%1700), Z: float64(100 + i*89%1500)}
		c := color.NRGBA{R: uint8(i * 37), G: uint8(i * 91), B: uint8(i * 53), A: 255}
		solids = append(solids, box("block", c, at, at.Add(size)))
	}
	for _, opt := range []render.Options{
		{Width: 400, Height: 300},
		{Width: 400, Height: 300, Eye: geom.Point3{X: -6000, Y: -9000, Z: 4000}, Target: geom.Point3{X: 4000, Y: 4000, Z: 2000}},
	} {
		first := decode(t, paint(t, &scene.Scene{Solids: solids}, opt))
		turned := slices.Clone(solids)
		slices.Reverse(turned)
		other, second := 0, decode(t, paint(t, &scene.Scene{Solids: turned}, opt))
		for y := range 300 {
			for x := range 400 {
				if distance(first.At(x, y), second.At(x, y)) > 3 {
					other++
				}
			}
		}
		if other > 12 { // where blocks meet in one plane
			t.Errorf("%d pixels differ", other)
		}
	}
}

// TestWriterFails holds that a picture that cannot be written is an error.
func TestWriterFails(t *testing.T) {
	full := errors.New("the disk is full")
	r, w := io.Pipe()
	if err := r.CloseWithError(full); err != nil {
		t.Fatal(err)
	}
	if err := render.PNG(t.Context(), w, cross(), render.Options{}); !errors.Is(err, full) {
		t.Errorf("%v, want that the disk is full", err)
	}
}

// TestHollow holds that the foot of a wall and the ground before it are darker than what
// lies free, and that what merely lies behind something is not.
func TestHollow(t *testing.T) {
	c := &scene.Scene{Solids: []scene.Solid{
		box("floor", gray, geom.Point3{X: -4000, Y: -8000}, geom.Point3{X: 4000, Y: 4000, Z: 100}),
		box("wall", gray, geom.Point3{X: -4000, Y: 0, Z: 100}, geom.Point3{X: 4000, Y: 300, Z: 3000}),
		box("tower", gray, geom.Point3{X: -300, Y: -5000, Z: 100}, geom.Point3{X: 300, Y: -4400, Z: 2600}),
	}}
	opt := render.Options{Width: 400, Height: 400, NoTitle: true, NoEdges: true, NoGround: true,
		Eye: geom.Point3{X: 2500, Y: -16000, Z: 9000}, Target: geom.Point3{Y: -1500, Z: 500}}
	with := decode(t, paint(t, c, opt))
	opt.NoShadow = true
	without := decode(t, paint(t, c, opt))
	darker := func(p geom.Point3) int {
		at := project(opt, p)
		return distance(with.At(at.X, at.Y), without.At(at.X, at.Y))
	}
	for name, p := range map[string]geom.Point3{"wall": {X: 2500, Z: 200}, "floor": {X: 2500, Y: -150, Z: 100}} {
		if n := darker(p); n < 8 {
			t.Errorf("the foot of the wall is %d darker on the %s", n, name)
		}
	}
	for name, p := range map[string]geom.Point3{"wall": {X: 2500, Z: 2000}, "floor": {X: 2500, Y: -6000, Z: 100}, "behind the tower": {X: -900, Y: -2800, Z: 100}} {
		if n := darker(p); n > 3 {
			t.Errorf("what lies free is %d darker: %s", n, name)
		}
	}
}

// project answers the pixel in which a perspective without a title shows a point.
func project(opt render.Options, p geom.Point3) image.Point {
	forward := opt.Target.Sub(opt.Eye)
	forward = forward.Scale(1 / forward.Len())
	right := forward.Cross(geom.Point3{Z: 1})
	right = right.Scale(1 / right.Len())
	v := p.Sub(opt.Eye)
	scale := float64(opt.Width) / 2 / math.Tan(render.DefaultFOV/2*math.Pi/180) / v.Dot(forward)
	return image.Pt(opt.Width/2+int(v.Dot(right)*scale), opt.Height/2-int(v.Dot(right.Cross(forward))*scale))
}

// TestGlassBehindGlass holds that two panes take more of what is behind them than one, and
// that their order is of no account.
func TestGlassBehindGlass(t *testing.T) {
	glass := color.NRGBA{R: 120, G: 190, B: 220, A: 100}
	behind := box("behind", red, geom.Point3{X: -500, Y: 2000, Z: -500}, geom.Point3{X: 4500, Y: 3000, Z: 3500})
	near := box("near", glass, geom.Point3{}, geom.Point3{X: 4000, Y: 20, Z: 3000})
	far := box("far", glass, geom.Point3{Y: 1000}, geom.Point3{X: 4000, Y: 1020, Z: 3000})
	seen := func(solids ...scene.Solid) color.NRGBA {
		im := decode(t, paint(t, &scene.Scene{Solids: solids}, square))
		return color.NRGBAModel.Convert(im.At(100, 130)).(color.NRGBA)
	}
	one, two, turned := seen(behind, near), seen(behind, near, far), seen(far, near, behind)
	if int(two.B)-int(one.B) < 15 {
		t.Errorf("behind one pane it is %v, behind two %v", one, two)
	}
	if two != turned {
		t.Errorf("%v, and in another order %v", two, turned)
	}
}
