package check

import (
	"math"
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var typeLayers = &Rule{Name: "type.layers", Severity: model.Error, record: lookLayers, on: []string{"type"},
	Doc: "A type of wall, slab, ceiling or roof has layers or a thickness, over 0 and in agreement. Only a membrane has a thickness of 0."}

// layered are the categories whose types are built up of layers; a curtain wall's
// type may do without.
var layered = []string{"wall", "slab", "ceiling", "roof", "curtain-wall"}

func lookLayers(o *owner) {
	of := o.record.Of()
	if !slices.Contains(layered, of) || o.record.Has("shape") {
		return
	}
	sum, layers := 0.0, objectsIn(o.record.Get("layers"))
	for i, layer := range layers {
		thickness, ok := layer.Get("thickness").(float64)
		sum += thickness
		if ok && thickness == 0 && layer.Get("function") != "membrane" {
			o.found("/layers/"+strconv.Itoa(i)+"/thickness", "layer %d of %s has a thickness of 0; only a membrane has, give it one or take it out", i+1, idText(o.id()))
		}
	}
	own, given := o.record.Number("thickness")
	switch _, known := category.TypeThickness(o.record); {
	case !known && len(layers) > 0:
		o.found("/layers", "the layers of %s have no thickness together; give at least one of them a thickness in mm", idText(o.id()))
	case !known && of != "curtain-wall":
		o.found("", "%s says no thickness; give it layers, or a thickness in mm", idText(o.id()))
	case given && sum > 0 && math.Abs(own-sum) > geom.JoinTolerance:
		o.found("/thickness", "%s says a thickness of %s and has layers of %s together; take the thickness out or correct it", idText(o.id()), mm(own), mm(sum))
	}
}

var elementNoBody = &Rule{Name: "element.no-body", Severity: model.Warning, record: lookBody,
	on:  []string{"wall", "slab", "roof", "column", "beam", "brace", "furniture", "equipment", "stair"},
	Doc: "An element has what its body is made of: a thickness, a section, a size, or a shape, its own or its type's; a stair can be laid out."}

// bodyNeeds says what the body of a category's elements is made of.
var bodyNeeds = map[string]string{
	"wall": "thickness", "slab": "thickness", "roof": "thickness",
	"column": "profile", "beam": "profile", "brace": "profile",
	"furniture": "size", "equipment": "size",
}

func lookBody(o *owner) {
	if hasShape(o.s, o.record) || hasParameters(o.s, o.record) {
		return
	}
	if o.category() == "stair" {
		o.found("", "%s cannot be laid out: give it a path or flights with a width, risers that fit on their length, and a top level above it", idText(o.id()))
		return
	}
	need := bodyNeeds[o.category()]
	o.found("", "%s has no body: neither it nor its type has a %s or a shape; choose a type that has, or set it", idText(o.id()), need)
}

// hasShape tells whether an element or its type names a body.
func hasShape(s *model.Snapshot, r *model.Record) bool {
	t := category.TypeOf(s, r)
	return r.Has("shape") || t != nil && t.Has("shape")
}

// hasParameters tells whether an element has the members that its body follows from.
func hasParameters(s *model.Snapshot, r *model.Record) bool {
	if r.Category() == "stair" {
		_, ok := category.StairParts(s, r)
		top, known := category.Top(s, r)
		return ok || known && top <= category.Base(s, r) // told by stair.reaches-level
	}
	t := category.TypeOf(s, r)
	switch bodyNeeds[r.Category()] {
	case "thickness":
		_, ok := category.Thickness(s, r)
		return ok
	case "profile":
		return t != nil && t.Has("profile")
	default:
		return t != nil && t.Has("size")
	}
}

var proxyNoBody = &Rule{Name: "proxy.no-body", Severity: model.Info, record: lookProxy, on: []string{"proxy"},
	Doc: "A proxy has a shape and a place; one without is told, for there is nothing to show."}

func lookProxy(o *owner) {
	switch body := hasShape(o.s, o.record); {
	case body && !o.record.Has("placement"):
		o.found("/placement", "%s has a shape and no placement; say where it stands", idText(o.id()))
	case !body && !o.record.Has("placement"):
		o.found("", "%s has no body and no place; give it a shape and a placement, or make it an element of its own category", idText(o.id()))
	case !body:
		o.found("", "%s has a place and no body; give it a shape, or make it an element of its own category", idText(o.id()))
	}
}
