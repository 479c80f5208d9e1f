package ops

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
)

type treeIn struct {
	Path string `json:"path" also:"folder,directory" doc:"A folder such as architecture/level-0/wall; a level's name stands for its id. Absent: the root."`
	At
	Page
	Whole
}

type treeOut struct {
	Path    string       `json:"path"`
	Parent  *string      `json:"parent" jsonschema:"the folder above, null for the root"`
	Folders []treeFolder `json:"folders,omitempty"`
	Records *table       `json:"records,omitempty" jsonschema:"the records that lie in the folder itself"`
	Assumed []string     `json:"assumed,omitempty"`
	Listed
	Next []model.Object `json:"next" jsonschema:"ready requests: what to call next"`
	held
}

// treeFolder is one folder below.
type treeFolder struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Count   int    `json:"count" jsonschema:"records in it and below; files where it holds no records"`
	Summary string `json:"summary,omitempty"`
}

func tree() *Operation {
	return define(Operation{
		Name:       "tree",
		Title:      "Look at a folder",
		Summary:    "The map of the model: one folder's sub-folders with counts and a line each, or its records as rows.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "tree", "path": "architecture/level-0"}`,
		Help: `Elements lie by discipline, level and category: architecture/level-0/wall. Beside the disciplines are levels,
grids, groups, materials, types/<category> and buildings. Start without a path and follow next, which holds ready requests.
A folder with records answers them as rows. Answers come in pages: total counts the sub-folders and then the records of the folder itself.`,
	}, runTree)
}

func runTree(ctx context.Context, c *call, in treeIn) (*treeOut, error) {
	s, err := c.snapshot(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	m := newTreeMap(s)
	place, assumed, err := m.resolve(in.Path)
	if err != nil {
		return nil, err
	}
	out := &treeOut{Path: place, Assumed: assumed}
	if place != "" {
		parent := path.Dir(place)
		if parent == "." {
			parent = ""
		}
		out.Parent = &parent
	}
	folders, files := m.below(place), m.records(place)
	total := len(folders) + len(files)
	if total == 0 && place != "" {
		return nil, m.unknown(in.Path, place)
	}
	from, to := in.Page.window(total)
	out.Folders = folders[min(from, len(folders)):min(to, len(folders))]
	out.Folders = out.Folders[:within(out.Folders, in.MaxBytes)]
	returned := len(out.Folders)
	if to > len(folders) && from+returned >= len(folders) {
		out.held = held{s, files[max(0, from-len(folders)) : to-len(folders)]}
		t := tableOf(s, out.files)
		t.Rows = t.Rows[:within(t.Rows, in.MaxBytes)]
		out.Records, returned = &t, returned+len(t.Rows)
	}
	out.Listed = c.listed("tree", in.Page, total, returned)
	out.Next = out.next()
	return out, nil
}

// next answers ready requests that go on from here.
func (out *treeOut) next() []model.Object {
	var requests []model.Object
	if out.Listed.Next != nil {
		requests = append(requests, out.Listed.Next)
	}
	if len(out.files) > 0 {
		requests = append(requests, model.Object{{Name: "action", Value: "read"},
			{Name: "filter", Value: model.Object{{Name: "ids", Value: []any{out.files[0].ID()}}}}, {Name: "tier", Value: "full"}})
	}
	const most = 3
	for _, f := range out.Folders[:min(most, len(out.Folders))] {
		requests = append(requests, model.Object{{Name: "action", Value: "tree"}, {Name: "path", Value: f.Path}})
	}
	if filter := filterOf(out.Path); filter != nil && len(out.Folders) > 0 {
		requests = append(requests, model.Object{{Name: "action", Value: "read"}, {Name: "filter", Value: filter}})
	}
	return requests
}

// filterOf answers the filter that picks what lies in a folder of elements.
func filterOf(place string) model.Object {
	parts := strings.Split(place, "/")
	if !isDiscipline(parts[0]) {
		return nil
	}
	filter := model.Object{{Name: "disciplines", Value: []any{parts[0]}}}
	if len(parts) > 1 && parts[1] != model.ModelFolder {
		filter = append(filter, model.Member{Name: "levels", Value: []any{parts[1]}})
	}
	if len(parts) > 2 {
		filter = append(filter, model.Member{Name: "categories", Value: []any{parts[2]}})
	}
	return filter
}

// narrow implements narrower.
func (out *treeOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	holds := out.held.counts()
	holds["folders"] = len(out.Folders)
	tries := []model.Object{limited(arguments, fitting(out.Folders))}
	if out.Records != nil {
		tries[0] = limited(arguments, fitting(out.Records.Rows))
	}
	for _, f := range out.Folders[:min(1, len(out.Folders))] {
		tries = append(tries, model.Object{{Name: "path", Value: f.Path}})
	}
	return holds, tries
}

// unknown says that there is no such folder, and which there are beside it.
func (m *treeMap) unknown(asked, place string) error {
	at := m.nearestParent(place)
	var names []string
	for _, f := range m.below(at) {
		names = append(names, f.Name)
	}
	p := &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("there is no folder %q", asked),
		Details: map[string]any{"got": asked, "known": names, "try": model.Object{{Name: "action", Value: "tree"}, {Name: "path", Value: at}}}}
	where := "The root"
	if at != "" {
		where = at
	}
	p.Hint = fmt.Sprintf("%s has %s", where, list(names, 12))
	wrong, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(place, at), "/"), "/")
	if near := args.Nearest(wrong, names); near != "" {
		there := strings.TrimPrefix(at+"/"+near, "/")
		if len(m.s.Under(path.Join(there, rest))) > 0 {
			there = path.Join(there, rest)
		}
		p.Details["try"] = model.Object{{Name: "action", Value: "tree"}, {Name: "path", Value: there}}
	}
	if len(names) == 0 {
		p.Hint = "The model holds no records yet"
	}
	if f := m.s.FileAt(strings.TrimSuffix(asked, ".json") + ".json"); f != nil && f.ID() != "" {
		p.Hint = "It is a record's file; read it"
		p.Details["try"] = model.Object{{Name: "action", Value: "read"}, {Name: "filter", Value: model.Object{{Name: "ids", Value: []any{f.ID()}}}}, {Name: "tier", Value: "full"}}
	}
	return p
}
