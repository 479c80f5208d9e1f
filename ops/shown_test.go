package ops

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
)

func TestShown(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"plain & <b>"}`:                                `{"a":"plain & <b>"}`,
		`{"a":"é 漢 😀"}`:                                      `{"a":"é 漢 😀"}`,
		"{\"a\":\"x\u202ey\u200b\u2066z\ufeff\"}":            `{"a":"xyz"}`,
		"{\"a\":\"tag\U000e0041\U000e007f vs\ufe0f\u3164\"}": `{"a":"tag vs"}`,
		`{"a":"\u001b[31m\u0007\b\f\r line\nnext\ttab"}`:     `{"a":"[31m line\nnext\ttab"}`,
		`{"a":"\u202e\udb40\udc41\ud83d\ude00\u003c"}`:       `{"a":"\ud83d\ude00\u003c"}`,
		`{"a":"\\u202e \" \\"}`:                              `{"a":"\\u202e \" \\"}`,
		"{\"na\u200bme\":\"x\u200b\",\"name\":\"y\"}":        `{"na\\u200bme":"x","name":"y"}`,
		"[\"\u2028\",\"\u007f\",1.5,null,\"\ue000\"]":        `["","",1.5,null,""]`,
	} {
		got, left := shown([]byte(in))
		if string(got) != want || (len(left) > 0) != (in != want && !strings.Contains(want, `\\u200b`) || strings.Contains(in, "x\u200b")) {
			t.Errorf("%q is shown as %q without %U, want %q", in, got, left, want)
		}
	}
}

// TestAnswersShowWhatTheyHold holds that hidden characters are left out of answers and
// of errors, and that the answer says so.
func TestAnswersShowWhatTheyHold(t *testing.T) {
	dir := houseDir(t)
	write(t, dir, "materials/brick.json", []byte("{\n  \"id\": \"brick\",\n  \"category\": \"material\",\n  \"name\": \"Bri\u200bck\u202e & co\"\n}\n"))
	h := open(t, dir)
	e := do(t, h, `{"action": "read", "filter": {"ids": ["brick"]}, "fields": ["name"]}`)
	text, err := encode(e.Data)
	if err != nil || !e.OK {
		t.Fatal(err, e.Error)
	}
	if !strings.Contains(string(text), `"Brick & co"`) {
		t.Errorf("the answer is %s", text)
	}
	if len(e.Meta.Warnings) != 1 || !strings.Contains(e.Meta.Warnings[0], "U+200B, U+202E") {
		t.Errorf("warnings %q", e.Meta.Warnings)
	}
	problem := ErrorOf(&model.Problem{Code: model.Conflict, Message: "a\u202eb", Details: map[string]any{"got": "x\u202ey", "n": 1}})
	details, err := json.Marshal(problem.Details)
	if err != nil || string(details) != `{"got":"xy","n":1}` || strings.Contains(problem.Message, "\u202e") {
		t.Errorf("the error is %q with %s, %v", problem.Message, details, err)
	}
}

func TestAgentName(t *testing.T) {
	for _, test := range []struct{ name, version, want string }{
		{"claude-code", "2.1.0", "claude-code/2.1.0"},
		{"", "", "unknown-agent"},
		{"", "3", "unknown-agent/3"},
		{"a/b <x>\n", "1\u202e", "a b x/1"},
		{strings.Repeat("é", 200), "1", strings.Repeat("é", longestAgent)},
	} {
		got := AgentName(test.name, test.version)
		if got != test.want {
			t.Errorf("%q %q is called %q, want %q", test.name, test.version, got, test.want)
		}
		if _, err := (&call{req: &Request{Agent: got}}).agent(); err != nil {
			t.Errorf("%q is no agent: %v", got, err)
		}
	}
}

func FuzzShown(f *testing.F) {
	for _, seed := range []string{"plain", "a\u202eb", "\U000e0041", "\u001b\"\\", "é\xff", "\ufe0f"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		data, err := encode(map[string]string{name: value})
		if err != nil {
			t.Fatal(err)
		}
		got, left := shown(data)
		if !json.Valid(got) || !utf8.Valid(got) {
			t.Fatalf("%q is shown as %q", data, got)
		}
		var decoded map[string]string
		if err := json.Unmarshal(got, &decoded); err != nil || len(decoded) != 1 {
			t.Fatalf("%q: %v", got, err)
		}
		for n, v := range decoded {
			if strings.ContainsFunc(n+v, hidden) {
				t.Fatalf("%q is shown as %q", data, got)
			}
			if want := Visible(strings.ToValidUTF8(value, "\ufffd")); v != want && utf8.ValidString(value) {
				t.Fatalf("%q is shown as %q", value, v)
			}
			if (v != value) != (len(left) > 0) && utf8.ValidString(value) {
				t.Fatalf("%q is shown as %q, without %U", value, v, left)
			}
		}
	})
}
