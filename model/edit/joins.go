package edit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// joinReach is how far beyond a wall's line another wall's line may lie that it is
// joined to, in mm: more than the thickest wall.
const joinReach = 2000

// joinsLost answers the wall ends that were joined to a wall and are no longer, of
// walls that are there before and after, in words and sorted.
func joinsLost(before, after *model.Snapshot, changes []model.Change) []string {
	lost := map[string]bool{}
	for _, c := range changes {
		if c.Before == nil || c.After == nil {
			continue
		}
		old := c.Before.Record()
		if old == nil || !reforms(old, c.After) {
			continue
		}
		was, ok := runOf(before, old)
		if !ok {
			continue
		}
		now, _ := runOf(after, c.After)
		for _, other := range runsNear(before, was.line, was.base, was.top, joinReach) {
			if other.id == was.id || after.Record(other.id) == nil {
				continue
			}
			otherNow, _ := runOf(after, after.Record(other.id))
			parted(after, lost, was, now, other, otherNow)
			parted(after, lost, other, otherNow, was, now)
		}
	}
	return slices.Sorted(maps.Keys(lost))
}

// parted notes the ends of a run that lay on another one and lie on none any more. A
// run that is no wall any more is nil.
func parted(after *model.Snapshot, lost map[string]bool, was, now, other, otherNow *run) {
	for _, e := range [...]wallEnd{atStart, atEnd} {
		if !joined(was, other, e) || now != nil && (otherNow != nil && joined(now, otherNow, e) || joinsAny(after, now, e)) {
			continue
		}
		lost[fmt.Sprintf("%s %s: was joined to %s", was.id, e, other.id)] = true
	}
}

// joined tells whether an end of a run lies on another one.
func joined(r, other *run, e wallEnd) bool {
	return r.shares(other) && other.holds(e.point(r.line))
}

// joinsAny tells whether an end of a run lies on any other one.
func joinsAny(s *model.Snapshot, r *run, e wallEnd) bool {
	p := e.point(r.line)
	return slices.ContainsFunc(runsNear(s, geom.Line(p, p), r.base, r.top, geom.JoinTolerance), func(other *run) bool {
		return other.id != r.id && joined(r, other, e)
	})
}
