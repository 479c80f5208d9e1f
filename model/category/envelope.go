package category

import (
	"maps"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Exterior tells whether a wall or curtain wall, or what is hosted in one, has a
// face that looks outside: whether on a level that it stands on or passes through
// it is on the outer edge of walls that close a ring.
func Exterior(s *model.Snapshot, r *model.Record) bool {
	_, ok := Outside(s, r)
	return ok
}

// Facing answers the compass word of an exterior wall's outer face, or of its host's
// for what is hosted, such as "north-east", with north as the model's site has it.
// It is empty where no face looks outside.
func Facing(s *model.Snapshot, r *model.Record) string {
	normal, ok := Outside(s, r)
	if !ok {
		return ""
	}
	return string(geom.FacingOf(normal, s.Manifest().TrueNorth()))
}

// Outside answers the unit vector in plan that points away from the outer face of an
// exterior wall, or of its host's for what is hosted, at the middle of its baseline.
func Outside(s *model.Snapshot, r *model.Record) (geom.Point, bool) {
	if id := r.String("hostId"); id != "" {
		host := s.Record(id)
		if host != nil && host.Has("hostId") && r.Category() != "curtain-wall" {
			host = s.Record(host.String("hostId")) // a door of a front that is embedded in a wall
		}
		if host == nil || !IsWall(host) || host.Has("hostId") {
			return geom.Point{}, false
		}
		r = host
	}
	if !IsWall(r) {
		return geom.Point{}, false
	}
	envelopes := envelopesOf(s)
	for _, level := range passed(s, r) {
		if e := envelopes.levels[level]; e != nil {
			if normal, ok := e.normals(s, level)[r.ID()]; ok {
				return normal, true
			}
		}
	}
	return geom.Point{}, false
}

// passesOver is how far in mm a wall from below has to reach past a level to count
// as standing there.
const passesOver = 1000

// passed answers the levels at which a wall stands: its own and those that it
// passes through. An empty id is the level of walls that have none.
func passed(s *model.Snapshot, r *model.Record) []string {
	own := r.String("levelId")
	levels := []string{own}
	base := Base(s, r)
	top, ok := Top(s, r)
	if !ok {
		return levels
	}
	for _, l := range Levels(s).All() {
		if l.ID != own && passes(base, top, l) {
			levels = append(levels, l.ID)
		}
	}
	return levels
}

func passes(base, top float64, l Level) bool {
	return base <= l.Elevation+geom.JoinTolerance && top > l.Elevation+passesOver
}

// envelope is which walls of a level look outside. It is computed when it is first
// asked for and shared by every snapshot in which the level's walls are the same.
type envelope struct {
	once    sync.Once
	outside map[string]geom.Point
}

func (e *envelope) normals(s *model.Snapshot, level string) map[string]geom.Point {
	e.once.Do(func() { e.outside = outerFaces(wallsAt(s, level)) })
	return e.outside
}

// envelopeIndex holds the envelope of each level.
type envelopeIndex struct {
	levels map[string]*envelope
	table  *LevelTable
}

type envelopeKey struct{}

func envelopesOf(s *model.Snapshot) *envelopeIndex {
	return s.Index(envelopeKey{}, func(s *model.Snapshot) model.Index { return newEnvelopes(s) }).(*envelopeIndex)
}

func newEnvelopes(s *model.Snapshot) *envelopeIndex {
	x := &envelopeIndex{levels: map[string]*envelope{"": {}}, table: Levels(s)}
	for _, l := range x.table.rows {
		x.levels[l.ID] = &envelope{}
	}
	return x
}

// Apply implements model.Index. Only the levels where a wall differs are forgotten.
func (x *envelopeIndex) Apply(next *model.Snapshot, changes []model.FileChange) model.Index {
	if len(movedLevels(x.table, Levels(next))) > 0 {
		return newEnvelopes(next)
	}
	levels := maps.Clone(x.levels)
	for _, c := range changes {
		switch {
		case touches(c, "type") && !samePlace(c), filePath(c) == model.ManifestName:
			return newEnvelopes(next)
		case touches(c, "wall", "curtain-wall") && !(samePlace(c) && samePhase(c)):
			for _, f := range []*model.File{c.Before, c.After} {
				if f == nil || f.Record() == nil || !IsWall(f.Record()) {
					continue
				}
				for _, level := range passed(next, f.Record()) {
					if levels[level] != nil {
						levels[level] = &envelope{}
					}
				}
			}
		}
	}
	return &envelopeIndex{levels: levels, table: Levels(next)}
}

func filePath(c model.FileChange) string {
	if c.After != nil {
		return c.After.Path
	}
	return c.Before.Path
}

// samePhase tells whether a record that changed stands in the same phases.
func samePhase(c model.FileChange) bool {
	a, b := c.Before.Record(), c.After.Record()
	return a.String("phaseCreated") == b.String("phaseCreated") && a.String("phaseDemolished") == b.String("phaseDemolished")
}

// wallLine is a wall in plan: its baseline and how far a wall that ends there may
// stay away from it.
type wallLine struct {
	id    string
	curve geom.Curve
	reach float64
}

// wallsAt answers the walls and curtain walls that stand at a level in the last
// phase, those that are embedded in others left out.
func wallsAt(s *model.Snapshot, level string) []wallLine {
	var lines []wallLine
	seen := map[string]bool{}
	add := func(id string) {
		r := s.Record(id)
		if seen[id] || r == nil || !IsWall(r) || r.Has("hostId") || !Stands(s, r) {
			return
		}
		seen[id] = true
		if c, ok := Baseline(r); ok && c.Length() > geom.JoinTolerance {
			left, right := Faces(s, r)
			lines = append(lines, wallLine{id, c, max(left, -right, 0) + geom.JoinTolerance})
		}
	}
	for _, id := range elementsOn(s, level) {
		add(id)
	}
	l, ok := Levels(s).Get(level)
	if !ok {
		return lines
	}
	space := Space(s)
	for id := range space.Search(space.Bounds().WithZ(l.Elevation, l.Elevation+passesOver)) {
		if r := s.Record(id); r != nil && IsWall(r) {
			if base, top := extent(s, r); passes(base, top, l) {
				add(id)
			}
		}
	}
	return lines
}

// elementsOn answers the ids of what names a level as its own; for an empty id, the
// walls that name none.
func elementsOn(s *model.Snapshot, level string) []string {
	var ids []string
	if level == "" {
		for _, category := range []string{"wall", "curtain-wall"} {
			for f := range s.InCategory(category) {
				if r := f.Record(); r != nil && !r.Has("levelId") {
					ids = append(ids, f.ID())
				}
			}
		}
		return ids
	}
	for _, ref := range s.ReferringTo(level) {
		if ref.Pointer == "/levelId" {
			ids = append(ids, ref.From)
		}
	}
	return ids
}
