package geom

import "testing"

func BenchmarkCurve(b *testing.B) {
	wall := Line(Point{0, 0}, Point{5000, 100})
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"project line", func() { wall.Project(Point{3000, 700}) }},
		{"project arc", func() { half.Project(Point{300, 700}) }},
		{"meet apart", func() { wall.Meet(Line(Point{0, 3000}, Point{5000, 3100}), JoinTolerance) }},
		{"meet corner", func() { wall.Meet(Line(Point{5000, 100}, Point{5000, 4000}), JoinTolerance) }},
		{"meet cross", func() { wall.Meet(Line(Point{2500, -1000}, Point{2500, 1000}), JoinTolerance) }},
		{"meet arc", func() { half.Meet(Line(Point{0, 500}, Point{0, 1500}), JoinTolerance) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.run()
			}
		})
	}
}
