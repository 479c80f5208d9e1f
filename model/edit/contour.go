package edit

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// contour is a closed outline that a command makes or changes: edge i runs from point
// i to the next, the last one back to the first.
type contour struct {
	points []geom.Point
	edges  []contourEdge
}

// contourEdge is what is known of an edge beside its ends.
type contourEdge struct {
	sagitta float64
	says    model.Object // what a roof says of it, nil where nothing
}

// plate is a contour with its holes.
type plate struct {
	outer contour
	holes []contour
}

func contourOf(ring geom.Ring) contour {
	c := contour{points: slices.Clone(ring.Points), edges: make([]contourEdge, ring.Len())}
	for i := range c.edges {
		c.edges[i].sagitta = ring.Sagittas[i]
	}
	return c
}

// plateOf answers the outline of a record with what it says of its edges, false where
// it has none.
func plateOf(r *model.Record) (plate, bool) {
	region, ok := category.Outline(r)
	if !ok {
		return plate{}, false
	}
	p := plate{outer: contourOf(region.Outer)}
	for _, hole := range region.Holes {
		p.holes = append(p.holes, contourOf(hole))
	}
	for _, m := range r.Object("edges") {
		i, err := strconv.Atoi(m.Name)
		if says, ok := m.Value.(model.Object); ok && err == nil && i >= 0 && i < len(p.outer.edges) {
			p.outer.edges[i].says = says
		}
	}
	return p, true
}

func (c contour) clone() contour {
	return contour{slices.Clone(c.points), slices.Clone(c.edges)}
}

// ring answers the contour as geometry.
func (c contour) ring() geom.Ring {
	ring := geom.Ring{Points: c.points, Sagittas: map[int]float64{}}
	for i, e := range c.edges {
		if e.sagitta != 0 {
			ring.Sagittas[i] = e.sagitta
		}
	}
	return ring
}

func (c contour) curve(i int) geom.Curve {
	return geom.Curve{Start: c.points[i], End: c.points[(i+1)%len(c.points)], Sagitta: c.edges[i].sagitta}
}

// turned answers the contour run the other way from the same first point.
func (c contour) turned() contour {
	out := c.clone()
	slices.Reverse(out.points[1:])
	slices.Reverse(out.edges)
	for i := range out.edges {
		out.edges[i].sagitta = 0 - out.edges[i].sagitta
	}
	return out
}

// wound answers the contour run counter-clockwise, or clockwise.
func (c contour) wound(ccw bool) contour {
	if c.ring().IsCCW() != ccw {
		return c.turned()
	}
	return c
}

// check says what keeps a contour from being an outline, nil where nothing does.
func (c contour) check() error {
	if len(c.points) < 3 {
		return fmt.Errorf("an outline takes 3 points or more; %d would be left", len(c.points))
	}
	const least = 100 // mm²
	ring := c.ring()
	if clash, bad := ring.Clash(); bad {
		return fmt.Errorf("the outline's edges %d and %d would meet near [%v, %v]", clash.I, clash.J, tidy(clash.At.X), tidy(clash.At.Y))
	}
	if area := ring.Area(); area < least && area > -least {
		return fmt.Errorf("the outline would enclose nothing")
	}
	return nil
}

func (p plate) region() geom.Region {
	region := geom.Region{Outer: p.outer.ring()}
	for _, hole := range p.holes {
		region.Holes = append(region.Holes, hole.ring())
	}
	return region
}

// on answers a record with the plate as its outline, wound as outlines are.
func (p plate) on(r *model.Record) *model.Record {
	outer := p.outer.wound(true)
	r = r.With("outline", pointValues(outer.points)).Without("holes").Without("arcs").Without("edges")
	var arcs, edges model.Object
	for i, e := range outer.edges {
		if sagitta := tidy(e.sagitta); sagitta != 0 {
			arcs = append(arcs, model.Member{Name: strconv.Itoa(i), Value: sagitta})
		}
		if len(e.says) > 0 {
			edges = append(edges, model.Member{Name: strconv.Itoa(i), Value: e.says})
		}
	}
	if arcs != nil {
		r = r.With("arcs", arcs)
	}
	if edges != nil {
		r = r.With("edges", edges)
	}
	if len(p.holes) == 0 {
		return r
	}
	holes := make([]any, len(p.holes))
	for i, hole := range p.holes {
		holes[i] = pointValues(hole.wound(false).points)
	}
	return r.With("holes", holes)
}

func pointValues(points []geom.Point) []any {
	out := make([]any, len(points))
	for i, p := range points {
		out[i] = pointValue(p)
	}
	return out
}
