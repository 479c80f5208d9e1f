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
func Prisms(list []Prism) Mesh { return prismsOf(list, make([]int, len(list))) }

// prismsOf is Prisms of such as are parts of blocks: those of its own block are behind
// the edges of a prism before those of others.
func prismsOf(list []Prism, blocks []int) Mesh {
	b := &prismBuilder{bases: make([][]int, len(list)), spans: make([][]builtSpan, len(list))}
	for i, p := range list {
		b.place(i, p)
	}
	b.collect(list, blocks)
	for i := range b.columns {
		b.columns[i].settle(&b.mesh)
	}
	for i, p := range list {
		b.fit(i, p)
	}
	for i := range list {
		b.caps(i)
		b.sides(i, blocks[i])
	}
	return b.mesh
}

// column is a place in plan with the heights at which bodies have corners there.
type column struct {
	at      Point
	corners int // how many prisms have one here
	spans   int // and how many spans these have
	heights []float64
	first   int // index of the mesh point at the lowest height; the others follow
	leaving []baseEdge
}

// baseEdge is an edge of a prism's base, as its first column keeps it.
type baseEdge struct{ to, block, prism, corner int }

// settle sorts the heights, makes one of those that are near, and gives each a point.
func (c *column) settle(m *Mesh) {
	slices.Sort(c.heights)
	kept := c.heights[:0]
	for _, z := range c.heights {
		if n := len(kept); n == 0 || z-kept[n-1] > tileTolerance {
			kept = append(kept, z)
		}
	}
	c.heights = kept
	c.first = len(m.Points)
	for _, z := range kept {
		m.Points = append(m.Points, c.at.At(z))
	}
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

	own, other [][2]rung // what sides and face work in
	rungs      []rung
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
// edges that leave them.
func (b *prismBuilder) collect(list []Prism, blocks []int) {
	for k := range b.columns {
		c := &b.columns[k]
		c.heights, c.leaving = make([]float64, 0, 2*c.spans), make([]baseEdge, 0, c.corners)
	}
	for i, base := range b.bases {
		for corner, k := range base {
			c := &b.columns[k]
			for _, s := range list[i].Spans {
				c.heights = append(c.heights, s.Low.Height(c.at), s.High.Height(c.at))
			}
			c.leaving = append(c.leaving, baseEdge{base[(corner+1)%len(base)], blocks[i], i, corner})
		}
	}
}

// fit tells the spans of a prism by the heights of its columns; flat ones fall away.
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
		if open {
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
			if low[0] == high[2] && low[1] == high[1] && low[2] == high[0] {
				continue
			}
			b.mesh.Triangles = append(b.mesh.Triangles, low, high)
		}
	}
}

// rung is a line over an edge of a prism: the heights at its two ends.
type rung struct{ from, to int }

// sides adds the upright faces over the edges of a prism where the one behind it has
// nothing.
func (b *prismBuilder) sides(i, block int) {
	base := b.bases[i]
	if len(b.spans[i]) == 0 {
		return
	}
	for k, from := range base {
		next := (k + 1) % len(base)
		own, behind := b.own[:0], b.other[:0]
		for _, s := range b.spans[i] {
			own = append(own, [2]rung{{s.low[k], s.low[next]}, {s.high[k], s.high[next]}})
		}
		if e := b.behind(block, from, base[next]); e.prism >= 0 {
			at, before := e.corner, (e.corner+1)%len(b.bases[e.prism])
			for _, s := range b.spans[e.prism] {
				behind = append(behind, [2]rung{{s.low[before], s.low[at]}, {s.high[before], s.high[at]}})
			}
		}
		b.face(&b.columns[from], &b.columns[base[next]], own, behind)
		b.own, b.other = own, behind
	}
}

// behind answers the edge of a prism behind one of a block, with a prism of -1 where
// there is none. Blocks whose points lie on one line may have needles there that have the
// same edge.
func (b *prismBuilder) behind(block, from, to int) baseEdge {
	behind := baseEdge{prism: -1}
	for _, e := range b.columns[to].leaving {
		if e.to == from && (e.block == block || behind.block != block || behind.prism < 0) {
			behind = e
		}
	}
	return behind
}

// face adds the upright faces between two columns where own has something and behind
// has nothing, each from the lowest line to the highest of a run of such places.
func (b *prismBuilder) face(from, to *column, own, behind [][2]rung) {
	height := func(r rung) float64 { return from.heights[r.from] + to.heights[r.to] }
	rungs := b.rungs[:0]
	for _, list := range [][][2]rung{own, behind} {
		for _, s := range list {
			rungs = append(rungs, s[0], s[1])
		}
	}
	slices.SortFunc(rungs, func(x, y rung) int { return cmp.Or(cmp.Compare(height(x), height(y)), x.from-y.from) })
	rungs = slices.Compact(rungs)
	b.rungs = rungs
	holds := func(list [][2]rung, z float64) bool {
		return slices.ContainsFunc(list, func(s [2]rung) bool { return height(s[0]) < z && z < height(s[1]) })
	}
	start, open := rung{}, false
	for k, r := range rungs {
		bare := false
		if k+1 < len(rungs) {
			z := (height(r) + height(rungs[k+1])) / 2
			bare = holds(own, z) && !holds(behind, z)
		}
		switch {
		case bare && !open:
			start, open = r, true
		case !bare && open:
			b.strip(from, to, start, r)
			open = false
		}
	}
}

// strip adds the upright face between two lines, with all heights of its columns as
// corners.
func (b *prismBuilder) strip(from, to *column, low, high rung) {
	i, j := low.from, low.to
	for i < high.from || j < high.to {
		p, q := from.first+i, to.first+j
		if j < high.to && (i >= high.from || to.heights[j+1] <= from.heights[i+1]) {
			b.mesh.Triangles = append(b.mesh.Triangles, [3]int{p, q, q + 1})
			j++
		} else {
			b.mesh.Triangles = append(b.mesh.Triangles, [3]int{p, q, p + 1})
			i++
		}
	}
}
