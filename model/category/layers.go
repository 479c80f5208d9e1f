package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// wallLayer is one layer of a type.
type wallLayer struct {
	material, function string
	thickness          float64
	priority           int
}

// layersOf answers the layers of a type, none where it has none.
func layersOf(t *model.Record) []wallLayer {
	if t == nil {
		return nil
	}
	list, _ := t.Get("layers").([]any)
	out := make([]wallLayer, 0, len(list))
	for _, item := range list {
		o, _ := item.(model.Object)
		var l wallLayer
		l.material, _ = o.Get("materialId").(string)
		l.function, _ = o.Get("function").(string)
		l.thickness, _ = o.Get("thickness").(float64)
		l.priority = functionRank[l.function]
		if f, ok := o.Get("priority").(float64); ok {
			l.priority = int(f)
		}
		out = append(out, l)
	}
	return out
}

// lane is where a layer of a wall runs: between two offsets to the left of its
// baseline.
type lane struct {
	wallLayer
	lo, hi float64
}

// lanesOf answers the lanes of a wall from left to right, those without thickness left
// out. A wall without layers is one, which bears.
func lanesOf(s *model.Snapshot, r *model.Record, left, right float64) []lane {
	list := layersOf(TypeOf(s, r))
	if r.Bool("flipped", false) {
		slices.Reverse(list)
	}
	var out []lane
	at := left
	for _, l := range list {
		if l.thickness > 0 {
			out = append(out, lane{l, at - l.thickness, at})
			at -= l.thickness
		}
	}
	if len(out) == 0 {
		out = []lane{{wallLayer{priority: functionRank["structure"], thickness: left - right}, right, left}}
	}
	out[len(out)-1].lo = right
	if len(out) == 1 && out[0].material == "" {
		out[0].material = materialOf(s, r)
	}
	return out
}

// coreOf answers the offsets between which the most solid of lanes lie, and how solid
// these are.
func coreOf(lanes []lane) (lo, hi float64, rank int) {
	rank = math.MinInt
	for _, l := range lanes {
		switch {
		case l.priority > rank:
			lo, hi, rank = l.lo, l.hi, l.priority
		case l.priority == rank:
			lo = l.lo
		}
	}
	return lo, hi, rank
}

// Layer is one layer of a wall as it runs in plan.
type Layer struct {
	Regions   []geom.Region
	Material  string // the id of a material, empty where none is said
	Function  string // structure, substrate, insulation, finish, membrane, air; empty where the wall has no layers
	Thickness float64
}

// Layers answers how a wall's [Footprint] falls into the layers of its type, from left
// to right of its direction. A wall without layers is one.
//
// Where two walls share an end, the layers before, of and behind their most solid ones
// part along the lines between the corners of these, so that structure runs to
// structure and what is outside wraps it; of unlike ones the more solid runs through.
// Where a wall ends on the face of another, each of its layers runs in as far as it
// meets layers that are less solid, but never to the other's last one.
func Layers(s *model.Snapshot, r *model.Record) []Layer {
	return cached(s, r, ofLayers, func(s *model.Snapshot, r *model.Record) []Layer { return layersIn(s, r, Footprint(s, r)) })
}

// LayersAt answers the same of [FootprintAt].
func LayersAt(s *model.Snapshot, r *model.Record, z float64) []Layer {
	return layersIn(s, r, FootprintAt(s, r, z))
}

func layersIn(s *model.Snapshot, r *model.Record, regions []geom.Region) []Layer {
	line, ok := bodyLine(r)
	if len(regions) == 0 || !ok {
		return nil
	}
	left, right := Faces(s, r)
	lanes := lanesOf(s, r, left, right)
	out := make([]Layer, 0, len(lanes))
	for i, l := range lanes {
		from, to := l.hi, l.lo
		if i == 0 {
			from = math.Inf(1)
		}
		if i == len(lanes)-1 {
			to = math.Inf(-1)
		}
		layer := Layer{regions, l.material, l.function, l.thickness}
		if len(lanes) > 1 {
			layer.Regions = stripe(line, regions, from, to)
		}
		out = append(out, layer)
	}
	return out
}

// stripe answers what of regions lies between two offsets to the left of a line, of
// which the greater may be infinite and the smaller too.
func stripe(line geom.Curve, regions []geom.Region, from, to float64) []geom.Region {
	if line.IsArc() {
		return bentStripe(line, regions, from, to)
	}
	var finite []float64
	for _, d := range []float64{from, to} {
		if !math.IsInf(d, 0) {
			finite = append(finite, d)
		}
	}
	left := line.TangentAt(0).Left()
	return slices.DeleteFunc(geom.Slice(regions, line.Start, left, finite), func(g geom.Region) bool {
		at, ok := g.InnerPoint()
		d := at.Sub(line.Start).Dot(left)
		return !ok || d > from || d < to
	})
}

// bentStripe is stripe along an arc, by an overlay with a band that reaches beyond the
// ends and the faces.
func bentStripe(line geom.Curve, regions []geom.Region, from, to float64) []geom.Region {
	const beyond = 2000
	arc, _ := line.Arc()
	room := min(beyond, (2*math.Pi*arc.Radius-line.Length())/3)
	out := arc.Radius - geom.JoinTolerance
	left, right := min(from, out, beyond), max(to, -out, -beyond)
	var path outlinePath // with corners at the ends, so that chords begin there
	stops := []float64{-room, 0, line.Length(), line.Length() + room, line.Length(), 0, -room}
	for i, to := range stops[1:] {
		d := right
		if to < stops[i] {
			d = -left // it runs back
		}
		side, ok := line.Part(stops[i], to).Offset(d)
		if !ok {
			return nil
		}
		path.to(side.Start, side.Sagitta)
		path.to(side.End, 0)
	}
	ring := path.ring()
	return geom.Rounded(geom.Intersection(regions, []geom.Region{{Outer: ring}}), arcsOf(append(slices.Clone(regions), geom.Region{Outer: ring})))
}

// arcsOf answers the arcs of the outlines of regions.
func arcsOf(regions []geom.Region) []geom.Curve {
	var out []geom.Curve
	for _, g := range regions {
		for _, r := range append([]geom.Ring{g.Outer}, g.Holes...) {
			for _, e := range r.Edges() {
				if e.IsArc() {
					out = append(out, e)
				}
			}
		}
	}
	return out
}
