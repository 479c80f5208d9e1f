package find

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// words adds the criteria that read a record's own text, and its phase.
func (c *compiler) words() error {
	if c.f.Name != "" {
		if err := c.name(); err != nil {
			return err
		}
	}
	if c.f.Text != "" {
		c.text()
	}
	if len(c.f.Tags) > 0 {
		c.tags()
	}
	if c.f.Phase != "" {
		return c.phase()
	}
	return nil
}

func (c *compiler) name() error {
	pattern := strings.ToLower(c.f.Name)
	if _, err := path.Match(pattern, ""); err != nil {
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("name %q is no pattern: %v", c.f.Name, err),
			Hint: `Use * for any text and ? for one character, such as "Door 1000*"`}
	}
	// A slash is a character like any other in a name, so it must not stop the star.
	pattern = strings.ReplaceAll(pattern, "/", "\x00")
	c.add(criterion{
		name: "name", said: fmt.Sprintf("named %q", c.f.Name),
		match: func(f *model.File) bool {
			r := f.Record()
			if r == nil || !r.Has("name") {
				return false
			}
			ok, _ := path.Match(pattern, strings.ReplaceAll(strings.ToLower(r.String("name")), "/", "\x00"))
			return ok
		},
		why: func(left *Matches) string {
			return fmt.Sprintf("no name matches %q. Names are %s", c.f.Name, tally(left, "name"))
		},
	})
	return nil
}

func (c *compiler) text() {
	piece := strings.ToLower(c.f.Text)
	c.add(criterion{
		name: "text", said: fmt.Sprintf("with the text %q", c.f.Text),
		match: func(f *model.File) bool {
			r := f.Record()
			return r != nil && holdsText(r, piece)
		},
		why: func(*Matches) string {
			return fmt.Sprintf("no id, name, mark, number, note, tag, classification or property holds %q", c.f.Text)
		},
	})
}

// textMembers are the members that the criterion text looks into.
var textMembers = []string{"id", "name", "mark", "number", "kind", "use", "class", "note", "tags", "classifications", "properties"}

func holdsText(r *model.Record, piece string) bool {
	return slices.ContainsFunc(textMembers, func(name string) bool { return valueHolds(r.Get(name), piece) })
}

func valueHolds(v any, piece string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(strings.ToLower(v), piece)
	case float64, model.Literal:
		return strings.Contains(strings.ToLower(textOf(v)), piece)
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return valueHolds(item, piece) })
	case model.Object:
		return slices.ContainsFunc(v, func(m model.Member) bool { return valueHolds(m.Name, piece) || valueHolds(m.Value, piece) })
	}
	return false
}

func (c *compiler) tags() {
	tags := c.f.Tags
	c.add(criterion{
		name: "tags", said: "tagged " + listed(tags),
		match: func(f *model.File) bool {
			r := f.Record()
			return r != nil && r.Has("tags") && slices.ContainsFunc(r.Strings("tags"), func(t string) bool { return slices.Contains(tags, t) })
		},
		why: func(left *Matches) string {
			return "none carries it. Their tags are " + tally(left, "tags")
		},
	})
}

// phase keeps what stands in a phase.
func (c *compiler) phase() error {
	phases := c.s.Manifest().Phases
	now := indexFold(phases, c.f.Phase)
	if now < 0 {
		p := &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("%q is no phase of this model", c.f.Phase), Details: map[string]any{"known": phases}}
		if p.Hint = "Phases in their order: " + strings.Join(phases, ", "); len(phases) == 0 {
			p.Hint = "The model names no phases in eik.json, so all of it stands in one; leave phase out"
		}
		return p
	}
	c.add(criterion{
		name: "phase", said: "in phase " + phases[now],
		match: func(f *model.File) bool {
			r := f.Record()
			return r != nil && category.StandsIn(c.s, r, phases[now])
		},
		why: func(left *Matches) string {
			return "none stands in it. They were created in " + tally(left, "phaseCreated")
		},
	})
	return nil
}

func indexFold(list []string, text string) int {
	return slices.IndexFunc(list, func(item string) bool { return strings.EqualFold(item, text) })
}
