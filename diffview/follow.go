package diffview

import (
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
)

// How many records a change is followed to, and how many of those are listed.
const (
	followedLimit = 5000
	shownFollowed = 20
)

// carrying are the reference members through which derived values follow.
var carrying = map[string]bool{"typeId": true, "levelId": true, "topLevelId": true, "hostId": true}

// Follow answers the records that stand as they were and whose derived values differ:
// those that are of, on or in what changed, and the hosts of what changed. Each has
// its id, category and derived values. Keep holds the ids of those to answer, nil all;
// limit is how many are answered (0: 20), and rest how many more there are. A change
// is followed to 5,000 records at most. The only error is the context's.
func Follow(ctx context.Context, before, after *model.Snapshot, diffs []model.RecordDiff, keep map[string]bool, limit int) (shown []Record, rest int, err error) {
	if limit == 0 {
		limit = shownFollowed
	}
	changed := make(map[string]bool, len(diffs))
	for _, d := range diffs {
		changed[d.ID] = true
	}
	for _, id := range reachedBy(before, after, diffs) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		old, next := before.Get(id), after.Get(id)
		if changed[id] || next == nil || old == nil || keep != nil && !keep[id] {
			continue
		}
		derived := derivedDiffs(before, after, old, next)
		switch {
		case len(derived) == 0:
		case len(shown) < limit:
			shown = append(shown, Record{ID: id, Category: next.Category(), Path: next.Path, Change: Followed, Derived: derived})
		default:
			rest++
		}
	}
	return shown, rest, nil
}

// reachedBy answers the ids of the records that derived values may have followed to,
// sorted.
func reachedBy(before, after *model.Snapshot, diffs []model.RecordDiff) []string {
	reached := map[string]bool{}
	var open []string
	add := func(id string) {
		if id != "" && !reached[id] && len(reached) < followedLimit {
			reached[id] = true
			open = append(open, id)
		}
	}
	for _, d := range diffs {
		if cosmetic(d) {
			continue
		}
		add(d.ID)
		for _, f := range []*model.File{d.Before, d.After} {
			if f != nil && f.Record() != nil {
				add(f.Record().String("hostId"))
			}
		}
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		for _, s := range []*model.Snapshot{before, after} {
			for _, ref := range s.ReferringTo(id) {
				if carrying[ref.Member.Name] {
					add(ref.From)
				}
			}
		}
	}
	ids := make([]string, 0, len(reached))
	for id := range reached {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// naming are members that no derived value follows.
var naming = map[string]bool{"name": true, "mark": true, "number": true, "note": true, "tags": true, "properties": true, "classifications": true,
	"externalIds": true, "ifcGuid": true, "color": true, "use": true}

// cosmetic tells whether a record differs in members alone that nothing follows.
func cosmetic(d model.RecordDiff) bool {
	return d.Before != nil && d.After != nil && d.Before.Path == d.After.Path &&
		!slices.ContainsFunc(d.Members, func(m model.MemberDiff) bool { return !naming[m.Name] })
}
