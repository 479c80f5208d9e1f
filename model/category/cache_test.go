package category_test

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

// furnished is the house with something of each kind that has a body.
const furnished = house + `
+"phases": ["existing", "new"]
{"id": "slab-type", "category": "type", "of": "slab", "thickness": 200}
{"id": "chair-type", "category": "type", "of": "furniture", "size": [500, 500, 900]}
{"id": "column-type", "category": "type", "of": "column", "profile": {"kind": "rectangle", "width": 300, "depth": 300}}
{"id": "floor", "category": "slab", "typeId": "slab-type", "levelId": "level-1", "outline": [[0, 0], [10000, 0], [10000, 8000], [0, 8000]]}
{"id": "hole", "category": "opening", "levelId": "level-1", "hostId": "floor", "outline": [[1000, 3000], [3000, 3000], [3000, 6000], [1000, 6000]]}
{"id": "duct", "category": "shaft", "levelId": "level-0", "topLevelId": "level-2", "outline": [[8000, 6000], [9000, 6000], [9000, 7000], [8000, 7000]]}
{"id": "top", "category": "roof", "levelId": "level-2", "form": "gable", "pitch": 30, "thickness": 250, "outline": [[0, 0], [10000, 0], [10000, 8000], [0, 8000]]}
{"id": "upper", "category": "wall", "typeId": "exterior", "levelId": "level-1", "topHostIds": ["top"], "start": [0, 0], "end": [10000, 0]}
{"id": "glazed", "category": "curtain-wall", "levelId": "level-1", "start": [10000, 0], "end": [10000, 8000]}
{"id": "post", "category": "column", "typeId": "column-type", "levelId": "level-0", "at": [3000, 4000]}
{"id": "steps", "category": "stair", "levelId": "level-0", "topLevelId": "level-1", "path": [[1500, 3200], [1500, 5800]], "width": 1000, "risers": 18}
{"id": "guard", "category": "railing", "levelId": "level-0", "hostId": "steps", "side": "left", "height": 900}
{"id": "chair", "category": "furniture", "typeId": "chair-type", "levelId": "level-0", "at": [5000, 2000]}
{"id": "footing", "category": "foundation", "levelId": "level-0", "hostId": "south", "width": 800, "depth": 500}
{"id": "hall", "category": "room", "levelId": "level-0", "outline": [[150, 150], [5950, 150], [5950, 7850], [150, 7850]]}
`

// worked answers all that is worked out of a record.
func worked(s *model.Snapshot, r *model.Record) []any {
	return []any{category.Footprint(s, r), category.Joins(s, r), category.Layers(s, r), category.Bodies(s, r), category.Quantities(s, r)}
}

func workAll(s *model.Snapshot) {
	for f := range s.RecordFiles() {
		if r := f.Record(); r != nil {
			worked(s, r)
		}
	}
}

// drawEdit draws a change of one record: of a place, a number or a reference, which
// it takes from another record, of a phase or a name, or its end.
func drawEdit(t *rapid.T, s *model.Snapshot) model.Change {
	var ids []string
	for f := range s.RecordFiles() {
		ids = append(ids, f.ID())
	}
	id := rapid.SampledFrom(ids).Draw(t, "id")
	c := model.Change{ID: id, Before: s.Get(id)}
	r := c.Before.Record()
	switch rapid.IntRange(0, 12).Draw(t, "kind") {
	case 0:
		return c
	case 1:
		c.After = r.With("phaseDemolished", rapid.SampledFrom([]any{"existing", "new", "lost", nil}).Draw(t, "phase"))
	case 2:
		c.After = r.With("name", rapid.SampledFrom([]any{"a", "b"}).Draw(t, "name"))
	default:
		m := rapid.SampledFrom(r.Members()[2:]).Draw(t, "member")
		c.After = r.With(m.Name, drawValue(t, s, m))
	}
	return c
}

func drawValue(t *rapid.T, s *model.Snapshot, m model.Member) any {
	shift := float64(rapid.IntRange(-4, 4).Draw(t, "shift")) * 125
	switch v := m.Value.(type) {
	case float64:
		return v + shift
	case []any:
		list := slices.Clone(v)
		i := rapid.IntRange(0, len(list)-1).Draw(t, "item")
		list[i] = drawValue(t, s, model.Member{Value: list[i]})
		return list
	}
	var others []any
	for f := range s.RecordFiles() {
		if o := f.Record(); o.Has(m.Name) {
			others = append(others, o.Get(m.Name))
		}
	}
	if len(others) == 0 {
		return m.Value
	}
	return rapid.SampledFrom(others).Draw(t, "other")
}

// TestCachedIsFresh holds that after any changes, on several branches that share a
// cache, what is found in it equals what is worked out anew.
func TestCachedIsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		branches := []*model.Snapshot{build(t, furnished)}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			at := rapid.IntRange(0, len(branches)-1).Draw(t, "branch")
			if rapid.IntRange(0, 2).Draw(t, "read") > 0 {
				workAll(branches[at])
			}
			next, err := branches[at].Apply([]model.Change{drawEdit(t, branches[at])})
			if err != nil {
				t.Fatal(err)
			}
			if len(branches) < 3 && rapid.Bool().Draw(t, "fork") {
				branches = append(branches, next)
			} else {
				branches[at] = next
			}
		}
		for _, s := range branches {
			fresh := rebuild(s)
			for f := range s.RecordFiles() {
				if got, want := worked(s, f.Record()), worked(fresh, fresh.Record(f.ID())); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s is kept as %v, worked out anew it is %v", f.ID(), got, want)
				}
			}
		}
	})
}

// TestPhasesAreRead changes the manifest alone.
func TestPhasesAreRead(t *testing.T) {
	s := change(t, build(t, furnished), `{"id": "inner", "category": "wall", "typeId": "partition", "levelId": "level-0", "start": [6000, 0], "end": [6000, 7850], "phaseDemolished": "new"}`)
	workAll(s)
	raw := []byte(`{"format": "OpenEik", "version": "0.2", "id": "test", "units": {"length": "mm", "angle": "deg"}, "phases": ["existing"]}`)
	next := s.WithFiles(map[string]*model.File{model.ManifestName: s.Schema().NewFile(model.ManifestName, model.RawFile{Revision: model.RevisionOf(raw), Data: raw})})
	fresh := rebuild(next)
	for f := range next.RecordFiles() {
		if got, want := worked(next, f.Record()), worked(fresh, f.Record()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is kept as %v with other phases, worked out anew it is %v", f.ID(), got, want)
		}
	}
}

// TestCacheIsShared reads one model from many goroutines while it changes. The race
// detector looks on.
func TestCacheIsShared(t *testing.T) {
	s := build(t, furnished)
	moved := change(t, s, `{"id": "post", "category": "column", "typeId": "column-type", "levelId": "level-0", "at": [6000, 4000]}`)
	want := map[*model.Snapshot]string{}
	for _, at := range []*model.Snapshot{s, moved} {
		fresh := rebuild(at)
		want[at] = fmt.Sprint(worked(fresh, fresh.Record("inner")))
	}
	var readers sync.WaitGroup
	for i := range 8 {
		readers.Go(func() {
			at := []*model.Snapshot{s, moved}[i%2]
			for range 20 {
				workAll(at)
			}
			if got := fmt.Sprint(worked(at, at.Record("inner"))); got != want[at] {
				t.Errorf("read beside others, inner is %s, alone %s", got, want[at])
			}
		})
	}
	readers.Wait()
}

// TestCacheIsBounded gives a cache too little room for a model: it stays within, and
// still answers.
func TestCacheIsBounded(t *testing.T) {
	s := storeys(t, 2_000)
	const limit = 6_000_000
	category.LimitCache(s, limit)
	workAll(s)
	if got := category.CacheBytes(s); got > limit || got == 0 {
		t.Errorf("the cache takes %d bytes, of at most %d", got, limit)
	}
	id := "w0-3-3-true"
	fresh := rebuild(s)
	if got, want := worked(s, s.Record(id)), worked(fresh, fresh.Record(id)); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, worked out anew %v", got, want)
	}
}

// TestHeapOfARecord holds that 100,000 records of a generated building stay with all
// their bodies within 2 GB: what one takes does not depend on how many there are.
func TestHeapOfARecord(t *testing.T) {
	const most = 2 << 30 / 100_000
	before := heap()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for f := range s.RecordFiles() {
		category.Bodies(s, f.Record())
	}
	per := (float64(heap()) - float64(before)) / float64(s.Total())
	if per > most/2 {
		t.Errorf("a record takes %.0f bytes with its bodies, which is too near %d", per, most)
	}
	if believed := float64(category.CacheBytes(s)) / float64(s.Total()); believed > 1.3*per || believed < 0.5*per {
		t.Errorf("the cache believes to take %.0f bytes a record, all together is %.0f", believed, per)
	}
}
