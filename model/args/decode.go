package args

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// fault is one thing that is wrong with a request.
type fault struct {
	kind    faultKind
	place   place
	name    string  // the member's name, of an unknown or missing one
	nearest string  // the known name or word that was likely meant
	as      alias   // the alias by which it was meant
	want    []field // the arguments where the fault lies, for a nested object
	got     any
	message string
}

type faultKind uint8

const (
	mismatch faultKind = iota
	unknown
	missing
	word
	stray   // a name that belongs into an open argument
	wrapper // an object around the arguments that should not be there
)

// place is where in a request a value stands.
type place struct {
	spec *Spec
	path []any // member names and list positions
}

func (p place) at(step any) place {
	return place{spec: p.spec, path: append(p.path[:len(p.path):len(p.path)], step)}
}

// text names the place in a sentence: "place_window points[2]".
func (p place) text() string {
	var b strings.Builder
	if p.spec != nil {
		b.WriteString(p.spec.name + " ")
	}
	for i, step := range p.path {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", step)
		case string:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step)
		}
	}
	return strings.TrimSpace(b.String())
}

// pointer answers the place as a JSON pointer.
func (p place) pointer() string {
	var b strings.Builder
	for _, step := range p.path {
		text := fmt.Sprint(step)
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(text))
	}
	return b.String()
}

func decodeStruct(v reflect.Value, data model.Object, at place, fields []field) *fault {
	for _, m := range data {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == m.Name }) {
			return unknownName(m, at, fields)
		}
	}
	for i := range fields {
		f := &fields[i]
		x := data.Get(f.name)
		if x == nil && f.required {
			return &fault{kind: missing, place: at.at(f.name), name: f.name, want: fields,
				message: strings.TrimSuffix(fmt.Sprintf("%s needs %q: %s", at.text(), f.name, f.doc), ".")}
		}
		if x == nil {
			x = f.absent
		}
		if x == nil {
			continue
		}
		if fault := decodeField(v.FieldByIndex(f.index), x, at.at(f.name), f); fault != nil {
			return fault
		}
	}
	return nil
}

func unknownName(m model.Member, at place, fields []field) *fault {
	out := &fault{kind: unknown, place: at.at(m.Name), name: m.Name, want: fields, got: m.Value}
	for i := range fields {
		for _, a := range fields[i].also {
			if strings.EqualFold(a.name, m.Name) {
				out.nearest, out.as = fields[i].name, a
			}
		}
	}
	exact := out.nearest != ""
	if out.nearest == "" {
		out.nearest = Nearest(m.Name, names(fields))
	}
	hint := ""
	switch {
	case out.nearest == "" && len(at.path) == 0 && wraps(m):
		out.kind, hint = wrapper, "; give its members beside it, not inside it"
	case len(at.path) == 0 && at.spec.into != nil && !exact && at.spec.into(m.Name) != "":
		out.kind, out.nearest = stray, at.spec.into(m.Name)
		hint = fmt.Sprintf("; put it into %q", out.nearest)
	case out.nearest != "":
		hint = fmt.Sprintf("; use %q", out.nearest)
	}
	if out.as.other != "" {
		hint += fmt.Sprintf(" with %s: %q", out.as.other, out.as.word)
	}
	out.message = fmt.Sprintf("%s has no %q%s", at.text(), clip(m.Name), hint)
	return out
}

// wraps tells whether a member is the usual envelope around arguments.
func wraps(m model.Member) bool {
	_, isObject := asObject(m.Value)
	return isObject && slices.Contains([]string{"args", "arguments", "params", "parameters", "input"}, m.Name)
}

// decodeField reads a value by its Go type, and holds it to the field's tags.
func decodeField(v reflect.Value, x any, at place, f *field) *fault {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return decodeField(v.Elem(), x, at, f)
	}
	if value, ok := v.Addr().Interface().(Value); ok {
		if err := value.DecodeArg(x); err != nil {
			return wrong(at, x, err.Error())
		}
		return checkNumber(v, x, at, f)
	}
	switch target := v.Addr().Interface().(type) {
	case *model.Object:
		o, ok := asObject(x)
		if !ok {
			return wrong(at, x, "takes an object")
		}
		*target = o
		return nil
	case *any:
		*target = x
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		o, ok := asObject(x)
		if !ok {
			return wrong(at, x, "takes an object "+signature("", fieldsOf(v.Type())))
		}
		return decodeStruct(v, o, at, fieldsOf(v.Type()))
	case reflect.Slice:
		return decodeSlice(v, x, at, f)
	case reflect.Map:
		return decodeMap(v, x, at, f)
	default:
		return decodeScalar(v, x, at, f)
	}
}

func decodeSlice(v reflect.Value, x any, at place, f *field) *fault {
	list, ok := asList(x)
	if !ok {
		_, isObject := asObject(x)
		if !isObject && !isScalarType(v.Type().Elem()) {
			return wrong(at, x, "takes a list")
		}
		list = []any{x} // one stands for a list of one
	}
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i, item := range list {
		if item == nil {
			return wrong(at.at(i), item, "is null; leave it out")
		}
		if fault := decodeField(v.Index(i), item, at.at(i), f); fault != nil {
			return fault
		}
	}
	return nil
}

func decodeMap(v reflect.Value, x any, at place, f *field) *fault {
	o, ok := asObject(x)
	if !ok {
		return wrong(at, x, "takes an object of names and values")
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(o)))
	for _, m := range o {
		item := reflect.New(v.Type().Elem()).Elem()
		if m.Value != nil {
			if fault := decodeField(item, m.Value, at.at(m.Name), f); fault != nil {
				return fault
			}
		}
		v.SetMapIndex(reflect.ValueOf(m.Name), item)
	}
	return nil
}

func decodeScalar(v reflect.Value, x any, at place, f *field) *fault {
	switch v.Kind() {
	case reflect.String:
		s, ok := asText(x)
		if !ok {
			return wrong(at, x, "takes text")
		}
		return decodeText(v, s, at, f)
	case reflect.Bool:
		b, ok := asBool(x)
		if !ok {
			return wrong(at, x, "takes true or false")
		}
		v.SetBool(b)
		return nil
	case reflect.Int:
		n, err := Number(x)
		if err != nil || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
			return wrong(at, x, "takes a whole number")
		}
		v.SetInt(int64(n))
		return checkNumber(v, x, at, f)
	case reflect.Float64:
		n, err := Number(x)
		if err != nil {
			return wrong(at, x, err.Error())
		}
		v.SetFloat(n)
		return checkNumber(v, x, at, f)
	}
	panic(fmt.Sprintf("args: %s: no argument can be a %s", at.text(), v.Type()))
}

func decodeText(v reflect.Value, s string, at place, f *field) *fault {
	if f.enum != nil {
		i := slices.IndexFunc(f.enum, func(w string) bool { return strings.EqualFold(w, s) })
		if i < 0 {
			out := wrong(at, s, "is one of "+strings.Join(f.enum, ", "))
			out.kind, out.nearest = word, Nearest(s, f.enum)
			return out
		}
		s = f.enum[i]
	}
	if f.pattern != nil && !f.pattern.MatchString(s) {
		return wrong(at, s, fmt.Sprintf("has to match %s", strings.TrimSuffix(strings.TrimPrefix(f.pattern.String(), "^(?:"), ")$")))
	}
	v.SetString(s)
	return nil
}

func checkNumber(v reflect.Value, x any, at place, f *field) *fault {
	var n float64
	switch v.Kind() {
	case reflect.Float64:
		n = v.Float()
	case reflect.Int:
		n = float64(v.Int())
	default:
		return nil
	}
	limit := func(words string, bound float64) *fault {
		return wrong(at, x, fmt.Sprintf("has to be %s %s", words, model.AppendNumber(nil, bound)))
	}
	switch {
	case f.min != nil && n < *f.min:
		return limit("at least", *f.min)
	case f.above != nil && n <= *f.above:
		return limit("over", *f.above)
	case f.max != nil && n > *f.max:
		return limit("at most", *f.max)
	}
	return nil
}

func wrong(at place, got any, message string) *fault {
	return &fault{kind: mismatch, place: at, got: got,
		message: fmt.Sprintf("%s %s; got %s", at.text(), message, show(got))}
}

// show writes a value into a sentence, shortened.
func show(v any) string {
	if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return clip(string(model.AppendCompact(nil, v)))
}

func clip(s string) string {
	const limit = 60
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return s
}
