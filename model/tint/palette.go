package tint

import "image/color"

// Palette is the colours of a picture of change. Dashes, hatches and words say the
// same, so that it can be read in black on white.
type Palette struct {
	Added, Removed, Changed color.NRGBA
}

// The palettes of change: green and red as in reviews of text, the colours of
// German and Austrian building applications (new is red, taken down yellow), and black.
var (
	GreenRed  = Palette{Added: rgb(0x1a7f37), Removed: rgb(0xcf222e), Changed: rgb(0xb06d00)}
	RedYellow = Palette{Added: rgb(0xcf222e), Removed: rgb(0xa88a00), Changed: rgb(0x0b4fb3)}
	BlackOnly = Palette{Added: rgb(0), Removed: rgb(0), Changed: rgb(0)}
)

// PaletteNames are the names that ParsePalette knows.
var PaletteNames = []string{"green-red", "red-yellow", "black"}

// ParsePalette answers the palette of a name, the first where it is empty.
func ParsePalette(name string) (Palette, bool) {
	switch name {
	case "", "green-red":
		return GreenRed, true
	case "red-yellow":
		return RedYellow, true
	case "black":
		return BlackOnly, true
	}
	return Palette{}, false
}

// Mix answers a colour mixed with white: part of it, from 0 to 1, is left.
func Mix(c color.NRGBA, part float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v)*part + 255*(1-part)) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 255}
}

// rgb answers the opaque colour 0xrrggbb.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}
