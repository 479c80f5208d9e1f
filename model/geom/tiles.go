package geom

// tileTolerance in mm is how near a corner of a tile may lie to a line to count as on
// it: no cut leaves a sliver that is thinner.
const tileTolerance = 1e-3

// CutTiles cuts tiles along the line through a point in a direction, a unit vector, and
// appends the pieces to into, which shares no memory with them. Tiles are convex outlines,
// counter-clockwise, that share no area; where two meet they share whole edges, and so do
// the pieces. A line that passes a corner within a thousandth of a mm cuts through it.
func CutTiles(into, tiles [][]Point, at, along Point) [][]Point {
	across := along.Left()
	for _, t := range tiles {
		lo, hi := 0.0, 0.0
		for _, p := range t {
			d := p.Sub(at).Dot(across)
			lo, hi = min(lo, d), max(hi, d)
		}
		if lo >= -tileTolerance || hi <= tileTolerance || !(hi > lo) {
			into = append(into, t)
			continue
		}
		left, right := cutTile(t, at, across)
		into = append(into, left, right)
	}
	return into
}

// cutTile returns the pieces of a tile on the two sides of a line, which share one edge:
// where corners in a row lie on the line, the nearest of them ends it.
func cutTile(t []Point, at, across Point) (left, right []Point) {
	const more = 2 // corners that a cut adds to a piece
	n := len(t)
	room := make([]Point, 2*(n+more))
	left, right = room[:0:n+more], room[n+more:n+more]
	put := func(p Point, side float64) {
		if side >= 0 {
			left = append(left, p)
		}
		if side <= 0 {
			right = append(right, p)
		}
	}
	side := func(k int) float64 { return t[k%n].Sub(at).Dot(across) }
	first := 0
	for abs(side(first)) <= tileTolerance {
		first++
	}
	for k := first; k < first+n; { // from one corner off the line to the next
		next, nearest := k+1, 0
		for ; abs(side(next)) <= tileTolerance; next++ {
			if nearest == 0 || abs(side(next)) < abs(side(nearest)) {
				nearest = next
			}
		}
		from, to := side(k), side(next)
		put(t[k%n], from)
		switch {
		case from*to > 0:
			nearest = next
		case nearest == 0:
			put(crossing(Line(t[k%n], t[next%n]), from, to), 0)
		}
		for m := k + 1; m < next; m++ {
			switch {
			case m < nearest:
				put(t[m%n], from)
			case m > nearest:
				put(t[m%n], to)
			default:
				put(t[m%n], 0)
			}
		}
		k = next
	}
	return left, right
}

// TileMiddle returns the mean of the corners of a tile, which lies inside it.
func TileMiddle(t []Point) Point {
	var sum Point
	for _, p := range t {
		sum = sum.Add(p.Sub(t[0]))
	}
	return t[0].Add(sum.Scale(1 / float64(len(t))))
}
