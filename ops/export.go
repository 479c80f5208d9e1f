package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

type exportIn struct {
	Format string `json:"format" enum:"folder,single" default:"single" doc:"single: one JSON object, as in a .eik.json file. folder: every file with its path."`
	At
	Whole
}

type exportOut struct {
	Format  string         `json:"format"`
	Records int            `json:"records"`
	Files   []exportedFile `json:"files,omitempty" jsonschema:"format folder: by path"`
	Single  model.Object   `json:"single,omitempty" jsonschema:"format single: the manifest's members, records, shapes and files"`
	s       *model.Snapshot
}

type exportedFile struct {
	Path    string `json:"path"`
	Content any    `json:"content" jsonschema:"text, or {base64} where it is none"`
}

func export() *Operation {
	return define(Operation{
		Name:       "export",
		Title:      "Export the model",
		Summary:    "The whole model, as the folder's files or as one JSON object, for work with code.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "export", "format": "single", "whole": true}`,
		Help: `single is the single-file form (.eik.json): the manifest's members, then records in the order of their paths, shapes as
base64 by sha256, and under files the text of what else belongs to the model. folder is every file with its path and content. import reads
both back. Most models are larger than one answer may be: send whole: true, or have a person run ek export, which writes to the disk. Nothing
is computed: an export holds what the model holds.`,
	}, runExport)
}

func runExport(ctx context.Context, c *call, in exportIn) (*exportOut, error) {
	s, err := c.snapshot(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	files, err := c.filesOfModel(ctx, s, largestFile)
	if err != nil {
		return nil, err
	}
	out := &exportOut{Format: in.Format, Records: s.Total(), s: s}
	if in.Format == "folder" {
		for _, f := range files {
			out.Files = append(out.Files, exportedFile{f.Path, textOrBase64(f.Data)})
		}
		return out, nil
	}
	out.Single, err = single(s, files)
	return out, err
}

// filesOfModel answers every file that belongs to a model, with its content. Together they
// have no more bytes than room: a stranger may have made many that claim to be large.
func (c *call) filesOfModel(ctx context.Context, s *model.Snapshot, room int64) ([]repo.FileChange, error) {
	var files []repo.FileChange
	for f := range s.Files() {
		if f.Mode > model.Executable || !belongs(f.Path) {
			continue
		}
		data, err := c.contentOf(ctx, f, room)
		if err != nil {
			return nil, err
		}
		room -= int64(len(data))
		files = append(files, repo.FileChange{Path: f.Path, Data: data})
	}
	return files, nil
}

// contentOf answers a file's bytes, of which there are no more than most. Large files and
// those that are no records are not kept in memory: they come from the repository, or from
// the folder where they are not committed.
func (c *call) contentOf(ctx context.Context, f *model.File, most int64) ([]byte, error) {
	if f.Data() != nil && f.Broken == nil {
		return f.Data(), nil
	}
	data, err := c.blobOf(ctx, f, most)
	var p *model.Problem
	if err == nil || errors.As(err, &p) || c.host.repo.Dir() == "" {
		return data, err
	}
	return plainFile(c.host.repo.Dir(), f.Path, most)
}

// blobOf answers the bytes of a file as the repository holds them.
func (c *call) blobOf(ctx context.Context, f *model.File, most int64) ([]byte, error) {
	data, size, err := c.host.repo.Blob(ctx, repo.Hash(f.Revision), most)
	if err == nil && size > most {
		return nil, tooLarge(f.Path, size, most)
	}
	return data, err
}

// tooLarge refuses to read a file.
func tooLarge(path string, size, most int64) error {
	return &model.Problem{
		Code: model.OverBudget, Message: fmt.Sprintf("%s has %d bytes; at most %d are read", path, size, most),
		Hint: "Put a smaller file in its place, or take it out of the model",
	}
}

// plainFile reads a file of a model's folder, as large as it is when it is opened and no
// larger than most. A link, a pipe or a device is refused: a model that comes from others
// may name anything by it.
func plainFile(folder, path string, most int64) (data []byte, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	info, err := root.Lstat(filepath.FromSlash(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, &model.Problem{Code: model.Unsupported, Message: path + " is a link or no ordinary file, and is not read", Hint: "Put the file itself in its place"}
	}
	if info.Size() > most {
		return nil, tooLarge(path, info.Size(), most)
	}
	file, err := root.Open(filepath.FromSlash(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(io.LimitReader(file, info.Size()))
}

// narrow implements narrower.
func (out *exportOut) narrow(model.Object) (map[string]any, []model.Object) {
	h := held{s: out.s}
	for f := range out.s.RecordFiles() {
		h.files = append(h.files, f)
	}
	tries := []model.Object{{{Name: "action", Value: "tree"}}}
	if largest := h.largest(); largest != "" {
		tries = append(tries, model.Object{{Name: "action", Value: "read"}, {Name: "tier", Value: "full"}, {Name: "limit", Value: 10.0},
			{Name: "filter", Value: model.Object{{Name: "categories", Value: []any{largest}}}}})
	}
	return h.counts(), tries
}

// ExportedFile is a file of an exported model.
type ExportedFile struct {
	Path string // relative to the export, with slashes; empty for a single file
	Data []byte
}

// ExportFiles answers a model as the files of a folder, or as the one file of the
// single form, as it stands at a commit or, where at is empty, in the folder now.
func (h *Host) ExportFiles(ctx context.Context, format, at string) ([]ExportedFile, error) {
	c := h.newCall(&Request{Action: "export"})
	s, err := c.snapshot(ctx, at)
	if err != nil {
		return nil, problem(err)
	}
	files, err := c.filesOfModel(ctx, s, largestFile)
	if err != nil {
		return nil, problem(err)
	}
	if format == "single" {
		object, err := single(s, files)
		if err != nil {
			return nil, problem(err)
		}
		return []ExportedFile{{Data: encodeSingle(object)}}, nil
	}
	exported := make([]ExportedFile, len(files))
	for i, f := range files {
		exported[i] = ExportedFile{f.Path, f.Data}
	}
	return exported, nil
}
