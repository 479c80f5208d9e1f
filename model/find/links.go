package find

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// links adds the criteria that follow references. Who refers to a record is
// indexed, so that they cost what they find.
func (c *compiler) links() error {
	for _, l := range []struct {
		name       string
		values     []string
		categories []string
		follow     func(id string, found map[string]bool)
		member     string // the record's own member that says it, empty where others do
	}{
		{"types", c.f.Types, []string{"type"}, c.via("/typeId"), "typeId"},
		{"hosts", c.f.Hosts, nil, c.via("/hostId"), "hostId"},
		{"materials", c.f.Materials, []string{"material"}, c.ofMaterial, ""},
		{"groups", c.f.Groups, []string{"group"}, c.inGroup, ""},
		{"referringTo", wanted(c.f.ReferringTo), nil, c.referringTo, ""},
	} {
		if len(l.values) == 0 {
			continue
		}
		ids, err := c.resolve(l.name, l.values, l.categories...)
		if err != nil {
			return err
		}
		found := map[string]bool{}
		for _, id := range ids {
			l.follow(id, found)
		}
		next := criterion{name: l.name, said: l.name + " " + listed(ids), ids: found, why: func(left *Matches) string {
			why := fmt.Sprintf("none is among the %d records with it", len(found))
			if l.member != "" {
				why += ". Theirs are " + tally(left, l.member)
			}
			return why
		}}
		if l.member != "" {
			next.match = func(f *model.File) bool { return slices.Contains(ids, f.PeekID(l.member)) }
		}
		c.add(next)
	}
	return nil
}

func wanted(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// via finds what refers to a record in one member.
func (c *compiler) via(pointer string) func(string, map[string]bool) {
	return func(id string, found map[string]bool) {
		for _, ref := range c.s.ReferringTo(id) {
			if ref.Pointer == pointer {
				found[ref.From] = true
			}
		}
	}
}

// ofMaterial finds what is of a material: itself, or by its type.
func (c *compiler) ofMaterial(id string, found map[string]bool) {
	for _, ref := range c.s.ReferringTo(id) {
		found[ref.From] = true
		if f := c.s.Get(ref.From); f != nil && f.Category() == "type" {
			c.via("/typeId")(ref.From, found)
		}
	}
}

// inGroup finds what is in a group or a system, and in the groups inside it.
func (c *compiler) inGroup(id string, found map[string]bool) {
	c.inGroups(id, found, map[string]bool{})
}

func (c *compiler) inGroups(id string, found, seen map[string]bool) {
	if seen[id] {
		return
	}
	seen[id] = true
	for _, ref := range c.s.ReferringTo(id) {
		switch {
		case strings.HasPrefix(ref.Pointer, "/groupIds/"), ref.Pointer == "/systemId":
			found[ref.From] = true
		case ref.Pointer == "/parentId":
			c.inGroups(ref.From, found, seen)
		}
	}
}

func (c *compiler) referringTo(id string, found map[string]bool) {
	for _, ref := range c.s.ReferringTo(id) {
		found[ref.From] = true
	}
}

// effectiveDiscipline answers the discipline that an element lies under.
func effectiveDiscipline(s *model.Snapshot, f *model.File) (string, bool) {
	category := s.Schema().Category(f.Category())
	r := f.Record()
	if category == nil || r == nil || !category.Element() {
		return "", false
	}
	return model.DisciplineOf(category, r), true
}
