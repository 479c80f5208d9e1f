package check

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
)

var rewrite = flag.Bool("update", false, "write the findings that rules give into testdata/rules")

// A file of testdata/rules is one rule's. Its archive holds models, each under a
// name of its own, on top of testdata/base.records:
//
//	<model>/records        a record a line, put where it belongs in canonical bytes
//	<model>/remove         ids of base records that the model lacks, a line each
//	<model>/<path>         a file as it stands
//	<model>/<path>.quoted  a file written as a Go string
//	<model>/<path>.bytes   a file of that size, whose bytes are not read
//	<model>/<path>.symlink a symbolic link
//	<model>.findings       what the model breaks; nothing where it is left out
type ruleModel struct {
	name     string
	snapshot *model.Snapshot
	want     string
}

func readModels(t *testing.T, archive *txtar.Archive) []ruleModel {
	t.Helper()
	files := map[string]map[string]string{}
	want := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".findings"); ok && !strings.Contains(name, "/") {
			want[name] = string(f.Data)
			continue
		}
		name, path, _ := strings.Cut(f.Name, "/")
		if files[name] == nil {
			files[name] = map[string]string{}
		}
		files[name][path] = string(f.Data)
	}
	var models []ruleModel
	for _, name := range slices.Sorted(maps.Keys(files)) {
		models = append(models, ruleModel{name, buildModel(t, files[name]), want[name]})
	}
	return models
}

func buildModel(t *testing.T, sections map[string]string) *model.Snapshot {
	t.Helper()
	files := baseFiles(t, strings.Fields(sections["remove"])...)
	for path, data := range sections {
		switch name, form := path[:max(0, strings.LastIndexByte(path, '.'))], filepath.Ext(path); {
		case path == "remove":
		case path == "records":
			for line := range strings.Lines(data) {
				put(t, files, record(t, line))
			}
		case form == ".quoted":
			text, err := strconv.Unquote(strings.TrimSpace(data))
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			files[name] = rawOf(name, text)
		case form == ".bytes":
			size, err := strconv.ParseInt(strings.TrimSpace(data), 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			files[name] = model.RawFile{Size: size}
		case form == ".symlink":
			files[name] = model.RawFile{Mode: model.Symlink}
		default:
			files[path] = rawOf(path, data)
		}
	}
	return filesOf(files)
}

// baseFiles answers the files of a small sound model, less the records named.
func baseFiles(t testing.TB, without ...string) map[string]model.RawFile {
	t.Helper()
	data, err := os.ReadFile("testdata/base.records")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]model.RawFile{}
	for line := range strings.Lines(string(data)) {
		r := record(t, line)
		switch {
		case r.Has("format"):
			files[model.ManifestName] = rawOf(model.ManifestName, line)
		case !slices.Contains(without, r.ID()):
			put(t, files, r)
		}
	}
	return files
}

// write puts findings down as the archives hold them.
func write(findings []model.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s %s %s %s\n  %s\n", f.Severity, f.Rule, f.File, f.Pointer, f.Message)
		if len(f.IDs) > 1 {
			fmt.Fprintf(&b, "  with %s\n", strings.Join(f.IDs[1:], " "))
		}
		if f.Fix != nil {
			fmt.Fprintf(&b, "  fix %s\n", f.Fix)
		}
		if f.Waived {
			b.WriteString("  waived\n")
		}
	}
	return b.String()
}

func checkAll(t testing.TB, s *model.Snapshot) []model.Finding {
	t.Helper()
	findings, err := Check(context.Background(), s, Everything(), today)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func TestRules(t *testing.T) {
	for _, r := range All() {
		t.Run(r.Name, func(t *testing.T) {
			path := filepath.Join("testdata", "rules", r.Name+".txtar")
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatalf("every rule has an archive of models that break it and that do not: %v", err)
			}
			breaks, sound, fixes := false, false, false
			got := map[string]string{}
			for _, m := range readModels(t, archive) {
				findings := checkAll(t, m.snapshot)
				own := slices.DeleteFunc(slices.Clone(findings), func(f model.Finding) bool { return f.Rule != r.Name })
				breaks, sound = breaks || len(own) == 1, sound || len(findings) == 0
				fixes = fixes || slices.ContainsFunc(own, func(f model.Finding) bool { return f.Fix != nil })
				got[m.name] = write(findings)
				if diff := cmp.Diff(m.want, got[m.name]); diff != "" && !*rewrite {
					t.Errorf("%s: want (-), got (+):\n%s", m.name, diff)
				}
			}
			if !breaks || !sound || fixes != r.Fixes {
				t.Errorf("models that break it once: %v, that break nothing: %v, with a fix: %v, expected %v", breaks, sound, fixes, r.Fixes)
			}
			if *rewrite {
				store(t, path, archive, got)
			}
		})
	}
}

// store writes the findings behind each model of an archive.
func store(t *testing.T, path string, archive *txtar.Archive, findings map[string]string) {
	t.Helper()
	kept := slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, ".findings") })
	archive.Files = nil
	for i, f := range kept {
		archive.Files = append(archive.Files, f)
		name, _, _ := strings.Cut(f.Name, "/")
		last := i+1 == len(kept) || !strings.HasPrefix(kept[i+1].Name, name+"/")
		if last && findings[name] != "" {
			archive.Files = append(archive.Files, txtar.File{Name: name + ".findings", Data: []byte(findings[name])})
		}
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestEveryArchiveIsARule(t *testing.T) {
	paths, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if name := strings.TrimSuffix(filepath.Base(path), ".txtar"); Find(name) == nil {
			t.Errorf("%s is of no rule", path)
		}
	}
}

func TestRulesAreDescribed(t *testing.T) {
	if !slices.IsSortedFunc(All(), func(a, b *Rule) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("rules are not sorted by name")
	}
	for _, r := range All() {
		if r.Doc == "" || r.Severity == "" || (r.file == nil) == (r.record == nil) {
			t.Errorf("%s has no doc or severity, or does not look at one of files and records", r.Name)
		}
		for _, l := range r.Limits {
			if l.Name == "" || l.Unit == "" || l.Doc == "" {
				t.Errorf("%s: limit %q is not described", r.Name, l.Name)
			}
		}
	}
}
