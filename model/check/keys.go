package check

import (
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// keyKind says what records are grouped by.
type keyKind uint8

const (
	wantedID   keyKind = iota // the legal id most like an id that is not legal
	roomNumber                // rooms by their number
	gridLabel                 // grids by their label
	shapeUse                  // records by the body they name
	raisedSlab                // slabs that lie far from their level
)

type groupKey struct {
	kind keyKind
	text string
}

// keyIndex knows which records have a key in common, so that a rule about them
// costs the same in a small and in a large model.
type keyIndex struct {
	ids model.Table[groupKey, []string]
}

type keyIndexKey struct{}

func keysOf(s *model.Snapshot) *keyIndex {
	return s.Index(keyIndexKey{}, func(s *model.Snapshot) model.Index {
		ids := map[groupKey][]string{}
		for f := range s.RecordFiles() {
			for _, key := range fileKeys(f) {
				ids[key] = append(ids[key], f.ID())
			}
		}
		for key := range ids {
			slices.Sort(ids[key])
		}
		return &keyIndex{model.NewTable(ids)}
	}).(*keyIndex)
}

// members answers the ids of the records that have a key, sorted.
func (x *keyIndex) members(kind keyKind, text string) []string {
	ids, _ := x.ids.Get(groupKey{kind, text})
	return ids
}

// hasKey tells whether a record, as it counts where several files claim its id, has
// a key.
func hasKey(s *model.Snapshot, id string, kind keyKind, text string) bool {
	return slices.Contains(fileKeys(s.Get(id)), groupKey{kind, text})
}

// fileKeys answers the keys that a file's record has by itself.
func fileKeys(f *model.File) []groupKey {
	if f == nil || f.ID() == "" {
		return nil
	}
	var keys []groupKey
	add := func(kind keyKind, text string) {
		if text != "" {
			keys = append(keys, groupKey{kind, text})
		}
	}
	if model.CheckID(f.ID()) != nil {
		add(wantedID, legalID(f.ID()))
	}
	r := f.Record()
	if r == nil {
		return keys
	}
	switch r.Category() {
	case "room":
		add(roomNumber, strings.TrimSpace(r.String("number")))
	case "grid":
		add(gridLabel, strings.TrimSpace(r.String("name")))
	case "slab":
		if math.Abs(r.NumberOr("offset", 0)) >= leastSuspicious {
			add(raisedSlab, "all")
		}
	}
	add(shapeUse, r.String("shape"))
	return keys
}

// Apply implements model.Index.
func (x *keyIndex) Apply(_ *model.Snapshot, changes []model.FileChange) model.Index {
	var gone, come []keyed
	for _, c := range changes {
		before, after := keyedBy(c.Before), keyedBy(c.After)
		gone = append(gone, less(before, after)...)
		come = append(come, less(after, before)...)
	}
	if len(gone)+len(come) == 0 {
		return x
	}
	return &keyIndex{x.ids.Edit(func(t *model.TableEdit[groupKey, []string]) {
		for _, k := range gone {
			ids, _ := t.Get(k.key)
			if at, has := slices.BinarySearch(ids, k.id); has {
				setIDs(t, k.key, slices.Delete(slices.Clone(ids), at, at+1))
			}
		}
		for _, k := range come {
			ids, _ := t.Get(k.key)
			at, _ := slices.BinarySearch(ids, k.id)
			setIDs(t, k.key, slices.Insert(slices.Clone(ids), at, k.id))
		}
	})}
}

func setIDs(t *model.TableEdit[groupKey, []string], key groupKey, ids []string) {
	if len(ids) == 0 {
		t.Remove(key)
		return
	}
	t.Put(key, ids)
}

// keyed is a record that has a key.
type keyed struct {
	key groupKey
	id  string
}

func keyedBy(f *model.File) []keyed {
	var list []keyed
	for _, key := range fileKeys(f) {
		list = append(list, keyed{key, f.ID()})
	}
	return list
}

// less answers what of a list is not in the other.
func less(list, other []keyed) []keyed {
	return slices.DeleteFunc(slices.Clone(list), func(k keyed) bool { return slices.Contains(other, k) })
}
