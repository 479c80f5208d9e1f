package generate_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/generate"
)

func building(t testing.TB, storeys int, seed uint64) *model.Snapshot {
	t.Helper()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSize(t *testing.T) {
	for _, c := range []struct{ storeys, least, most int }{{1, 230, 330}, {5, 900, 1150}, {50, 9500, 10500}} {
		s := building(t, c.storeys, 1)
		if n := s.Total(); n < c.least || n > c.most {
			t.Errorf("%d storeys have %d records, want %d to %d", c.storeys, n, c.least, c.most)
		}
	}
}

func TestEveryKindIsThere(t *testing.T) {
	s := building(t, 3, 7)
	for _, name := range []string{"building", "level", "grid", "group", "material", "type", "wall", "door", "window", "opening", "slab",
		"roof", "shaft", "stair", "room", "column", "beam", "foundation", "furniture", "equipment"} {
		if s.Count(name) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}

// The models are sound: no error, no warning, whatever the seed.
func TestSound(t *testing.T) {
	for seed := range uint64(8) {
		s := building(t, 1+int(seed), seed)
		findings, err := check.Check(t.Context(), s, check.Everything(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Severity != model.Info {
				t.Errorf("seed %d: %s %s %v: %s", seed, f.Severity, f.Rule, f.IDs, f.Message)
			}
		}
	}
}

// fingerprint is a hash over the paths and revisions of every file.
func fingerprint(s *model.Snapshot) string {
	h := sha256.New()
	for f := range s.Files() {
		fmt.Fprintln(h, f.Path, f.Revision)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func TestDeterministic(t *testing.T) {
	const want = "1cebb843194c3878" // changes only where the building is meant to
	if got := fingerprint(building(t, 3, 1)); got != want {
		t.Errorf("3 storeys of seed 1 have the fingerprint %s, want %s", got, want)
	}
	if fingerprint(building(t, 2, 1)) == fingerprint(building(t, 2, 2)) {
		t.Error("two seeds give the same building")
	}
}

func TestStoreysDiffer(t *testing.T) {
	s := building(t, 6, 3)
	counts := map[string]bool{}
	for n := range 6 {
		level := fmt.Sprintf("architecture/level-%02d", n)
		counts[fmt.Sprint(len(s.Folder(level+"/window").Files()), len(s.Folder(level+"/room").Files()))] = true
	}
	if len(counts) < 3 {
		t.Errorf("6 storeys have only %d combinations of windows and rooms", len(counts))
	}
}

func TestOutOfRange(t *testing.T) {
	for _, n := range []int{-1, 0, generate.MaxStoreys + 1} {
		if _, err := generate.Building(category.Schema(), generate.Options{Storeys: n}); err == nil {
			t.Errorf("%d storeys are accepted", n)
		}
	}
	if _, err := generate.Building(model.NewSchema(), generate.Options{Storeys: 1}); err == nil {
		t.Error("a schema without categories is accepted")
	}
}

func BenchmarkBuilding(b *testing.B) {
	for b.Loop() {
		s := building(b, 500, 1)
		b.ReportMetric(float64(s.Total()), "records")
	}
}
