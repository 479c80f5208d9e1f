package ops

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo"
)

// The single file holds a whole model as one JSON object: the manifest's members,
// then records in the order of their paths, shapes as base64 by their sha256, and
// under files the text of what else belongs to the model, such as waivers.
const (
	singleRecords = "records"
	singleShapes  = "shapes"
	singleFiles   = "files"
)

// single makes the single file of a model's files.
func single(s *model.Snapshot, files []repo.FileChange) (model.Object, error) {
	o := s.Manifest().Object
	if o == nil {
		return nil, &model.Problem{Code: model.Unsupported, Message: "the model has no eik.json that can be read, and the single file starts with it",
			Hint: "Mend eik.json, or export the folder"}
	}
	records := []any{}
	var shapes, rest model.Object
	for _, f := range files {
		switch {
		case f.Path == model.ManifestName:
		case inPlace(s, f.Path):
			records = append(records, s.FileAt(f.Path).Record().Members())
		case strings.HasPrefix(f.Path, "shapes/"):
			shapes = append(shapes, model.Member{Name: strings.TrimSuffix(strings.TrimPrefix(f.Path, "shapes/"), ".glb"), Value: base64.StdEncoding.EncodeToString(f.Data)})
		default:
			rest = append(rest, model.Member{Name: f.Path, Value: textOrBase64(f.Data)})
		}
	}
	put := func(name string, value any, there bool) {
		if there {
			o = o.With(name, value)
		}
	}
	put(singleRecords, records, true)
	put(singleShapes, shapes, len(shapes) > 0)
	put(singleFiles, rest, len(rest) > 0)
	return o, nil
}

// inPlace tells whether a file is a sound record that lies where it belongs, so that
// its record alone brings it back.
func inPlace(s *model.Snapshot, path string) bool {
	f := s.FileAt(path)
	if f == nil || f.ID() == "" || f.Record() == nil || len(f.Faults()) > 0 {
		return false
	}
	place, err := s.Schema().PathOf(f.Record())
	return err == nil && place == path
}

var sha256Name = regexp.MustCompile(`^[0-9a-f]{64}$`)

// safePath tells whether a path stays inside a model and is one that every file
// system takes.
func safePath(path string) bool {
	if !fs.ValidPath(path) || len(path) > 255 || strings.ContainsFunc(path, hidden) || strings.ContainsAny(path, "\\:*?\"<>|\n\t") {
		return false
	}
	return !slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
		return strings.EqualFold(part, ".git") || strings.EqualFold(part, ".eik")
	})
}

// textOrBase64 answers a file's content as text, or as {base64} where it is none.
func textOrBase64(data []byte) any {
	if utf8.Valid(data) {
		return string(data)
	}
	return model.Object{{Name: "base64", Value: base64.StdEncoding.EncodeToString(data)}}
}

// readSingle reads a single file into the files of a model. Every path is made here
// or checked, so that no name in the file leads out of the model.
func readSingle(data []byte) ([]repo.FileChange, error) {
	o, err := model.DecodeLarge(data)
	if err != nil {
		return nil, invalid("/file", "the file is no single-file model: "+err.Error(), nil)
	}
	if o.Get("format") != model.FormatName {
		return nil, invalid("/file", fmt.Sprintf("the file's format is %v; a single-file model has %q", o.Get("format"), model.FormatName), o.Get("format"))
	}
	r := singleReader{schema: category.Schema(), seen: map[string]bool{}}
	manifest := o
	for _, part := range []struct {
		name string
		read func(any) error
	}{{singleRecords, r.records}, {singleShapes, r.shapes}, {singleFiles, r.others}} {
		if v, ok := o.Lookup(part.name); ok {
			if err := part.read(v); err != nil {
				return nil, err
			}
			manifest = manifest.Without(part.name)
		}
	}
	return append(r.files, repo.FileChange{Path: model.ManifestName, Data: model.EncodeManifest(manifest)}), nil
}

type singleReader struct {
	schema *model.Schema
	files  []repo.FileChange
	seen   map[string]bool
}

func (r *singleReader) put(pointer, path string, data []byte) error {
	if r.seen[path] {
		return invalid(pointer, fmt.Sprintf("two entries of the file would lie at %s; give one of them another id", path), path)
	}
	r.seen[path] = true
	r.files = append(r.files, repo.FileChange{Path: path, Data: data})
	return nil
}

func (r *singleReader) records(v any) error {
	list, ok := v.([]any)
	if !ok {
		return invalid("/"+singleRecords, "records is a list of records", nil)
	}
	for i, item := range list {
		pointer := fmt.Sprintf("/%s/%d", singleRecords, i)
		members, ok := item.(model.Object)
		if !ok {
			return invalid(pointer, "a record is an object", item)
		}
		record := model.NewRecord(members)
		path, err := r.schema.PathOf(record)
		if err != nil {
			return invalid(pointer, err.Error(), record.ID())
		}
		if err := r.put(pointer, path, r.schema.Encode(record)); err != nil {
			return err
		}
	}
	return nil
}

func (r *singleReader) shapes(v any) error {
	all, _ := v.(model.Object)
	for _, m := range all {
		pointer := "/" + singleShapes + "/" + m.Name
		text, _ := m.Value.(string)
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil || !sha256Name.MatchString(m.Name) {
			return invalid(pointer, "a shape is the base64 of its bytes under its sha256 in 64 hex digits", m.Name)
		}
		if err := r.put(pointer, "shapes/"+m.Name+".glb", data); err != nil {
			return err
		}
	}
	return nil
}

func (r *singleReader) others(v any) error {
	all, _ := v.(model.Object)
	for _, m := range all {
		pointer := "/" + singleFiles + "/" + m.Name
		if !safePath(m.Name) || !belongs(m.Name) || m.Name == model.ManifestName {
			return invalid(pointer, fmt.Sprintf("%q is no path that a model has", m.Name), m.Name)
		}
		data, err := bytesOf(m.Value)
		if err != nil {
			return invalid(pointer, err.Error(), nil)
		}
		if err := r.put(pointer, m.Name, data); err != nil {
			return err
		}
	}
	return nil
}

func bytesOf(v any) ([]byte, error) {
	switch v := v.(type) {
	case string:
		return []byte(v), nil
	case model.Object:
		if text, ok := v.Get("base64").(string); ok {
			return base64.StdEncoding.DecodeString(text)
		}
	}
	return nil, fmt.Errorf("a file is its text, or {\"base64\": …}")
}

// encodeSingle writes the single file: a member a line, and of lists an item a line,
// so that a text tool can work on it.
func encodeSingle(o model.Object) []byte {
	out := []byte("{")
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, "\n  "...)
		out = append(model.AppendCompact(out, m.Name), ": "...)
		list, ok := m.Value.([]any)
		if !ok || len(list) == 0 {
			out = model.AppendCompact(out, m.Value)
			continue
		}
		out = append(out, '[')
		for j, item := range list {
			if j > 0 {
				out = append(out, ',')
			}
			out = model.AppendCompact(append(out, "\n    "...), item)
		}
		out = append(out, "\n  ]"...)
	}
	return append(out, "\n}\n"...)
}
