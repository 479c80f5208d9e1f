package diffview

import (
	"math"
	"sort"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// gridLine is a grid of the model, by its label.
type gridLine struct {
	label string
	line  geom.Curve
}

// manyGrids is how many grids are looked at: beyond that they are no axes to name
// places by.
const manyGrids = 500

func gridLines(s *model.Snapshot) []gridLine {
	var lines []gridLine
	for f := range s.InCategory("grid") {
		r := f.Record()
		if r == nil || len(lines) == manyGrids {
			continue
		}
		line, ok := category.Baseline(r)
		if label := plain(r.String("name")); ok && label != "" && line.Length() > 0 {
			lines = append(lines, gridLine{clip(label, 12), line})
		}
	}
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].label < lines[j].label })
	return lines
}

// How near in mm to an axis something is on it, how near a line that runs along it is
// named by it alone, and how far away nothing is named by it.
const (
	onGrid     = 300
	nearGrid   = 2000
	offTheGrid = 20_000
)

// gridRef answers where a record stands by the nearest two axes that cross: "at grid
// B/2", "near grid B/2". Walls and beams that run along an axis are "on grid B". It
// is empty where there are no such axes.
func (t *teller) gridRef(r *model.Record) string {
	if len(t.grids) == 0 {
		return ""
	}
	if line, ok := lineOf(r); ok {
		if at := t.alongGrid(line); at != "" {
			return at
		}
	}
	p, ok := t.middle(r)
	if !ok {
		return ""
	}
	first, near := t.nearest(p, nil)
	if first == nil {
		return ""
	}
	second, nearSecond := t.nearest(p, first)
	if second == nil {
		return ""
	}
	a, b := first.label, second.label
	if isNumber(a) && !isNumber(b) { // letters first
		a, b = b, a
	}
	if max(near, nearSecond) <= onGrid {
		return "at grid " + a + "/" + b
	}
	return "near grid " + a + "/" + b
}

// alongGrid answers the axis that a line runs along.
func (t *teller) alongGrid(line geom.Curve) string {
	var best *gridLine
	least := float64(nearGrid)
	for i, g := range t.grids {
		if d := g.line.Project(line.PointAt(line.Length() / 2)).Distance; parallel(g.line, line) && d < least {
			best, least = &t.grids[i], d
		}
	}
	switch {
	case best == nil:
		return ""
	case least <= onGrid:
		return "on grid " + best.label
	}
	return "near grid " + best.label
}

func isNumber(label string) bool { return label != "" && label[0] >= '0' && label[0] <= '9' }

// nearest answers the axis nearest to a point, of those that cross another one where
// that is given.
func (t *teller) nearest(p geom.Point, crossing *gridLine) (*gridLine, float64) {
	var best *gridLine
	least := float64(offTheGrid)
	for i := range t.grids {
		g := &t.grids[i]
		if crossing != nil && parallel(g.line, crossing.line) {
			continue
		}
		if d := g.line.Project(p).Distance; d < least {
			best, least = g, d
		}
	}
	return best, least
}

// parallel tells whether two lines run within 20 degrees of each other.
func parallel(a, b geom.Curve) bool {
	u, v := a.End.Sub(a.Start).Unit(), b.End.Sub(b.Start).Unit()
	return math.Abs(u.Cross(v)) < math.Sin(20*math.Pi/180)
}
