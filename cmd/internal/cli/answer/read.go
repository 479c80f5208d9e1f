package answer

import "github.com/openeik/ekgit/model"

type found struct {
	grid
	Records []struct {
		Record, Derived model.Object
		Path, Revision  string
	}
	Units   map[string]string
	Missing map[string]int
	Why     string
	Assumed []string
	listed
}

// read writes records as rows, or each with its members and what follows from them.
func (p *Page) read(f found) {
	p.remarks("assumed", f.Assumed...)
	for i, r := range f.Records {
		if i > 0 {
			p.line()
		}
		p.line(p.Style.Strong.Render(r.Path), p.Style.Faint.Render(r.Revision))
		p.members("  ", r.Record)
		if len(r.Derived) > 0 {
			p.aside("  derived")
			p.members("    ", r.Derived)
		}
	}
	if f.usual() {
		p.grid(f.grid, "revision", "bounds")
	} else {
		p.grid(f.grid)
	}
	p.remarks("nothing", f.Why)
	p.more(f.listed, len(f.Rows)+len(f.Records))
}

// query writes rows or groups, with the unit of each column in its head.
func (p *Page) query(f found) {
	p.remarks("assumed", f.Assumed...)
	g := grid{Rows: f.Rows}
	for _, name := range f.Columns {
		if unit := f.Units[name]; unit != "" {
			name += " (" + unit + ")"
		}
		g.Columns = append(g.Columns, name)
	}
	p.grid(g)
	for _, name := range f.Columns {
		if n := f.Missing[name]; n > 0 {
			p.aside("%s: %s without a value", name, plural(n, "record"))
		}
	}
	p.remarks("nothing", f.Why)
	p.more(f.listed, len(f.Rows))
}
