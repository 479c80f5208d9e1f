package hooks

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo"
)

const someHash = "0123456789012345678901234567890123456789"

func TestReadUpdates(t *testing.T) {
	zero := strings.Repeat("0", 40)
	updates, err := readUpdates(strings.NewReader(zero + " " + someHash + " refs/heads/a b\n" + someHash + " " + zero + " refs/tags/t\n"))
	if err != nil || len(updates) != 2 || !updates[0].old.IsZero() || updates[0].new.String() != someHash || updates[0].ref != "refs/heads/a b" || !updates[1].new.IsZero() {
		t.Errorf("%+v, %v", updates, err)
	}
	for _, bad := range []string{"\n", zero + " " + zero + "\n", zero + " " + someHash[1:] + " refs/heads/a\n", zero + " " + someHash + "00 refs/heads/a\n", strings.Repeat("z", 40) + " " + zero + " a\n"} {
		if updates, err := readUpdates(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read as %+v", bad, updates)
		}
	}
}

func FuzzReadUpdates(f *testing.F) {
	f.Add(someHash + " " + someHash + " refs/heads/main\n")
	f.Add("x")
	f.Fuzz(func(t *testing.T, text string) {
		updates, err := readUpdates(strings.NewReader(text))
		if err == nil && len(updates) != strings.Count(strings.TrimSuffix(text, "\n")+"\n", "\n") && text != "" {
			t.Errorf("%q is read as %+v", text, updates)
		}
	})
}

// FuzzRefusal asks that a line for the pusher's terminal is one, whatever the push
// holds.
func FuzzRefusal(f *testing.F) {
	f.Add("a\x1b[2J", "b\r\nc", "\u202e")
	f.Fuzz(func(t *testing.T, subject, file, why string) {
		line := Refusal{Ref: "refs/heads/main", Commit: repo.Hash{1}, Subject: subject, File: file, Why: why, Hint: "mend it"}.String()
		if strings.ContainsAny(line, "\r\n\x1b\u202e") || len([]rune(line)) > longest {
			t.Errorf("%q", line)
		}
	})
}
