package check

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var stairSlabOpening = &Rule{Name: "stair.slab-opening", Severity: model.Warning, record: lookSlabOpening, on: stairCategory,
	Doc: "Slabs and ceilings are open where a stair passes them, with the headroom of stair.headroom over its steps.",
	Limits: []Limit{{Name: "area", Default: 0.02, Unit: "m²",
		Doc: "The area of a slab or ceiling that may be in the way."}}}

// lookSlabOpening leaves out what the stair starts on, a finish among it.
func lookSlabOpening(o *owner) {
	w, ok := category.StairParts(o.s, o.record)
	box, boxed := category.Space(o.s).Get(o.id())
	if !ok || !boxed || !category.Stands(o.s, o.record) {
		return
	}
	headroom := min(o.limitOf(stairHeadroom, "minimum"), mostHeadroom)
	started := category.Base(o.s, o.record) + 2*w.Riser
	for _, plate := range near(o.s, o.record, box.WithZ(box.Min.Z, box.Max.Z+headroom), "slab", "ceiling") {
		at, _ := category.Space(o.s).Get(plate.ID())
		if at.Max.Z <= started {
			continue
		}
		const least = 2 * geom.JoinTolerance
		needs := category.StairSpace(o.s, o.record, at.Min.Z, max(at.Max.Z, at.Min.Z+least), headroom)
		area := 0.0
		for _, g := range geom.Intersection(needs, category.Covered(o.s, plate)) {
			area += g.Area() / 1e6
		}
		if area > o.limit("area") {
			o.report(issue{pointer: "/topLevelId", with: []string{plate.ID()},
				message: fmt.Sprintf("%s is in the way of %s, or of those who walk on it, over %.2f m²; make an opening in it or a shaft through it",
					idText(plate.ID()), idText(o.id()), area)})
		}
	}
}

// limitOf answers a limit of another rule as the model sets it, else its default.
func (o *owner) limitOf(rule *Rule, name string) float64 {
	if a := o.set.byName[rule.Name]; a != nil {
		return a.limits[name]
	}
	for _, l := range rule.Limits {
		if l.Name == name {
			return l.Default
		}
	}
	return 0
}

// mostHeadroom is how high in mm over a stair rules look.
const mostHeadroom = 3000

var stairHeadroom = &Rule{Name: "stair.headroom", Severity: model.Error, record: lookHeadroom, on: stairCategory,
	Doc: "Nothing hangs lower over the walking line of a stair than the minimum: no beam, roof, pipe or other stair. Slabs and ceilings are stair.slab-opening's.",
	Limits: []Limit{{Name: "minimum", Default: category.StairHeadroom, Unit: "mm",
		Doc: "The clear height over the line of the nosings, at most 3000."}}}

// overhead are the categories of what may hang over a stair.
var overhead = []string{"beam", "brace", "roof", "stair", "pipe", "duct", "tray"}

func lookHeadroom(o *owner) {
	w, ok := category.StairParts(o.s, o.record)
	box, boxed := category.Space(o.s).Get(o.id())
	if !ok || !boxed || !category.Stands(o.s, o.record) {
		return
	}
	least := min(o.limit("minimum"), mostHeadroom)
	for _, other := range near(o.s, o.record, box.WithZ(box.Min.Z, box.Max.Z+least), overhead...) {
		clear, at := clearUnder(o.s, other, w.Line)
		if clear < least-geom.JoinTolerance {
			o.report(issue{pointer: "/path", with: []string{other.ID()},
				message: fmt.Sprintf("%s leaves %s over %s at %s; %s are needed: move one of them", idText(other.ID()), mm(max(clear, 0)), idText(o.id()), place(at), mm(least))})
		}
	}
}

// clearUnder answers the least clear height under an element over a line, and where.
func clearUnder(s *model.Snapshot, r *model.Record, line []geom.Point3) (clear float64, at geom.Point) {
	const apart = 50 // mm
	clear = math.Inf(1)
	for i := range len(line) - 1 {
		from, to := line[i], line[i+1]
		n := max(1, int(from.Plan().Dist(to.Plan())/apart))
		for k := range n + 1 {
			p := from.Lerp(to, float64(k)/float64(n))
			for _, body := range upright(s, r, p.Plan()) {
				if over := body.from - p.Z; body.to > p.Z+geom.JoinTolerance && over < clear {
					clear, at = over, p.Plan()
				}
			}
		}
	}
	return clear, at
}
