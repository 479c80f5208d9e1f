package find

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
)

// compiler turns a filter into criteria, resolving what it names.
type compiler struct {
	s        *model.Snapshot
	f        *Filter
	from     Sources
	criteria []criterion
	assumed  []string
}

func (c *compiler) compile(ctx context.Context) error {
	for _, step := range []func() error{
		c.ids, c.categories, c.disciplines, c.levels, c.links, c.places, c.words, c.conditions,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return c.outside(ctx)
}

func (c *compiler) add(next criterion) { c.criteria = append(c.criteria, next) }

// resolve answers the ids that a criterion's values name.
func (c *compiler) resolve(name string, values []string, categories ...string) ([]string, error) {
	ids := make([]string, 0, len(values))
	for _, text := range values {
		id, assumed, err := One(c.s, text, Want{Categories: categories, Role: name})
		if err != nil {
			return nil, err
		}
		if assumed != "" {
			c.assumed = append(c.assumed, assumed)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (c *compiler) ids() error {
	if len(c.f.IDs) == 0 {
		return nil
	}
	ids, err := c.resolve("ids", c.f.IDs)
	if err != nil && len(c.f.Categories) > 0 { // the mark of a door may be the number of a room
		if those, narrower := c.resolve("ids", c.f.IDs, c.f.Categories...); narrower == nil {
			ids, err = those, nil
		}
	}
	if err != nil {
		return err
	}
	c.add(criterion{name: "ids", said: "ids " + listed(ids), ids: setOf(ids)})
	return nil
}

func (c *compiler) categories() error {
	if len(c.f.Categories) == 0 {
		return nil
	}
	names := make([]string, len(c.f.Categories))
	for i, text := range c.f.Categories {
		name, ok := categoryNamed(c.s.Schema(), text)
		if !ok {
			return unknownCategory(c.s, text)
		}
		if name != text {
			c.assumed = append(c.assumed, fmt.Sprintf("categories: %q is %s", text, name))
		}
		names[i] = name
	}
	c.add(criterion{
		name:  "categories",
		said:  listed(names),
		shelf: func(h *Shelf) bool { return slices.Contains(names, h.Category) },
		rows:  func(o *shelfOrder) []int { return rowsOf(o.byCategory, names) },
		match: func(f *model.File) bool { return slices.Contains(names, f.Category()) },
		why: func(left *Matches) string {
			return "there is none. There are " + tally(left, "category")
		},
	})
	return nil
}

func unknownCategory(s *model.Snapshot, text string) error {
	p := &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%q is no category", text),
		Hint:    "Categories are " + strings.Join(s.Schema().Names(), ", "),
		Details: map[string]any{"got": text}}
	if near := args.Nearest(text, s.Schema().Names()); near != "" {
		p.Hint = fmt.Sprintf("Send %q", near)
		p.Details["candidates"] = []string{near}
		return p
	}
	p.Details["known"] = s.Schema().Names()
	return p
}

func (c *compiler) disciplines() error {
	wanted := c.f.Disciplines
	if len(wanted) == 0 {
		return nil
	}
	for _, d := range wanted {
		if !slices.Contains(model.Disciplines, d) {
			return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%q is no discipline", d),
				Hint: "Send one of " + strings.Join(model.Disciplines, ", "), Details: map[string]any{"got": d, "known": model.Disciplines}}
		}
	}
	c.add(criterion{
		name:  "disciplines",
		said:  "discipline " + listed(wanted),
		shelf: func(h *Shelf) bool { return slices.Contains(wanted, h.Discipline) },
		match: func(f *model.File) bool {
			d, ok := effectiveDiscipline(c.s, f)
			return ok && slices.Contains(wanted, d)
		},
		why: func(left *Matches) string { return "none is of it. They are of " + tally(left, "discipline") },
	})
	return nil
}

func (c *compiler) levels() error {
	if len(c.f.Levels) == 0 {
		return nil
	}
	ids, err := c.resolve("levels", c.f.Levels, "level")
	if err != nil {
		return err
	}
	c.add(criterion{
		name:  "levels",
		said:  "level " + listed(ids),
		shelf: func(h *Shelf) bool { return slices.Contains(ids, h.Level) },
		rows:  func(o *shelfOrder) []int { return rowsOf(o.byLevel, ids) },
		match: func(f *model.File) bool {
			_, isElement := effectiveDiscipline(c.s, f)
			return isElement && slices.Contains(ids, f.Record().String("levelId"))
		},
		why: func(left *Matches) string { return "none belongs to it. They belong to " + tally(left, "levelId") },
	})
	return nil
}

// outside adds what only the caller can decide.
func (c *compiler) outside(ctx context.Context) error {
	if c.f.ChangedSince != "" || c.f.ChangedBy != nil {
		if c.from.Changed == nil {
			return unsupported("changedSince and changedBy", "the history")
		}
		ids, err := c.from.Changed(ctx, c.f.ChangedSince, c.f.ChangedBy)
		if err != nil {
			return err
		}
		c.add(criterion{name: "changedSince", said: "changed", ids: orEmpty(ids), why: func(*Matches) string {
			return fmt.Sprintf("none is among the %d records that changed so", len(ids))
		}})
	}
	if c.f.Findings != nil {
		if c.from.Findings == nil {
			return unsupported("findings", "the rules")
		}
		ids, err := c.from.Findings(ctx, *c.f.Findings)
		if err != nil {
			return err
		}
		c.add(criterion{name: "findings", said: "with findings", ids: orEmpty(ids), why: func(*Matches) string {
			return fmt.Sprintf("none is among the %d records that such findings name", len(ids))
		}})
	}
	return nil
}

func unsupported(criterion, what string) error {
	return &model.Problem{Code: model.Unsupported, Message: criterion + " cannot be decided here: it needs " + what,
		Hint: "Use it in read or query and send the ids that they answer"}
}

func orEmpty(ids map[string]bool) map[string]bool {
	if ids == nil {
		return map[string]bool{}
	}
	return ids
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// listed names the first few of a list.
func listed(list []string) string {
	const most = 4
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}
