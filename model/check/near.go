package check

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// neighbours are the sets of categories whose elements are compared where they
// touch in space.
var neighbours = [][]string{
	{"wall", "curtain-wall"},
	{"slab"},
}

// reachOfTouch is how far from an element's box others are compared with it, in mm.
const reachOfTouch = 15

// touching answers the files of the elements whose boxes come within reachOfTouch
// of a record's, the record's own not among them, sorted by nothing.
func touching(s *model.Snapshot, r *model.Record) []*model.File {
	box, ok := category.Bounds(s, r)
	if !ok {
		return nil
	}
	var files []*model.File
	for id := range category.Space(s).Search(box.Grow(reachOfTouch)) {
		if f := s.Get(id); f != nil && id != r.ID() {
			files = append(files, f)
		}
	}
	return files
}
