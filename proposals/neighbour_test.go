package proposals

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// Two models of one repository see each other's proposals; each takes its own.
func TestProposalOfAnotherModel(t *testing.T) {
	f := newFixtureIn(t, "building")
	if err := os.CopyFS(filepath.Join(f.Dir, "annex"), os.DirFS("../testdata/one-storey-house")); err != nil {
		t.Fatal(err)
	}
	f.Commit("Another model beside it")
	f.Git("switch", "-q", "-c", "proposals/annex")
	f.Write("annex/"+wallSouth, strings.Replace(f.Read("annex/"+wallSouth), `"external"`, `"height": 2800,`+"\n  "+`"external"`, 1))
	f.Commit("A lower wall of the annex")
	f.Git("switch", "-q", "-c", "proposals/both")
	f.Write("building/"+wallSouth, strings.Replace(f.Read("building/"+wallSouth), `"external"`, `"height": 2700,`+"\n  "+`"external"`, 1))
	f.Commit("Lower walls of both")
	f.Git("switch", "-q", "main")
	before := f.Git("rev-parse", "main")

	for _, id := range []string{"annex", "both"} {
		_, err := f.s.Accept(context.Background(), AcceptRequest{ID: id, Reviewer: bob})
		wants(t, err, model.CheckFailed, "of the model in annex")
	}
	if now := f.Git("rev-parse", "main"); now != before {
		t.Errorf("main moved to %s", now)
	}
	f.accept(AcceptRequest{ID: "both", Only: []string{"wall-south"}})
	if f.value("wall-south", "height") != 2700.0 || strings.Contains(f.Read("annex/"+wallSouth), "2800") {
		t.Error("not just this model's part was taken")
	}
	if p := f.get("annex"); p.State != Open {
		t.Errorf("the annex's own is %+v", p)
	}
	f.clean()

	f.folder = "annex"
	m, s := f.open()
	if _, err := s.Accept(context.Background(), AcceptRequest{ID: "annex", Reviewer: bob}); err != nil {
		t.Fatal(err)
	}
	f.m, f.s = m, s
	if f.value("wall-south", "height") != 2800.0 {
		t.Error("the annex did not take its own")
	}
	f.clean()
}
