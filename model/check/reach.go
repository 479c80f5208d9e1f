package check

import (
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// Reach answers the files whose findings may differ between two snapshots, given
// every file that differs: these, who refers to them, who is hosted beside them,
// who touches them in space before or after, and who has a key such as a room
// number in common with them. It is everything where rules or phases in eik.json
// differ.
func Reach(before, after *model.Snapshot, changes []model.FileChange) Scope {
	if !sameSettings(before.Manifest(), after.Manifest()) {
		return Everything()
	}
	r := newReach(before, after)
	for _, c := range changes {
		r.file(c)
	}
	for _, d := range model.DiffFiles(changes) {
		r.record(d)
	}
	r.storeys()
	return Scope{paths: r.paths}
}

// Around answers the files whose findings may be about some records: theirs and
// those within reach of a change of them.
func Around(s *model.Snapshot, ids ...string) Scope {
	r := newReach(s, s)
	for _, id := range ids {
		r.owner(id)
		r.referrers(id)
		r.moved(id)
	}
	return Scope{paths: r.paths}
}

func sameSettings(a, b *model.Manifest) bool {
	return a == b || model.Equal(a.Object.Get("rules"), b.Object.Get("rules")) &&
		model.Equal(a.Object.Get("phases"), b.Object.Get("phases"))
}

// reach collects the paths of owners on the way from one snapshot to another.
type reach struct {
	sides []*model.Snapshot // before and after; the same one once where they are equal
	paths map[string]struct{}
	done  map[string]bool // what has been followed as moved
}

func newReach(before, after *model.Snapshot) *reach {
	r := &reach{sides: []*model.Snapshot{before, after}, paths: map[string]struct{}{}, done: map[string]bool{}}
	if before == after {
		r.sides = r.sides[:1]
	}
	return r
}

func (r *reach) path(path string) { r.paths[path] = struct{}{} }

// owner adds every file that claims an id.
func (r *reach) owner(id string) {
	for _, s := range r.sides {
		for _, f := range s.Claims(id) {
			r.path(f.Path)
		}
	}
}

// file follows a change of a file, whatever the file holds.
func (r *reach) file(c model.FileChange) {
	for _, f := range []*model.File{c.Before, c.After} {
		if f == nil {
			continue
		}
		r.path(f.Path)
		r.keys(f)
		name := strings.TrimSuffix(f.Name(), ".json")
		r.owner(name) // a file in the way of its record
		top, _, nested := strings.Cut(f.Path, "/")
		for _, s := range r.sides {
			if nested && !ownFolder[top] {
				if first := firstUnder(s, top); first != nil {
					r.path(first.Path)
				}
			}
			if shape, ok := strings.CutSuffix(f.Name(), ".glb"); ok {
				r.members(s, groupKey{shapeUse, shape})
			}
		}
	}
}

// keys adds who has a key in common with a file's record, before or after.
func (r *reach) keys(f *model.File) {
	for _, s := range r.sides {
		for _, key := range fileKeys(f) {
			if key.kind != shapeUse {
				r.members(s, key)
			}
		}
		r.members(s, groupKey{wantedID, legalID(f.ID())})
	}
}

func (r *reach) members(s *model.Snapshot, key groupKey) {
	for _, id := range keysOf(s).members(key.kind, key.text) {
		r.owner(id)
	}
}

// silent are the members whose values no finding of another record depends on,
// beyond the keys that records have in common.
var silent = []string{"name", "mark", "number", "note", "tags", "properties", "externalIds",
	"classifications", "ifcGuid", "materialId", "groupIds", "color"}

// record follows a change of a record.
func (r *reach) record(d model.RecordDiff) {
	r.owner(d.ID)
	identity := d.Before == nil || d.After == nil || d.Before.Record() == nil || d.After.Record() == nil ||
		len(d.Members) == 0 && d.Before.Path != d.After.Path || r.claimedTwice(d.ID)
	loud := identity
	for _, m := range d.Members {
		identity = identity || m.Name == "category" || m.Name == "of" || m.Name == "id"
		loud = loud || !slices.Contains(silent, m.Name)
	}
	if identity {
		r.referrers(d.ID)
	}
	if loud {
		r.moved(d.ID)
	}
	for _, f := range []*model.File{d.Before, d.After} {
		if f != nil && (f.Category() == "level" || f.Category() == "building") {
			r.levels()
		}
	}
}

// claimedTwice tells whether several files claim an id: which of them counts may
// then change with any of them.
func (r *reach) claimedTwice(id string) bool {
	return slices.ContainsFunc(r.sides, func(s *model.Snapshot) bool { return len(s.Claims(id)) > 1 })
}

func (r *reach) referrers(id string) {
	for _, s := range r.sides {
		for _, ref := range s.ReferringTo(id) {
			r.owner(ref.From)
		}
	}
}

// levels adds every level: there are few, and each is compared with all.
func (r *reach) levels() {
	for _, s := range r.sides {
		for f := range s.InCategory("level") {
			r.path(f.Path)
		}
	}
}

// moved follows a record whose form, place or standing changed: its own findings
// may differ and those of what it hosts, touches, is hosted beside, or is a type of.
func (r *reach) moved(id string) {
	if r.done[id] {
		return
	}
	r.done[id] = true
	r.owner(id)
	for _, s := range r.sides {
		for _, f := range s.Claims(id) {
			r.keys(f)
			r.around(s, f)
		}
		for _, ref := range s.ReferringTo(id) {
			switch ref.Member.Name {
			case "typeId", "hostId", "topHostIds":
				r.moved(ref.From)
			}
		}
		ring, _ := chain(s, id)
		for _, on := range ring {
			r.owner(on)
		}
	}
}

// around adds what stands beside a record in its host, what touches it in space,
// and, for a slab, those that may be meant to lie where it does.
func (r *reach) around(s *model.Snapshot, f *model.File) {
	record := f.Record()
	if record == nil {
		return
	}
	if slices.Contains(hostedCategories, f.Category()) {
		for _, id := range category.Hosted(s, record.String("hostId")) {
			r.owner(id)
		}
	}
	if f.Category() == "slab" {
		r.members(s, groupKey{raisedSlab, "all"})
	}
	for _, other := range slices.Concat(seenFrom(s, record), roomsAround(s, record)) {
		r.path(other.Path)
	}
}

// storeys follows every level whose elevation, top or building differs to the
// elements that are measured from it.
func (r *reach) storeys() {
	before, after := category.Levels(r.sides[0]), category.Levels(r.sides[len(r.sides)-1])
	if before == after {
		return
	}
	differs := func(of, other *category.LevelTable) {
		for _, l := range of.All() {
			if o, ok := other.Get(l.ID); ok && o.Elevation == l.Elevation && o.Top == l.Top && o.HasTop == l.HasTop && o.Building == l.Building {
				continue
			}
			for _, s := range r.sides {
				for _, ref := range s.ReferringTo(l.ID) {
					r.moved(ref.From)
				}
			}
		}
	}
	differs(before, after)
	differs(after, before)
}
