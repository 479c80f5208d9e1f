package proposals

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One proposal that cannot be read does not keep the others from being listed, looked
// at and accepted.
func TestListBesideBrokenProposals(t *testing.T) {
	const missing = "1234567890123456789012345678901234567890\n"
	for name, c := range map[string]struct{ ref, content string }{
		"a head that is not there":        {"refs/heads/proposals/p-broken", missing},
		"a head that is no hash":          {"refs/heads/proposals/p-broken", "rubbish\n"},
		"an empty head":                   {"refs/heads/proposals/p-broken", ""},
		"a closing that is not there":     {"refs/eik/closed/p-broken", missing},
		"a closing that is no hash":       {"refs/eik/closed/p-broken", "rubbish\n"},
		"a head that leads to itself":     {"refs/heads/proposals/p-broken", "ref: refs/heads/proposals/p-broken\n"},
		"a head that is a blob":           {"refs/heads/proposals/p-broken", "blob"},
		"a closing that is a blob":        {"refs/eik/closed/p-broken", "blob"},
		"a head without its first commit": {"refs/heads/proposals/p-broken", "cut"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			ctx := context.Background()
			sound := f.propose("", "Higher sills", set{"window-south", "sill", 1000.0}).Proposal
			switch c.content {
			case "blob":
				c.content = f.Git("hash-object", "-w", "eik.json") + "\n"
			case "cut":
				c.content = f.Git("commit-tree", "-m", "cut", "HEAD^{tree}") + "\n"
				raw := strings.Replace(f.Git("cat-file", "commit", strings.TrimSpace(c.content)), "\n", "\nparent "+missing, 1)
				file := filepath.Join(f.Dir, ".git", "cut")
				if err := os.WriteFile(file, []byte(raw+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
				c.content = f.Git("hash-object", "-t", "commit", "-w", file) + "\n"
			}
			file := filepath.Join(f.Dir, ".git", filepath.FromSlash(c.ref))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}

			_, s := f.open()
			all, broken, err := s.List(ctx, Filter{All: true})
			if err != nil || len(all) != 1 || all[0].ID != sound.ID {
				t.Fatalf("listed %v, %v", all, err)
			}
			if len(broken) != 1 || broken[0].ID != "p-broken" || broken[0].Err == nil {
				t.Errorf("broken: %v", broken)
			}
			if _, err := s.Get(ctx, "p-broken"); err == nil {
				t.Error("the broken one is answered as if it were sound")
			}
			if _, err := s.ConflictsWith(ctx, sound.ID); err != nil {
				t.Error("clashes:", err)
			}
			if _, err := s.Prune(ctx, ada); err != nil {
				t.Error("putting away:", err)
			}
			if _, err := s.Accept(ctx, AcceptRequest{ID: sound.ID, Reviewer: bob}); err != nil {
				t.Error("accepting:", err)
			}
		})
	}
}
