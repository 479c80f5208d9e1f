package answer

import (
	"strconv"

	"github.com/openeik/ekgit/model"
)

type picture struct {
	View   string
	Scale  float64
	Legend []struct {
		Label string
		Count int
	}
	Notes, Assumed []string
	Also           []model.Object
}

// picture writes what a picture shows; the picture itself is a file.
func (p *Page) picture(d picture) {
	scale := ""
	if d.Scale > 0 {
		scale = "at 1:" + strconv.FormatFloat(d.Scale, 'f', -1, 64)
	}
	p.line(p.Style.Strong.Render(oneLine(d.View)), scale)
	for _, e := range d.Legend {
		p.aside("%s: %d", oneLine(e.Label), e.Count)
	}
	for _, text := range append(d.Assumed, d.Notes...) {
		p.aside("%s", oneLine(text))
	}
	for _, r := range d.Also {
		p.aside("also: %s", p.Command(r))
	}
}
