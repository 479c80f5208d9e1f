package diffview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// phrasesShown is how many changes of one record its sentence tells.
const phrasesShown = 3

// says answers what became of a record, as the end of a sentence that starts with
// its label: "widened from 1,000 to 1,110 mm and moved 300 mm towards the east end".
func (p *pair) says(out *Record, old, next *model.Record) string {
	switch {
	case out.Change == Removed:
		return "removed"
	case next == nil:
		return "cannot be read: see the findings"
	case out.Change == Added:
		return p.arrives(next)
	case old == nil:
		return "can be read again"
	}
	s := sentence{pair: p, out: out, old: old, next: next, told: map[string]bool{}}
	s.moves()
	s.types()
	s.sizes()
	s.areas()
	s.names()
	s.others()
	if len(s.phrases) == 0 {
		return p.unsaid(out)
	}
	return some(s.phrases, phrasesShown)
}

// unsaid answers for a record none of whose members says anything.
func (p *pair) unsaid(out *Record) string {
	switch {
	case out.OldPath != "":
		return "moved to another file"
	case len(out.Members) > 0:
		return "moved or resized by less than 1 mm"
	}
	return "written in another form, the same data"
}

// arrives answers how a new record is told.
func (p *pair) arrives(r *model.Record) string {
	t := p.after
	switch r.Category() {
	case "door", "window":
		text := "placed"
		if size, ok := p.openingSize(r); ok {
			text = size + " placed"
		}
		return text + t.alongWords(r)
	case "wall", "curtain-wall", "beam", "railing", "separator", "grid":
		if length, ok := derivedNumber(t.s, r, "length"); ok {
			return t.distance(length) + " long added"
		}
	case "room":
		if area, ok := derivedNumber(t.s, r, "netArea"); ok {
			return "of " + t.quantity(area, "m²") + " added"
		}
	case "slab", "ceiling", "roof":
		if area, ok := derivedNumber(t.s, r, "grossArea"); ok {
			return "of " + t.quantity(area, "m²") + " added"
		}
	}
	return "added"
}

func (p *pair) openingSize(r *model.Record) (string, bool) {
	w, ok := derivedNumber(p.after.s, r, "width")
	h, ok2 := derivedNumber(p.after.s, r, "height")
	return span(p.after.size(w), " × ", p.after.size(h)), ok && ok2
}

// sentence collects what is said of one changed record.
type sentence struct {
	*pair
	out       *Record
	old, next *model.Record
	told      map[string]bool
	phrases   []string
}

func (s *sentence) say(format string, values ...any) {
	s.phrases = append(s.phrases, fmt.Sprintf(format, values...))
}

// take answers a member that differs, is no noise and was not told, and marks it told.
func (s *sentence) take(name string) (Member, bool) {
	m, ok := get(s.out.Members, name)
	if !ok || s.told[name] || m.Noise != "" {
		return Member{}, false
	}
	s.told[name] = true
	return m, true
}

// moves tells where the record went: to another level or host, along its host, or in
// plan and height.
func (s *sentence) moves() {
	if m, ok := s.take("levelId"); ok {
		s.say("moved from %s to %s", s.levelWord(s.before, m.Old), s.levelWord(s.after, m.New))
	}
	if m, ok := s.take("hostId"); ok {
		id, _ := m.New.(string)
		if host := s.after.s.Record(id); host != nil {
			s.say("moved to %s%s", s.after.the(host), s.after.alongWords(s.next))
		} else {
			s.say("taken out of its host")
		}
		s.told["offset"] = true
	}
	s.slides()
	s.shifts()
	if m, ok := s.take("elevation"); ok {
		if a, b, ok := m.numbers(); ok {
			s.say("%s from %s", either(b > a, "raised", "lowered"), span(s.after.size(a), " to ", s.after.size(b)))
		}
	}
}

func (s *sentence) levelWord(t *teller, id any) string {
	text, _ := id.(string)
	if name := t.levelName(text); name != "" {
		return name
	}
	return "no level"
}

// slides tells how far something moved along its host.
func (s *sentence) slides() {
	m, ok := s.take("offset")
	if !ok {
		return
	}
	a, b, ok := m.numbers()
	host := s.after.s.Record(s.next.String("hostId"))
	if !ok || host == nil {
		delete(s.told, "offset")
		return
	}
	text := "moved " + s.after.distance(max(a-b, b-a))
	if line, ok := lineOf(host); ok {
		end := line.End
		if b < a {
			end = line.Start
		}
		text += " towards the " + s.after.endName(line, end) + " end"
	}
	s.phrases = append(s.phrases, text)
}

// shifts tells that all points of a record moved by one vector, or that one end of a
// line did.
func (s *sentence) shifts() {
	var by geom.Point
	var moved []string
	one := true
	for _, name := range []string{"start", "end", "at", "outline", "path", "seed"} {
		m, ok := get(s.out.Members, name)
		if !ok || m.Noise != "" {
			continue
		}
		v, ok := shift(m.Old, m.New)
		if !ok || len(moved) > 0 && v.Dist(by) >= 1 {
			one = false
			break
		}
		by, moved = v, append(moved, name)
	}
	if len(moved) == 0 || !one || by.Len() < 1 {
		return
	}
	if s.next.Has("start") && s.next.Has("end") && len(moved) == 1 {
		s.lengthens(moved[0])
		return
	}
	for _, name := range append(moved, "holes") {
		s.told[name] = true
	}
	s.say("moved %s %s", s.after.distance(by.Len()), s.after.direction(by))
}

// lengthens tells that one end of a line moved.
func (s *sentence) lengthens(end string) {
	m, ok := get(s.out.Derived, "length")
	a, b, isNumber := m.numbers()
	line, isLine := lineOf(s.next)
	if !ok || !isNumber || !isLine || s.after.same(a, b, "mm") {
		return
	}
	s.told[end] = true
	at := line.End
	if end == "start" {
		at = line.Start
	}
	s.say("%s at its %s end from %s", either(b > a, "lengthened", "shortened"), s.after.endName(line, at), span(s.after.distance(a), " to ", s.after.distance(b)))
}

// types tells a change of type, and the size that follows it.
func (s *sentence) types() {
	m, ok := s.take("typeId")
	if !ok {
		return
	}
	text := "taken off its type"
	if id, _ := m.New.(string); id != "" {
		text = "made " + s.after.reference(id)
	}
	for _, name := range []string{"width", "height", "thickness"} {
		d, ok := get(s.out.Derived, name)
		a, b, isNumber := d.numbers()
		if _, own := get(s.out.Members, name); ok && isNumber && !own && !s.after.same(a, b, d.Unit) {
			text += ", " + name + " " + span(s.after.quantity(a, d.Unit), " to ", s.after.quantity(b, d.Unit))
		}
	}
	s.phrases = append(s.phrases, text)
}

// comparatives are what is said of a length that grows or shrinks.
var comparatives = map[string][2]string{
	"width": {"widened", "narrowed"}, "thickness": {"thickened", "thinned"}, "height": {"made higher", "made lower"},
	"sill": {"sill raised", "sill lowered"}, "leafWidth": {"leaf widened", "leaf narrowed"}, "pitch": {"made steeper", "made flatter"},
}

// sizes tells the lengths that grow and shrink. A length that is absent on one side
// is told by the effective one that is derived.
func (s *sentence) sizes() {
	for _, name := range []string{"width", "height", "thickness", "sill", "leafWidth", "pitch"} {
		m, ok := s.take(name)
		if !ok {
			continue
		}
		a, b, both := m.numbers()
		if !both {
			d, _ := get(s.out.Derived, name)
			if a, b, both = d.numbers(); !both && name == "sill" {
				a, _ = m.Old.(float64)
				b, _ = m.New.(float64)
				both = true
			}
		}
		if !both || s.after.same(a, b, m.Unit) {
			delete(s.told, name)
			continue
		}
		words := comparatives[name]
		s.say("%s from %s", either(b > a, words[0], words[1]), span(s.after.quantity(a, m.Unit), " to ", s.after.quantity(b, m.Unit)))
	}
}

// areas tells that an outline grew or shrank.
func (s *sentence) areas() {
	if m, ok := get(s.out.Members, "outline"); !ok || s.told["outline"] || m.Noise != "" {
		return
	}
	for _, name := range []string{"area", "grossArea"} {
		m, ok := get(s.out.Derived, name)
		if a, b, isNumber := m.numbers(); ok && isNumber && !s.after.same(a, b, m.Unit) {
			s.told["outline"] = true
			s.say("%s from %s", either(b > a, "enlarged", "reduced"), span(s.after.quantity(a, m.Unit), " to ", s.after.quantity(b, m.Unit)))
			return
		}
	}
}

// names tells what it is called now.
func (s *sentence) names() {
	for _, name := range []string{"mark", "number", "name"} {
		m, ok := s.take(name)
		if !ok {
			continue
		}
		old, _ := m.Old.(string)
		next, _ := m.New.(string)
		switch {
		case old == "":
			s.say("given the %s %s", name, quoted(next))
		case next == "":
			s.say("%s %s taken away", name, quoted(old))
		default:
			s.say("renamed from %s to %s", quoted(old), quoted(next))
		}
	}
}

// phraseLimit is how long the value of any other member may be to stand in a
// sentence.
const phraseLimit = 70

// shaped are members whose values say nothing in a sentence.
var shaped = []string{"outline", "holes", "path", "arcs", "start", "end", "shape", "placement", "flights", "landings", "layers"}

// others tells the members that are left.
func (s *sentence) others() {
	for _, m := range s.out.Members {
		if s.told[m.Name] || m.Noise != "" || m.Name == "id" || m.Name == "category" {
			continue
		}
		what := memberWords(m.Name)
		switch {
		case slices.Contains(shaped, m.Name):
			s.phrases = append(s.phrases, what+" changed"+s.thickness(m.Name))
		case m.Old == any(true) || m.New == any(true):
			s.say("%s %s", either(m.New == any(true), "made", "no longer"), what)
		case m.New == nil:
			s.say("%s taken away", what)
		default:
			s.say("%s %s", what, s.setTo(m))
		}
	}
}

// setTo tells the value of a member, and what it was where both are short.
func (s *sentence) setTo(m Member) string {
	f := field(s.after.s, s.next, m.Name)
	next := s.after.value(f, m.Unit, m.New)
	if m.Old == nil {
		return "set to " + clip(next, phraseLimit)
	}
	if text := span(s.before.value(f, m.Unit, m.Old), " to ", next); len(text) <= phraseLimit {
		return "from " + text
	}
	return "changed"
}

// thickness tells the thickness that follows from layers.
func (s *sentence) thickness(name string) string {
	d, _ := get(s.out.Derived, "thickness")
	a, b, ok := d.numbers()
	if name != "layers" || !ok || s.after.same(a, b, d.Unit) {
		return ""
	}
	return ", thickness from " + span(s.after.size(a), " to ", s.after.size(b))
}

// memberWords writes the name of a member for people: that of a property is what its
// source calls it.
func memberWords(name string) string {
	if rest, ok := strings.CutPrefix(name, "properties."); ok {
		if i := strings.LastIndexByte(rest, '.'); i >= 0 {
			rest = rest[i+1:]
		}
		return clip(plain(rest), nameLimit)
	}
	head, rest, nested := strings.Cut(name, ".")
	if nested {
		return word(head) + " " + clip(plain(rest), nameLimit)
	}
	return word(head)
}
