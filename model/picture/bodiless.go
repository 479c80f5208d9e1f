package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// remark is a note of a sheet, about some elements if it names any.
type remark struct {
	before string
	ids    []string
	after  string
}

// mostNamed is how many elements a note names.
const mostNamed = 5

func (r remark) String() string {
	if len(r.ids) == 0 {
		return r.before + r.after
	}
	slices.Sort(r.ids)
	return r.before + named(r.ids) + r.after
}

// named answers the first few of some names and how many more there are.
func named(list []string) string {
	text := strings.Join(list[:min(len(list), mostNamed)], ", ")
	if rest := len(list) - mostNamed; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// note remembers something that the sheet says, once.
func (d *drawing) note(text string) {
	d.remark(text, "")
}

// remark answers the note with these words, which is made where there is none.
func (d *drawing) remark(before, after string) *remark {
	i := slices.IndexFunc(d.notes, func(r remark) bool { return r.before == before && r.after == after })
	if i < 0 {
		i = len(d.notes)
		d.notes = append(d.notes, remark{before: before, after: after})
	}
	return &d.notes[i]
}

// noteOf adds an element to those that a note names between its words. Of every element
// only the first reason is told.
func (d *drawing) noteOf(id, before, after string) {
	if d.said[id] {
		return
	}
	if d.said == nil {
		d.said = map[string]bool{}
	}
	d.said[id] = true
	r := d.remark(before, after)
	r.ids = append(r.ids, id)
}

// remarks answers the notes of the sheet.
func (d *drawing) remarks() []string {
	var out []string
	for _, r := range d.notes {
		out = append(out, r.String())
	}
	return out
}

// What notes say of elements that are not drawn, or not as they should be.
const (
	noBody  = "Not drawn, as they have no body: "
	noArea  = "Without an area, as nothing encloses them: "
	crosses = "Without a body or area, as their outline crosses or touches itself: "
)

// tellBodiless notes of which elements that the plan should show there is nothing to draw:
// walls without length, outlines that cross themselves, things without a size, doors that
// lie beside their wall.
func (p *plan) tellBodiless() {
	drawn := p.drawn()
	for _, r := range slices.Concat(p.seen.all(), p.seen.ceilings) {
		switch {
		case tangled(r):
			p.noteOf(r.ID(), crosses, "")
		case p.hasForm(r, drawn):
		case r.Category() == "room":
			p.noteOf(r.ID(), noArea, "")
		default:
			p.noteOf(r.ID(), noBody, "")
		}
	}
	p.tellNowhere(func(r *model.Record) bool {
		return r.String("levelId") == p.level.ID && !notInPlans[r.Category()] && p.couldBeIn(r)
	})
}

// drawn answers the ids of what has lines or areas on the sheet.
func (p *plan) drawn() map[string]bool {
	drawn := map[string]bool{}
	if p.sheet == nil {
		return drawn
	}
	for _, g := range p.sheet.Groups {
		drawn[g.ID] = drawn[g.ID] || len(g.Shapes) > 0
	}
	return drawn
}

// tellNowhere notes which elements of a kind that the options ask for stand nowhere.
func (d *drawing) tellNowhere(of func(*model.Record) bool) {
	for _, id := range slices.Sorted(category.Space(d.s).Nowhere()) {
		if r := d.s.Record(id); d.shows(r) && of(r) {
			d.noteOf(id, noBody, "")
		}
	}
}

// shows tells whether a record is among those that the options ask for.
func (d *drawing) shows(r *model.Record) bool {
	return r != nil && (d.opt.Show == nil || d.opt.Show(r.ID())) && category.StandsIn(d.s, r, d.opt.Phase)
}

// tangled tells whether an outline crosses or touches itself.
func tangled(r *model.Record) bool {
	region, ok := category.Outline(r)
	if !ok {
		return false
	}
	_, clash := region.Outer.Clash()
	return clash
}

// notInPlans are elements that no plan draws.
var notInPlans = map[string]bool{"ceiling": true, "foundation": true, "brace": true}

// couldBeIn tells whether what a record says of its place does not lie beside the bounds.
func (p *plan) couldBeIn(r *model.Record) bool {
	if p.opt.Bounds == (geom.Box{}) {
		return true
	}
	at, ok := anchor(p.s, r)
	return !ok || p.opt.Bounds.WithZ(0, 0).ContainsPoint(at.At(0))
}

// hasForm tells whether there is something of an element to draw, be it out of sight.
// Bodies are asked for only where nothing was drawn.
func (p *plan) hasForm(r *model.Record, drawn map[string]bool) bool {
	switch r.Category() {
	case "room":
		_, ok := roomRegion(p.s, r)
		return ok
	case "shaft":
		_, ok := category.Outline(r)
		return ok
	case "separator":
		line, ok := category.Baseline(r)
		return ok && line.Length() > geom.Epsilon
	case "door", "window", "opening":
		gap, ok := p.gapOf(r)
		return ok && gap.half > geom.Epsilon
	}
	return drawn[r.ID()] || len(p.bodiesOf(r)) > 0
}
