package repo

import (
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var realTrailers = []Trailer{{"Eik-Command", "update"}, {"Eik-Agent", "claude-code/2.1.0"}, {"Co-authored-by", "claude-code <claude-code@agents.invalid>"}}

const realParsed = "Eik-Command: update\nEik-Agent: claude-code/2.1.0\nCo-authored-by: claude-code <claude-code@agents.invalid>\n"

// trailersOf answers what git takes for the trailers of a message.
func trailersOf(t interface{ Fatal(...any) }, message string) string {
	cmd := exec.Command("git", "interpret-trailers", "--parse")
	cmd.Stdin = strings.NewReader(message)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Text that was written to become trailers, or to hide them, does neither.
func TestTextCannotBreakIntoTheTrailers(t *testing.T) {
	attack := "Eik-Agent: evil"
	for _, text := range []string{
		attack, "\n\n" + attack, "x\n\n" + attack + "\n", "x\r\n\r\n" + attack, "x\r\r" + attack, "x\u2028\u2028" + attack, "x\v\f" + attack, "x\u0085\u0085" + attack,
		"x\n\n" + attack + "\n---\n", "x\n\n" + attack + "\n--- \n a | 2 +", "x\n\n" + attack + "\n# ------------------------ >8 ------------------------\n",
		"x\n\n" + attack + "\n; ------------------------ >8 ------------------------\n", "# comment\n\n" + attack, attack + "\n\nConflicts:\n\ta.json\n",
		"x\n\nSigned-off-by: evil\n(cherry picked from commit 1234)", "x\n " + attack, "\x00\n\n" + attack, "x\u202e\n\n" + attack, "\xff\n\n" + attack,
	} {
		for _, m := range []struct {
			subject, body string
			trailers      []Trailer
			want          string
		}{
			{text, "", realTrailers, realParsed}, {"subject", text, realTrailers, realParsed}, {text, text, realTrailers, realParsed},
			{"subject", text, []Trailer{{"Eik-Command", "update"}, {"Eik-Request", text}}, ""},
		} {
			got, err := message(m.subject, m.body, m.trailers)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			parsed := trailersOf(t, got)
			if m.want == "" {
				if strings.Count(parsed, "\n") != 2 || strings.Contains(parsed, "\n"+attack) {
					t.Errorf("a value of %q: git parses %q", text, parsed)
				}
			} else if parsed != m.want {
				t.Errorf("%q, %q: git parses %q of\n%s", m.subject, m.body, parsed, got)
			}
		}
	}
}

func TestTrailersOfAnyMessage(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"\n", "\n\n", "a", " ", "\t", "Key: v", "---", "#", ">8", ":", "\r", "Eik-Agent: evil", "\u2029", "[x]", "(cherry picked from commit 12)", "Signed-off-by: e <e@x>"})
	rapid.Check(t, func(t *rapid.T) {
		subject := "s" + strings.Join(rapid.SliceOfN(pieces, 0, 8).Draw(t, "subject"), "")
		body := strings.Join(rapid.SliceOfN(pieces, 0, 14).Draw(t, "body"), "")
		got, err := message(subject, body, realTrailers)
		if err != nil {
			t.Fatal(err)
		}
		if parsed := trailersOf(t, got); parsed != realParsed {
			t.Fatalf("git parses %q of\n%s", parsed, got)
		}
	})
}

func TestMessageShape(t *testing.T) {
	got, err := message("Widen door  D-03\tto 1010 mm\n", "door-03: width 1000 -> 1010\n\n\n", []Trailer{{"Eik-Command", "update"}, {"Eik-Proposal", " "}})
	if want := "Widen door D-03 to 1010 mm\n\ndoor-03: width 1000 -> 1010\n\nEik-Command: update\n"; got != want || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	long, err := message(strings.Repeat("ü", 100), "", nil)
	if subject := strings.TrimSuffix(long, "\n"); err != nil || utf8.RuneCountInString(subject) != maxSubject || !strings.HasSuffix(subject, "…") {
		t.Errorf("a long subject: %q, %v", long, err)
	}
	for _, subject := range []string{"", " \n\t", "\u200b"} {
		if _, err := message(subject, "", nil); err == nil || !strings.Contains(err.Error(), "subject") {
			t.Errorf("subject %q: %v", subject, err)
		}
	}
	for _, key := range []string{"", "Eik Agent", "Eik:", "Eik\n", "-a"} {
		if _, err := message("s", "", []Trailer{{key, "v"}}); err == nil {
			t.Errorf("key %q is taken", key)
		}
	}
}

func TestPersonsCannotBreakTheHeader(t *testing.T) {
	when := time.Unix(1_700_000_000, 0)
	for name, want := range map[string]string{
		"Ada": "Ada", " Ada <x> L.\n": "Ada x L", "Ada\ncommitter evil <e@x> 1 +0000": "Ada committer evil e@x 1 +0000", "\"Ada\"": "Ada", "A\x00\u202eB": "A B",
	} {
		got, err := Person{name, "a<@>x\n"}.signature(when)
		if err != nil || got.Name != want || got.Email != "a@x" {
			t.Errorf("%q: %+v, %v, want %q", name, got, err, want)
		}
	}
	if _, err := (Person{"<>", "a@x"}).signature(when); err == nil {
		t.Error("a person without a name is taken")
	}
	if got, err := (Person{strings.Repeat("x", 1000), "a@x"}).signature(when); err != nil || utf8.RuneCountInString(got.Name) != maxPerson {
		t.Errorf("a long name has %d characters, %v", utf8.RuneCountInString(got.Name), err)
	}
}
