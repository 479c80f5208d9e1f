package category

import (
	"cmp"
	"maps"
	"slices"

	"github.com/openeik/ekgit/model"
)

// Count is how many records carry a name: a category, or the id of a level or type.
type Count struct {
	Name string
	N    int
}

// FolderTally counts the records of one folder, without its sub-folders.
type FolderTally struct {
	Records int
	Types   []Count // by the id of the type, most first; records without one are left out
}

// Tally counts the records of a snapshot. It is immutable and follows changes at
// their cost.
type Tally struct {
	total      int
	categories counter
	levels     counter
	types      counter
	folders    model.Table[string, *folderCount]
}

type folderCount struct {
	records int
	types   map[string]int
}

type tallyKey struct{}

// TallyOf answers the counts of a snapshot.
func TallyOf(s *model.Snapshot) *Tally {
	return s.Index(tallyKey{}, func(s *model.Snapshot) model.Index {
		t := &Tally{}
		d := newTallyDelta()
		for f := range s.RecordFiles() {
			d.add(f, 1)
		}
		return t.with(d)
	}).(*Tally)
}

// Apply implements model.Index.
func (t *Tally) Apply(_ *model.Snapshot, changes []model.FileChange) model.Index {
	d := newTallyDelta()
	for _, c := range changes {
		d.add(c.Before, -1)
		d.add(c.After, 1)
	}
	return t.with(d)
}

// tallyDelta is by how much counts differ.
type tallyDelta struct {
	total                     int
	categories, levels, types map[string]int
	folders                   map[string]*folderCount
}

func newTallyDelta() *tallyDelta {
	return &tallyDelta{categories: map[string]int{}, levels: map[string]int{}, types: map[string]int{}, folders: map[string]*folderCount{}}
}

func (d *tallyDelta) add(f *model.File, n int) {
	if f == nil || f.ID() == "" {
		return
	}
	d.total += n
	d.categories[f.Category()] += n
	folder := d.folders[f.Folder()]
	if folder == nil {
		folder = &folderCount{types: map[string]int{}}
		d.folders[f.Folder()] = folder
	}
	folder.records += n
	if level := f.PeekID("levelId"); level != "" {
		d.levels[level] += n
	}
	if typeID := f.PeekID("typeId"); typeID != "" {
		d.types[typeID] += n
		folder.types[typeID] += n
	}
}

func (t *Tally) with(d *tallyDelta) *Tally {
	return &Tally{
		total:      t.total + d.total,
		categories: t.categories.with(d.categories),
		levels:     t.levels.with(d.levels),
		types:      t.types.with(d.types),
		folders: t.folders.Edit(func(e *model.TableEdit[string, *folderCount]) {
			for path, change := range d.folders {
				old, _ := e.Get(path)
				if next := old.with(change); next.records != 0 {
					e.Put(path, next)
				} else if old != nil {
					e.Remove(path)
				}
			}
		}),
	}
}

func (c *folderCount) with(change *folderCount) *folderCount {
	next := &folderCount{records: change.records, types: map[string]int{}}
	if c != nil {
		next.records += c.records
		maps.Copy(next.types, c.types)
	}
	addCounts(next.types, change.types)
	return next
}

func addCounts(into, change map[string]int) {
	for name, n := range change {
		if into[name] += n; into[name] == 0 {
			delete(into, name)
		}
	}
}

// counter counts by name.
type counter struct{ model.Table[string, int] }

func (c counter) with(change map[string]int) counter {
	return counter{c.Edit(func(e *model.TableEdit[string, int]) {
		for name, n := range change {
			old, had := e.Get(name)
			switch {
			case n == 0:
			case old+n != 0:
				e.Put(name, old+n)
			case had:
				e.Remove(name)
			}
		}
	})}
}

func (c counter) get(name string) int {
	n, _ := c.Get(name)
	return n
}

func (c counter) sorted() []Count { return sortedCounts(maps.Collect(c.All())) }

// sortedCounts answers counts with the most first, then by name.
func sortedCounts(counts map[string]int) []Count {
	list := make([]Count, 0, len(counts))
	for name, n := range counts {
		list = append(list, Count{name, n})
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return list
}

// Total answers how many records there are.
func (t *Tally) Total() int { return t.total }

// Category answers how many records a category has.
func (t *Tally) Category(name string) int { return t.categories.get(name) }

// Level answers how many elements belong to a level.
func (t *Tally) Level(id string) int { return t.levels.get(id) }

// Type answers how many elements are of a type.
func (t *Tally) Type(id string) int { return t.types.get(id) }

// Categories answers the counts by category, most first. Records that cannot be
// read count under an empty name.
func (t *Tally) Categories() []Count { return t.categories.sorted() }

// Levels answers the counts of elements by the level that they name, most first.
func (t *Tally) Levels() []Count { return t.levels.sorted() }

// Types answers the counts of elements by the type that they name, most first.
func (t *Tally) Types() []Count { return t.types.sorted() }

// Folder answers the counts of the records that lie in a folder itself.
func (t *Tally) Folder(path string) FolderTally {
	c, ok := t.folders.Get(path)
	if !ok {
		return FolderTally{}
	}
	return FolderTally{Records: c.records, Types: sortedCounts(c.types)}
}
