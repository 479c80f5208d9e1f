package model

import "slices"

// Record is one thing of a model: an element, a type, a level, a material. It is
// immutable; With and Without answer changed copies that share what is equal.
type Record struct {
	members Object
}

// NewRecord makes a record of the members, which it owns from then on.
func NewRecord(members Object) *Record { return &Record{members: members} }

// Members answers the record's members. They must not be changed.
func (r *Record) Members() Object { return r.members }

// ID answers the record's id, empty where it has none that is a string.
func (r *Record) ID() string { return r.String("id") }

// Category answers the record's category, empty where it has none.
func (r *Record) Category() string { return r.String("category") }

// Of answers the category that a type is a type of.
func (r *Record) Of() string { return r.String("of") }

// Get answers a member's value, nil where it is absent.
func (r *Record) Get(name string) any { return r.members.Get(name) }

// Has tells whether the member is there.
func (r *Record) Has(name string) bool {
	_, ok := r.members.Lookup(name)
	return ok
}

// String answers a member that is a string, empty where it is not.
func (r *Record) String(name string) string {
	s, _ := r.Get(name).(string)
	return s
}

// Number answers a member that is a number, and whether it is one.
func (r *Record) Number(name string) (float64, bool) {
	f, ok := r.Get(name).(float64)
	return f, ok
}

// NumberOr answers a member that is a number, else the given one.
func (r *Record) NumberOr(name string, absent float64) float64 {
	if f, ok := r.Number(name); ok {
		return f
	}
	return absent
}

// Bool answers a member that is a boolean, else the given one.
func (r *Record) Bool(name string, absent bool) bool {
	if b, ok := r.Get(name).(bool); ok {
		return b
	}
	return absent
}

// Strings answers the strings of a member that is a list, in its order.
func (r *Record) Strings(name string) []string {
	list, _ := r.Get(name).([]any)
	out := make([]string, 0, len(list))
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// Object answers a member that is an object, nil where it is not.
func (r *Record) Object(name string) Object {
	o, _ := r.Get(name).(Object)
	return o
}

// Point answers a member that is a plan point [x, y] in mm.
func (r *Record) Point(name string) (p [2]float64, ok bool) {
	ok = numbers(r.Get(name), p[:])
	return p, ok
}

// Point3 answers a member that is a space point [x, y, z] in mm.
func (r *Record) Point3(name string) (p [3]float64, ok bool) {
	ok = numbers(r.Get(name), p[:])
	return p, ok
}

// Points answers a member that is a list of plan points in mm, and whether every
// one of them is well formed.
func (r *Record) Points(name string) ([][2]float64, bool) { return PointList(r.Get(name)) }

// PointList reads a value as a list of plan points in mm.
func PointList(v any) ([][2]float64, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	points := make([][2]float64, len(list))
	for i, v := range list {
		if !numbers(v, points[i][:]) {
			return nil, false
		}
	}
	return points, true
}

func numbers(v any, into []float64) bool {
	list, ok := v.([]any)
	if !ok || len(list) != len(into) {
		return false
	}
	for i, v := range list {
		if into[i], ok = v.(float64); !ok {
			return false
		}
	}
	return true
}

// With answers a copy that has the member set; a nil value takes it away.
func (r *Record) With(name string, value any) *Record {
	if value == nil {
		return r.Without(name)
	}
	return &Record{members: r.members.With(name, value)}
}

// Without answers a copy that lacks the member, or r itself where it is absent.
func (r *Record) Without(name string) *Record {
	if !r.Has(name) {
		return r
	}
	return &Record{members: r.members.Without(name)}
}

// Equal tells whether two records hold the same data, whatever its order.
func (r *Record) Equal(other *Record) bool {
	if r == nil || other == nil {
		return r == other
	}
	return Equal(r.members, other.members)
}

// PointValue turns coordinates into a value.
func PointValue(coordinates ...float64) []any {
	list := make([]any, len(coordinates))
	for i, c := range coordinates {
		list[i] = c
	}
	return list
}

// StringsValue turns strings into a value, nil where there is none.
func StringsValue(list []string) any {
	if len(list) == 0 {
		return nil
	}
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// SetValue turns strings into a set: sorted, each once, nil where there is none.
func SetValue(list []string) any {
	sorted := slices.Sorted(slices.Values(list))
	return StringsValue(slices.Compact(sorted))
}
