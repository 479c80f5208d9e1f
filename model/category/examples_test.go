package category_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// update says that golden files are written instead of compared.
func update() bool { return os.Getenv("EKGIT_UPDATE") != "" }

// examples reads testdata/examples/<category>.txtar: records under ok/, and broken
// ones under bad/ with their faults listed above them.
func examples(t testing.TB, name string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "examples", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

func decode(t builder, data []byte) *model.Record {
	t.Helper()
	r, faults := model.Decode(data)
	if r == nil || len(faults) > 0 {
		t.Fatalf("%s: %v", data, faults)
	}
	return r
}

func resolved(t *testing.T, name string) *jsonschema.Resolved {
	t.Helper()
	schema, ok := category.JSONSchema(name)
	if !ok {
		t.Fatalf("%s has no JSON Schema", name)
	}
	r, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExamples holds that every category has legal records, which are canonical,
// have no faults and satisfy the JSON Schema, and broken ones with just the faults
// that are listed.
func TestExamples(t *testing.T) {
	for _, d := range category.All() {
		t.Run(d.Name, func(t *testing.T) {
			archive, schema := examples(t, d.Name), resolved(t, d.Name)
			ok, bad := 0, 0
			for _, f := range archive.Files {
				if strings.HasPrefix(f.Name, "ok/") {
					ok++
					checkGood(t, schema, f)
					continue
				}
				bad++
				checkBad(t, string(archive.Comment), f)
			}
			if ok == 0 || bad == 0 {
				t.Errorf("%d legal and %d broken examples, at least one of each is needed", ok, bad)
			}
			if update() {
				writeCanonical(t, d.Name, archive)
			}
		})
	}
}

func checkGood(t *testing.T, schema *jsonschema.Resolved, f txtar.File) {
	r := decode(t, f.Data)
	if faults := category.Validate(category.Schema(), r); len(faults) > 0 {
		t.Errorf("%s: %v", f.Name, faults)
	}
	if got := category.Schema().Encode(r); !update() && string(got) != string(f.Data) {
		t.Errorf("%s is not canonical:\n%s", f.Name, got)
	}
	if err := schema.Validate(anyOf(t, f.Data)); err != nil {
		t.Errorf("%s: JSON Schema: %v", f.Name, err)
	}
}

func checkBad(t *testing.T, comment string, f txtar.File) {
	var want []string
	for line := range strings.Lines(comment) {
		if name, list, ok := strings.Cut(strings.TrimRight(line, "\n"), ": "); ok && name+".json" == f.Name {
			want = strings.Split(list, ", ")
		}
	}
	var got []string
	for _, fault := range category.Validate(category.Schema(), decode(t, f.Data)) {
		got = append(got, fault.Rule+" "+fault.Pointer)
		if fault.Message == "" {
			t.Errorf("%s: %s says nothing", f.Name, fault.Rule)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: faults %q, want %q", f.Name, got, want)
	}
}

func anyOf(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func writeCanonical(t *testing.T, name string, archive *txtar.Archive) {
	for i, f := range archive.Files {
		if strings.HasPrefix(f.Name, "ok/") {
			archive.Files[i].Data = category.Schema().Encode(decode(t, f.Data))
		}
	}
	if err := os.WriteFile(filepath.Join("testdata", "examples", name+".txtar"), txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestNoStrayExamples holds that every example file belongs to a category.
func TestNoStrayExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		if category.Find(name) == nil && filepath.Base(filepath.Dir(path)) != "fuzz" {
			t.Errorf("%s belongs to no category", path)
		}
	}
}

// TestSchemas compares the JSON Schema of every category with its golden file.
func TestSchemas(t *testing.T) {
	for _, d := range category.All() {
		schema, _ := category.JSONSchema(d.Name)
		got, err := json.MarshalIndent(schema, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		path := filepath.Join("testdata", "schema", d.Name+".json")
		if update() {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s differs; EKGIT_UPDATE=1 writes it anew", path)
		}
	}
}

// TestFieldsAreDocumented holds that every member says what it is, with its unit,
// and what its absence means.
func TestFieldsAreDocumented(t *testing.T) {
	for _, d := range category.All() {
		c := category.Schema().Category(d.Name)
		if d.Doc == "" || d.Element() == (d.Discipline == "") {
			t.Errorf("%s: doc %q, folder %q, discipline %q", d.Name, d.Doc, d.Folder, d.Discipline)
		}
		checkFields(t, d.Name, c.Fields)
		for _, f := range category.DerivedFields(d.Name) {
			if f.Name == "" || !strings.HasSuffix(f.Doc, ".") {
				t.Errorf("%s: derived %q: %q", d.Name, f.Name, f.Doc)
			}
		}
	}
}

func checkFields(t *testing.T, where string, fields []model.Field) {
	seen := map[string]bool{}
	for _, f := range fields {
		name := where + "." + f.Name
		if f.Name == "" || seen[f.Name] {
			t.Errorf("%s has no name or a second one of it", name)
		}
		seen[f.Name] = true
		if !f.Required && !strings.Contains(f.Doc, "Absent") && !strings.HasPrefix(f.Doc, "Only for") && !strings.Contains(f.Doc, ". Only for") || !strings.HasSuffix(f.Doc, ".") {
			t.Errorf("%s does not say what absence means: %q", name, f.Doc)
		}
		unit := map[string]string{"mm": "mm", "deg": "degrees"}[f.Type.Unit]
		if f.Type.Unit != "" && unit == "" {
			unit = f.Type.Unit
		}
		if !strings.Contains(f.Doc, unit) {
			t.Errorf("%s does not name its unit %s: %q", name, f.Type.Unit, f.Doc)
		}
		checkFields(t, name, f.Type.Fields)
		if f.Type.Elem != nil {
			checkFields(t, name, f.Type.Elem.Fields)
		}
		for i, c := range f.Type.Choices {
			checkFields(t, fmt.Sprint(name, i), c.Fields)
		}
	}
}

// TestOrder holds the order of members that files are written in.
func TestOrder(t *testing.T) {
	want := map[string]string{
		"wall": "id category name mark number kind typeId levelId hostId discipline start end sagitta baseOffset height topLevelId topOffset " +
			"topHostIds thickness location flipped external loadBearing roomBounding ends clips materialId groupIds classifications phaseCreated " +
			"phaseDemolished shape placement tags properties ifcGuid externalIds note",
		"type": "id category of name mark number kind layers thickness width height leafWidth leaves operation frame profile size materialId " +
			"classifications shape tags properties ifcGuid externalIds note",
		"level": "id category name mark number kind elevation height buildingId partOf classifications tags properties ifcGuid externalIds note",
		"door": "id category name mark number kind typeId levelId hostId discipline offset at sill width height hinge swing materialId groupIds " +
			"classifications phaseCreated phaseDemolished shape placement tags properties ifcGuid externalIds note",
	}
	for name, order := range want {
		var got []string
		for _, f := range category.Schema().Category(name).Fields {
			got = append(got, f.Name)
		}
		if strings.Join(got, " ") != order {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct{ category, member, want string }{
		{"wall", "heigth", "height"}, {"wall", "level", "levelId"}, {"wall", "materials", "materialId"}, {"wall", "colour", ""},
		{"door", "host", "hostId"}, {"door", "wall", "hostId"}, {"door", "ofset", "offset"}, {"wall", "toplevel", "topLevelId"},
		{"column", "rotate", "rotation"}, {"nothing", "height", ""}, {"wall", "", ""},
	} {
		if got := category.Nearest(category.Schema(), c.category, c.member); got != c.want {
			t.Errorf("nearest to %s.%s: %q, want %q", c.category, c.member, got, c.want)
		}
	}
}
