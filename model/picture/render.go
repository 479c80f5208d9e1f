package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"slices"
	"unicode"

	"github.com/tdewolff/canvas"
	"github.com/tdewolff/canvas/renderers/pdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// MaxPixels is how many pixels a PNG may have.
const MaxPixels = 50_000_000

// WritePNG writes the sheet with dpi pixels an inch of paper. A picture without
// a pixel, or with more than MaxPixels, is a *model.Problem; other errors are w's.
func (s *Sheet) WritePNG(w io.Writer, dpi float64) error {
	wide, high := s.Width/25.4*dpi, s.Height/25.4*dpi
	if !(wide >= 1 && high >= 1 && wide*high <= MaxPixels) {
		return &model.Problem{
			Code:    model.InvalidArgument,
			Message: fmt.Sprintf("A sheet of %.0f × %.0f mm would have %.0f × %.0f pixels; a picture has from 1 to %d million", s.Width, s.Height, wide, high, MaxPixels/1_000_000),
			Hint:    "Ask for fewer pixels, or for svg or pdf, which have none",
		}
	}
	p := newPixels(int(wide+0.5), int(high+0.5), dpi/25.4)
	if err := s.render(p); err != nil {
		return err
	}
	return png.Encode(w, p.img)
}

// WritePDF writes the sheet as one page in its true size.
func (s *Sheet) WritePDF(w io.Writer) error {
	var b bytes.Buffer
	doc := pdf.New(&b, s.Width, s.Height, nil)
	doc.SetInfo(s.Title, "", "", "", "")
	if err := s.render(doc); err != nil {
		return err
	}
	if err := doc.Close(); err != nil {
		return err
	}
	_, err := w.Write(timeless(b.Bytes()))
	return err
}

// render draws the sheet on white with the embedded fonts, which are read anew
// because the library's fonts change while they are used.
func (s *Sheet) render(r canvas.Renderer) error {
	family := canvas.NewFontFamily("Go")
	if err := family.LoadFont(goregular.TTF, 0, canvas.FontRegular); err != nil {
		return err
	}
	if err := family.LoadFont(gobold.TTF, 0, canvas.FontBold); err != nil {
		return err
	}
	white := canvas.Style{Fill: canvas.Paint{Color: canvas.White}}
	r.RenderPath(canvas.Rectangle(s.Width, s.Height), white, canvas.Identity)
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			renderShape(r, shape)
		}
		for _, t := range g.Texts {
			if t.String != "" {
				renderText(r, family, t)
			}
		}
	}
	return nil
}

// renderShape fills a shape and then strokes it, each by itself: for a stroke with the
// rule of even and odd the library writes an operator that PDF does not have.
func renderShape(r canvas.Renderer, shape Shape) {
	look := style(shape.Style)
	if look.HasFill() {
		fill := look
		fill.Stroke, fill.FillRule = canvas.Paint{}, canvas.EvenOdd
		r.RenderPath(path(wound(shape.Lines)), fill, canvas.Identity)
	}
	if look.HasStroke() {
		look.Fill = canvas.Paint{}
		r.RenderPath(path(shape.Lines), look, canvas.Identity)
	}
}

// wound answers closed lines counter-clockwise, and clockwise where they lie within an odd
// number of the others: then they are holes by any rule of filling.
func wound(lines []Line) []Line {
	if len(lines) < 2 {
		return lines
	}
	out := slices.Clone(lines)
	boxes := make([]geom.Box, len(lines))
	for i, l := range lines {
		boxes[i] = geom.Ring{Points: l.Points}.Bounds()
	}
	for i, l := range lines {
		hole := false
		for j, other := range lines {
			if i != j && boxes[j].Contains(boxes[i]) && lies(l.Points, other.Points) {
				hole = !hole
			}
		}
		if ring := (geom.Ring{Points: l.Points}); ring.IsCCW() == hole {
			out[i].Points = ring.Reverse().Points
		}
	}
	return out
}

// lies tells whether the first of points that is not on a ring lies in it.
func lies(points, ring []geom.Point) bool {
	for _, p := range points {
		if at := (geom.Ring{Points: ring}).Locate(p, geom.Epsilon); at != geom.OnEdge {
			return at == geom.Inside
		}
	}
	return false
}

// renderText draws a text in runs of one script each: the library lays the scripts
// of a line out over each other.
func renderText(r canvas.Renderer, family *canvas.FontFamily, t Text) {
	const pointsPerMM = 72 / 25.4
	weight := canvas.FontRegular
	if t.Bold {
		weight = canvas.FontBold
	}
	face := family.Face(t.Height/capHeight*pointsPerMM, premultiplied(t.Color), weight)
	x := 0.0
	switch width := TextWidth(t.String, t.Height, t.Bold); t.Anchor {
	case Middle:
		x = -width / 2
	case End:
		x = -width
	}
	m := canvas.Identity.Translate(t.At.X, t.At.Y).Rotate(t.Angle)
	for _, run := range scriptRuns(t.String) {
		r.RenderText(canvas.NewTextLine(face, run, canvas.Left), m.Translate(x, 0))
		x += TextWidth(run, t.Height, t.Bold)
	}
}

// scriptRuns breaks a text where a letter of another script follows.
func scriptRuns(text string) []string {
	var out []string
	from, last := 0, (*unicode.RangeTable)(nil)
	for i, r := range text {
		for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic} {
			if !unicode.Is(script, r) {
				continue
			}
			if last != nil && last != script {
				out = append(out, text[from:i])
				from = i
			}
			last = script
		}
	}
	return append(out, text[from:])
}

func path(lines []Line) *canvas.Path {
	p := &canvas.Path{}
	for _, line := range lines {
		for i, at := range line.Points {
			if i == 0 {
				p.MoveTo(at.X, at.Y)
			} else {
				p.LineTo(at.X, at.Y)
			}
		}
		if line.Closed && len(line.Points) > 0 {
			p.Close()
		}
	}
	return p
}

func style(s Style) canvas.Style {
	out := canvas.Style{
		Fill:         canvas.Paint{Color: premultiplied(s.Fill)},
		StrokeCapper: canvas.RoundCap,
		StrokeJoiner: canvas.RoundJoin,
	}
	if s.Stroke.A != 0 && s.Pen > 0 {
		out.Stroke = canvas.Paint{Color: premultiplied(s.Stroke)}
		out.StrokeWidth = float64(s.Pen)
		for _, d := range s.Dash.lengths() {
			out.Dashes = append(out.Dashes, d/out.StrokeWidth)
		}
	}
	return out
}

func premultiplied(c color.NRGBA) color.RGBA {
	return color.RGBAModel.Convert(c).(color.RGBA)
}
