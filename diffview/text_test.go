package diffview

import (
	"strings"
	"testing"
)

func TestScratch(t *testing.T) {
	_, _, d := extension(t)
	var b strings.Builder
	r := &Review{Diff: d, More: "ek diff"}
	if err := r.Text(&b, Style{Width: 120}); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + b.String())
}
