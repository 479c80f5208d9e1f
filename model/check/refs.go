package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

var refType = &Rule{Name: "ref.type", Severity: model.Error, record: lookReferences,
	Doc: "A typeId names a type of the element's own category."}

var refLevel = &Rule{Name: "ref.level", Severity: model.Error, record: lookReferences,
	Doc: "A reference to a level or a building names one."}

var refHost = &Rule{Name: "ref.host", Severity: model.Error, record: lookReferences,
	Doc: "A reference to another element (hostId, topHostIds, fromId, toId) names one, of a category that may take it."}

var refMaterial = &Rule{Name: "ref.material", Severity: model.Error, record: lookReferences,
	Doc: "A materialId, also of a layer, names a material."}

var refGroup = &Rule{Name: "ref.group", Severity: model.Error, record: lookReferences,
	Doc: "A reference to a group names one."}

// lookReferences reports the references that fall to the running rule and name
// nothing, or a record of the wrong category.
func lookReferences(o *owner) {
	for _, ref := range o.references() {
		t := referenceType(&ref.Member.Type)
		if t == nil || ruleOfReference(t) != o.rule.Name {
			continue
		}
		if wrong := wrongTarget(o, t, ref.To); wrong != "" {
			o.found(ref.Pointer, "%s", wrong)
		}
	}
}

// referenceType answers the reference that a member's type is or holds.
func referenceType(t *model.Type) *model.Type {
	switch {
	case t == nil:
		return nil
	case t.Kind == model.KindRef:
		return t
	case t.Elem != nil:
		return referenceType(t.Elem)
	}
	for i := range t.Fields {
		if found := referenceType(&t.Fields[i].Type); found != nil {
			return found
		}
	}
	for i := range t.Choices {
		if found := referenceType(&t.Choices[i]); found != nil {
			return found
		}
	}
	return nil
}

// ruleOfReference names the rule that a reference falls to.
func ruleOfReference(t *model.Type) string {
	if len(t.To) == 1 {
		switch to := t.To[0]; to {
		case "type", "level", "material", "group":
			return "ref." + to
		case "building":
			return "ref.level"
		}
	}
	return "ref.host"
}

// wrongTarget says what is wrong with what a reference names, empty where nothing is.
func wrongTarget(o *owner, t *model.Type, id string) string {
	file := o.s.Get(id)
	wanted := either(t.To)
	if wanted == "" {
		wanted = "element"
	}
	switch {
	case file == nil:
		return fmt.Sprintf("there is no %s %s; name one that exists, or take the member away", wanted, idText(id))
	case file.Category() == "":
		return "" // the file is there and cannot be read, which is told there
	case !mayName(o.s.Schema(), t, file.Category()):
		return fmt.Sprintf("%s is a %s; a %s is expected here", idText(id), quoteWord(file.Category()), wanted)
	case t.TypeOf && file.Record() != nil && file.Record().Of() != o.category():
		return fmt.Sprintf("%s is a type of %s, not of %s; choose a type of the element's category", idText(id), quoteWord(file.Record().Of()), quoteWord(o.category()))
	}
	return ""
}

// either writes categories as a sentence does: "wall, curtain-wall or roof".
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// mayName tells whether a reference may name a record of a category. One without
// named categories takes any element.
func mayName(schema *model.Schema, t *model.Type, category string) bool {
	if len(t.To) > 0 {
		return slices.Contains(t.To, category)
	}
	c := schema.Category(category)
	return c != nil && c.Element()
}

var plainWord = regexp.MustCompile(`^[a-z][a-z-]{0,40}$`)

// quoteWord writes a word such as a category, quoted where it is none.
func quoteWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return quote(word)
}

var refShape = &Rule{Name: "ref.shape", Severity: model.Error, record: lookShape,
	Doc: "A shape names a body that lies in shapes/, in an ordinary file."}

func lookShape(o *owner) {
	shape := o.record.String("shape")
	path := "shapes/" + shape + ".glb"
	if shape == "" || !shapePath.MatchString(path) {
		return
	}
	switch f := o.s.FileAt(path); {
	case f == nil:
		o.found("/shape", "there is no %s; bring the file back or take the shape away", path)
	case f.Mode > model.Executable:
		o.found("/shape", "%s is a link, and links are not followed; put the file itself in its place", path)
	}
}

var refCycle = &Rule{Name: "ref.cycle", Severity: model.Error, record: lookCycle,
	Doc: "No element hosts itself, no group is its own parent and no level a part of itself, however long the way round."}

// upward are the members by which a record hangs on another; a sound model has no
// ring of them.
var upward = []string{"hostId", "parentId", "partOf"}

// above answers the record that one hangs on, empty where it hangs on none.
func above(s *model.Snapshot, id string) (to, pointer string) {
	r := s.Record(id)
	if r == nil {
		return "", ""
	}
	for _, member := range upward {
		if to := r.String(member); to != "" {
			return to, "/" + member
		}
	}
	return "", ""
}

// chain answers the records that one hangs on, itself first, until the way ends or
// comes back to a record that it has passed, which is answered too.
func chain(s *model.Snapshot, id string) (passed []string, back string) {
	seen := map[string]bool{}
	for id != "" && s.Get(id) != nil {
		if seen[id] {
			return passed, id
		}
		seen[id] = true
		passed = append(passed, id)
		id, _ = above(s, id)
	}
	return passed, ""
}

// lookCycle reports a ring once, at the smallest of its ids.
func lookCycle(o *owner) {
	if to, _ := above(o.s, o.id()); to == "" {
		return
	}
	ring, back := chain(o.s, o.id())
	if back != o.id() || slices.Min(ring) != o.id() {
		return
	}
	_, pointer := above(o.s, o.id())
	message := idText(o.id()) + " hangs on itself; name another or take the member away"
	if len(ring) > 1 {
		message = fmt.Sprintf("%s hang on each other in a ring; take %s away from one of them", idList(ring), pointer[1:])
	}
	o.report(issue{pointer: pointer, with: ring[1:], message: message})
}
