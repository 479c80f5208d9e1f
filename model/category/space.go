package category

import (
	"iter"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// SpaceIndex finds elements by where they are. It is immutable.
type SpaceIndex struct {
	boxes   *geom.Index
	nowhere model.Table[string, struct{}] // elements without a box
	levels  *LevelTable                   // what the boxes were computed with
	watch   *trace                        // is told of every question, nil for most
}

type spaceKey struct{}

// Space answers the boxes of all elements of a snapshot.
func Space(s *model.Snapshot) *SpaceIndex {
	return s.Index(spaceKey{}, func(s *model.Snapshot) model.Index {
		s.Preload()
		nowhere := map[string]struct{}{}
		boxes := geom.NewIndex(elementBoxes(s, nowhere))
		return &SpaceIndex{boxes: boxes, nowhere: model.NewTable(nowhere), levels: Levels(s)}
	}).(*SpaceIndex)
}

// elementBoxes answers the boxes of all elements, and puts those that have none into
// nowhere.
func elementBoxes(s *model.Snapshot, nowhere map[string]struct{}) iter.Seq2[string, geom.Box] {
	return func(yield func(string, geom.Box) bool) {
		for f := range s.RecordFiles() {
			if !claims(s, f) {
				continue
			}
			r := f.Record()
			box, ok := elementBox(s, r)
			if !ok && isElement(r) {
				nowhere[f.ID()] = struct{}{}
			}
			if ok && !yield(f.ID(), box) {
				return
			}
		}
	}
}

// elementBox answers the box of a record that is an element.
func elementBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	if !isElement(r) {
		return geom.Box{}, false
	}
	return Bounds(s, r)
}

func isElement(r *model.Record) bool {
	if r == nil {
		return false
	}
	d := Find(r.Category())
	return d != nil && d.Element()
}

// Get answers the box of an element in mm.
func (x *SpaceIndex) Get(id string) (geom.Box, bool) {
	box, ok := x.boxes.Get(id)
	x.watch.other(boxRead{id, box, ok})
	return box, ok
}

// Search answers the ids of the elements whose boxes share a point with a box, in an
// order that depends on the content alone.
func (x *SpaceIndex) Search(box geom.Box) iter.Seq[string] {
	if x.watch == nil {
		return x.boxes.Search(box)
	}
	return x.watch.search(searchRead{box: box}, x.boxes.Search(box))
}

// elementsIn answers the elements of some categories whose boxes share a point with a
// box, in the order of Search. What else lies there is not read.
func elementsIn(s *model.Snapshot, box geom.Box, categories ...string) iter.Seq[*model.Record] {
	space := Space(s)
	found := categoriesIn(s.Observed(nil), space.boxes, box, categories)
	if space.watch != nil {
		found = space.watch.search(searchRead{box: box, categories: strings.Join(categories, " ")}, found)
	}
	return func(yield func(*model.Record) bool) {
		for id := range found {
			if r := s.Record(id); r != nil && !yield(r) {
				return
			}
		}
	}
}

func categoriesIn(s *model.Snapshot, boxes *geom.Index, box geom.Box, categories []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for id := range boxes.Search(box) {
			if f := s.Get(id); f != nil && slices.Contains(categories, f.Category()) && !yield(id) {
				return
			}
		}
	}
}

// Nowhere answers the ids of the elements that have no box, as members that it takes are
// missing or make no sense, in no order.
func (x *SpaceIndex) Nowhere() iter.Seq[string] {
	return func(yield func(string) bool) {
		for id := range x.nowhere.All() {
			if !yield(id) {
				return
			}
		}
	}
}

// Bounds answers the box around all elements in mm, empty where there are none.
func (x *SpaceIndex) Bounds() geom.Box {
	box := x.boxes.Bounds()
	x.watch.other(boundsRead{box})
	return box
}

// Len answers how many elements have a box.
func (x *SpaceIndex) Len() int {
	n := x.boxes.Len()
	x.watch.other(countRead{n})
	return n
}

// Observed implements model.ObservableIndex.
func (x *SpaceIndex) Observed(by model.Observer) model.Index {
	watch, ok := by.(*trace)
	if !ok {
		return x
	}
	if watch.found == nil {
		watch.found = &SpaceIndex{boxes: x.boxes, nowhere: x.nowhere, levels: x.levels, watch: watch}
	}
	return watch.found
}

// Apply implements model.Index. The boxes that are computed anew are those of the
// changed records and of what stands on, is of, reaches up to or is hosted by them.
func (x *SpaceIndex) Apply(next *model.Snapshot, changes []model.FileChange) model.Index {
	boxes := x.boxes
	nowhere := x.nowhere.Edit(func(e *model.TableEdit[string, struct{}]) {
		for id := range x.reach(next, changes) {
			r := next.Record(id)
			box, ok := elementBox(next, r)
			old, had := boxes.Get(id)
			switch {
			case ok && (!had || box != old):
				boxes = boxes.Put(id, box)
			case !ok && had:
				boxes = boxes.Remove(id)
			}
			if !ok && isElement(r) {
				e.Put(id, struct{}{})
			} else {
				e.Remove(id)
			}
		}
	})
	return &SpaceIndex{boxes: boxes, nowhere: nowhere, levels: Levels(next)}
}

// reach answers the ids of every record whose box may differ after the changes.
func (x *SpaceIndex) reach(next *model.Snapshot, changes []model.FileChange) map[string]bool {
	reached := map[string]bool{}
	var open []string
	add := func(id string) {
		if id != "" && !reached[id] {
			reached[id] = true
			open = append(open, id)
		}
	}
	for _, c := range changes {
		if !samePlace(c) {
			add(fileID(c.Before))
			add(fileID(c.After))
		}
	}
	for _, id := range movedLevels(x.levels, Levels(next)) {
		add(id)
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		for _, ref := range next.ReferringTo(id) {
			if placing[ref.Member.Name] {
				add(ref.From)
			}
		}
	}
	return reached
}

// placing are the reference members through which a box depends on another record.
var placing = map[string]bool{"typeId": true, "levelId": true, "topLevelId": true, "hostId": true}

// describing are the members on which no box depends.
var describing = map[string]bool{"name": true, "mark": true, "number": true, "kind": true, "discipline": true, "materialId": true, "groupIds": true,
	"classifications": true, "phaseCreated": true, "phaseDemolished": true, "shape": true, "tags": true, "properties": true, "ifcGuid": true,
	"externalIds": true, "note": true}

// samePlace tells whether a record changed in nothing that a box depends on.
func samePlace(c model.FileChange) bool {
	if c.Before == nil || c.After == nil || c.Before.ID() != c.After.ID() {
		return false
	}
	for _, d := range model.DiffRecords(c.Before.Record(), c.After.Record()) {
		if !describing[d.Name] {
			return false
		}
	}
	return c.Before.Record() != nil && c.After.Record() != nil
}

func fileID(f *model.File) string {
	if f == nil {
		return ""
	}
	return f.ID()
}

// movedLevels answers the levels whose elevation or storey top differs between two
// tables.
func movedLevels(a, b *LevelTable) []string {
	if a == b {
		return nil
	}
	var moved []string
	for _, l := range b.rows {
		if old, ok := a.Get(l.ID); !ok || old.Elevation != l.Elevation || old.Top != l.Top || old.HasTop != l.HasTop {
			moved = append(moved, l.ID)
		}
	}
	for _, l := range a.rows {
		if _, ok := b.byID[l.ID]; !ok {
			moved = append(moved, l.ID)
		}
	}
	return moved
}
