package find

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
)

// TestFiltersAgreeWithLookingAtEveryRecord edits the house at random, some records
// into the wrong folder, and holds that what folders and indexes decide is what
// looking at every record decides.
func TestFiltersAgreeWithLookingAtEveryRecord(t *testing.T) {
	start := house(t)
	rapid.Check(t, func(t *rapid.T) {
		s := start
		Shelves(s) // so that the edits below bring an index up to date
		for range rapid.IntRange(0, 6).Draw(t, "edits") {
			s = s.WithFiles(anEdit(t, s))
		}
		f := aFilter(t)
		c := compiler{s: s, f: f}
		if err := c.compile(context.Background()); err != nil {
			return
		}
		m, err := f.Apply(context.Background(), s, Sources{})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for file := range s.RecordFiles() {
			if m.matches(file, c.criteria) {
				want = append(want, file.Path)
			}
		}
		var got []string
		for file := range m.All() {
			got = append(got, file.Path)
		}
		if !slices.Equal(got, want) || m.Total() != len(want) {
			t.Fatalf("%+v\n got %d %v\nwant %d %v", f, m.Total(), got, len(want), want)
		}
		if (m.Why() == "") != (len(want) > 0 || f.IsZero()) {
			t.Fatalf("%+v: %d matches and why %q", f, len(want), m.Why())
		}
	})
}

// anEdit moves a record to another level or discipline, at its place or leaving its
// file where it is, or takes it away.
func anEdit(t *rapid.T, s *model.Snapshot) map[string]*model.File {
	var paths []string
	for f := range s.RecordFiles() {
		paths = append(paths, f.Path)
	}
	old := s.FileAt(rapid.SampledFrom(paths).Draw(t, "path"))
	r := old.Record()
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return map[string]*model.File{old.Path: nil}
	case 1:
		r = r.With("levelId", rapid.SampledFrom([]string{"level-0", "level-1", "level-2"}).Draw(t, "level"))
	case 2:
		r = r.With("discipline", rapid.SampledFrom(model.Disciplines).Draw(t, "discipline"))
	default:
		r = r.Without("levelId")
	}
	next, err := s.Schema().NewRecordFile(r)
	if err != nil {
		return nil
	}
	if rapid.Bool().Draw(t, "stray") {
		return map[string]*model.File{old.Path: s.Schema().NewFile(old.Path, model.RawFile{Revision: next.Revision, Size: next.Size, Data: next.Data()})}
	}
	return map[string]*model.File{old.Path: nil, next.Path: next}
}

func aFilter(t *rapid.T) *Filter {
	pick := func(label string, from ...string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, 2, rapid.ID).Draw(t, label)
	}
	f := &Filter{
		Categories:  pick("categories", "wall", "door", "window", "slab", "type", "level"),
		Disciplines: pick("disciplines", model.Disciplines...),
		Levels:      pick("levels", "level-0", "Ground floor"),
		Types:       pick("types", "wall-type-exterior-300", "door-type-1000x2100"),
		Hosts:       pick("hosts", "wall-south", "wall-north"),
	}
	if rapid.Bool().Draw(t, "text") {
		f.Text = "w"
	}
	if rapid.Bool().Draw(t, "where") {
		f.Where = []Condition{{Field: "external", Op: "!=", Value: true}}
	}
	return f
}
