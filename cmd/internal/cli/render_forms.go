package cli

import (
	"fmt"
	"strings"
)

func (a *app) renderGuide(data map[string]any) {
	if text, ok := data["text"].(string); ok {
		fmt.Fprintln(a.out, strings.TrimRight(text, "\n"))
	}
	for _, name := range []string{"topics", "found"} {
		if items, ok := data[name].([]any); ok && len(items) > 0 {
			fmt.Fprintln(a.out)
			a.list(name, items, 0)
		}
	}
}

// renderFindings prints findings as a compiler prints its messages: the file, where
// in it, what is wrong.
func (a *app) renderFindings(data map[string]any) {
	findings, _ := data["findings"].([]any)
	for _, item := range findings {
		f, _ := item.(map[string]any)
		severity := a.scalar(f["severity"])
		colour := faint
		switch severity {
		case "error":
			colour = red
		case "warning":
			colour = amber
		}
		if f["waived"] == true {
			severity += " (waived)"
		}
		place := a.scalar(f["file"]) + a.scalar(f["pointer"])
		fmt.Fprintf(a.out, "%s: %s %s: %s\n", place, a.style(a.out, colour, severity), a.scalar(f["rule"]), a.scalar(f["message"]))
		if f["fix"] != nil {
			fmt.Fprintf(a.out, "  %s\n", a.style(a.out, faint, "fix: ek execute fix --finding "+a.scalar(f["finding"])))
		}
	}
	if would, ok := data["would"].(map[string]any); ok {
		a.renderWritten(would)
	}
	counts, _ := data["counts"].(map[string]any)
	verdict := a.style(a.out, green, "valid")
	if data["valid"] == false {
		verdict = a.style(a.out, red, "not valid")
	}
	fmt.Fprintf(a.out, "%s: %s errors, %s warnings, %s infos, %s waived\n", verdict, a.scalar(counts["error"]), a.scalar(counts["warning"]), a.scalar(counts["info"]), a.scalar(counts["waived"]))
	if total, ok := data["total"].(float64); ok && int(total) > len(findings) {
		fmt.Fprintf(a.out, "%d of %.0f findings shown; go on with --offset %v\n", len(findings), total, data["nextOffset"])
	}
}

// renderWritten prints what a write did.
func (a *app) renderWritten(data map[string]any) {
	if commit, ok := data["commit"].(string); ok {
		fmt.Fprintf(a.out, "%s %s\n", a.style(a.out, amber, commit[:min(12, len(commit))]), a.style(a.out, bold, a.scalar(data["subject"])))
	} else if subject := a.scalar(data["subject"]); subject != "" {
		fmt.Fprintln(a.out, "would:", subject)
	}
	touched, _ := data["affected"].(map[string]any)
	for sign, name := range map[string]string{"+": "created", "-": "deleted"} {
		rows, _ := touched[name].(map[string]any)["rows"].([]any)
		for _, row := range rows {
			cells, _ := row.([]any)
			if len(cells) > 3 {
				fmt.Fprintf(a.out, "  %s %s %s %s\n", sign, a.scalar(cells[1]), a.scalar(cells[0]), a.scalar(cells[3]))
			}
		}
	}
	a.renderEdits(touched)
	if rest, ok := touched["rest"].(float64); ok {
		fmt.Fprintf(a.out, "  … and %.0f more\n", rest)
	}
	for _, name := range []string{"assumed", "notes"} {
		items, _ := data[name].([]any)
		for _, item := range items {
			fmt.Fprintf(a.out, "  %s: %s\n", name, a.scalar(item))
		}
	}
	delta, _ := data["findings"].(map[string]any)
	for _, kind := range []string{"new", "gone"} {
		items, _ := delta[kind].([]any)
		for _, item := range items {
			f, _ := item.(map[string]any)
			fmt.Fprintf(a.out, "  %s %s %s: %s\n", kind, a.scalar(f["severity"]), a.scalar(f["rule"]), a.scalar(f["message"]))
		}
	}
}

func (a *app) renderEdits(touched map[string]any) {
	edits, _ := touched["updated"].([]any)
	for _, item := range edits {
		e, _ := item.(map[string]any)
		members, _ := e["members"].(map[string]any)
		var parts []string
		for _, name := range order(members) {
			pair, _ := members[name].([]any)
			if len(pair) == 2 {
				parts = append(parts, fmt.Sprintf("%s %s -> %s", name, orNone(a.scalar(pair[0])), orNone(a.scalar(pair[1]))))
			}
		}
		fmt.Fprintf(a.out, "  ~ %s %s: %s\n", a.scalar(e["category"]), a.scalar(e["id"]), strings.Join(parts, ", "))
	}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
