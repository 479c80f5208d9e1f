package ops

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

// indexColumns are the columns of a row that stands for a record.
var indexColumns = []string{"id", "category", "typeId", "name", "levelId", "hostId", "revision", "bounds"}

// indexRow answers a record's values of indexColumns, nil where it has none.
func indexRow(s *model.Snapshot, f *model.File) []any { return row(s, f, indexColumns) }

func row(s *model.Snapshot, f *model.File, columns []string) []any {
	values := make([]any, len(columns))
	for i, name := range columns {
		if v, ok := find.Field(s, f, name); ok {
			values[i] = v
		}
	}
	return values
}

// table is records as columns and rows.
type table struct {
	Columns []string `json:"columns,omitzero"`
	Rows    [][]any  `json:"rows,omitzero"`
}

// tableOf makes a row of each file under the usual columns. Where all are of one
// category its telling members follow: those that any of them has.
func tableOf(s *model.Snapshot, files []*model.File) table {
	return tableWith(s, files, slices.Concat(indexColumns, telling(s, files)))
}

func tableWith(s *model.Snapshot, files []*model.File, columns []string) table {
	t := table{Columns: columns, Rows: make([][]any, len(files))}
	for i, f := range files {
		t.Rows[i] = row(s, f, columns)
	}
	return t
}

// telling answers the members beyond the usual columns that say most of records of
// one category: its own scalars and points, marks and numbers.
func telling(s *model.Snapshot, files []*model.File) []string {
	if len(files) == 0 {
		return nil
	}
	c := s.Schema().Category(files[0].Category())
	if c == nil || slices.ContainsFunc(files, func(f *model.File) bool { return f.Category() != c.Name }) {
		return nil
	}
	var names []string
	for i := range c.Fields {
		name := c.Fields[i].Name
		if !slices.Contains(indexColumns, name) && !plainMembers[name] && short(&c.Fields[i].Type) &&
			slices.ContainsFunc(files, func(f *model.File) bool { return f.Record() != nil && f.Record().Has(name) }) {
			names = append(names, name)
		}
	}
	return names
}

// plainMembers are common members that say little in a row.
var plainMembers = map[string]bool{"discipline": true, "shape": true, "ifcGuid": true, "note": true}

func short(t *model.Type) bool {
	switch t.Kind {
	case model.KindString, model.KindBool, model.KindNumber, model.KindInteger, model.KindPoint, model.KindPoint3, model.KindRef:
		return true
	}
	return false
}

// within answers how many of the items, from the first on, fit into a number of
// bytes as JSON, at least one; 0 bytes is no limit.
func within[T any](items []T, maxBytes int) int {
	if maxBytes <= 0 {
		return len(items)
	}
	bytes := 0
	for i := range items {
		data, err := encode(items[i])
		if err != nil {
			return len(items)
		}
		if bytes += len(data) + 1; bytes > maxBytes && i > 0 {
			return i
		}
	}
	return len(items)
}

// fitting answers how many of the items make an answer that is sent unasked, at
// least one.
func fitting[T any](items []T) int {
	data, err := encode(items)
	if err != nil || len(items) == 0 {
		return 1
	}
	const spare = 0.8 // what stands beside the items
	return max(1, min(len(items), int(spare*answerTokens*charactersPerToken*float64(len(items))/float64(len(data)))))
}
