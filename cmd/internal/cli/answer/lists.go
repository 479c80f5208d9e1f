package answer

import "slices"

// listed is what a list says of itself.
type listed struct {
	Total, Offset int
	NextOffset    *int
}

// grid is records as columns and rows.
type grid struct {
	Columns []string
	Rows    [][]any
}

// more says how a list goes on.
func (p *Page) more(l listed, shown int) {
	switch {
	case l.NextOffset != nil:
		p.aside("%d to %d of %d; more with --offset %d", l.Offset+1, l.Offset+shown, l.Total, *l.NextOffset)
	case l.Offset > 0 && shown > 0:
		p.aside("%d to %d of %d", l.Offset+1, l.Offset+shown, l.Total)
	}
}

// usual tells whether the columns are those that every record has: not all of them
// say something of every record.
func (g grid) usual() bool { return len(g.Columns) > 1 && g.Columns[1] == "category" }

// grid writes rows as a table, without the columns that say nothing to a person. Of
// columns that were asked for, those without a value are there too.
func (p *Page) grid(g grid, without ...string) {
	var columns []column
	var at []int
	for i, name := range g.Columns {
		if !slices.Contains(without, name) {
			columns, at = append(columns, column{name: name, keep: !g.usual()}), append(at, i)
		}
	}
	rows := make([][]string, len(g.Rows))
	for i, row := range g.Rows {
		rows[i] = make([]string, len(at))
		for j, k := range at {
			if k < len(row) {
				rows[i][j] = cell(row[k])
			}
		}
	}
	p.table("", columns, rows)
}
