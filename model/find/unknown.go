package find

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/measure"
)

// mostCandidates bounds how many records an error lists.
const mostCandidates = 8

// problem makes the error that lists candidates and says which argument takes one.
func (q *question) problem(code model.Code, message, listing string, ids []string) error {
	p := q.plain(code, message, listing)
	p.Details["candidates"] = ids[:min(len(ids), mostCandidates)]
	send := "one"
	if len(ids) == 1 {
		send = strconv.Quote(ids[0])
	}
	p.Hint = fmt.Sprintf("%s. Send %s as %s", listing, send, q.role())
	return p
}

// others makes the error that lists what there is, where none of it is like the text.
func (q *question) others(code model.Code, message string) error {
	listing, ids := q.someOf()
	p := q.plain(code, message, listing)
	if len(ids) > 1 {
		p.Hint += ". Send one as " + q.role()
	}
	if len(ids) > 0 {
		p.Details["known"] = ids
	}
	return p
}

func (q *question) plain(code model.Code, message, hint string) *model.Problem {
	return &model.Problem{Code: code, Message: message, Hint: hint, Details: map[string]any{"got": q.text, "argument": q.role()}}
}

// labels lists records as a person would tell them apart.
func (q *question) labels(ids []string) string {
	labels := make([]string, 0, mostCandidates+1)
	for i, id := range ids {
		if i == mostCandidates {
			labels = append(labels, fmt.Sprintf("%d more", len(ids)-i))
			break
		}
		labels = append(labels, q.label(id))
	}
	return strings.Join(labels, ", ")
}

// label tells a record apart from others of its name: a wall by its length, another
// element by its level, the rest by their name.
func (q *question) label(id string) string {
	f := q.s.Get(id)
	r := f.Record()
	if r == nil {
		return id
	}
	if length := q.length(f); length > 0 {
		const tenth = 100
		return fmt.Sprintf("%s (%s)", id, measure.FormatLength(math.Round(length/tenth)*tenth, measure.Metre))
	}
	if level := r.String("levelId"); level != "" {
		return fmt.Sprintf("%s (%s)", id, level)
	}
	if name := r.String("name"); name != "" {
		return fmt.Sprintf("%s %q", id, name)
	}
	return id
}

// wrongKind answers the error for an id of something else, and what it has to do
// with what is wanted.
func (q *question) wrongKind(f *model.File) error {
	message := fmt.Sprintf("%s is a %s, and %s takes a %s", f.ID(), f.Category(), q.role(), q.wanted())
	var related []string
	if r := f.Record(); r != nil {
		for _, ref := range q.s.Schema().References(r) {
			if to := q.s.Get(ref.To); to != nil && q.fits(to) && !slices.Contains(related, ref.To) {
				related = append(related, ref.To)
			}
		}
	}
	if len(related) > 0 {
		return q.problem(model.InvalidArgument, message, "It names "+q.labels(related), related)
	}
	return q.others(model.InvalidArgument, message)
}

// unknown answers the error for a text that means nothing here.
func (q *question) unknown() error {
	if q.wantsLevel() && len(q.want.Categories) == 1 {
		return q.noLevel()
	}
	message := fmt.Sprintf("No %s is named %q", q.wanted(), q.text)
	if near := q.alike(); len(near) > 0 {
		return q.problem(model.NotFound, message, "Like it: "+q.labels(near), near)
	}
	return q.others(model.NotFound, message)
}

// noLevel lists the levels, and says which of them the text likely means.
func (q *question) noLevel() error {
	p := q.plain(model.NotFound, fmt.Sprintf("%q is no level", q.text), "")
	levels := category.Levels(q.s).All()
	if len(levels) == 0 {
		p.Hint = "The model has no level yet; add_level makes one"
		return p
	}
	var ids, lines []string
	for i, l := range levels {
		ids = append(ids, l.ID)
		if i < 2*mostCandidates {
			lines = append(lines, fmt.Sprintf("%d %s %q", l.Ordinal, l.ID, l.Name))
		}
	}
	if len(levels) > len(lines) {
		lines = append(lines, fmt.Sprintf("%d more", len(levels)-len(lines)))
	}
	p.Hint = strings.Join(lines, ", ") + ". Send the id of one"
	switch likely := q.alike(); len(likely) {
	case 0:
		p.Details["known"] = ids[:min(len(ids), 2*mostCandidates)]
	case 1:
		p.Details["candidates"] = likely
		p.Hint = strings.Join(lines, ", ") + fmt.Sprintf(". Send %q", likely[0])
	default:
		p.Details["candidates"] = likely[:min(len(likely), mostCandidates)]
	}
	return p
}

// alike answers the records whose id, name, mark or number holds every word of the
// text, else those that hold a word like each, else the one whose id is nearest.
func (q *question) alike() []string {
	wanted := words(q.text)
	var ids, hold, near []string
	for f := range q.candidates() {
		ids = append(ids, f.ID())
		own := words(strings.Join(labelsOf(f), " "))
		switch {
		case len(wanted) == 0:
		case holdsAll(own, wanted):
			hold = append(hold, f.ID())
		case nearAll(own, wanted):
			near = append(near, f.ID())
		}
	}
	switch {
	case len(hold) > 0:
		return hold
	case len(near) > 0:
		return near
	}
	id := args.Nearest(q.text, ids)
	if id == "" || digits(id) != digits(q.text) {
		return nil
	}
	return []string{id}
}

// nearAll tells whether for each wanted word there is one that it may be mistyped
// from. Numbers are not: 2 is no slip for 3.
func nearAll(have, wanted []string) bool {
	for _, w := range wanted {
		near := args.Nearest(w, have)
		if near == "" || digits(near) != digits(w) {
			return false
		}
	}
	return true
}

// labelsOf answers what a record may be called by: its id, name, mark and number.
func labelsOf(f *model.File) []string {
	labels := []string{f.ID()}
	if f.Record() == nil {
		return labels
	}
	for _, member := range []string{"name", "mark", "number"} {
		if text := f.Record().String(member); text != "" {
			labels = append(labels, text)
		}
	}
	return labels
}

// digits answers the digits of a text: two ids that differ in them are likely to be
// two things, not one that was mistyped.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// candidates answers every record of the wanted kind.
func (q *question) candidates() func(yield func(*model.File) bool) {
	return func(yield func(*model.File) bool) {
		categories := q.want.Categories
		if len(categories) == 0 {
			categories = q.s.Schema().Names()
		}
		for _, name := range categories {
			for f := range q.s.InCategory(name) {
				if q.fits(f) && !yield(f) {
					return
				}
			}
		}
	}
}

// someOf names a few records of the wanted kind, and answers all of them where they
// are few.
func (q *question) someOf() (listing string, ids []string) {
	total := 0
	for f := range q.candidates() {
		if total++; total <= mostCandidates {
			ids = append(ids, f.ID())
		}
	}
	switch {
	case total == 0 && q.want.TypeOf != "":
		return fmt.Sprintf("The model has no %s; add_type makes one", q.wanted()), nil
	case total == 0:
		return fmt.Sprintf("The model has no %s", q.wanted()), nil
	case total == 1:
		return "There is only " + q.labels(ids), ids
	case total <= mostCandidates:
		return "There are " + q.labels(ids), ids
	}
	return fmt.Sprintf("There are %d, such as %s; read with a filter lists them", total, q.labels(ids[:3])), nil
}

// words splits a text into lower-case words and numbers without leading zeros.
func words(text string) []string {
	split := strings.FieldsFunc(fold(text), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > 127)
	})
	for i, w := range split {
		if n, err := strconv.Atoi(w); err == nil {
			split[i] = strconv.Itoa(n)
		}
	}
	return split
}

func holdsAll(have, wanted []string) bool {
	for _, w := range wanted {
		if !slices.Contains(have, w) {
			return false
		}
	}
	return true
}
