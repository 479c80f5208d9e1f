package diffview

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/openeik/ekgit/model"
)

// carriers are the members through which a change of a record reaches others, and
// what is said of it.
var carriers = map[string]string{
	"typeId": "type", "levelId": "level", "topLevelId": "level", "hostId": "host", "materialId": "material", "layers": "material",
	"groupIds": "group", "systemId": "group", "topHostIds": "host", "parentId": "group", "buildingId": "building",
}

// reachLimit is how many elements a reach is counted to.
const reachLimit = 200_000

// reach tells how many elements each changed type, level, host, material or group
// carries to, the furthest first.
func (b *builder) reach() {
	for i := range b.out.Records {
		r := &b.out.Records[i]
		if r.Change == Added || !b.reaches(r) {
			continue
		}
		s := b.teller(r.Change).s
		reach := Reach{Ref: Ref{r.ID, r.Label}, Of: map[string]int{}}
		levels := map[string]bool{}
		b.spread(s, r.ID, &reach, levels)
		if reach.Count == 0 {
			continue
		}
		reach.Text = reachText(&reach, len(levels))
		b.out.Reach = append(b.out.Reach, reach)
		r.Weight += 3 * float64(reach.Count)
	}
	slices.SortStableFunc(b.out.Reach, func(x, y Reach) int { return cmp.Compare(y.Count, x.Count) })
}

// reaches tells whether a change is more than one of what a record is called.
func (b *builder) reaches(r *Record) bool {
	return r.Change == Removed || slices.ContainsFunc(r.Members, func(m Member) bool { return !naming[m.Name] })
}

// spread counts the elements that name a record, and those that name a type which
// names it.
func (b *builder) spread(s *model.Snapshot, id string, reach *Reach, levels map[string]bool) {
	seen := map[string]bool{id: true}
	open := []string{id}
	for len(open) > 0 && reach.Count < reachLimit {
		at := open[0]
		open = open[1:]
		for _, ref := range s.ReferringTo(at) {
			by := carriers[ref.Member.Name]
			f := s.Get(ref.From)
			if by == "" || f == nil || seen[ref.From] {
				continue
			}
			seen[ref.From] = true
			reach.By = cmp.Or(reach.By, by)
			if f.Category() == "type" {
				open = append(open, ref.From)
				continue
			}
			reach.Count++
			reach.Of[f.Category()]++
			if r := f.Record(); r != nil && r.String("levelId") != "" {
				levels[r.String("levelId")] = true
			}
		}
	}
}

func reachText(reach *Reach, levels int) string {
	categories := slices.SortedFunc(maps.Keys(reach.Of), func(x, y string) int {
		return cmp.Or(cmp.Compare(reach.Of[y], reach.Of[x]), cmp.Compare(x, y))
	})
	parts := make([]string, len(categories))
	for i, c := range categories {
		parts[i] = counted(reach.Of[c], c)
	}
	text := some(parts, 4)
	if levels > 1 {
		text += fmt.Sprintf(" on %d levels", levels)
	}
	return text
}
