package edit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"pgregory.net/rapid"
)

// anyCommand draws commands that may or may not make sense on the house.
func anyCommand(t *rapid.T) model.Object {
	id := rapid.SampledFrom([]string{"wall-south", "wall-partition", "door-entrance", "window-south", "slab-ground", "level-0", "brick", "group-escape",
		"wall-type-partition-100", "group-new", "column-new", "level-new", "no-such"}).Draw(t, "id")
	number := float64(rapid.IntRange(-100, 5000).Draw(t, "number"))
	command := func(name string, members ...model.Member) model.Object {
		return append(model.Object{{Name: "command", Value: name}}, members...)
	}
	m := func(name string, value any) model.Member { return model.Member{Name: name, Value: value} }
	return rapid.SampledFrom([]model.Object{
		command("update", m("id", id), m("set", model.Object{m("height", number)})),
		command("update", m("id", id), m("set", model.Object{m("note", "x")})),
		command("update", m("id", id), m("unset", []any{"note"})),
		command("update", m("id", id), m("set", model.Object{m("tags", []any{"b", "a"}), m("properties", model.Object{m("A", model.Object{m("x", number)})})})),
		command("delete", m("id", id)),
		command("delete", m("id", id), m("cascade", true)),
		command("rename", m("id", id), m("name", "New name")),
		command("renumber", m("id", id), m("number", "7")),
		command("create", m("category", "group"), m("id", "group-new"), m("record", model.Object{m("name", "New")})),
		command("create", m("category", "column"), m("id", "column-new"), m("record", model.Object{m("levelId", "level-0"), m("at", []any{number, 0.0})})),
		command("create", m("category", "column"), m("record", model.Object{m("levelId", "level-0"), m("at", []any{number, 1.0})})),
		command("add_level", m("id", "level-new"), m("elevation", number)),
		command("set_level", m("id", id), m("level", "level-new")),
		command("set_elevation", m("level", "level-0"), m("elevation", number), m("along", "nothing")),
		command("assign_group", m("id", id), m("group", "group-new")),
		command("set_type", m("id", id), m("typeId", "wall-type-partition-100")),
		command("purge_types"),
		command("demolish", m("id", id), m("phase", "conversion")),
		command("change_id", m("id", id), m("to", "changed")),
		command("move", m("id", id), m("by", []any{number, 0.0})),
		command("copy", m("id", id), m("by", []any{0.0, number})),
	}).Draw(t, "command")
}

func TestRunKeepsItsPromises(t *testing.T) {
	s := house(t)
	original := digest(s)
	rapid.Check(t, func(t *rapid.T) {
		commands := rapid.SliceOfN(rapid.Custom(anyCommand), 1, 6).Draw(t, "commands")
		r, err := Run(context.Background(), s, commands, Options{RequestID: "r"})
		if digest(s) != original {
			t.Fatal("the model that the commands ran on has changed")
		}
		if err != nil {
			mustBeProblem(t, err)
			return
		}
		mustBeNet(t, s, r)
		again, err := Run(context.Background(), s, commands, Options{RequestID: "r"})
		if err != nil || digest(again.After) != digest(r.After) || fmt.Sprint(again.Created, again.Subject, again.Notes) != fmt.Sprint(r.Created, r.Subject, r.Notes) {
			t.Fatal("the same request gives something else")
		}
	})
}

// digest is all of a model's bytes.
func digest(s *model.Snapshot) string {
	var b strings.Builder
	for f := range s.Files() {
		fmt.Fprintf(&b, "%s %s\n", f.Path, f.Revision)
	}
	return b.String()
}

type fataler interface{ Fatalf(string, ...any) }

func mustBeProblem(t fataler, err error) {
	var p *model.Problem
	if !errors.As(err, &p) {
		t.Fatalf("no problem: %v", err)
	}
	path, _ := p.Details["path"].(string)
	if p.Message == "" || !strings.HasPrefix(path, "/commands/") {
		t.Fatalf("the problem lacks its message or path: %+v", p)
	}
	if _, err := json.Marshal(p.Details); err != nil {
		t.Fatalf("the details are not JSON: %v", err)
	}
	if try, ok := p.Details["try"].(model.Object); ok {
		c, err := choose(try)
		if err != nil {
			t.Fatalf("the try names no command: %v", err)
		}
		if mended := c.spec.Mended(try); !model.Equal(mended, try) {
			t.Fatalf("the try does not decode: %s", model.AppendCompact(nil, try))
		}
	}
}

// mustBeNet holds that changes are minimal, sound, canonical and lead to After.
func mustBeNet(t fataler, s *model.Snapshot, r *Result) {
	schema := category.Schema()
	var ids []string
	for _, c := range r.Changes {
		ids = append(ids, c.ID)
		if c.Before != s.Get(c.ID) {
			t.Fatalf("%s: Before is not its file", c.ID)
		}
		if c.After == nil {
			continue
		}
		raw := schema.Encode(c.After)
		back, faults := model.Decode(raw)
		if len(faults) > 0 || !back.Equal(c.After) || string(schema.Encode(back)) != string(raw) {
			t.Fatalf("%s is not what its bytes say: %v", c.ID, faults)
		}
		if faults := category.Validate(schema, c.After); len(faults) > 0 {
			t.Fatalf("%s: %v", c.ID, faults)
		}
	}
	diffs := model.Diff(s, r.After)
	var differ []string
	for _, d := range diffs {
		differ = append(differ, d.ID)
	}
	slices.Sort(ids)
	if !slices.Equal(ids, differ) {
		t.Fatalf("changes %v, but %v differ", ids, differ)
	}
	if n := r.Counts.Created + r.Counts.Updated + r.Counts.Deleted; n != len(ids) || r.Counts.Records != n+r.Counts.Reached || len(r.Created) != r.Counts.Created {
		t.Fatalf("the counts are %+v of %d changes", r.Counts, len(ids))
	}
	if len([]rune(r.Subject)) > subjectLimit || r.Subject == "" {
		t.Fatalf("the subject is %q", r.Subject)
	}
}

func TestTypoRecoversInOneStep(t *testing.T) {
	for _, c := range All() {
		s := preparedHouse(t, c.Name)
		run := func(command model.Object) (*Result, error) {
			return Run(context.Background(), s, []model.Object{command}, Options{RequestID: "r"})
		}
		for _, m := range c.Example() {
			if c.Internal || m.Name == "command" {
				continue
			}
			want, err := run(c.Example())
			if err != nil {
				t.Fatal(err)
			}
			wrong := c.Example().Without(m.Name).With(m.Name+m.Name[len(m.Name)-1:], m.Value)
			_, err = run(wrong)
			var p *model.Problem
			if !errors.As(err, &p) {
				t.Errorf("%s: %s is taken", c.Name, model.AppendCompact(nil, wrong))
				continue
			}
			try, _ := p.Details["try"].(model.Object)
			got, err := run(try)
			if err != nil || digest(got.After) != digest(want.After) {
				t.Errorf("%s: the try %s does not mend %s", c.Name, model.AppendCompact(nil, try), model.AppendCompact(nil, wrong))
			}
		}
	}
}

func FuzzRun(f *testing.F) {
	for _, c := range All() {
		f.Add(string(model.AppendCompact(nil, c.Example())))
	}
	f.Add(`{"command": "update", "id": ["wall-south"], "set": {"ends": {"start": {"cut": [[0, 0], []]}}, "clips": [{}], "properties": {"a": null}}}`)
	f.Add(`{"command": "create", "category": "type", "record": {"of": "", "layers": {}, "profile": []}}`)
	f.Add(`{"delete": {}}`)
	s := house(f)
	f.Fuzz(func(t *testing.T, text string) {
		command, err := model.DecodeObject([]byte(text))
		if err != nil {
			return
		}
		r, err := Run(context.Background(), s, []model.Object{command}, Options{RequestID: "r"})
		if err != nil {
			mustBeProblem(t, err)
			return
		}
		mustBeNet(t, s, r)
	})
}
