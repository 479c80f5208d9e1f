package picture

import "image/color"

// Palette is the colours of a picture of change. Dashes, hatches and words say the
// same, so that it can be read in black on white.
type Palette struct {
	Added, Removed, Changed color.NRGBA
}

// Palettes by name: green and red as in reviews of text, the colours of German
// and Austrian building applications (new is red, taken down yellow), and black.
var (
	GreenRed  = Palette{Added: color.NRGBA{R: 0x1a, G: 0x7f, B: 0x37, A: 255}, Removed: color.NRGBA{R: 0xcf, G: 0x22, B: 0x2e, A: 255}, Changed: color.NRGBA{R: 0xb0, G: 0x6d, B: 0x00, A: 255}}
	RedYellow = Palette{Added: color.NRGBA{R: 0xcf, G: 0x22, B: 0x2e, A: 255}, Removed: color.NRGBA{R: 0xa8, G: 0x8a, B: 0x00, A: 255}, Changed: color.NRGBA{R: 0x0b, G: 0x4f, B: 0xb3, A: 255}}
	BlackOnly = Palette{Added: gray(0), Removed: gray(0), Changed: gray(0)}
)

// The patterns that tell the kinds of change apart without colours.
var (
	addedPattern   = &hatch{angles: []float64{45}, spacing: 1.2}
	removedPattern = &hatch{angles: []float64{45, -45}, spacing: 1.6}
	changedPattern = &hatch{angles: []float64{-45}, spacing: 1.2}
)

// tint mixes a colour with white: part of it, from 0 to 1, is left.
func tint(c color.NRGBA, part float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v)*part + 255*(1-part)) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 255}
}

func (p Palette) added() look {
	return look{ink: p.Added, solid: tint(p.Added, 0.4), blank: tint(p.Added, 0.12), tint: true, pattern: addedPattern}
}

func (p Palette) changed() look {
	return look{ink: p.Changed, solid: tint(p.Changed, 0.45), blank: tint(p.Changed, 0.15), tint: true, pattern: changedPattern}
}

// removed lets what stands there now be seen through it.
func (p Palette) removed() look {
	faint := p.Removed
	faint.A = 40
	return look{ink: p.Removed, solid: faint, blank: faint, dash: Dotted, tint: true, pattern: removedPattern}
}

// before is only an outline.
func (p Palette) before() look {
	return look{ink: p.Changed, dash: LongDash, tint: true}
}
