package ops

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

// group is the records that share the values of groupBy.
type group struct {
	values []any
	sums   []sum
}

// sum is what an aggregate knows of the records seen so far.
type sum struct {
	n           int
	total       float64
	least, most any
	distinct    map[string]bool
}

// groups answers a row for each group, and how many records lack the value of each
// column.
func (q *queryPlan) groups(ctx context.Context, matches *find.Matches) (rows [][]any, missing map[string]int, err error) {
	byKey := map[string]*group{}
	var order []*group
	if len(q.in.GroupBy) == 0 {
		order = []*group{{sums: make([]sum, len(q.aggregates))}}
		byKey[""] = order[0]
	}
	missing = map[string]int{}
	seen := 0
	for f := range matches.All() {
		if seen++; seen%1024 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		values := row(q.s, f, q.in.GroupBy)
		key := ""
		for _, v := range values {
			key += string(model.AppendCompact(nil, v)) + "\x00"
		}
		g := byKey[key]
		if g == nil {
			g = &group{values: values, sums: make([]sum, len(q.aggregates))}
			byKey[key], order = g, append(order, g)
		}
		for i, a := range q.aggregates {
			if !g.sums[i].add(q.s, f, a) {
				missing[a.column]++
			}
		}
	}
	for _, g := range order {
		rows = append(rows, g.row(q.aggregates))
	}
	if len(q.in.OrderBy) == 0 {
		slices.SortStableFunc(rows, func(a, b []any) int { return compareRows(a[:len(q.in.GroupBy)], b[:len(q.in.GroupBy)]) })
	}
	return rows, missing, nil
}

// add counts one record in; it is false where the record lacks the value.
func (t *sum) add(s *model.Snapshot, f *model.File, a aggregate) bool {
	if a.field == "" {
		t.n++
		return true
	}
	v, ok := find.Field(s, f, a.field)
	number, isNumber := v.(float64)
	if !ok || !isNumber && (a.of == "sum" || a.of == "mean") {
		return false
	}
	t.n++
	t.total += number
	if t.least == nil || compareValues(v, t.least) < 0 {
		t.least = v
	}
	if t.most == nil || compareValues(v, t.most) > 0 {
		t.most = v
	}
	if a.of == "distinct" {
		if t.distinct == nil {
			t.distinct = map[string]bool{}
		}
		t.distinct[string(model.AppendCompact(nil, v))] = true
	}
	return true
}

func (g *group) row(aggregates []aggregate) []any {
	values := slices.Clone(g.values)
	for i, a := range aggregates {
		values = append(values, g.sums[i].answer(a.of))
	}
	return values
}

// answer answers the aggregate's value, nil where no record has the field.
func (t *sum) answer(of string) any {
	switch {
	case of == "count":
		return t.n
	case of == "distinct":
		return len(t.distinct)
	case t.n == 0:
		return nil
	case of == "sum":
		return geom.Round(t.total)
	case of == "mean":
		return geom.Round(t.total / float64(t.n))
	case of == "min":
		return t.least
	}
	return t.most
}

// order sorts rows by the columns that orderBy names.
func (q *queryPlan) order(rows [][]any) {
	columns := q.columns()
	slices.SortStableFunc(rows, func(a, b []any) int {
		for _, name := range q.in.OrderBy {
			bare, down := strings.CutPrefix(name, "-")
			i := slices.Index(columns, bare)
			c := compareValues(a[i], b[i])
			if down && a[i] != nil && b[i] != nil {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return 0
	})
}

func compareRows(a, b []any) int {
	for i := range a {
		if c := compareValues(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compareValues orders values: numbers, then text, then the rest by its JSON, and
// what is absent last.
func compareValues(a, b any) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	switch a := a.(type) {
	case nil:
		return 0
	case float64:
		return cmp.Compare(a, b.(float64))
	case int:
		return cmp.Compare(a, b.(int))
	case string:
		return cmp.Compare(a, b.(string))
	}
	return cmp.Compare(string(model.AppendCompact(nil, a)), string(model.AppendCompact(nil, b)))
}

func rank(v any) int {
	switch v.(type) {
	case float64:
		return 0
	case int:
		return 1
	case string:
		return 2
	case nil:
		return 4
	}
	return 3
}
