package picture

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/openeik/ekgit/model/geom"
)

// The Go fonts have capitals of capHeight em; descent is what the longest
// letters reach below the baseline, as a part of the height of capitals.
const (
	capHeight = 0.722
	descent   = 0.29
)

// emUnits is how finely the fonts are read: so many units an em.
const emUnits = 1 << 11

// typeface holds how wide the runes of one font are, in em, and their outlines.
type typeface struct {
	mu       sync.Mutex
	font     *sfnt.Font
	buf      sfnt.Buffer
	known    map[rune]float64
	outlines map[rune][][]geom.Point
}

// fonts reads the two embedded fonts once.
var fonts = sync.OnceValue(func() [2]*typeface {
	var out [2]*typeface
	for i, data := range [2][]byte{goregular.TTF, gobold.TTF} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the data is part of the program
		}
		out[i] = &typeface{font: f, known: map[rune]float64{}, outlines: map[rune][][]geom.Point{}}
	}
	return out
})

func typefaceOf(bold bool) *typeface {
	if bold {
		return fonts()[1]
	}
	return fonts()[0]
}

// TextWidth answers the width in mm of a line of text whose capitals are height
// mm high, by the metrics of the font that it is drawn in.
func TextWidth(text string, height float64, bold bool) float64 {
	face := typefaceOf(bold)
	face.mu.Lock()
	defer face.mu.Unlock()
	em := 0.0
	for _, r := range text {
		em += face.of(r)
	}
	return em * height / capHeight
}

// of answers the advance of a rune in em. The caller holds the lock.
func (a *typeface) of(r rune) float64 {
	if w, ok := a.known[r]; ok {
		return w
	}
	glyph, err := a.font.GlyphIndex(&a.buf, r)
	width := 0.6
	if err == nil {
		if adv, err := a.font.GlyphAdvance(&a.buf, glyph, fixed.I(emUnits), font.HintingNone); err == nil {
			width = float64(adv) / 64 / emUnits
		}
	}
	a.known[r] = width
	return width
}
