package picture

import (
	"bytes"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/model/geom"
)

// bigStorey is a model with a storey of over 1,000 records: the storeys of a
// generated building side by side on one level.
func bigStorey(tb testing.TB) (s *model.Snapshot, level string) {
	tb.Helper()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: 6, Seed: 1})
	if err != nil {
		tb.Fatal(err)
	}
	levels := category.Levels(s).All()
	level = levels[0].ID
	box := category.Space(s).Bounds()
	pitch := box.Max.X - box.Min.X + 5000
	var changes []model.Change
	for f := range s.RecordFiles() {
		r := f.Record()
		if r == nil || r.String("levelId") == "" || r.String("levelId") == level {
			continue
		}
		l, _ := category.Levels(s).Get(r.String("levelId"))
		next := shifted(r, geom.Point{X: pitch * float64(l.Ordinal-1)}).With("levelId", level).Without("topLevelId")
		changes = append(changes, model.Change{ID: r.ID(), After: next})
	}
	s, err = s.Apply(changes)
	if err != nil {
		tb.Fatal(err)
	}
	return s, level
}

// shifted moves every plan point of a record.
func shifted(r *model.Record, by geom.Point) *model.Record {
	for _, name := range []string{"start", "end", "at", "seed"} {
		if p, ok := r.Point(name); ok {
			r = r.With(name, model.PointValue(p[0]+by.X, p[1]+by.Y))
		} else if p, ok := r.Point3(name); ok {
			r = r.With(name, model.PointValue(p[0]+by.X, p[1]+by.Y, p[2]))
		}
	}
	for _, name := range []string{"outline", "path"} {
		points, ok := r.Points(name)
		if !ok {
			continue
		}
		list := make([]any, len(points))
		for i, p := range points {
			list[i] = model.PointValue(p[0]+by.X, p[1]+by.Y)
		}
		r = r.With(name, list)
	}
	return r
}

func BenchmarkPlan(b *testing.B) {
	s, level := bigStorey(b)
	if n := category.TallyOf(s).Level(level); n < 1000 {
		b.Fatalf("%d records on the level", n)
	}
	for b.Loop() {
		var out bytes.Buffer
		if err := draw(b, s, PlanOptions{Level: level}).WriteSVG(&out); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkElevation(b *testing.B) {
	s := twoStoreys(b)
	for b.Loop() {
		drawElevation(b, s, "south", SectionOptions{})
	}
}

func TestPlanOfManyRecords(t *testing.T) {
	s, level := bigStorey(t)
	sheet := draw(t, s, PlanOptions{Level: level})
	show(t, "thousand", sheet)
	legible(t, sheet)
}
