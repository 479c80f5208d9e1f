package find

import (
	"context"
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

func building(b *testing.B, storeys int) *model.Snapshot {
	b.Helper()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkPage measures a page of 50 in models of about 1,000, 10,000 and 100,000
// records that were asked before, as in a running host.
func BenchmarkPage(b *testing.B) {
	for _, storeys := range []int{5, 50, 500} {
		s := building(b, storeys)
		for _, filter := range []string{`{"categories": ["wall"], "levels": ["2"]}`, `{"categories": ["wall"]}`, `{}`, `{"bounds": {"min": [0, 0, 0], "max": [5000, 5000, 3000]}}`} {
			f := parse(b, filter)
			b.Run(fmt.Sprintf("%d/%s", s.Total(), filter), func(b *testing.B) {
				if _, err := f.Apply(context.Background(), s, Sources{}); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					m, err := f.Apply(context.Background(), s, Sources{})
					if err != nil {
						b.Fatal(err)
					}
					if page := m.Page(0, 50); len(page) == 0 {
						b.Fatal(m.Why())
					}
				}
			})
		}
	}
}
