package category_test

import (
	"runtime"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

// BenchmarkCache measures the bodies of one wall: worked out, found where nothing
// changed, and found after a change elsewhere.
func BenchmarkCache(b *testing.B) {
	s := storeys(b, 10_000)
	const id = "w3-5-5-true"
	category.Bodies(s, s.Record(id))
	b.Run("computed", func(b *testing.B) {
		for b.Loop() {
			category.Bodies(s, s.Record(id).With("note", "another record"))
		}
	})
	b.Run("found", func(b *testing.B) {
		r := s.Record(id)
		b.ReportAllocs()
		for b.Loop() {
			category.Bodies(s, r)
		}
	})
	b.Run("found-elsewhere-changed", func(b *testing.B) {
		next, r := s, s.Record(id)
		for b.Loop() {
			b.StopTimer()
			far := next.Record("w0-0-0-false")
			next, _ = next.Apply([]model.Change{{ID: far.ID(), Before: next.Get(far.ID()), After: far.With("end", model.PointValue(float64(b.N), 4000))}})
			category.Space(next)
			next.ReferringTo("t")
			next.Get("t")
			category.Levels(next)
			b.StartTimer()
			category.Bodies(next, r)
		}
	})
}

// BenchmarkHeap holds a generated model of 100,000 records with all its bodies.
func BenchmarkHeap(b *testing.B) {
	for b.Loop() {
		s, err := generate.Building(category.Schema(), generate.Options{Storeys: 500, Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		records := heap()
		n := 0
		for f := range s.RecordFiles() {
			n += len(category.Bodies(s, f.Record()))
		}
		b.ReportMetric(float64(records)/(1<<20), "records-MB")
		b.ReportMetric(float64(heap())/(1<<20), "MB")
		b.ReportMetric(float64(category.CacheBytes(s))/(1<<20), "cache-MB")
		b.ReportMetric(float64(n), "bodies")
		runtime.KeepAlive(s)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
