package find

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// criterion is one condition of a filter, resolved against a snapshot. The ways in
// which it can be decided are tried cheapest first: ids, then shelf, then match.
type criterion struct {
	name string // as in the filter
	said string // what it asks for, as in "levels level-1"
	// ids are all the records that match, nil where they are not known beforehand.
	ids map[string]bool
	// shelf decides for every record of a tidy folder at once; nil where it cannot.
	shelf func(*Shelf) bool
	// rows are the shelves that shelf may hold for, nil where only trying tells.
	rows func(*shelfOrder) []int
	// match decides for one record.
	match func(*model.File) bool
	// why says what is there instead, given what the earlier criteria left.
	why func(left *Matches) string
}

// evaluate answers what matches every criterion.
func evaluate(ctx context.Context, s *model.Snapshot, criteria []criterion) (*Matches, error) {
	m := &Matches{s: s, criteria: criteria}
	if smallest := fewest(criteria); smallest != nil {
		m.add(m.ofIDs(smallest))
		return m, nil
	}
	x := shelvesOf(s)
	if len(criteria) == 0 {
		m.runs = x.everything(s)
		m.total = total(m.runs)
		return m, nil
	}
	rows := x.among(criteria)
	m.runs = make([]run, 0, len(rows))
	for n, i := range rows {
		if n%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.addShelf(x.rows[i])
	}
	return m, nil
}

// fewest answers the smallest set of ids that a criterion knows beforehand.
func fewest(criteria []criterion) map[string]bool {
	var smallest map[string]bool
	for _, c := range criteria {
		if c.ids != nil && (smallest == nil || len(c.ids) < len(smallest)) {
			smallest = c.ids
		}
	}
	return smallest
}

func (m *Matches) ofIDs(ids map[string]bool) []*model.File {
	files := make([]*model.File, 0, len(ids))
	for id := range ids {
		for _, f := range m.s.Claims(id) {
			if m.matches(f, m.criteria) {
				files = append(files, f)
			}
		}
	}
	slices.SortFunc(files, byPlace)
	return files
}

// addShelf adds what matches in one folder: all or nothing of it where the folder
// is tidy and every criterion is decided by it, else file by file.
func (m *Matches) addShelf(h *Shelf) {
	undecided := m.criteria
	if h.tidy() {
		undecided = nil
		for _, c := range m.criteria {
			if c.shelf == nil {
				undecided = append(undecided, c)
			} else if !c.shelf(h) {
				return
			}
		}
		if len(undecided) == 0 {
			m.addAll(h)
			return
		}
	}
	folder := m.s.Folder(h.Path)
	if folder == nil {
		return
	}
	var files []*model.File
	for _, f := range folder.Files() {
		if f.ID() != "" && m.matches(f, undecided) {
			files = append(files, f)
		}
	}
	m.add(files)
}

func (m *Matches) matches(f *model.File, criteria []criterion) bool {
	for i := range criteria {
		c := &criteria[i]
		if c.match != nil && !c.match(f) || c.match == nil && !c.ids[f.ID()] {
			return false
		}
	}
	return true
}

// byPlace orders files by folder and name, as a snapshot does.
func byPlace(a, b *model.File) int {
	if c := strings.Compare(a.Folder(), b.Folder()); c != 0 {
		return c
	}
	return strings.Compare(a.Path, b.Path)
}
