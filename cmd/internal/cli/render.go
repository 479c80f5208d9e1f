package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/openeik/ekgit/ops"
)

// render prints an answer as a person reads it. Operations whose answers are more
// than tables and members have a form of their own.
func (a *app) render(e ops.Envelope, data map[string]any) {
	for _, w := range e.Meta.Warnings {
		fmt.Fprintln(a.err, a.style(a.err, amber, "warning:"), w)
	}
	switch e.Meta.Operation {
	case "guide":
		a.renderGuide(data)
	case "validate":
		a.renderFindings(data)
	case "execute":
		a.renderWritten(data)
	case "diff":
		if text, ok := data["text"].(string); ok {
			fmt.Fprintln(a.out, strings.TrimRight(text, "\n"))
			break
		}
		a.members(data, 0)
	default:
		a.members(data, 0)
	}
	if n := len(e.Meta.Uncommitted); n > 0 {
		fmt.Fprintf(a.err, "%d files are edited by hand and not committed: %s\n", n, strings.Join(e.Meta.Uncommitted[:min(n, 5)], ", "))
	}
}

// quiet are members that say how to go on with a request, which the command line
// tells otherwise.
var quiet = []string{"sequence", "offset", "nextOffset", "truncated", "returned", "verify", "undo"}

// members prints an object: tables as tables, the rest as names and values.
func (a *app) members(data map[string]any, depth int) {
	if a.table(data) {
		return
	}
	indent := strings.Repeat("  ", depth)
	for _, name := range order(data) {
		if depth == 0 && slices.Contains(quiet, name) {
			continue
		}
		switch v := data[name].(type) {
		case map[string]any:
			if len(v) == 0 {
				continue
			}
			if short, ok := flat(v); ok && len(short) < 90 {
				fmt.Fprintf(a.out, "%s%s: %s\n", indent, name, short)
				continue
			}
			fmt.Fprintf(a.out, "%s%s:\n", indent, name)
			a.members(v, depth+1)
		case []any:
			a.list(name, v, depth)
		case nil:
		default:
			fmt.Fprintf(a.out, "%s%s: %s\n", indent, name, a.scalar(v))
		}
	}
}

func (a *app) list(name string, items []any, depth int) {
	if len(items) == 0 {
		return
	}
	indent := strings.Repeat("  ", depth)
	if a.objects(name, items, indent) {
		return
	}
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = a.scalar(item)
	}
	fmt.Fprintf(a.out, "%s%s: %s\n", indent, name, strings.Join(parts, ", "))
}

// objects prints a list of objects: flat ones as a table, others one after another.
func (a *app) objects(name string, items []any, indent string) bool {
	var columns []string
	flatRows := true
	for _, item := range items {
		o, ok := item.(map[string]any)
		if !ok {
			return false
		}
		for _, key := range order(o) {
			if !slices.Contains(columns, key) {
				columns = append(columns, key)
			}
			if _, deep := o[key].(map[string]any); deep {
				flatRows = false
			}
		}
	}
	fmt.Fprintf(a.out, "%s%s:\n", indent, name)
	if !flatRows {
		for _, item := range items {
			a.members(item.(map[string]any), strings.Count(indent, "  ")+1)
			fmt.Fprintln(a.out)
		}
		return true
	}
	w := tabwriter.NewWriter(a.out, 0, 4, 2, ' ', 0)
	for _, item := range items {
		o := item.(map[string]any)
		cells := make([]string, len(columns))
		for i, key := range columns {
			cells[i] = a.scalar(o[key])
		}
		fmt.Fprintln(w, indent+"  "+strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	w.Flush()
	return true
}

// table prints {columns, rows} as a table and says whether data is one.
func (a *app) table(data map[string]any) bool {
	columns, isTable := data["columns"].([]any)
	rows, hasRows := data["rows"].([]any)
	if !isTable || !hasRows {
		return false
	}
	w := tabwriter.NewWriter(a.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, a.row(columns))
	for _, row := range rows {
		cells, _ := row.([]any)
		fmt.Fprintln(w, a.row(cells))
	}
	w.Flush()
	if total, ok := data["total"].(float64); ok && int(total) > len(rows) {
		fmt.Fprintf(a.out, "%s\n", a.style(a.out, faint, fmt.Sprintf("%d of %.0f; go on with --offset %v", len(rows), total, data["nextOffset"])))
	}
	return true
}

func (a *app) row(cells []any) string {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = a.scalar(cell)
	}
	return strings.TrimRight(strings.Join(texts, "\t"), "\t")
}

// scalar prints one value. Text of a model is made plain, so that it cannot move the
// terminal's cursor.
func (a *app) scalar(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.ReplaceAll(ops.Plain(v), "\n", " ")
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
		return strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = a.scalar(item)
		}
		return "[" + strings.Join(parts, " ") + "]"
	case map[string]any:
		text, _ := flat(v)
		return text
	}
	return fmt.Sprint(v)
}

// flat writes an object of scalars on one line.
func flat(o map[string]any) (string, bool) {
	parts := []string{}
	for _, name := range order(o) {
		switch v := o[name].(type) {
		case map[string]any, []any:
			return "", false
		default:
			parts = append(parts, fmt.Sprintf("%s %s", name, new(app).scalar(v)))
		}
	}
	return strings.Join(parts, ", "), true
}

// firstMembers are shown before the others, which follow by name.
var firstMembers = []string{"id", "path", "parent", "name", "category", "commit", "when", "who", "person", "agent", "subject", "record", "derived"}

func order(o map[string]any) []string {
	names := slices.Sorted(keys(o))
	slices.SortStableFunc(names, func(x, y string) int { return rank(x) - rank(y) })
	return names
}

func rank(name string) int {
	if i := slices.Index(firstMembers, name); i >= 0 {
		return i
	}
	return len(firstMembers)
}
