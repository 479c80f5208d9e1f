package find

import (
	"iter"
	"sort"

	"github.com/openeik/ekgit/model"
)

// Matches is what a filter picked, in the order of folder path and id. It is
// immutable.
type Matches struct {
	// Assumed says how each name in the filter was understood.
	Assumed []string

	s        *model.Snapshot
	criteria []criterion
	runs     []run
	total    int
}

// run is a stretch of the answer: files that follow each other, or a whole folder
// that is looked up when a page reaches it.
type run struct {
	start, n int // how many matches come before it, and how many it holds
	files    []*model.File
	shelf    *Shelf
}

func (m *Matches) add(files []*model.File) {
	if len(files) == 0 {
		return
	}
	m.runs = append(m.runs, run{start: m.total, n: len(files), files: files})
	m.total += len(files)
}

func (m *Matches) addAll(h *Shelf) {
	if h.Records == 0 {
		return
	}
	m.runs = append(m.runs, run{start: m.total, n: h.Records, shelf: h})
	m.total += h.Records
}

func total(runs []run) int {
	if len(runs) == 0 {
		return 0
	}
	last := runs[len(runs)-1]
	return last.start + last.n
}

func (m *Matches) filesOf(r run) []*model.File {
	if r.shelf != nil {
		return m.s.Folder(r.shelf.Path).Files()
	}
	return r.files
}

// Total answers how many records match.
func (m *Matches) Total() int { return m.total }

// Page answers at most limit matches from offset on, at a cost of the page.
func (m *Matches) Page(offset, limit int) []*model.File {
	offset = max(offset, 0)
	if offset >= m.total || limit <= 0 {
		return nil
	}
	page := make([]*model.File, 0, min(limit, m.total-offset))
	from := sort.Search(len(m.runs), func(i int) bool { return m.runs[i].start+m.runs[i].n > offset })
	for _, r := range m.runs[from:] {
		files := m.filesOf(r)[max(0, offset-r.start):]
		if len(page)+len(files) >= limit {
			return append(page, files[:limit-len(page)]...)
		}
		page = append(page, files...)
	}
	return page
}

// All answers every match.
func (m *Matches) All() iter.Seq[*model.File] {
	return func(yield func(*model.File) bool) {
		for _, r := range m.runs {
			for _, f := range m.filesOf(r) {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// IDs answers the ids of every match.
func (m *Matches) IDs() []string {
	ids := make([]string, 0, m.total)
	for f := range m.All() {
		ids = append(ids, f.ID())
	}
	return ids
}
