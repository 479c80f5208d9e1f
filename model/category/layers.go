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

// Layer is one layer of a wall as it runs in plan.
type Layer struct {
	Regions   []geom.Region
	Material  string // the id of a material, empty where none is said
	Function  string // structure, substrate, insulation, finish, membrane, air; empty where the wall has no layers
	Thickness float64
}

// Layers answers how a wall's footprint falls into the layers of its type, from left
// to right of its direction. A wall without layers is one. At a mitre each layer runs
// to the line between the corners.
func Layers(s *model.Snapshot, r *model.Record) []Layer { return cached(s, r, ofLayers, splitLayers) }

func splitLayers(s *model.Snapshot, r *model.Record) []Layer {
	regions := Footprint(s, r)
	list := layersOf(TypeOf(s, r))
	line, ok := Baseline(r)
	if len(regions) == 0 || !ok {
		return nil
	}
	left, right := Faces(s, r)
	if len(list) < 2 {
		return []Layer{{Regions: regions, Material: materialOf(s, r), Thickness: left - right}}
	}
	if r.Bool("flipped", false) {
		slices.Reverse(list)
	}
	out := make([]Layer, 0, len(list))
	at := left
	for i, l := range list {
		from, to := at, at-l.thickness
		if i == 0 {
			from = math.Inf(1)
		}
		if i == len(list)-1 {
			to = math.Inf(-1)
		}
		at -= l.thickness
		if l.thickness > 0 {
			out = append(out, Layer{lane(line, regions, from, to), l.material, l.function, l.thickness})
		}
	}
	return out
}

// lane answers what of regions lies between two offsets to the left of a line, of
// which the greater may be infinite and the smaller too.
func lane(line geom.Curve, regions []geom.Region, from, to float64) []geom.Region {
	if line.IsArc() {
		return bentLane(line, regions, from, to)
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

// bentLane is lane along an arc, by an overlay with a band that reaches beyond the
// ends and the faces.
func bentLane(line geom.Curve, regions []geom.Region, from, to float64) []geom.Region {
	const beyond = 2000
	arc, _ := line.Arc()
	room := (2*math.Pi*arc.Radius - line.Length()) / 3
	long := line.Part(-min(room, beyond), line.Length()+min(room, beyond))
	out := arc.Radius - geom.JoinTolerance
	ring, ok := long.Band(max(min(from, out), -beyond), min(max(to, -out), beyond))
	if !ok {
		return nil
	}
	return geom.Intersection(regions, []geom.Region{{Outer: ring}})
}
