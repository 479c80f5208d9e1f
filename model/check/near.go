package check

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// sight is what the findings of a category's elements depend on beside them.
type sight struct {
	of     string   // whose findings
	sees   []string // elements of these categories
	beside float64  // so far in mm from the box of the one, in plan and down
	above  float64  // and so far above it
}

// sights hold for findings about elements that are near each other. Rooms, whose
// boundaries may be far from their seeds, are not among them.
var sights = []sight{
	{"wall", wallCategories, reachOfTouch, reachOfTouch},
	{"curtain-wall", wallCategories, reachOfTouch, reachOfTouch},
	{"slab", []string{"slab"}, reachOfTouch, reachOfTouch},
	{"beam", bearing, farthestBearing, farthestBearing},
	{"roof", []string{"wall", "curtain-wall", "opening", "shaft"}, besideRoof, besideRoof},
	{"stair", slices.Concat(overhead, []string{"slab", "ceiling", "opening", "shaft"}), besideStair, mostHeadroom},
}

// seenFrom answers the files of the elements whose findings may depend on a record.
func seenFrom(s *model.Snapshot, r *model.Record) []*model.File {
	box, ok := category.Bounds(s, r)
	looking := slices.DeleteFunc(slices.Clone(sights), func(g sight) bool { return !slices.Contains(g.sees, r.Category()) })
	if !ok || len(looking) == 0 {
		return nil
	}
	joins := reachOfJoins(s, r, box)
	farthest := 0.0
	for _, g := range looking {
		farthest = max(farthest, g.beside, g.above)
	}
	var files []*model.File
	for id := range category.Space(s).Search(box.Grow(farthest + joins)) {
		f := s.Get(id)
		theirs, boxed := category.Space(s).Get(id)
		if f == nil || !boxed || id == r.ID() {
			continue
		}
		for _, g := range looking {
			if g.of == f.Category() && g.view(theirs).Grow(joins).Intersects(box) {
				files = append(files, f)
				break
			}
		}
	}
	return files
}

// view answers the box in which an element sees others.
func (g sight) view(box geom.Box) geom.Box {
	seen := box.Grow(g.beside)
	return seen.WithZ(seen.Min.Z, box.Max.Z+g.above)
}

// reachOfJoins answers how far from a wall's box the footprints of others may differ
// with it: a mitre reaches ten half thicknesses at most.
func reachOfJoins(s *model.Snapshot, r *model.Record, box geom.Box) float64 {
	if !category.IsWall(r) {
		return 0
	}
	const halves = 10
	thickest, _ := category.Thickness(s, r)
	for id := range category.Space(s).Search(box.Grow(geom.JoinTolerance)) {
		if other := s.Record(id); other != nil && category.IsWall(other) {
			thickness, _ := category.Thickness(s, other)
			thickest = max(thickest, thickness)
		}
	}
	return halves * thickest / 2
}

// bounding are the categories of what decides which area a room has and who enters it.
var bounding = []string{"wall", "curtain-wall", "column", "separator", "door", "opening", "room"}

// roomCut is the height in mm over the floor of a room at which its boundary is looked
// for; the floor itself may lie as far off its level.
const roomCut = 300

// cutWith tells whether what a box holds may be cut where the boundary of a room is
// looked for. What has no known height is a flat box.
func cutWith(s *model.Snapshot, room *model.Record, box geom.Box) bool {
	base := category.Base(s, room)
	low, high := base, base+2*roomCut
	return box.Min.Z < high+geom.JoinTolerance && (box.Max.Z > low-geom.JoinTolerance || box.Max.Z == box.Min.Z && box.Max.Z > base-2*roomCut)
}

// roomsAround answers the rooms whose boundary a record may touch or, where nothing
// closes around them, may close.
func roomsAround(s *model.Snapshot, r *model.Record) []*model.File {
	box, ok := category.Bounds(s, r)
	if !ok || !slices.Contains(bounding, r.Category()) || s.Count("room") == 0 {
		return nil
	}
	space := category.Space(s)
	touched := box.Grow(reachOfTouch+reachOfJoins(s, r, box)).WithZ(0, 0)
	var rooms []*model.File
	for id := range space.Search(space.Bounds().WithZ(box.Min.Z-2*roomCut, box.Max.Z+2*roomCut)) {
		f := s.Get(id)
		if f == nil || f.Category() != "room" || f.Record() == nil || !cutWith(s, f.Record(), box) {
			continue
		}
		if area, closed := category.Boundary(s, f.Record()); !closed || area.Region.Bounds().Intersects(touched) {
			rooms = append(rooms, f)
		}
	}
	return rooms
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
