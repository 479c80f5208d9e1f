package ops

import (
	"fmt"
	"path/filepath"
	"strings"
)

// stories are what a person does. Each step ends with a look at what the host sees.
var stories = map[string]func(b *sideBySide){
	"commit by hand": func(b *sideBySide) {
		b.edits("materials/wood.json", `"density": 500`, `"density": 510`)
		b.git("commit", "-q", "-am", "Oak")
		b.edits("materials/wood.json", `"density": 510`, `"density": 520`)
		b.git("add", "materials/wood.json")
		b.agrees("staged")
		b.git("commit", "-q", "--amend", "--no-edit")
		b.git("commit", "-q", "--allow-empty", "-m", "Nothing")
	},
	"revert": func(b *sideBySide) {
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("revert", "--no-edit", "HEAD")
		b.git("revert", "--no-edit", "HEAD")
		b.git("revert", "--no-commit", "HEAD")
		b.git("revert", "--abort")
	},
	"branches": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "wide")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("levels/level-1.json", `{"command": "add_level", "id": "level-1", "name": "First", "elevation": 3000}`)
		b.git("merge", "-q", "--no-edit", "wide")
		b.git("switch", "-q", "wide")
		b.git("branch", "-m", "wider")
		b.git("rebase", "-q", "main")
		b.git("switch", "-q", "--orphan", "empty")
		b.git("switch", "-q", "main")
		b.git("branch", "-D", "wider")
	},
	"rebase": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "work")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.writes("materials/wood.json", `{"command": "update", "id": "wood", "set": {"density": 510}}`)
		b.git("switch", "-q", "main")
		b.edits("materials/glass.json", `"density": 2500`, `"density": 2501`)
		b.git("commit", "-q", "-am", "Glass")
		b.git("switch", "-q", "work")
		b.git("rebase", "-q", "main")
		b.git("reset", "-q", "--soft", "HEAD~2")
		b.git("commit", "-q", "-m", "Both at once")
	},
	"stash": func(b *sideBySide) {
		b.edits("materials/wood.json", `"density": 500`, `"density": 510`)
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("stash", "-q")
		b.writes("levels/level-1.json", `{"command": "add_level", "id": "level-1", "name": "First", "elevation": 3000}`)
		b.git("stash", "pop", "-q")
		b.writes("materials/wood.json", `{"command": "commit_edits", "files": ["materials/wood.json"]}`)
		b.puts("materials/steel.json", `{"id": "steel", "category": "material", "name": "Steel"}`)
		b.git("stash", "-q", "-u")
		b.git("stash", "pop", "-q")
		b.git("add", "-A")
		b.git("stash", "-q")
	},
	"gc and maintenance": func(b *sideBySide) {
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("gc", "-q", "--prune=now")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1120}}`)
		for _, task := range []string{"loose-objects", "incremental-repack", "commit-graph", "gc"} {
			b.git("maintenance", "run", "--quiet", "--task="+task)
		}
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1130}}`)
		b.git("pack-refs", "--all")
		b.git("repack", "-q", "-a", "-d", "-f", "--depth=50", "--window=50")
		b.git("prune-packed")
		b.git("reflog", "expire", "--expire=now", "--all")
		b.git("gc", "-q", "--aggressive", "--prune=now")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1140}}`)
		b.git("config", "core.commitGraph", "false")
	},
	"reset": func(b *sideBySide) {
		for i := range 3 {
			b.writes("architecture/level-0/door/door-entrance.json", fmt.Sprintf(`{"command": "update", "id": "door-entrance", "set": {"width": %d}}`, 1110+i))
		}
		b.git("reset", "-q", "--hard", "HEAD~2")
		b.git("reset", "-q", "--hard", "ORIG_HEAD")
		b.git("reset", "-q", "--soft", "HEAD~1")
		b.git("reset", "-q", "HEAD")
		b.git("checkout", "-q", "HEAD~1", "--", "architecture/level-0/door")
		b.git("reset", "-q", "--hard")
		b.git("update-ref", "refs/heads/main", "HEAD~1")
		b.git("reset", "-q", "--hard")
	},
	"cherry-pick": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("materials/wood.json", `{"command": "update", "id": "wood", "set": {"density": 510}}`)
		b.git("cherry-pick", "other")
		b.git("cherry-pick", "--no-commit", "HEAD")
		b.git("reset", "-q", "--hard")
		b.git("tag", "here")
	},
	"moves and removals": func(b *sideBySide) {
		b.git("rm", "-q", "architecture/level-0/window/window-north.json")
		b.git("commit", "-q", "-m", "No window")
		b.git("mv", "architecture/level-0/window", "architecture/windows")
		b.agrees("a folder moved to where it does not belong")
		b.git("mv", "architecture/windows", "architecture/level-0/window")
		b.remove("architecture/level-0/window")
		b.git("checkout", "-q", "--", ".")
		b.remove("architecture")
		b.git("restore", ".")
		b.git("clean", "-q", "-f", "-d", "-x")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	},
	"merge": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
		b.fails("merge", "-q", "other")
		b.refused("busy", "git merge --continue or git merge --abort")
		b.git("merge", "--abort")
		b.fails("merge", "-q", "other")
		b.git("checkout", "-q", "--theirs", ".")
		b.refused("busy", "git merge")
		b.git("commit", "-q", "-a", "-m", "Theirs")
		b.git("merge", "-q", "--ff-only", "other")
	},
	"rebase that stops": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
		b.git("switch", "-q", "other")
		b.fails("rebase", "-q", "main")
		b.refused("busy", "git rebase --continue or git rebase --abort")
		b.git("checkout", "-q", "--theirs", ".")
		b.git("add", "-A")
		b.git("-c", "core.editor=true", "rebase", "--continue")
		b.fails("cherry-pick", "main~1", "--no-edit")
		b.fails("cherry-pick", "--continue")
		b.git("cherry-pick", "--skip")
	},
	"detached": func(b *sideBySide) {
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "--detach", "HEAD~1")
		b.refused("busy", "git switch")
		b.git("switch", "-q", "-c", "from-there")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
	},
	"worktree": func(b *sideBySide) {
		other := filepath.Join(b.TempDir(), "other")
		b.git("worktree", "add", "-q", "-b", "other", other)
		h := open(b, other)
		data[receipt](b, h, `{"action": "execute", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`)
		b.agrees("the other tree was written")
		b.git("merge", "-q", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
		there := &sideBySide{b.T, other, h}
		there.agrees("here was written")
		there.git("merge", "-q", "main")
		there.edits(".git", "gitdir", "gitdir")
		there.writes("materials/wood.json", `{"command": "update", "id": "wood", "set": {"density": 510}}`)
		b.git("worktree", "remove", "--force", other)
	},
	"fetch and pull": func(b *sideBySide) {
		origin := filepath.Join(b.TempDir(), "origin.git")
		b.git("clone", "-q", "--bare", b.dir, origin)
		b.git("remote", "add", "origin", origin)
		b.git("fetch", "-q")
		b.git("branch", "-q", "--set-upstream-to=origin/main")
		clone := filepath.Join(b.TempDir(), "clone")
		git(b, b.dir, "clone", "-q", origin, clone)
		write(b, clone, "materials/wood.json", []byte(strings.Replace(git(b, clone, "show", "HEAD:materials/wood.json"), "500", "510", 1)))
		commit(b, clone, "From elsewhere")
		git(b, clone, "push", "-q")
		b.git("fetch", "-q")
		b.git("pull", "-q", "--ff-only")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("push", "-q")
	},
}
