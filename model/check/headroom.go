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

// clearUnder answers the least clear height under an element over a line, and where. It
// is linear along the line over each face, so the ends of faces tell it.
func clearUnder(s *model.Snapshot, r *model.Record, line []geom.Point3) (clear float64, at geom.Point) {
	clear = math.Inf(1)
	bodies := category.Bodies(s, r)
	for i := range len(line) - 1 {
		from, to := line[i], line[i+1]
		for _, share := range facesOver(bodies, from.Plan(), to.Plan()) {
			p := from.Lerp(to, share)
			for _, body := range upright(s, r, p.Plan()) {
				if over := body.from - p.Z; body.to > p.Z+geom.JoinTolerance && over < clear {
					clear, at = over, p.Plan()
				}
			}
		}
	}
	return clear, at
}

// facesOver answers where faces that look down begin and end over a line in plan, just
// within them, as shares of its length.
func facesOver(bodies []category.Body, from, to geom.Point) []float64 {
	const within = 0.1 // mm
	length := to.Sub(from).Len()
	box := geom.BoxOf(from.At(0), to.At(0))
	var out []float64
	for _, b := range bodies {
		if !b.Mesh.Bounds().WithZ(0, 0).Intersects(box) || length <= 2*within {
			continue
		}
		for _, t := range b.Mesh.Triangles {
			corners := [3]geom.Point{b.Mesh.Points[t[0]].Plan(), b.Mesh.Points[t[2]].Plan(), b.Mesh.Points[t[1]].Plan()}
			low, high := 0.0, 1.0
			for k, p := range corners {
				edge := corners[(k+1)%3].Sub(p)
				a, c := edge.Cross(from.Sub(p)), edge.Cross(to.Sub(p)) // positive inside of what looks down
				switch {
				case a < 0 && c < 0, a <= 0 && c <= 0 && a != c:
					low, high = 1, 0
				case a < 0:
					low = max(low, a/(a-c))
				case c < 0:
					high = min(high, a/(a-c))
				}
			}
			area := corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[0]))
			if nudge := within / length; area > 0 && high-low > 2*nudge {
				out = append(out, low+nudge, high-nudge)
			}
		}
	}
	return out
}
