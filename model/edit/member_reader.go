package edit

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
)

// memberReader reads one member's value by what the schema says of it. Its path is
// where it reads, and stays where it failed.
type memberReader struct {
	tx   *Tx
	of   string // the category whose types a reference to a type may name
	name string // of the member
	path []any
}

// misread is a value that a member does not take: what it takes, what came, and the
// name or word that was likely meant.
type misread struct {
	takes, near string
	got         any
	rename      bool // near is the name of the last step, not its value
}

func (e *misread) Error() string { return e.takes }

func takes(what string, got any) error { return &misread{takes: "takes " + what, got: got} }

// at reads a part of the value, by a name or position.
func (m *memberReader) at(step any, t *model.Type, v any) (any, error) {
	m.path = append(m.path, step)
	out, err := m.value(t, v)
	if err == nil {
		m.path = m.path[:len(m.path)-1]
	}
	return out, err
}

// problem says what is wrong at the path, and the command that was likely meant.
func (m *memberReader) problem(err error, f *model.Field) error {
	var p *model.Problem
	if errors.As(err, &p) { // of a name that names nothing
		p.Details["path"], p.Details["want"] = pointer(m.path), m.tx.command.Signature()
		m.try(p, &misread{near: m.tx.likely(p)})
		return p
	}
	var wrong *misread
	if !errors.As(err, &wrong) {
		wrong = &misread{takes: err.Error(), got: m.tx.data}
	}
	message := fmt.Sprintf("%s %s", place(m.path[1:]), wrong.takes)
	if wrong.got != nil {
		message += "; got " + clip(string(model.AppendCompact(nil, wrong.got)))
	}
	p = m.tx.invalid(pointer(m.path), message, nil)
	p.Hint = strings.TrimSuffix(f.Doc, ".")
	m.try(p, wrong)
	return p
}

// try adds the command with the likely name or word at the path.
func (m *memberReader) try(p *model.Problem, wrong *misread) {
	if wrong.near == "" {
		return
	}
	edit := func() (model.Object, bool) { return args.Replaced(m.tx.data, m.path, wrong.near) }
	if wrong.rename {
		edit = func() (model.Object, bool) { return args.Renamed(m.tx.data, m.path, wrong.near) }
	}
	if try, ok := edit(); ok {
		p.Details["try"] = try
	}
}

// place names a path in a sentence: layers[0].function.
func place(path []any) string {
	out := ""
	for i, step := range path {
		switch step := step.(type) {
		case int:
			out += fmt.Sprintf("[%d]", step)
		case string:
			if i > 0 {
				out += "."
			}
			out += step
		}
	}
	return out
}

func (m *memberReader) value(t *model.Type, v any) (any, error) {
	switch t.Kind {
	case model.KindString:
		return text(t, v)
	case model.KindBool:
		return truth(v)
	case model.KindNumber, model.KindInteger:
		return measured(t, v)
	case model.KindPoint:
		var p args.Point
		err := p.DecodeArg(v)
		return model.PointValue(p[:]...), readable(err, v)
	case model.KindPoint3:
		var p args.Point3
		err := p.DecodeArg(v)
		return model.PointValue(p[:]...), readable(err, v)
	case model.KindRef:
		return m.reference(t, v)
	case model.KindList:
		return m.list(t, v)
	case model.KindMap:
		return m.open(t, v)
	case model.KindObject:
		return m.object(t, v)
	case model.KindOneOf:
		return m.choice(t, v)
	}
	return v, nil
}

// readable answers the error of a value that could not be read as one of ours.
func readable(err error, got any) error {
	if err == nil {
		return nil
	}
	return &misread{takes: err.Error(), got: got}
}

func text(t *model.Type, v any) (any, error) {
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case float64:
		s = string(model.AppendNumber(nil, v))
	default:
		return nil, takes("text", v)
	}
	if len(t.Enum) == 0 {
		return s, nil
	}
	for _, w := range t.Enum {
		if strings.EqualFold(w, s) {
			return w, nil
		}
	}
	wrong := &misread{takes: "is one of " + strings.Join(t.Enum, ", "), got: v, near: args.Nearest(s, t.Enum)}
	if wrong.near != "" {
		wrong.takes += fmt.Sprintf(" (did you mean %q?)", wrong.near)
	}
	return nil, wrong
}

func truth(v any) (any, error) {
	switch v {
	case true, "true":
		return true, nil
	case false, "false":
		return false, nil
	}
	return nil, takes("true or false", v)
}

// measured reads a number in the member's unit.
func measured(t *model.Type, v any) (any, error) {
	var f float64
	var err error
	switch t.Unit {
	case "mm":
		var l args.Length
		err = l.DecodeArg(v)
		f = float64(l)
	case "deg":
		var a args.Angle
		err = a.DecodeArg(v)
		f = float64(a)
	default:
		f, err = args.Number(v)
	}
	if err == nil && signed(t, v) {
		return nil, takes("the new size, and a plus reads as what to add to the old one", v)
	}
	if err == nil && t.Kind == model.KindInteger && f != math.Trunc(f) {
		return nil, takes("a whole number", v)
	}
	return f, readable(err, v)
}

// signed tells whether a size that is never negative came with a plus.
func signed(t *model.Type, v any) bool {
	text, ok := v.(string)
	return ok && (t.Above != nil || t.Min != nil) && strings.HasPrefix(strings.TrimSpace(text), "+")
}

func (m *memberReader) reference(t *model.Type, v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, takes("an id", v)
	}
	want := find.Want{Categories: t.To, Role: m.name}
	if t.TypeOf {
		want.TypeOf = m.of
	}
	r, err := m.tx.One(s, want)
	if err != nil {
		return nil, err
	}
	return r.ID(), nil
}

func (m *memberReader) list(t *model.Type, v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		if _, isObject := v.(model.Object); isObject {
			return nil, takes("a list", v)
		}
		list = []any{v}
	}
	out := make([]any, 0, len(list))
	for i, item := range list {
		v, err := m.at(i, t.Elem, item)
		if err != nil {
			return nil, err
		}
		if !t.Set || !slices.ContainsFunc(out, func(o any) bool { return model.Equal(o, v) }) {
			out = append(out, v)
		}
	}
	if t.Set {
		slices.SortFunc(out, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return out, nil
}

// open reads a map of open names. A null takes a name away and stays.
func (m *memberReader) open(t *model.Type, v any) (any, error) {
	o, ok := v.(model.Object)
	if !ok {
		return nil, takes("an object of names and values", v)
	}
	out := make(model.Object, 0, len(o))
	for _, member := range o {
		if member.Value != nil {
			v, err := m.at(member.Name, t.Elem, member.Value)
			if err != nil {
				return nil, err
			}
			member.Value = v
		}
		out = append(out, member)
	}
	return out, nil
}

func (m *memberReader) object(t *model.Type, v any) (any, error) {
	o, ok := v.(model.Object)
	if !ok {
		return nil, takes("an object", v)
	}
	out := make(model.Object, 0, len(o))
	for _, member := range o {
		i := slices.IndexFunc(t.Fields, func(f model.Field) bool { return f.Name == member.Name })
		if i < 0 {
			m.path = append(m.path, member.Name)
			return nil, unknownPart(member.Name, t.Fields)
		}
		v, err := m.at(member.Name, &t.Fields[i].Type, member.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, model.Member{Name: member.Name, Value: v})
	}
	return out, nil
}

func unknownPart(name string, fields []model.Field) error {
	known := make([]string, len(fields))
	for i := range fields {
		known[i] = fields[i].Name
	}
	wrong := &misread{near: args.Nearest(name, known), rename: true}
	if wrong.takes = "is no member here; there are " + strings.Join(known, ", "); wrong.near != "" {
		wrong.takes = fmt.Sprintf("is no member here; use %q", wrong.near)
	}
	return wrong
}

// choice reads a value as the first of several types that takes it: as it stands
// where one does, before anything is forgiven.
func (m *memberReader) choice(t *model.Type, v any) (any, error) {
	var first error
	depth, failed := len(m.path), m.path
	for _, forgiving := range []bool{false, true} {
		for i := range t.Choices {
			out, err := m.value(&t.Choices[i], v)
			switch {
			case err == nil && (forgiving || model.Equal(out, v)):
				return out, nil
			case err != nil && (first == nil || len(m.path) > len(failed)): // the one that came furthest
				first, failed = err, slices.Clone(m.path)
			}
			m.path = m.path[:depth]
		}
	}
	m.path = failed
	return nil, first
}
