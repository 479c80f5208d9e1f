package model_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

var rewriteCases = flag.Bool("update", false, "write what merges give into testdata/merge")

var today = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestMergeCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "merge", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 60 {
		t.Errorf("there are %d cases, want at least 60", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runCase(t, file) })
	}
}

func runCase(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := readCase(t, archive)
	got := c.run(t)
	if *rewriteCases {
		last := len(archive.Files) - 1
		if last < 0 || archive.Files[last].Name != "want" {
			archive.Files = append(archive.Files, txtar.File{Name: "want"})
			last++
		}
		archive.Files[last].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(c.want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// run merges the heads of a case and writes what that gives.
func (c *mergeCase) run(t *testing.T) string {
	ctx := context.Background()
	results, err := model.MergeHeads(ctx, c, c.heads[0], c.heads[1:], model.MergeOptions{Resolutions: c.resolutions})
	if err != nil {
		return fmt.Sprintf("error %v\n", err)
	}
	var text strings.Builder
	ours := c.models[c.heads[0]]
	for i, result := range results {
		theirs := c.models[c.heads[i+1]]
		if len(results) > 1 {
			fmt.Fprintf(&text, "== %s\n", c.heads[i+1])
		}
		if i == 0 && len(c.resolutions) == 0 {
			base, err := model.MergeBase(ctx, c, c.heads[0], c.heads[1])
			if err != nil {
				t.Fatal(err)
			}
			if base == nil {
				base = model.NewSnapshot(ours.Schema(), nil)
			}
			examine(t, base, ours, theirs)
		}
		writeResult(&text, result)
		writeBroken(t, &text, ours, theirs, result)
		ours = result.After
	}
	return text.String()
}

func writeResult(w *strings.Builder, result *model.MergeResult) {
	for _, r := range result.Records {
		fmt.Fprintf(w, "%s %s\n", r.Outcome, r.Record)
		for _, m := range r.Members {
			fmt.Fprintf(w, "  %s %s: %s -> %s\n", m.Outcome, m.Member, shown(m.Base), shown(m.Merged))
		}
	}
	for _, c := range result.Conflicts {
		fmt.Fprintf(w, "conflict %s %s: base %s, ours %s, theirs %s\n", c.Kind, strings.Join(nonEmpty(c.Record, c.Member, c.With), " "), shown(c.Base), shown(c.Ours), shown(c.Theirs))
	}
	for _, c := range result.Changes {
		switch {
		case c.After == nil:
			fmt.Fprintf(w, "remove %s\n", c.Before.Path)
		case c.After.Record() == nil:
			fmt.Fprintf(w, "put %s %s\n", c.After.Path, c.After.Revision.Short())
		default:
			fmt.Fprintf(w, "put %s %s\n", c.After.Path, shown(c.After.Record().Members()))
		}
		if c.After != nil && c.After.Mode != model.Regular {
			fmt.Fprintf(w, "  mode %d\n", c.After.Mode)
		}
	}
}

// writeBroken writes what a merge breaks that neither side does.
func writeBroken(t *testing.T, w *strings.Builder, ours, theirs *model.Snapshot, result *model.MergeResult) {
	for _, c := range model.Dangling(result.After, result.Changes) {
		fmt.Fprintf(w, "dangling %s: %v\n", c.Record, c.Dependents)
	}
	fresh, err := check.Merged(context.Background(), ours, theirs, result.After, today)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fresh {
		fmt.Fprintf(w, "finding %s %s %s\n", f.Severity, f.Rule, strings.Join(nonEmpty(strings.Join(f.IDs, " "), f.Pointer), " "))
	}
}

func nonEmpty(words ...string) []string {
	var kept []string
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// shown writes a value on one line, "-" where there is none.
func shown(v any) string {
	if v == nil {
		return "-"
	}
	return string(model.AppendCompact(nil, v))
}
