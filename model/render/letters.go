package render

import (
	"image"
	"image/color"
	"image/draw"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

var fonts = sync.OnceValues(func() (out [2]*opentype.Font, err error) {
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		if out[i], err = opentype.Parse(data); err != nil {
			return out, err
		}
	}
	return out, nil
})

// letters writes text of one size onto pictures. It must not be used concurrently.
type letters struct {
	faces [2]font.Face
	size  float64 // of an em, in pixels
}

func newLetters(size float64) (*letters, error) {
	known, err := fonts()
	if err != nil {
		return nil, err
	}
	l := &letters{size: size}
	for i, f := range known {
		l.faces[i], err = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *letters) face(bold bool) font.Face {
	if bold {
		return l.faces[1]
	}
	return l.faces[0]
}

// width answers how many pixels a text is wide.
func (l *letters) width(text string, bold bool) float64 {
	return float64(font.MeasureString(l.face(bold), text)) / 64
}

// fit answers a text that is shortened, with an ellipsis, until it fits.
func (l *letters) fit(text string, width float64, bold bool) string {
	if l.width(text, bold) <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; l.width(short, bold) <= width {
			return short
		}
	}
	return ""
}

// write writes a text whose baseline begins at x, y.
func (l *letters) write(on draw.Image, x, y float64, text string, bold bool, c color.NRGBA) {
	d := font.Drawer{Dst: on, Src: image.NewUniform(c), Face: l.face(bold), Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	d.DrawString(text)
}
