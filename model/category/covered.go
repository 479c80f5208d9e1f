package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Covered answers what a slab, ceiling or roof covers in plan, a roof's overhang
// included: its outline less its holes and what openings and shafts cut out of it. It
// is none where the plate has no body.
func Covered(s *model.Snapshot, r *model.Record) []geom.Region {
	switch r.Category() {
	case "slab", "ceiling", "roof":
		if c, ok := canopyOf(s, r); ok {
			return c.rest
		}
	}
	return nil
}
