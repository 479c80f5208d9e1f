package model

import (
	"slices"
	"strconv"
)

// Reference says that a record names another in a member.
type Reference struct {
	From    string // the id of the record that refers
	Pointer string // JSON pointer of the member or item that holds the id
	To      string // the id it names
	Member  *Field // what the schema says of the top-level member
}

// References answers every id that a record names in members that the schema knows
// as references, in member order.
func (s *Schema) References(r *Record) []Reference {
	c := s.categories[r.Category()]
	if c == nil {
		return nil
	}
	var refs []Reference
	id := r.ID()
	for i := range r.members {
		field, ok := c.Field(r.members[i].Name)
		if !ok || !hasReference(&field.Type) {
			continue
		}
		eachReference(&field.Type, r.members[i].Value, "/"+field.Name, func(pointer, to string) {
			refs = append(refs, Reference{From: id, Pointer: pointer, To: to, Member: field})
		})
	}
	return refs
}

func hasReference(t *Type) bool {
	switch t.Kind {
	case KindRef:
		return true
	case KindList, KindMap:
		return t.Elem != nil && hasReference(t.Elem)
	case KindObject:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return hasReference(&f.Type) })
	case KindOneOf:
		return slices.ContainsFunc(t.Choices, func(c Type) bool { return hasReference(&c) })
	}
	return false
}

func eachReference(t *Type, v any, pointer string, found func(pointer, to string)) {
	switch t.Kind {
	case KindRef:
		if id, ok := v.(string); ok {
			found(pointer, id)
		}
	case KindList:
		list, _ := v.([]any)
		for i, item := range list {
			eachReference(t.Elem, item, pointer+"/"+strconv.Itoa(i), found)
		}
	case KindMap:
		o, _ := v.(Object)
		for _, m := range o {
			eachReference(t.Elem, m.Value, pointer+"/"+m.Name, found)
		}
	case KindObject:
		o, _ := v.(Object)
		for i := range t.Fields {
			if member, ok := o.Lookup(t.Fields[i].Name); ok {
				eachReference(&t.Fields[i].Type, member, pointer+"/"+t.Fields[i].Name, found)
			}
		}
	case KindOneOf:
		for i := range t.Choices {
			eachReference(&t.Choices[i], v, pointer, found)
		}
	}
}

type referencesKey struct{}

// referenceIndex knows who refers to an id.
type referenceIndex struct {
	schema *Schema
	from   Table[string, []Reference]
}

func (s *Snapshot) references() *referenceIndex {
	return s.Index(referencesKey{}, func(s *Snapshot) Index {
		s.Preload()
		from := map[string][]Reference{}
		for f := range s.RecordFiles() {
			if r := f.Record(); r != nil {
				for _, ref := range s.schema.References(r) {
					from[ref.To] = append(from[ref.To], ref)
				}
			}
		}
		return &referenceIndex{schema: s.schema, from: NewTable(from)}
	}).(*referenceIndex)
}

func (x *referenceIndex) to(id string) []Reference {
	refs, _ := x.from.Get(id)
	return refs
}

// Apply implements Index. References are compared as a set, so that a record whose
// references stay costs nothing, however many others name the same thing.
func (x *referenceIndex) Apply(_ *Snapshot, changes []FileChange) Index {
	gone, added := map[string][]Reference{}, map[string][]Reference{}
	for _, c := range changes {
		before, after := x.of(c.Before), x.of(c.After)
		for _, ref := range before {
			if !slices.Contains(after, ref) {
				gone[ref.To] = append(gone[ref.To], ref)
			}
		}
		for _, ref := range after {
			if !slices.Contains(before, ref) {
				added[ref.To] = append(added[ref.To], ref)
			}
		}
	}
	if len(gone)+len(added) == 0 {
		return x
	}
	return &referenceIndex{schema: x.schema, from: x.from.Edit(func(e *TableEdit[string, []Reference]) {
		for id, refs := range gone {
			old, _ := e.Get(id)
			e.Put(id, without(old, refs))
		}
		for id, refs := range added {
			old, _ := e.Get(id)
			e.Put(id, slices.Concat(old, refs))
		}
	})}
}

// without answers the list less each of the gone ones once.
func without(list, gone []Reference) []Reference {
	missing := make(map[Reference]int, len(gone))
	for _, ref := range gone {
		missing[ref]++
	}
	kept := make([]Reference, 0, len(list))
	for _, ref := range list {
		if missing[ref] > 0 {
			missing[ref]--
			continue
		}
		kept = append(kept, ref)
	}
	return kept
}

func (x *referenceIndex) of(f *File) []Reference {
	if f == nil || f.id == "" {
		return nil
	}
	r := f.Record()
	if r == nil {
		return nil
	}
	return x.schema.References(r)
}
