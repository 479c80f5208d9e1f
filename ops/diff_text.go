package ops

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/openeik/ekgit/model"
)

// text writes a diff as lines: "+" for what is added, "-" for what is removed, "~"
// for what is changed, and below each changed record its members. Records without a
// sign did not change, but what is derived of them did.
func (out *diffOut) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d added, %d removed, %d changed\n", out.Counts.Added, out.Counts.Removed, out.Counts.Changed)
	for _, r := range out.Records {
		r.write(&b)
	}
	if rest := out.Total - out.Returned; rest > 0 {
		fmt.Fprintf(&b, "… %d more records\n", rest)
	}
	for _, e := range out.Effects {
		fmt.Fprintf(&b, "  %s %s\n", e.Category, e.ID)
		writeDerived(&b, e.Derived)
	}
	for _, f := range out.Findings.New {
		fmt.Fprintf(&b, "+ %s %s: %s\n", f.Severity, f.Rule, Plain(f.Message))
	}
	for _, f := range out.Findings.Gone {
		fmt.Fprintf(&b, "- %s %s: %s\n", f.Severity, f.Rule, Plain(f.Message))
	}
	return b.String()
}

func (r *recordDiff) write(b *strings.Builder) {
	sign := map[string]string{"added": "+", "removed": "-", "changed": "~"}[r.Change]
	fmt.Fprintf(b, "%s %s %s", sign, r.Category, r.ID)
	if r.Name != "" {
		fmt.Fprintf(b, " %q", Plain(r.Name))
	}
	b.WriteString("\n")
	if r.OldPath != "" {
		fmt.Fprintf(b, "    moved from %s to %s\n", r.OldPath, r.Path)
	}
	for _, m := range r.Members {
		pair := m.Value.([]any)
		fmt.Fprintf(b, "    %s: %s\n", Plain(m.Name), ChangeText(pair[0], pair[1]))
	}
	if r.Change == "changed" {
		writeDerived(b, r.Derived)
	}
}

func writeDerived(b *strings.Builder, derived model.Object) {
	for _, m := range derived {
		pair := m.Value.([]any)
		fmt.Fprintf(b, "    derived.%s: %s\n", m.Name, ChangeText(pair[0], pair[1]))
	}
}

// From which length on two texts are compared within, up to which, and how much of
// another value is shown.
const (
	longText  = 60
	hugeText  = 10_000
	shownText = 200
)

// ChangeText writes how a value changed, from old to next; nil is absent. Of long
// texts it shows what differs, as [-old-]{+new+}.
func ChangeText(old, next any) string {
	a, isText := old.(string)
	b, areTexts := next.(string)
	if both := len(a) + len(b); isText && areTexts && both > longText && both < hugeText {
		return wordDiff(a, b)
	}
	return valueText(old) + " -> " + valueText(next)
}

func wordDiff(a, b string) string {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the same texts always give the same diff
	var out strings.Builder
	for _, part := range d.DiffCleanupSemantic(d.DiffMain(a, b, false)) {
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			out.WriteString("[-" + part.Text + "-]")
		case diffmatchpatch.DiffInsert:
			out.WriteString("{+" + part.Text + "+}")
		default:
			out.WriteString(part.Text)
		}
	}
	return Plain(out.String())
}

func valueText(v any) string {
	if v == nil {
		return "absent"
	}
	return Plain(cut(string(model.AppendCompact(nil, v)), shownText))
}
