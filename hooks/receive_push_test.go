package hooks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/modeltest"
)

// pushes are pushes to a server that holds the example house: what it is set to, what
// the clone does, and why it refuses; empty where it lets the push in.
var pushes = map[string]struct {
	settings []string
	do       func(w *world)
	push     []string
	want     string
}{
	"a sound change": {do: func(w *world) { w.offset(2500); w.Repo.Commit("Move the door") }, push: []string{"main"}},
	"a new error": {
		do:   func(w *world) { w.breaks(); w.Repo.Commit("Move the door away") },
		push: []string{"main"}, want: `"Move the door away": ` + door,
	},
	"an error that the next commit mends": {
		do:   func(w *world) { w.breaks(); w.Repo.Commit("Break"); w.offset(2500); w.Repo.Commit("Mend") },
		push: []string{"main"}, want: `"Break": ` + door,
	},
	"a file that is no JSON": {
		do:   func(w *world) { w.Write(door, "<<<<<<< ours\n"); w.Repo.Commit("Merge by hand") },
		push: []string{"main"}, want: "(file.",
	},
	"past the hooks of the clone": {
		do:   func(w *world) { w.breaks(); w.Git("commit", "-q", "--no-verify", "-a", "-m", "Quietly") },
		push: []string{"--no-verify", "main"}, want: door,
	},
	"the model taken away": {
		do:   func(w *world) { w.Git("rm", "-q", "eik.json"); w.Repo.Commit("Away") },
		push: []string{"main"}, want: "the model would be gone",
	},
	"the manifest as a link": {
		do: func(w *world) {
			w.Git("mv", "eik.json", "other.json")
			if err := os.Symlink("other.json", w.Path("eik.json")); err != nil {
				w.t.Fatal(err)
			}
			w.breaks()
			w.Repo.Commit("Link")
		},
		push: []string{"main"}, want: "eik.json",
	},
	"a folder as a link": {
		do: func(w *world) {
			w.Git("mv", "architecture", "elsewhere")
			if err := os.Symlink("elsewhere", w.Path("architecture")); err != nil {
				w.t.Fatal(err)
			}
			w.Repo.Commit("Link")
		},
		push: []string{"main"}, want: "(",
	},
	"a format that is not known": {
		do: func(w *world) {
			w.Write("eik.json", strings.Replace(w.Read("eik.json"), `"version": "0.2"`, `"version": "9.0"`, 1))
			w.breaks()
			w.Repo.Commit("Newer")
		},
		push: []string{"main"}, want: "commit",
	},
	"a manifest that is no JSON": {
		do: func(w *world) { w.Write("eik.json", "{"); w.breaks(); w.Repo.Commit("Break") }, push: []string{"main"}, want: "eik.json",
	},
	"a record whose name differs in case": {
		do: func(w *world) {
			w.Git("mv", door, strings.Replace(door, "door-entrance", "Door-Entrance", 1))
			w.Repo.Commit("Case")
		},
		push: []string{"main"}, want: "Door-Entrance",
	},
	"a rewrite": {
		do:   func(w *world) { w.Git("commit", "-q", "--amend", "-m", "Other") },
		push: []string{"--force", "main"}, want: "rewrite the model's history",
	},
	"going back": {
		do: func(w *world) {
			w.offset(2500)
			w.Repo.Commit("Move")
			w.Git("push", "-q")
			w.Git("reset", "-q", "--hard", "HEAD~")
		},
		push: []string{"--force", "main"}, want: "rewrite the model's history",
	},
	"taking the branch away": {settings: []string{"receive.denyDeleteCurrent=ignore"}, push: []string{":main"}, want: "never taken away"},
	"a foxtrot merge":        {do: foxtrot, push: []string{"main"}, want: "a foxtrot merge"},
	"a merge of a side branch": {
		do: func(w *world) {
			side(w)
			w.Git("merge", "-q", "--no-ff", "-m", "Merge", "side")
		},
		push: []string{"main"},
	},
	"a merge that brings the side's error": {
		do: func(w *world) {
			side(w)
			w.Git("switch", "-q", "side")
			w.breaks()
			w.Repo.Commit("Break beside")
			w.Git("switch", "-q", "main")
			w.Git("merge", "-q", "--no-ff", "-m", "Merge", "side")
		},
		push: []string{"main"}, want: "Break beside",
	},
	"a merge of another model's beginning": {
		do: func(w *world) {
			w.Git("switch", "-q", "--orphan", "other")
			w.Git("checkout", "main", "--", ".")
			w.breaks()
			w.Repo.Commit("Another beginning")
			w.Git("switch", "-q", "main")
			w.Git("merge", "-q", "--allow-unrelated-histories", "-X", "theirs", "-m", "Merge", "other")
		},
		push: []string{"main"}, want: `"Merge": ` + door,
	},
	"rules switched off in the same push": {
		do: func(w *world) {
			switchOff(w)
			w.Repo.Commit("Fewer rules")
			w.breaks()
			w.Repo.Commit("Break")
		},
		push: []string{"main"}, want: `"Break": ` + door,
	},
	"rules switched off in the same commit": {
		do: func(w *world) { switchOff(w); w.breaks(); w.Repo.Commit("Both") }, push: []string{"main"}, want: "count from the next push on",
	},
	"rules switched off by the push before": {
		do: func(w *world) {
			switchOff(w)
			w.Repo.Commit("Fewer rules")
			w.Git("push", "-q")
			w.breaks()
			w.Repo.Commit("Break")
		},
		push: []string{"main"},
	},
	"a waiver in the same push": {do: func(w *world) { waive(w); w.breaks(); w.Repo.Commit("Both") }, push: []string{"main"}, want: door},
	"a waiver that a reviewer's commit names": {
		do: func(w *world) {
			finding := waive(w)
			w.breaks()
			w.Repo.Commit("Accept\n\nEik-Reviewer: Ada <ada@example.com>\nEik-Waived: " + finding)
		},
		push: []string{"main"},
	},
	"attributes changed in the same push": {
		do:   func(w *world) { w.Write(".gitattributes", "*.json -text\n"); w.breaks(); w.Repo.Commit("Both") },
		push: []string{"main"}, want: door,
	},
	"another branch may hold anything": {do: func(w *world) { w.breaks(); w.Repo.Commit("Break") }, push: []string{"main:try", "main:refs/tags/v1"}},
	"a branch that leads to the model's": {
		do: func(w *world) {
			w.server.Git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
			w.breaks()
			w.Repo.Commit("Break")
		},
		push: []string{"main:alias"}, want: door,
	},
	"another model branch": {
		settings: []string{"eik.branch=built"},
		do:       func(w *world) { w.Git("push", "-q", "origin", "main:built"); w.breaks(); w.Repo.Commit("Break") },
		push:     []string{"main", "main:built"}, want: door,
	},
	"replaced objects":       {push: []string{"main:refs/replace/" + strings.Repeat("a", 40)}, want: "refs/replace"},
	"a proposal with errors": {do: func(w *world) { w.breaks(); w.Repo.Commit("Try") }, push: []string{"main:proposals/p-1"}},
	"a proposal that cannot be read": {
		do: func(w *world) { w.Write(door, "{"); w.Repo.Commit("Try") }, push: []string{"main:proposals/p-1"}, want: "(file.",
	},
	"a proposal rewritten and taken away": {
		do: func(w *world) {
			w.Git("push", "-q", "origin", "main:proposals/p-1", "main:proposals/p-2")
			w.Git("commit", "-q", "--amend", "-m", "Other")
		},
		push: []string{"--force", "main:proposals/p-1", ":proposals/p-2"},
	},
	"comments added": {
		do: func(w *world) {
			w.Git("push", "-q", "origin", "main:refs/eik/review/p-1")
			w.Repo.Commit("One more")
		},
		push: []string{"HEAD:refs/eik/review/p-1"},
	},
	"comments rewritten": {
		do: func(w *world) {
			w.Git("push", "-q", "origin", "main:refs/eik/review/p-1")
			w.Git("commit", "-q", "--amend", "-m", "Other")
		},
		push: []string{"--force", "main:refs/eik/review/p-1"}, want: "below refs/eik commits are only added",
	},
	"a closing taken away": {
		do:   func(w *world) { w.Git("push", "-q", "origin", "main:refs/eik/closed/p-1") },
		push: []string{":refs/eik/closed/p-1"}, want: "never taken away",
	},
	"a blob below refs/eik": {push: []string{"main:eik.json:refs/eik/review/p-1"}, want: "not be a commit"},
	"many refs, one bad": {
		do:   func(w *world) { w.Repo.Commit("Fine"); w.breaks(); w.Repo.Commit("Break") },
		push: []string{"main", "main~:refs/heads/a", "main~:refs/heads/b", "main~:refs/heads/proposals/p-1", "main~:refs/tags/t"}, want: door,
	},
}

// side makes a sound branch beside main, and both grow.
func side(w *world) {
	w.Git("switch", "-q", "-c", "side")
	w.offset(2500)
	w.Repo.Commit("Beside")
	w.Git("switch", "-q", "main")
	w.Write("README.md", "beside the model")
	w.Repo.Commit("On main")
}

// foxtrot merges what the server has into what the clone did.
func foxtrot(w *world) {
	side(w)
	w.Git("push", "-q", "origin", "main")
	w.Git("switch", "-q", "side")
	w.Git("merge", "-q", "-m", "Merge origin", "main")
	w.Git("branch", "-f", "main", "side")
	w.Git("switch", "-q", "main")
}

// switchOff switches off the rules that breaks breaks.
func switchOff(w *world) {
	text := w.Read("eik.json")
	w.Write("eik.json", strings.Replace(text, `"phases"`, `"rules": {
    "hosted.fits-length": {"severity": "off"},
    "offset.suspicious": {"severity": "off"}
  },
  "phases"`, 1))
}

// waive waives what breaks breaks, and answers the finding.
func waive(w *world) string {
	finding := model.Fingerprint("hosted.fits-length", []string{"door-entrance"}, "", "/offset")
	w.Write("waivers/"+finding+".json", fmt.Sprintf("{\n  \"finding\": %q,\n  \"reason\": \"it is so\",\n  \"by\": \"Ada\"\n}\n", finding))
	return finding
}

func TestPush(t *testing.T) {
	for name, p := range pushes {
		t.Run(name, func(t *testing.T) {
			w := house(t)
			w.set(p.settings...)
			if p.do != nil {
				p.do(w)
			}
			if p.want == "" {
				w.taken(p.push...)
			} else {
				w.refused(p.want, p.push...)
			}
		})
	}
}

// TestPushQuarantinedPack pushes so many objects that git keeps the pack as it is.
func TestPushQuarantinedPack(t *testing.T) {
	w := house(t)
	for i := range 150 {
		w.Write(fmt.Sprintf("materials/m-%d.json", i), fmt.Sprintf("{\n  \"id\": \"m-%d\",\n  \"category\": \"material\",\n  \"name\": \"Material %d\"\n}\n", i, i))
	}
	w.Repo.Commit("Many materials")
	w.breaks()
	w.Repo.Commit("Break")
	w.refused(door, "main")
	w.Git("reset", "-q", "--hard", "HEAD~")
	w.taken("main")
	if packs, err := filepath.Glob(w.server.Path("objects/pack/pack-*.pack")); err != nil || len(packs) == 0 {
		t.Errorf("the push did not come as a pack: %v, %v", packs, err)
	}
}

// TestPushSaysNotTooMuch breaks more than a terminal should show.
func TestPushSaysNotTooMuch(t *testing.T) {
	w := house(t)
	for i := range 60 {
		w.Write(fmt.Sprintf("materials/m-%d.json", i), "{")
	}
	w.Repo.Commit("Break\x1b[31m\nall of it " + strings.Repeat("long ", 200))
	out, err := w.Try("push", "origin", "main")
	if n := strings.Count(out, "ek: refused: "); err == nil || n != 21 || strings.Contains(out, "\x1b[31m") {
		t.Errorf("%v, %d lines\n%s", err, n, out)
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, "ek: refused") && len(line) > 500 {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
}

// TestPushOfTheFirstModel pushes models with errors to a server without one, after a
// page that is no model too, and then more errors.
func TestPushOfTheFirstModel(t *testing.T) {
	w := house(t)
	w.breaks()
	w.Git("commit", "-q", "--amend", "-a", "-m", "With an error")
	first := w.Git("rev-parse", "HEAD")
	e := empty(t)
	e.Git("fetch", "-q", w.Dir, "main")
	e.Git("switch", "-q", "--orphan", "readme")
	e.Write("README.md", "A house")
	e.Repo.Commit("Read me")
	e.taken("readme:main")
	e.Git("read-tree", "-u", "-m", "FETCH_HEAD")
	e.Git("commit", "-q", "-m", "The house, with an error")
	e.taken("HEAD:main")
	e.Write("levels/level-0.json", "{")
	e.Repo.Commit("Break")
	e.refused("levels/level-0.json", "HEAD:main")

	e.set("eik.branch=trunk")
	e.refused("the model's branch is refs/heads/trunk here, and has no commit yet", "HEAD~:refs/heads/more", "HEAD~:refs/tags/t")
	e.taken("HEAD~:refs/tags/t", "HEAD~:refs/heads/trunk", "HEAD~:refs/heads/more")

	other := empty(t)
	other.Git("pull", "-q", w.Dir, first)
	other.taken("HEAD:main")
}

// TestPushRealBuildings pushes each building in the folders that EKGIT_MODELS names
// with its standing errors, and then a commit more.
func TestPushRealBuildings(t *testing.T) {
	for _, root := range modeltest.Real(t) {
		w := empty(t)
		if err := os.CopyFS(w.Dir, os.DirFS(root)); err != nil {
			t.Fatal(err)
		}
		w.Git("add", "-A")
		w.Git("commit", "-q", "-m", "The building")
		w.taken("main")
		w.Write("materials/new.json", "{\n  \"id\": \"new\",\n  \"category\": \"material\",\n  \"name\": \"New\"\n}\n")
		w.Repo.Commit("One thing more")
		w.taken("main")
		w.Write("materials/new.json", "{")
		w.Repo.Commit("Break")
		w.refused("materials/new.json", "main")
	}
}

// TestPushToAModelInAFolder keeps the model in a folder of the repository.
func TestPushToAModelInAFolder(t *testing.T) {
	w := house(t)
	e := empty(t)
	e.set("eik.path=the house")
	e.Git("fetch", "-q", w.Dir, "main")
	e.Git("read-tree", "--prefix=the house/", "-u", "FETCH_HEAD")
	e.Git("commit", "-q", "-m", "First")
	e.taken("HEAD:main")
	e.Write("the house/"+door, "{")
	e.Repo.Commit("Break")
	e.refused("the house/"+door, "HEAD:main")
}
