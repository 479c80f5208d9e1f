package find

import (
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

type namesKey struct{}

// names finds records by what people call them: name, mark or number, whatever the
// case. It follows changes at their cost.
type names struct {
	called model.Table[string, []called]
}

// called is a record that is called something, by one of its members.
type called struct {
	id     string
	member string // name, mark or number
}

var callings = []string{"name", "mark", "number"}

func namesOf(s *model.Snapshot) *names {
	return s.Index(namesKey{}, func(s *model.Snapshot) model.Index {
		all := map[string][]called{}
		for f := range s.RecordFiles() {
			each(f, func(text string, c called) { all[text] = append(all[text], c) })
		}
		return &names{called: model.NewTable(all)}
	}).(*names)
}

// each tells what a record is called.
func each(f *model.File, tell func(text string, c called)) {
	if f == nil || f.ID() == "" {
		return
	}
	r := f.Record()
	if r == nil {
		return
	}
	for _, member := range callings {
		if text := fold(r.String(member)); text != "" {
			tell(text, called{f.ID(), member})
		}
	}
}

// fold makes texts that a person would take for the same equal.
func fold(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// Apply implements model.Index.
func (x *names) Apply(_ *model.Snapshot, changes []model.FileChange) model.Index {
	type calling struct {
		text string
		called
	}
	count := map[calling]int{}
	for _, c := range changes {
		each(c.Before, func(text string, c called) { count[calling{text, c}]-- })
		each(c.After, func(text string, c called) { count[calling{text, c}]++ })
	}
	next := x.called.Edit(func(e *model.TableEdit[string, []called]) {
		for c, n := range count {
			old, _ := e.Get(c.text)
			switch {
			case n > 0:
				e.Put(c.text, append(old[:len(old):len(old)], c.called))
			case n < 0 && len(old) == 1:
				e.Remove(c.text)
			case n < 0:
				i := slices.Index(old, c.called)
				e.Put(c.text, slices.Delete(slices.Clone(old), i, i+1))
			}
		}
	})
	return &names{called: next}
}

// those answers who is called so, in the order of their ids.
func (x *names) those(text string) []called {
	found, _ := x.called.Get(fold(text))
	sorted := slices.Clone(found)
	slices.SortFunc(sorted, func(a, b called) int { return strings.Compare(a.id, b.id) })
	return sorted
}
