package ops

import (
	"maps"

	"github.com/openeik/ekgit/model"
)

// mend adds the request that would work to a problem that says what it got and what
// could be meant instead: the request itself with the first candidate in its place.
func mend(err error, o *Operation, arguments model.Object) error {
	p := problem(err)
	got, isText := p.Details["got"].(string)
	candidates, _ := p.Details["candidates"].([]string)
	if p.Details["try"] != nil || !isText || got == "" || len(candidates) == 0 {
		return err
	}
	try, changed := replaced(arguments, got, candidates[0])
	if !changed {
		return err
	}
	mended := *p
	mended.Details = maps.Clone(p.Details)
	mended.Details["try"] = append(model.Object{{Name: "action", Value: o.Name}}, try.(model.Object)...)
	return &mended
}

// replaced answers a value in which one text stands for another.
func replaced(v any, old, next string) (any, bool) {
	changed := false
	switch v := v.(type) {
	case string:
		if v == old {
			return next, true
		}
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			var there bool
			list[i], there = replaced(item, old, next)
			changed = changed || there
		}
		return list, changed
	case model.Object:
		o := make(model.Object, len(v))
		for i, m := range v {
			value, there := replaced(m.Value, old, next)
			o[i] = model.Member{Name: m.Name, Value: value}
			changed = changed || there
		}
		return o, changed
	}
	return v, false
}
