package find

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
)

type shelvesKey struct{}

// shelves holds a shelf for each folder, by path. Most changes leave the folders as
// they are: then the next version shares the order.
type shelves struct {
	schema *model.Schema
	rows   []*Shelf
	order  *shelfOrder
	untidy []int // rows of shelves that are not tidy

	once sync.Once
	all  []run // every record
}

// everything answers the runs of a filter without criteria, worked out once.
func (x *shelves) everything(s *model.Snapshot) []run {
	x.once.Do(func() {
		m := &Matches{s: s, runs: make([]run, 0, len(x.rows))}
		for _, h := range x.rows {
			m.addShelf(h)
		}
		x.all = m.runs
	})
	return x.all
}

// shelfOrder finds the rows of shelves by what their paths say.
type shelfOrder struct {
	byPath     map[string]int
	byCategory map[string][]int
	byLevel    map[string][]int
}

func shelvesOf(s *model.Snapshot) *shelves {
	return s.Index(shelvesKey{}, func(s *model.Snapshot) model.Index {
		var rows []*Shelf
		for _, folder := range s.Folders() {
			h := newShelf(s.Schema(), folder.Path())
			for _, f := range folder.Files() {
				h.count(s.Schema(), f, 1)
			}
			rows = append(rows, h)
		}
		return newShelves(s.Schema(), rows)
	}).(*shelves)
}

func newShelves(schema *model.Schema, rows []*Shelf) *shelves {
	slices.SortFunc(rows, func(a, b *Shelf) int { return strings.Compare(a.Path, b.Path) })
	o := &shelfOrder{byPath: make(map[string]int, len(rows)), byCategory: map[string][]int{}, byLevel: map[string][]int{}}
	for i, h := range rows {
		o.byPath[h.Path] = i
		o.byCategory[h.Category] = append(o.byCategory[h.Category], i)
		o.byLevel[h.Level] = append(o.byLevel[h.Level], i)
	}
	return &shelves{schema: schema, rows: rows, order: o, untidy: untidyOf(rows)}
}

func untidyOf(rows []*Shelf) []int {
	var untidy []int
	for i, h := range rows {
		if !h.tidy() && h.Records > 0 {
			untidy = append(untidy, i)
		}
	}
	return untidy
}

// Apply implements model.Index.
func (x *shelves) Apply(_ *model.Snapshot, changes []model.FileChange) model.Index {
	touched := map[string]*Shelf{}
	count := func(f *model.File, n int) {
		if f == nil {
			return
		}
		path := f.Folder()
		if touched[path] == nil {
			touched[path] = x.copyAt(path)
		}
		touched[path].count(x.schema, f, n)
	}
	for _, c := range changes {
		count(c.Before, -1)
		count(c.After, 1)
	}
	if x.reorders(touched) {
		return newShelves(x.schema, x.merged(touched))
	}
	next := &shelves{schema: x.schema, rows: slices.Clone(x.rows), order: x.order}
	for path, h := range touched {
		next.rows[x.order.byPath[path]] = h
	}
	next.untidy = untidyOf(next.rows)
	return next
}

func (x *shelves) copyAt(path string) *Shelf {
	i, ok := x.order.byPath[path]
	if !ok {
		return newShelf(x.schema, path)
	}
	h := *x.rows[i]
	return &h
}

// reorders tells whether a folder is new or gone.
func (x *shelves) reorders(touched map[string]*Shelf) bool {
	for path, h := range touched {
		if _, had := x.order.byPath[path]; !had || h.Records+h.others == 0 {
			return true
		}
	}
	return false
}

func (x *shelves) merged(touched map[string]*Shelf) []*Shelf {
	all := make(map[string]*Shelf, len(x.rows)+len(touched))
	for _, h := range x.rows {
		all[h.Path] = h
	}
	maps.Copy(all, touched)
	rows := make([]*Shelf, 0, len(all))
	for _, h := range all {
		if h.Records+h.others > 0 {
			rows = append(rows, h)
		}
	}
	return rows
}

// among answers the rows that the criteria leave to be looked at: the fewest that
// one of them names, and those of shelves whose path does not say all.
func (x *shelves) among(criteria []criterion) []int {
	var fewest []int
	found := false
	for _, c := range criteria {
		if c.rows == nil {
			continue
		}
		if rows := c.rows(x.order); !found || len(rows) < len(fewest) {
			fewest, found = rows, true
		}
	}
	if !found {
		all := make([]int, len(x.rows))
		for i := range all {
			all[i] = i
		}
		return all
	}
	if len(x.untidy) > 0 {
		fewest = slices.Concat(fewest, x.untidy)
		slices.Sort(fewest)
		fewest = slices.Compact(fewest)
	}
	return fewest
}

// rowsOf joins the rows under some keys, in their order.
func rowsOf(by map[string][]int, keys []string) []int {
	if len(keys) == 1 {
		return by[keys[0]]
	}
	var rows []int
	for _, key := range keys {
		rows = append(rows, by[key]...)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
