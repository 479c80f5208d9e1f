package hooks

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo"
)

var byAgent = []repo.Trailer{{Key: "Eik-Agent", Value: "a/1"}, {Key: "Co-authored-by", Value: "a <a@agents.invalid>"}}

func TestTrailersGoWhereGitReadsThem(t *testing.T) {
	const both = "Eik-Agent: a/1\nCo-authored-by: a <a@agents.invalid>\n"
	for text, want := range map[string]string{
		"":                               "",
		"\n# only comments\n":            "\n# only comments\n",
		"Move it":                        "Move it\n\n" + both,
		"Move it\n\nWhy: because\n":      "Move it\n\nWhy: because\n" + both,
		"Fix: it\n":                      "Fix: it\n\n" + both,
		"Move it\n\n# on branch\n#\n":    "Move it\n\n" + both + "\n# on branch\n#\n",
		"# 12 is\nMove it\n":             "# 12 is\nMove it\n\n" + both,
		"Move it\n\n" + both:             "Move it\n\n" + both,
		"Move it\n\nEik-Agent: a/1\n":    "Move it\n\nEik-Agent: a/1\nCo-authored-by: a <a@agents.invalid>\n",
		"A\n#" + scissors + "\ndiff\n+b": "A\n\n" + both + "#" + scissors + "\ndiff\n+b",
	} {
		if got := withTrailers(text, "#", byAgent); got != want {
			t.Errorf("%q becomes\n%q, want\n%q", text, got, want)
		}
	}
}

func FuzzTrailers(f *testing.F) {
	f.Add("Move it\n\nWhy: because\n# comment\n", "#")
	f.Add("A\n;"+scissors+"\ndiff", ";")
	f.Fuzz(func(t *testing.T, text, comment string) {
		if len(comment) != 1 {
			return
		}
		once := withTrailers(text, comment, byAgent)
		if said, _ := saidIn(text, comment); !strings.HasPrefix(once, said) {
			t.Fatalf("%q became %q", text, once)
		}
		if once != text && comment == "#" && !strings.Contains(once, "Co-authored-by: a <a@agents.invalid>\n") {
			t.Fatalf("%q became %q", text, once)
		}
	})
}

func FuzzBlock(f *testing.F) {
	f.Add("#!/bin/sh\nexit 0\n")
	f.Add("#!/usr/bin/env bash\n")
	f.Fuzz(func(t *testing.T, script string) {
		if !isShell(script) || strings.Contains(script, beginBlock) || strings.Contains(script, beginOwn) {
			return
		}
		was, had := withoutBlock(withBlock(script, block("pre-push", "/it's ek", []string{"a b", "."})))
		if !had || was != script {
			t.Fatalf("%q became %q", script, was)
		}
	})
}

func FuzzTextconv(f *testing.F) {
	f.Add([]byte(`{"id":"slab-1","category":"slab","outline":[[0,0],[1,0],[1,1]],"properties":{"P":{"x":1}}}`))
	f.Add([]byte("no record"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 0 && len(Textconv(data)) == 0 && data[0] != '{' {
			t.Fatalf("%q is shown as nothing", data)
		}
	})
}

func TestRecordsAsLines(t *testing.T) {
	got := string(Textconv([]byte(`{"id":"slab-1","category":"slab","note":"a\nb","outline":[[0,0],[1,0]],"properties":{"P":{"x":1}},"tags":["a","b"]}`)))
	want := "id: slab-1\ncategory: slab\nnote: a\\nb\noutline/0: [0,0]\noutline/1: [1,0]\nproperties/P/x: 1\ntags: [\"a\",\"b\"]\n"
	if got != want {
		t.Errorf("it is\n%s", got)
	}
}
