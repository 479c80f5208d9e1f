package answer

import (
	"fmt"
	"strings"
)

type summary struct {
	ID, Name         string
	Profiles, Phases []string
	Records          int
	Levels, Types    grid
	Categories, More map[string]int
	Bounds           []float64
	Checks           *checks
	LastChanges      []commit
}

// summary writes the whole model on a screen.
func (p *Page) summary(s summary) {
	p.line(p.Style.Strong.Render(oneLine(s.Name)), p.Style.Faint.Render("("+s.ID+")"))
	rows := [][]string{{"records", fmt.Sprintf("%d (%s)", s.Records, tally(s.Categories))}}
	if s.Records == 0 {
		rows[0][1] = "none yet; ek guide new-model says how to begin"
	}
	add := func(name, value string) {
		if value != "" {
			rows = append(rows, []string{name, value})
		}
	}
	add("disciplines", strings.Join(s.Profiles, ", "))
	add("phases", oneLine(strings.Join(s.Phases, ", ")))
	add("extent", extent(s.Bounds))
	if s.Checks != nil {
		add("findings", s.Checks.text())
	}
	p.facts("", rows)
	if len(s.Levels.Columns) > 0 && s.Levels.Columns[0] == "ordinal" {
		s.Levels.Columns[0] = "#"
	}
	p.counted("Levels", s.Levels, s.More["levels"])
	p.counted("Types", s.Types, s.More["types"])
	if len(s.LastChanges) > 0 {
		p.part("Last changes")
		for _, line := range p.commitLines(s.LastChanges) {
			p.line(line)
		}
	}
}

func (p *Page) counted(heading string, g grid, more int) {
	if len(g.Rows) == 0 {
		return
	}
	p.part(heading)
	p.grid(g)
	if more > 0 {
		p.aside("… and %d more", more)
	}
}

// extent writes a box by its size in metres and its corners in mm.
func extent(bounds []float64) string {
	if len(bounds) != 6 {
		return ""
	}
	size := func(i int) string { return fmt.Sprintf("%.1f", (bounds[i+3]-bounds[i])/1000) }
	return fmt.Sprintf("%s x %s x %s m, from %s to %s", size(0), size(1), size(2), point(bounds[:3]), point(bounds[3:]))
}

func point(mm []float64) string {
	values := make([]any, len(mm))
	for i := range mm {
		values[i] = mm[i]
	}
	return text(values)
}
