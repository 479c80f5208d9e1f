package diffview

import (
	"cmp"
	"math"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// teller puts the records of one snapshot into words. It belongs to one goroutine.
type teller struct {
	units
	s     *model.Snapshot
	grids []gridLine
	alike map[string]map[string]int // level -> facing -> walls
}

func newTeller(s *model.Snapshot) *teller {
	return &teller{units: unitsOf(s), s: s, grids: gridLines(s), alike: map[string]map[string]int{}}
}

// label answers what a person calls a record: "door D-01", "window type “Standard”",
// "south wall". A record without a name of its own is called by what it is, and by
// where it is only in [teller.where].
func (t *teller) label(r *model.Record) string {
	if r == nil {
		return "record"
	}
	what := word(r.Category())
	if r.Category() == "type" {
		what = word(r.Of()) + " type"
	}
	if kind := r.String("kind"); kind != "" && (r.Category() == "furniture" || r.Category() == "equipment" || r.Category() == "proxy") {
		what = clip(plain(word(kind)), nameLimit)
	}
	if name := called(r); name != "" {
		return strings.TrimSpace(what + " " + name)
	}
	if !category.IsWall(r) {
		return cmp.Or(what, "record")
	}
	if r.Has("hostId") {
		return what
	}
	if facing := category.Facing(t.s, r); facing != "" {
		return facing + " " + what
	}
	return "interior " + what
}

// the answers a record as a sentence refers to it: by its name, else "the south
// wall" or "a south wall" where there are several.
func (t *teller) the(r *model.Record) string {
	label := t.label(r)
	if called(r) != "" {
		return label
	}
	if category.IsWall(r) && t.only(r) || t.s.Count(r.Category()) == 1 {
		return "the " + label
	}
	if at := t.gridRef(r); at != "" {
		return "the " + label + " " + at
	}
	return article(label) + " " + label
}

func article(word string) string {
	if word != "" && strings.ContainsAny(word[:1], "aeiou") {
		return "an"
	}
	return "a"
}

// crowded is the number of elements from which on a level is not looked through for
// the walls that face the same way.
const crowded = 2000

// only tells whether no other wall of its level faces where a wall does.
func (t *teller) only(r *model.Record) bool {
	level := r.String("levelId")
	walls := t.alike[level]
	if walls == nil {
		walls = map[string]int{}
		t.alike[level] = walls
		if category.TallyOf(t.s).Level(level) < crowded {
			t.countFacings(level, walls)
		}
	}
	return walls[category.Facing(t.s, r)] == 1
}

func (t *teller) countFacings(level string, walls map[string]int) {
	for _, ref := range t.s.ReferringTo(level) {
		w := t.s.Record(ref.From)
		if ref.Member.Name == "levelId" && w != nil && category.IsWall(w) && !w.Has("hostId") {
			walls[category.Facing(t.s, w)]++
		}
	}
}

// level answers the name of the level that a record stands on, empty for none.
func (t *teller) level(r *model.Record) string {
	id := r.String("levelId")
	if id == "" {
		if host := t.s.Record(r.String("hostId")); host != nil && host.String("hostId") == "" {
			id = host.String("levelId")
		}
	}
	return t.levelName(id)
}

func (t *teller) levelName(id string) string {
	l, ok := category.Levels(t.s).Get(id)
	if !ok {
		return ""
	}
	return cmp.Or(clip(plain(l.Name), nameLimit), id)
}

// where answers where on its level a record is: "in the south wall, 1.5 m from its
// east end", "at grid B/2". It is empty where that says nothing.
func (t *teller) where(r *model.Record) string {
	host := t.s.Record(r.String("hostId"))
	if host == nil {
		return t.gridRef(r)
	}
	in := "in "
	switch {
	case r.Category() == "foundation":
		in = "under "
	case r.Category() == "railing", r.Category() == "furniture", r.Category() == "equipment":
		in = "on "
	}
	return in + t.the(host)
}

// along answers how far the middle of what is hosted in a wall is from the nearer
// end of it, in words: "1.5 m from its east end".
func (t *teller) along(r *model.Record) string {
	host := t.s.Record(r.String("hostId"))
	offset, ok := r.Number("offset")
	if host == nil || !ok {
		return ""
	}
	line, ok := category.Baseline(host)
	if !ok || line.Length() == 0 {
		return ""
	}
	from, end := offset, line.Start
	if rest := line.Length() - offset; rest < offset {
		from, end = rest, line.End
	}
	if from < 0 {
		return "beyond its " + t.endName(line, end) + " end"
	}
	return "centre " + t.distance(from) + " from its " + t.endName(line, end) + " end"
}

// alongWords is along, to follow what stands before it.
func (t *teller) alongWords(r *model.Record) string {
	if text := t.along(r); text != "" {
		return ", " + text
	}
	return ""
}

// endName answers the compass word for an end of a line.
func (t *teller) endName(line geom.Curve, end geom.Point) string {
	other := line.Start
	if end == line.Start {
		other = line.End
	}
	return t.direction(end.Sub(other))
}

// direction answers the compass word nearest to a vector in plan.
func (t *teller) direction(v geom.Point) string {
	return string(geom.FacingOf(v, t.s.Manifest().TrueNorth()))
}

// middle answers where a record stands in plan.
func (t *teller) middle(r *model.Record) (geom.Point, bool) {
	if at, ok := r.Point("at"); ok {
		return geom.Point{X: at[0], Y: at[1]}, true
	}
	box, ok := category.Bounds(t.s, r)
	if !ok || box.IsEmpty() {
		return geom.Point{}, false
	}
	p := box.Center().Plan()
	return p, !math.IsNaN(p.X) && !math.IsNaN(p.Y)
}
