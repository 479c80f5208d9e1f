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

// floorOf answers the floor of a room, door or level.
func floorOf(s *model.Snapshot, r *model.Record) *floor { return floorAt(s, floorKeyOf(s, r)) }

// floorKeyOf answers where the floor of a room, door or level is. Where it stands no
// higher or lower than what is overlooked, that is its level's.
func floorKeyOf(s *model.Snapshot, r *model.Record) floorKey {
	k := floorKey{z: Base(s, r), phase: standingPhase(s, r)}
	if r.Category() == "level" {
		k.z = r.NumberOr("elevation", 0)
	} else if z := Elevation(s, r); k.z > z-cutAbove && k.z < z+cutAbove {
		k.z = z
	}
	return k
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
	f.findOpenings(s, k)
	for i := range f.areas {
		for _, list := range []*[]string{&f.areas[i].Rooms, &f.areas[i].Doors, &f.areas[i].Openings} {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
	}
	return f
}

// placeRooms finds the areas of the rooms that stand on the floor or reach through
// its plane.
func (f *floor) placeRooms(s *model.Snapshot, k floorKey) {
	for _, r := range k.slice(s, "room") {
		if !k.cuts(s, r) {
			continue
		}
		at, placed := middleOf(r)
		if region, ok := Outline(r); ok {
			f.outlined = append(f.outlined, outlined{r.ID(), region, region.Bounds()})
		}
		if i := f.areaAt(at); placed && i >= 0 {
			f.areas[i].Rooms = append(f.areas[i].Rooms, r.ID())
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

// findOpenings finds the areas on both sides of what the walls host.
func (f *floor) findOpenings(s *model.Snapshot, k floorKey) {
	for _, b := range f.blocks {
		if b.column {
			continue
		}
		for _, id := range openingsIn(s, b.id, k) {
			r := s.Record(id)
			left, right, _ := besides(s, r)
			for _, at := range []geom.Point{left, right} {
				if i := f.areaAt(at); i >= 0 {
					f.areas[i].open(s, r, k)
				}
			}
		}
	}
}

// open adds what opens to an area.
func (e *Enclosure) open(s *model.Snapshot, r *model.Record, k floorKey) {
	e.Openings = append(e.Openings, r.ID())
	if r.Category() == "door" && k.leadsThrough(s, r) {
		e.Doors = append(e.Doors, r.ID())
	}
}

// openingsIn answers the doors, windows and openings in a wall that are of a floor's
// storey, or lead through on it.
func openingsIn(s *model.Snapshot, wall string, k floorKey) []string {
	return slices.DeleteFunc(hostedDeep(s, wall), func(id string) bool {
		r := s.Record(id)
		z := Elevation(s, floorBearer(s, r))
		ofStorey := z > k.z-cutAbove && z < k.z+cutAbove
		return !StandsIn(s, r, k.phase) || r.Has("depth") || !ofStorey && !k.leadsThrough(s, r)
	})
}

// leadsThrough tells whether one goes through something hosted on a floor.
func (k floorKey) leadsThrough(s *model.Snapshot, r *model.Record) bool {
	span, ok := Opening(s, r)
	return ok && StandsIn(s, r, k.phase) && !r.Has("depth") && span.Head > k.plane() && span.Sill <= k.plane()
}

// hostedDeep answers the doors, windows and openings that a wall hosts, itself or by
// curtain walls that are embedded in it. What these embed in turn is none of the wall: a
// faulty model may have a curtain wall that hosts itself.
func hostedDeep(s *model.Snapshot, wall string) []string {
	var out []string
	for _, id := range Hosted(s, wall) {
		switch h := s.Record(id); {
		case h == nil:
		case h.Category() == "curtain-wall":
			out = append(out, slices.DeleteFunc(Hosted(s, id), func(id string) bool { return !isHole(s.Record(id)) })...)
		case isHole(h):
			out = append(out, id)
		}
	}
	return out
}

// isHole tells whether a record is a door, window or opening.
func isHole(r *model.Record) bool {
	return r != nil && (r.Category() == "door" || r.Category() == "window" || r.Category() == "opening")
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
