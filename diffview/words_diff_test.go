package diffview

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	got := Words("Rendered in lime, see the letter of March.", "Rendered in lime plaster, see the letter of 12 May.")
	want := []Piece{{Both, "Rendered in lime"}, {New, " plaster"}, {Both, ", see the letter of "}, {Old, "March"}, {New, "12 May"}, {Both, "."}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pieces differ (-want +got):\n%s", diff)
	}
}

// FuzzWords holds that the pieces put together are both texts, and that no piece cuts
// a word that the texts share as a whole.
func FuzzWords(f *testing.F) {
	for _, pair := range [][2]string{{"", ""}, {"a b", "a c"}, {"\xff\xfe", "\xff"}, {"naïve café", "naive cafe"}, {"a\u0301 b", "a b"},
		{strings.Repeat("x y ", 300), strings.Repeat("y x ", 300)}, {"日本語 テスト", "日本語"}, {strings.Repeat("!?", 1600), strings.Repeat("?,", 1500)}, {"\x00\ufffd", "\ufffd"}} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > hugeText {
			return
		}
		var old, next strings.Builder
		for _, p := range Words(a, b) {
			if p.Op != New {
				old.WriteString(p.Text)
			}
			if p.Op != Old {
				next.WriteString(p.Text)
			}
		}
		if old.String() != a || next.String() != b {
			t.Errorf("%q and %q come back as %q and %q", a, b, old.String(), next.String())
		}
	})
}

// TestLongTextsWithLittleInCommon holds that they come back, cut at their ends.
func TestLongTextsWithLittleInCommon(t *testing.T) {
	a, b := "start "+strings.Repeat("!?", 2400)+" end", "start "+strings.Repeat(",;.", 1600)+" end"
	got := Words(a, b)
	if len(got) != 4 || got[0] != (Piece{Both, "start "}) || got[3] != (Piece{Both, " end"}) || "start "+got[1].Text+" end" != a {
		t.Errorf("got %.200v", got)
	}
}

// TestManyWords holds that a text of more words than there are runes below the
// surrogates is compared as it is.
func TestManyWords(t *testing.T) {
	l := &lexicon{numbers: map[string]rune{}}
	var text strings.Builder
	for i := range 60_000 {
		text.WriteString(strings.Repeat("a", i%7))
		text.WriteRune(rune(0x4E00 + i%20000))
		text.WriteString(" ")
		text.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + string(rune('a'+i/17576%26)))
		text.WriteString(" ")
	}
	if got := l.decode(string(l.encode(text.String()))); got != text.String() {
		t.Errorf("%d words do not come back", len(l.words))
	}
	if len(l.words) < surrogates {
		t.Errorf("only %d words were told apart, which proves nothing", len(l.words))
	}
}
