package check

import (
	"context"
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

// storeys make about 1,000, 10,000 and 100,000 records.
var storeys = []int{5, 50, 500}

func building(b *testing.B, storeys int) *model.Snapshot {
	b.Helper()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkFull(b *testing.B) {
	for _, n := range storeys {
		s := building(b, n)
		b.Run(fmt.Sprintf("records=%d", s.Total()), func(b *testing.B) {
			for b.Loop() {
				// A snapshot of its own, so that no index is there yet.
				fresh := model.NewSnapshot(s.Schema(), append([]*model.Folder(nil), s.Folders()...))
				if _, err := Check(context.Background(), fresh, Everything(), today); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCommand is what the checks of one ordinary command cost: a door moved
// along its wall, a wall lengthened.
func BenchmarkCommand(b *testing.B) {
	for _, n := range storeys {
		s := building(b, n)
		for _, c := range []struct{ category, member string }{{"door", "offset"}, {"wall", "thickness"}} {
			b.Run(fmt.Sprintf("%s/records=%d", c.category, s.Total()), func(b *testing.B) { benchmarkEdit(b, s, c.category, c.member) })
		}
	}
}

func benchmarkEdit(b *testing.B, s *model.Snapshot, category, member string) {
	ctx := context.Background()
	st, err := NewState(ctx, s)
	if err != nil {
		b.Fatal(err)
	}
	id := ""
	for f := range s.InCategory(category) {
		id = f.ID()
		break
	}
	for b.Loop() {
		now := st.Snapshot()
		r := now.Record(id)
		next, err := now.Apply([]model.Change{{ID: id, Before: now.Get(id), After: r.With(member, r.NumberOr(member, 200)+0.001)}})
		if err != nil {
			b.Fatal(err)
		}
		if st, _, err = st.To(ctx, next, today); err != nil {
			b.Fatal(err)
		}
	}
}
