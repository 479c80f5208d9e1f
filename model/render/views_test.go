package render_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math"
	"runtime"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
)

// drawn answers the share of a picture, without its strip, that differs from its upper
// left corner.
func drawn(im image.Image) float64 {
	n, high := 0, im.Bounds().Dy()*9/10
	for y := range high {
		for x := range im.Bounds().Dx() {
			if distance(im.At(x, y), im.At(0, 0)) > 12 {
				n++
			}
		}
	}
	return float64(n) / float64(high*im.Bounds().Dx())
}

var (
	red    = color.NRGBA{R: 220, A: 255}
	green  = color.NRGBA{G: 200, A: 255}
	blue   = color.NRGBA{B: 220, A: 255}
	yellow = color.NRGBA{R: 230, G: 220, A: 255}
	gray   = color.NRGBA{R: 128, G: 128, B: 128, A: 255}
)

// box answers a solid of a record of its own.
func box(id string, c color.NRGBA, low, high geom.Point3) scene.Solid {
	plan := geom.Region{Outer: geom.BoxOf(low, high).Ring()}
	r := model.NewRecord(model.Object{{Name: "id", Value: id}, {Name: "category", Value: "furniture"}})
	return scene.Solid{Record: r, Part: "body", Color: c, Mesh: geom.Extrude(plan, low.Z, high.Z), Closed: true}
}

// cross is a grey block with a coloured one on each side: red south, green east, blue
// north, yellow west.
func cross() *scene.Scene {
	at := func(id string, c color.NRGBA, x, y float64) scene.Solid {
		return box(id, c, geom.Point3{X: x - 1000, Y: y - 1000}, geom.Point3{X: x + 1000, Y: y + 1000, Z: 2500})
	}
	return &scene.Scene{Solids: []scene.Solid{
		box("middle", gray, geom.Point3{X: -1000, Y: -1000}, geom.Point3{X: 1000, Y: 1000, Z: 3000}),
		at("south", red, 0, -4000), at("east", green, 4000, 0), at("north", blue, 0, 4000), at("west", yellow, -4000, 0),
	}}
}

// hue answers which of the coloured blocks a pixel shows, in whatever light.
func hue(c color.Color) string {
	p := color.NRGBAModel.Convert(c).(color.NRGBA)
	r, g, b := int(p.R), int(p.G), int(p.B)
	switch {
	case r > 2*g && r > 2*b:
		return "south"
	case g > 2*r && g > 2*b:
		return "east"
	case b > 2*r && b > 2*g:
		return "north"
	case r > 2*b && g > 2*b:
		return "west"
	}
	return ""
}

// middleOf answers the middle of the pixels that show a block, and how many do.
func middleOf(im image.Image, name string) (x, y float64, n int) {
	for j := range im.Bounds().Dy() {
		for i := range im.Bounds().Dx() {
			if hue(im.At(i, j)) == name {
				x, y, n = x+float64(i), y+float64(j), n+1
			}
		}
	}
	return x / float64(n), y / float64(n), n
}

// TestViewsLookWhereTheySay holds which block is in front, and which to the right, in
// each named view.
func TestViewsLookWhereTheySay(t *testing.T) {
	c := cross()
	plain := render.Options{Width: 240, Height: 240, NoTitle: true, NoGround: true}
	for view, want := range map[string]struct{ front, right string }{
		"front": {"south", "east"}, "south": {"south", "east"},
		"back": {"north", "west"}, "north": {"north", "west"},
		"left": {"west", "south"}, "west": {"west", "south"},
		"right": {"east", "north"}, "east": {"east", "north"},
	} {
		opt := plain
		opt.View = view
		im := decode(t, paint(t, c, opt))
		if got := hue(im.At(120, 140)); got != want.front {
			t.Errorf("%s: %q is in front, want %s", view, got, want.front)
		}
		if x, _, n := middleOf(im, want.right); n == 0 || x < 140 {
			t.Errorf("%s: %s is %d pixels about x = %v, want it on the right", view, want.right, n, x)
		}
	}
	for view, want := range map[string]struct{ left, right string }{
		"iso-se": {"south", "east"}, "iso-ne": {"east", "north"}, "iso-nw": {"north", "west"}, "iso-sw": {"west", "south"},
	} {
		opt := plain
		opt.View = view
		im := decode(t, paint(t, c, opt))
		for name, side := range map[string]float64{want.left: -1, want.right: 1} {
			if x, y, n := middleOf(im, name); n == 0 || (x-120)*side < 10 || y < 120 {
				t.Errorf("%s: %s lies about %v, %v", view, name, x, y)
			}
		}
	}
	opt := plain
	opt.View = "top"
	im := decode(t, paint(t, c, opt))
	if x, y, _ := middleOf(im, "north"); math.Abs(x-120) > 3 || y > 80 {
		t.Errorf("top: north lies about %v, %v", x, y)
	}
	if x, y, _ := middleOf(im, "east"); x < 160 || math.Abs(y-120) > 3 {
		t.Errorf("top: east lies about %v, %v", x, y)
	}
}

// TestEye holds that an eye sees what lies before it, the near block larger.
func TestEye(t *testing.T) {
	im := decode(t, paint(t, cross(), render.Options{Width: 240, Height: 240, NoTitle: true, NoGround: true,
		Eye: geom.Point3{X: -9000, Y: -9000, Z: 6000}, Target: geom.Point3{Z: 1000}}))
	_, _, south := middleOf(im, "south")
	_, _, north := middleOf(im, "north")
	if x, _, _ := middleOf(im, "south"); x < 120 || south < 2*north || north == 0 {
		t.Errorf("south takes %d pixels about x = %v, north %d", south, x, north)
	}
}

// TestSameBytes holds that a scene is one picture, on one processor and on many.
func TestSameBytes(t *testing.T) {
	c := gather(t, example(t, "two-storey-house"), scene.Options{})
	opt := render.Options{Width: 500, Height: 400}
	first := paint(t, c, opt)
	for _, n := range []int{1, 4} {
		before := runtime.GOMAXPROCS(n)
		again := paint(t, gather(t, example(t, "two-storey-house"), scene.Options{}), opt)
		runtime.GOMAXPROCS(before)
		if !bytes.Equal(first, again) {
			t.Errorf("the picture differs on %d processors", n)
		}
	}
}

// TestProblems holds that what cannot be drawn, or would be blank, is a problem that
// says what to do.
func TestProblems(t *testing.T) {
	c := cross()
	far := geom.Point3{X: -9000, Y: -9000, Z: 2000}
	for name, opt := range map[string]render.Options{
		"no width":      {Width: -5, Height: 100},
		"too small":     {Width: 3, Height: 100},
		"100 megapixel": {Width: 10_000, Height: 10_000},
		"overflow":      {Width: math.MaxInt, Height: math.MaxInt},
		"unknown view":  {View: "isometric"},
		"both":          {View: "top", Eye: far},
		"eye in target": {Eye: far, Target: far.Add(geom.Point3{X: 0.5})},
		"no number":     {Eye: geom.Point3{X: math.NaN()}},
		"field of view": {Eye: far, FOV: 179},
		"eye inside":    {Eye: geom.Point3{X: 100, Y: 100, Z: 500}, Target: far},
		"looking away":  {Eye: far, Target: far.Scale(2)},
	} {
		var b bytes.Buffer
		err := render.PNG(t.Context(), &b, c, opt)
		var p *model.Problem
		if !errors.As(err, &p) || p.Hint == "" || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, b.Len())
		}
	}
	var p *model.Problem
	if err := render.Change(t.Context(), &bytes.Buffer{}, c, cross(), render.Options{}); !errors.As(err, &p) || p.Code != model.NotFound {
		t.Errorf("no change: %v", err)
	}
	if err := render.PNG(t.Context(), &bytes.Buffer{}, &scene.Scene{}, render.Options{}); !errors.As(err, &p) {
		t.Errorf("an empty scene: %v", err)
	}
}

// TestFarFromOrigin holds that a building is drawn alike wherever it stands.
func TestFarFromOrigin(t *testing.T) {
	here, there := cross(), cross()
	for i := range there.Solids {
		m := there.Solids[i].Mesh
		for k := range m.Points {
			m.Points[k] = m.Points[k].Add(geom.Point3{X: 9e8, Y: -9e8})
		}
	}
	opt := render.Options{Width: 200, Height: 200, NoTitle: true}
	a, b := decode(t, paint(t, here, opt)), decode(t, paint(t, there, opt))
	other := 0
	for y := range 200 {
		for x := range 200 {
			if distance(a.At(x, y), b.At(x, y)) > 12 {
				other++
			}
		}
	}
	if other > 200 {
		t.Errorf("%d pixels differ a thousand kilometres away", other)
	}
}
