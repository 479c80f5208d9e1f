package scene

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// ground answers how high the ground lies, since no record says it: at the lowest
// occupied level, or at the lowest terrace or floor that lies on it, so that foundations
// are in the earth and floors are not. A model without such a level stands on 0.
func ground(s *model.Snapshot) float64 {
	lowest := category.Level{}
	for _, l := range category.Levels(s).All() {
		if l.Kind == "occupied" {
			lowest = l
			break
		}
	}
	height := lowest.Elevation
	for f := range s.InCategory("slab") {
		r := f.Record()
		if r == nil || r.String("levelId") != lowest.ID || !category.Stands(s, r) {
			continue
		}
		if box, ok := category.Bounds(s, r); ok {
			height = min(height, box.Max.Z)
		}
	}
	return height
}
