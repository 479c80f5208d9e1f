package model

import (
	"fmt"
	"slices"
	"testing"
)

// notes writes down what it is told.
type notes []string

func (n *notes) Got(id string, f *File) { *n = append(*n, fmt.Sprint("got ", id, " ", f != nil)) }
func (n *notes) Referred(id string, by []Reference) {
	*n = append(*n, fmt.Sprint("referred ", id, " ", len(by)))
}
func (n *notes) Managed(*Manifest) { *n = append(*n, "managed") }
func (n *notes) Indexed(Index, func(*Snapshot) Index) {
	*n = append(*n, "indexed")
}
func (n *notes) Walked() { *n = append(*n, "walked") }

// TestObservedTellsOfEveryRead asks an observed snapshot everything that one can be
// asked. The answers are the same, and nothing is read in silence.
func TestObservedTellsOfEveryRead(t *testing.T) {
	s := snapshotOf(t, wall("a", "l0", 0), wall("b", "l1", 0))
	all := func(s *Snapshot) map[string]func() any {
		return map[string]func() any{
			"got a true":      func() any { return s.Get("a") },
			"got b true":      func() any { return s.Record("b") },
			"got lost false":  func() any { return s.Record("lost") == nil },
			"referred l0 1":   func() any { return len(s.ReferringTo("l0")) },
			"managed":         func() any { return s.Manifest() },
			"walked":          func() any { return len(s.Folders()) },
			"walked folder":   func() any { return s.Folder("architecture/l0/wall") },
			"walked under":    func() any { return len(s.Under("architecture")) },
			"walked file":     func() any { return s.FileAt("architecture/l0/wall/a.json") },
			"walked files":    func() any { return len(slices.Collect(s.Files())) },
			"walked records":  func() any { return len(slices.Collect(s.RecordFiles())) },
			"indexed claims":  func() any { return len(s.Claims("a")) },
			"indexed count":   func() any { return s.Count("wall") },
			"indexed total":   func() any { return s.Total() },
			"indexed in":      func() any { return len(slices.Collect(s.InCategory("wall"))) },
			"indexed another": func() any { return s.Index(idsKey{}, nil) },
		}
	}
	s.Total() // what indexes there are is built: "another" has no way to build one
	s.Get("a")
	for what, plain := range all(s) {
		var told notes
		got, want := all(s.Observed(&told))[what](), plain()
		if got != want {
			t.Errorf("%s: observed it is %v, else %v", what, got, want)
		}
		if len(told) == 0 || told[0] != what && !isFirstWord(what, told[0]) {
			t.Errorf("%s: the observer is told %q", what, told)
		}
	}
}

func isFirstWord(what, word string) bool {
	return len(what) > len(word) && what[:len(word)+1] == word+" "
}

// TestWhatIsMadeOfAnObservedSnapshotIsNot applies a change: the next snapshot is
// nobody's business, and neither is how an index is built.
func TestWhatIsMadeOfAnObservedSnapshotIsNot(t *testing.T) {
	s := snapshotOf(t, wall("a", "l0", 0))
	var told notes
	watched := s.Observed(&told)
	next, err := watched.Apply([]Change{{ID: "b", After: wall("b", "l0", 5)}})
	if err != nil {
		t.Fatal(err)
	}
	told = nil
	if next.Record("b") == nil || next.Total() != 2 {
		t.Error("the change is lost")
	}
	if watched.Observed(nil) != s || watched.ReferringTo("l0")[0].From != "a" {
		t.Error("an observed snapshot does not lead back to the one that it was")
	}
	if want := "referred l0 1"; len(told) != 1 || told[0] != want {
		t.Errorf("the observer is told %q, not %q alone", told, want)
	}
}

// TestLineageIsShared holds that what snapshots have in common is one thing, and that
// strangers have it apart.
func TestLineageIsShared(t *testing.T) {
	s := snapshotOf(t, wall("a", "l0", 0))
	next, err := s.Apply([]Change{{ID: "b", After: wall("b", "l0", 5)}})
	if err != nil {
		t.Fatal(err)
	}
	make := func() any { return new(int) }
	if s.Lineage("x", make) != next.Lineage("x", make) {
		t.Error("a snapshot and the one made of it have nothing in common")
	}
	if s.Lineage("x", make) == snapshotOf(t, wall("a", "l0", 0)).Lineage("x", make) {
		t.Error("two models share what is one's own")
	}
}
