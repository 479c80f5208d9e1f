package find

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/measure"
)

var operators = []string{"=", "!=", "<", "<=", ">", ">=", "in", "matches", "exists", "missing"}

// conditions adds a criterion for each condition of where.
func (c *compiler) conditions() error {
	for i := range c.f.Where {
		w := c.f.Where[i]
		if w.Op == "" {
			w.Op = "="
		}
		if err := CheckField(c.s, c.f.Categories, w.Field); err != nil {
			return err
		}
		test, err := w.test()
		if err != nil {
			return err
		}
		c.add(criterion{
			name: "where", said: w.String(),
			match: func(f *model.File) bool {
				v, ok := Field(c.s, f, w.Field)
				return test(v, ok)
			},
			why: func(left *Matches) string { return w.why(left, test) },
		})
	}
	return nil
}

// String answers the condition as a person would read it.
func (w Condition) String() string {
	if w.Op == "exists" || w.Op == "missing" {
		return w.Field + " " + w.Op
	}
	return fmt.Sprintf("%s %s %s", w.Field, w.Op, textOf(w.Value))
}

// test answers the function that decides the condition for a value and whether it
// is there.
func (w Condition) test() (func(v any, there bool) bool, error) {
	switch w.Op {
	case "exists":
		return func(_ any, there bool) bool { return there }, nil
	case "missing":
		return func(_ any, there bool) bool { return !there }, nil
	case "=":
		return func(v any, there bool) bool { return there && holdsEqual(v, w.Value) }, nil
	case "!=":
		return func(v any, there bool) bool { return !there || !holdsEqual(v, w.Value) }, nil
	case "in":
		list, ok := w.Value.([]any)
		if !ok {
			return nil, w.wrong("in takes a list of values")
		}
		return func(v any, there bool) bool {
			return there && slices.ContainsFunc(list, func(item any) bool { return holdsEqual(v, item) })
		}, nil
	case "matches":
		return w.matches()
	case "<", "<=", ">", ">=":
		return w.compares()
	}
	return nil, w.wrong(fmt.Sprintf("%q is no operator; use one of %s", w.Op, strings.Join(operators, " ")))
}

func (w Condition) wrong(what string) error {
	return &model.Problem{Code: model.InvalidArgument, Message: "where " + w.Field + ": " + what,
		Hint:    `Conditions are {"field": "derived.length", "op": ">", "value": 5000}`,
		Details: map[string]any{"got": w.Value, "want": "{field*, op = | != | < | <= | > | >= | in | matches | exists | missing, value}"}}
}

func (w Condition) matches() (func(any, bool) bool, error) {
	text, _ := w.Value.(string)
	pattern, err := regexp.Compile(text)
	if err != nil || text == "" {
		return nil, w.wrong(fmt.Sprintf("matches takes a regular expression; %s is none", textOf(w.Value)))
	}
	return func(v any, there bool) bool {
		return there && anyOf(v, func(item any) bool { return pattern.MatchString(textOf(item)) })
	}, nil
}

func (w Condition) compares() (func(any, bool) bool, error) {
	switch w.Value.(type) {
	case float64, string:
	default:
		return nil, w.wrong(w.Op + " takes a number, a length such as \"2.1 m\", or text")
	}
	return func(v any, there bool) bool {
		return there && anyOf(v, func(item any) bool {
			order, ok := compare(item, w.Value)
			if !ok {
				return false
			}
			switch w.Op {
			case "<":
				return order < 0
			case "<=":
				return order <= 0
			case ">":
				return order > 0
			}
			return order >= 0
		})
	}, nil
}

// anyOf tells whether the test holds of a value or, where it is a list, of an item.
func anyOf(v any, test func(any) bool) bool {
	if list, ok := v.([]any); ok {
		return slices.ContainsFunc(list, test)
	}
	return test(v)
}

// holdsEqual tells whether a value is the wanted one, or a list that holds it.
func holdsEqual(v, wanted any) bool {
	if model.Equal(v, wanted) {
		return true
	}
	return anyOf(v, func(item any) bool {
		if order, ok := compare(item, wanted); ok {
			return order == 0
		}
		if b, ok := item.(bool); ok {
			text, _ := wanted.(string)
			return strings.EqualFold(text, fmt.Sprint(b))
		}
		return false
	})
}

// compare orders two values of one kind. Text stands for a number where it reads as
// a length; other text compares by its bytes.
func compare(a, b any) (order int, ok bool) {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return strings.Compare(a, b), ok
	case float64:
		n, ok := number(b)
		switch {
		case !ok:
			return 0, false
		case a < n:
			return -1, true
		case a > n:
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case string:
		mm, err := measure.Length(v)
		return mm, err == nil
	}
	return 0, false
}
