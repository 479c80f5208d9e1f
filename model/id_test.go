package model

import (
	"regexp"
	"testing"
)

// TestIDsOfWordsAndHyphens compares all short texts with the pattern that the
// format states.
func TestIDsOfWordsAndHyphens(t *testing.T) {
	pattern := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	var check func(text string)
	check = func(text string) {
		if got := hyphenated(text); got != pattern.MatchString(text) {
			t.Errorf("%q: %t", text, got)
		}
		if len(text) < 5 {
			for _, c := range []string{"a", "z", "0", "9", "-", "A", "_", "\n"} {
				check(text + c)
			}
		}
	}
	check("")
}
