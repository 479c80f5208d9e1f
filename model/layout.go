package model

import (
	"fmt"
	"strings"
)

// ModelFolder is the level folder of elements that stand on no level.
const ModelFolder = "model"

// Disciplines are the folders that elements lie under.
var Disciplines = []string{"architecture", "structure", "mep", "site"}

// ManifestName is the file whose presence marks the root of a model.
const ManifestName = "eik.json"

// PathOf answers where a record's file lies, relative to the model's root and with
// slashes. The path is a function of the record alone. It is an error that the
// category is unknown or that an id in the path is not legal.
func (s *Schema) PathOf(r *Record) (string, error) {
	id := r.ID()
	if err := CheckID(id); err != nil {
		return "", err
	}
	folder, err := s.folderOf(r)
	if err != nil {
		return "", fmt.Errorf("record %s: %w", id, err)
	}
	return folder + "/" + id + ".json", nil
}

func (s *Schema) folderOf(r *Record) (string, error) {
	c := s.categories[r.Category()]
	switch {
	case c == nil:
		return "", fmt.Errorf("%q is no category", r.Category())
	case c.Name == "type":
		if s.categories[r.Of()] == nil {
			return "", fmt.Errorf("a type says what it is a type of; %q is no category", r.Of())
		}
		return c.Folder + "/" + r.Of(), nil
	case !c.Element():
		return c.Folder, nil
	}
	level := ModelFolder
	if r.Has("levelId") {
		level = r.String("levelId")
		if err := CheckID(level); err != nil {
			return "", fmt.Errorf("levelId: %w", err)
		}
	}
	return DisciplineOf(c, r) + "/" + level + "/" + c.Name, nil
}

// DisciplineOf answers the discipline that an element lies under: its own, else
// its category's.
func DisciplineOf(c *Category, r *Record) string {
	own := r.String("discipline")
	for _, d := range Disciplines {
		if d == own {
			return own
		}
	}
	return c.Discipline
}

// categoryAt answers the category whose records lie in a folder, empty where none do.
func (s *Schema) categoryAt(folder string) string {
	parts := strings.Split(folder, "/")
	switch {
	case len(parts) == 3 && isDiscipline(parts[0]) && s.categories[parts[2]] != nil:
		return parts[2]
	case len(parts) == 2 && parts[0] == "types":
		return "type"
	case len(parts) == 1:
		for _, name := range s.names {
			if s.categories[name].Folder == folder && name != "type" {
				return name
			}
		}
	}
	return ""
}

func isDiscipline(name string) bool {
	for _, d := range Disciplines {
		if d == name {
			return true
		}
	}
	return false
}

// RecordPlace tells whether a path, relative to the model's root, is one where a
// record file is looked for: a .json file in a record folder or under a discipline
// or types folder, whatever its name.
func RecordPlace(path string) bool {
	if !strings.HasSuffix(path, ".json") {
		return false
	}
	top, _, nested := strings.Cut(path, "/")
	if !nested {
		return false
	}
	switch top {
	case "buildings", "levels", "grids", "groups", "materials", "types":
		return true
	}
	return isDiscipline(top)
}
