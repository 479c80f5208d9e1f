package tint

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

// Scheme is the colours of some records by the value of one member.
type Scheme struct {
	Member  string // as it was asked for, such as "properties.Pset_WallCommon.FireRating"
	Unit    string // of the values: "mm", "m²", "deg"; empty where they have none
	Entries []Entry
	of      map[string]int // by id, into Entries
}

// Entry is one row of the legend: a value, or a range of numbers.
type Entry struct {
	Label string // as people read it: a type's name, not its id
	Color color.NRGBA
	Count int // of records
}

// Of answers the colour of a record, false where it has none: where records of its
// category do not have the member.
func (c *Scheme) Of(id string) (color.NRGBA, bool) {
	i, ok := c.of[id]
	if !ok {
		return color.NRGBA{}, false
	}
	return c.Entries[i].Color, true
}

// By colours records by the value that a name means for them, as filters name it:
// a member such as "typeId" or "use", "properties.Group.Name", "derived.area" or
// "typeId.name". Values come in their order, numbers by size. Where there are more
// values than colours that can be told apart, numbers fall into ranges, and of
// others the rarest share one entry. A record without a value is "none" where others of
// its category have one, else it has no colour. It is a *model.Problem that no
// record has a value, or that none could.
func By(s *model.Snapshot, ids []string, member string) (*Scheme, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	values, categories := valuesOf(s, ids, member)
	if len(values) == 0 {
		return nil, without(s, ids, member)
	}
	c := &Scheme{Member: member, Unit: find.Unit(s, categories, member), of: map[string]int{}}
	if numbers, ok := numeric(values); ok && distinct(numbers) > len(hues) {
		c.ranges(ids, numbers)
	} else {
		c.values(s, ids, values)
	}
	c.none(s, ids, categories)
	return c, nil
}

// valuesOf answers the values by id of the records that have one, and the
// categories of these.
func valuesOf(s *model.Snapshot, ids []string, member string) (map[string]any, []string) {
	values, categories := map[string]any{}, map[string]bool{}
	for _, id := range ids {
		f := s.Get(id)
		if f == nil || f.Record() == nil {
			continue
		}
		if v, ok := find.Field(s, f, member); ok && v != nil && v != "" {
			values[id] = v
			categories[f.Category()] = true
		}
	}
	return values, sortedKeys(categories)
}

// without says why no record has a value.
func without(s *model.Snapshot, ids []string, member string) error {
	categories := map[string]bool{}
	for _, id := range ids {
		if f := s.Get(id); f != nil {
			categories[f.Category()] = true
		}
	}
	if err := find.CheckField(s, sortedKeys(categories), member); err != nil {
		return err
	}
	return &model.Problem{
		Code:    model.NotFound,
		Message: fmt.Sprintf("Nothing that would be drawn has a value of %s", member),
		Hint:    "Colour by another member, such as typeId or category, or draw what has one",
	}
}

// values gives each value a colour, in the order of their labels.
func (c *Scheme) values(s *model.Snapshot, ids []string, values map[string]any) {
	count := map[string]int{}
	labels := map[string]string{}
	for id, v := range values {
		labels[id] = labelOf(s, v)
		count[labels[id]]++
	}
	names := sortedKeys(count)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	rest := max(0, len(names)-len(hues))
	if rest > 0 {
		rest++ // the entry that they share takes one place
	}
	shown := names[:len(names)-rest]
	slices.SortFunc(shown, natural)
	entry := map[string]int{}
	for i, name := range shown {
		entry[name] = i
		c.Entries = append(c.Entries, Entry{Label: name, Color: hues[i]})
	}
	if rest > 0 {
		c.Entries = append(c.Entries, Entry{Label: fmt.Sprintf("%d other values", rest), Color: otherColor})
	}
	for _, id := range ids {
		label, ok := labels[id]
		if !ok {
			continue
		}
		i, ok := entry[label]
		if !ok {
			i = len(shown)
		}
		c.put(id, i)
	}
}

func (c *Scheme) put(id string, i int) {
	c.of[id] = i
	c.Entries[i].Count++
}

// none gives the records of the categories that have no value an entry of their own.
func (c *Scheme) none(s *model.Snapshot, ids, categories []string) {
	at := len(c.Entries)
	for _, id := range ids {
		if _, ok := c.of[id]; ok {
			continue
		}
		if f := s.Get(id); f == nil || !slices.Contains(categories, f.Category()) {
			continue
		}
		if len(c.Entries) == at {
			c.Entries = append(c.Entries, Entry{Label: "none", Color: noneColor})
		}
		c.put(id, at)
	}
}

// labelOf answers how people read a value: the name of the record that it names,
// the items of a list, yes and no.
func labelOf(s *model.Snapshot, v any) string {
	switch v := v.(type) {
	case string:
		if r := s.Record(v); r != nil {
			return cmp.Or(r.String("name"), v)
		}
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case float64:
		return string(model.AppendNumber(nil, v))
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = labelOf(s, item)
		}
		return strings.Join(items, ", ")
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(v)
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
