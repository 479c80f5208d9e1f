package edit

import (
	"maps"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// follow answers the lines of the runs whose ends go along with runs that moved:
// those joined to them, then those joined to what that turned, and so on. The
// moved ones are given by id, before and after, and are not among the answer.
// around answers the runs that may join one, as they stood before. Each end moves
// at most once, with the first run in order of rounds and ids that takes it along.
func follow(moved map[string]bend, around func(id string) []*run) map[string]bend {
	f := follower{pinned: moved, around: around, lines: map[string]bend{}, taken: map[endOf]bool{}}
	for round := moved; len(round) > 0; {
		next := map[string]bend{}
		for _, id := range slices.Sorted(maps.Keys(round)) {
			f.take(id, round[id], next)
		}
		for id := range next { // an end may have moved after another wall saw the first
			next[id] = f.lines[id]
		}
		round = next
	}
	return f.lines
}

type endOf struct {
	id  string
	end wallEnd
}

type follower struct {
	pinned map[string]bend
	around func(id string) []*run
	lines  map[string]bend
	taken  map[endOf]bool
}

// take moves the ends that are joined to a run which changed.
func (f *follower) take(id string, b bend, next map[string]bend) {
	neighbours := f.around(id)
	self := slices.IndexFunc(neighbours, func(r *run) bool { return r.id == id })
	if self < 0 {
		return
	}
	for _, other := range neighbours {
		if _, pinned := f.pinned[other.id]; pinned || other.id == id || !other.shares(neighbours[self]) {
			continue
		}
		for _, e := range [...]wallEnd{atStart, atEnd} {
			p := e.point(other.line)
			key := endOf{other.id, e}
			if f.taken[key] || !neighbours[self].holds(p) {
				continue
			}
			to, reached := b.carry(p)
			if to = tidyPoint(to); !reached || to.Near(p, 2*geom.Epsilon) {
				continue
			}
			f.taken[key] = true
			line := bend{other.line, other.line}
			if known, ok := f.lines[other.id]; ok {
				line = known
			}
			line.after = e.put(line.after, to)
			f.lines[other.id], next[other.id] = line, line
		}
	}
}
