package category

import (
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// proof is all that was read to work something out. It is immutable, but for the
// moment at which it was last found to hold.
type proof struct {
	got      []gotRead
	referred []referredRead
	searched []searchRead
	levels   []levelRead
	more     []read        // what is read seldom
	on       []*cacheEntry // what this one is built on
	last     atomic.Pointer[moment]
}

// holds tells whether a snapshot answers what was read. What it is built on is looked
// at last: that may have to be worked out.
func (p *proof) holds(s *model.Snapshot, now *moment) bool {
	if p.last.Load() == now {
		return true
	}
	same := all(p.got, s) && all(p.referred, s) && all(p.levels, s) && all(p.more, s) && all(p.searched, s)
	for i := 0; same && i < len(p.on); i++ {
		same = p.on[i].stands(s, now)
	}
	if same {
		p.last.Store(now)
	}
	return same
}

// read is one thing that was read.
type read interface {
	holds(s *model.Snapshot) bool
}

func all[R read](reads []R, s *model.Snapshot) bool {
	for _, r := range reads {
		if !r.holds(s) {
			return false
		}
	}
	return true
}

type gotRead struct {
	id   string
	file *model.File
}

func (r gotRead) holds(s *model.Snapshot) bool { return s.Get(r.id) == r.file }

// referredRead is who names a record. Such lists are shared while they stay the same.
type referredRead struct {
	id    string
	first *model.Reference
	n     int
}

func referredOf(id string, by []model.Reference) referredRead {
	if len(by) == 0 {
		return referredRead{id: id}
	}
	return referredRead{id, &by[0], len(by)}
}

func (r referredRead) holds(s *model.Snapshot) bool {
	return referredOf(r.id, s.ReferringTo(r.id)) == r
}

// searchRead is what lies in a box, as a sum over the ids.
type searchRead struct {
	box        geom.Box
	categories string // divided by blanks, empty for all
	sum        uint64
}

func (r searchRead) holds(s *model.Snapshot) bool {
	boxes := Space(s).boxes
	if r.categories == "" {
		return sumOf(boxes.Search(r.box)) == r.sum
	}
	return sumOf(categoriesIn(s, boxes, r.box, strings.Fields(r.categories))) == r.sum
}

var searchSeed = maphash.MakeSeed()

func sumOf(ids iter.Seq[string]) uint64 {
	sum := uint64(0)
	for id := range ids {
		sum += maphash.String(searchSeed, id)
	}
	return sum
}

type levelRead struct {
	id    string
	level Level
	ok    bool
}

func (r levelRead) holds(s *model.Snapshot) bool {
	level, ok := Levels(s).Get(r.id)
	return level == r.level && ok == r.ok
}

type tableRead struct {
	first *Level
	n     int
}

func tableOf(rows []Level) tableRead {
	if len(rows) == 0 {
		return tableRead{}
	}
	return tableRead{&rows[0], len(rows)}
}

func (r tableRead) holds(s *model.Snapshot) bool { return tableOf(Levels(s).rows) == r }

type boxRead struct {
	id  string
	box geom.Box
	ok  bool
}

func (r boxRead) holds(s *model.Snapshot) bool {
	box, ok := Space(s).Get(r.id)
	return box == r.box && ok == r.ok
}

type countRead struct{ n int }

func (r countRead) holds(s *model.Snapshot) bool { return Space(s).Len() == r.n }

type boundsRead struct{ box geom.Box }

func (r boundsRead) holds(s *model.Snapshot) bool { return Space(s).Bounds() == r.box }

type manifestRead struct{ manifest *model.Manifest }

func (r manifestRead) holds(s *model.Snapshot) bool { return s.Manifest() == r.manifest }

type indexRead struct {
	index model.Index
	of    func(*model.Snapshot) model.Index
}

func (r indexRead) holds(s *model.Snapshot) bool { return r.of(s) == r.index }

// anyRead is a read that nothing is known of: it holds of no other snapshot.
type anyRead struct{}

func (anyRead) holds(*model.Snapshot) bool { return false }

// trace collects what is read of one snapshot while something is worked out, each thing
// once. It is for one goroutine. A nil trace collects nothing.
type trace struct {
	named map[namedRead]bool
	seen  map[any]bool // reads that have no name
	made  *proof

	told  *LevelTable // the snapshot's indexes that tell this trace
	found *SpaceIndex
}

// namedRead is what was read of an id.
type namedRead struct {
	kind readKind
	id   string
}

type readKind uint8

const (
	readFile readKind = iota
	readLevel
)

func newTrace() *trace {
	return &trace{named: map[namedRead]bool{}, seen: map[any]bool{}, made: &proof{}}
}

func (t *trace) fresh(key any) bool {
	if t.seen[key] {
		return false
	}
	t.seen[key] = true
	return true
}

func (t *trace) freshID(kind readKind, id string) bool {
	key := namedRead{kind, id}
	if t.named[key] {
		return false
	}
	t.named[key] = true
	return true
}

// proof answers the proof of what was worked out at a moment.
func (t *trace) proof(now *moment) *proof {
	p := t.made
	p.got, p.referred, p.searched = slices.Clip(p.got), slices.Clip(p.referred), slices.Clip(p.searched)
	p.levels, p.more, p.on = slices.Clip(p.levels), slices.Clip(p.more), slices.Clip(p.on)
	p.last.Store(now)
	return p
}

func (t *trace) buildsOn(e *cacheEntry) {
	if t != nil && t.fresh(e) {
		t.made.on = append(t.made.on, e)
	}
}

// Got implements model.Observer.
func (t *trace) Got(id string, f *model.File) {
	if t.freshID(readFile, id) {
		t.made.got = append(t.made.got, gotRead{id, f})
	}
}

// Referred implements model.Observer.
func (t *trace) Referred(id string, by []model.Reference) {
	if r := referredOf(id, by); t.fresh(r) {
		t.made.referred = append(t.made.referred, r)
	}
}

// Managed implements model.Observer.
func (t *trace) Managed(m *model.Manifest) { t.other(manifestRead{m}) }

// Indexed implements model.Observer.
func (t *trace) Indexed(x model.Index, of func(*model.Snapshot) model.Index) {
	if t.fresh(x) {
		t.made.more = append(t.made.more, indexRead{x, of})
	}
}

// Walked implements model.Observer.
func (t *trace) Walked() { t.other(anyRead{}) }

func (t *trace) table(rows []Level) { t.other(tableOf(rows)) }

// other notes a read that can be compared with others of its kind.
func (t *trace) other(r read) {
	if t != nil && t.fresh(r) {
		t.made.more = append(t.made.more, r)
	}
}

func (t *trace) level(id string, level Level, ok bool) {
	if t != nil && t.freshID(readLevel, id) {
		t.made.levels = append(t.made.levels, levelRead{id, level, ok})
	}
}

// search notes what was found by a search and passes it on.
func (t *trace) search(r searchRead, found iter.Seq[string]) iter.Seq[string] {
	ids := slices.Collect(found)
	if t.fresh(r) {
		r.sum = sumOf(slices.Values(ids))
		t.made.searched = append(t.made.searched, r)
	}
	return slices.Values(ids)
}
