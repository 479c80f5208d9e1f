package args

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/measure"
)

// Value is a type that reads itself from a value of package model. The error's text
// goes on after the argument's name: what it takes.
type Value interface {
	DecodeArg(v any) error
	ArgSchema() *jsonschema.Schema
}

// Length is a length in mm. A request gives a number of mm or text such as "2.1 m",
// "900 mm" or 3'-6 1/2".
type Length float64

// DecodeArg implements Value.
func (l *Length) DecodeArg(v any) error {
	f, err := quantity(v, measure.Length, `takes a length: a number of mm, or text such as "2.1 m"`)
	*l = Length(f)
	return err
}

// ArgSchema implements Value.
func (*Length) ArgSchema() *jsonschema.Schema { return numberOrText() }

// Angle is an angle in degrees, counter-clockwise. A request gives a number of
// degrees or text such as "45°" or "1:12".
type Angle float64

// DecodeArg implements Value.
func (a *Angle) DecodeArg(v any) error {
	f, err := quantity(v, measure.Angle, `takes an angle: a number of degrees, or text such as "45°"`)
	*a = Angle(f)
	return err
}

// ArgSchema implements Value.
func (*Angle) ArgSchema() *jsonschema.Schema { return numberOrText() }

func numberOrText() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"number", "string"}}
}

func quantity(v any, parse func(string) (float64, error), want string) (float64, error) {
	s, isText := v.(string)
	if !isText {
		f, err := Number(v)
		if err != nil && !errors.Is(err, errNotFinite) {
			return 0, errors.New(want)
		}
		return f, err
	}
	f, err := parse(s)
	if err != nil {
		return 0, errors.New(want)
	}
	return f, finite(f)
}

// Point is a plan point [x, y] in mm, each a length.
type Point [2]float64

// DecodeArg implements Value.
func (p *Point) DecodeArg(v any) error { return coordinates(v, p[:], 2, "takes a point [x, y] in mm") }

// ArgSchema implements Value.
func (*Point) ArgSchema() *jsonschema.Schema { return coordinateList(2, 2) }

// Point3 is a space point [x, y, z] in mm, each a length.
type Point3 [3]float64

// DecodeArg implements Value.
func (p *Point3) DecodeArg(v any) error {
	return coordinates(v, p[:], 3, "takes a point [x, y, z] in mm")
}

// ArgSchema implements Value.
func (*Point3) ArgSchema() *jsonschema.Schema { return coordinateList(3, 3) }

// Delta is a movement [dx, dy] or [dx, dy, dz] in mm, each a length.
type Delta [3]float64

// DecodeArg implements Value.
func (d *Delta) DecodeArg(v any) error {
	return coordinates(v, d[:], 2, "takes a movement [dx, dy] or [dx, dy, dz] in mm")
}

// ArgSchema implements Value.
func (*Delta) ArgSchema() *jsonschema.Schema { return coordinateList(2, 3) }

func coordinateList(least, most int) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: numberOrText(), MinItems: &least, MaxItems: &most}
}

// coordinates reads a list of lengths, or an object {x, y} or {x, y, z} of them.
func coordinates(v any, into []float64, least int, want string) error {
	list, ok := asList(v)
	if !ok {
		list, ok = axes(v)
	}
	if !ok || len(list) < least || len(list) > len(into) {
		return errors.New(want)
	}
	clear(into)
	for i, item := range list {
		var l Length
		if err := l.DecodeArg(item); err != nil {
			return fmt.Errorf("%s; number %d %w", want, i+1, err)
		}
		into[i] = float64(l)
	}
	return nil
}

// axes answers the values of an object that holds x, y and perhaps z.
func axes(v any) ([]any, bool) {
	o, _ := asObject(v)
	names := []string{"x", "y", "z"}
	if len(o) > len(names) {
		return nil, false
	}
	list := make([]any, len(o))
	for i := range list {
		value, there := o.Lookup(names[i])
		if !there {
			return nil, false
		}
		list[i] = value
	}
	return list, len(list) > 0
}

var errNotFinite = errors.New("takes a finite number")

func finite(f float64) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return errNotFinite
	}
	return nil
}

// Number reads a finite number, or text that is one. The error goes on after an
// argument's name.
func Number(v any) (float64, error) {
	switch v := v.(type) {
	case float64:
		return v, finite(v)
	case int:
		return float64(v), nil
	case model.Literal:
		return parseNumber(string(v))
	case string:
		return parseNumber(strings.TrimSpace(v))
	}
	return 0, errors.New("takes a number")
}

func parseNumber(text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, errNotFinite
	}
	if err != nil {
		return 0, errors.New("takes a number")
	}
	return f, finite(f)
}

// asText answers text, also a number as it is written.
func asText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case float64:
		return string(model.AppendNumber(nil, v)), finite(v) == nil
	case model.Literal:
		return string(v), true
	}
	return "", false
}

func asBool(v any) (value, ok bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case string:
		switch strings.ToLower(v) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	return false, false
}

// asObject answers an object, also one that came as JSON text.
func asObject(v any) (model.Object, bool) {
	if s, ok := v.(string); ok && strings.HasPrefix(strings.TrimSpace(s), "{") {
		o, err := model.DecodeObject([]byte(s))
		return o, err == nil
	}
	o, ok := v.(model.Object)
	return o, ok
}

// asList answers a list, also one that came as JSON text.
func asList(v any) ([]any, bool) {
	if s, ok := v.(string); ok && strings.HasPrefix(strings.TrimSpace(s), "[") {
		o, err := model.DecodeObject([]byte(`{"list": ` + s + `}`))
		if err != nil {
			return nil, false
		}
		v = o.Get("list")
	}
	list, ok := v.([]any)
	return list, ok
}

var valueType = reflect.TypeFor[Value]()

// isScalarType tells whether one JSON scalar can be a value of the type.
func isScalarType(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Float64:
		return true
	}
	return false
}
