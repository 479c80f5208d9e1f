package model

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// lineLimit is the longest line that a list of scalars may stand on, in characters.
const lineLimit = 100

// Encode writes a record in its canonical bytes: two-space indent, members in the
// schema's order and unknown ones after them by their bytes, empty lists and maps
// left out, one newline at the end. A record of an unknown category keeps the
// common members first.
func (s *Schema) Encode(r *Record) []byte {
	fields := commonFields
	if c := s.categories[r.Category()]; c != nil {
		fields = c.Fields
	}
	return EncodeObject(r.members, fields)
}

// EncodeObject writes an object in canonical bytes by the fields of its schema.
func EncodeObject(o Object, fields []Field) []byte {
	e := encoder{}
	e.object(o, fields, 0)
	e.buf.WriteByte('\n')
	return e.buf.Bytes()
}

// commonFields orders the members of a record whose category is unknown.
var commonFields = func() []Field {
	names := []string{"id", "category", "of", "name", "mark", "number", "kind", "typeId", "levelId", "hostId", "discipline"}
	fields := make([]Field, len(names))
	for i, name := range names {
		fields[i] = Field{Name: name, Type: Type{Kind: KindAny}}
	}
	return fields
}()

type encoder struct {
	buf bytes.Buffer
}

func (e *encoder) value(v any, t *Type, depth int) {
	switch v := v.(type) {
	case Object:
		e.object(v, fieldsOf(t), depth)
	case []any:
		e.list(v, t, depth)
	default:
		e.buf.Write(appendScalar(nil, v))
	}
}

func fieldsOf(t *Type) []Field {
	if t == nil {
		return nil
	}
	if t.Kind == KindOneOf {
		for i := range t.Choices {
			if t.Choices[i].Kind == KindObject {
				return t.Choices[i].Fields
			}
		}
	}
	return t.Fields
}

func (e *encoder) object(o Object, fields []Field, depth int) {
	ordered := order(o, fields)
	if len(ordered) == 0 {
		e.buf.WriteString("{}")
		return
	}
	e.buf.WriteByte('{')
	for i, m := range ordered {
		if i > 0 {
			e.buf.WriteByte(',')
		}
		e.newline(depth + 1)
		e.buf.Write(appendString(nil, m.Name))
		e.buf.WriteString(": ")
		e.value(m.Value, m.typ, depth+1)
	}
	e.newline(depth)
	e.buf.WriteByte('}')
}

type typedMember struct {
	Member
	typ *Type
}

// order sorts members by the fields and the unknown ones after them by bytes; the
// empty ones are left out.
func order(o Object, fields []Field) []typedMember {
	ordered := make([]typedMember, 0, len(o))
	for i := range fields {
		if v, ok := o.Lookup(fields[i].Name); ok && !empty(v) {
			ordered = append(ordered, typedMember{Member{fields[i].Name, v}, memberType(&fields[i].Type)})
		}
	}
	known := len(ordered)
	for _, m := range o {
		if empty(m.Value) || slices.ContainsFunc(fields, func(f Field) bool { return f.Name == m.Name }) {
			continue
		}
		ordered = append(ordered, typedMember{m, nil})
	}
	slices.SortStableFunc(ordered[known:], func(a, b typedMember) int { return compareStrings(a.Name, b.Name) })
	return ordered
}

func memberType(t *Type) *Type {
	if t.Kind == KindAny {
		return nil
	}
	return t
}

// empty tells whether a value is an empty list or map, or an object that holds
// only such.
func empty(v any) bool {
	switch v := v.(type) {
	case Object:
		return !slices.ContainsFunc(v, func(m Member) bool { return !empty(m.Value) })
	case []any:
		return len(v) == 0
	}
	return false
}

func (e *encoder) list(list []any, t *Type, depth int) {
	if line, ok := oneLine(list); ok && e.column()+utf8.RuneCount(line) < lineLimit {
		e.buf.Write(line)
		return
	}
	elem := elemOf(t)
	e.buf.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			e.buf.WriteByte(',')
		}
		e.newline(depth + 1)
		e.value(v, elem, depth+1)
	}
	e.newline(depth)
	e.buf.WriteByte(']')
}

func elemOf(t *Type) *Type {
	if t == nil {
		return nil
	}
	if t.Kind == KindOneOf {
		for i := range t.Choices {
			if t.Choices[i].Kind == KindList {
				return t.Choices[i].Elem
			}
		}
	}
	return t.Elem
}

// oneLine writes a list of scalars on one line, and says whether it is one.
func oneLine(list []any) ([]byte, bool) {
	line := []byte{'['}
	for i, v := range list {
		switch v.(type) {
		case Object, []any:
			return nil, false
		}
		if i > 0 {
			line = append(line, ", "...)
		}
		line = appendScalar(line, v)
	}
	return append(line, ']'), true
}

// column answers how many characters stand on the line being written.
func (e *encoder) column() int {
	written := e.buf.Bytes()
	return utf8.RuneCount(written[bytes.LastIndexByte(written, '\n')+1:])
}

func (e *encoder) newline(depth int) {
	e.buf.WriteByte('\n')
	for range depth {
		e.buf.WriteString("  ")
	}
}

func appendScalar(dst []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case float64:
		return AppendNumber(dst, v)
	case Literal:
		return append(dst, v...)
	case string:
		return appendString(dst, v)
	default:
		return append(dst, "null"...)
	}
}

const hexDigits = "0123456789abcdef"

// appendString quotes a string and escapes only quotes, backslashes and control
// characters.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c < 0x20 || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
