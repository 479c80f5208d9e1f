package render_test

import (
	"io"
	"slices"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
)

// BenchmarkView draws a building of 5,000 records: its scene, with nothing known and once
// its bodies are known, the picture, and all of it from nothing.
func BenchmarkView(b *testing.B) {
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: 25})
	if err != nil {
		b.Fatal(err)
	}
	all := gather(b, s, scene.Options{})
	b.Run("scene-uncached", func(b *testing.B) {
		for b.Loop() {
			gather(b, model.NewSnapshot(s.Schema(), slices.Clone(s.Folders())), scene.Options{})
		}
	})
	b.Run("scene", func(b *testing.B) {
		for b.Loop() {
			if all, err = scene.Of(b.Context(), s, scene.Options{}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(s.Total()), "records")
		b.ReportMetric(float64(all.Triangles()), "triangles")
	})
	b.Run("picture", func(b *testing.B) {
		for b.Loop() {
			if err := render.PNG(b.Context(), io.Discard, all, render.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("uncached", func(b *testing.B) {
		for b.Loop() {
			all := gather(b, model.NewSnapshot(s.Schema(), slices.Clone(s.Folders())), scene.Options{})
			if err := render.PNG(b.Context(), io.Discard, all, render.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
