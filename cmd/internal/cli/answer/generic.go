package answer

import (
	"encoding/json"

	"github.com/openeik/ekgit/model"
)

// generic writes an answer that has no form of its own: names and values.
func generic(p *Page, data json.RawMessage) error {
	var members model.Object
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	p.members("", members)
	return nil
}

// members writes an object as names and values below each other. What is inside
// another object stands under its name, set in.
func (p *Page) members(indent string, members model.Object) {
	p.facts(indent, rowsOf("", members))
}

// facts writes names and values below each other; a long value goes on below itself.
func (p *Page) facts(indent string, rows [][]string) {
	var lines [][]string
	for _, row := range rows {
		name := row[0]
		for _, value := range wrapped(row[1]) {
			lines = append(lines, []string{name, value})
			name = ""
		}
	}
	p.table(indent, []column{{style: p.Style.Faint}, {}}, lines)
}

// flatWidth is the widest value that is written on one line with its name.
const flatWidth = 72

func rowsOf(indent string, members model.Object) [][]string {
	var rows [][]string
	for _, m := range members {
		name := indent + oneLine(m.Name)
		if m.Value == nil {
			continue
		}
		value := text(m.Value)
		switch v := m.Value.(type) {
		case model.Object:
			if len(value) > flatWidth {
				rows = append(append(rows, []string{name, ""}), rowsOf(indent+"  ", v)...)
				continue
			}
		case []any:
			if len(value) > flatWidth && objects(v) {
				rows = append(rows, []string{name, ""})
				for _, item := range v {
					rows = append(rows, []string{indent + "  -", text(item)})
				}
				continue
			}
		}
		rows = append(rows, []string{name, value})
	}
	return rows
}

func objects(list []any) bool {
	for _, item := range list {
		if _, ok := item.(model.Object); !ok {
			return false
		}
	}
	return true
}
