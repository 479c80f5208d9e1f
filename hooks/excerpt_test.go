package hooks

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/repo"
	"github.com/openeik/ekgit/repo/repotest"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// TestAPartOfAModelIsJudgedAsTheWhole changes records of a generated building in many
// ways: the new errors on the part that is picked are those on the whole.
func TestAPartOfAModelIsJudgedAsTheWhole(t *testing.T) {
	m, base, commit := tower(t)
	raw, err := m.Raw(t.Context(), commit)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	files := slices.Collect(base.RecordFiles())
	parts, errors := 0, 0
	for range 120 {
		var changes []model.FileChange
		var did []string
		for range 1 + random.IntN(2) {
			f := files[random.IntN(len(files))]
			if slices.ContainsFunc(changes, func(c model.FileChange) bool { return c.Before == f || c.After != nil && c.After.Path == f.Path }) {
				continue
			}
			c, what := mutated(base, f, files[random.IntN(len(files))], random)
			changes, did = append(changes, c...), append(did, what)
		}
		part, ok := excerptOf(m, raw, changes)
		if !ok {
			continue
		}
		parts++
		want := fingerprints(t, base, changes)
		got := fingerprints(t, part, changes)
		errors += len(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: on the whole (-), on the part (+):\n%s", strings.Join(did, "; "), diff)
		}
	}
	if parts < 60 || errors < 30 {
		t.Errorf("only %d changes were judged on a part, with %d errors", parts, errors)
	}
}

// TestWhatHangsOverStairsIsJudgedAsOnTheWhole holds the same of what takes headroom from a
// stair, which is far from what changes.
func TestWhatHangsOverStairsIsJudgedAsOnTheWhole(t *testing.T) {
	r := repotest.New(t)
	copyExample(t, r, "two-storey-house")
	r.Commit("A house")
	m, base, commit := opened(t, r)
	raw, err := m.Raw(t.Context(), commit)
	if err != nil {
		t.Fatal(err)
	}
	low := 0
	for id, set := range map[string]model.Object{
		"slab-floor":    {{Name: "offset", Value: -900.0}},
		"opening-stair": {{Name: "name", Value: "Stair"}},
		"beam-canopy":   {{Name: "start", Value: []any{8000.0, 7000.0, 2000.0}}, {Name: "end", Value: []any{9300.0, 7000.0, 2000.0}}},
		"roof-main":     {{Name: "offset", Value: -3500.0}},
		"stair-main":    {{Name: "topOffset", Value: 200.0}},
		"slab-terrace":  {{Name: "offset", Value: -30.0}},
	} {
		f := base.Get(id)
		next := f.Record()
		for _, m := range set {
			next = next.With(m.Name, m.Value)
		}
		data := base.Schema().Encode(next)
		changes := []model.FileChange{{Before: f, After: base.Schema().NewFile(f.Path, model.RawFile{Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})}}
		want := fingerprints(t, base, changes)
		if strings.Contains(strings.Join(want, " "), "stair.headroom") {
			low++
		}
		if part, ok := excerptOf(m, raw, changes); ok {
			if diff := cmp.Diff(want, fingerprints(t, part, changes)); diff != "" {
				t.Errorf("%s: on the whole (-), on the part (+):\n%s", id, diff)
			}
		} else if id == "slab-terrace" {
			t.Error("a slab beside the house is judged on the whole")
		}
	}
	if low < 2 {
		t.Errorf("only %d changes took headroom", low)
	}
}

func fingerprints(t *testing.T, base *model.Snapshot, changes []model.FileChange) []string {
	t.Helper()
	found, err := newErrors(context.Background(), []*model.Snapshot{base}, base.WithChanges(changes), noon)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{}
	for _, f := range found {
		lines = append(lines, f.Rule+" "+f.File+" "+f.Pointer+": "+f.Message)
	}
	slices.Sort(lines)
	return lines
}

// tower answers a repository with a generated building of a few storeys, and the house
// beside it for what the building has none of.
func tower(t *testing.T) (*repo.Model, *model.Snapshot, repo.Hash) {
	t.Helper()
	r := repotest.New(t)
	copyExample(t, r, "one-storey-house")
	schema := category.Schema()
	building, err := generate.Building(schema, generate.Options{Storeys: 6, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for f := range building.Files() {
		if f.Path != model.ManifestName {
			r.Write(f.Path, string(f.Data()))
		}
	}
	r.Commit("A tower")
	return opened(t, r)
}

func copyExample(t *testing.T, r *repotest.Repo, name string) {
	t.Helper()
	house, err := fs.Sub(ekgit.Examples, "testdata/"+name)
	if err == nil {
		err = os.CopyFS(r.Dir, house)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// opened answers the model of a repository as it is at its head.
func opened(t *testing.T, r *repotest.Repo) (*repo.Model, *model.Snapshot, repo.Hash) {
	t.Helper()
	m, err := repo.Open(t.Context(), r.Dir, repo.Options{Schema: category.Schema(), CacheDir: filepath.Join(t.TempDir(), "cache")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	head, err := m.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	base, err := m.At(t.Context(), head.Commit)
	if err != nil {
		t.Fatal(err)
	}
	return m, base, head.Commit
}

// mutated changes a record: takes it away, adds one like it, moves it, or gives it a
// member of another one.
func mutated(s *model.Snapshot, f, other *model.File, random *rand.Rand) ([]model.FileChange, string) {
	r := f.Record()
	put := func(r *model.Record) []model.FileChange {
		path, err := s.Schema().PathOf(r)
		if err != nil {
			path = f.Path
		}
		data := s.Schema().Encode(r)
		after := s.Schema().NewFile(path, model.RawFile{Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
		if path == f.Path {
			return []model.FileChange{{Before: f, After: after}}
		}
		if before := s.FileAt(path); before != nil || r.ID() != f.ID() {
			return []model.FileChange{{Before: before, After: after}}
		}
		return []model.FileChange{{Before: f, After: nil}, {After: after}}
	}
	switch random.IntN(5) {
	case 0:
		return []model.FileChange{{Before: f}}, "take away " + f.Path
	case 1:
		return put(r.With("id", r.ID()+"-twin")), "another " + f.Path
	case 2:
		at := random.IntN(len(r.Members()))
		m := r.Members()[at]
		if number, ok := r.Number(m.Name); ok {
			return put(r.With(m.Name, number+float64(random.IntN(4001)-2000))), fmt.Sprintf("%s of %s", m.Name, f.Path)
		}
	case 3:
		raw := append([]byte("<<<<<<< ours\n"), f.Data()...)
		return []model.FileChange{{Before: f, After: s.Schema().NewFile(f.Path, model.RawFile{Revision: model.RevisionOf(raw), Size: int64(len(raw)), Data: raw})}}, "markers in " + f.Path
	}
	if o := other.Record(); o != nil {
		m := o.Members()[random.IntN(len(o.Members()))]
		if m.Name != "id" && m.Name != "category" {
			return put(r.With(m.Name, m.Value)), fmt.Sprintf("%s of %s as %s has it", m.Name, f.Path, other.Path)
		}
	}
	return put(r.With("mark", "X")), "mark of " + f.Path
}
