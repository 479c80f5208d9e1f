package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// commandLine answers the command line that makes a request, for a shell of the
// Bourne kind. A request that no sub-command makes is given as JSON.
func commandLine(request model.Object) string {
	action, _ := request.Get("action").(string)
	arguments := request.Without("action").Without("requestId").Without("whole") // what people read is whole
	if one := arguments.Get("command"); one != nil {
		arguments = arguments.Without("command").With("commands", []any{one})
	}
	words, ok := commandWords(action, arguments)
	if o := ops.Find(action); o != nil && !ok {
		words, ok = operationWords(o, arguments)
	}
	if !ok {
		return "ek request " + jsonWord(request)
	}
	if id, _ := request.Get("requestId").(string); id != "" && writes(words[0]) {
		words = append(words, "--request-id", shellWord(id))
	}
	return "ek " + strings.Join(words, " ")
}

// operationWords writes a request as the sub-command of its operation.
func operationWords(o *ops.Operation, arguments model.Object) ([]string, bool) {
	words := []string{kebab(o.Name)}
	if commands := arguments.Get("commands"); writes(o.Name) && commands != nil {
		if commands == any("-") {
			words = append(words, "-")
		} else {
			words = append(words, jsonWord(commands))
		}
		arguments = arguments.Without("commands")
	}
	for _, name := range subCommands[o.Name].words {
		text, ok := arguments.Get(name).(string)
		if !ok || strings.HasPrefix(text, "-") {
			break
		}
		arguments = arguments.Without(name)
		if text != "" {
			words = append(words, shellWord(text))
		}
	}
	fits := known(arguments, o.Input().PropertyOrder)
	if writes(o.Name) {
		arguments = asWriteFlags(arguments)
	}
	return append(words, flagWords(arguments)...), fits
}

// commandWords writes a request of one command as the command's own sub-command of
// execute or propose; one of validate is the sub-command of execute that only tries.
func commandWords(action string, arguments model.Object) ([]string, bool) {
	list, _ := arguments.Get("commands").([]any)
	if len(list) != 1 {
		return nil, false
	}
	command, _ := list[0].(model.Object)
	name, _ := command.Get("command").(string)
	i := slices.IndexFunc(ops.Commands(), func(c ops.Command) bool { return c.Name == name })
	if i < 0 {
		return nil, false
	}
	schema := ops.Commands()[i].Fields.Schema()
	command = command.Without("command")
	operation := "execute"
	if action == "propose" {
		operation = action
	}
	words := []string{operation, kebab(name)}
	if works := targetOf(schema); works.name != "" {
		words = append(words, targetWords(command.Get(works.name))...)
		command = command.Without(works.name)
	}
	words = append(words, flagWords(command)...)
	if action == "validate" {
		return append(words, "--try"), known(command, schema.PropertyOrder) && len(arguments) == 1
	}
	rest := arguments.Without("commands")
	fits := known(rest, writeArguments(operation))
	return append(words, flagWords(asWriteFlags(rest))...), fits && known(command, schema.PropertyOrder)
}

// asWriteFlags names what execute is told beside its commands as the flags for it are
// named.
func asWriteFlags(arguments model.Object) model.Object {
	renamed := slices.Clone(arguments)
	for i, m := range renamed {
		for _, flag := range writeFlags {
			if m.Name == flag.argument {
				renamed[i].Name = flag.name
			}
		}
	}
	return renamed
}

// writes tells whether an operation carries commands out, or proposes them.
func writes(operation string) bool { return operation == "execute" || operation == "propose" }

// writeArguments names the arguments of an operation that every command has flags for.
func writeArguments(operation string) []string {
	taken := ops.Find(operation).Input().Properties
	var names []string
	for _, flag := range writeFlags {
		if taken[flag.argument] != nil {
			names = append(names, flag.argument)
		}
	}
	return names
}

// known tells whether all members are arguments that have a flag.
func known(arguments model.Object, names []string) bool {
	return !slices.ContainsFunc(arguments, func(m model.Member) bool { return !slices.Contains(names, m.Name) })
}

// targetWords writes what a command works on without a flag.
func targetWords(v any) []string {
	list, isList := v.([]any)
	if !isList && v != nil {
		list = []any{v}
	}
	words := make([]string, len(list))
	for i, item := range list {
		text, _ := plain(item)
		words[i] = shellWord(text)
	}
	return words
}

// flagWords writes arguments as flags; the criteria of a filter have their own.
func flagWords(arguments model.Object) []string {
	var words []string
	for _, m := range arguments {
		flag := "--" + kebab(m.Name)
		switch v := m.Value.(type) {
		case bool:
			if !v {
				flag += "=false"
			}
			words = append(words, flag)
		case []any:
			words = append(words, flag, listWord(v))
		case model.Object:
			words = append(words, objectWords(m.Name, v)...)
		case string:
			words = append(words, flag, shellWord(v))
		default:
			words = append(words, flag, jsonWord(v))
		}
	}
	return words
}

// objectWords writes an object as flags: a filter by its criteria, an object of plain
// values as name=value, any other as JSON.
func objectWords(name string, o model.Object) []string {
	if name == "filter" && simple(o) {
		return flagWords(o)
	}
	flag := "--" + kebab(name)
	var words []string
	for _, m := range o {
		value, ok := plain(m.Value)
		if !ok || isJSON(value) || strings.Contains(m.Name, "=") {
			return []string{flag, jsonWord(o)}
		}
		words = append(words, flag, shellWord(m.Name+"="+value))
	}
	if len(words) == 0 {
		return []string{flag, jsonWord(o)}
	}
	return words
}

// simple tells whether a filter's criteria are words and lists of words.
func simple(filter model.Object) bool {
	for _, m := range filter {
		switch v := m.Value.(type) {
		case string:
		case []any:
			if !words(v) {
				return false
			}
		default:
			return false
		}
	}
	return len(filter) > 0
}

// words tells whether a list is one of texts that can stand between commas.
func words(list []any) bool {
	return !slices.ContainsFunc(list, func(item any) bool {
		text, ok := plain(item)
		return !ok || text == "" || strings.ContainsAny(text, ",\"\n[{")
	})
}

func listWord(list []any) string {
	if text, ok := pointsText(list); ok {
		return shellWord(text)
	}
	if !words(list) || len(list) == 0 {
		return jsonWord(list)
	}
	parts := make([]string, len(list))
	for i, item := range list {
		parts[i], _ = plain(item)
	}
	return shellWord(strings.Join(parts, ","))
}

// pointsText writes a list of points as people give them: "0,0 5000,0".
func pointsText(list []any) (string, bool) {
	points := make([]string, len(list))
	for i, item := range list {
		point, ok := item.([]any)
		if !ok || len(point) == 0 || !words(point) {
			return "", false
		}
		parts := make([]string, len(point))
		for j, v := range point {
			if parts[j], _ = plain(v); strings.ContainsAny(parts[j], " \t") {
				return "", false
			}
		}
		points[i] = strings.Join(parts, ",")
	}
	return strings.Join(points, " "), len(points) > 0
}

// plain answers a text, a number or a switch as it is written without JSON.
func plain(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case nil, []any, model.Object:
		return "", false
	}
	return string(model.AppendCompact(nil, v)), true
}

func jsonWord(v any) string { return shellWord(string(model.AppendCompact(nil, v))) }

// plainWord is text that a shell takes as it stands.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// shellWord quotes text for a shell where that is needed.
func shellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
