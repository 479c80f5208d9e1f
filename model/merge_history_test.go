package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
)

// crossed is a history with two merge bases, both of one model.
func crossed(s *model.Snapshot) *history {
	return &history{
		parents: map[string][]string{"root": nil, "a": {"root"}, "b": {"root"}, "ours": {"a", "b"}, "theirs": {"b", "a"}},
		models:  map[string]*model.Snapshot{"root": s, "a": s, "b": s, "ours": s, "theirs": s},
	}
}

func TestMergeBaseTellsWhatCannotBeRead(t *testing.T) {
	s := house(t)
	for _, gone := range []string{"root", "a", "b"} {
		h := crossed(s)
		delete(h.models, gone)
		if _, err := model.MergeBase(context.Background(), h, "ours", "theirs"); err == nil {
			t.Errorf("%s is gone, and there is a base", gone)
		}
	}
	for _, gone := range []string{"ours", "theirs"} {
		h := crossed(s)
		delete(h.models, gone)
		if _, err := model.MergeHeads(context.Background(), h, "ours", []string{"theirs"}, model.MergeOptions{}); err == nil {
			t.Errorf("%s is gone, and there is a merge", gone)
		}
	}
}

func TestMergeBaseEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := model.MergeBase(ctx, crossed(house(t)), "ours", "theirs"); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// lost is a history that cannot say what commits have in common.
type lost struct{ *history }

var errLost = errors.New("the history is cut off")

func (lost) MergeBases(context.Context, string, string) ([]string, error) { return nil, errLost }

func TestMergeBaseOfALostHistory(t *testing.T) {
	if _, err := model.MergeBase(context.Background(), lost{crossed(house(t))}, "ours", "theirs"); !errors.Is(err, errLost) {
		t.Errorf("the error is %v", err)
	}
}

// A history that says that each of two commits is older than the other does not keep
// a merge from ending.
type circular struct{ *history }

func (circular) MergeBases(_ context.Context, a, b string) ([]string, error) {
	if a == "ours" {
		return []string{"a", "b"}, nil
	}
	return []string{a}, nil
}

func TestMergeBaseOfACycle(t *testing.T) {
	if _, err := model.MergeBase(context.Background(), circular{crossed(house(t))}, "ours", "theirs"); err == nil {
		t.Error("a history with a cycle has a merge base")
	}
}

// A conflict is answered to programs as it stands.
func TestMergeConflictAsJSON(t *testing.T) {
	base := house(t)
	ours := withFiles(t, base, map[string]string{"records": `{"id":"door-1","category":"door","mark":"D-01","typeId":"door-type","levelId":"level-0","hostId":"wall-a","offset":1600}`})
	theirs := withFiles(t, base, map[string]string{"records": `{"id":"door-1","category":"door","mark":"D-01","typeId":"door-type","levelId":"level-0","hostId":"wall-b","offset":1700}`})
	got, err := json.Marshal(merged(t, base, ours, theirs).Conflicts)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"kind":"both-changed","record":"door-1","file":"architecture/level-0/door/door-1.json","member":"offset","base":1500,"ours":1600,"theirs":1700}]`
	if diff := gocmp.Diff(want, string(got)); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// What a host holds of a file that a hand edit broke is not taken for what the file
// says.
func TestMergeOfABrokenFile(t *testing.T) {
	base := house(t)
	f := base.Get("wall-b")
	broken := f.BrokenBy(model.RawFile{Revision: model.RevisionOf([]byte("{")), Size: 1}, []model.Fault{{Rule: "file.json", Message: "line 1 is not JSON"}})
	ours := base.WithFiles(map[string]*model.File{f.Path: broken})
	theirs := withFiles(t, base, map[string]string{"records": `{"id":"wall-b","category":"wall","name":"North","typeId":"wall-type","levelId":"level-0","start":[0,9000],"end":[6000,9000]}`})
	result := merged(t, base, ours, theirs)
	if len(result.Conflicts) != 1 || result.Conflicts[0].Kind != model.ConflictUnreadable {
		t.Errorf("conflicts are %+v", result.Conflicts)
	}
	alone := merged(t, base, ours, base)
	if !alone.Clean() || len(alone.Changes) > 0 {
		t.Errorf("where theirs did not touch it there are %v and %v", alone.Conflicts, alone.Changes)
	}
}

func TestMergeResolutions(t *testing.T) {
	base := house(t)
	ours := withFiles(t, base, map[string]string{"remove": "wall-b\n", "docs/plan.md": "a plan\n"})
	theirs := withFiles(t, base, map[string]string{
		"records":      `{"id":"wall-b","category":"wall","name":"North","typeId":"wall-type","levelId":"level-0","start":[0,9000],"end":[6000,9000]}`,
		"docs/Plan.md": "another plan\n"})
	settle := func(list ...model.Resolution) (*model.MergeResult, error) {
		return model.Merge(base, ours, theirs, model.MergeOptions{Resolutions: list})
	}
	wall := model.Resolution{Record: "wall-b", Take: model.TakeTheirs}
	plan := model.Resolution{Record: "docs/plan.md", Take: model.TakeOurs}
	if result, err := settle(wall, plan); err != nil || !result.Clean() {
		t.Errorf("settled it is %v, %v", result, err)
	}
	var problem *model.Problem
	_, err := settle(wall, plan, model.Resolution{Record: "wall-a", Member: "height", Take: model.TakeOurs})
	if !errors.As(err, &problem) || problem.Code != model.InvalidArgument {
		t.Fatalf("a resolution of nothing gives %v", err)
	}
	_, err = settle(wall, model.Resolution{Record: "wall-a", Member: "height", Take: model.TakeOurs})
	if !errors.As(err, &problem) {
		t.Fatalf("a resolution of nothing gives %v", err)
	}
	if diff := gocmp.Diff([]string{"docs/plan.md"}, problem.Details["candidates"]); diff != "" {
		t.Errorf("what is open: want (-), got (+):\n%s", diff)
	}
}

// A resolution that another made needless is no error: it was an answer to what was
// asked.
func TestMergeResolutionThatAnotherMadeNeedless(t *testing.T) {
	base := house(t)
	ours := withFiles(t, base, map[string]string{"remove": "wall-b\n",
		"architecture/level-0/wall/Wall-B.json": `{"id":"Wall-B","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0]}`})
	theirs := withFiles(t, base, map[string]string{
		"records": `{"id":"wall-b","category":"wall","name":"North","typeId":"wall-type","levelId":"level-0","start":[0,9000],"end":[6000,9000]}`})
	open := merged(t, base, ours, theirs)
	if len(open.Conflicts) != 2 {
		t.Fatalf("conflicts are %+v", open.Conflicts)
	}
	if settled := merged(t, base, ours, theirs, resolutions(open, model.TakeOurs)...); !settled.Clean() {
		t.Errorf("these are left: %+v", settled.Conflicts)
	}
}
