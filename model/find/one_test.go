package find

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestTexts runs the cases of each archive: a line is a text, then what is wanted
// as "role categories"; the indented line is what it answers.
func TestTexts(t *testing.T) {
	names, err := filepath.Glob("testdata/texts/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			s, files := archive(t, name)
			for _, c := range cases(files["texts"]) {
				text, kind, _ := strings.Cut(c.input, " | ")
				if got := resolved(s, text, kind); got != c.want {
					t.Errorf("%s\n got %s\nwant %s", c.input, got, c.want)
				}
			}
		})
	}
}

func resolved(s *model.Snapshot, text, kind string) string {
	words := strings.Fields(kind)
	want := Want{}
	if len(words) > 0 {
		want.Role, want.Categories = words[0], words[1:]
	}
	if len(want.Categories) == 2 && want.Categories[0] == "type" {
		want.TypeOf, want.Categories = want.Categories[1], want.Categories[:1]
	}
	id, assumed, err := One(s, text, want)
	var p *model.Problem
	if errors.As(err, &p) {
		if known := p.Details["known"]; known != nil {
			return fmt.Sprintf("\t%s: %v known %v\n", p.Code, err, known)
		}
		return fmt.Sprintf("\t%s: %v %v\n", p.Code, err, p.Details["candidates"])
	}
	if assumed != "" {
		return "\t" + assumed + "\n"
	}
	return "\t" + id + "\n"
}

func TestNamesFollowChanges(t *testing.T) {
	s := house(t)
	if _, _, err := One(s, "D-01", Want{}); err != nil {
		t.Fatal(err)
	}
	door := s.Get("door-entrance")
	next, err := s.Apply([]model.Change{{ID: door.ID(), Before: door, After: door.Record().With("mark", "D-02")}})
	if err != nil {
		t.Fatal(err)
	}
	if id, _, err := One(next, "d-02", Want{}); id != "door-entrance" {
		t.Errorf("the new mark finds %q, %v", id, err)
	}
	if id, _, _ := One(next, "D-01", Want{}); id != "" {
		t.Errorf("the old mark still finds %q", id)
	}
	if id, _, _ := One(s, "D-01", Want{}); id != "door-entrance" {
		t.Error("the earlier snapshot changed")
	}
}

func TestCategory(t *testing.T) {
	for text, want := range map[string]string{"wall": "wall", "Walls": "wall", "curtain walls": "curtain-wall", "proxies": "proxy", "furniture": "furniture", "chair": ""} {
		if got, ok := Category(text); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v", text, got, ok)
		}
	}
}

// FuzzOne holds that any text is answered: by a record that is there, or by a
// problem with a code and something to do.
func FuzzOne(f *testing.F) {
	for _, text := range []string{"", "wall-south", "D-01", "1", "-3", "floor 2", "south wall", "the north", "\x00", "ＷＡＬＬ", "99999999999999999999"} {
		f.Add(text, "wall")
		f.Add(text, "level")
	}
	s := house(f)
	f.Fuzz(func(t *testing.T, text, category string) {
		id, _, err := One(s, text, Want{Categories: []string{category}, Role: "host"})
		var p *model.Problem
		switch {
		case err == nil && s.Get(id) == nil:
			t.Errorf("%q is %q, which is not there", text, id)
		case err != nil && (!errors.As(err, &p) || p.Code == "" || p.Message == "" || p.Hint == ""):
			t.Errorf("%q: %v", text, err)
		}
	})
}
