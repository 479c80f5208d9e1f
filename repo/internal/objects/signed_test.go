package objects

import (
	"errors"
	"strings"
	"testing"
)

func TestSplitSignature(t *testing.T) {
	const head = "tree 1\nauthor a\n"
	for name, c := range map[string]struct{ data, payload, signature string }{
		"unsigned":         {head + "\nmessage\n", head + "\nmessage\n", ""},
		"last header":      {head + "gpgsig A\n B\n \n C\n\nmessage\n", head + "\nmessage\n", "A\nB\n\nC\n"},
		"before others":    {"gpgsig A\n B\n" + head + "\nm", head + "\nm", "A\nB\n"},
		"in the message":   {head + "\ngpgsig A\n", head + "\ngpgsig A\n", ""},
		"a merged tag":     {head + "mergetag object 1\n gpgsig A\n\nm", head + "mergetag object 1\n gpgsig A\n\nm", ""},
		"nothing but head": {head, head, ""},
	} {
		payload, signature, err := splitSignature([]byte(c.data))
		if err != nil || string(payload) != c.payload || signature != c.signature {
			t.Errorf("%s: %q, %q, %v", name, payload, signature, err)
		}
	}
	for _, second := range []string{"gpgsig B\n", "gpgsig-sha256 B\n", "gpgsig\n"} {
		if _, _, err := splitSignature([]byte(head + "gpgsig A\n" + second + "\nm")); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q beside a signature: %v", second, err)
		}
	}
}

func TestTheFirstAuthorCounts(t *testing.T) {
	zero := strings.Repeat("0", 39) + "1"
	c, err := ParseCommit([]byte("tree " + zero + "\nauthor A <a@x> 1 +0000\nauthor B <b@x> 1 +0000\ncommitter A <a@x> 1 +0000\n\nm"))
	if err != nil || c.Author.Name != "A" {
		t.Errorf("%+v, %v", c, err)
	}
}

func FuzzSplitSignature(f *testing.F) {
	f.Add([]byte("tree 1\ngpgsig A\n B\n\nmessage\n"))
	f.Add([]byte("gpgsig"))
	f.Fuzz(func(t *testing.T, data []byte) {
		payload, signature, err := splitSignature(data)
		if err == nil && len(payload)+len(signature) > len(data) {
			t.Errorf("%q makes %q and %q", data, payload, signature)
		}
	})
}
