package geom

import (
	"cmp"
	"slices"
)

// Prism is what stands over a tile of the plan: spans of height that share nothing,
// each between two planes of which the lower is nowhere above the other.
type Prism struct {
	Base  []Point // convex, counter-clockwise
	Spans []PrismSpan
}

// PrismSpan is the stretch of a prism between two planes.
type PrismSpan struct{ Low, High Plane }

// Prisms returns the surface of prisms that stand side by side as one closed body:
// no face is left between two that touch. Their bases are tiles as [CutTiles] leaves
// them. No two planes that bound spans over one edge may cross there: the bases have
// to be cut where planes meet. Heights at one place that are less than a thousandth of
// a mm apart are one.
func Prisms(list []Prism) Mesh {
	b := &prismBuilder{
		columns: make([]column, 0, 2*len(list)+2), // as many as a row of tiles has
		bases:   make([][]int, len(list)),
		spans:   make([][]builtSpan, len(list)),
	}
	for i, p := range list {
		b.place(i, p)
	}
	b.collect(list)
	b.settle()
	for i, p := range list {
		b.fit(i, p)
	}
	for i := range list {
		b.caps(i)
	}
	for k := range b.columns {
		b.sides(k)
	}
	return b.mesh
}

// column is a place in plan with the heights at which bodies have corners there.
type column struct {
	at      Point
	corners int // how many prisms have one here
	spans   int // and how many spans these have
	heights []float64
	first   int        // index of the mesh point at the lowest height; the others follow
	edges   []baseEdge // to columns of higher numbers
}

// baseEdge is an edge of a prism's base, as the column at one end of it keeps it.
type baseEdge struct {
	to         int // the column at the other end
	prism      int
	start, end int // the corners of the prism at the two ends
	side       int // 1 where the prism is on the left as seen from the column, else -1
}

// settle sorts the heights and makes one of those that are near.
func (c *column) settle() {
	slices.Sort(c.heights)
	kept := c.heights[:0]
	for _, z := range c.heights {
		if n := len(kept); n == 0 || z-kept[n-1] > tileTolerance {
			kept = append(kept, z)
		}
	}
	c.heights = kept
}

// find returns which of the settled heights stands for z.
func (c *column) find(z float64) int {
	i, exact := slices.BinarySearch(c.heights, z)
	if exact {
		return i
	}
	return max(i-1, 0)
}

// builtSpan is a span by the heights of its columns: low and high by corner of the
// base.
type builtSpan struct{ low, high []int }

type prismBuilder struct {
	mesh    Mesh
	places  numbered[Point]
	columns []column
	bases   [][]int // columns by prism and corner
	spans   [][]builtSpan
	steps   []step // what face works in
}

// place finds the columns of a prism's corners.
func (b *prismBuilder) place(i int, p Prism) {
	if len(p.Spans) == 0 {
		return
	}
	base := make([]int, 0, len(p.Base))
	for _, at := range p.Base {
		key := at.Round()
		k, ok := b.places.find(key)
		if !ok {
			k = len(b.columns)
			b.places.set(key, k)
			b.columns = append(b.columns, column{at: at})
		}
		if n := len(base); n > 0 && base[n-1] == k {
			continue
		}
		base = append(base, k)
		b.columns[k].corners++
		b.columns[k].spans += len(p.Spans)
	}
	b.bases[i] = base
}

// collect tells the columns the heights of the prisms that have corners there, and the
// edges between them.
func (b *prismBuilder) collect(list []Prism) {
	spans, corners := 0, 0
	for _, c := range b.columns {
		spans, corners = spans+c.spans, corners+c.corners
	}
	heights, edges := make([]float64, 2*spans), make([]baseEdge, corners)
	for k := range b.columns {
		c := &b.columns[k]
		c.heights, heights = heights[:0:2*c.spans], heights[2*c.spans:]
		c.edges, edges = edges[:0:c.corners], edges[c.corners:]
	}
	for i, base := range b.bases {
		for corner, k := range base {
			c := &b.columns[k]
			for _, s := range list[i].Spans {
				c.heights = append(c.heights, s.Low.Height(c.at), s.High.Height(c.at))
			}
			next := (corner + 1) % len(base)
			switch to := base[next]; {
			case k < to:
				c.edges = append(c.edges, baseEdge{to, i, corner, next, 1})
			case k > to:
				c = &b.columns[to]
				c.edges = append(c.edges, baseEdge{k, i, next, corner, -1})
			}
		}
	}
}

// settle settles the columns and gives each of their heights a point. A closed surface
// of n points has 2n-4 triangles and four more for each hole through it, of which a wall
// has about one in 16 points.
func (b *prismBuilder) settle() {
	n := 0
	for i := range b.columns {
		c := &b.columns[i]
		c.settle()
		c.first = n
		n += len(c.heights)
	}
	if n == 0 {
		return
	}
	b.mesh = Mesh{Points: make([]Point3, 0, n), Triangles: make([][3]int, 0, max(2*n+n/4-6, 0))}
	for _, c := range b.columns {
		for _, z := range c.heights {
			b.mesh.Points = append(b.mesh.Points, c.at.At(z))
		}
	}
}

// fit tells the spans of a prism by the heights of its columns; flat ones fall away, and
// two become one where only a hair parted them.
func (b *prismBuilder) fit(i int, p Prism) {
	for _, s := range p.Spans {
		n, open := len(b.bases[i]), false
		heights := make([]int, 2*n)
		built := builtSpan{low: heights[:n], high: heights[n:]}
		for k, place := range b.bases[i] {
			c := &b.columns[place]
			built.low[k] = c.find(s.Low.Height(c.at))
			built.high[k] = max(c.find(s.High.Height(c.at)), built.low[k])
			open = open || built.high[k] > built.low[k]
		}
		switch last := len(b.spans[i]) - 1; {
		case !open:
		case last >= 0 && slices.Equal(b.spans[i][last].high, built.low):
			b.spans[i][last].high = built.high
		default:
			b.spans[i] = append(b.spans[i], built)
		}
	}
}

// caps adds the faces below and above the spans of a prism.
func (b *prismBuilder) caps(i int) {
	base := b.bases[i]
	if len(b.spans[i]) == 0 {
		return
	}
	ring := make([]Point, len(base))
	for k, c := range base {
		ring[k] = b.columns[c].at
	}
	triangles := cutEars(ring)
	for _, s := range b.spans[i] {
		for _, t := range triangles {
			var low, high [3]int
			for k, corner := range t {
				first := b.columns[base[corner]].first
				low[2-k], high[k] = first+s.low[corner], first+s.high[corner]
			}
			narrow := base[t[0]] == base[t[1]] || base[t[1]] == base[t[2]] || base[t[2]] == base[t[0]]
			if narrow || low[0] == high[2] && low[1] == high[1] && low[2] == high[0] {
				continue
			}
			b.mesh.Triangles = append(b.mesh.Triangles, low, high)
		}
	}
}

// sides adds the upright faces over the edges at a column: where the prisms on one side
// have something and those on the other have nothing. As each edge is looked at once, with
// all that use it, the body is closed even where welding lays edges on each other.
func (b *prismBuilder) sides(from int) {
	edges := b.columns[from].edges
	slices.SortFunc(edges, func(x, y baseEdge) int { return cmp.Or(x.to-y.to, x.prism-y.prism, x.start-y.start) })
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].to == edges[0].to {
			n++
		}
		b.face(&b.columns[from], &b.columns[edges[0].to], edges[:n])
		edges = edges[n:]
	}
}

// rung is a line over an edge between two columns: the heights at its two ends.
type rung struct{ from, to int }

// step is a rung at which a span begins on the left of an edge or ends on its right, or
// the other way round.
type step struct {
	rung
	sum float64 // of the heights at the ends
	by  int     // 1, or -1 the other way round
}

// face adds the upright faces over an edge, each from the lowest rung to the highest of
// a run of heights where one side has something more than the other.
func (b *prismBuilder) face(from, to *column, edges []baseEdge) {
	steps := b.steps[:0]
	for _, e := range edges {
		for _, s := range b.spans[e.prism] {
			low, high := rung{s.low[e.start], s.low[e.end]}, rung{s.high[e.start], s.high[e.end]}
			steps = append(steps,
				step{low, from.heights[low.from] + to.heights[low.to], e.side},
				step{high, from.heights[high.from] + to.heights[high.to], -e.side})
		}
	}
	b.steps = steps
	slices.SortFunc(steps, func(x, y step) int {
		return cmp.Or(cmp.Compare(x.sum, y.sum), x.from-y.from, x.rung.to-y.rung.to)
	})
	var low rung
	more := 0 // of what stands on the left than on the right
	for len(steps) > 0 {
		at, change := steps[0].rung, 0
		for len(steps) > 0 && steps[0].rung == at {
			change += steps[0].by
			steps = steps[1:]
		}
		if change != 0 {
			b.strip(from, to, low, at, more)
			low, more = at, more+change
		}
	}
}

// strip adds the upright face between two rungs so many times, turned over where that
// is less than none, with all heights of its columns as corners.
func (b *prismBuilder) strip(from, to *column, low, high rung, times int) {
	i, j := low.from, low.to
	for times != 0 && (i != high.from || j != high.to) {
		up, over := cmp.Compare(high.from, i), cmp.Compare(high.to, j)
		p, q := from.first+i, to.first+j
		t := [3]int{p, q, p + up}
		if over != 0 && (up == 0 || to.heights[j+over] <= from.heights[i+up]) {
			t[2] = q + over
			j += over
		} else {
			i += up
		}
		if times < 0 {
			t[0], t[1] = q, p
		}
		for range max(times, -times) {
			b.mesh.Triangles = append(b.mesh.Triangles, t)
		}
	}
}
