package edit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

// aim is what something is brought to: a wall or grid by its name, or a point.
type aim struct {
	text  string
	point *geom.Point
}

// DecodeArg implements args.Value.
func (a *aim) DecodeArg(v any) error {
	*a = aim{}
	var p args.Point
	if s, ok := v.(string); ok {
		if x, y, two := strings.Cut(s, ","); two && p.DecodeArg([]any{x, y}) == nil { // as a command line writes a point
			a.point = &geom.Point{X: p[0], Y: p[1]}
			return nil
		}
		a.text = s
		return nil
	}
	if err := p.DecodeArg(v); err != nil {
		return errors.New("takes the name of a wall or grid, or a point [x, y]")
	}
	a.point = &geom.Point{X: p[0], Y: p[1]}
	return nil
}

// ArgSchema implements args.Value.
func (*aim) ArgSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"string", "array"}}
}

// lined answers what has a line in plan that the text of an argument names, and the
// line.
func (tx *Tx) lined(argument, text string) (*model.Record, geom.Curve, error) {
	r, err := tx.One(text, find.Want{Categories: []string{"wall", "curtain-wall", "grid", "separator"}, Role: argument})
	if err != nil {
		return nil, geom.Curve{}, err
	}
	line, ok := category.Baseline(r)
	if !ok || line.Length() <= geom.Epsilon {
		return nil, line, tx.Invalid("/"+argument, fmt.Sprintf("%s has no line", titled(r)), text)
	}
	return r, line, nil
}
