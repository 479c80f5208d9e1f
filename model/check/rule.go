package check

import (
	"sync"

	"github.com/openeik/ekgit/model"
)

// Rule is one thing that a sound model keeps.
type Rule struct {
	Name     string         // such as "wall.length"
	Severity model.Severity // of its findings, unless eik.json says otherwise; single findings may be milder
	Doc      string         // what it asks for, in a sentence or two
	Limits   []Limit        // numbers that eik.json may set
	Fixes    bool           // some of its findings carry a fix

	on     []string     // the categories whose records it looks at, nil for all
	file   func(*owner) // looks at any file, whatever it holds
	record func(*owner) // looks at a record that can be read
}

// Limit is a number that a rule compares with.
type Limit struct {
	Name    string
	Default float64
	Unit    string
	Doc     string
}

// All answers every rule, by name. The slice must not be changed.
func All() []*Rule { return rules }

// Find answers the rule of that name, nil where there is none.
func Find(name string) *Rule { return rulesByName()[name] }

var rulesByName = sync.OnceValue(func() map[string]*Rule {
	byName := make(map[string]*Rule, len(rules))
	for _, r := range rules {
		byName[r.Name] = r
	}
	return byName
})
