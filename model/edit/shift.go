package edit

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// The members that hold places in the model, wherever they stand in a record: plan
// points, space points, or lists of them.
var places = map[string]bool{
	"start": true, "end": true, "at": true, "seed": true, "outline": true, "holes": true, "path": true, "cut": true,
}

// The members that hold objects, or lists of them, with places in them.
var placeHolders = map[string]bool{
	"flights": true, "landings": true, "clips": true, "ends": true, "placement": true,
}

// shift answers a record with every place in it moved. What stands by an offset
// along its host stays as it is, and so do heights: lift moves those. Coordinates
// that move are rounded to 1e-6 mm.
func shift(r *model.Record, v geom.Point) *model.Record {
	return model.NewRecord(mapPlaces(r.Members(), func(p []any) []any { return shiftPoint(p, geom.Point3{X: v.X, Y: v.Y}) }))
}

// hasPlace tells whether a record says itself where it stands in plan.
func hasPlace(r *model.Record) bool {
	found := false
	mapPlaces(r.Members(), func(p []any) []any { found = true; return p })
	return found
}

func mapPlaces(o model.Object, f func(point []any) []any) model.Object {
	out := make(model.Object, len(o))
	for i, m := range o {
		switch {
		case places[m.Name]:
			m.Value = mapPoints(m.Value, f)
		case placeHolders[m.Name]:
			m.Value = mapHolders(m.Value, f)
		}
		out[i] = m
	}
	return out
}

// mapHolders maps the places in an object or a list of objects. The ends of a wall
// are objects that are named like points.
func mapHolders(v any, f func([]any) []any) any {
	switch v := v.(type) {
	case model.Object:
		out := make(model.Object, len(v))
		for i, m := range mapPlaces(v, f) {
			if inner, ok := m.Value.(model.Object); ok {
				m.Value = mapPlaces(inner, f)
			}
			out[i] = m
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = mapHolders(v[i], f)
		}
		return out
	}
	return v
}

// mapPoints maps a point, or every point of a list however deep.
func mapPoints(v any, f func([]any) []any) any {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return v
	}
	if _, isPoint := list[0].(float64); isPoint {
		return f(list)
	}
	out := make([]any, len(list))
	for i := range list {
		out[i] = mapPoints(list[i], f)
	}
	return out
}

func shiftPoint(p []any, by geom.Point3) []any {
	d := [...]float64{by.X, by.Y, by.Z}
	out := make([]any, len(p))
	copy(out, p)
	for i := range min(len(p), len(d)) {
		if x, ok := p[i].(float64); ok && d[i] != 0 {
			out[i] = geom.Round(x + d[i])
		}
	}
	return out
}

// lift answers a record moved up. It is false where nothing in a record of its
// category says how high it stands.
func lift(schema *model.Schema, r *model.Record, dz float64) (*model.Record, bool) {
	raised := model.NewRecord(mapPlaces(r.Members(), func(p []any) []any {
		if len(p) < 3 {
			return p
		}
		return shiftPoint(p, geom.Point3{Z: dz})
	}))
	member := heightMember(schema, r)
	if shapeOnly := r.Has("placement") && !slides(r) && !hasPlace(r.Without("placement")); member == "" || shapeOnly {
		return raised, !raised.Equal(r)
	}
	raised = raised.With(member, optional(r.NumberOr(member, 0)+dz))
	if _, rises := schema.Category(r.Category()).Field("topOffset"); rises && !r.Has("height") {
		raised = raised.With("topOffset", optional(r.NumberOr("topOffset", 0)+dz))
	}
	return raised, true
}

// heightMember names the member that says how high above its level a record stands.
func heightMember(schema *model.Schema, r *model.Record) string {
	switch r.Category() {
	case "slab", "ceiling", "roof":
		return "offset"
	case "opening":
		if !r.Has("offset") { // in a slab it stands as high as that
			return ""
		}
	}
	c := schema.Category(r.Category())
	if c == nil {
		return ""
	}
	for _, name := range []string{"sill", "baseOffset"} {
		if _, ok := c.Field(name); ok {
			return name
		}
	}
	return ""
}
