package geom

import "slices"

// Clash is a pair of edges, I < J, that keep an outline from being simple.
type Clash struct {
	I, J int
	Kind ContactKind
	At   Point
}

// Clash returns a pair of edges that meet anywhere but at the vertex that
// neighbours share: that cross, touch or run over each other within [Epsilon].
// False means that the outline is simple. Neighbours are reported before others,
// since an edge without length, as a repeated point makes it, and an edge that
// folds back also make edges further off touch; then the lowest I and J come
// first.
//
// The edges are swept along the axis on which they are shorter, so only those
// that overlap on it are compared: an outline of 10,000 points takes
// milliseconds.
func (r Ring) Clash() (Clash, bool) {
	edges := make([]edge, len(r.Points))
	for i, e := range r.Edges() {
		edges[i] = edge{Curve: e, along: e.End.Sub(e.Start).Unit(), straight: !e.IsArc()}
	}
	for i := range edges {
		if i == 1 { // the first and the last edge come after the first two
			if c, ok := clashAtVertex(edges, len(edges)-1); ok {
				return c, true
			}
		}
		if c, ok := clashAtVertex(edges, i); ok {
			return c, true
		}
	}
	spans := make([]span, len(edges))
	for i, e := range edges {
		spans[i] = span{i, e.Bounds().Grow(Epsilon)}
	}
	first, found := Clash{I: len(edges)}, false
	sweep(spans, func(i, j int) bool {
		i, j = min(i, j), max(i, j)
		near := j == i+1 || i == 0 && j == len(edges)-1
		if near || i > first.I || i == first.I && j >= first.J || edges[i].clears(&edges[j]) {
			return true
		}
		if contact := edges[i].Meet(edges[j].Curve, Epsilon); contact.Kind != Apart {
			first, found = Clash{i, j, contact.Kind, contact.Points[0]}, true
		}
		return true
	})
	return first, found
}

// edge is an edge of a ring with what is asked of it most often.
type edge struct {
	Curve
	along    Point
	straight bool
}

// clears reports whether two straight edges are known not to meet, since one
// lies to one side of the other.
func (e *edge) clears(o *edge) bool {
	if !e.straight || !o.straight {
		return false
	}
	a, b := e.along.Cross(o.Start.Sub(e.Start)), e.along.Cross(o.End.Sub(e.Start))
	if a > Epsilon && b > Epsilon || a < -Epsilon && b < -Epsilon {
		return true
	}
	a, b = o.along.Cross(e.Start.Sub(o.Start)), o.along.Cross(e.End.Sub(o.Start))
	return a > Epsilon && b > Epsilon || a < -Epsilon && b < -Epsilon
}

// clashAtVertex compares edge i with the next one, which begins where it ends.
func clashAtVertex(edges []edge, i int) (Clash, bool) {
	n := len(edges)
	next := (i + 1) % n
	a, b := &edges[i], &edges[next]
	clash := Clash{min(i, next), max(i, next), Overlap, a.End}
	switch {
	case a.Length() <= Epsilon:
		return clash, true
	case b.Length() <= Epsilon: // reported with the edge after it
		return Clash{}, false
	}
	if a.straight && b.straight { // they can only fold back onto each other
		return clash, a.within(b.End, Epsilon) && n > 1 || b.within(a.Start, Epsilon)
	}
	contact := a.Meet(b.Curve, Epsilon)
	clash.Kind = contact.Kind
	for _, clash.At = range contact.Points {
		shared := clash.At.Near(a.End, 2*Epsilon) || n == 2 && clash.At.Near(a.Start, 2*Epsilon)
		if !shared || contact.Kind == Overlap {
			return clash, true
		}
	}
	return Clash{}, false
}

// span is an item of a sweep with its extent.
type span struct {
	id  int
	box Box
}

// sweep calls visit for every pair of spans whose boxes intersect, until it
// returns false. It reorders spans; the order of the calls depends on nothing but
// the spans.
func sweep(spans []span, visit func(i, j int) bool) {
	var wide, tall float64
	for _, s := range spans {
		wide += s.box.Size().X
		tall += s.box.Size().Y
	}
	if wide > tall { // swap the axes so that the sweep keeps few spans active
		for i := range spans {
			b := &spans[i].box
			b.Min.X, b.Min.Y, b.Max.X, b.Max.Y = b.Min.Y, b.Min.X, b.Max.Y, b.Max.X
		}
	}
	spans = slices.DeleteFunc(spans, func(s span) bool { return s.box.IsEmpty() })
	slices.SortFunc(spans, func(a, b span) int {
		switch {
		case a.box.Min.X < b.box.Min.X:
			return -1
		case a.box.Min.X > b.box.Min.X:
			return 1
		}
		return a.id - b.id
	})
	active := make([]*span, 0, 16)
	for k := range spans {
		s := &spans[k]
		kept := active[:0]
		for _, o := range active {
			if o.box.Max.X < s.box.Min.X {
				continue
			}
			kept = append(kept, o)
			if o.box.Min.Y <= s.box.Max.Y && s.box.Min.Y <= o.box.Max.Y && !visit(o.id, s.id) {
				return
			}
		}
		active = append(kept, s)
	}
}
