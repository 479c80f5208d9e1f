package args

import "strings"

// Signature answers the arguments on one line, those that are required with a star and
// those that are unsaid left out:
// place_window {host*, from, distance*, like | type | width + height}.
func (s *Spec) Signature() string { return signature(s.name, s.fields) }

func signature(name string, fields []field) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(name + " {"))
	first := true
	for i := range fields {
		f := &fields[i]
		if f.unsaid {
			continue
		}
		switch {
		case first:
		case f.join != "":
			b.WriteString(" " + f.join + " ")
		default:
			b.WriteString(", ")
		}
		first = false
		b.WriteString(f.name)
		if f.required {
			b.WriteByte('*')
		}
	}
	b.WriteByte('}')
	return b.String()
}
