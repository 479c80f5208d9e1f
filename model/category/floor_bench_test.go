package category_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// BenchmarkRooms measures the boundaries of all 529 rooms of a storey of 1,104 walls:
// worked out, found again, and after one of the walls moved.
func BenchmarkRooms(b *testing.B) {
	const n = 23
	var lines strings.Builder
	lines.WriteString(storey)
	for i := range n + 1 {
		for j := range n {
			a, from, to := float64(i*4000), float64(j*4000), float64(j*4000+4000)
			lines.WriteString(wallLine(fmt.Sprintf("h%d-%d", i, j), from, a, to, a, 100, "") + wallLine(fmt.Sprintf("v%d-%d", i, j), a, from, a, to, 100, ""))
			if i < n {
				lines.WriteString(seed(fmt.Sprintf("r%d-%d", i, j), a+2000, from+2000))
			}
		}
	}
	s := build(b, lines.String())
	rooms := func(s *model.Snapshot) {
		for f := range s.InCategory("room") {
			if _, ok := category.Boundary(s, f.Record()); !ok {
				b.Fatal(f.ID(), " is open")
			}
		}
	}
	b.Run("computed", func(b *testing.B) {
		for b.Loop() {
			rooms(rebuild(s))
		}
	})
	b.Run("found", func(b *testing.B) {
		rooms(s)
		for b.Loop() {
			rooms(s)
		}
	})
	b.Run("after-a-change", func(b *testing.B) {
		rooms(s)
		next, x := s, 0.0
		for b.Loop() {
			x = 100 - x
			wall := next.Record("v1-0")
			moved := wall.With("start", model.PointValue(4000+x, 0)).With("end", model.PointValue(4000+x, 4000))
			next, _ = next.Apply([]model.Change{{ID: "v1-0", Before: next.Get("v1-0"), After: moved}})
			rooms(next)
		}
	})
}
