package geom

import "slices"

// Clash is a pair of edges, I < J, that keep an outline from being simple.
type Clash struct {
	I, J int
	Kind ContactKind
	At   Point
}

// Clash returns the first pair of edges, by I and then J, that meet anywhere but
// at the vertex that neighbours share: that cross, touch or run over each other
// within [Epsilon]. An edge without length, as a repeated point makes it, clashes
// with its next neighbour. False means that the outline is simple.
//
// The edges are swept along the axis on which they are shorter, so only those
// that overlap on it are compared: an outline of 10,000 points takes
// milliseconds.
func (r Ring) Clash() (Clash, bool) {
	n := len(r.Points)
	edges := make([]Curve, n)
	spans := make([]span, n)
	for i, e := range r.Edges() {
		edges[i] = e
		spans[i] = span{i, e.Bounds().Grow(Epsilon)}
	}
	first, found := Clash{I: n}, false
	for i, e := range edges {
		if e.Length() <= Epsilon {
			j := (i + 1) % n
			first, found = Clash{min(i, j), max(i, j), Overlap, e.Start}, true
			break
		}
	}
	sweep(spans, func(i, j int) bool {
		if i > j {
			i, j = j, i
		}
		if i > first.I || i == first.I && j >= first.J {
			return true
		}
		if c, ok := clash(edges, i, j); ok {
			first, found = c, true
		}
		return true
	})
	return first, found
}

// clash compares edge i with a later edge j.
func clash(edges []Curve, i, j int) (Clash, bool) {
	n := len(edges)
	a, b := edges[i], edges[j]
	follows, leads := j == i+1, i == 0 && j == n-1
	if n > 2 && (follows || leads) && !a.IsArc() && !b.IsArc() {
		if leads {
			a, b = b, a
		}
		// Neighbouring lines can only fold back onto each other.
		if a.within(b.End, Epsilon) || b.within(a.Start, Epsilon) {
			return Clash{i, j, Overlap, a.End}, true
		}
		return Clash{}, false
	}
	contact := a.Meet(b, Epsilon)
	for _, p := range contact.Points {
		shared := follows && p.Near(a.End, 2*Epsilon) || leads && p.Near(a.Start, 2*Epsilon)
		if !shared || contact.Kind == Overlap {
			return Clash{i, j, contact.Kind, p}, true
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
