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

// cutTile returns the pieces of a tile on the two sides of a line.
func cutTile(t []Point, at, across Point) (left, right []Point) {
	const more = 2 // corners that a cut adds to a piece
	room := make([]Point, 2*(len(t)+more))
	left, right = room[:0:len(t)+more], room[len(t)+more:len(t)+more]
	side := func(p Point) float64 {
		d := p.Sub(at).Dot(across)
		if abs(d) <= tileTolerance {
			return 0
		}
		return d
	}
	last := t[len(t)-1]
	from := side(last)
	for _, p := range t {
		to := side(p)
		if from*to < 0 {
			cut := crossing(Line(last, p), from, to)
			left, right = append(left, cut), append(right, cut)
		}
		if to >= 0 {
			left = append(left, p)
		}
		if to <= 0 {
			right = append(right, p)
		}
		last, from = p, to
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
