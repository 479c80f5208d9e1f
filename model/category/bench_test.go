package category_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// storeys makes a plausible model of about n records: on each storey a square of
// rooms, 20 by 20, between walls with a door in every second one.
func storeys(b testing.TB, n int) *model.Snapshot {
	b.Helper()
	var lines strings.Builder
	lines.WriteString(`{"id": "t", "category": "type", "of": "wall", "thickness": 200}` + "\n" + `{"id": "d", "category": "type", "of": "door", "width": 900, "height": 2100}` + "\n")
	records := 2
	for storey := 0; records < n; storey++ {
		level := fmt.Sprintf("l%d", storey)
		fmt.Fprintf(&lines, `{"id": %q, "category": "level", "elevation": %d}`+"\n", level, storey*3000)
		records++
		for x := range 21 {
			for y := range 20 {
				for _, turned := range []bool{false, true} {
					x1, y1, x2, y2 := x, y, x, y+1
					if turned {
						x1, y1, x2, y2 = y, x, y+1, x
					}
					id := fmt.Sprintf("w%d-%d-%d-%v", storey, x, y, turned)
					fmt.Fprintf(&lines, `{"id": %q, "category": "wall", "typeId": "t", "levelId": %q, "start": [%d, %d], "end": [%d, %d]}`+"\n", id, level, x1*4000, y1*4000, x2*4000, y2*4000)
					records++
					if turned {
						fmt.Fprintf(&lines, `{"id": %q, "category": "door", "typeId": "d", "levelId": %q, "hostId": %q, "offset": 2000}`+"\n", "d-"+id, level, id)
						records++
					}
				}
			}
		}
	}
	return build(b, lines.String())
}

func BenchmarkValidate(b *testing.B) {
	r, schema := build(b, house).Record("south"), category.Schema()
	b.ReportAllocs()
	for b.Loop() {
		category.Validate(schema, r)
	}
}

func BenchmarkBounds(b *testing.B) {
	s := build(b, house)
	for _, id := range []string{"south", "view"} {
		r := s.Record(id)
		b.Run(r.Category(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				category.Bounds(s, r)
			}
		})
	}
}

func BenchmarkDerived(b *testing.B) {
	s := build(b, house)
	r := s.Record("south")
	b.ReportAllocs()
	for b.Loop() {
		category.Derived(s, r)
	}
}

// BenchmarkIndexes builds what is kept of a model from nothing, and brings it up to
// date after one wall moved.
func BenchmarkIndexes(b *testing.B) {
	s := storeys(b, 100_000)
	category.Levels(s)
	s.ReferringTo("t")
	indexes := map[string]func(*model.Snapshot){
		"space":  func(s *model.Snapshot) { category.Space(s) },
		"tally":  func(s *model.Snapshot) { category.TallyOf(s) },
		"facing": func(s *model.Snapshot) { category.Facing(s, s.Record("w3-0-0-false")) },
	}
	for _, name := range []string{"space", "tally", "facing"} {
		read := indexes[name]
		b.Run(name+"/build", func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				fresh := rebuild(s)
				fresh.ReferringTo("t")
				category.Levels(fresh)
				if name == "facing" {
					category.Space(fresh)
				}
				b.StartTimer()
				read(fresh)
			}
		})
		read(s)
		b.Run(name+"/follow", func(b *testing.B) {
			at, step := s, 0.0
			for b.Loop() {
				step++
				r := at.Record("w3-5-5-false").With("end", model.PointValue(20000, 24000+step))
				next, err := at.Apply([]model.Change{{ID: r.ID(), Before: at.Get(r.ID()), After: r}})
				if err != nil {
					b.Fatal(err)
				}
				read(next)
				at = next
			}
		})
	}
}

// BenchmarkBodies measures the bodies and quantities of a house, 8 records, each time
// worked out anew.
func BenchmarkBodies(b *testing.B) {
	s := build(b, house)
	ids := []string{"south", "east", "north", "west", "inner", "entrance", "view", "inside"}
	for name, work := range map[string]func(*model.Snapshot, *model.Record){
		"footprints": func(s *model.Snapshot, r *model.Record) { category.Footprint(s, r) },
		"bodies":     func(s *model.Snapshot, r *model.Record) { category.Bodies(s, r) },
		"quantities": func(s *model.Snapshot, r *model.Record) { category.Quantities(s, r) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				fresh := rebuild(s)
				category.Space(fresh)
				fresh.ReferringTo("south")
				b.StartTimer()
				for _, id := range ids {
					work(fresh, fresh.Record(id))
				}
			}
		})
	}
}
