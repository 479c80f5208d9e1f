package ops

import (
	"cmp"
	"maps"

	"github.com/openeik/ekgit/model"
)

// mend adds to a problem the request that would work: the request itself with the
// first candidate in the place of what it got, or else, where a read cannot mean
// anything, the operation's example.
func mend(err error, o *Operation, arguments model.Object) error {
	p := problem(err)
	if p.Details["try"] != nil {
		return wholeTry(p, o)
	}
	var try model.Object
	got, _ := p.Details["got"].(string)
	candidates, _ := p.Details["candidates"].([]string)
	// A write is never guessed: where several could be meant, the caller chooses.
	if got != "" && (len(candidates) == 1 || len(candidates) > 1 && o.Hints.ReadOnly) {
		if mended, changed := replaced(arguments, got, candidates[0]); changed {
			try = asRequest(o.Name, mended.(model.Object))
		}
	}
	if try == nil && p.Code == model.InvalidArgument && o.Hints.ReadOnly {
		try = o.spec.Example()
	}
	if try == nil {
		return err
	}
	mended := *p
	mended.Details = map[string]any{"try": try}
	maps.Copy(mended.Details, p.Details)
	if p.Code == model.InvalidArgument {
		mended.Details["want"] = o.Signature()
		mended.Hint = cmp.Or(p.Hint, o.Signature())
	}
	return &mended
}

// wholeTry makes what a problem offers a whole request: arguments get the operation
// that they are of, and a command the request that holds it.
func wholeTry(p *model.Problem, o *Operation) error {
	try, ok := p.Details["try"].(model.Object)
	if !ok || try.Get("action") != nil {
		return p
	}
	if _, command := try.Get("command").(string); command {
		try = model.Object{{Name: "commands", Value: []any{try}}}
	}
	whole := *p
	whole.Details = maps.Clone(p.Details)
	whole.Details["try"] = asRequest(o.Name, try)
	return &whole
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
