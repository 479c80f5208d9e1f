package args

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/openeik/ekgit/model"
)

type shared struct {
	ID []string `json:"id" also:"ids" doc:"The record."`
}

type size struct {
	Width  Length  `json:"width" required:"true" above:"0" doc:"In mm."`
	Height *Length `json:"height" doc:"In mm."`
}

type placeArgs struct {
	shared
	Host     string            `json:"host" required:"true" also:"wall,in" doc:"The wall."`
	From     string            `json:"from" enum:"start,end,north" default:"start" doc:"Where distance counts from."`
	Distance Length            `json:"distance" required:"true" also:"offset+from=north" min:"0" doc:"In mm."`
	Like     string            `json:"like" doc:"Another one."`
	Type     string            `json:"type" join:"|" doc:"Its type."`
	Width    *Length           `json:"width" join:"|" above:"0" doc:"In mm."`
	Height   *Length           `json:"height" join:"+" above:"0" doc:"In mm."`
	Count    int               `json:"count" default:"1" min:"1" max:"9" doc:"How many."`
	Joined   bool              `json:"joined" default:"true" doc:"Whether."`
	Turn     Angle             `json:"turn" doc:"In degrees."`
	Factor   float64           `json:"factor" doc:"A number."`
	At       *Point            `json:"at" doc:"A point."`
	Top      *Point3           `json:"top" doc:"A point."`
	By       Delta             `json:"by" doc:"A movement."`
	Points   []Point           `json:"points" doc:"Points."`
	Steps    []Length          `json:"steps" min:"1" doc:"Lengths."`
	Sizes    []size            `json:"sizes" doc:"Sizes."`
	Labels   map[string]string `json:"labels" doc:"Names and values."`
	Set      model.Object      `json:"set" doc:"Members."`
	Value    any               `json:"value" doc:"Anything."`
	Code     string            `json:"code" pattern:"[a-z]+" doc:"A word."`
	Filter   *size             `json:"filter" brief:"As read's filter."`
}

func spec() *Spec {
	return For[placeArgs]("place", Options{
		Selector: "command",
		Example:  `{"command": "place", "host": "wall-south", "distance": 1000}`,
		Into: func(name string) string {
			return map[string]string{"sill": "set"}[name]
		},
	})
}

func object(t testing.TB, text string) model.Object {
	t.Helper()
	o, err := model.DecodeObject([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return o
}

func TestDecode(t *testing.T) {
	var got placeArgs
	request := object(t, `{"command": "place", "id": "w-1", "host": "wall-1", "from": "North", "distance": "1.5 m", "count": "3", "joined": "false",
		"turn": "45°", "factor": 0.1000000000000000055, "at": "[1, \"2 m\"]", "top": [1, 2, 3], "by": [1, 2], "points": [[0, 0], [1, 1]], "steps": [1, "2 m"],
		"sizes": "[{\"width\": 5}]", "labels": {"a": "b"}, "set": {"sill": null}, "value": [null], "code": "abc", "height": null}`)
	if err := spec().Decode(request, &got); err != nil {
		t.Fatal(err)
	}
	want := placeArgs{
		shared: shared{ID: []string{"w-1"}}, Host: "wall-1", From: "north", Distance: 1500, Count: 3, Turn: 45, Factor: 0.1, At: &Point{1, 2000},
		Top: &Point3{1, 2, 3}, By: Delta{1, 2, 0}, Points: []Point{{0, 0}, {1, 1}}, Steps: []Length{1, 2000}, Sizes: []size{{Width: 5}},
		Labels: map[string]string{"a": "b"}, Set: model.Object{{Name: "sill"}}, Value: []any{nil}, Code: "abc",
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(placeArgs{})); d != "" {
		t.Error(d)
	}
}

func TestPointsMayNameTheirAxes(t *testing.T) {
	var got placeArgs
	request := object(t, `{"host": "wall-1", "distance": 0, "at": {"y": "2 m", "x": 1}, "top": {"x": 1, "y": 2, "z": 3}, "by": "{\"x\": 5, \"y\": 0}", "points": [{"x": 1, "y": 2}]}`)
	if err := spec().Decode(request, &got); err != nil {
		t.Fatal(err)
	}
	if *got.At != (Point{1, 2000}) || *got.Top != (Point3{1, 2, 3}) || got.By != (Delta{5}) || got.Points[0] != (Point{1, 2}) {
		t.Errorf("got %+v", got)
	}
	for _, wrong := range []string{`{}`, `{"x": 1}`, `{"x": 1, "z": 2}`, `{"x": 1, "y": 2, "w": 3}`, `{"x": 1, "y": 2, "z": 3}`} {
		if err := spec().Decode(object(t, `{"host": "wall-1", "distance": 0, "at": `+wrong+`}`), &got); err == nil {
			t.Errorf("%s is taken for a plan point", wrong)
		}
	}
}

func TestDefaults(t *testing.T) {
	got := placeArgs{Host: "left over", Count: 7}
	if err := spec().Decode(object(t, `{"host": "wall-1", "distance": 0}`), &got); err != nil {
		t.Fatal(err)
	}
	if got.From != "start" || got.Count != 1 || !got.Joined || got.At != nil || got.Host != "wall-1" {
		t.Errorf("got %+v", got)
	}
}

func TestErrors(t *testing.T) {
	const good = `"host": "wall-1", "distance": 5`
	signature := "place {id, host*, from, distance*, like | type | width + height, count, joined, turn, factor, at, top, by, points, steps, sizes, labels, set, value, code, filter}"
	for _, test := range []struct{ request, message, path, try string }{
		{`{"wall": "wall-1", "distance": 5}`, `place has no "wall"; use "host"`, "/wall", `{"host":"wall-1","distance":5}`},
		{`{"hots": "wall-1", "distence": 5}`, `place has no "hots"; use "host"`, "/hots", `{"host":"wall-1","distance":5}`},
		{`{"host": "wall-1", "offset": 5}`, `place has no "offset"; use "distance" with from: "north"`, "/offset", `{"host":"wall-1","distance":5,"from":"north"}`},
		{`{"hostId": "wall-1", "distance": 5}`, `place has no "hostId"; use "host"`, "/hostId", `{"host":"wall-1","distance":5}`},
		{`{` + good + `, "sill": 900}`, `place has no "sill"; put it into "set"`, "/sill", `{"host":"wall-1","distance":5,"set":{"sill":900}}`},
		{`{"command": "place", "args": {` + good + `}}`, `place has no "args"; give its members beside it, not inside it`, "/args", `{"command":"place","host":"wall-1","distance":5}`},
		{`{` + good + `, "qqqqqq": 1}`, `place has no "qqqqqq"`, "/qqqqqq", ""},
		{`{"host": "wall-1"}`, `place needs "distance": In mm`, "/distance", ""},
		{`{` + good + `, "from": "nort"}`, `place from is one of start, end, north; got "nort"; did you mean "north"?`, "/from", `{"host":"wall-1","distance":5,"from":"north"}`},
		{`{"host": true, "distance": 5}`, `place host takes text; got true`, "/host", ""},
		{`{"host": ["wall-1"], "distance": 5}`, `place host takes text; got ["wall-1"]`, "/host", `{"host":"wall-1","distance":5}`},
		{`{"host": ["wall-1", "wall-2"], "distance": 5}`, `place host takes text; got ["wall-1","wall-2"]`, "/host", ""},
		{`{` + good + `, "sizes": "[{\"widht\": 1}]"}`, `place sizes[0] has no "widht"; use "width"`, "/sizes/0/widht", `{"host":"wall-1","distance":5,"sizes":[{"width":1}]}`},
		{`{"host": "wall-1", "distance": "far"}`, `place distance takes a length: a number of mm, or text such as "2.1 m"; got "far"`, "/distance", ""},
		{`{"host": "wall-1", "distance": -1}`, `place distance has to be at least 0; got -1`, "/distance", ""},
		{`{` + good + `, "width": 0}`, `place width has to be over 0; got 0`, "/width", ""},
		{`{` + good + `, "count": 10}`, `place count has to be at most 9; got 10`, "/count", ""},
		{`{` + good + `, "count": 1.5}`, `place count takes a whole number; got 1.5`, "/count", ""},
		{`{` + good + `, "joined": 1}`, `place joined takes true or false; got 1`, "/joined", ""},
		{`{` + good + `, "at": [1]}`, `place at takes a point [x, y] in mm; got [1]`, "/at", ""},
		{`{` + good + `, "at": [1, "x"]}`, `place at takes a point [x, y] in mm; number 2 takes a length: a number of mm, or text such as "2.1 m"; got [1,"x"]`, "/at", ""},
		{`{` + good + `, "by": [1, 2, 3, 4]}`, `place by takes a movement [dx, dy] or [dx, dy, dz] in mm; got [1,2,3,4]`, "/by", ""},
		{`{` + good + `, "points": [[0, 0], 7]}`, `place points[1] takes a point [x, y] in mm; got 7`, "/points/1", ""},
		{`{` + good + `, "points": 7}`, `place points takes a list; got 7`, "/points", ""},
		{`{` + good + `, "points": [null]}`, `place points[0] is null; leave it out; got null`, "/points/0", ""},
		{`{` + good + `, "steps": [0]}`, `place steps[0] has to be at least 1; got 0`, "/steps/0", ""},
		{`{` + good + `, "sizes": [{"width": 1}, {"widht": 1}]}`, `place sizes[1] has no "widht"; use "width"`, "/sizes/1/widht", `{"host":"wall-1","distance":5,"sizes":[{"width":1},{"width":1}]}`},
		{`{` + good + `, "sizes": [{}]}`, `place sizes[0] needs "width": In mm`, "/sizes/0/width", ""},
		{`{` + good + `, "sizes": [7]}`, `place sizes[0] takes an object {width*, height}; got 7`, "/sizes/0", ""},
		{`{` + good + `, "labels": {"a/b": []}}`, `place labels.a/b takes text; got []`, "/labels/a~1b", ""},
		{`{` + good + `, "set": 5}`, `place set takes an object; got 5`, "/set", ""},
		{`{` + good + `, "code": "A1"}`, `place code has to match [a-z]+; got "A1"`, "/code", ""},
		{`{` + good + `, "factor": "much"}`, `place factor takes a number; got "much"`, "/factor", ""},
	} {
		err := spec().Decode(object(t, test.request), new(placeArgs))
		var p *model.Problem
		if !errors.As(err, &p) {
			t.Errorf("%s: no problem: %v", test.request, err)
			continue
		}
		if p.Code != model.InvalidArgument || p.Message != test.message || p.Details["path"] != test.path {
			t.Errorf("%s:\n got %s at %v\nwant %s at %s", test.request, p.Message, p.Details["path"], test.message, test.path)
		}
		mustHelp(t, p)
		try, ok := p.Details["try"].(model.Object)
		if text := string(model.AppendCompact(nil, try)); ok != (test.try != "") || ok && text != test.try {
			t.Errorf("%s:\n got try %s\nwant try %s", test.request, text, test.try)
		}
		if strings.Count(test.path, "/") == 1 && p.Hint != signature {
			t.Errorf("%s: the hint is %s", test.request, p.Hint)
		}
	}
}

// mustHelp holds that a problem offers the request mended, which decodes, or an
// example in its place, never both.
func mustHelp(t *testing.T, p *model.Problem) {
	t.Helper()
	try, mended := p.Details["try"].(model.Object)
	example, shown := p.Details["example"].(model.Object)
	if mended == shown || mended && spec().Decode(try, new(placeArgs)) != nil || shown && !model.Equal(example, spec().Example()) {
		t.Errorf("%s: try %v, example %v", p.Message, p.Details["try"], p.Details["example"])
	}
}

func TestNoNumberIsNotFinite(t *testing.T) {
	for _, v := range []any{math.NaN(), math.Inf(1), math.Inf(-1), model.Literal("1e999"), "1e999"} {
		for _, name := range []string{"distance", "factor", "turn", "count"} {
			request := model.Object{{Name: "host", Value: "wall-1"}, {Name: "distance", Value: 5.0}}.With(name, v)
			if err := spec().Decode(request, new(placeArgs)); err == nil {
				t.Errorf("%s took %v", name, v)
			}
		}
	}
}

func TestUnder(t *testing.T) {
	err := Under(spec().Invalid("/host", "host is no wall", "x"), "/commands/3")
	var p *model.Problem
	if !errors.As(err, &p) || p.Details["path"] != "/commands/3/host" || p.Details["example"] == nil {
		t.Errorf("got %#v", err)
	}
	if other := errors.New("other"); !errors.Is(Under(other, "/x"), other) {
		t.Error("another error is answered as it is")
	}
}

func TestSchema(t *testing.T) {
	s := spec().Schema()
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string, valid bool) {
		t.Helper()
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
	check(`{"host": "w", "distance": "2 m", "from": "end", "sizes": [{"width": 1}], "set": {"a": 1}, "value": null, "labels": {"a": "b"}}`, true)
	check(`{"host": "w"}`, false)
	check(`{"host": "w", "distance": 1, "wall": "x"}`, false)
	check(`{"host": "w", "distance": -1}`, false)
	check(`{"host": "w", "distance": 1, "from": "middle"}`, false)
	check(`{"host": "w", "distance": 1, "code": "A1"}`, false)
	check(`{"host": "w", "distance": 1, "sizes": [{"width": 1, "depth": 2}]}`, false)
	if d := s.Properties["filter"]; d.Properties != nil || d.Description != "As read's filter." || d.Type != "object" {
		t.Errorf("the brief argument is %+v", d)
	}
	if string(s.Properties["joined"].Default) != "true" || string(s.Properties["from"].Default) != `"start"` {
		t.Error("defaults are missing")
	}
	s.Properties["host"] = &jsonschema.Schema{}
	if spec().Schema().Properties["host"].Type != "string" {
		t.Error("a schema is not the caller's own")
	}
}

func TestNearest(t *testing.T) {
	known := []string{"host", "distance", "levels", "typeId", "width"}
	for name, want := range map[string]string{
		"hots": "host", "Host": "host", "level": "levels", "type": "typeId", "hostId": "host", "distacne": "distance", "zzz": "", "": "", "x": "",
		strings.Repeat("host", 40): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestForRefusesMistakes(t *testing.T) {
	for name, declare := range map[string]func(){
		"example": func() { For[size]("s", Options{Example: `{"depth": 1}`}) },
		"json":    func() { For[size]("s", Options{Example: `{`}) },
		"bound": func() {
			For[struct {
				A float64 `json:"a" min:"low"`
			}]("s", Options{})
		},
		"default": func() {
			For[struct {
				A int `json:"a" default:"one"`
			}]("s", Options{})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the mistake is not noticed", name)
				}
			}()
			declare()
		}()
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"host": "wall-1", "distance": "1.5 m", "points": [[0, 0], [1, "x"]]}`, `{"wall": {}, "args": {"host": 1}}`, `{"sizes": "[{\"width\": {}}]", "set": "{"}`,
		`{"host": "a", "distance": 1e999, "labels": {"": null}}`, `{"hots": [], "host": {}, "from": ""}`, `{"sill": 1, "set": "x"}`,
	} {
		f.Add([]byte(seed))
	}
	s := spec()
	f.Fuzz(func(t *testing.T, data []byte) {
		request, err := model.DecodeObject(data)
		if err != nil {
			return
		}
		err = s.Decode(request, new(placeArgs))
		if err == nil {
			return
		}
		var p *model.Problem
		if !errors.As(err, &p) || p.Message == "" || p.Details["path"] == "" {
			t.Fatalf("%s: %#v", data, err)
		}
		mustHelp(t, p)
		if _, err := json.Marshal(p.Details); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
	})
}
