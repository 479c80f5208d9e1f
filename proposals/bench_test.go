package proposals

import (
	"context"
	"fmt"
	"strings"
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
				all, _, err := f.s.List(ctx, filter)
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
				if _, _, err := s.List(ctx, filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStale reads a proposal that the model branch has left behind by 5,000
// commits.
func BenchmarkStale(b *testing.B) {
	f := newFixture(b)
	id := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal.ID
	var stream strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&stream, "commit refs/heads/main\ncommitter Ada <ada@example.com> %d +0000\ndata 2\n%02d\n", 1_777_777_777+i, i%100)
		if i == 0 {
			fmt.Fprintf(&stream, "from %s\n", f.Git("rev-parse", "main"))
		}
	}
	f.Feed(stream.String(), "fast-import", "--quiet")
	for b.Loop() {
		if p, err := f.s.Get(context.Background(), id); err != nil || !p.Stale {
			b.Fatal(p, err)
		}
	}
}
