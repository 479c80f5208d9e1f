package ops

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo"
)

// Categories answers the names of all categories of records, sorted.
func Categories() []string { return category.Schema().Names() }

// CategorySchema answers the JSON Schema (2020-12) of a category's records.
func CategorySchema(name string) (*jsonschema.Schema, error) {
	if schema, ok := category.JSONSchema(name); ok {
		return schema, nil
	}
	return nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("%q is no category", name), Hint: "Categories: " + strings.Join(Categories(), ", ")}
}

// CategorySchemas answers the JSON Schemas of all categories by name.
func CategorySchemas() (map[string]*jsonschema.Schema, error) {
	all := map[string]*jsonschema.Schema{}
	for _, name := range Categories() {
		schema, err := CategorySchema(name)
		if err != nil {
			return nil, err
		}
		all[name] = schema
	}
	return all, nil
}

// IDs answers the ids and names of a category's records ("*" for all), for
// completions. It reads the last commit, and answers nothing where that fails.
func (h *Host) IDs(ctx context.Context, of string) iter.Seq2[string, string] {
	return func(yield func(id, name string) bool) {
		w, err := h.repo.Working(ctx, repo.WorkingOptions{Scan: repo.ScanPaths})
		if err != nil {
			return
		}
		files := w.Snapshot.InCategory(of)
		if of == "*" {
			files = w.Snapshot.RecordFiles()
		}
		for f := range files {
			name := ""
			if r := f.Record(); r != nil {
				name = r.String("name")
			}
			if !yield(f.ID(), name) {
				return
			}
		}
	}
}
