package ops

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/repo"
)

// Generated is what Generate made.
type Generated struct {
	Commit  string `json:"commit"`
	Records int    `json:"records"`
}

// Generate makes a plausible building of about 200 records a storey in a model that
// has no records yet, as one commit. The same seed makes the same building.
func (h *Host) Generate(ctx context.Context, storeys int, seed uint64, progress func(done, total int)) (*Generated, error) {
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: seed})
	if err != nil {
		return nil, invalid("/storeys", err.Error(), storeys)
	}
	files := companions(s.Manifest().Name)
	for f := range s.Files() {
		files = append(files, repo.FileChange{Path: f.Path, Data: f.Data()})
	}
	progress(0, len(files))
	defer progress(len(files), len(files))
	person, err := h.person()
	if err != nil {
		return nil, problem(err)
	}
	committed, err := h.repo.Commit(ctx, repo.CommitRequest{Author: person, Purpose: "generate",
		Plan: func(_ context.Context, base repo.Base) (*repo.Plan, error) {
			if base.Snapshot.Total() > 0 {
				return nil, &model.Problem{Code: model.Conflict, Message: "there are records here already", Hint: "Generate into a folder that holds no model"}
			}
			return &repo.Plan{Files: files, Subject: fmt.Sprintf("Generate a building of %d storeys", storeys)}, nil
		}})
	if err != nil {
		return nil, problem(err)
	}
	return &Generated{Commit: committed.Commit.String(), Records: s.Total()}, nil
}
