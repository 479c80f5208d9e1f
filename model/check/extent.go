package check

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

var elementExtent = &Rule{Name: "element.extent", Severity: model.Warning, record: lookExtent,
	Doc: "An element is no larger than a site, and lies near the model's zero: drawings leave out what reaches far beyond the rest.",
	Limits: []Limit{
		{Name: "size", Default: 2_000_000, Unit: "mm", Doc: "The most that an element extends along an axis."},
		{Name: "distance", Default: 100_000_000, Unit: "mm", Doc: "The most that an element lies from the model's zero along an axis; no section can be cut beyond it."},
	}}

func lookExtent(o *owner) {
	if d := category.Find(o.category()); d == nil || !d.Element() {
		return
	}
	box, ok := category.Bounds(o.s, o.record)
	if !ok {
		return
	}
	size := box.Size()
	if reach := max(size.X, size.Y, size.Z); reach > o.limit("size") {
		o.found("", "%s extends over %s, which no building does: look for a number with too many digits", idText(o.id()), metres(reach))
		return
	}
	far := max(math.Abs(box.Min.X), math.Abs(box.Max.X), math.Abs(box.Min.Y), math.Abs(box.Max.Y), math.Abs(box.Min.Z), math.Abs(box.Max.Z))
	if far > o.limit("distance") {
		o.found("", "%s lies %s from the model's zero; move the model near to it", idText(o.id()), metres(far))
	}
}

var curtainWallGrid = &Rule{Name: "curtain-wall.grid", Severity: model.Warning, record: lookGrid, on: []string{"curtain-wall"},
	Doc: "Mullions and transoms stand further apart than twice their width, and are no more than can be drawn; others are left out."}

func lookGrid(o *owner) {
	line, _ := category.Baseline(o.record)
	base, height := category.Base(o.s, o.record), 0.0
	if top, ok := category.Top(o.s, o.record); ok {
		height = top - base
	}
	for _, g := range []struct {
		member string
		length float64
	}{{"mullionSpacing", line.Length()}, {"transomSpacing", height}} {
		every, ok := o.record.Number(g.member)
		switch {
		case !ok || every <= 0:
		case every <= category.LeastBarSpacing:
			o.found("/"+g.member, "%s of %s is %s; bars need more than %s, and none are made: set it to what it is", g.member, idText(o.id()), fine(every), mm(category.LeastBarSpacing))
		case g.length/every > category.MostBars:
			o.found("/"+g.member, "%s of %s is %s on %s: only %d bars are made; set it to what it is", g.member, idText(o.id()), mm(every), metres(g.length), category.MostBars)
		}
	}
}
