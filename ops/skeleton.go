package ops

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/guide"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/repo"
)

// createModelArgs say what a new model is.
type createModelArgs struct {
	Name       string    `json:"name" required:"true" doc:"What people call the building or project."`
	ID         string    `json:"id" doc:"The model's id: lower-case words joined by hyphens. Absent: made from the name."`
	Profiles   []string  `json:"profiles" enum:"architecture,structure,mep,site" doc:"The disciplines that the model holds. Absent: architecture."`
	Site       *siteArgs `json:"site" doc:"Where it stands: {latitude, longitude, elevation, trueNorth}, degrees and mm; trueNorth from y, counter-clockwise."`
	Phases     []string  `json:"phases" doc:"The phases of the project in order, such as existing, new."`
	LevelDatum string    `json:"levelDatum" enum:"finished,structural" doc:"What the elevations of levels are measured to."`
}

// siteArgs say where a model stands on the earth.
type siteArgs struct {
	Latitude  *float64     `json:"latitude" min:"-90" max:"90" doc:"Degrees north."`
	Longitude *float64     `json:"longitude" min:"-180" max:"180" doc:"Degrees east."`
	Elevation *args.Length `json:"elevation" doc:"The model's zero above the sea, in mm."`
	TrueNorth *float64     `json:"trueNorth" doc:"Degrees from y, counter-clockwise."`
}

// object answers the site as the manifest holds it.
func (s *siteArgs) object() model.Object {
	var site model.Object
	if s == nil {
		return nil
	}
	for _, m := range []struct {
		name  string
		value *float64
	}{{"latitude", s.Latitude}, {"longitude", s.Longitude}, {"elevation", (*float64)(s.Elevation)}, {"trueNorth", s.TrueNorth}} {
		if m.value != nil {
			site = append(site, model.Member{Name: m.name, Value: *m.value})
		}
	}
	return site
}

var createModelCommand = hostCommand{
	spec:    args.For[createModelArgs]("create_model", args.Options{Selector: "command", Example: `{"command": "create_model", "name": "House on the hill", "site": {"latitude": 47.37, "longitude": 8.54}}`}),
	summary: "Make a model in a folder that has none.",
	doc: `The first write into an empty folder makes the model (on the command line, ek init does): eik.json, AGENTS.md and the files that tell git how to treat
records. It stands first in its request; further commands (add_level, add_type, draw_walls …) may follow it, and all are one
commit. Ask the person for the name and the site: they are not to be guessed.`,
}

// skeleton answers the files of a new model.
func (a createModelArgs) skeleton() ([]repo.FileChange, error) {
	if a.ID == "" {
		a.ID = idFrom(a.Name)
	}
	if err := model.CheckID(a.ID); err != nil {
		return nil, invalid("/id", err.Error(), a.ID)
	}
	if strings.TrimSpace(a.Name) == "" || strings.ContainsFunc(a.Name, hidden) {
		return nil, invalid("/name", "a model has a name of characters that show", a.Name)
	}
	profiles := a.Profiles
	if len(profiles) == 0 {
		profiles = []string{"architecture"}
	}
	manifest := model.Object{
		{Name: "format", Value: model.FormatName}, {Name: "version", Value: model.FormatVersion},
		{Name: "id", Value: a.ID}, {Name: "name", Value: a.Name},
		{Name: "units", Value: model.Object{{Name: "length", Value: "mm"}, {Name: "angle", Value: "deg"}}},
		{Name: "profiles", Value: model.StringsValue(profiles)},
	}
	optional := func(name string, value any, there bool) {
		if there {
			manifest = append(manifest, model.Member{Name: name, Value: value})
		}
	}
	site := a.Site.object()
	optional("site", site, len(site) > 0)
	optional("phases", model.StringsValue(a.Phases), len(a.Phases) > 0)
	optional("levelDatum", a.LevelDatum, a.LevelDatum != "")
	files := []repo.FileChange{{Path: model.ManifestName, Data: model.EncodeManifest(manifest)}}
	return append(files, companions(a.Name)...), nil
}

// companions answers the files that stand beside a model's records: what an agent
// reads first and how git treats records and shapes.
func companions(name string) []repo.FileChange {
	return []repo.FileChange{
		{Path: "AGENTS.md", Data: []byte(guide.Agents(name))},
		{Path: ".gitattributes", Data: []byte("*.json text eol=lf\nshapes/** -text -diff -merge -filter\n")},
		{Path: ".gitignore", Data: []byte(".eik/\n")},
	}
}

var notID = regexp.MustCompile(`[^a-z0-9]+`)

// idFrom makes an id of a name, as far as its letters allow.
func idFrom(name string) string {
	id := strings.Trim(notID.ReplaceAllString(strings.ToLower(name), "-"), "-")
	id = strings.TrimLeft(id, "0123456789-")
	if id == "" || id == "model" {
		return "building"
	}
	return strings.Trim(id[:min(len(id), model.MaxIDLength)], "-")
}

// beginModel makes the model that a request's first command asks for, in a folder that
// has none. It answers the snapshot that the other commands start from.
func (c *call) beginModel(ctx context.Context, s *model.Snapshot, commands []model.Object) (*model.Snapshot, []model.Object, []repo.FileChange, error) {
	first := commands[0].Get("command") == "create_model"
	exists := s.Manifest().File != nil
	switch {
	case !first && exists:
		return s, commands, nil, nil
	case !first:
		return nil, nil, nil, c.noModel(ctx, commands)
	case exists:
		return nil, nil, nil, &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("there is a model here already: %s", s.Manifest().ID), Hint: "Leave create_model out"}
	}
	var a createModelArgs
	if err := createModelCommand.spec.Decode(commands[0], &a); err != nil {
		return nil, nil, nil, args.Under(err, "/commands/0")
	}
	files, err := a.skeleton()
	if err != nil {
		return nil, nil, nil, args.Under(err, "/commands/0")
	}
	files = slices.DeleteFunc(files, func(f repo.FileChange) bool { return f.Path != model.ManifestName && c.has(s, f.Path) })
	return s.WithFiles(filesOf(s, files)), commands[1:], files, nil
}

// has tells whether the repository has a file already, committed or not: its own
// .gitignore and .gitattributes stay as they are.
func (c *call) has(s *model.Snapshot, path string) bool {
	if s.FileAt(path) != nil || c.host.repo.Bare() {
		return s.FileAt(path) != nil
	}
	_, err := os.Lstat(filepath.Join(c.host.repo.Dir(), filepath.FromSlash(path)))
	return err == nil
}

// filesOf turns files to write into files of a snapshot.
func filesOf(s *model.Snapshot, changes []repo.FileChange) map[string]*model.File {
	files := make(map[string]*model.File, len(changes))
	for _, f := range changes {
		files[f.Path] = nil
		if f.Data != nil {
			files[f.Path] = s.Schema().NewFile(f.Path, model.RawFile{Revision: model.RevisionOf(f.Data), Size: int64(len(f.Data)), Data: f.Data})
		}
	}
	return files
}

// noModel says that no commit holds a model yet, and how to make one.
func (c *call) noModel(ctx context.Context, commands []model.Object) error {
	w, err := c.host.repo.Working(ctx, repo.WorkingOptions{Scan: repo.ScanAll})
	if err != nil {
		return err
	}
	request := func(commands ...any) map[string]any {
		return map[string]any{"try": model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: commands}}}
	}
	if w.Snapshot.Manifest().File == nil {
		return &model.Problem{Code: model.NotFound, Message: "there is no model in this folder yet: it has no eik.json",
			Hint:    "Ask the person for the building's name and site, then send create_model as the first command",
			Details: request(append([]any{createModelCommand.spec.Example()}, objects(commands)...)...)}
	}
	files := make([]any, len(w.Edits))
	for i, e := range w.Edits {
		files[i] = e.Path
	}
	return &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("the model in this folder is in no commit yet: %d files are not committed", len(files)),
		Hint:    "Commit them first, with git add and git commit or with commit_edits",
		Details: request(model.Object{{Name: "command", Value: "commit_edits"}, {Name: "files", Value: files}})}
}
