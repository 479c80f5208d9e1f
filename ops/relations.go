package ops

import (
	"cmp"
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type relationsIn struct {
	ID     string      `json:"id" required:"true" also:"ids,record" doc:"The record: id, or a name, mark or number that one has."`
	Filter find.Filter `json:"filter" brief:"as read's filter" doc:"Keeps of what refers to it only what matches."`
	At
	Whole
}

type relationsOut struct {
	ID         string         `json:"id"`
	Category   string         `json:"category"`
	Name       string         `json:"name,omitempty"`
	Path       string         `json:"path"`
	Level      *related       `json:"level,omitempty"`
	Type       *related       `json:"type,omitempty"`
	Host       *related       `json:"host,omitempty"`
	Refers     []reference    `json:"refers,omitempty" jsonschema:"what it names in other members"`
	Hosted     []hostedLevel  `json:"hosted,omitempty" jsonschema:"what it hosts, by level, along it"`
	Joined     []join         `json:"joined,omitempty" jsonschema:"walls that join it, and which end lies where"`
	Rooms      []roomRelation `json:"rooms,omitempty" jsonschema:"rooms that it bounds, opens to or stands in; of a room, what bounds it"`
	ReferredBy []referredBy   `json:"referredBy,omitempty" jsonschema:"what names it, by member and category"`
	Reach      reach          `json:"reach" jsonschema:"what a change of it would reach"`
	Notes      []string       `json:"notes,omitempty"`
	Assumed    []string       `json:"assumed,omitempty"`
}

// related is a record as another names it.
type related struct {
	ID       string `json:"id"`
	Category string `json:"category,omitempty"`
	Name     string `json:"name,omitempty"`
	Missing  bool   `json:"missing,omitempty" jsonschema:"nothing has this id"`
}

type reference struct {
	Member string `json:"member" jsonschema:"JSON pointer"`
	related
}

// referredBy is the records that name the same thing in the same member.
type referredBy struct {
	Member   string       `json:"member"`
	Category string       `json:"category"`
	Count    int          `json:"count"`
	IDs      []string     `json:"ids"`
	Next     model.Object `json:"next,omitempty" jsonschema:"the request for all of them, where ids holds only the first"`
}

type reach struct {
	Records    int            `json:"records"`
	ByCategory map[string]int `json:"byCategory,omitempty"`
}

func relations() *Operation {
	return define(Operation{
		Name:       "relations",
		Title:      "Look around a record",
		Summary:    "What one record hangs together with: host, hosted, type, level, joined walls, rooms, what refers to it, what a change would reach.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "relations", "id": "wall-south"}`,
		Help: `hosted lists doors, windows and openings along their host, by level, with from and to in mm along the host's
baseline from its start, sill and head as heights in mm, and the free length before each (gapBefore) and after the last (gapAfter).
joined tells which end of which wall lies where: a corner is two ends on one point, a tee an end on another wall, a cross two
walls through each other; along is in mm from the start. reach counts what follows when the record changes, through references
and joins. Long lists are cut, with the count of all and the request for them.`,
	}, runRelations)
}

func runRelations(ctx context.Context, c *call, in relationsIn) (*relationsOut, error) {
	s, err := c.snapshot(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	id, assumed, err := find.One(s, in.ID, find.Want{})
	if err != nil {
		return nil, err
	}
	f := s.Get(id)
	r := f.Record()
	if r == nil {
		return nil, unreadable(f)
	}
	out := &relationsOut{ID: id, Category: r.Category(), Name: r.String("name"), Path: f.Path}
	if assumed != "" {
		out.Assumed = []string{assumed}
	}
	out.refer(s, r)
	out.Hosted = hostedOf(s, r)
	out.Joined = joinsOf(s, r)
	out.Rooms, out.Notes = roomsOf(s, r)
	if out.ReferredBy, err = c.referrers(ctx, s, id, &in.Filter); err != nil {
		return nil, err
	}
	out.Reach = reachOf(s, id, out.Joined)
	return out, nil
}

func unreadable(f *model.File) error {
	p := &model.Problem{Code: model.Unsupported, Message: f.Path + " holds no record that can be read", Hint: "Mend the file; validate says what is wrong"}
	if faults := f.Faults(); len(faults) > 0 {
		p.Message += ": " + faults[0].Message
	}
	return p
}

// refer fills in what the record itself names.
func (out *relationsOut) refer(s *model.Snapshot, r *model.Record) {
	for _, ref := range s.Schema().References(r) {
		to := relatedTo(s, ref.To)
		switch ref.Pointer {
		case "/levelId":
			out.Level = &to
		case "/typeId":
			out.Type = &to
		case "/hostId":
			out.Host = &to
		default:
			out.Refers = append(out.Refers, reference{ref.Pointer, to})
		}
	}
}

func relatedTo(s *model.Snapshot, id string) related {
	f := s.Get(id)
	if f == nil {
		return related{ID: id, Missing: true}
	}
	to := related{ID: id, Category: f.Category()}
	if r := f.Record(); r != nil {
		to.Name = cmp.Or(r.String("name"), r.String("mark"), r.String("number"))
	}
	return to
}

// shownReferrers is how many ids of one kind are listed.
const shownReferrers = 20

// referrers answers who names a record, grouped by member and category.
func (c *call) referrers(ctx context.Context, s *model.Snapshot, id string, filter *find.Filter) ([]referredBy, error) {
	var kept map[string]bool
	if !filter.IsZero() {
		matches, err := filter.Apply(ctx, s, c.sources(s))
		if err != nil {
			return nil, err
		}
		kept = setOf(matches.IDs())
	}
	type kind struct{ member, category string }
	ids := map[kind][]string{}
	for _, ref := range s.ReferringTo(id) {
		from := s.Get(ref.From)
		if from == nil || kept != nil && !kept[ref.From] {
			continue
		}
		k := kind{ref.Member.Name, from.Category()}
		ids[k] = append(ids[k], ref.From)
	}
	var groups []referredBy
	for k, list := range ids {
		slices.Sort(list)
		list = slices.Compact(list)
		g := referredBy{Member: k.member, Category: k.category, Count: len(list), IDs: list[:min(shownReferrers, len(list))]}
		if len(list) > shownReferrers {
			g.Next = c.pinned(model.Object{{Name: "action", Value: "read"}, {Name: "filter", Value: model.Object{
				{Name: "referringTo", Value: id}, {Name: "categories", Value: []any{k.category}}}}})
		}
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b referredBy) int {
		return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(a.Category, b.Category))
	})
	return groups, nil
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// reachOf counts what names a record, directly or through others, and what joins it.
func reachOf(s *model.Snapshot, id string, joined []join) reach {
	seen := map[string]bool{id: true}
	open := []string{id}
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		for _, ref := range s.ReferringTo(next) {
			if !seen[ref.From] {
				seen[ref.From] = true
				open = append(open, ref.From)
			}
		}
	}
	for _, j := range joined {
		seen[j.ID] = true
	}
	delete(seen, id)
	out := reach{Records: len(seen), ByCategory: map[string]int{}}
	for id := range seen {
		if f := s.Get(id); f != nil {
			out.ByCategory[f.Category()]++
		}
	}
	return out
}

// narrow implements narrower.
func (out *relationsOut) narrow(model.Object) (map[string]any, []model.Object) {
	holds := map[string]any{"hosted": len(out.Hosted), "joined": len(out.Joined), "rooms": len(out.Rooms), "referredBy": len(out.ReferredBy)}
	read := func(criterion string, value any) model.Object {
		return model.Object{{Name: "action", Value: "read"}, {Name: "filter", Value: model.Object{{Name: criterion, Value: value}}}}
	}
	return holds, []model.Object{read("hosts", []any{out.ID}), read("referringTo", out.ID)}
}
