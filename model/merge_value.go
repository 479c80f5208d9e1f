package model

import "slices"

// unsettledValue stands in a record of a virtual base for a member on which the
// bases disagree. No record holds it, so it decides for no side.
const unsettledValue = "\x00the merge bases disagree"

// told answers a value of base as it is answered: what the bases disagree on is left
// out.
func told(base any) any {
	v, _ := withoutUnsettled(base)
	return v
}

func withoutUnsettled(v any) (settled any, changed bool) {
	o, ok := v.(Object)
	if !ok {
		if v == unsettledValue {
			return nil, true
		}
		return v, false
	}
	for _, m := range o {
		value, differs := withoutUnsettled(m.Value)
		switch {
		case !differs:
			continue
		case value == nil:
			o = o.Without(m.Name)
		default:
			o = o.With(m.Name, value)
		}
		changed = true
	}
	return o, changed
}

// slot is the value of a member, or its absence. Empty lists and maps are absent, as
// they are in a canonical file.
type slot struct {
	value any
	there bool
}

func slotOf(o Object, name string) slot {
	v, ok := o.Lookup(name)
	if !ok || empty(v) {
		return slot{}
	}
	return slot{v, true}
}

func (s slot) equal(other slot) bool { return s.there == other.there && Equal(s.value, other.value) }

// ref answers the value for counting who has one.
func (s slot) ref() *any {
	if !s.there {
		return nil
	}
	return &s.value
}

// versions are the three versions of a member.
type versions struct{ base, ours, theirs slot }

func (v versions) kind() ConflictKind {
	return disagreement(v.base.ref(), v.ours.ref(), v.theirs.ref())
}

// objects are the three versions of an object.
type objects struct{ base, ours, theirs Object }

func (o objects) at(name string) versions {
	return versions{slotOf(o.base, name), slotOf(o.ours, name), slotOf(o.theirs, name)}
}

// names answers the members of any version: those of ours in their order, then what
// only the others have.
func (o objects) names() []string {
	known := map[string]bool{}
	var names []string
	for _, version := range []Object{o.ours, o.theirs, o.base} {
		for _, m := range version {
			if !known[m.Name] {
				known[m.Name] = true
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// byKey answers the versions of a member that is merged key by key: a map, or an
// object that is more than one thing. An object with a required field is there or
// not as one.
func byKey(t *Type, v versions) (of objects, ok bool) {
	if t == nil || t.Kind != KindMap && t.Kind != KindObject {
		return of, false
	}
	oneThing := slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Required })
	read := func(s slot, into *Object) bool {
		if !s.there {
			return !oneThing
		}
		*into, ok = s.value.(Object)
		return ok
	}
	ok = read(v.base, &of.base) && read(v.ours, &of.ours) && read(v.theirs, &of.theirs)
	return of, ok
}

// mergedSet merges sets of words: what either side added, less what either took away,
// sorted. It is false where a version is no such set.
func mergedSet(v versions) (slot, bool) {
	base, ok := wordsOf(v.base)
	ours, ok2 := wordsOf(v.ours)
	theirs, ok3 := wordsOf(v.theirs)
	if !ok || !ok2 || !ok3 {
		return slot{}, false
	}
	kept := slices.DeleteFunc(slices.Concat(ours, theirs), func(word string) bool {
		return slices.Contains(base, word) && !(slices.Contains(ours, word) && slices.Contains(theirs, word))
	})
	set := SetValue(kept)
	return slot{set, set != nil}, true
}

func wordsOf(s slot) ([]string, bool) {
	list, ok := s.value.([]any)
	if !ok {
		return nil, !s.there
	}
	words := make([]string, len(list))
	for i, v := range list {
		if words[i], ok = v.(string); !ok {
			return nil, false
		}
	}
	return words, true
}
