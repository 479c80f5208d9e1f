package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model/geom"
)

// fontFamily names the drawing's font, and what is near to it in width where it
// is not installed. Every text carries its width, so that it keeps its place.
const fontFamily = "Go, 'Liberation Sans', Arial, Helvetica, sans-serif"

// WriteSVG writes the sheet as a self-contained SVG in mm. A group of a record
// carries its id as data-id and its class as class. The only errors are w's.
func (s *Sheet) WriteSVG(w io.Writer) error {
	b := &bytes.Buffer{}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s" font-family="%s" stroke-linecap="round" stroke-linejoin="round" fill-rule="evenodd">`+"\n",
		decimal(s.Width), decimal(s.Height), decimal(s.Width), decimal(s.Height), fontFamily)
	fmt.Fprintf(b, "<title>%s</title>\n", escape(s.Title))
	fmt.Fprintf(b, `<rect width="%s" height="%s" fill="#fff"/>`+"\n", decimal(s.Width), decimal(s.Height))
	for _, g := range s.Groups {
		b.WriteString("<g")
		if g.ID != "" {
			fmt.Fprintf(b, ` data-id="%s"`, escape(g.ID))
		}
		fmt.Fprintf(b, " class=\"%s\">\n", escape(g.Class))
		for _, shape := range g.Shapes {
			s.svgShape(b, shape)
		}
		for _, t := range g.Texts {
			s.svgText(b, t)
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func (s *Sheet) svgShape(b *bytes.Buffer, shape Shape) {
	b.WriteString(`<path d="`)
	for _, line := range shape.Lines {
		command := byte('M')
		for _, p := range line.Points {
			b.WriteByte(command)
			s.svgPoint(b, p)
			command = 'L'
		}
		if line.Closed {
			b.WriteByte('Z')
		}
	}
	b.WriteString(`" fill="` + paint(shape.Style.Fill) + `"`)
	if a := shape.Style.Fill.A; a != 0 && a != 255 {
		fmt.Fprintf(b, ` fill-opacity="%s"`, decimal(float64(a)/255))
	}
	if shape.Style.Stroke.A != 0 && shape.Style.Pen > 0 {
		fmt.Fprintf(b, ` stroke="%s" stroke-width="%s"`, paint(shape.Style.Stroke), decimal(float64(shape.Style.Pen)))
		if dash := shape.Style.Dash.lengths(); dash != nil {
			parts := make([]string, len(dash))
			for i, d := range dash {
				parts[i] = decimal(d)
			}
			fmt.Fprintf(b, ` stroke-dasharray="%s"`, strings.Join(parts, " "))
		}
	}
	b.WriteString("/>\n")
}

func (s *Sheet) svgPoint(b *bytes.Buffer, p geom.Point) {
	b.WriteString(decimal(p.X))
	b.WriteByte(' ')
	b.WriteString(decimal(s.Height - p.Y))
}

func (s *Sheet) svgText(b *bytes.Buffer, t Text) {
	x, y := decimal(t.At.X), decimal(s.Height-t.At.Y)
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" textLength="%s" lengthAdjust="spacingAndGlyphs" fill="%s"`,
		x, y, decimal(t.Height/capHeight), decimal(TextWidth(t.String, t.Height, t.Bold)), paint(t.Color))
	if anchor := [...]string{Middle: "middle", End: "end"}[t.Anchor]; anchor != "" {
		fmt.Fprintf(b, ` text-anchor="%s"`, anchor)
	}
	if t.Bold {
		b.WriteString(` font-weight="bold"`)
	}
	if t.Angle != 0 {
		fmt.Fprintf(b, ` transform="rotate(%s %s %s)"`, decimal(-t.Angle), x, y)
	}
	fmt.Fprintf(b, ">%s</text>\n", escape(t.String))
}

// decimal writes a length with hundredths at most.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// paint writes a colour, "none" where it draws nothing.
func paint(c color.NRGBA) string {
	if c.A == 0 {
		return "none"
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// escape makes text safe in markup. What XML cannot hold becomes U+FFFD.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return 0xFFFD
		}
		return r
	}, text)
	return markup.Replace(text)
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
