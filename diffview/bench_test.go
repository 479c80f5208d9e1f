package diffview

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

// BenchmarkOf tells ten changes of a model of about 1,000 and of 100,000 records,
// whose indexes are there already, as they are in a host.
func BenchmarkOf(b *testing.B) {
	for _, storeys := range []int{5, 500} {
		before := building(b, storeys)
		after := tenChanges(b, before)
		delta, err := check.Changed(context.Background(), before, after, day1)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Of(context.Background(), before, after, Options{Delta: &delta}); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("records=%d", before.Total()), func(b *testing.B) {
			for b.Loop() {
				d, err := Of(context.Background(), before, after, Options{Delta: &delta})
				if err != nil {
					b.Fatal(err)
				}
				if len(d.Records) != 10 {
					b.Fatalf("%d records", len(d.Records))
				}
			}
		})
	}
}

// tenChanges raises the sills of windows and widens doors.
func tenChanges(b *testing.B, s *model.Snapshot) *model.Snapshot {
	b.Helper()
	var records []string
	for f := range s.InCategory("window") {
		if records = append(records, string(model.AppendCompact(nil, f.Record().With("sill", 1234.0).Members()))); len(records) == 5 {
			break
		}
	}
	for f := range s.InCategory("door") {
		if records = append(records, string(model.AppendCompact(nil, f.Record().With("width", 1111.0).Members()))); len(records) == 10 {
			break
		}
	}
	return put(b, s, records...)
}

func BenchmarkHTML(b *testing.B) {
	r := proposed(b)
	for b.Loop() {
		if err := r.HTML(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
