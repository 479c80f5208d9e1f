package model

import (
	"slices"
	"sort"
	"strings"
)

// memberMerge merges the members of one unit.
type memberMerge struct {
	*merger
	u *mergeUnit
}

// mergeMembers merges a record that all three sides have, and tells what became of
// each member.
func (m *merger) mergeMembers(u *mergeUnit) Object {
	of := objects{u.base.Record().members, u.ours.Record().members, u.theirs.Record().members}
	merge := &memberMerge{m, u}
	merged := merge.object(merge.fields(of), of, "")
	sort.SliceStable(u.Members, func(i, j int) bool { return u.Members[i].Member < u.Members[j].Member })
	sort.SliceStable(u.conflicts, func(i, j int) bool { return u.conflicts[i].Member < u.conflicts[j].Member })
	u.Outcome = outcomeOf(u.Members)
	return merged
}

// outcomeOf sums up what became of the members of a record.
func outcomeOf(members []MergedMember) Outcome {
	has := func(o Outcome) bool {
		return slices.ContainsFunc(members, func(m MergedMember) bool { return m.Outcome == o })
	}
	ours, theirs := has(OutcomeOurs), has(OutcomeTheirs)
	switch {
	case has(OutcomeConflict):
		return OutcomeConflict
	case has(OutcomeResolved):
		return OutcomeResolved
	case has(OutcomeMerged) || ours && theirs:
		return OutcomeMerged
	case ours:
		return OutcomeOurs
	case theirs:
		return OutcomeTheirs
	}
	return OutcomeSame
}

// fields answers what the schema says of a record's members: by the category that
// the merged record has, or base's where that is in question.
func (m *memberMerge) fields(of objects) []Field {
	if m.u.ours.Path == ManifestName {
		return manifestFields
	}
	v := of.at("category")
	category := v.base.value
	switch {
	case v.ours.equal(v.theirs), v.base.equal(v.theirs):
		category = v.ours.value
	case v.base.equal(v.ours):
		category = v.theirs.value
	}
	name, _ := category.(string)
	if c := m.schema.Category(name); c != nil {
		return c.Fields
	}
	return nil
}

// object merges objects member by member.
func (m *memberMerge) object(fields []Field, of objects, at string) Object {
	var merged Object
	torn := tornMembers(fields, of)
	for _, name := range of.names() {
		merge := m.value
		if slices.Contains(torn, name) {
			merge = m.conflict
		}
		if s := merge(typeIn(fields, name), of.at(name), pointerTo(at, name)); s.there {
			merged = append(merged, Member{name, s.value})
		}
	}
	return merged
}

func typeIn(fields []Field, name string) *Type {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i].Type
		}
	}
	return nil
}

// tornMembers answers the members that a merge one by one would tear apart: a list
// that one side changed and what numbers its items that the other did, such as an
// outline and its arcs.
func tornMembers(fields []Field, of objects) []string {
	var names []string
	for i := range fields {
		list := fields[i].Type.Numbers
		if list != "" && torn(of.at(list), of.at(fields[i].Name)) {
			names = append(names, list, fields[i].Name)
		}
	}
	return names
}

func torn(list, keys versions) bool {
	if list.ours.equal(list.theirs) || keys.ours.equal(keys.theirs) {
		return false
	}
	listHere, listThere := !list.base.equal(list.ours), !list.base.equal(list.theirs)
	keysHere, keysThere := !keys.base.equal(keys.ours), !keys.base.equal(keys.theirs)
	return listHere && keysThere || listThere && keysHere
}

// value merges one member or key.
func (m *memberMerge) value(t *Type, v versions, at string) slot {
	switch {
	case v.ours.equal(v.theirs):
		if !v.base.equal(v.ours) {
			m.settle(at, OutcomeSame, v, v.ours)
		}
		return v.ours
	case v.base.equal(v.theirs):
		return m.settle(at, OutcomeOurs, v, v.ours)
	case v.base.equal(v.ours):
		return m.settle(at, OutcomeTheirs, v, v.theirs)
	}
	if t != nil && t.Kind == KindList && t.Set {
		if set, ok := mergedSet(v); ok {
			return m.settle(at, OutcomeMerged, v, set)
		}
	}
	if of, ok := byKey(t, v); ok {
		return m.keys(t, of, at)
	}
	return m.conflict(t, v, at)
}

// settle tells what became of a member and answers it.
func (m *memberMerge) settle(at string, outcome Outcome, v versions, merged slot) slot {
	m.u.Members = append(m.u.Members, MergedMember{Member: at, Outcome: outcome,
		Base: told(v.base.value), Ours: v.ours.value, Theirs: v.theirs.value, Merged: merged.value})
	return merged
}

// conflict is a member that both sides made different: resolved, or left open.
func (m *memberMerge) conflict(_ *Type, v versions, at string) slot {
	if r := m.answers.find(m.u.Record, at); r != nil {
		chosen := slot{r.Value, r.Value != nil}
		switch r.Take {
		case TakeOurs:
			chosen = v.ours
		case TakeTheirs:
			chosen = v.theirs
		}
		return m.settle(at, OutcomeResolved, v, chosen)
	}
	m.u.conflicts = append(m.u.conflicts, MergeConflict{Kind: v.kind(), Record: m.u.Record, File: m.u.File, Member: at,
		Base: told(v.base.value), Ours: v.ours.value, Theirs: v.theirs.value})
	open := v.ours
	switch {
	case m.virtual:
		open = slot{unsettledValue, true}
	case m.at == TakeTheirs:
		open = v.theirs
	}
	m.settle(at, OutcomeConflict, v, slot{})
	return open
}

// keys merges maps and objects key by key.
func (m *memberMerge) keys(t *Type, of objects, at string) slot {
	var merged Object
	if t.Kind == KindMap {
		for _, name := range of.names() {
			if s := m.value(t.Elem, of.at(name), pointerTo(at, name)); s.there {
				merged = append(merged, Member{name, s.value})
			}
		}
	} else {
		merged = m.object(t.Fields, of, at)
	}
	if empty(merged) {
		return slot{}
	}
	return slot{merged, true}
}

// pointerTo answers the JSON pointer, without its first slash, of a member of what
// lies at another.
func pointerTo(at, name string) string {
	name = strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	if at == "" {
		return name
	}
	return at + "/" + name
}
