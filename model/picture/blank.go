package picture

import (
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// blank tells whether a sheet shows nothing of the building: it must not be taken for a
// picture of something.
func (d *drawing) blank() bool {
	return !slices.ContainsFunc(d.sheet.Groups, func(g *Group) bool {
		return d.shown(g) && (len(g.Texts) > 0 || slices.ContainsFunc(g.Shapes, inked))
	})
}

// shown tells whether a group is of an element, or of what several have in common where they
// are cut.
func (d *drawing) shown(g *Group) bool {
	r := d.s.Record(g.ID)
	if r == nil {
		return g.Class == "cut"
	}
	c := category.Find(r.Category())
	return c != nil && c.Element()
}

// inked tells whether a shape differs from white paper.
func inked(s Shape) bool {
	return s.Style.Stroke.A != 0 || s.Style.Fill.A != 0 && s.Style.Fill != plain.blank
}

// because says with a problem, that there is nothing to draw, what the notes would have
// said.
func (d *drawing) because(p *model.Problem) error {
	if notes := d.remarks(); len(notes) > 0 {
		p.Message += ". " + notes[0]
		p.Details = map[string]any{"notes": notes}
	}
	return p
}

// whereabouts says where something is, for the end of a sentence.
func whereabouts(box geom.Box) string {
	if box.IsEmpty() {
		return ""
	}
	return fmt.Sprintf("; it lies from (%.0f, %.0f) to (%.0f, %.0f) mm", box.Min.X, box.Min.Y, box.Max.X, box.Max.Y)
}
