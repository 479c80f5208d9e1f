package repo

import (
	"strings"
	"testing"
)

func FuzzNeedle(f *testing.F) {
	f.Add("wall-a", `{"id": "wall-a"}`)
	f.Add("aab", "aaab")
	f.Add("", "x")
	f.Fuzz(func(t *testing.T, word, text string) {
		n := newNeedle(word)
		if got := n.in([]byte(text)); got != (word != "" && strings.Contains(text, word)) {
			t.Fatalf("%q in %q: %v", word, text, got)
		}
	})
}
