package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// mostNamed is how many elements a note names.
const mostNamed = 5

// tellBodiless notes which of the elements that a plan should show it could draw nothing
// of: walls without length, stairs that cannot be laid out, things without a size.
func (p *plan) tellBodiless() {
	if p.opt.Bounds != (geom.Box{}) {
		return // what lies beside the bounds is not drawn either
	}
	drawn := map[string]bool{}
	for _, g := range p.sheet.Groups {
		drawn[g.ID] = drawn[g.ID] || len(g.Shapes) > 0
	}
	var missing []string
	e := &p.seen
	for _, list := range [][]*model.Record{e.walls, e.glazing, e.low, e.columns, e.ways, e.things} {
		for _, r := range list {
			if id := r.ID(); !drawn[id] && !p.told(id) {
				missing = append(missing, id)
			}
		}
	}
	if text := bodiless(missing); text != "" {
		p.note(text)
	}
}

// told tells whether a note says already why an element is not drawn.
func (d *drawing) told(id string) bool {
	return slices.ContainsFunc(d.notes, func(note string) bool { return strings.Contains(note, id) })
}

// bodiless says that elements are not drawn, empty for none.
func bodiless(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	slices.Sort(ids)
	return "Not drawn, as they have no body: " + named(ids)
}

// named answers the first few of some names and how many more there are.
func named(list []string) string {
	text := strings.Join(list[:min(len(list), mostNamed)], ", ")
	if rest := len(list) - mostNamed; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}
