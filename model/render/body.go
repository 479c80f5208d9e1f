package render

import (
	"image/color"
	"math"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/scene"
)

// layer is what bodies hide each other in. What is seen of one layer lies over what is
// seen of those before it.
type layer uint8

const (
	opaque  layer = iota
	second        // glass behind glass
	veil          // glass, and what only surrounds what matters
	mark          // what is not there any more
	outline       // how what changed stood before
	layers
)

// hatch is a pattern that says without colours what a body is.
type hatch uint8

const (
	noHatch hatch = iota
	risingHatch
	fallingHatch
	crossHatch
)

// body is one solid as it is drawn.
type body struct {
	mesh     geom.Mesh
	color    color.NRGBA
	ink      color.NRGBA // of its edges
	layer    layer
	hatch    hatch
	twoSided bool
	pane     bool   // glass, behind which other glass shows
	flat     bool   // drawn without light: a cut face
	dashed   bool   // its edges
	matters  bool   // a picture of change is about it
	surface  uint32 // bodies of one surface that lie in one plane run into each other
}

// drawing is what a picture shows.
type drawing struct {
	model     string
	about     string // what the picture is about beside the view; empty for the building itself
	trueNorth float64
	ground    float64 // height of the ground
	earth     float64 // what lies below this height is in the earth, and not seen
	bodies    []body
	clumps    []clump // of the bodies
	legend    []row
	legendFor string // what the legend is of
	noShadow  bool   // because what is seen through would cast none
	zoom      bool   // onto the bodies that matter
}

// row is one row of a legend.
type row struct {
	label string
	color color.NRGBA
	hatch hatch
	ghost bool // drawn as an outline, with fill of its colour
	fill  uint8
	count int
}

var (
	ink      = color.NRGBA{R: 0x23, G: 0x26, B: 0x29, A: 255}
	glassInk = color.NRGBA{R: 0x4a, G: 0x5c, B: 0x66, A: 190}
	veilInk  = color.NRGBA{R: 0x62, G: 0x68, B: 0x6d, A: 150}
	veilFill = color.NRGBA{R: 0xd6, G: 0xd9, B: 0xdb, A: 40}
	cutInk   = color.NRGBA{R: 0x6a, G: 0x6f, B: 0x73, A: 255}
)

// glassAlpha is how much of what is behind it glass covers where it has the colour of a
// value.
const glassAlpha = 130

// surfaces numbers what bodies look like, so that equal ones share a number.
type surfaces map[surface]uint32

type surface struct {
	material string
	color    color.NRGBA
	cut      bool
}

func (s surfaces) number(of surface) uint32 {
	n, known := s[of]
	if !known {
		n = uint32(len(s))
		s[of] = n
	}
	return n
}

// newBody answers a solid as it is drawn where nothing else is said.
func (s surfaces) newBody(b scene.Solid) body {
	out := body{
		mesh: b.Mesh, color: b.Color, ink: ink,
		twoSided: !b.Closed, flat: b.Part == scene.PartCut,
		surface: s.number(surface{b.Material, b.Color, b.Part == scene.PartCut}),
	}
	if out.flat {
		out.ink = cutInk
	}
	if b.SeenThrough() && !out.flat {
		out.layer, out.ink, out.pane = veil, glassInk, true
	}
	return out
}

// fade makes a body what only surrounds what matters.
func (b *body) fade() {
	if b.flat {
		b.color, b.ink = color.NRGBA{R: 0xb4, G: 0xb8, B: 0xbb, A: 110}, veilInk
	} else {
		b.color, b.ink = veilFill, veilInk
	}
	b.layer, b.surface, b.pane = veil, 0, false
}

// paint gives a body a colour that means something.
func (b *body) paint(c color.NRGBA, number uint32) {
	c.A = 255
	b.color, b.layer, b.surface, b.ink, b.pane = c, opaque, number, ink, false
}

// looks answers solids by how each of their parts looks.
func looks(solids []scene.Solid) []scene.Solid {
	out := make([]scene.Solid, 0, len(solids))
	for _, b := range solids {
		out = append(out, b.Parts()...)
	}
	return out
}

// ordinary answers the drawing of one scene.
func ordinary(s *scene.Scene, opt Options) drawing {
	d := drawing{model: s.Model, trueNorth: s.TrueNorth, ground: s.Ground, noShadow: len(opt.Highlight) > 0}
	lit := map[string]bool{}
	for _, id := range opt.Highlight {
		lit[id] = true
	}
	numbers := surfaces{surface{}: 0}
	for _, solid := range looks(s.Solids) {
		b := numbers.newBody(solid)
		if opt.Colors != nil {
			if c, ok := opt.Colors.Of(solid.ID()); ok {
				glass := b.layer == veil
				b.paint(c, numbers.number(surface{material: "value", color: c, cut: b.flat}))
				if glass {
					b.color.A, b.layer = glassAlpha, veil
				}
			} else {
				b.fade()
			}
		}
		if len(lit) > 0 && !lit[solid.ID()] {
			b.fade()
		}
		d.bodies = append(d.bodies, b)
	}
	if opt.Colors != nil {
		d.legendFor = opt.Colors.Member
		for _, e := range opt.Colors.Entries {
			d.legend = append(d.legend, row{label: e.Label, color: e.Color, count: e.Count})
		}
	}
	return d
}

// settle decides where the ground lies and what of a drawing is in it. Nothing is where
// the ground is not drawn, where a picture is about single elements or their values, in
// the elevation of a section, which shows what is cut below the ground, and where all
// would be.
func (d *drawing) settle(opt Options) {
	cut, high, lowest := false, false, math.Inf(1)
	for _, c := range d.clumps {
		cut = cut || d.bodies[c.body].flat
		high = high || c.box.Max.Z > d.ground+1
		lowest = min(lowest, c.box.Min.Z)
	}
	section := cut && !opt.perspective() && views[opt.View].heights == 0
	d.earth = d.ground
	if opt.NoGround || opt.Colors != nil || d.noShadow || section || !high || opt.perspective() && opt.Eye.Z < d.ground {
		d.earth = math.Inf(-1)
		if !section {
			d.ground = lowest
		}
	}
}

func everyBody(*body) bool { return true }

// bounds answers the box around what of the bodies is not in the earth.
func (d drawing) bounds() geom.Box {
	box := geom.EmptyBox()
	for _, c := range d.clumps {
		box = box.Union(c.box)
	}
	return box.WithZ(max(box.Min.Z, d.earth), max(box.Max.Z, d.earth))
}
