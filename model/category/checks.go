package category

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// checkRise asks of an element without a level that it says its height itself:
// there is no storey to take it from.
func checkRise(r *model.Record) []model.Fault {
	if r.Has("levelId") || r.Has("height") || r.Has("topLevelId") {
		return nil
	}
	return []model.Fault{{Rule: "record.member", Pointer: "/height",
		Message: article(r.Category()) + " without a level has no storey to reach up to; give it a levelId, a height or a topLevelId"}}
}

// checkEdges asks that arcs and edges name edges that the outline has.
func checkEdges(r *model.Record) []model.Fault {
	outline, _ := r.Get("outline").([]any)
	if len(outline) == 0 {
		return nil
	}
	var faults []model.Fault
	for _, member := range []string{"arcs", "edges"} {
		for _, m := range r.Object(member) {
			if i, err := strconv.Atoi(m.Name); err != nil || i < 0 || i >= len(outline) || strconv.Itoa(i) != m.Name {
				faults = append(faults, model.Fault{Rule: "record.member", Pointer: "/" + member + "/" + escape(m.Name),
					Message: fmt.Sprintf("%q is no edge of the outline, which has the edges 0 to %d", shorten(m.Name), len(outline)-1)})
			}
		}
	}
	return faults
}

// checkType asks that a type has only members that mean something for what it is a
// type of, words that are legal there, and a profile with the sizes of its shape.
func checkType(r *model.Record) []model.Fault {
	d := Find(r.Of())
	if d == nil {
		return nil
	}
	var faults []model.Fault
	for i := range catalogue.typeFields {
		f := &catalogue.typeFields[i]
		value, ok := r.Members().Lookup(f.Name)
		if !ok {
			continue
		}
		own := indexOf(d.typeFields, f.Name)
		if own < 0 {
			faults = append(faults, model.Fault{Rule: "record.unknown", Pointer: "/" + f.Name,
				Message: fmt.Sprintf("%s means nothing in a type of %s; it is kept as it is", f.Name, d.Name)})
			continue
		}
		word, _ := value.(string)
		legal := d.typeFields[own].Type.Enum
		if slices.Contains(f.Type.Enum, word) && !slices.Contains(legal, word) {
			faults = append(faults, model.Fault{Rule: "record.member", Pointer: "/" + f.Name,
				Message: fmt.Sprintf("%q is not one of %s, as %s takes", word, strings.Join(legal, ", "), article(d.Name))})
		}
	}
	return append(faults, checkProfile(r)...)
}

var profileMembers = map[string][]string{
	"rect":         {"width", "depth"},
	"round":        {"diameter"},
	"i":            {"width", "depth", "webThickness", "flangeThickness"},
	"l":            {"width", "depth", "webThickness", "flangeThickness"},
	"t":            {"width", "depth", "webThickness", "flangeThickness"},
	"u":            {"width", "depth", "webThickness", "flangeThickness"},
	"cross":        {"width", "depth", "webThickness", "flangeThickness"},
	"rect-hollow":  {"width", "depth", "wallThickness"},
	"round-hollow": {"diameter", "wallThickness"},
}

func checkProfile(r *model.Record) []model.Fault {
	p := r.Object("profile")
	if len(p) == 0 {
		return nil
	}
	var faults []model.Fault
	shape, _ := p.Get("shape").(string)
	for _, name := range profileMembers[shape] {
		if _, ok := p.Lookup(name); !ok {
			faults = append(faults, model.Fault{Rule: "record.member", Pointer: "/profile/" + name,
				Message: fmt.Sprintf("a profile of shape %s has no %s, which it needs, in mm", shape, name)})
		}
	}
	return faults
}
