package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/repotest"
)

// place is where a model lies: what is given to the program, and the repository and
// folder in it that hold the model.
type place struct {
	model string
	r     *repotest.Repo
	in    string // the model's folder in the repository, with a slash at its end
	bare  bool
}

var places = map[string]func(t *testing.T) place{
	"the whole work tree": func(t *testing.T) place {
		r := house(t)
		return place{model: r.Dir, r: r}
	},
	"a sub-folder": func(t *testing.T) place { return below(t, "models/house") },
	"spaces and other letters": func(t *testing.T) place {
		return below(t, "Häuser & Höfe/家 'eins'/über \"all\"")
	},
	"a folder that looks like an option": func(t *testing.T) place { return below(t, "-m") },
	"beside another model": func(t *testing.T) place {
		p := below(t, "a")
		layHouse(t, p.r.Path("b"))
		p.r.Commit("Another")
		return p
	},
	"a model in a model": func(t *testing.T) place {
		r := house(t)
		layHouse(t, r.Path("docs/inner"))
		r.Commit("Inner")
		return place{model: r.Path("docs/inner"), r: r, in: "docs/inner/"}
	},
	"a linked worktree": func(t *testing.T) place {
		r := house(t)
		dir := filepath.Join(t.TempDir(), "linked tree")
		r.Git("worktree", "add", "-q", "-b", "other", dir)
		return place{model: dir, r: repotest.In(t, dir)}
	},
	"behind a link": func(t *testing.T) place {
		r := house(t)
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(r.Dir, link); err != nil {
			t.Fatal(err)
		}
		return place{model: link, r: r}
	},
	"a separate git directory": func(t *testing.T) place {
		r := house(t)
		r.Git("init", "-q", "--separate-git-dir", filepath.Join(t.TempDir(), "separate"))
		return place{model: r.Dir, r: r}
	},
	"a bare repository": func(t *testing.T) place {
		r := house(t)
		dir := filepath.Join(t.TempDir(), "house.git")
		r.Git("clone", "-q", "--bare", r.Dir, dir)
		return place{model: dir, r: repotest.In(t, dir), bare: true}
	},
	"a folder of a bare repository": func(t *testing.T) place {
		p := below(t, "models/house")
		dir := filepath.Join(t.TempDir(), "all.git")
		p.r.Git("clone", "-q", "--bare", p.r.Dir, dir)
		return place{model: dir + ":models/house", r: repotest.In(t, dir), in: p.in, bare: true}
	},
	"a shallow clone": func(t *testing.T) place {
		r := house(t)
		r.Git("commit", "-q", "--allow-empty", "-m", "Second")
		dir := filepath.Join(t.TempDir(), "shallow")
		r.Git("clone", "-q", "--depth", "1", "file://"+r.Dir, dir)
		return place{model: dir, r: repotest.In(t, dir)}
	},
	"a submodule": func(t *testing.T) place {
		inner, r := house(t), newRepo(t)
		r.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.Dir, "house")
		r.Commit("With a house")
		dir := r.Path("house")
		return place{model: dir, r: repotest.In(t, dir)}
	},
	"packed refs and objects": func(t *testing.T) place {
		r := house(t)
		r.Git("gc", "-q", "--aggressive", "--prune=now")
		return place{model: r.Dir, r: r}
	},
	"a split index": func(t *testing.T) place {
		r := house(t)
		r.Git("update-index", "--split-index")
		return place{model: r.Dir, r: r}
	},
	"an untracked cache": func(t *testing.T) place {
		r := house(t)
		r.Git("update-index", "--index-version=4", "--untracked-cache")
		return place{model: r.Dir, r: r}
	},
}

func below(t *testing.T, folder string) place {
	t.Helper()
	r := newRepo(t)
	layHouse(t, r.Path(folder))
	r.Write("README.md", "Beside the model\n")
	r.Commit("The house as built")
	return place{model: r.Path(folder), r: r, in: folder + "/"}
}

// Wherever a model lies, the program reads and writes it, and nothing beside it.
func TestPlacesOfAModel(t *testing.T) {
	t.Parallel()
	for name, lay := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := lay(t)
			if read := ek(t, t.TempDir(), "summary", "--model="+p.model); read.code != 0 {
				t.Fatalf("summary: %s", read.err)
			}
			write := ek(t, t.TempDir(), "request", "--", p.model, rename)
			if write.code != 0 {
				t.Fatalf("a write: %s%s", write.out, write.err)
			}
			wall := p.in + "architecture/level-0/wall/wall-east.json"
			if changed := p.r.Git("-c", "core.quotePath=false", "show", "-z", "--name-only", "--format=", "HEAD"); strings.Trim(changed, "\x00") != wall {
				t.Errorf("the commit changes %q", changed)
			}
			p.r.Sound()
			if validated := ek(t, t.TempDir(), "validate", "--model="+p.model); validated.code != 0 {
				t.Errorf("validate: %s%s", validated.out, validated.err)
			}
			if p.bare {
				return
			}
			if status := p.r.Status(); status != "" {
				t.Errorf("git status: %s", status)
			}
			if text := p.r.Read(wall); !strings.Contains(text, `"East"`) {
				t.Errorf("the file holds %s", text)
			}
			inside := ek(t, filepath.Join(p.model, "architecture", "level-0"), "relations", "wall-east", "--json")
			if inside.code != 0 || !strings.Contains(inside.out, `"East"`) {
				t.Errorf("from inside: %d %s%s", inside.code, inside.out, inside.err)
			}
		})
	}
}
