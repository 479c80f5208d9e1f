package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// thin in mm is the width below which a tile is only a hair between two lines that nearly
// lie on each other.
const thin = 0.02

// middles answers by what point each tile is judged: by its own middle or, where it is
// thin, by that of the tile that it belongs to. Hairs are no bodies of their own and part
// none: each belongs to the tile behind its longest edge, be it over other hairs.
func (t *tiling) middles() []geom.Point {
	out := make([]geom.Point, len(t.tiles))
	var hairs []int
	for i, tile := range t.tiles {
		out[i] = geom.TileMiddle(tile)
		if isThin(tile) {
			hairs = append(hairs, i)
		}
	}
	if len(hairs) == 0 {
		return out
	}
	owner := t.owners(hairs)
	for _, i := range hairs {
		out[i] = geom.TileMiddle(t.tiles[owner[i]])
	}
	return out
}

func isThin(tile []geom.Point) bool {
	area, perimeter, last := 0.0, 0.0, tile[len(tile)-1]
	for _, p := range tile {
		area += last.Sub(tile[0]).Cross(p.Sub(tile[0])) / 2
		perimeter += last.Dist(p)
		last = p
	}
	return 4*area < thin*perimeter
}

// owners answers for each tile the one that it belongs to: itself unless it is a hair.
func (t *tiling) owners(hairs []int) []int {
	owner, hair := make([]int, len(t.tiles)), make([]bool, len(t.tiles))
	for i := range owner {
		owner[i] = i
	}
	for _, i := range hairs {
		hair[i] = true
	}
	find := func(i int) int {
		for owner[i] != i {
			owner[i] = owner[owner[i]]
			i = owner[i]
		}
		return i
	}
	for _, e := range t.seams(hair) {
		a, b := find(e.a), find(e.b)
		switch {
		case a == b:
		case hair[a]:
			owner[a] = b
		case hair[b]:
			owner[b] = a
		}
	}
	for i := range owner {
		owner[i] = find(i)
	}
	return owner
}

// seam is an edge that two tiles share.
type seam struct {
	a, b   int
	length float64
}

// seams answers the edges of hairs that have a tile behind them, the longest first.
func (t *tiling) seams(hair []bool) []seam {
	behind := map[[2]geom.Point]int{}
	edges := func(visit func(i int, from, to geom.Point)) {
		for i, tile := range t.tiles {
			for k, from := range tile {
				visit(i, from, tile[(k+1)%len(tile)])
			}
		}
	}
	edges(func(i int, from, to geom.Point) {
		if hair[i] {
			behind[[2]geom.Point{to, from}] = i
		}
	})
	var out []seam
	edges(func(i int, from, to geom.Point) {
		if k, ok := behind[[2]geom.Point{from, to}]; ok {
			out = append(out, seam{k, i, from.Dist(to)})
		}
	})
	slices.SortFunc(out, func(x, y seam) int { return cmp.Or(cmp.Compare(y.length, x.length), x.a-y.a, x.b-y.b) })
	return out
}
