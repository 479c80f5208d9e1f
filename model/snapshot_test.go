package model

import (
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func rawRecord(t testing.TB, schema *Schema, r *Record) RawFile {
	t.Helper()
	f, err := schema.NewRecordFile(r)
	if err != nil {
		t.Fatal(err)
	}
	return RawFile{Name: f.Name(), Revision: f.Revision, Size: f.Size, Data: f.Data()}
}

func wall(id, level string, x float64) *Record {
	return NewRecord(Object{{"id", id}, {"category", "wall"}, {"levelId", level}, {"start", PointValue(x, 0)}, {"end", PointValue(x, 1000)}})
}

func snapshotOf(t testing.TB, records ...*Record) *Snapshot {
	t.Helper()
	s := NewSnapshot(testSchema(), nil)
	changes := make([]Change, len(records))
	for i, r := range records {
		changes[i] = Change{ID: r.ID(), After: r}
	}
	s, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFolderSharesWhatDidNotChange(t *testing.T) {
	s := snapshotOf(t, wall("a", "l0", 0), wall("b", "l1", 0))
	next, err := s.Apply([]Change{{ID: "a", Before: s.Get("a"), After: s.Record("a").With("name", "A")}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Folder("architecture/l1/wall") != next.Folder("architecture/l1/wall") {
		t.Error("an untouched folder is copied")
	}
	if s.Record("a").Has("name") || !next.Record("a").Has("name") {
		t.Error("a change reached the snapshot it was made on, or not the next one")
	}
}

// A folder that was read again holds new files. What did not change in it stays the
// file that indexes know.
func TestFolderReadAgainKeepsItsFiles(t *testing.T) {
	s := snapshotOf(t, wall("a", "l0", 0), wall("b", "l0", 0))
	known := s.Get("a")
	const path = "architecture/l0/wall"
	again := NewFolder(s.Schema(), path, "again", []RawFile{rawRecord(t, s.Schema(), wall("a", "l0", 0)), rawRecord(t, s.Schema(), wall("b", "l0", 5))})
	next := s.WithFolders([]*Folder{again}, nil)
	if next.Get("a") != known || next.FileAt(path+"/a.json") != known {
		t.Error("one file of a snapshot is two")
	}
	if next.Get("b") != next.FileAt(path+"/b.json") || next.Get("b") == s.Get("b") {
		t.Error("the changed file is not the one in the folder")
	}
}

func TestMovedRecordIsOneDiff(t *testing.T) {
	s := snapshotOf(t, wall("a", "l0", 0))
	next, err := s.Apply([]Change{{ID: "a", Before: s.Get("a"), After: s.Record("a").With("levelId", "l1")}})
	if err != nil {
		t.Fatal(err)
	}
	diffs := Diff(s, next)
	if len(diffs) != 1 || diffs[0].Before.Path != "architecture/l0/wall/a.json" || diffs[0].After.Path != "architecture/l1/wall/a.json" {
		t.Fatalf("got %+v", diffs)
	}
	if want := []MemberDiff{{"levelId", "l0", "l1"}}; !cmp.Equal(want, diffs[0].Members) {
		t.Errorf("got %v, want %v", diffs[0].Members, want)
	}
}

func TestTwoFilesMayClaimOneID(t *testing.T) {
	schema := testSchema()
	a := rawRecord(t, schema, wall("a", "l0", 0))
	s := NewSnapshot(schema, []*Folder{NewFolder(schema, "architecture/l0/wall", "1", []RawFile{a}), NewFolder(schema, "architecture/l9/wall", "2", []RawFile{a})})
	if got := len(s.Claims("a")); got != 2 || s.Get("a").Folder() != "architecture/l0/wall" {
		t.Errorf("%d claims, the first in %s", got, s.Get("a").Folder())
	}
	next := s.WithFiles(map[string]*File{"architecture/l0/wall/a.json": nil})
	if got := next.Claims("a"); len(got) != 1 || got[0].Folder() != "architecture/l9/wall" {
		t.Errorf("after one is gone: %v", got)
	}
}

func TestFileKnowsItsRecordWithoutDecoding(t *testing.T) {
	schema := testSchema()
	raw := rawRecord(t, schema, wall("a", "l0", 0))
	f := NewFolder(schema, "architecture/l0/wall", "1", []RawFile{raw}).File("a.json")
	if f.ID() != "a" || f.Category() != "wall" || f.decoded.Load() != nil {
		t.Errorf("got id %q category %q, decoded %v", f.ID(), f.Category(), f.decoded.Load() != nil)
	}
	raw.Name = "other.json"
	f = NewFolder(schema, "architecture/l0/wall", "1", []RawFile{raw}).File("other.json")
	if f.ID() != "a" {
		t.Errorf("a file of another name has the id %q, want its record's", f.ID())
	}
}

func TestUnreadFilesSayWhy(t *testing.T) {
	schema := testSchema()
	folder := NewFolder(schema, "architecture/l0/wall", "1", []RawFile{
		{Name: "link.json", Mode: Symlink}, {Name: "large.json", Size: MaxRecordBytes + 1}, {Name: "broken.json", Data: []byte("{")},
	})
	for name, rule := range map[string]string{"link.json": "file.symlink", "large.json": "file.size", "broken.json": "file.json"} {
		if faults := folder.File(name).Faults(); len(faults) != 1 || faults[0].Rule != rule {
			t.Errorf("%s: got %v, want %s", name, faults, rule)
		}
	}
}

func TestPathsAreFunctionsOfRecords(t *testing.T) {
	schema := testSchema()
	for _, c := range []struct {
		record Object
		want   string
	}{
		{Object{{"id", "l"}, {"category", "level"}}, "levels/l.json"},
		{Object{{"id", "t"}, {"category", "type"}, {"of", "wall"}}, "types/wall/t.json"},
		{Object{{"id", "w"}, {"category", "wall"}, {"levelId", "l"}}, "architecture/l/wall/w.json"},
		{Object{{"id", "w"}, {"category", "wall"}, {"levelId", "l"}, {"discipline", "structure"}}, "structure/l/wall/w.json"},
		{Object{{"id", "w"}, {"category", "wall"}}, "architecture/model/wall/w.json"},
	} {
		if got, err := schema.PathOf(NewRecord(c.record)); err != nil || got != c.want {
			t.Errorf("%v: got %s %v, want %s", c.record, got, err, c.want)
		}
	}
	for _, o := range []Object{
		{{"id", "../x"}, {"category", "level"}}, {{"id", "w"}, {"category", "wall"}, {"levelId", "../.."}}, {{"id", "w"}, {"category", "nothing"}},
		{{"id", "t"}, {"category", "type"}, {"of", "../wall"}},
	} {
		if got, err := schema.PathOf(NewRecord(o)); err == nil {
			t.Errorf("%v lies at %s", o, got)
		}
	}
}

// TestIndexesFollowChanges holds that what is indexed over a snapshot is the same
// whether it followed a row of changes or was built anew.
func TestIndexesFollowChanges(t *testing.T) {
	ids := []string{"a", "b", "c", "d", "e"}
	levels := []string{"l0", "l1"}
	rapid.Check(t, func(t *rapid.T) {
		s := NewSnapshot(testSchema(), nil)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "look") {
				s.Get("a")
				s.ReferringTo("l0")
				s.Count("wall")
			}
			id := rapid.SampledFrom(ids).Draw(t, "id")
			change := Change{ID: id, Before: s.Get(id)}
			if rapid.Bool().Draw(t, "put") {
				change.After = wall(id, rapid.SampledFrom(levels).Draw(t, "level"), float64(rapid.IntRange(0, 3).Draw(t, "x")))
			}
			next, err := s.Apply([]Change{change})
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
		fresh := NewSnapshot(s.Schema(), slices.Clone(s.Folders()))
		if got, want := describe(s, ids, levels), describe(fresh, ids, levels); !cmp.Equal(got, want) {
			t.Fatalf("followed %v\nbuilt    %v", got, want)
		}
	})
}

func describe(s *Snapshot, ids, levels []string) []string {
	out := []string{fmt.Sprint(s.Total(), s.Count("wall"))}
	for _, id := range ids {
		if f := s.Get(id); f != nil {
			out = append(out, f.Path+f.Revision.Short())
		}
	}
	for _, level := range levels {
		var from []string
		for _, ref := range s.ReferringTo(level) {
			from = append(from, ref.From+ref.Pointer)
		}
		sort.Strings(from)
		out = append(out, fmt.Sprint(level, from))
	}
	for f := range s.InCategory("wall") {
		out = append(out, f.ID())
	}
	return out
}

func TestManifestSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ data, rule string }{
		{`{"format":"OpenEik","version":"0.3","id":"m","units":{"length":"mm","angle":"deg"}}`, "format.version"},
		{`{"format":"Other","version":"0.2","id":"m","units":{"length":"mm","angle":"deg"}}`, "format.version"},
		{`{"format":"OpenEik","version":"0.2","id":"m","units":{"length":"m","angle":"deg"}}`, "format.version"},
		{`{"format":"OpenEik","version":"0.2","id":"../m","units":{"length":"mm","angle":"deg"}}`, "id.syntax"},
		{`{"format":"OpenEik","version":"0.2","id":"m","phases":"none","units":{"length":"mm","angle":"deg"}}`, "record.member"},
		{`{`, "file.json"},
	} {
		schema := testSchema()
		s := NewSnapshot(schema, []*Folder{NewFolder(schema, "", "1", []RawFile{{Name: ManifestName, Data: []byte(c.data)}})})
		if faults := s.Manifest().Faults; len(faults) != 1 || faults[0].Rule != c.rule {
			t.Errorf("%s: got %v, want one of %s", c.data, faults, c.rule)
		}
	}
	if faults := NewSnapshot(testSchema(), nil).Manifest().Faults; len(faults) != 1 {
		t.Errorf("no manifest: %v", faults)
	}
}

func BenchmarkApplyOneChange(b *testing.B) {
	for _, levels := range []int{5, 500} {
		b.Run(fmt.Sprint(levels*200), func(b *testing.B) {
			var records []*Record
			for l := range levels {
				for i := range 200 {
					records = append(records, wall(fmt.Sprintf("w-%d-%d", l, i), fmt.Sprintf("l%d", l), float64(i)))
				}
			}
			s := snapshotOf(b, records...)
			s.Get("w-0-0")
			s.ReferringTo("l0")
			s.Count("wall")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				next, err := s.Apply([]Change{{ID: "w-0-7", Before: s.Get("w-0-7"), After: wall("w-0-7", "l0", float64(i))}})
				if err != nil {
					b.Fatal(err)
				}
				next.ReferringTo("l0")
				next.Count("wall")
				s = next
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	data := []byte(canonicalWall)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		Decode(data)
	}
}
