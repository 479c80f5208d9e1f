package category

import (
	"reflect"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// band is the footprint of a wall between two heights.
type band struct {
	from, to float64
	regions  []geom.Region
}

// bandsOf answers the footprints of a wall from its base up, each as high as it is the
// same.
func bandsOf(s *model.Snapshot, r *model.Record) []band { return cached(s, r, ofBands, workOutBands) }

func workOutBands(s *model.Snapshot, r *model.Record) []band {
	w, ok := stripOf(s, r)
	if !ok {
		return nil
	}
	g := ground{s: s}
	regions, others := g.footprint(w)
	reach := g.outline(w).ring.Bounds().Grow(geom.JoinTolerance)
	others = slices.DeleteFunc(others, func(o strip) bool {
		return !o.mayReach(reach) || !g.outline(o).ring.Bounds().Intersects(reach)
	})
	heights := w.heights(others)
	if len(heights) == 2 {
		return []band{{w.base, w.top, regions}}
	}
	var out []band
	for i, to := range heights[1:] {
		regions, _ := g.between(heights[i], to).footprint(w)
		if n := len(out); n > 0 && reflect.DeepEqual(out[n-1].regions, regions) {
			out[n-1].to = to
		} else {
			out = append(out, band{heights[i], to, regions})
		}
	}
	return out
}

// heights answers base and top of a wall and, between them, those of others, rising.
func (w strip) heights(others []strip) []float64 {
	out := []float64{w.base, w.top}
	for _, o := range others {
		for _, z := range []float64{o.base, o.top} {
			if z > w.base+geom.JoinTolerance && z < w.top-geom.JoinTolerance {
				out = append(out, z)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// between answers the ground in the middle of two heights.
func (g ground) between(from, to float64) ground {
	middle := (from + to) / 2
	return ground{g.s, &middle}
}

// outline is a wall between its cut ends, before what others take of it.
type outline struct {
	ring geom.Ring
	cuts [2]cut
}

// outlineBand is the outline of a wall between two heights.
type outlineBand struct {
	from, to float64
	outline  outline
}

func (g ground) outline(w strip) outline {
	if g.at == nil {
		return cached(g.s, w.r, ofOutline, func(s *model.Snapshot, r *model.Record) outline {
			w, _ := stripOf(s, r) // what it follows from has to be read here
			return ground{s: s}.workOutOutline(w)
		})
	}
	for _, b := range cached(g.s, w.r, ofOutlines, workOutOutlines) {
		if *g.at >= b.from && *g.at < b.to {
			return b.outline
		}
	}
	return g.workOutOutline(w)
}

func (g ground) workOutOutline(w strip) outline {
	near := g.neighbours(w)
	cuts := [2]cut{w.joint(0, near), w.joint(1, near)}
	return outline{w.joined(cuts[0], cuts[1]), cuts}
}

// workOutOutlines answers the outlines of a wall from its base up.
func workOutOutlines(s *model.Snapshot, r *model.Record) []outlineBand {
	w, _ := stripOf(s, r)
	g := ground{s: s}
	heights := w.heights(g.neighbours(w))
	out := make([]outlineBand, 0, len(heights)-1)
	for i, to := range heights[1:] {
		line := g.between(heights[i], to).workOutOutline(w)
		if n := len(out); n > 0 && reflect.DeepEqual(out[n-1].outline, line) {
			out[n-1].to = to
		} else {
			out = append(out, outlineBand{heights[i], to, line})
		}
	}
	return out
}
