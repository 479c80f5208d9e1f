package find

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// Want says what kind of record a text is to name, and for which argument.
type Want struct {
	Categories []string // any of these; empty means any category
	TypeOf     string   // for types: of this category
	Role       string   // the argument's name, for messages; empty means "id"
}

// One answers the id of the one record that a person means by a text: its id, its
// name, mark or number (whatever the case), a level's ordinal from the lowest, or
// where it faces ("south wall"). Where the text is not the id itself, assumed says
// how it was understood. Where none or several could be meant the error is a
// *model.Problem that lists them.
func One(s *model.Snapshot, text string, want Want) (id, assumed string, err error) {
	q := question{s: s, text: text, want: want}
	if f := s.Get(text); f != nil {
		if q.fits(f) {
			return text, "", nil
		}
		return "", "", q.wrongKind(f)
	}
	if id, ok := q.ordinal(); ok {
		return id, q.assume(id, ""), nil
	}
	if id, assumed, err := q.named(); id != "" || err != nil {
		return id, assumed, err
	}
	if d, ok := describe(s.Schema(), text); ok && d.facing != "" {
		if id, assumed, err := q.facing(d); id != "" || err != nil {
			return id, assumed, err
		}
	}
	return "", "", q.unknown()
}

// Level is One for a level.
func Level(s *model.Snapshot, text, role string) (id, assumed string, err error) {
	return One(s, text, Want{Categories: []string{"level"}, Role: role})
}

// question is a text being resolved.
type question struct {
	s    *model.Snapshot
	text string
	want Want
}

func (q *question) role() string {
	if q.want.Role == "" {
		return "id"
	}
	return q.want.Role
}

func (q *question) fits(f *model.File) bool {
	if len(q.want.Categories) > 0 && !slices.Contains(q.want.Categories, f.Category()) {
		return false
	}
	if q.want.TypeOf == "" || f.Category() != "type" {
		return true
	}
	r := f.Record()
	return r != nil && r.Of() == q.want.TypeOf
}

// wanted names what is looked for: "wall", "door or window", "wall type", "record".
func (q *question) wanted() string {
	switch {
	case q.want.TypeOf != "":
		return q.want.TypeOf + " type"
	case len(q.want.Categories) == 0:
		return "record"
	}
	last := len(q.want.Categories) - 1
	if last == 0 {
		return q.want.Categories[0]
	}
	return strings.Join(q.want.Categories[:last], ", ") + " or " + q.want.Categories[last]
}

func (q *question) wantsLevel() bool { return slices.Contains(q.want.Categories, "level") }

func (q *question) assume(id, how string) string {
	label := ""
	if name := q.s.Record(id).String("name"); name != "" && fold(name) != fold(q.text) {
		label = fmt.Sprintf(" %q", name)
	}
	if how != "" {
		how = " (" + how + ")"
	}
	return fmt.Sprintf("%s: %q is %s%s%s", q.role(), q.text, id, label, how)
}

func (q *question) ordinal() (string, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(q.text))
	if err != nil || !q.wantsLevel() {
		return "", false
	}
	for _, l := range category.Levels(q.s).All() {
		if l.Ordinal == n {
			return l.ID, true
		}
	}
	return "", false
}

// named looks for a record that is called so.
func (q *question) named() (id, assumed string, err error) {
	var found []called
	for _, c := range namesOf(q.s).those(q.text) {
		f := q.s.Get(c.id)
		if f != nil && q.fits(f) && !slices.ContainsFunc(found, func(o called) bool { return o.id == c.id }) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return "", "", nil
	case 1:
		return found[0].id, q.assume(found[0].id, found[0].member), nil
	}
	ids := make([]string, len(found))
	for i, c := range found {
		ids[i] = c.id
	}
	return "", "", q.problem(model.InvalidArgument,
		fmt.Sprintf("%q is the %s of %d records", q.text, found[0].member, len(found)), q.labels(ids), ids)
}

// facing looks for the record that looks where the text says.
func (q *question) facing(d description) (id, assumed string, err error) {
	categories := q.want.Categories
	if d.category != "" {
		if len(categories) > 0 && !slices.Contains(categories, d.category) {
			return "", "", nil
		}
		categories = []string{d.category}
	}
	ids := q.thoseFacing(categories, d.facing)
	switch len(ids) {
	case 0:
		return "", "", nil
	case 1:
		return ids[0], q.assume(ids[0], "the one facing "+string(d.facing)), nil
	}
	return "", "", q.problem(model.NotFound, fmt.Sprintf("No %s is named %q", q.wanted(), q.text),
		fmt.Sprintf("Facing %s: %s", d.facing, q.labels(ids)), ids)
}
