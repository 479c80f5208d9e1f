package model

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// testSchema is a small schema of this package's own tests: the real one is in
// package category.
func testSchema() *Schema {
	text, number := Type{Kind: KindString}, Type{Kind: KindNumber}
	point := Type{Kind: KindPoint}
	ref := func(to ...string) Type { return Type{Kind: KindRef, To: to} }
	head := []Field{{Name: "id", Type: text}, {Name: "category", Type: text}, {Name: "of", Type: text}, {Name: "name", Type: text},
		{Name: "typeId", Type: ref("type")}, {Name: "levelId", Type: ref("level")}, {Name: "hostId", Type: ref()}, {Name: "discipline", Type: text}}
	tail := []Field{{Name: "materialId", Type: ref("material")}, {Name: "tags", Type: Type{Kind: KindList, Elem: &text, Set: true}},
		{Name: "properties", Type: Type{Kind: KindMap, Elem: &Type{Kind: KindAny}}}}
	category := func(name, folder string, own ...Field) *Category {
		fields := append(append(append([]Field{}, head...), own...), tail...)
		return &Category{Name: name, Folder: folder, Discipline: "architecture", Fields: fields}
	}
	layer := Type{Kind: KindObject, Fields: []Field{{Name: "materialId", Type: ref("material")}, {Name: "thickness", Type: number}}}
	return NewSchema(
		category("level", "levels", Field{Name: "elevation", Type: number}),
		category("material", "materials"),
		category("type", "types", Field{Name: "layers", Type: Type{Kind: KindList, Elem: &layer}}),
		category("wall", "", Field{Name: "start", Type: point}, Field{Name: "end", Type: point}),
		category("slab", "", Field{Name: "outline", Type: Type{Kind: KindList, Elem: &point}}),
		category("door", ""),
	)
}

const canonicalWall = `{
  "id": "wall-1",
  "category": "wall",
  "typeId": "t",
  "levelId": "level-0",
  "start": [0, 0.5],
  "end": [1e+21, 0.000001],
  "tags": ["a", "ü"],
  "properties": {
    "A": 12345678901234567890,
    "a": {
      "deep": [
        [1, 2],
        [3, 4]
      ]
    }
  },
  "zz": "quote \" back \\ line \n bell \u0007 é",
  "ü": null
}
`

func TestCanonicalBytesStay(t *testing.T) {
	record, faults := Decode([]byte(canonicalWall))
	if len(faults) > 0 {
		t.Fatalf("faults: %v", faults)
	}
	if diff := cmp.Diff(canonicalWall, string(testSchema().Encode(record))); diff != "" {
		t.Error(diff)
	}
}

func TestEncodeOrdersAndLeavesOutWhatIsEmpty(t *testing.T) {
	record, _ := Decode([]byte(`{"zz":1,"tags":[],"end":[1,2],"b":{"c":{}},"aa":true,"category":"wall","id":"w","start":[-0,1.50]}`))
	want := "{\n  \"id\": \"w\",\n  \"category\": \"wall\",\n  \"start\": [0, 1.5],\n  \"end\": [1, 2],\n  \"aa\": true,\n  \"zz\": 1\n}\n"
	if diff := cmp.Diff(want, string(testSchema().Encode(record))); diff != "" {
		t.Error(diff)
	}
}

func TestListOfPointsHasAPointALine(t *testing.T) {
	record := NewRecord(Object{{"id", "s"}, {"category", "slab"}, {"outline", []any{PointValue(0, 0), PointValue(1, 0), PointValue(1, 1)}}})
	if got := string(testSchema().Encode(record)); !strings.Contains(got, "\"outline\": [\n    [0, 0],\n    [1, 0],\n    [1, 1]\n  ]") {
		t.Error(got)
	}
}

func TestLongListsBreakOverLines(t *testing.T) {
	for _, c := range []struct {
		letters int
		lines   int
	}{{85, 1}, {86, 3}} { // `  "tags": ["` and `"]` are 14 characters; with a comma after it a line has 100
		record := NewRecord(Object{{"id", "w"}, {"category", "wall"}, {"tags", []any{strings.Repeat("é", c.letters)}}})
		data := string(testSchema().Encode(record))
		if got := strings.Count(data, "\n") - 4; got != c.lines {
			t.Errorf("%d letters stand on %d lines, want %d:\n%s", c.letters, got, c.lines, data)
		}
	}
}

func TestDecodeNamesWhatIsWrong(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60)
	for _, c := range []struct{ name, data, rule, pointer, message string }{
		{"syntax", "{\n  \"id\": }", "file.json", "", "line 2"},
		{"early end", `{"id": "a"`, "file.json", "", "ends too early"},
		{"empty", ``, "file.json", "", "ends too early"},
		{"no object", `[1]`, "file.json", "", "no JSON object"},
		{"more after", `{} {}`, "file.json", "", "goes on"},
		{"duplicate", `{"a": {"b": 1, "b": 2}}`, "file.json", "/a/b", `repeats the member "b"`},
		{"NaN", `{"a": NaN}`, "file.json", "", "line 1"},
		{"infinite", `{"a": [1, 1e999]}`, "record.member", "/a/1", "1e999 is not a finite number"},
		{"deep", deep, "file.json", "", "nested more than 32 deep"},
		{"utf-16", "\xff\xfe{\x00}\x00", "file.encoding", "", "UTF-16"},
		{"bom", "\xef\xbb\xbf{}", "file.encoding", "", "byte order mark"},
		{"latin-1", "{\"a\": \"\xe9\"}", "file.encoding", "", "not UTF-8"},
		{"conflict", "{\n<<<<<<< HEAD\n}", "file.conflict-markers", "", "conflict markers"},
		{"size", `{"a": "` + strings.Repeat("x", MaxRecordBytes) + `"}`, "file.size", "", "1048576"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := Decode([]byte(c.data))
			if len(faults) != 1 {
				t.Fatalf("got %d faults: %v", len(faults), faults)
			}
			f := faults[0]
			if f.Rule != c.rule || !strings.HasPrefix(f.Pointer, c.pointer) || !strings.Contains(f.Message, c.message) {
				t.Errorf("got %+v, want rule %s at %q with %q", f, c.rule, c.pointer, c.message)
			}
		})
	}
}

func TestNumbersKeepTheirDecimals(t *testing.T) {
	for literal, want := range map[string]any{
		"1": 1.0, "-0": 0.0, "-0.0": 0.0, "0.1": 0.1, "100000000000000000": 1e17, "0.30000000000000004": 0.30000000000000004,
		"9007199254740993": Literal("9007199254740993"), "1.00000000000000000001": Literal("1.00000000000000000001"), "1.50000000000000000000": 1.5,
	} {
		record, faults := Decode([]byte(`{"a": ` + literal + `}`))
		if len(faults) > 0 || record.Get("a") != want {
			t.Errorf("%s: got %#v %v, want %#v", literal, record.Get("a"), faults, want)
		}
	}
}

func TestAppendNumber(t *testing.T) {
	for f, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", 1e-6: "0.000001", 1e-7: "1e-07", 1e20: "100000000000000000000", 1e21: "1e+21", -2.5: "-2.5"} {
		if got := string(AppendNumber(nil, f)); got != want {
			t.Errorf("%g: got %s, want %s", f, got, want)
		}
	}
}

func TestNumbersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Filter(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }).Draw(t, "f")
		data := append(append([]byte(`{"a": `), AppendNumber(nil, f)...), '}')
		record, faults := Decode(data)
		if len(faults) > 0 || record.Get("a") != f+0 {
			t.Fatalf("%s: got %#v %v", data, record.Get("a"), faults)
		}
	})
}

func TestObjectsMarshalInTheirOrder(t *testing.T) {
	o := Object{{"b", 1.0}, {"a", []any{Object{{"z", nil}}, "x\n", true, Literal("9007199254740993")}}}
	got, err := json.Marshal(map[string]any{"o": o})
	if want := `{"o":{"b":1,"a":[{"z":null},"x\n",true,9007199254740993]}}`; err != nil || string(got) != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
}

func TestCheckID(t *testing.T) {
	for _, id := range []string{"a", "wall-12", "w1-2-c", strings.Repeat("a", 64)} {
		if err := CheckID(id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, id := range []string{"", "A", "1a", "a--b", "a-", "-a", "model", "con", "com1", "a/b", "..", "a.b", "ä", "a b", "a\n", strings.Repeat("a", 65), strings.Repeat("a", 300)} {
		if CheckID(id) == nil {
			t.Errorf("%q is taken as an id", id)
		}
	}
}

func TestMintedIDsAreLegalAndStable(t *testing.T) {
	a, b := MintID("curtain-wall", "req", 1), MintID("curtain-wall", "req", 2)
	if a == b || a != MintID("curtain-wall", "req", 1) || CheckID(a) != nil || len(a) != len("curtain-wall-")+10 {
		t.Errorf("got %s and %s", a, b)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{canonicalWall, `{"a": 1e999}`, `{"a":{"a":[[]]}}`, "\xff", `{"a":"\ud800"}`, `{"\u0000":-0}`} {
		f.Add([]byte(seed))
	}
	schema := testSchema()
	f.Fuzz(func(t *testing.T, data []byte) {
		record, faults := Decode(data)
		if record == nil {
			if len(faults) == 0 {
				t.Fatal("nothing was read and nothing is said to be wrong")
			}
			return
		}
		if len(faults) > 0 {
			return
		}
		once := schema.Encode(record)
		again, faults := Decode(once)
		if len(faults) > 0 {
			t.Fatalf("canonical bytes do not read back: %v\n%s", faults, once)
		}
		if twice := schema.Encode(again); !bytes.Equal(once, twice) {
			t.Fatalf("canonical bytes are not stable:\n%s\n%s", once, twice)
		}
	})
}
