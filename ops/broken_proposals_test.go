package ops

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A proposal that cannot be read is warned of, and keeps nobody from the others.
func TestBrokenProposalIsWarnedOf(t *testing.T) {
	const missing = "1234567890123456789012345678901234567890"
	for name, breaks := range map[string]func(t *testing.T, dir string) string{
		"head": func(*testing.T, string) string { return missing },
		"tree": func(t *testing.T, dir string) string { return commitOn(t, dir, missing) },
		"record": func(t *testing.T, dir string) string {
			git(t, dir, "update-index", "--add", "--cacheinfo", "100644,"+missing+",architecture/level-0/wall/wall-broken.json")
			tree := git(t, dir, "write-tree", "--missing-ok")
			git(t, dir, "reset", "-q")
			return commitOn(t, dir, strings.TrimSpace(tree))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := houseDir(t)
			h := open(t, dir)
			sound := data[proposedAnswer](t, h, `{"action": "propose", "title": "Wider", `+widen+`}`)
			write(t, dir, ".git/refs/heads/proposals/p-broken", []byte(breaks(t, dir)+"\n"))

			h = open(t, dir)
			for _, request := range []string{`{"action": "proposals"}`, `{"action": "proposals", "state": "all"}`} {
				env := do(t, h, request)
				if !strings.Contains(strings.Join(env.Meta.Warnings, "\n"), "p-broken") {
					t.Errorf("%s warns of %q", request, env.Meta.Warnings)
				}
				rows := data[proposalsOut](t, h, request).Proposals
				var listed []string
				for _, row := range rows {
					listed = append(listed, row.ID)
				}
				if !strings.Contains(strings.Join(listed, " "), sound.Proposal) {
					t.Errorf("%s lists %q", request, listed)
				}
			}
			data[summaryOut](t, h, `{"action": "summary"}`)
			data[proposalsOut](t, h, `{"action": "proposals", "id": "`+sound.Proposal+`"}`)
			answer[written](t, do(t, reviewer(t, dir), `{"action": "accept", "proposal": "`+sound.Proposal+`"}`))
			if _, err := os.Stat(filepath.Join(dir, ".git/refs/heads/proposals/p-broken")); err != nil {
				t.Error(err)
			}
		})
	}
}

// commitOn makes a commit of a tree, be it there or not, on the head.
func commitOn(t *testing.T, dir, tree string) string {
	t.Helper()
	head := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD"))
	raw := "tree " + tree + "\nparent " + head + "\nauthor Eve <eve@example.com> 1770000000 +0000\ncommitter Eve <eve@example.com> 1770000000 +0000\n\nBroken\n"
	cmd := gitCommand(t.Context(), dir, "hash-object", "-t", "commit", "-w", "--stdin")
	cmd.Stdin = strings.NewReader(raw)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
