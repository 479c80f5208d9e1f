package proposals

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkList lists 100 open proposals, on a model branch that has moved by 50
// commits, beside 200 closed ones.
func BenchmarkList(b *testing.B) {
	f := newFixture(b)
	ctx := context.Background()
	for i := range 300 {
		p := f.propose("", "Raise the wall", set{"wall-south", "height", 2500.0 + float64(i)}).Proposal
		if i%3 == 0 {
			continue
		}
		if _, err := f.s.Close(ctx, CloseRequest{ID: p.ID, State: Rejected, Author: ada}); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 50 {
		f.change(set{"wall-north", "name", fmt.Sprint(i)})
	}
	for _, filter := range []Filter{{}, {All: true}} {
		b.Run(fmt.Sprintf("all=%v", filter.All), func(b *testing.B) {
			for b.Loop() {
				all, err := f.s.List(ctx, filter)
				if err != nil || len(all) < 100 {
					b.Fatal(len(all), err)
				}
			}
		})
		b.Run(fmt.Sprintf("all=%v,cold", filter.All), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				_, s := f.open()
				b.StartTimer()
				if _, err := s.List(ctx, filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
