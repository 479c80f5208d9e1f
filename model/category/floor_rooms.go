package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// floor is the closed areas of a floor with what is in them.
type floor struct {
	key floorKey
	*faces
	areas    []Enclosure // those of the faces, whole
	outlined []outlined
	voids    []geom.Region // shafts, openings of the floor, columns that bound nothing; they may overlap
}

// outlined is a room that has an outline.
type outlined struct {
	id     string
	region geom.Region
	box    geom.Box
}

func floorAt(s *model.Snapshot, k floorKey) *floor {
	return cached(s, k.record(s), ofFloor, func(s *model.Snapshot, _ *model.Record) *floor { return newFloor(s, k) })
}

// floorOf answers the floor of a room, door or level. Where it stands no higher or
// lower than what is overlooked, that is its level's.
func floorOf(s *model.Snapshot, r *model.Record) *floor {
	k := floorKey{z: Base(s, r), phase: standingPhase(s, r)}
	if r.Category() == "level" {
		k.z = r.NumberOr("elevation", 0)
	} else if z := Elevation(s, r); k.z > z-cutAbove && k.z < z+cutAbove {
		k.z = z
	}
	return floorAt(s, k)
}

// standingPhase answers the last phase in which a record stands, empty for the
// model's last.
func standingPhase(s *model.Snapshot, r *model.Record) string {
	if Stands(s, r) {
		return ""
	}
	for _, phase := range slices.Backward(s.Manifest().Phases) {
		if StandsIn(s, r, phase) {
			return phase
		}
	}
	return ""
}

func newFloor(s *model.Snapshot, k floorKey) *floor {
	f := &floor{key: k, faces: facesAt(s, k)}
	f.areas = slices.Clone(f.faces.areas)
	f.findVoids(s, k)
	for i := range f.areas {
		f.areas[i].Voids = inside(f.areas[i].Region, f.voids)
	}
	f.placeRooms(s, k)
	f.findDoors(s, k)
	for i := range f.areas {
		slices.Sort(f.areas[i].Rooms)
		slices.Sort(f.areas[i].Doors)
		f.areas[i].Doors = slices.Compact(f.areas[i].Doors)
	}
	return f
}

// placeRooms finds the areas of the rooms that stand on the floor or reach through
// its plane.
func (f *floor) placeRooms(s *model.Snapshot, k floorKey) {
	for _, id := range k.slice(s) {
		r := s.Record(id)
		if r == nil || r.Category() != "room" || !k.cuts(s, r) {
			continue
		}
		at, placed := middleOf(r)
		if region, ok := Outline(r); ok {
			f.outlined = append(f.outlined, outlined{id, region, region.Bounds()})
		}
		if i := f.areaAt(at); placed && i >= 0 {
			f.areas[i].Rooms = append(f.areas[i].Rooms, id)
		}
	}
}

// middleOf answers the seed of a room, or a point well inside its outline.
func middleOf(r *model.Record) (geom.Point, bool) {
	if region, ok := Outline(r); ok {
		return region.InnerPoint()
	}
	seed, ok := r.Point("seed")
	return pointOf(seed), ok
}

// findDoors finds the areas on both sides of the doors in the walls.
func (f *floor) findDoors(s *model.Snapshot, k floorKey) {
	for _, b := range f.blocks {
		if b.column {
			continue
		}
		for _, id := range doorsIn(s, b.id, k) {
			left, right, _ := besides(s, s.Record(id))
			for _, at := range []geom.Point{left, right} {
				if i := f.areaAt(at); i >= 0 {
					f.areas[i].Doors = append(f.areas[i].Doors, id)
				}
			}
		}
	}
}

// doorsIn answers the doors in a wall that one goes through on a floor.
func doorsIn(s *model.Snapshot, wall string, k floorKey) []string {
	return slices.DeleteFunc(hostedDeep(s, wall), func(id string) bool {
		r := s.Record(id)
		return r.Category() != "door" || !k.leadsThrough(s, r)
	})
}

// leadsThrough tells whether one goes through something hosted on a floor.
func (k floorKey) leadsThrough(s *model.Snapshot, r *model.Record) bool {
	span, ok := Opening(s, r)
	return ok && StandsIn(s, r, k.phase) && !r.Has("depth") && span.Head > k.plane() && span.Sill <= k.plane()
}

// hostedDeep answers the doors, windows and openings that a wall hosts, itself or by
// curtain walls that are embedded in it.
func hostedDeep(s *model.Snapshot, wall string) []string {
	var out []string
	for _, id := range Hosted(s, wall) {
		switch h := s.Record(id); {
		case h == nil:
		case h.Category() == "curtain-wall":
			out = append(out, hostedDeep(s, id)...)
		case h.Category() == "door", h.Category() == "window", h.Category() == "opening":
			out = append(out, id)
		}
	}
	return out
}

// besides answers the points just beyond the left and the right face of the wall in
// which something is hosted, at its middle.
func besides(s *model.Snapshot, hosted *model.Record) (left, right geom.Point, ok bool) {
	const beyond = 20
	host := s.Record(hosted.String("hostId"))
	span, ok := Opening(s, hosted)
	if !ok || host == nil {
		return left, right, false
	}
	line, ok := Baseline(host)
	middle := (span.From + span.To) / 2
	if wall := s.Record(host.String("hostId")); embeddedIn(s, host) && IsWall(wall) {
		at := line.PointAt(middle)
		flip := line.TangentAt(middle)
		host = wall
		if line, ok = Baseline(wall); !ok {
			return left, right, false
		}
		middle = line.Project(at).Along
		if flip.Dot(line.TangentAt(middle)) < 0 {
			line, middle = line.Reverse(), line.Length()-middle
		}
	}
	l, r := Faces(s, host)
	if own, _ := Baseline(host); own.Start != line.Start {
		l, r = -r, -l
	}
	at, side := line.PointAt(middle), line.TangentAt(middle).Left()
	return at.Add(side.Scale(l + beyond)), at.Add(side.Scale(r - beyond)), ok
}

// roomAt answers the room in which a point lies: one with an outline, else the first
// of its area.
func (f *floor) roomAt(at geom.Point) string {
	for _, o := range f.outlined {
		if o.box.ContainsPoint(at.At(0)) && o.region.Locate(at, geom.JoinTolerance) != geom.Outside {
			return o.id
		}
	}
	if i := f.areaAt(at); i >= 0 && len(f.areas[i].Rooms) > 0 {
		return f.areas[i].Rooms[0]
	}
	return ""
}
