package ops

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// hostedLevel is what one host holds of one level, along its baseline.
type hostedLevel struct {
	Level    string       `json:"level,omitempty"`
	Items    []hostedItem `json:"items"`
	GapAfter *float64     `json:"gapAfter,omitempty" jsonschema:"free length in mm from the last to the host's end"`
}

type hostedItem struct {
	related
	From      *float64 `json:"from,omitempty"`
	To        *float64 `json:"to,omitempty"`
	Sill      *float64 `json:"sill,omitempty" jsonschema:"height of its lower edge in mm above the model's zero"`
	Head      *float64 `json:"head,omitempty" jsonschema:"height of its upper edge in mm above the model's zero"`
	GapBefore *float64 `json:"gapBefore,omitempty" jsonschema:"free length in mm before it"`
}

// hostedOf answers what a record hosts. Along a wall each item says where it lies.
func hostedOf(s *model.Snapshot, host *model.Record) []hostedLevel {
	byLevel := map[string][]hostedItem{}
	for _, id := range category.Hosted(s, host.ID()) {
		r := s.Record(id)
		if r == nil {
			continue
		}
		item := hostedItem{related: relatedTo(s, id)}
		if span, ok := category.Opening(s, r); ok {
			item.From, item.To, item.Sill, item.Head = rounded(span.From), rounded(span.To), rounded(span.Sill), rounded(span.Head)
		}
		level := cmp.Or(r.String("levelId"), host.String("levelId"))
		byLevel[level] = append(byLevel[level], item)
	}
	var levels []hostedLevel
	for level, items := range byLevel {
		slices.SortFunc(items, func(a, b hostedItem) int {
			return cmp.Or(cmp.Compare(valueOr(a.From, math.Inf(1)), valueOr(b.From, math.Inf(1))), cmp.Compare(a.ID, b.ID))
		})
		levels = append(levels, hostedLevel{Level: level, Items: items, GapAfter: gaps(host, items)})
	}
	ordinal := func(id string) int {
		l, _ := category.Levels(s).Get(id)
		return l.Ordinal
	}
	slices.SortFunc(levels, func(a, b hostedLevel) int {
		return cmp.Or(cmp.Compare(ordinal(a.Level), ordinal(b.Level)), cmp.Compare(a.Level, b.Level))
	})
	return levels
}

// gaps fills in the free length before each item and answers that after the last.
func gaps(host *model.Record, items []hostedItem) *float64 {
	line, ok := category.Baseline(host)
	if !ok {
		return nil
	}
	end := 0.0
	for i := range items {
		if items[i].From == nil {
			continue
		}
		items[i].GapBefore = rounded(*items[i].From - end)
		end = max(end, *items[i].To)
	}
	return rounded(line.Length() - end)
}

func rounded(mm float64) *float64 {
	mm = geom.Round(mm)
	return &mm
}

func valueOr(v *float64, absent float64) float64 {
	if v == nil {
		return absent
	}
	return *v
}

// join is how one wall joins another.
type join struct {
	related
	Kind       string   `json:"kind" jsonschema:"corner, tee or cross"`
	End        string   `json:"end,omitempty" jsonschema:"the end of this wall that lies there"`
	OtherEnd   string   `json:"otherEnd,omitempty" jsonschema:"the end of the other wall that lies there"`
	Along      *float64 `json:"along,omitempty" jsonschema:"where on this wall, in mm from its start"`
	OtherAlong *float64 `json:"otherAlong,omitempty" jsonschema:"where on the other wall, in mm from its start"`
}

// wallRun is a wall as far as joins go.
type wallRun struct {
	id          string
	line        geom.Curve
	left, right float64 // faces, to the left of the line
	base, top   float64
}

func wallRunOf(s *model.Snapshot, r *model.Record) (wallRun, bool) {
	line, ok := category.Baseline(r)
	if !ok || !category.IsWall(r) || r.Has("hostId") || line.Length() < geom.Epsilon {
		return wallRun{}, false
	}
	w := wallRun{id: r.ID(), line: line, base: category.Base(s, r), top: math.Inf(1)}
	w.left, w.right = category.Faces(s, r)
	if top, ok := category.Top(s, r); ok {
		w.top = top
	}
	return w, true
}

// ends are the two ends of a wall, by name.
func (w wallRun) ends() [2]struct {
	name  string
	point geom.Point
} {
	return [2]struct {
		name  string
		point geom.Point
	}{{"start", w.line.Start}, {"end", w.line.End}}
}

// holds tells whether a point lies on the wall's line or in its footprint, and how
// far along.
func (w wallRun) holds(p geom.Point) (along float64, ok bool) {
	on := w.line.Project(p)
	if on.Distance <= geom.JoinTolerance {
		return on.Along, true
	}
	inside := on.Along > 0 && on.Along < w.line.Length()
	return on.Along, inside && on.Side <= w.left+geom.JoinTolerance && on.Side >= w.right-geom.JoinTolerance
}

// joinsOf answers which walls join a wall: where an end of one lies on the other's
// line or in its footprint, at a height that both have.
func joinsOf(s *model.Snapshot, r *model.Record) []join {
	wall, ok := wallRunOf(s, r)
	if !ok {
		return nil
	}
	space := category.Space(s)
	box, ok := space.Get(wall.id)
	if !ok {
		return nil
	}
	var joins []join
	for id := range space.Search(box.Grow(geom.JoinTolerance)) {
		other := s.Record(id)
		if id == wall.id || other == nil {
			continue
		}
		run, ok := wallRunOf(s, other)
		if !ok || min(wall.top, run.top)-max(wall.base, run.base) <= geom.JoinTolerance {
			continue
		}
		for _, j := range meet(wall, run) {
			j.related = relatedTo(s, id)
			joins = append(joins, j)
		}
	}
	slices.SortFunc(joins, func(a, b join) int {
		return cmp.Or(-cmp.Compare(a.End, b.End), cmp.Compare(valueOr(a.Along, -1), valueOr(b.Along, -1)), cmp.Compare(a.ID, b.ID))
	})
	return joins
}

// meet answers how two walls join: at ends on one point, at an end of one on the
// other, or where they pass through each other.
func meet(wall, other wallRun) []join {
	var joins []join
	cornered := map[string]bool{}
	for _, own := range wall.ends() {
		for _, end := range other.ends() {
			if own.point.Near(end.point, geom.JoinTolerance) {
				joins = append(joins, join{Kind: "corner", End: own.name, OtherEnd: end.name})
				cornered["own "+own.name], cornered["other "+end.name] = true, true
			}
		}
	}
	for _, own := range wall.ends() {
		if along, ok := other.holds(own.point); ok && !cornered["own "+own.name] {
			joins = append(joins, join{Kind: "tee", End: own.name, OtherAlong: rounded(along)})
		}
	}
	for _, end := range other.ends() {
		if along, ok := wall.holds(end.point); ok && !cornered["other "+end.name] {
			joins = append(joins, join{Kind: "tee", OtherEnd: end.name, Along: rounded(along)})
		}
	}
	if len(joins) > 0 {
		return joins
	}
	if contact := wall.line.Meet(other.line, geom.JoinTolerance); contact.Kind == geom.Cross {
		for _, p := range contact.Points {
			joins = append(joins, join{Kind: "cross", Along: rounded(wall.line.Project(p).Along), OtherAlong: rounded(other.line.Project(p).Along)})
		}
	}
	return joins
}
