package category

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
)

// value reports where a value is not of a type, at a JSON pointer.
func (v *validator) value(t *model.Type, value any, pointer string) {
	if value == nil && t.Kind != model.KindAny {
		v.fault("record.member", pointer, "null is no value; leave the member out")
		return
	}
	ok := true
	switch t.Kind {
	case model.KindString:
		ok = v.text(t, value, pointer)
	case model.KindBool:
		_, ok = value.(bool)
	case model.KindNumber, model.KindInteger:
		ok = v.number(t, value, pointer)
	case model.KindPoint:
		ok = v.coordinates(value, 2, pointer)
	case model.KindPoint3:
		ok = v.coordinates(value, 3, pointer)
	case model.KindRef:
		ref, is := value.(string)
		ok = is && ref != ""
	case model.KindList:
		ok = v.list(t, value, pointer)
	case model.KindMap:
		ok = v.open(t, value, pointer)
	case model.KindObject:
		ok = v.object(t, value, pointer)
	case model.KindAny:
		ok = encodable(value)
	case model.KindOneOf:
		ok = slices.ContainsFunc(t.Choices, func(c model.Type) bool { return matches(&c, value) })
	}
	if !ok {
		v.fault("record.member", pointer, "%s is expected here, not %s", describe(t), show(value))
	}
}

// matches tells whether a value is legal for a type, unknown members or not.
func matches(t *model.Type, value any) bool {
	var v validator
	v.value(t, value, "")
	return !slices.ContainsFunc(v.faults, func(f model.Fault) bool { return f.Rule == "record.member" })
}

func (v *validator) text(t *model.Type, value any, pointer string) bool {
	s, ok := value.(string)
	switch {
	case !ok:
		return false
	case len(t.Enum) > 0 && !slices.Contains(t.Enum, s):
		v.fault("record.member", pointer, "%q is not one of %s%s", shorten(s), strings.Join(t.Enum, ", "), nearestHint(NearestName(s, t.Enum)))
	case t.Pattern != "" && !pattern(t.Pattern).MatchString(s):
		v.fault("record.member", pointer, "%q does not have the form %s", shorten(s), t.Pattern)
	}
	return true
}

var patterns sync.Map // of compiled expressions by their text

func pattern(text string) *regexp.Regexp {
	if re, ok := patterns.Load(text); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile("^(?:" + text + ")$")
	patterns.Store(text, re)
	return re
}

func (v *validator) number(t *model.Type, value any, pointer string) bool {
	f, ok := value.(float64)
	if literal, is := value.(model.Literal); is {
		if t.Unit == "" && t.Kind == model.KindNumber {
			return true // only open data has numbers without a unit, and it keeps their digits
		}
		v.fault("record.member", pointer, "%s has more digits than a length or angle holds; round it", shorten(string(literal)))
		return true
	}
	switch {
	case !ok || !finite(f) || t.Kind == model.KindInteger && f != math.Trunc(f):
		return false
	case t.Min != nil && f < *t.Min:
		v.fault("record.member", pointer, "%v is too small: at least %v%s", f, *t.Min, unit(t))
	case t.Above != nil && f <= *t.Above:
		v.fault("record.member", pointer, "%v is too small: over %v%s", f, *t.Above, unit(t))
	case t.Max != nil && f > *t.Max:
		v.fault("record.member", pointer, "%v is too large: at most %v%s", f, *t.Max, unit(t))
	case t.Unit == "mm":
		v.within(f, pointer)
	}
	return true
}

// farthest is the largest length and coordinate, in mm: from a pole to the equator,
// which is as far as the plans of surveyors count.
const farthest = 1e10

func (v *validator) within(mm float64, pointer string) {
	if math.Abs(mm) > farthest {
		v.fault("record.member", pointer, "%v mm is over 10,000 km; lengths are in mm", mm)
	}
}

// encodable tells whether open data holds only numbers that can be written.
func encodable(value any) bool {
	switch value := value.(type) {
	case float64:
		return finite(value)
	case []any:
		return !slices.ContainsFunc(value, func(item any) bool { return !encodable(item) })
	case model.Object:
		return !slices.ContainsFunc(value, func(m model.Member) bool { return !encodable(m.Value) })
	}
	return true
}

func unit(t *model.Type) string {
	if t.Unit == "" {
		return ""
	}
	return " " + t.Unit
}

func finite(f float64) bool { return f-f == 0 }

func (v *validator) coordinates(value any, n int, pointer string) bool {
	list, ok := value.([]any)
	if !ok || len(list) != n {
		return false
	}
	for i, item := range list {
		f, ok := item.(float64)
		if !ok || !finite(f) {
			return false
		}
		v.within(f, pointer+"/"+strconv.Itoa(i))
	}
	return true
}

func (v *validator) list(t *model.Type, value any, pointer string) bool {
	list, ok := value.([]any)
	if !ok {
		return false
	}
	if len(list) > 0 && len(list) < t.Least {
		v.fault("record.member", pointer, "%d items are too few: at least %d", len(list), t.Least)
	}
	for i, item := range list {
		at := pointer + "/" + strconv.Itoa(i)
		v.value(t.Elem, item, at)
		if t.Set && slices.ContainsFunc(list[:i], func(other any) bool { return model.Equal(other, item) }) {
			v.fault("record.member", at, "%s stands here twice; a set holds each once", show(item))
		}
	}
	return true
}

func (v *validator) open(t *model.Type, value any, pointer string) bool {
	o, ok := value.(model.Object)
	for _, m := range o {
		v.value(t.Elem, m.Value, pointer+"/"+escape(m.Name))
	}
	return ok
}

// wanted says what a member is for, and the words that it may be.
func wanted(f *model.Field) string {
	if len(f.Type.Enum) == 0 {
		return f.Doc
	}
	return strings.TrimSuffix(f.Doc, ".") + ", one of " + strings.Join(f.Type.Enum, ", ")
}

func (v *validator) object(t *model.Type, value any, pointer string) bool {
	o, ok := value.(model.Object)
	if !ok {
		return false
	}
	for _, m := range o {
		i := slices.IndexFunc(t.Fields, func(f model.Field) bool { return f.Name == m.Name })
		if i >= 0 {
			v.value(&t.Fields[i].Type, m.Value, pointer+"/"+m.Name)
			continue
		}
		v.fault("record.unknown", pointer+"/"+escape(m.Name), "there is no member %q here; it is kept as it is%s",
			shorten(m.Name), nearestHint(NearestName(m.Name, names(t.Fields))))
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Required && absent(o.Get(f.Name)) {
			v.fault("record.member", pointer+"/"+f.Name, "%s is missing: %s", f.Name, wanted(f))
		}
	}
	return true
}
