package edit

import (
	"maps"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// follow answers the lines of the runs whose ends go along with runs that moved:
// those joined to them, then those joined to what that turned, and so on. The
// moved ones are given by id, before and after, and are not among the answer.
// around answers the runs that may join one, as they stood before. An end that joins
// several goes with the first of them, by rounds and ids.
func follow(moved map[string]bend, around func(id string) []*run) map[string]bend {
	return (&follower{moved: moved, around: around}).follow()
}

func (f *follower) follow() map[string]bend {
	f.lines, f.leader = map[string]bend{}, map[endOf]string{}
	round := f.moved
	for range maxRounds {
		next := map[string]bool{}
		for _, id := range slices.Sorted(maps.Keys(round)) {
			f.lead(id, round[id], next)
		}
		round = map[string]bend{}
		for id := range next {
			round[id] = f.lines[id]
		}
	}
	return f.lines
}

// maxRounds ends what would go on in rings of walls that end on each other. A wall
// that only grows or shrinks takes nothing along, so that hardly anything is left
// after the second round.
const maxRounds = 8

type endOf struct {
	id  string
	end wallEnd
}

type follower struct {
	moved  map[string]bend
	around func(id string) []*run
	stays  func(other *run, e wallEnd) bool // whether an end does not follow; nil: all do
	lines  map[string]bend
	leader map[endOf]string // whom an end goes with
}

// lead moves the ends that are joined to a run which changed.
func (f *follower) lead(id string, b bend, next map[string]bool) {
	neighbours := f.around(id)
	i := slices.IndexFunc(neighbours, func(r *run) bool { return r.id == id })
	if i < 0 {
		return
	}
	leader := neighbours[i]
	for _, other := range neighbours {
		if _, moved := f.moved[other.id]; moved || other.id == id || !other.shares(leader) {
			continue
		}
		for _, e := range [...]wallEnd{atStart, atEnd} {
			if leader.holds(e.point(other.line)) && !(f.stays != nil && f.stays(other, e)) && f.take(leader, b, other, e) {
				next[other.id] = true
			}
		}
	}
}

// least answers how far an end has to go for it to be moved: any distance with what
// was moved itself, and only as far as it would part from what merely turned.
func (f *follower) least(leader string) float64 {
	if _, moved := f.moved[leader]; moved {
		return 2 * geom.Epsilon
	}
	return geom.JoinTolerance
}

// take moves one end with the run that it is joined to, and tells whether it did.
func (f *follower) take(leader *run, b bend, other *run, e wallEnd) bool {
	key := endOf{other.id, e}
	if known := f.leader[key]; known != "" && known != leader.id {
		return false
	}
	line, known := f.lines[other.id]
	if !known {
		line = bend{before: other.line, after: other.line}
	}
	to, reached := b.carry(other.line, e)
	if to = tidyPoint(to); !reached || to.Near(e.point(line.after), f.least(leader.id)) {
		return false
	}
	f.leader[key] = leader.id
	line.after = e.put(line.after, to)
	f.lines[other.id] = line
	return true
}
