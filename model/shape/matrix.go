package shape

import (
	"github.com/openeik/ekgit/model/geom"
	"github.com/qmuntal/gltf"
)

// matrix is an affine map by rows: the fourth row is 0 0 0 1.
type matrix [3][4]float64

var identity = matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}

// matrixOf answers the map of a node into its parent: its matrix, else its scale, then
// its rotation, then its translation.
func matrixOf(n *gltf.Node) matrix {
	var out matrix
	if m := n.MatrixOrDefault(); m != gltf.DefaultMatrix {
		for row := range out {
			for col := range out[row] {
				out[row][col] = m[4*col+row]
			}
		}
		return out
	}
	q, s, t := n.RotationOrDefault(), n.ScaleOrDefault(), n.Translation
	x, y, z, w := q[0], q[1], q[2], q[3]
	turn := [3][3]float64{
		{1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w)},
		{2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w)},
		{2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y)},
	}
	for row := range out {
		for col := range 3 {
			out[row][col] = turn[row][col] * s[col]
		}
		out[row][3] = t[row]
	}
	return out
}

// times answers the map that does n first and then m.
func (m matrix) times(n matrix) matrix {
	var out matrix
	for row := range out {
		for col := range out[row] {
			for k := range 3 {
				out[row][col] += m[row][k] * n[k][col]
			}
		}
		out[row][3] += m[row][3]
	}
	return out
}

func (m matrix) point(p geom.Point3) geom.Point3 {
	at := func(row int) float64 { return m[row][0]*p.X + m[row][1]*p.Y + m[row][2]*p.Z + m[row][3] }
	return geom.Point3{X: at(0), Y: at(1), Z: at(2)}
}

// mirrors reports whether the map turns left into right.
func (m matrix) mirrors() bool {
	row := func(i int) geom.Point3 { return geom.Point3{X: m[i][0], Y: m[i][1], Z: m[i][2]} }
	return row(0).Dot(row(1).Cross(row(2))) < 0
}
