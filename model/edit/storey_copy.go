package edit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// detach ends what stands on the copied level where the storey now ends: what reached
// up to a level that was lifted ends at the new one, and walls no longer run up to
// what was lifted.
func (c *storeyCopy) detach() error {
	for f := range c.before.RecordFiles() {
		r := f.Record()
		if r == nil || r.String("levelId") != c.level.ID() {
			continue
		}
		next := r
		if c.steps(r) == 1 && slices.Contains(c.lifted, r.String("topLevelId")) {
			next = next.With("topLevelId", c.to)
		}
		if hosts := c.tops(r, func(level string) bool { return !slices.Contains(c.lifted, level) }); len(hosts) < len(r.Strings("topHostIds")) {
			next = withTops(next, hosts)
		}
		if next.Equal(r) {
			continue
		}
		if err := c.tx.Put(next); err != nil {
			return err
		}
	}
	return nil
}

// tops answers what a wall runs up to, of that on levels that are wanted.
func (c *storeyCopy) tops(r *model.Record, wanted func(level string) bool) []any {
	var hosts []any
	for _, id := range r.Strings("topHostIds") {
		if host := c.before.Record(id); host == nil || wanted(host.String("levelId")) {
			hosts = append(hosts, id)
		}
	}
	return hosts
}

func withTops(r *model.Record, hosts []any) *model.Record {
	if len(hosts) == 0 {
		return r.Without("topHostIds")
	}
	return r.With("topHostIds", hosts)
}

// steps answers how many levels up, from storey to storey, an element of the copied
// level reaches by its top level; 0 where it names none or one that is not above.
func (c *storeyCopy) steps(r *model.Record) int {
	top := r.String("topLevelId")
	levels := category.Levels(c.before)
	at := c.level.ID()
	for n := 1; top != ""; n++ {
		next, ok := levels.Next(at)
		if !ok {
			return 0
		}
		if next.ID == top {
			return n
		}
		at = next.ID
	}
	return 0
}

// copy copies the elements with what they host, and answers how many there are.
func (c *storeyCopy) copy() (int, error) {
	sources := &copying{tx: c.tx, s: c.before, in: map[string]bool{}}
	listed := map[string]bool{}
	for _, r := range c.elements {
		listed[r.ID()] = true
	}
	for _, r := range c.elements { // hosts come before what they host
		if !listed[r.String("hostId")] {
			sources.add(r)
		}
	}
	copies, left := map[string]*model.Record{}, map[string][]string{}
	for _, r := range sources.sources {
		next, why := c.onto(r, sources.in)
		if host := r.String("hostId"); why == "" && sources.in[host] && copies[host] == nil {
			why = "their hosts are not"
		}
		if why != "" {
			left[why] = append(left[why], r.ID())
			continue
		}
		copies[r.ID()] = next
	}
	ordered := slices.DeleteFunc(sources.sources, func(r *model.Record) bool { return copies[r.ID()] == nil })
	ids := map[string]string{}
	taken := map[string]bool{}
	for _, r := range ordered {
		ids[r.ID()] = c.newID(r, taken)
	}
	labels := c.relabel(ordered)
	for _, r := range ordered {
		next := copies[r.ID()]
		for name, value := range labels[r.ID()] {
			next = next.With(name, value)
		}
		if err := c.tx.Put(remap(c.before.Schema(), next, ids)); err != nil {
			return 0, err
		}
	}
	c.noteLeft(left)
	return len(ordered), nil
}

// onto answers an element as it stands on the new level, under its old id and without
// what is its alone, or why it cannot stand there.
func (c *storeyCopy) onto(r *model.Record, copied map[string]bool) (next *model.Record, why string) {
	next = r
	for _, name := range own {
		next = next.Without(name)
	}
	if r.Has("levelId") {
		levels := category.Levels(c.before)
		if at, ok := levels.Get(r.String("levelId")); ok && at.ID != c.level.ID() {
			lifted, fits := lift(c.before.Schema(), next, at.Elevation-c.storey.Elevation)
			if !fits {
				return nil, "they stand on another level"
			}
			next = lifted
		}
		next = next.With("levelId", c.to)
	}
	if host := r.String("hostId"); host != "" && !copied[host] {
		if c := r.Category(); c != "furniture" && c != "equipment" {
			return nil, "their hosts are not"
		}
		next = next.Without("hostId")
	}
	if next = c.reach(r, next); next == nil {
		return nil, "no level lies above for them to reach up to"
	}
	tops := c.tops(r, func(level string) bool { return slices.Contains(c.lifted, level) })
	for _, id := range r.Strings("topHostIds") {
		if copied[id] {
			tops = append(tops, id)
		}
	}
	return withTops(next, tops), ""
}

// reach answers a copy that reaches as many levels up from the new one as it did; by
// its height where there are none; nil where it has none.
func (c *storeyCopy) reach(r, next *model.Record) *model.Record {
	if !r.Has("topLevelId") {
		return next
	}
	levels := category.Levels(c.tx.Snapshot())
	at, ok := levels.Get(c.to)
	steps := c.steps(r)
	for range steps {
		if ok {
			at, ok = levels.Next(at.ID)
		}
	}
	if ok && steps > 0 {
		return next.With("topLevelId", at.ID)
	}
	top, known := category.Top(c.before, r)
	if _, hasHeight := c.before.Schema().Category(r.Category()).Field("height"); !known || !hasHeight {
		return nil
	}
	return next.Without("topLevelId").Without("topOffset").With("height", tidy(top-category.Base(c.before, r)))
}

// newID answers the id of a copy: the original's with the new level's in place of the
// old one's or after it, else one that is made.
func (c *storeyCopy) newID(r *model.Record, taken map[string]bool) string {
	id := r.ID() + "-" + c.to
	if parts := "-" + r.ID() + "-"; strings.Contains(parts, "-"+c.level.ID()+"-") {
		id = strings.Trim(strings.Replace(parts, "-"+c.level.ID()+"-", "-"+c.to+"-", 1), "-")
	}
	if model.CheckID(id) != nil || c.tx.taken(id) != "" || taken[id] {
		id = c.tx.mint(r.Category())
	}
	taken[id] = true
	return id
}

// noteLeft tells what was not copied, by the reason.
func (c *storeyCopy) noteLeft(left map[string][]string) {
	for _, why := range slices.Sorted(maps.Keys(left)) {
		ids := left[why]
		slices.Sort(ids)
		c.tx.Note("Not copied, because %s: %s", why, shorten(commaed(ids), 200))
	}
}

// openForStairs opens copied slabs for the stairs that lead up to the new level.
func (c *storeyCopy) openForStairs() error {
	s := c.tx.Snapshot()
	var stairs []*model.Record
	for f := range s.InCategory("stair") {
		if r := f.Record(); r != nil && r.String("topLevelId") == c.to {
			stairs = append(stairs, r)
		}
	}
	slices.SortFunc(stairs, func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	for _, r := range stairs {
		p := &stairPlan{tx: c.tx, s: s, record: r, base: category.Base(s, r), risers: 1}
		p.top, _ = category.Top(s, r)
		if n, ok := category.DerivedValue(s, r, "risers"); ok {
			if n, ok := n.(float64); ok && n >= 1 {
				p.risers = int(n)
			}
		}
		passed := p.passages(c.tx.limit("stair.headroom", "minimum", category.StairHeadroom))
		if err := p.openings(passed, ""); err != nil {
			return err
		}
	}
	return nil
}
