package model

import "testing"

func TestPeekID(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"{\n  \"id\": \"a\",\n  \"category\": \"wall\",\n  \"levelId\": \"level-1\"\n}\n", "level-1"},
		{`{"id":"a","category":"wall","levelId":"level-2"}`, "level-2"},
		{"{\n  \"id\": \"a\",\n  \"levelId\" : \"level-3\"\n}\n", "level-3"},
		{"{\n  \"id\": \"a\",\n  \"properties\": {\n    \"levelId\": \"level-4\"\n  }\n}\n", ""},
		{"{\n  \"id\": \"a\",\n  \"levelId\": \"Level 5\\n\"\n}\n", "Level 5\n"},
		{"{\n  \"id\": \"a\"\n}\n", ""},
		{`{"levelId": `, ""},
	} {
		f := testSchema().NewFile("architecture/l0/wall/a.json", RawFile{Data: []byte(c.data)})
		if got := f.PeekID("levelId"); got != c.want {
			t.Errorf("%s: %q, want %q", c.data, got, c.want)
		}
	}
}
