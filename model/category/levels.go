package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
)

// Level is one row of a [LevelTable]. Elevations and heights are in mm.
type Level struct {
	Ordinal   int // 1 is the lowest
	ID        string
	Name      string
	Elevation float64
	Kind      string // occupied, roof or support
	Building  string // the building's id, empty for the one that is implied
	PartOf    string // the level whose storey it belongs to, empty for its own
	Next      string // the next occupied or roof level of its building, empty at the top
	Top       float64
	HasTop    bool // whether Top, the height of the storey's top, is known
}

// Height answers the height of the storey in mm, zero where it has no top.
func (l Level) Height() float64 {
	if !l.HasTop {
		return 0
	}
	return l.Top - l.Elevation
}

// LevelTable holds the levels of a model from the lowest up. It is immutable and
// does not keep the snapshot it was made of.
type LevelTable struct {
	rows  []Level
	byID  map[string]int
	watch *trace // is told of every question, nil for most
}

type levelsKey struct{}

// Levels answers the levels of a snapshot, from the lowest up.
func Levels(s *model.Snapshot) *LevelTable {
	return s.Index(levelsKey{}, func(s *model.Snapshot) model.Index { return newLevelTable(s) }).(*LevelTable)
}

// Apply implements model.Index.
func (t *LevelTable) Apply(next *model.Snapshot, changes []model.FileChange) model.Index {
	if !slices.ContainsFunc(changes, func(c model.FileChange) bool { return touches(c, "level", "building") }) {
		return t
	}
	return newLevelTable(next)
}

// Observed implements model.ObservableIndex.
func (t *LevelTable) Observed(by model.Observer) model.Index {
	watch, ok := by.(*trace)
	if !ok {
		return t
	}
	if watch.told == nil {
		watch.told = &LevelTable{rows: t.rows, byID: t.byID, watch: watch}
	}
	return watch.told
}

// touches tells whether a change is of a record of one of the categories.
func touches(c model.FileChange, categories ...string) bool {
	return c.Before != nil && slices.Contains(categories, c.Before.Category()) ||
		c.After != nil && slices.Contains(categories, c.After.Category())
}

func newLevelTable(s *model.Snapshot) *LevelTable {
	only := onlyBuilding(s)
	t := &LevelTable{byID: map[string]int{}}
	for f := range s.InCategory("level") {
		r := f.Record()
		if r == nil || !claims(s, f) {
			continue
		}
		l := Level{ID: f.ID(), Name: r.String("name"), Elevation: r.NumberOr("elevation", 0),
			Kind: cmp.Or(r.String("kind"), "occupied"), Building: cmp.Or(r.String("buildingId"), only), PartOf: r.String("partOf")}
		if h, ok := r.Number("height"); ok {
			l.Top, l.HasTop = l.Elevation+h, true
		}
		t.rows = append(t.rows, l)
	}
	slices.SortFunc(t.rows, func(a, b Level) int {
		return cmp.Or(cmp.Compare(a.Elevation, b.Elevation), cmp.Compare(a.ID, b.ID))
	})
	for i := range t.rows {
		t.rows[i].Ordinal = i + 1
		t.byID[t.rows[i].ID] = i
	}
	t.link()
	return t
}

// claims tells whether a file is the one that its record's id stands for, where
// several claim the id.
func claims(s *model.Snapshot, f *model.File) bool {
	holder := s.Get(f.ID())
	return holder != nil && holder.Path == f.Path
}

func onlyBuilding(s *model.Snapshot) string {
	var only string
	for f := range s.InCategory("building") {
		if only != "" {
			return ""
		}
		only = f.ID()
	}
	return only
}

// link finds each level's next one, and with it the top of its storey. A level that
// is part of another, such as the half of a split level, ends no storey.
func (t *LevelTable) link() {
	above := map[string]int{} // building -> the row that ends storeys below it
	for i := len(t.rows) - 1; i >= 0; i-- {
		l := &t.rows[i]
		if j, ok := above[l.Building]; ok {
			l.Next = t.rows[j].ID
			if !l.HasTop {
				l.Top, l.HasTop = t.rows[j].Elevation, true
			}
		}
		if l.Kind != "support" && l.PartOf == "" {
			above[l.Building] = i
		}
	}
}

// All answers the levels from the lowest up. The slice must not be changed.
func (t *LevelTable) All() []Level {
	t.watch.table(t.rows)
	return t.rows
}

// Get answers a level by its id.
func (t *LevelTable) Get(id string) (Level, bool) {
	var l Level
	i, ok := t.byID[id]
	if ok {
		l = t.rows[i]
	}
	t.watch.level(id, l, ok)
	return l, ok
}

// Next answers the next occupied or roof level of the same building.
func (t *LevelTable) Next(id string) (Level, bool) {
	l, _ := t.Get(id)
	return t.Get(l.Next)
}
