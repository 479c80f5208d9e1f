package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type queryIn struct {
	Filter    find.Filter  `json:"filter" brief:"as read's filter" doc:"Which records to look at."`
	Select    []string     `json:"select" also:"fields,columns" doc:"Without groupBy: the columns. Absent: id, category, name."`
	GroupBy   []string     `json:"groupBy" also:"group,by" doc:"Fields whose values make the groups."`
	Aggregate model.Object `json:"aggregate" doc:"Column -> \"count\", or sum, min, max, mean or distinct and a field: {\"area\": \"sum derived.netSideArea\"}."`
	OrderBy   []string     `json:"orderBy" doc:"Columns; a minus in front for the largest first."`
	At
	Page
	Whole
}

type queryOut struct {
	table
	Units   map[string]string `json:"units,omitempty" jsonschema:"column -> unit"`
	Missing map[string]int    `json:"missing,omitempty" jsonschema:"column -> records without the value, which are left out of it"`
	Why     string            `json:"why,omitempty" jsonschema:"which criterion left nothing, and what is there instead"`
	Assumed []string          `json:"assumed,omitempty"`
	Listed
}

func query() *Operation {
	return define(Operation{
		Name:       "query",
		Title:      "Query values",
		Summary:    "Values of records as rows, or groups with counts, sums, least, greatest and mean values.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "query", "filter": {"categories": ["wall"]}, "groupBy": ["typeId"], "aggregate": {"n": "count", "area": "sum derived.netSideArea"}, "orderBy": ["-area"]}`,
		Help: `Fields are members (levelId, height), values inside them (externalIds.Revit), open properties (properties.Group.Name),
values behind a reference (typeId.name) and derived values (derived.length in mm, derived.netSideArea in m²).

With groupBy the answer has a row for each combination of values and a column for each aggregate; without aggregate it counts. With
aggregate alone there is one row over all records. With select there is a row a record. Records that lack a value are left out of
its sum, least, greatest or mean, and missing says how many. orderBy sorts by columns, "-area" the largest first.`,
	}, runQuery)
}

func runQuery(ctx context.Context, c *call, in queryIn) (*queryOut, error) {
	s, err := c.snapshot(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	q, err := planQuery(s, &in)
	if err != nil {
		return nil, err
	}
	matches, err := in.Filter.Apply(ctx, s, c.sources(s))
	if err != nil {
		return nil, err
	}
	out := &queryOut{Why: matches.Why(), Assumed: matches.Assumed, Units: q.units()}
	total := matches.Total()
	if q.grouped() || len(in.OrderBy) > 0 {
		rows, missing, err := q.rows(ctx, matches)
		if err != nil {
			return nil, err
		}
		total, out.Missing = len(rows), missing
		from, to := in.Page.window(total)
		out.table = table{q.columns(), rows[from:to]}
	} else {
		from, to := in.Page.window(total)
		out.table = tableWith(s, matches.Page(from, to-from), in.Select)
	}
	out.Rows = out.Rows[:within(out.Rows, in.MaxBytes)]
	out.Listed = c.listed("query", in.Page, total, len(out.Rows))
	return out, nil
}

// rows answers all rows in the order that is asked for: which the first are is not
// known before the last was seen.
func (q *queryPlan) rows(ctx context.Context, matches *find.Matches) (rows [][]any, missing map[string]int, err error) {
	if q.grouped() {
		rows, missing, err = q.groups(ctx, matches)
	} else {
		rows = make([][]any, 0, matches.Total())
		for f := range matches.All() {
			rows = append(rows, row(q.s, f, q.in.Select))
		}
	}
	if err == nil {
		q.order(rows)
	}
	return rows, missing, err
}

// narrow implements narrower.
func (out *queryOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	holds := map[string]any{"rows": len(out.Rows), "columns": out.Columns}
	if len(out.Rows) > 0 {
		holds["first"] = out.Rows[0]
	}
	tries := []model.Object{limited(arguments, fitting(out.Rows))}
	if arguments.Get("groupBy") == nil && arguments.Get("aggregate") == nil {
		tries = append(tries, arguments.Without("select").Without("orderBy").With("groupBy", []any{"category"}))
	}
	return holds, tries
}

// aggregate is one column over the records of a group.
type aggregate struct {
	column string
	of     string // count, sum, min, max, mean or distinct
	field  string // empty for a count of records
}

// queryPlan is a query whose names were checked.
type queryPlan struct {
	s          *model.Snapshot
	in         *queryIn
	aggregates []aggregate
}

func planQuery(s *model.Snapshot, in *queryIn) (*queryPlan, error) {
	q := &queryPlan{s: s, in: in}
	for _, m := range in.Aggregate {
		a, err := parseAggregate(m)
		if err != nil {
			return nil, err
		}
		q.aggregates = append(q.aggregates, a)
	}
	switch {
	case len(in.Select) > 0 && q.grouped():
		return nil, invalid("/select", "select is for a row a record; with groupBy or aggregate the columns are theirs", in.Select)
	case len(in.GroupBy) > 0 && len(q.aggregates) == 0:
		q.aggregates = []aggregate{{column: "count", of: "count"}}
	case !q.grouped() && len(in.Select) == 0:
		in.Select = []string{"id", "category", "name"}
	}
	fields := slices.Concat(in.Select, in.GroupBy)
	for _, a := range q.aggregates {
		if a.field != "" {
			fields = append(fields, a.field)
		}
	}
	for _, name := range fields {
		if err := find.CheckField(s, in.Filter.Categories, name); err != nil {
			return nil, err
		}
	}
	return q, q.checkOrder()
}

var aggregations = []string{"count", "sum", "min", "max", "mean", "distinct"}

func parseAggregate(m model.Member) (aggregate, error) {
	text, _ := m.Value.(string)
	of, field, _ := strings.Cut(strings.TrimSpace(text), " ")
	a := aggregate{column: m.Name, of: of, field: strings.TrimSpace(field)}
	if !slices.Contains(aggregations, of) || of != "count" && a.field == "" {
		return a, invalid("/aggregate/"+m.Name, `an aggregate is "count", or sum, min, max, mean or distinct and a field, such as "sum derived.length"`, m.Value)
	}
	return a, nil
}

func (q *queryPlan) grouped() bool { return len(q.in.GroupBy) > 0 || len(q.aggregates) > 0 }

func (q *queryPlan) columns() []string {
	if !q.grouped() {
		return q.in.Select
	}
	columns := slices.Clone(q.in.GroupBy)
	for _, a := range q.aggregates {
		columns = append(columns, a.column)
	}
	return columns
}

// units answers the unit of each column that has one.
func (q *queryPlan) units() map[string]string {
	units := map[string]string{}
	note := func(column, field string) {
		if unit := find.Unit(q.s, q.in.Filter.Categories, field); unit != "" {
			units[column] = unit
		}
	}
	for _, name := range slices.Concat(q.in.Select, q.in.GroupBy) {
		note(name, name)
	}
	for _, a := range q.aggregates {
		if a.of != "count" && a.of != "distinct" {
			note(a.column, a.field)
		}
	}
	return units
}

func (q *queryPlan) checkOrder() error {
	columns := q.columns()
	for _, name := range q.in.OrderBy {
		if !slices.Contains(columns, strings.TrimPrefix(name, "-")) {
			return invalid("/orderBy", fmt.Sprintf("orderBy takes the answer's columns: %s", strings.Join(columns, ", ")), name)
		}
	}
	return nil
}
