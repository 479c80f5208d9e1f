package ci_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/openeik/ekgit/hooks/ci"
)

// yamlLine is a line of what the workflows use of YAML: two blanks a level, lists of
// mappings, and plain, quoted or empty values.
var yamlLine = regexp.MustCompile(`^( {2})*(- )?([A-Za-z_-]+:( [^ ].*)?|[^\s#:][^#]*[^\s:])$`)

func TestWorkflows(t *testing.T) {
	for _, hosting := range ci.Hostings() {
		text, place, err := ci.Workflow(hosting, "trunk", "models/house")
		if err != nil || place == "" {
			t.Fatalf("%s: %v", hosting, err)
		}
		for _, want := range []string{"ek -m models/house ci ", `--base "$BASE"`, "go install github.com/openeik/ekgit/cmd/ek@latest", `"trunk"`, `"ek ci init"`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s says nothing of %s:\n%s", hosting, want, text)
			}
		}
		if strings.Contains(string(text), "MODEL-BRANCH") || strings.Contains(string(text), "\t") || hosting == "gitlab" && !strings.Contains(string(text), `$CI_COMMIT_BRANCH == "trunk"`) {
			t.Errorf("%s:\n%s", hosting, text)
		}
		level := 0
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			indent := (len(line) - len(strings.TrimLeft(line, " "))) / 2
			if !yamlLine.MatchString(line) || indent > level+2 {
				t.Errorf("%s: %q is none of its lines", hosting, line)
			}
			level = indent
		}
	}
	for _, names := range [][2]string{{"a b", ""}, {"main", "a\nb"}, {"$(x)", ""}, {"-x", ""}, {"main", "a'b"}} {
		if _, _, err := ci.Workflow("github", names[0], names[1]); err == nil {
			t.Errorf("%q stands in a workflow", names)
		}
	}
	if _, _, err := ci.Workflow("none", "main", ""); err == nil || !strings.Contains(err.Error(), "github, gitlab, gitea") {
		t.Errorf("%v", err)
	}
}

func TestWriteWorkflow(t *testing.T) {
	r := house(t, "models/house")
	o := ci.Options{Dir: r.Path("models/house")}
	place, err := ci.WriteWorkflow(t.Context(), o, "github", false)
	if err != nil || place != ".github/workflows/model.yml" || !strings.Contains(r.Read(place), `["work"]`) {
		t.Fatalf("%q, %v\n%s", place, err, r.Read(place))
	}
	if _, err := ci.WriteWorkflow(t.Context(), o, "github", false); err != nil {
		t.Errorf("once more: %v", err)
	}
	r.Write(place, "mine")
	var exists *ci.ExistsError
	if _, err := ci.WriteWorkflow(t.Context(), o, "github", false); !errors.As(err, &exists) || r.Read(place) != "mine" {
		t.Errorf("over another file: %v, %s", err, r.Read(place))
	}
	if _, err := ci.WriteWorkflow(t.Context(), o, "github", true); err != nil || r.Read(place) == "mine" {
		t.Errorf("with force: %v, %s", err, r.Read(place))
	}
}
