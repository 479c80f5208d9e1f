package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// How hints write requests: "again: true", "guide {topic: "walls"}", and the arguments
// of a command, "rename {id*, name*}".
var (
	hintedMember    = regexp.MustCompile(`\b([a-z][A-Za-z]*): (true|\{"[^{}…]*\})`)
	hintedRequest   = regexp.MustCompile(`\b([a-z_]+) \{"?([a-z][A-Za-z]*)"?: ("[^"]*")\}`)
	hintedSignature = regexp.MustCompile(`\b([a-z_]+) \{([A-Za-z*|,. ]+)\}`)
)

// hintLine says what a hint says in the words of the command line.
func hintLine(hint string) string {
	hint = replaced(hintedRequest, hint, func(parts []string) (string, bool) {
		request, err := model.DecodeObject([]byte(`{"action": "` + parts[1] + `", "` + parts[2] + `": ` + parts[3] + `}`))
		return commandLine(request), err == nil && ops.Find(parts[1]) != nil
	})
	hint = replaced(hintedSignature, hint, func(parts []string) (string, bool) {
		isCommand := slices.ContainsFunc(ops.Commands(), func(c ops.Command) bool { return c.Name == parts[1] })
		return "ek execute " + kebab(parts[1]) + " {" + kebab(parts[2]) + "}", isCommand
	})
	return replaced(hintedMember, hint, func(parts []string) (string, bool) {
		member, err := model.DecodeObject([]byte(`{"` + parts[1] + `": ` + parts[2] + `}`))
		return strings.Join(flagWords(member), " "), err == nil
	})
}

// replaced puts what with answers in the place of each match, whose parts it is given.
func replaced(pattern *regexp.Regexp, text string, with func(parts []string) (string, bool)) string {
	return pattern.ReplaceAllStringFunc(text, func(match string) string {
		if instead, ok := with(pattern.FindStringSubmatch(match)); ok {
			return instead
		}
		return match
	})
}
