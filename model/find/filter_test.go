package find

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

type request struct {
	Filter Filter `json:"filter" doc:"The filter."`
}

var spec = args.For[request]("read", args.Options{Selector: "action", Example: `{"filter": {"categories": ["wall"]}}`})

func parse(t testing.TB, text string) *Filter {
	t.Helper()
	o, err := model.DecodeObject([]byte(`{"filter": ` + text + `}`))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var in request
	if err := spec.Decode(o, &in); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &in.Filter
}

var sources = Sources{
	Changed: func(_ context.Context, since string, by *By) (map[string]bool, error) {
		if by != nil && by.Person == "nobody" {
			return nil, nil
		}
		return map[string]bool{"wall-south": true, "door-entrance": true}, nil
	},
	Findings: func(_ context.Context, of Findings) (map[string]bool, error) {
		return map[string]bool{"wall-north": true}, nil
	},
}

// TestFilters runs the cases of each archive: a line is a filter, the indented
// lines after it are what it answers: the ids, "why" and "assumed" sentences, or
// the error.
func TestFilters(t *testing.T) {
	names, err := filepath.Glob("testdata/filters/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			s, files := archive(t, name)
			for _, c := range cases(files["filters"]) {
				if got := answer(t, s, c.input); got != c.want {
					t.Errorf("%s\n got %s\nwant %s", c.input, got, c.want)
				}
			}
		})
	}
}

type testCase struct{ input, want string }

// cases splits a file into inputs and what is indented under each.
func cases(text string) []testCase {
	var all []testCase
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			last := &all[len(all)-1]
			last.want += line + "\n"
		default:
			all = append(all, testCase{input: line})
		}
	}
	return all
}

func answer(t *testing.T, s *model.Snapshot, filter string) string {
	m, err := parse(t, filter).Apply(context.Background(), s, sources)
	if err != nil {
		return "\terror: " + err.Error() + "\n"
	}
	var b strings.Builder
	if m.Total() > 0 {
		b.WriteString("\t" + strings.Join(m.IDs(), " ") + "\n")
	}
	if why := m.Why(); why != "" {
		b.WriteString("\twhy: " + why + "\n")
	}
	for _, a := range m.Assumed {
		b.WriteString("\tassumed: " + a + "\n")
	}
	return b.String()
}

func TestSourcesThatAreMissingAreRefused(t *testing.T) {
	for _, filter := range []string{`{"changedSince": "1"}`, `{"changedBy": {"agent": "x"}}`, `{"findings": {}}`} {
		_, err := parse(t, filter).Apply(context.Background(), house(t), Sources{})
		var p *model.Problem
		if !errors.As(err, &p) || p.Code != model.Unsupported {
			t.Errorf("%s: %v", filter, err)
		}
	}
}

func TestIsZero(t *testing.T) {
	if !parse(t, `{}`).IsZero() || !(*Filter)(nil).IsZero() {
		t.Error("an empty filter is zero")
	}
	for _, filter := range []string{`{"findings": {}}`, `{"text": "x"}`, `{"where": [{"field": "id"}]}`} {
		if parse(t, filter).IsZero() {
			t.Errorf("%s is not zero", filter)
		}
	}
}

func TestPagesJoinToAll(t *testing.T) {
	s := house(t)
	for _, filter := range []string{`{}`, `{"categories": ["wall", "window"]}`, `{"text": "wall"}`} {
		m, err := parse(t, filter).Apply(context.Background(), s, sources)
		if err != nil {
			t.Fatal(err)
		}
		var paged []string
		for offset := 0; offset < m.Total(); offset += 2 {
			for _, f := range m.Page(offset, 2) {
				paged = append(paged, f.ID())
			}
		}
		if got, want := strings.Join(paged, " "), strings.Join(m.IDs(), " "); got != want || got == "" {
			t.Errorf("%s: pages hold %s, all is %s", filter, got, want)
		}
		if m.Page(m.Total(), 2) != nil || m.Page(0, 0) != nil || len(m.Page(-1, 1)) != 1 {
			t.Errorf("%s: pages beyond the ends", filter)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := parse(t, `{"text": "a"}`).Apply(ctx, house(t), sources); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// FuzzWhere holds that conditions never panic, whatever they compare.
func FuzzWhere(f *testing.F) {
	for _, c := range [][3]string{{"sill", "<", "900"}, {"derived.length", ">=", "2.1 m"}, {"properties.A.B", "=", "x"}, {"name", "matches", "("}, {"ends..", "in", ""}, {"typeId.layers.0.thickness", ">", "1"}, {"bounds.9", "exists", ""}} {
		f.Add(c[0], c[1], c[2])
	}
	s := house(f)
	f.Fuzz(func(t *testing.T, field, op, value string) {
		filter := &Filter{Where: []Condition{{Field: field, Op: op, Value: value}}}
		m, err := filter.Apply(context.Background(), s, Sources{})
		if err == nil && m.Total() == 0 && m.Why() == "" {
			t.Errorf("%s %s %q left nothing and does not say why", field, op, value)
		}
	})
}

// TestUnitsOfFields holds the units of members, derived values and quantities.
func TestUnitsOfFields(t *testing.T) {
	s := model.NewSnapshot(category.Schema(), nil)
	for field, want := range map[string]string{
		"thickness": "mm", "derived.netSideArea": "m²", "derived.exterior": "", "derived.quantities": "", "derived.quantities.Qto_WallBaseQuantities": "",
		"derived.quantities.Qto_WallBaseQuantities.Length": "mm", "derived.quantities.Qto_WallBaseQuantities.NetSideArea": "m²",
		"derived.quantities.Qto_WallBaseQuantities.NetVolume": "m³", "derived.quantities.Qto_WallBaseQuantities.NetWeight": "kg",
	} {
		if got := Unit(s, []string{"wall"}, field); got != want {
			t.Errorf("%s is in %q, want %q", field, got, want)
		}
	}
}
