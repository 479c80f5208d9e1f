package edit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openeik/ekgit/model"
)

// runOnHouse carries out commands, given as JSON, on the example house.
func runOnHouse(t *testing.T, commands ...string) (*Result, error) {
	t.Helper()
	var list []model.Object
	for _, text := range commands {
		o, err := model.DecodeObject([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, o)
	}
	return Run(context.Background(), house(t), list, Options{RequestID: "r"})
}

func TestCounts(t *testing.T) {
	for name, test := range map[string]struct {
		command string
		want    Counts
	}{
		"a wall alone": {`{"command": "update", "id": "wall-east", "set": {"note": "x"}}`,
			Counts{Updated: 1, Records: 1, ByLevel: map[string]int{"level-0": 1}, ByType: map[string]int{"wall-type-exterior-300": 1}}},
		"a type reaches its elements": {`{"command": "rename", "id": "Exterior wall 300", "name": "X"}`,
			Counts{Updated: 1, Shared: []string{"wall-type-exterior-300"}, Reached: 4, Records: 5,
				ByLevel: map[string]int{"level-0": 4}, ByType: map[string]int{"wall-type-exterior-300": 4}}},
		"a material reaches through types": {`{"command": "update", "id": "insulation", "set": {"density": 40}}`,
			Counts{Updated: 1, Shared: []string{"insulation"}, Reached: 5, Records: 6,
				ByLevel: map[string]int{"level-0": 4}, ByType: map[string]int{"wall-type-exterior-300": 4}}},
		"a level reaches all on it": {`{"command": "set_elevation", "level": "level-0", "elevation": 10}`,
			Counts{Updated: 1, Shared: []string{"level-0"}, Reached: 9, Records: 10, ByLevel: map[string]int{"level-0": 9},
				ByType: map[string]int{"wall-type-exterior-300": 4, "wall-type-partition-100": 1, "door-type-1000x2100": 1, "window-type-1200x1200": 2, "slab-type-200": 1}}},
		"a new level reaches nothing": {`{"command": "add_level", "elevation": 3000}`,
			Counts{Created: 1, Records: 1, ByLevel: map[string]int{}, ByType: map[string]int{}}},
		"what goes counts where it was": {`{"command": "delete", "id": "wall-north", "cascade": true}`,
			Counts{Deleted: 2, Records: 2, ByLevel: map[string]int{"level-0": 2}, ByType: map[string]int{"wall-type-exterior-300": 1, "window-type-1200x1200": 1}}},
		"ends that part": {`{"command": "move", "id": "wall-partition", "by": [0, 500], "joined": false}`,
			Counts{Updated: 1, Records: 1, ByLevel: map[string]int{"level-0": 1}, ByType: map[string]int{"wall-type-partition-100": 1},
				JoinsLost: []string{"wall-partition end: was joined to wall-north", "wall-partition start: was joined to wall-south"}}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := runOnHouse(t, test.command)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, r.Counts); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestBody(t *testing.T) {
	_, err := runOnHouse(t,
		`{"command": "update", "id": "door-entrance", "set": {"width": 1010, "swing": "right"}}`,
		`{"command": "create", "category": "wall", "id": "wall-new", "record": {"levelId": "level-0", "start": [0, 20000], "end": [5000, 20000], "thickness": 100}}`,
		`{"command": "delete", "id": "W-02"}`,
		`{"command": "rename", "id": "level-0", "name": "Line\u2028break"}`)
	if err == nil {
		t.Fatal("a name with a line separator is taken")
	}
	r, err := runOnHouse(t,
		`{"command": "update", "id": "door-entrance", "set": {"width": 1010, "swing": "right"}}`,
		`{"command": "create", "category": "wall", "id": "wall-new", "record": {"levelId": "level-0", "start": [0, 20000], "end": [5000, 20000], "thickness": 100}}`,
		`{"command": "delete", "id": "W-02"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"~ door D-01 (door-entrance): swing left -> right, width none -> 1010",
		"+ wall wall-new",
		"- window W-02 (window-north)",
	}
	if d := cmp.Diff(want, r.Body()); d != "" {
		t.Error(d)
	}
}

// The calls that an agent is likeliest to get wrong, and what mends each: the call
// itself with one thing forgiven, or the try of its error.
func TestLikelyWrongCallsRecoverInOneStep(t *testing.T) {
	for _, test := range []struct{ wrong, says, try string }{
		{`{"command": "place_window", "wall": "wall-south", "from": "start", "distance": 4000}`, `place_window has no "wall"; use "host"`, ""},
		{`{"command": "update", "id": "wall-partition", "height": 2800}`, `put it into "set"`, `{"command":"update","id":"wall-partition","set":{"height":2800}}`},
		{`{"command": "update", "id": "wall-partition", "set": {"heigth": 2800}}`, `use "height"`, ""},
		{`{"command": "update", "id": "wall-partition", "set": {"location": "centre"}}`, `did you mean "center"`, ""},
		{`{"command": "modify", "id": "wall-partition", "set": {"height": 2800}}`, `use "update"`, ""},
		{`{"command": "create_wall", "level": "level-0", "type": "Partition 100", "points": [[1000, 1000], [1000, 4000]]}`, `use "draw_walls"`, ""},
		{`{"action": "delete", "id": "window-north"}`, `in "command"`, ""},
		{`{"command": "delete", "params": {"id": "window-north"}}`, `give its members beside it`, ""},
		{`{"command": "delete", "id": "wall-south"}`, "depend on", `{"command":"delete","id":"wall-south","cascade":true}`},
		{`{"command": "set_type", "id": "wall-partition", "typeId": "Exterior wal 300"}`, `No wall type is named`, `{"command":"set_type","id":"wall-partition","typeId":"wall-type-exterior-300"}`},
		{`{"command": "set_properties", "id": "D-01", "properties": {"FireRating": "EI 30"}}`, "stands in no group", ""},
		{`{"command": "create", "category": "columns", "record": {"levelId": "level-0", "at": [1000, 1000]}}`, `use "column"`, ""},
		{`{"command": "set_level", "id": "slab-ground", "level": "Ground flor"}`, "is no level", ""},
	} {
		_, err := runOnHouse(t, test.wrong)
		var p *model.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Error(), test.says) {
			t.Errorf("%s: got %v", test.wrong, err)
			continue
		}
		try, ok := p.Details["try"].(model.Object)
		text := string(model.AppendCompact(nil, try))
		if !ok || test.try != "" && text != test.try {
			t.Errorf("%s: %v\nthe try is %s", test.wrong, err, text)
			continue
		}
		if _, err := runOnHouse(t, text); err != nil {
			t.Errorf("%s: the try %s: %v", test.wrong, text, err)
		}
	}
}

func TestForgiven(t *testing.T) {
	for _, command := range []string{
		`{"command": "update", "id": "south wall", "set": {"height": "2.8 m"}}`,
		`{"command": "update", "id": "d-01", "set": {"width": "3'-6\""}}`,
		`{"command": "update", "id": ["W-01", "window-north"], "set": {"sill": "900 mm"}}`,
		`{"command": "update", "id": "wall-partition", "set": "{\"height\": 2800}"}`,
		`{"command": "create", "category": "column", "record": {"levelId": "Ground floor", "at": ["1 m", "1 m"]}}`,
		`{"command": "delete", "id": "W-02", "cascade": "true"}`,
	} {
		if r, err := runOnHouse(t, command); err != nil || len(r.Changes) == 0 && !strings.Contains(command, "sill") {
			t.Errorf("%s: %v", command, err)
		}
	}
}

func TestTooManyCommands(t *testing.T) {
	if _, err := Run(context.Background(), house(t), make([]model.Object, MaxCommands+1), Options{}); err == nil {
		t.Error("501 commands are taken")
	}
	if _, err := Run(context.Background(), house(t), nil, Options{}); err == nil {
		t.Error("no command is taken")
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(stopped, house(t), []model.Object{Find("rename").Example()}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that was given up is carried out: %v", err)
	}
}

func TestEveryCommandIsDescribed(t *testing.T) {
	words := map[string]string{}
	for _, c := range All() {
		for _, word := range append([]string{c.Name}, c.Also...) {
			if other, taken := words[word]; taken {
				t.Errorf("%s and %s are both called %q", other, c.Name, word)
			}
			words[word] = c.Name
		}
		if c.Name == "" || c.Summary == "" || c.Doc == "" || strings.HasSuffix(c.Summary, ".") || len(c.Summary) > 100 {
			t.Errorf("%s: its summary is one line without a full stop, and it has help: %q", c.Name, c.Summary)
		}
		if len(c.Doc)+len(c.Signature()) > 1000 && !c.Internal {
			t.Logf("%s: its page has %d bytes", c.Name, len(c.Doc)+len(c.Signature()))
		}
		s := c.Schema()
		if _, err := s.Resolve(nil); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for name, p := range s.Properties {
			if p.Description == "" {
				t.Errorf("%s: %s has no description", c.Name, name)
			}
		}
		if Find(c.Name) != c {
			t.Errorf("%s is there twice", c.Name)
		}
	}
}
