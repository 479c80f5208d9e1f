package edit

import (
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/geom"
)

type movedVertex struct {
	Vertex spot        `json:"vertex" required:"true" also:"index,from,i" doc:"The vertex, by index from 0 or by its place [x, y]."`
	To     *args.Point `json:"to" also:"at,point" doc:"Where it goes, [x, y] in mm."`
	By     *args.Delta `json:"by" join:"|" also:"delta,vector" doc:"How far it goes, [dx, dy] in mm."`
}

type newVertex struct {
	At   args.Point `json:"at" required:"true" also:"point,to" doc:"Where it lies, [x, y] in mm."`
	Edge *int       `json:"edge" min:"0" also:"after" doc:"The edge that it parts, from 0. Absent: the nearest one."`
}

type bentEdge struct {
	Edge    int         `json:"edge" required:"true" min:"0" doc:"The edge, from 0."`
	Sagitta args.Length `json:"sagitta" required:"true" also:"rise" doc:"Rise of its arc in mm, positive to its left, which is inwards; 0 makes it straight."`
}

// spot is one of several: a number from 0, or the place where it is.
type spot struct {
	index int
	at    *geom.Point
}

// DecodeArg implements args.Value.
func (s *spot) DecodeArg(v any) error {
	if _, isList := v.([]any); isList {
		var p args.Point
		err := p.DecodeArg(v)
		s.at = &geom.Point{X: p[0], Y: p[1]}
		return err
	}
	f, err := args.Number(v)
	if s.index = int(f); err != nil || float64(s.index) != f {
		return fmt.Errorf("takes a whole number from 0, or a place [x, y] in mm")
	}
	return nil
}

// ArgSchema implements args.Value.
func (*spot) ArgSchema() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "integer"}, (*args.Point)(nil).ArgSchema()}}
}

// drawn answers the contour of points in an argument.
func (tx *Tx) drawn(path string, points []args.Point) (contour, error) {
	var ring geom.Ring
	for _, p := range points {
		ring.Points = append(ring.Points, geom.Point{X: p[0], Y: p[1]}.Round())
	}
	if last := ring.Len() - 1; last > 0 && ring.Points[0].Near(ring.Points[last], geom.JoinTolerance) {
		ring.Points = ring.Points[:last]
	}
	c := contourOf(ring)
	if err := c.check(); err != nil {
		return c, tx.Invalid(path, err.Error(), nil)
	}
	return c.wound(true), nil
}

func unite(a, b []geom.Region) []geom.Region { return geom.Union(slices.Concat(a, b)) }

// check says what keeps a plate from being one, nil where nothing does.
func (p plate) check() error {
	if err := p.outer.check(); err != nil {
		return err
	}
	outer := geom.Region{Outer: p.outer.ring()}
	for i, hole := range p.holes {
		own := geom.Region{Outer: hole.ring()}
		if err := hole.check(); err != nil {
			return fmt.Errorf("hole %d: %w", i, err)
		}
		if !geom.Within(own, outer, geom.JoinTolerance) {
			return fmt.Errorf("hole %d would reach beyond the outline; use subtract", i)
		}
		for j, other := range p.holes[:i] {
			if geom.Overlaps(own, geom.Region{Outer: other.ring()}, geom.JoinTolerance) {
				return fmt.Errorf("holes %d and %d would lie over each other; use subtract", j, i)
			}
		}
	}
	return nil
}

// vertices moves, inserts, removes and bends, by the indexes before.
func (e *outlineEdit) vertices(a editOutlineArgs) error {
	c := e.plate.outer.clone()
	at := -1
	if a.Hole != nil {
		var err error
		if at, err = e.hole("/hole", *a.Hole); err != nil {
			return err
		}
		c = e.plate.holes[at].clone()
	}
	v := vertexEdit{tx: e.tx, what: titled(e.record), was: c.clone(), now: c}
	if err := v.apply(a); err != nil {
		return err
	}
	if at < 0 {
		e.plate.outer = v.now
		return nil
	}
	if slices.ContainsFunc(v.now.edges, func(edge contourEdge) bool { return edge.sagitta != 0 }) {
		return e.tx.Invalid("/bend", "the edges of holes are straight", nil)
	}
	e.plate.holes = slices.Clone(e.plate.holes)
	e.plate.holes[at] = v.now
	return nil
}

// vertexEdit is a contour before and after a change of its vertices.
type vertexEdit struct {
	tx       *Tx
	what     string
	was, now contour
}

func (v *vertexEdit) apply(a editOutlineArgs) error {
	for i, m := range a.Move {
		at, err := v.vertex(fmt.Sprintf("/move/%d/vertex", i), m.Vertex)
		switch {
		case err != nil:
			return err
		case (m.To == nil) == (m.By == nil):
			return v.tx.Invalid(fmt.Sprintf("/move/%d", i), "a vertex moves to a place or by a vector, one of them", nil)
		case m.To != nil:
			v.now.points[at] = geom.Point{X: m.To[0], Y: m.To[1]}.Round()
		default:
			v.now.points[at] = tidyPoint(v.was.points[at].Add(geom.Point{X: m.By[0], Y: m.By[1]}))
		}
	}
	for i, b := range a.Bend {
		if err := v.edge(fmt.Sprintf("/bend/%d/edge", i), b.Edge); err != nil {
			return err
		}
		v.now.edges[b.Edge].sagitta = tidy(float64(b.Sagitta))
	}
	gone := map[geom.Point]bool{}
	for i, r := range a.Remove {
		at, err := v.vertex(fmt.Sprintf("/remove/%d", i), r)
		if err != nil {
			return err
		}
		gone[v.now.points[at]] = true
	}
	if err := v.insert(a.Insert); err != nil {
		return err
	}
	for p := range gone {
		v.remove(p)
	}
	return nil
}

// vertex answers the index of the vertex that is meant.
func (v *vertexEdit) vertex(path string, which spot) (int, error) {
	n := len(v.was.points)
	if which.at == nil {
		if which.index >= 0 && which.index < n {
			return which.index, nil
		}
		return 0, v.tx.Invalid(path, fmt.Sprintf("the outline of %s has vertices 0 to %d", v.what, n-1), float64(which.index))
	}
	const reach = 10.0 // mm
	at := slices.IndexFunc(v.was.points, func(p geom.Point) bool { return p.Near(*which.at, reach) })
	if at < 0 {
		near := v.was.startAt(*which.at).points[0]
		return 0, v.tx.Invalid(path, fmt.Sprintf("no vertex of %s lies at [%v, %v]; the nearest one is at [%v, %v]", v.what, which.at.X, which.at.Y, near.X, near.Y), model.PointValue(which.at.X, which.at.Y))
	}
	return at, nil
}

func (v *vertexEdit) edge(path string, i int) error {
	if i >= len(v.was.points) {
		return v.tx.Invalid(path, fmt.Sprintf("the outline of %s has edges 0 to %d", v.what, len(v.was.points)-1), float64(i))
	}
	return nil
}

// insert parts edges, each from its far end on, so that indexes stay true.
func (v *vertexEdit) insert(vertices []newVertex) error {
	type cut struct {
		edge  int
		along float64
		at    geom.Point
	}
	cuts := make([]cut, len(vertices))
	for i, n := range vertices {
		p := geom.Point{X: n.At[0], Y: n.At[1]}.Round()
		edge := nearestEdge(v.was, p)
		if n.Edge != nil {
			if err := v.edge(fmt.Sprintf("/insert/%d/edge", i), *n.Edge); err != nil {
				return err
			}
			edge = *n.Edge
		}
		cuts[i] = cut{edge, v.now.curve(edge).Project(p).Along, p}
	}
	slices.SortStableFunc(cuts, func(a, b cut) int {
		if a.edge != b.edge {
			return b.edge - a.edge
		}
		return map[bool]int{true: -1, false: 1}[a.along > b.along]
	})
	for _, c := range cuts {
		v.now = v.now.parted(c.edge, c.at, c.along)
	}
	return nil
}

func nearestEdge(c contour, p geom.Point) int {
	best := 0
	for i := range c.points {
		if c.curve(i).Project(p).Distance < c.curve(best).Project(p).Distance {
			best = i
		}
	}
	return best
}

// parted answers the contour with a new vertex on an edge. Of an arc that it lies on
// both parts are arcs; beside it they are straight.
func (c contour) parted(edge int, p geom.Point, along float64) contour {
	curve := c.curve(edge)
	first, second := c.edges[edge], c.edges[edge]
	first.sagitta, second.sagitta = 0, 0
	if curve.IsArc() && curve.Project(p).Distance <= geom.JoinTolerance {
		first.sagitta, second.sagitta = curve.Part(0, along).Sagitta, curve.Part(along, curve.Length()).Sagitta
		p = tidyPoint(curve.PointAt(along))
	}
	return contour{
		slices.Insert(slices.Clone(c.points), edge+1, p),
		slices.Replace(slices.Clone(c.edges), edge, edge+1, first, second),
	}
}

// remove takes a vertex away. Two arcs of one circle beside it become one, all other
// edges a straight one.
func (v *vertexEdit) remove(p geom.Point) {
	at := slices.Index(v.now.points, p)
	if at < 0 || len(v.now.points) < 2 {
		return
	}
	before := (at + len(v.now.points) - 1) % len(v.now.points)
	a, b := v.now.curve(before), v.now.curve(at)
	edge := v.now.edges[before]
	edge.sagitta = 0
	if one, ok := a.Arc(); ok {
		other, ok := b.Arc()
		if ok && one.Center.Near(other.Center, geom.JoinTolerance) && one.Sweep*other.Sweep > 0 {
			edge.sagitta = a.Part(0, a.Length()+b.Length()).Sagitta
		}
	}
	v.now.edges[before] = edge
	v.now.points, v.now.edges = slices.Delete(v.now.points, at, at+1), slices.Delete(v.now.edges, at, at+1)
}
