package answer

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
)

// column is one column of a table.
type column struct {
	name  string
	style lipgloss.Style
	keep  bool // though no row has text in it
	text  bool // whose cells are no numbers, though they may look like some
}

// named makes plain columns of names.
func named(names ...string) []column {
	columns := make([]column, len(names))
	for i, name := range names {
		columns[i].name, columns[i].text = name, name == "commit"
	}
	return columns
}

// table writes rows under the columns' names, if they have any.
func (p *Page) table(indent string, columns []column, rows [][]string) {
	head, lines := p.lay(columns, rows)
	if head != "" && len(lines) > 0 {
		p.line(indent + p.Style.Faint.Render(head))
	}
	for _, text := range lines {
		p.line(indent + text)
	}
}

// lay makes a line of each row, its cells below each other: numbers at the right of
// their column, columns without any text left out unless they are to be kept. The last column is cut where a
// terminal ends; the others, among them the ids that people copy, never are.
func (p *Page) lay(columns []column, rows [][]string) (head string, lines []string) {
	lines = make([]string, len(rows))
	used, named := 0, false
	for i, c := range columns {
		cells, width, numbers := columnOf(rows, i)
		numbers = numbers && !c.text
		if width == 0 && !c.keep {
			continue
		}
		named = named || c.name != ""
		width = max(width, ansi.StringWidth(c.name))
		last := lastColumn(rows, i, len(columns))
		head += pad(c.name, width, numbers) + "  "
		for j, cell := range cells {
			if last && p.Width > 0 {
				cell = ansi.Truncate(cell, max(p.Width-used, 12), "…")
			}
			styled := c.style.Render(cell)
			lines[j] += pad(styled, width, numbers) + "  "
		}
		used += width + 2
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if !named {
		head = ""
	}
	return strings.TrimRight(head, " "), lines
}

// columnOf answers the cells of a column, the width of the widest, and whether all
// are numbers.
func columnOf(rows [][]string, i int) (cells []string, width int, numbers bool) {
	cells = make([]string, len(rows))
	numbers = true
	for j, row := range rows {
		if i < len(row) {
			cells[j] = row[i]
		}
		width = max(width, ansi.StringWidth(cells[j]))
		if _, err := strconv.ParseFloat(cells[j], 64); err != nil && cells[j] != "" {
			numbers = false
		}
	}
	return cells, width, numbers
}

// lastColumn tells whether no column after i has text.
func lastColumn(rows [][]string, i, columns int) bool {
	for k := i + 1; k < columns; k++ {
		if _, width, _ := columnOf(rows, k); width > 0 {
			return false
		}
	}
	return true
}

func pad(text string, width int, right bool) string {
	space := strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
	if right {
		return space + text
	}
	return text + space
}
