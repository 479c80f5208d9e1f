package diffview

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// head answers the member that a dotted name starts with.
func head(name string) string {
	member, _, _ := strings.Cut(name, ".")
	return member
}

// propertyChange answers the first open property that differs and whose name
// matches, old and new in words.
func (l *look) propertyChange(names *regexp.Regexp) string {
	for _, m := range l.out.Members {
		if head(m.Name) == "properties" && names.MatchString(memberWords(m.Name)) {
			return memberWords(m.Name) + " " + l.before.value(nil, "", m.Old) + " → " + l.after.value(nil, "", m.New)
		}
	}
	return ""
}

// carries answers the first open property of a record, or of its type, whose name
// matches and which says something, in words.
func (l *look) carries(names *regexp.Regexp) string {
	for _, side := range []struct {
		t *teller
		r *model.Record
	}{{l.before, l.old}, {l.after, l.next}} {
		if side.r == nil {
			continue
		}
		for _, set := range category.Properties(side.t.s, side.r) {
			values, _ := set.Value.(model.Object)
			for _, v := range values {
				if names.MatchString(v.Name) && v.Value != any(false) && v.Value != any("") {
					return clip(plain(v.Name), nameLimit) + " " + side.t.value(nil, "", v.Value)
				}
			}
		}
	}
	return ""
}

// Names of open properties, as IFC's common property sets and their like have them.
var (
	bearingNames = regexp.MustCompile(`(?i)load.?bearing`)
	thermalNames = regexp.MustCompile(`(?i)is.?external|thermal|u.?value|infiltration|air.?tight`)
	fireNames    = regexp.MustCompile(`(?i)fire|smoke|combust|flame|acoustic|sound|surface.?spread`)
	egressNames  = regexp.MustCompile(`(?i)fire.?exit|escape|egress|emergency|panic`)
	accessNames  = regexp.MustCompile(`(?i)handicap|accessib|wheelchair|barrier.?free|threshold`)
	escapeWords  = regexp.MustCompile(`(?i)escape|egress|emergency|exit`)
	accessWords  = regexp.MustCompile(`(?i)\b(lift|elevator|wc|toilet|washroom|accessible|platform lift)\b`)
)

// bearing tells whether a record is said to bear loads.
func bearing(t *teller, r *model.Record) bool {
	if r.Bool("loadBearing", false) {
		return true
	}
	for _, set := range category.Properties(t.s, r) {
		values, _ := set.Value.(model.Object)
		for _, v := range values {
			if v.Value == any(true) && bearingNames.MatchString(v.Name) {
				return true
			}
		}
	}
	return false
}

func (l *look) structure() string {
	if m, ok := get(l.out.Members, "loadBearing"); ok && l.out.Change == Changed {
		return "load bearing " + l.before.value(nil, "", m.Old) + " → " + l.after.value(nil, "", m.New)
	}
	if change := l.propertyChange(bearingNames); change != "" {
		return change
	}
	if !l.built() {
		return ""
	}
	switch {
	case l.is("column", "beam", "brace", "foundation", "slab", "roof"):
		return l.through(l.says())
	case l.is("wall", "curtain-wall") && l.anyUser(bearing):
		return l.through("load bearing, " + l.says())
	case l.is("shaft"):
		return "cuts slabs, " + l.says()
	case l.is("grid"):
		return l.says()
	case l.is("level"):
		if m, ok := get(l.out.Members, "elevation"); ok && m.Noise == "" || l.out.Change == Removed {
			return "all that stands on it goes along, " + l.says()
		}
	case l.is("door", "window", "opening") && l.category() != "type" && l.reshapes() && l.either(hostBears):
		return "opening in a load-bearing host, " + l.says()
	}
	return ""
}

func hostBears(t *teller, r *model.Record) bool {
	host := t.s.Record(r.String("hostId"))
	return host != nil && (bearing(t, host) || slices.Contains([]string{"slab", "roof"}, host.Category()))
}

// reshapes tells whether the hole that something makes in its host differs.
func (l *look) reshapes() bool {
	if l.out.Change == Added || l.out.Change == Removed {
		return true
	}
	for _, name := range []string{"offset", "sill", "hostId", "outline", "at"} {
		if _, ok := get(l.out.Members, name); ok {
			return true
		}
	}
	_, width := get(l.out.Derived, "width")
	_, height := get(l.out.Derived, "height")
	return width || height
}

func (l *look) envelope() string {
	if m, ok := get(l.out.Derived, "exterior"); ok && l.out.Change != Added && l.out.Change != Removed {
		return "looks outside: " + l.before.value(nil, "", m.Old) + " → " + l.after.value(nil, "", m.New)
	}
	if change := l.propertyChange(thermalNames); change != "" {
		return change
	}
	if !l.built() {
		return ""
	}
	switch {
	case l.is("roof", "curtain-wall"):
		return l.through(l.says())
	case l.is("wall", "window", "door", "opening") && l.anyUser(exterior):
		return l.through("exterior, " + l.says())
	case l.is("material"):
		if m, ok := get(l.out.Members, "conductivity"); ok {
			return "conductivity " + l.before.value(nil, m.Unit, m.Old) + " → " + l.after.value(nil, m.Unit, m.New)
		}
	}
	return ""
}

func (l *look) fireAcoustic() string {
	if change := l.propertyChange(fireNames); change != "" {
		return change
	}
	if group := l.grouped(func(g *model.Record) bool { return g.String("kind") == "fire" }); group != "" {
		return group
	}
	if !l.built() {
		return ""
	}
	if rating := l.carries(fireNames); rating != "" {
		return "carries " + rating + ", " + l.says()
	}
	return ""
}

// grouped says what the change has to do with a group for which something holds:
// the group itself, or one that the record is in.
func (l *look) grouped(holds func(*model.Record) bool) string {
	if l.category() == "group" && l.either(func(_ *teller, r *model.Record) bool { return holds(r) }) {
		return l.says()
	}
	_, joins := get(l.out.Members, "groupIds")
	if !joins && !l.built() {
		return ""
	}
	for _, t := range []*teller{l.before, l.after} {
		r := t.s.Record(l.out.ID)
		if r == nil {
			continue
		}
		for _, id := range r.Strings("groupIds") {
			if g := t.s.Record(id); g != nil && g.Category() == "group" && holds(g) {
				return "in " + t.label(g) + ", " + l.says()
			}
		}
	}
	return ""
}

func (l *look) egress() string {
	if change := l.propertyChange(egressNames); change != "" {
		return change
	}
	if group := l.grouped(func(g *model.Record) bool { return escapeWords.MatchString(g.String("name") + " " + g.String("kind")) }); group != "" {
		return group
	}
	if !l.built() {
		return ""
	}
	switch {
	case l.is("door"):
		return l.through(l.doorPassage())
	case l.is("stair", "ramp", "railing"):
		return l.says()
	case l.is("room") && (l.out.Change != Followed):
		return l.says() + "; its way out is not checked"
	}
	return ""
}

// doorPassage tells what of a door's change concerns who walks through it.
func (l *look) doorPassage() string {
	if l.out.Change == Removed {
		return "a way out is removed"
	}
	if width := l.clearWidth(); width != "" {
		return width
	}
	for _, name := range []string{"operation", "swing", "hinge", "hostId", "offset", "levelId", "height", "leaves"} {
		if _, ok := get(l.out.Members, name); ok {
			return l.says()
		}
	}
	if l.out.Change == Added {
		return l.says()
	}
	return ""
}

// clear answers the clear width in mm of a door: its type's leaf, else the width of
// its opening, and how that is called.
func clear(t *teller, r *model.Record) (mm float64, what string, ok bool) {
	leaf := r
	if r.Category() != "type" {
		leaf = category.TypeOf(t.s, r)
	}
	if leaf != nil {
		if w, ok := leaf.Number("leafWidth"); ok && !r.Has("width") {
			return w, "leaf width", true
		}
	}
	if r.Category() == "type" {
		w, ok := r.Number("width")
		return w, "opening width", ok
	}
	w, _, ok := category.Size(t.s, r)
	return w, "opening width", ok
}

// clearWidth tells the clear width of a door that is new or differs.
func (l *look) clearWidth() string {
	if l.next == nil {
		return ""
	}
	next, what, ok := clear(l.after, l.next)
	if !ok {
		return ""
	}
	if l.old != nil {
		if old, _, ok := clear(l.before, l.old); ok {
			if l.after.same(old, next, "mm") {
				return ""
			}
			return what + " " + span(l.after.size(old), " → ", l.after.size(next))
		}
	}
	return what + " " + l.after.size(next)
}

// Limits that many building codes have in common: they are where a reader is asked
// to look, not what is allowed.
const (
	narrowDoor     = 800  // mm of clear width
	highThreshold  = 20   // mm
	steepRampAngle = 4.77 // degrees, 1:12
)

func (l *look) accessibility() string {
	if change := l.propertyChange(accessNames); change != "" {
		return change
	}
	if !l.built() {
		return ""
	}
	r, t := l.subject()
	switch {
	case l.is("door"):
		return l.through(l.doorAccess())
	case l.is("ramp"):
		if pitch, ok := derivedNumber(t.s, r, "pitch"); ok && l.next != nil && pitch > steepRampAngle {
			return l.says() + "; steeper than 1:12"
		}
		return l.says()
	case l.is("stair") && (l.out.Change == Added || l.out.Change == Removed):
		return l.says()
	case l.is("level") && l.out.Change == Changed:
		if m, ok := get(l.out.Members, "elevation"); ok && m.Noise == "" {
			return "floor height: " + l.says()
		}
	case l.is("room", "equipment") && r != nil && accessWords.MatchString(strings.Join([]string{r.String("name"), r.String("use"), r.String("kind")}, " ")):
		return l.says()
	}
	return ""
}

func (l *look) doorAccess() string {
	if m, ok := get(l.out.Members, "sill"); ok && l.next != nil {
		if sill, _ := m.New.(float64); math.Abs(sill) > highThreshold {
			return "threshold of " + l.after.size(sill)
		}
	}
	text := l.clearWidth()
	if text == "" {
		return ""
	}
	if mm, _, ok := clear(l.after, l.next); ok && mm < narrowDoor {
		text += ", under " + l.after.size(narrowDoor)
	}
	return text
}
