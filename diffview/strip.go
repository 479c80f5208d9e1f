package diffview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// concerns are the lines of the strip, in their order. Each says why a change
// concerns it, or answers an empty text. docs/decisions/review-strip.md says what each
// looks at and what it cannot know.
var concerns = []struct {
	name, title string
	of          func(*look) string
}{
	{"structure", "Structure", (*look).structure},
	{"envelope", "Envelope", (*look).envelope},
	{"fire-acoustic", "Fire and acoustic", (*look).fireAcoustic},
	{"egress", "Egress", (*look).egress},
	{"accessibility", "Accessibility", (*look).accessibility},
}

// notesShown is how many notes a concern lists.
const notesShown = 8

// strip tells what of the change concerns structure, envelope, fire and acoustic,
// egress and accessibility, whether there is anything to tell or not.
func (b *builder) strip() {
	var looks []*look
	for i := range b.out.Records {
		looks = append(looks, b.look(&b.out.Records[i]))
	}
	for i := range b.followed {
		looks = append(looks, b.look(&b.followed[i]))
	}
	for _, c := range concerns {
		b.out.Strip = append(b.out.Strip, Concern{Name: c.name, Title: c.title, Notes: b.notes(looks, c.of)})
	}
}

// notes tells records of which the same is said in one note.
func (b *builder) notes(looks []*look, of func(*look) string) []Note {
	type entry struct {
		category, reason string
		looks            []*look
	}
	var entries []*entry
	by := map[[2]string]*entry{}
	for _, l := range looks {
		reason := of(l)
		if reason == "" {
			continue
		}
		key := [2]string{l.out.Category, reason}
		if by[key] == nil {
			by[key] = &entry{category: l.out.Category, reason: reason}
			entries = append(entries, by[key])
		}
		by[key].looks = append(by[key].looks, l)
	}
	var notes []Note
	for i, e := range entries {
		if i == notesShown {
			rest := 0
			for _, e := range entries[i:] {
				rest += len(e.looks)
			}
			return append(notes, Note{Text: "and " + more(rest)})
		}
		note := Note{Text: counted(len(e.looks), e.category) + ": " + strings.ReplaceAll(e.reason, " its ", " their ")}
		if len(e.looks) == 1 {
			note.Text = e.looks[0].who() + ": " + e.reason
		}
		for _, l := range e.looks {
			note.IDs = append(note.IDs, l.out.ID)
		}
		notes = append(notes, note)
	}
	return notes
}

// look is a record that differs, as the concerns look at it.
type look struct {
	*pair
	out       *Record
	old, next *model.Record // nil where it is not there
}

func (b *builder) look(r *Record) *look {
	return &look{b.pair, r, b.before.s.Record(r.ID), b.after.s.Record(r.ID)}
}

// who names the record with its place.
func (l *look) who() string {
	r, t := l.subject()
	text := t.label(r)
	if where := t.where(r); where != "" {
		text += " " + where
	}
	if level := t.level(r); level != "" && len(category.Levels(t.s).All()) > 1 {
		text += ", " + level
	}
	return text
}

// subject answers the record as it is, or as it was where it is gone.
func (l *look) subject() (*model.Record, *teller) {
	if l.next == nil {
		return l.old, l.before
	}
	return l.next, l.after
}

func (l *look) category() string { return l.out.Category }

// of answers the category that a record is of, for a type that of its elements.
func (l *look) of() string {
	if r, _ := l.subject(); r != nil && r.Category() == "type" {
		return r.Of()
	}
	return l.category()
}

func (l *look) is(categories ...string) bool { return slices.Contains(categories, l.of()) }

// built tells whether more differs than what the record is called or described by.
// Of what stands as it was, only its own sizes count: that a wall has less face because
// a door in it is wider is told of the door.
func (l *look) built() bool {
	if l.out.Change == Followed {
		return l.derived() != ""
	}
	if l.out.Change != Changed || l.out.OldPath != "" {
		return true
	}
	return slices.ContainsFunc(l.out.Members, func(m Member) bool { return !naming[head(m.Name)] && m.Noise == "" })
}

// says answers what became of the record.
func (l *look) says() string {
	if l.out.Change == Followed {
		return l.derived()
	}
	return l.out.Says
}

// derived tells the sizes that follow, of a record that stands as it was. It is empty
// where none does.
func (l *look) derived() string {
	var parts []string
	for _, name := range []string{"width", "height", "thickness", "length", "rise", "riser"} {
		m, ok := get(l.out.Derived, name)
		if a, b, isNumber := m.numbers(); ok && isNumber && !l.after.same(a, b, m.Unit) {
			parts = append(parts, name+" "+span(l.after.quantity(a, m.Unit), " → ", l.after.quantity(b, m.Unit)))
		}
	}
	return some(parts, 2)
}

// either tells whether something holds of the record before or after.
func (l *look) either(holds func(*teller, *model.Record) bool) bool {
	return l.old != nil && holds(l.before, l.old) || l.next != nil && holds(l.after, l.next)
}

// usersLooked is how many elements of a type are looked at.
const usersLooked = 200

// anyUser tells whether something holds of the record or, for a type, of one of its
// elements.
func (l *look) anyUser(holds func(*teller, *model.Record) bool) bool {
	return l.either(func(t *teller, r *model.Record) bool {
		if r.Category() != "type" {
			return holds(t, r)
		}
		for i, ref := range t.s.ReferringTo(r.ID()) {
			if user := t.s.Record(ref.From); i < usersLooked && user != nil && holds(t, user) {
				return true
			}
		}
		return false
	})
}

// exterior tells whether an element looks outside.
func exterior(t *teller, r *model.Record) bool { return category.Exterior(t.s, r) }

// through says of a type that the concern is its elements'.
func (l *look) through(text string) string {
	if l.category() == "type" {
		return fmt.Sprintf("%s, as a type in use", text)
	}
	return text
}
