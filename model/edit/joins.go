package edit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/openeik/ekgit/model"
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
			parted(lost, was, now, other, otherNow)
			parted(lost, other, otherNow, was, now)
		}
	}
	return slices.Sorted(maps.Keys(lost))
}

// parted notes the ends of a run that lay on another one and do so no longer. A run
// that is no wall any more is nil.
func parted(lost map[string]bool, was, now, other, otherNow *run) {
	for _, e := range [...]wallEnd{atStart, atEnd} {
		if !joined(was, other, e) || now != nil && otherNow != nil && joined(now, otherNow, e) {
			continue
		}
		lost[fmt.Sprintf("%s %s: was joined to %s", was.id, e, other.id)] = true
	}
}

// joined tells whether an end of a run lies on another one.
func joined(r, other *run, e wallEnd) bool {
	return r.shares(other) && other.holds(e.point(r.line))
}
