package picture

import (
	"github.com/openeik/ekgit/model/geom"
)

// view takes points of the model to points of the paper.
type view struct {
	scale float64    // mm of the model in one of paper
	model geom.Point // is drawn
	paper geom.Point // here
	frame geom.Box   // the part of the paper that the drawing may use
}

func (v view) point(p geom.Point) geom.Point {
	return p.Sub(v.model).Scale(1 / v.scale).Add(v.paper)
}

// from answers the point of the model that is drawn at one of the paper.
func (v view) from(paper geom.Point) geom.Point {
	return paper.Sub(v.paper).Scale(v.scale).Add(v.model)
}

func (v view) points(list ...geom.Point) []geom.Point {
	out := make([]geom.Point, len(list))
	for i, p := range list {
		out[i] = v.point(p)
	}
	return out
}

func (v view) curve(c geom.Curve) []geom.Point {
	return v.points(c.Flatten(paperTolerance * v.scale)...)
}

func (v view) ring(r geom.Ring) geom.Ring {
	return geom.Ring{Points: v.points(r.Flatten(paperTolerance * v.scale).Points...)}
}

func (v view) box(b geom.Box) geom.Box {
	low, high := v.point(b.Min.Plan()), v.point(b.Max.Plan())
	return geom.BoxOf(low.At(0), high.At(0))
}

// mm answers mm of the model as mm of paper.
func (v view) mm(d float64) float64 { return d / v.scale }
