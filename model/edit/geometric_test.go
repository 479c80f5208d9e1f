package edit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"pgregory.net/rapid"
)

// object makes a command or a record of names and values.
func object(pairs ...any) model.Object {
	var o model.Object
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, model.Member{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return o
}

// with answers a model with some records put into it.
func with(t *rapid.T, s *model.Snapshot, records ...model.Object) *model.Snapshot {
	var changes []model.Change
	for _, r := range records {
		id := r.Get("id").(string)
		changes = append(changes, model.Change{ID: id, Before: s.Get(id), After: model.NewRecord(r)})
	}
	next, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// after answers a model after a command that has to work.
func after(t *rapid.T, s *model.Snapshot, command model.Object) *model.Snapshot {
	t.Helper()
	r, err := Run(context.Background(), s, []model.Object{command}, Options{RequestID: "request"})
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	return r.After
}

// millimetres draws a length on a grid of half a millimetre.
func millimetres(t *rapid.T, name string, lo, hi int) float64 {
	return float64(rapid.IntRange(2*lo, 2*hi).Draw(t, name)) / 2
}

// aWall draws a wall with windows in it, away from the house: straight or an arc,
// drawn either way, its baseline any of its lines.
func aWall(t *rapid.T) (wall model.Object, windows []model.Object) {
	x, y := millimetres(t, "x", 30000, 31000), millimetres(t, "y", -500, 500)
	dx, dy := millimetres(t, "dx", 4000, 9000), millimetres(t, "dy", -4000, 4000)
	wall = object("id", "wall-x", "category", "wall", "typeId", "wall-type-exterior-300", "levelId", "level-0",
		"start", model.PointValue(x, y), "end", model.PointValue(x+dx, y+dy))
	if rapid.Bool().Draw(t, "reversed") {
		wall = wall.With("start", wall.Get("end")).With("end", model.PointValue(x, y))
	}
	if rapid.Bool().Draw(t, "arc") {
		wall = wall.With("sagitta", millimetres(t, "sagitta", -900, 900))
	}
	if where := rapid.SampledFrom([]string{"center", "left", "right", "core-left"}).Draw(t, "location"); where != "center" {
		wall = wall.With("location", where)
	}
	if rapid.Bool().Draw(t, "flipped") {
		wall = wall.With("flipped", true)
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "windows") {
		windows = append(windows, object("id", fmt.Sprintf("window-x-%d", i), "category", "window", "typeId", "window-type-1200x1200",
			"levelId", "level-0", "hostId", "wall-x", "offset", 700+1300*float64(i), "sill", 900.0))
	}
	return wall, windows
}

// placeAt answers where what is hosted along a wall stands in the world.
func placeAt(s *model.Snapshot, id string) geom.Point {
	r := s.Record(id)
	line, _ := hostLine(s.Record(r.String("hostId")))
	return line.PointAt(r.NumberOr("offset", 0))
}

func sameBytes(t *rapid.T, a, b *model.Snapshot) {
	t.Helper()
	for _, d := range model.Diff(a, b) {
		if d.Before == nil || d.After == nil {
			t.Fatalf("a file came or went: %+v", d)
		}
		t.Fatalf("%s differs:\n%s\n%s", d.Before.Path, d.Before.Data(), d.After.Data())
	}
}

// TestMoveReturns holds that a move there and back restores every byte. The wall that
// ends at another meets it about squarely: one that meets it at under 30° is carried
// sideways, which turns it, and comes back another way.
func TestMoveReturns(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		line, _ := category.Baseline(model.NewRecord(wall))
		foot := line.PointAt(line.Length() / 3)
		foot = geom.Point{X: math.Round(foot.X*1e3) / 1e3, Y: math.Round(foot.Y*1e3) / 1e3}
		away := line.TangentAt(line.Length() / 3).Left().Rotate(8).Scale(6000)
		away = geom.Point{X: math.Round(away.X), Y: math.Round(away.Y)}
		stem := object("id", "wall-stem", "category", "wall", "typeId", "wall-type-partition-100", "levelId", "level-0",
			"start", pointValue(foot), "end", pointValue(foot.Add(away)))
		s := with(t, base, append(windows, wall, stem)...)
		id := rapid.SampledFrom([]string{"wall-x", "wall-south", "wall-west", "wall-partition", "slab-ground", "door-entrance"}).Draw(t, "id")
		v := []float64{millimetres(t, "vx", 1, 900), millimetres(t, "vy", -900, 900)}
		if rapid.Bool().Draw(t, "up") {
			v = append(v, millimetres(t, "vz", -900, 900))
		}
		command := object("command", "move", "id", id, "by", model.PointValue(v...))
		if end := rapid.SampledFrom([]string{"", "start", "end"}).Draw(t, "end"); end != "" && id[:4] == "wall" && len(v) == 2 {
			command = command.With("end", end)
		}
		there := after(t, s, command)
		back := make([]float64, len(v))
		for i := range v {
			back[i] = -v[i]
		}
		sameBytes(t, s, after(t, there, command.With("by", model.PointValue(back...))))
	})
}

func TestSplitKeepsPlaces(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		line, _ := category.Baseline(s.Record("wall-x"))
		at := 1350 + 1300*float64(rapid.IntRange(0, 1).Draw(t, "between")) // the walls' windows leave 100 mm there
		if rapid.Bool().Draw(t, "near the end") {
			at = line.Length() - millimetres(t, "from the end", 5, 20)
		}
		next := after(t, s, object("command", "split_wall", "id", "wall-x", "distance", at, "newId", "wall-y"))
		a, _ := category.Baseline(next.Record("wall-x"))
		b, _ := category.Baseline(next.Record("wall-y"))
		// The sagitta of an arc is rounded to 1e-6 mm, which its length feels more than
		// once.
		tolerance := 1e-6
		if line.IsArc() {
			tolerance = 1e-5
		}
		if got := a.Length() + b.Length(); got-line.Length() > tolerance || line.Length()-got > tolerance {
			t.Fatalf("the parts are %v long, the wall was %v", got, line.Length())
		}
		if a.End != b.Start || a.Start != line.Start || b.End != line.End {
			t.Fatalf("the parts %v and %v do not make up %v", a, b, line)
		}
		for _, w := range windows {
			id := w.Get("id").(string)
			if d := placeAt(s, id).Dist(placeAt(next, id)); d > tolerance {
				t.Fatalf("%s moved by %v", id, d)
			}
		}
	})
}

func TestCopiesShareNothing(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		s := with(t, base, append(windows, wall)...)
		n := rapid.IntRange(1, 4).Draw(t, "count")
		command := object("command", "copy", "id", "wall-x", "by", model.PointValue(millimetres(t, "vx", 1, 900), 0), "count", float64(n))
		if rapid.Bool().Draw(t, "named") {
			command = command.With("newId", "wall-z")
		}
		r, err := Run(context.Background(), s, []model.Object{command}, Options{RequestID: "request"})
		if err != nil {
			t.Fatal(err)
		}
		if want := n * (1 + len(windows)); len(r.Created) != want || r.After.Total() != s.Total()+want || r.Counts.Updated+r.Counts.Deleted > 0 {
			t.Fatalf("%d records were created and %+v, want %d created alone", len(r.Created), r.Counts, want)
		}
		for _, id := range r.Created {
			if len(r.After.Claims(id)) != 1 || s.Record(id) != nil {
				t.Fatalf("%s is taken", id)
			}
			if host := r.After.Record(id).String("hostId"); host != "" && s.Record(host) != nil {
				t.Fatalf("%s is hosted by %s, no copy", id, host)
			}
		}
	})
}

func TestRehostKeepsPlaces(t *testing.T) {
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		wall, windows := aWall(t)
		windows = append(windows, object("id", "window-last", "category", "window", "width", 500.0, "height", 500.0,
			"levelId", "level-0", "hostId", "wall-x", "offset", 300.0, "sill", 2200.0))
		line, _ := category.Baseline(model.NewRecord(wall))
		if rapid.Bool().Draw(t, "the other way") {
			line = line.Reverse()
		}
		other := object("id", "wall-y", "category", "wall", "typeId", "wall-type-partition-100", "levelId", "level-0",
			"start", pointValue(line.Start), "end", pointValue(line.End))
		if line.Sagitta != 0 {
			other = other.With("sagitta", line.Sagitta)
		}
		s := with(t, base, append(windows, wall, other)...)
		var ids []any
		for _, w := range windows {
			ids = append(ids, w.Get("id"))
		}
		next := after(t, s, object("command", "rehost", "id", ids, "host", "wall-y"))
		for _, id := range ids {
			if d := placeAt(s, id.(string)).Dist(placeAt(next, id.(string))); d > 1e-6 {
				t.Fatalf("%s moved by %v", id, d)
			}
			if host := next.Record(id.(string)).String("hostId"); host != "wall-y" {
				t.Fatalf("%s is hosted by %s", id, host)
			}
		}
	})
}

// Whatever is asked of placing, what comes of it or of what its refusal offers fits
// into the host and overlaps nothing.
func TestPlacedFits(t *testing.T) {
	hosts := []string{"wall-south", "wall-north", "wall-partition"}
	base := house(t)
	rapid.Check(t, func(t *rapid.T) {
		s := base
		for i := range rapid.IntRange(1, 6).Draw(t, "n") {
			command := object("command", rapid.SampledFrom([]string{"place_window", "place_door"}).Draw(t, "what"),
				"host", rapid.SampledFrom(hosts).Draw(t, "host"),
				"distance", millimetres(t, "distance", -500, 10500), "id", fmt.Sprintf("new-%d", i),
				"from", rapid.SampledFrom([]any{"start", "end", model.PointValue(5900, 4000)}).Draw(t, "from"),
				"to", rapid.SampledFrom([]string{"edge", "centre"}).Draw(t, "to"))
			s = placed(t, s, command)
		}
		for _, host := range hosts {
			checkHost(t, s, host)
		}
	})
}

// placed answers the model after a placing command, after what its refusal offers,
// or as it was where there is no room.
func placed(t *rapid.T, s *model.Snapshot, command model.Object) *model.Snapshot {
	r, err := Run(context.Background(), s, []model.Object{command}, Options{RequestID: "request"})
	if err == nil {
		return r.After
	}
	var p *model.Problem
	if !errors.As(err, &p) {
		t.Fatal(err)
	}
	if try, _ := p.Details["try"].(model.Object); try.Get("id") == command.Get("id") {
		return after(t, s, try)
	}
	return s
}

func checkHost(t *rapid.T, s *model.Snapshot, host string) {
	line, _ := hostLine(s.Record(host))
	var spans []category.Span
	for _, h := range hosted(s, host) {
		at, _ := category.Opening(s, h)
		if at.From < -geom.Epsilon || at.To > line.Length()+geom.Epsilon {
			t.Fatalf("%s does not fit into %s: %v", h.ID(), host, at)
		}
		for _, o := range spans {
			if min(at.To, o.To)-max(at.From, o.From) > geom.JoinTolerance && min(at.Head, o.Head)-max(at.Sill, o.Sill) > geom.JoinTolerance {
				t.Fatalf("%s overlaps another one in %s", h.ID(), host)
			}
		}
		spans = append(spans, at)
	}
}
