package ci

import "testing"

func TestLine(t *testing.T) {
	const text = "{\n  \"id\": \"a\",\n  \"list\": [\n    1,\n    {\"b\": 2}\n  ],\n  \"a/b\":\n    3\n}\n"
	for pointer, want := range map[string]int{"": 1, "/id": 2, "/list": 3, "/list/0": 4, "/list/1/b": 5, "/list/1/none": 5, "/a~1b": 7, "/none": 1, "/i": 1} {
		if got := line([]byte(text), pointer); got != want {
			t.Errorf("%q is on line %d, not %d", pointer, want, got)
		}
	}
	if got := line([]byte("{\n  \"id\": 1,\n  ]"), "/id"); got != 2 {
		t.Errorf("of what can be read of broken text: %d", got)
	}
}

func FuzzLine(f *testing.F) {
	f.Add([]byte("{\"a\":\n[1,\n{\"b\":2}]}"), "/a/1/b")
	f.Fuzz(func(t *testing.T, data []byte, pointer string) {
		if n := line(data, pointer); n < 1 || n > 1+len(data) {
			t.Errorf("line %d of %q", n, data)
		}
	})
}
