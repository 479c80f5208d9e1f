package picture

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The Go fonts have capitals of capHeight em; descent is what the longest
// letters reach below the baseline, as a part of the height of capitals.
const (
	capHeight = 0.722
	descent   = 0.29
)

// advances holds how wide the runes of one font are, in em.
type advances struct {
	mu    sync.Mutex
	font  *sfnt.Font
	buf   sfnt.Buffer
	known map[rune]float64
}

// fonts reads the two embedded fonts once.
var fonts = sync.OnceValue(func() [2]*advances {
	var out [2]*advances
	for i, data := range [2][]byte{goregular.TTF, gobold.TTF} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the data is part of the program
		}
		out[i] = &advances{font: f, known: map[rune]float64{}}
	}
	return out
})

// TextWidth answers the width in mm of a line of text whose capitals are height
// mm high, by the metrics of the font that it is drawn in.
func TextWidth(text string, height float64, bold bool) float64 {
	face := fonts()[0]
	if bold {
		face = fonts()[1]
	}
	face.mu.Lock()
	defer face.mu.Unlock()
	em := 0.0
	for _, r := range text {
		em += face.of(r)
	}
	return em * height / capHeight
}

// of answers the advance of a rune in em. The caller holds the lock.
func (a *advances) of(r rune) float64 {
	if w, ok := a.known[r]; ok {
		return w
	}
	const units = 1 << 11
	glyph, err := a.font.GlyphIndex(&a.buf, r)
	width := 0.6
	if err == nil {
		if adv, err := a.font.GlyphAdvance(&a.buf, glyph, fixed.I(units), font.HintingNone); err == nil {
			width = float64(adv) / 64 / units
		}
	}
	a.known[r] = width
	return width
}
