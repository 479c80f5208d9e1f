package category

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// JoinKind says how an end of a wall is joined.
type JoinKind string

// The kinds of joins.
const (
	JoinFree    JoinKind = "free"    // it meets nothing, or joins nothing by its own word
	JoinMitre   JoinKind = "mitre"   // it shares its end with others, which part along the lines between their corners
	JoinThrough JoinKind = "through" // others end against it
	JoinButt    JoinKind = "butt"    // it shares its end with a wall that runs through, and ends on its face
	JoinTee     JoinKind = "tee"     // it ends on the face of a wall that runs on
)

// Join is how an end of a wall is joined, and with which walls, by their ids.
type Join struct {
	Kind JoinKind
	With []string
}

// mitreLimit is how far in half thicknesses a mitre may reach from the shared end.
const mitreLimit = 10

// strip is a wall as it stands for its joins: the offsets of its faces to the left
// of its baseline, its lanes, and its heights.
type strip struct {
	r           *model.Record
	line        geom.Curve
	left, right float64
	lanes       []lane
	base, top   float64
	rank        int // of its most solid layer
	curtain     bool
}

func (w *strip) bytes() int {
	if w == nil {
		return 0
	}
	return int(unsafe.Sizeof(*w)) + sizeOf(w.lanes)
}

// stripOf answers a wall's strip. It is false where the wall has no body.
func stripOf(s *model.Snapshot, r *model.Record) (strip, bool) {
	known := cached(s, r, ofStrip, workOutStrip)
	if known == nil {
		return strip{}, false
	}
	w := *known
	w.r = r
	return w, true
}

// workOutStrip answers a strip without its record, nil where there is none.
func workOutStrip(s *model.Snapshot, r *model.Record) *strip {
	line, ok := bodyLine(r)
	left, right := Faces(s, r)
	if !ok || line.Chord() <= geom.JoinTolerance || left-right <= geom.Epsilon {
		return nil
	}
	if box, ok := wallBox(s, r); !ok || !finiteBox(box) || farOut(box) {
		return nil
	}
	base, top := extent(s, r)
	for _, id := range r.Strings("topHostIds") {
		if host := s.Record(id); host != nil {
			if box, ok := Bounds(s, host); ok {
				top = max(top, box.Max.Z)
			}
		}
	}
	w := &strip{line: line, left: left, right: right, base: base, top: top, curtain: r.Category() == "curtain-wall"}
	w.lanes = lanesOf(s, r, left, right)
	if len(layersOf(TypeOf(s, r))) > 0 {
		_, _, w.rank = coreOf(w.lanes)
	}
	return w
}

// farOut tells whether a box reaches beyond 10,000 km, where no building stands and
// numbers have no digits left for a join.
func farOut(b geom.Box) bool {
	const most = 1e10
	for _, x := range b.Flat() {
		if math.Abs(x) > most {
			return true
		}
	}
	return false
}

// functionRank is how solid a layer is by its function: the higher runs through.
var functionRank = map[string]int{"structure": 500, "substrate": 400, "insulation": 300, "finish": 200, "membrane": 100, "air": 0}

// end answers where a wall's baseline begins or ends.
func (w strip) end(e int) geom.Point {
	if e == 0 {
		return w.line.Start
	}
	return w.line.End
}

// meets tells whether two walls stand beside each other at one height.
func (w strip) meets(o strip) bool {
	return min(w.top, o.top)-max(w.base, o.base) > geom.JoinTolerance
}

func (w strip) endRule(e int) (join string, priority int) {
	o, _ := w.r.Object("ends").Get([]string{"start", "end"}[e]).(model.Object)
	join, _ = o.Get("join").(string)
	f, _ := o.Get("priority").(float64)
	return join, int(f)
}

// outranks tells whether a wall runs through where it and another are in each
// other's way: a wall before a curtain wall, then by the more solid layer, the greater
// thickness, the id.
func (w strip) outranks(o strip) bool {
	if w.curtain != o.curtain {
		return o.curtain
	}
	return cmp.Or(cmp.Compare(w.rank, o.rank), cmp.Compare(w.left-w.right, o.left-o.right), cmp.Compare(o.r.ID(), w.r.ID())) > 0
}

// arm is a wall as seen from one of its ends: its faces run away from there.
type arm struct {
	strip
	at       int        // the end: 0 start, 1 end
	away     geom.Curve // the baseline from here
	lo, hi   float64    // offsets of its right and left face, as seen from here
	join     string
	priority int
	toward   geom.Point
}

func (w strip) arm(e int) arm {
	a := arm{strip: w, at: e, away: w.line, lo: w.right, hi: w.left}
	if e == 1 {
		a.away, a.lo, a.hi = w.line.Reverse(), -w.left, -w.right
	}
	a.join, a.priority = w.endRule(e)
	a.toward = a.away.TangentAt(0)
	return a
}

// face answers the parallel of the baseline on the left or right.
func (a arm) face(left bool) geom.Curve {
	if left {
		return a.parallel(a.hi)
	}
	return a.parallel(a.lo)
}

// parallel answers the parallel of the baseline at an offset to the left.
func (a arm) parallel(d float64) geom.Curve {
	c, ok := a.away.Offset(d)
	if !ok {
		return a.away
	}
	return c
}

// fromRight answers the lanes as seen from the end, from right to left.
func (a arm) fromRight() []lane {
	out := slices.Clone(a.lanes)
	if a.at == 0 {
		slices.Reverse(out)
		return out
	}
	for i, l := range out {
		out[i].lo, out[i].hi = -l.hi, -l.lo
	}
	return out
}

// ground is where walls look for each other: at any height that they share, or at one.
type ground struct {
	s  *model.Snapshot
	at *float64
}

// neighbours answers the walls that a wall may be joined with, by their ids.
func (g ground) neighbours(w strip) []strip {
	box, ok := wallBox(g.s, w.r)
	if !ok {
		return nil
	}
	return g.around(w, box.Grow(geom.JoinTolerance))
}

// around answers the other walls that stand in a box in plan at the height of a
// wall, by their ids.
func (g ground) around(w strip, box geom.Box) []strip {
	box = box.WithZ(w.base+geom.JoinTolerance, w.top-geom.JoinTolerance) // what only touches it above or below is not read
	var out []strip
	for r := range elementsIn(g.s, box, "wall", "curtain-wall") {
		if r.ID() == w.r.ID() || embeddedIn(g.s, r) || Stands(g.s, w.r) != Stands(g.s, r) {
			continue
		}
		o, ok := stripOf(g.s, r)
		if ok && w.meets(o) && (g.at == nil || o.base <= *g.at && *g.at < o.top) {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b strip) int { return cmp.Compare(a.r.ID(), b.r.ID()) })
	return out
}

// embeddedIn tells whether a curtain wall stands in a wall that it cuts.
func embeddedIn(s *model.Snapshot, r *model.Record) bool {
	return r.Category() == "curtain-wall" && s.Record(r.String("hostId")) != nil
}

// star answers the arms that share an end of a wall, itself among them,
// counter-clockwise. Ends that join nothing are no part of it.
func (w strip) star(e int, near []strip) []arm {
	arms := []arm{w.arm(e)}
	for _, o := range near {
		for k := range 2 {
			if a := o.arm(k); a.join != "none" && o.end(k).Near(w.end(e), geom.JoinTolerance) {
				arms = append(arms, a)
			}
		}
	}
	slices.SortFunc(arms, func(a, b arm) int {
		return cmp.Or(cmp.Compare(math.Round(a.toward.Angle()*1e6), math.Round(b.toward.Angle()*1e6)), cmp.Compare(a.r.ID(), b.r.ID()))
	})
	return arms
}

// host answers the wall on whose stretch an end lies, away from its ends.
func (w strip) host(e int, near []strip) (strip, bool) {
	at := w.end(e)
	var best strip
	found := false
	for _, o := range near {
		p := o.line.Project(at)
		inside := p.Side <= o.left+geom.JoinTolerance && p.Side >= o.right-geom.JoinTolerance
		if p.Distance > geom.JoinTolerance && !(inside && p.Along > 0 && p.Along < o.line.Length()) {
			continue
		}
		if !found || o.outranks(best) {
			best, found = o, true
		}
	}
	return best, found
}

// Joins answers how the two ends of a wall or curtain wall are joined, at its start and
// at its end, with the others that stand in its phase and share a height with it.
func Joins(s *model.Snapshot, r *model.Record) [2]Join { return cached(s, r, ofJoins, joinsOf) }

func joinsOf(s *model.Snapshot, r *model.Record) [2]Join {
	out := [2]Join{{Kind: JoinFree}, {Kind: JoinFree}}
	if w, ok := stripOf(s, r); ok && !embeddedIn(s, r) {
		g := ground{s: s}
		for e, c := range g.outline(w).cuts {
			out[e] = c.Join
		}
	}
	return out
}
