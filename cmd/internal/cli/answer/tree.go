package answer

import "strconv"

type folder struct {
	Path    string
	Parent  *string
	Folders []struct {
		Name, Summary string
		Count         int
	}
	Records *grid
	Assumed []string
	listed
}

// tree writes a folder as a listing: what lies below it with counts, or its records.
func (p *Page) tree(f folder) {
	if f.Path != "" {
		p.line(p.Style.Strong.Render(f.Path))
	}
	p.remarks("assumed", f.Assumed...)
	columns := []column{{style: p.Style.Folder}, {}, {style: p.Style.Faint}}
	rows := make([][]string, len(f.Folders))
	for i, below := range f.Folders {
		rows[i] = []string{below.Name + "/", strconv.Itoa(below.Count), oneLine(below.Summary)}
	}
	p.table("", columns, rows)
	shown := len(f.Folders)
	if f.Records != nil {
		p.grid(*f.Records, "category", "levelId", "revision", "bounds")
		shown += len(f.Records.Rows)
	}
	p.more(f.listed, shown)
}
