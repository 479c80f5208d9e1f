package ops

import (
	"slices"

	"github.com/openeik/ekgit/model"
)

// How many records a change is followed to, and how many effects are listed.
const (
	followedEffects = 5000
	shownEffects    = 20
)

// effect is a record that did not change and whose derived values did.
type effect struct {
	ID       string       `json:"id"`
	Category string       `json:"category"`
	Derived  model.Object `json:"derived" jsonschema:"derived value -> [old, new]"`
}

// carrying are the reference members through which derived values follow.
var carrying = map[string]bool{"typeId": true, "levelId": true, "topLevelId": true, "hostId": true}

// effectsOf answers the unchanged records whose derived values differ: those that
// are of, on or in what changed, and the hosts of what changed. Ids keep the ones
// among them, nil all.
func effectsOf(before, after *model.Snapshot, diffs []model.RecordDiff, ids map[string]bool) (shown []effect, rest int) {
	changed := make(map[string]bool, len(diffs))
	for _, d := range diffs {
		changed[d.ID] = true
	}
	for _, id := range reachedBy(before, after, diffs) {
		f := after.Get(id)
		old := before.Get(id)
		if changed[id] || f == nil || old == nil || ids != nil && !ids[id] {
			continue
		}
		derived := diffDerived(derivedOf(before, old), derivedOf(after, f))
		switch {
		case len(derived) == 0:
		case len(shown) < shownEffects:
			shown = append(shown, effect{ID: id, Category: f.Category(), Derived: derived})
		default:
			rest++
		}
	}
	return shown, rest
}

// reachedBy answers the ids of the records that derived values may have followed to.
func reachedBy(before, after *model.Snapshot, diffs []model.RecordDiff) []string {
	reached := map[string]bool{}
	var open []string
	add := func(id string) {
		if id != "" && !reached[id] && len(reached) < followedEffects {
			reached[id] = true
			open = append(open, id)
		}
	}
	for _, d := range diffs {
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
