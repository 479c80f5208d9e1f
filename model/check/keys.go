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
	type edit struct {
		key  groupKey
		id   string
		join bool
	}
	var edits []edit
	for _, c := range changes {
		before, after := fileKeys(c.Before), fileKeys(c.After)
		sameID := c.Before != nil && c.After != nil && c.Before.ID() == c.After.ID()
		for _, key := range before {
			if !sameID || !slices.Contains(after, key) {
				edits = append(edits, edit{key, c.Before.ID(), false})
			}
		}
		for _, key := range after {
			if !sameID || !slices.Contains(before, key) {
				edits = append(edits, edit{key, c.After.ID(), true})
			}
		}
	}
	if len(edits) == 0 {
		return x
	}
	return &keyIndex{x.ids.Edit(func(t *model.TableEdit[groupKey, []string]) {
		for _, e := range edits {
			old, _ := t.Get(e.key)
			ids := slices.Clone(old)
			at, has := slices.BinarySearch(ids, e.id)
			switch {
			case e.join:
				ids = slices.Insert(ids, at, e.id)
			case has:
				ids = slices.Delete(ids, at, at+1)
			}
			if len(ids) == 0 {
				t.Remove(e.key)
			} else {
				t.Put(e.key, ids)
			}
		}
	})}
}
