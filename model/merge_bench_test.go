package model_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/generate"
)

// sides answers a building and two versions of it, each with ten changes: of five
// doors that both change, five that one does.
func sides(b *testing.B, storeys int) (base, ours, theirs *model.Snapshot) {
	b.Helper()
	base, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	var doors []*model.File
	for f := range base.InCategory("door") {
		if doors = append(doors, f); len(doors) == 15 {
			break
		}
	}
	change := func(files []*model.File, member string, value any) *model.Snapshot {
		var changes []model.Change
		for _, f := range files {
			changes = append(changes, model.Change{ID: f.ID(), Before: f, After: f.Record().With(member, value)})
		}
		s, err := base.Apply(changes)
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	return base, change(doors[:10], "mark", "X"), change(doors[5:], "note", "seen")
}

// BenchmarkMerge is what a merge of ten changes on either side costs, beside what
// the model has.
func BenchmarkMerge(b *testing.B) {
	for _, storeys := range []int{5, 50, 500} {
		base, ours, theirs := sides(b, storeys)
		b.Run(fmt.Sprintf("records=%d", base.Total()), func(b *testing.B) {
			for b.Loop() {
				result, err := model.Merge(base, ours, theirs, model.MergeOptions{})
				if err != nil || !result.Clean() || len(result.Changes) != 10 {
					b.Fatal(err, result)
				}
			}
		})
	}
}

// BenchmarkMerged is what looking for what neither side breaks alone costs, where
// the model is in use and its indexes are there.
func BenchmarkMerged(b *testing.B) {
	for _, storeys := range []int{5, 50, 500} {
		base, ours, theirs := sides(b, storeys)
		mergeAndCheck(b, base, ours, theirs)
		b.Run(fmt.Sprintf("records=%d", base.Total()), func(b *testing.B) {
			for b.Loop() {
				mergeAndCheck(b, base, ours, theirs)
			}
		})
	}
}

func mergeAndCheck(b *testing.B, base, ours, theirs *model.Snapshot) {
	b.Helper()
	result, err := model.Merge(base, ours, theirs, model.MergeOptions{})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := check.Merged(context.Background(), ours, theirs, result.After, today); err != nil {
		b.Fatal(err)
	}
}
