package picture

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// run is how far the outer face of what is built reaches along a side, and how far out it
// lies, in mm of the model.
type run struct{ low, high, out float64 }

const (
	flushRuns  = 20  // mm up to which two faces are one, and two ends are one corner
	leastShown = 100 // mm of a face that is worth a dimension
)

// facade answers the runs of outer walls and fronts that a side sees, from its low end on:
// those further off only where nothing stands before them.
func (p *plan) facade(e edge) []run {
	var runs []run
	for _, r := range slices.Concat(p.seen.walls, p.seen.glazing) {
		out, ok := category.Outside(p.s, r)
		if r.Has("hostId") || !ok || out.Dot(e.out) < 0.999 {
			continue
		}
		for _, f := range category.Footprint(p.s, r) {
			box := f.Bounds()
			low, high := box.Min.Plan().Dot(e.along), box.Max.Plan().Dot(e.along)
			runs = append(runs, run{low, high, max(box.Min.Plan().Dot(e.out), box.Max.Plan().Dot(e.out))})
		}
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(b.out, a.out), cmp.Compare(a.low, b.low)) })
	var seen []run
	var before cover
	for _, r := range runs {
		for _, g := range before.gaps(stretch{r.low, r.high}) {
			seen = append(seen, run{g.from, g.to, r.out})
		}
		before = before.with(stretch{r.low, r.high})
	}
	slices.SortFunc(seen, func(a, b run) int { return cmp.Compare(a.low, b.low) })
	var merged []run
	for _, r := range seen {
		if n := len(merged); n > 0 && r.low-merged[n-1].high < flushRuns && max(r.out, merged[n-1].out)-min(r.out, merged[n-1].out) < flushRuns {
			merged[n-1].high = max(merged[n-1].high, r.high)
			continue
		}
		merged = append(merged, r)
	}
	return slices.DeleteFunc(merged, func(r run) bool { return r.high-r.low < leastShown })
}

// sees tells whether a place along a side of a face so far out is seen from there.
func sees(facade []run, at, out float64) bool {
	return slices.ContainsFunc(facade, func(r run) bool { return at > r.low && at < r.high && out > r.out-flushRuns })
}

// faceOf answers how far out the outer face of what hosts an opening lies.
func (p *plan) faceOf(host *model.Record, e edge) float64 {
	out := 0.0
	for i, f := range category.Footprint(p.s, host) {
		box := f.Bounds()
		here := max(box.Min.Plan().Dot(e.out), box.Max.Plan().Dot(e.out))
		if i == 0 || here > out {
			out = here
		}
	}
	return out
}
