package ops

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/openeik/ekgit/model"
)

// mend adds to a problem what to send instead: under "try" the caller's own request
// with its fault put right, where it can be told what was meant, else under "example"
// one of the same operation. A write is never guessed: where several could be meant
// the caller chooses.
func mend(err error, o *Operation, arguments model.Object) error {
	p := *problem(err)
	p.Details = maps.Clone(p.Details)
	if p.Details == nil {
		p.Details = map[string]any{}
	}
	if try, ok := unflattened(o, arguments); ok && p.Code == model.InvalidArgument {
		p.Message, p.Hint = fmt.Sprintf(`%s takes "commands": put the command and its arguments into it`, o.Name), o.Signature()
		p.Details = map[string]any{"path": "/command", "want": o.Signature(), "try": try}
		return &p
	}
	if try := towardsProposal(&p, o, arguments); try != nil {
		p.Message, p.Hint = "execute changes the model itself and takes no proposal", "propose adds commands to a proposal; apply makes an own dry run real"
		p.Details = map[string]any{"path": "/proposal", "want": o.Signature(), "try": try}
		return &p
	}
	switch try := meant(&p, o, arguments); {
	case try != nil:
		p.Details["try"] = try
		explain(&p, o)
	case p.Code == model.InvalidArgument && o.Hints.ReadOnly && p.Details["try"] == nil && p.Details["example"] == nil:
		p.Details["example"] = o.spec.Example()
		explain(&p, o)
	}
	for _, offer := range []string{"try", "example"} {
		if request, ok := p.Details[offer].(model.Object); ok {
			p.Details[offer] = whole(request, &p, o, arguments, offer == "try")
		}
	}
	if p.Details["try"] != nil {
		delete(p.Details, "example")
	}
	return &p
}

// explain says what the operation takes, where a request of it means nothing.
func explain(p *model.Problem, o *Operation) {
	if p.Code == model.InvalidArgument {
		p.Details["want"] = o.Signature()
		p.Hint = cmp.Or(p.Hint, o.Signature())
	}
}

// meant answers the request with what was likely meant in the place of what a problem
// got, nil where that is not plain.
func meant(p *model.Problem, o *Operation, arguments model.Object) model.Object {
	got, _ := p.Details["got"].(string)
	candidates, _ := p.Details["candidates"].([]string)
	if p.Details["try"] != nil || got == "" || len(candidates) == 0 || len(candidates) > 1 && !o.Hints.ReadOnly {
		return nil
	}
	mended, changed := replaced(arguments, got, candidates[0])
	if !changed {
		return nil
	}
	return asRequest(o.Name, mended.(model.Object))
}

// whole makes what a problem offers a whole request: arguments get the operation that
// they are of, and a command the request that it stands in, in its place there.
func whole(offer model.Object, p *model.Problem, o *Operation, arguments model.Object, inPlace bool) model.Object {
	if offer.Get("action") != nil {
		return offer
	}
	if _, command := offer.Get("command").(string); !command {
		return asRequest(o.Name, offer)
	}
	commands := []any{offer}
	list, _ := arguments.Get("commands").([]any)
	path, _ := p.Details["path"].(string)
	var at int
	if _, err := fmt.Sscanf(path, "/commands/%d", &at); inPlace && err == nil && at < len(list) {
		commands = slices.Clone(list)
		commands[at] = offer
	}
	if !inPlace {
		arguments = nil
	}
	return asRequest(o.Name, arguments.Without("command").With("commands", commands))
}

// unflattened answers the request in which a command that was sent in the place of a
// request's arguments stands in "commands".
func unflattened(o *Operation, arguments model.Object) (model.Object, bool) {
	name, flat := arguments.Get("command").(string)
	known := o.Input().Properties
	if known["commands"] == nil || !flat || arguments.Get("commands") != nil {
		return nil, false
	}
	request, command := model.Object{}, model.Object{{Name: "command", Value: name}}
	for _, m := range arguments.Without("command").Without("action") {
		if known[m.Name] != nil {
			request = append(request, m)
		} else {
			command = append(command, m)
		}
	}
	return asRequest(o.Name, append(request, model.Member{Name: "commands", Value: []any{command}})), true
}

// towardsProposal answers what a request to execute that names a proposal was to be: its
// commands proposed, or without any the proposal made real. It is nil for others.
func towardsProposal(p *model.Problem, o *Operation, arguments model.Object) model.Object {
	if o.Name != "execute" || p.Details["path"] != "/proposal" {
		return nil
	}
	if arguments.Get("commands") == nil && arguments.Get("command") == nil {
		return model.Object{{Name: "action", Value: "execute"}, {Name: "apply", Value: arguments.Get("proposal")}}
	}
	known := Find("propose").Input().Properties
	for _, m := range arguments {
		if known[m.Name] == nil || m.Name == "confirm" {
			arguments = arguments.Without(m.Name)
		}
	}
	return asRequest("propose", arguments)
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
