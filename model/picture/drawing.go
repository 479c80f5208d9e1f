package picture

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/shape"
	"github.com/openeik/ekgit/model/tint"
)

// drawing is what plans, sections and elevations have in common while they are
// drawn.
type drawing struct {
	s          *model.Snapshot
	opt        PlanOptions // of a section those that it has too
	view       view
	sheet      *Sheet
	taken      *taken
	words      *taken // notes and dimensions of change: their lines may cross what is built, but no words
	soft       *taken // furniture, which the names of rooms keep off if they can
	look       func(id string) look
	pads       pads
	scheme     *tint.Scheme            // nil where nothing is coloured by a member
	notes      []remark                // for the sheet
	said       map[string]bool         // ids of elements that a note is about
	unlabelled []string                // what found no place for its label
	forms      map[string]*shape.Shape // by the id of the element
	faults     map[string]error        // of shapes that cannot be read, by their sha256
}

// pads are what dimensions, bubbles and heights take beside the drawing itself, in
// mm.
type pads struct{ left, bottom, right, top float64 }

// group starts what is drawn of a record, or of a part of the drawing.
func (d *drawing) group(id, class string) *Group {
	g := &Group{ID: id, Class: class}
	d.sheet.Groups = append(d.sheet.Groups, g)
	return g
}

// take keeps labels off a convex part of an element, as far as it is drawn.
func (d *drawing) take(points []geom.Point) {
	if seen := clipArea(points, d.view.frame); len(seen) > 0 {
		d.taken.put(seen)
	}
}

// takeRing keeps labels off a ring that may not be convex: off its edges.
func (d *drawing) takeRing(ring geom.Ring) {
	points := ring.Points
	if len(points) <= 4 {
		d.take(points)
		return
	}
	for i, q := range points {
		d.take([]geom.Point{q, points[(i+1)%len(points)]})
	}
}
