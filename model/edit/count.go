package edit

import (
	"slices"

	"github.com/openeik/ekgit/model"
)

// Counts says how far changes reach.
type Counts struct {
	Created, Updated, Deleted int
	// Shared are the levels, grids, types and materials that change or go.
	Shared []string
	// Reached is how many types and elements follow those without changing themselves.
	Reached int
	// Records is everything that changes or follows.
	Records   int
	ByLevel   map[string]int // by level id, "" on none
	ByType    map[string]int // by type id, elements only
	Shapes    []string       // elements whose imported shape was dropped
	JoinsLost []string       // "wall-1 end: was joined to wall-2"
}

// Count says how far changes reach that lead from one snapshot to another.
func Count(before, after *model.Snapshot, changes []model.Change) Counts {
	c := Counts{ByLevel: map[string]int{}, ByType: map[string]int{}}
	seen := map[string]bool{}
	for _, change := range changes {
		switch {
		case change.After == nil:
			c.Deleted++
		case change.Before == nil:
			c.Created++
		default:
			c.Updated++
		}
		if change.Before != nil && isShared(change.Before.Category()) {
			c.Shared = append(c.Shared, change.ID)
		}
		seen[change.ID] = true
		r := change.After
		if r == nil {
			r = change.Before.Record()
		}
		c.place(r)
	}
	c.reach(before, after, seen)
	c.Records = len(changes) + c.Reached
	c.JoinsLost = joinsLost(before, after, changes)
	return c
}

func isShared(category string) bool {
	return slices.Contains([]string{"level", "grid", "type", "material"}, category)
}

// place counts a record under its level and its type.
func (c *Counts) place(r *model.Record) {
	if r == nil || isShared(r.Category()) {
		return
	}
	c.ByLevel[r.String("levelId")]++
	if t := r.String("typeId"); t != "" {
		c.ByType[t]++
	}
}

// reach counts what names a shared record that changes, and what names a type or
// level that does so in turn.
func (c *Counts) reach(before, after *model.Snapshot, seen map[string]bool) {
	queue := slices.Clone(c.Shared)
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		s := after
		if s.Get(id) == nil {
			s = before
		}
		for _, ref := range s.ReferringTo(id) {
			if seen[ref.From] {
				continue
			}
			seen[ref.From] = true
			f := s.Get(ref.From)
			if f == nil {
				continue
			}
			c.Reached++
			c.place(f.Record())
			if isShared(f.Category()) {
				queue = append(queue, ref.From)
			}
		}
	}
}
