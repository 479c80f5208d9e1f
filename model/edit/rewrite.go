package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
)

type fileArgs struct {
	File string `json:"file" required:"true" doc:"The record's file, relative to the model."`
}

func rewrite() *Command {
	return define(Command{
		Name: "rewrite", Internal: true,
		Summary: "Write a record's file anew in canonical form",
		Doc:     `The fix of format.canonical: the same data in canonical bytes.`,
	}, `{"command": "rewrite", "file": "levels/level-0.json"}`, runRewrite)
}

func relocate() *Command {
	return define(Command{
		Name: "relocate", Internal: true,
		Summary: "Move a record's file to its place",
		Doc: `The fix of layout.path and file.name: a file's place follows from the record's category, level, discipline and id. Refused where another file
stands there.`,
	}, `{"command": "relocate", "file": "levels/level-0.json"}`, runRewrite)
}

// runRewrite puts a record as it is: where it belongs, in canonical bytes.
func runRewrite(_ context.Context, tx *Tx, a fileArgs) error {
	f, err := tx.recordFile(a.File)
	if err != nil {
		return err
	}
	r := f.Record()
	if err := tx.Put(r); err != nil {
		return err
	}
	tx.touched[r.ID()].rewrite = true
	verb := "Rewrite"
	if path, err := tx.base.Schema().PathOf(r); err == nil && path != f.Path {
		verb = "Relocate"
	}
	tx.Say(verb, []*model.Record{r}, "")
	return nil
}

// recordFile answers the file at a path, which holds a record that can be read.
func (tx *Tx) recordFile(path string) (*model.File, error) {
	f := tx.Snapshot().FileAt(path)
	switch {
	case f == nil:
		p := tx.invalid("/file", fmt.Sprintf("the model has no file %s", clip(path)), path)
		p.Code = model.NotFound
		return nil, p
	case f.Record() == nil || f.ID() == "":
		return nil, tx.Invalid("/file", fmt.Sprintf("%s holds no record that can be read; validate says why", clip(path)), path)
	}
	return f, nil
}
