package repo

import (
	"strings"
	"testing"
)

func TestBlameNamesWhoSetEachMember(t *testing.T) {
	p := newPast(t)
	write := func(message, level, name string, height int) Hash {
		return p.commit(t, message, map[string]string{
			"architecture/" + level + "/wall/w.json": strings.Replace(wallText("w", level, height), "  \"levelId\"", "  \"name\": \""+name+"\",\n  \"levelId\"", 1),
		})
	}
	made := write("made", "level-0", "a", 1)
	p.git(t, "", "checkout", "-q", "-b", "side")
	named := write("named on the side", "level-0", "b", 1)
	p.git(t, "", "checkout", "-q", "main")
	raised := write("raised", "level-0", "a", 2)
	p.git(t, "", "merge", "-q", "--no-commit", "-s", "ours", "side")
	merged := write("joined by hand", "level-0", "b", 2)
	p.commit(t, "moved", map[string]string{"architecture/level-0/wall/w.json": "-"})
	moved := write("and back elsewhere", "level-1", "b", 2)
	r := p.reader(t, "")
	check := func(at Hash, want map[string]Hash) {
		t.Helper()
		blames, err := r.blame(t.Context(), at, "w")
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]Hash{}
		for _, b := range blames {
			got[b.Member] = b.Commit
		}
		for member, commit := range want {
			if got[member] != commit {
				t.Errorf("%s was set by %s, want %s", member, got[member], commit)
			}
		}
		if len(got) != len(want) || len(blames) > 0 && blames[0].Member != "id" {
			t.Errorf("%d members, in order %v", len(got), blames)
		}
	}
	check(merged, map[string]Hash{"id": made, "category": made, "name": named, "levelId": made, "start": made, "end": made, "height": raised})
	check(made, map[string]Hash{"id": made, "category": made, "name": made, "levelId": made, "start": made, "end": made, "height": made})
	check(moved, map[string]Hash{"id": moved, "category": moved, "name": moved, "levelId": moved, "start": moved, "end": moved, "height": moved})
	check(p.hash(t, "HEAD~1"), map[string]Hash{})
	if blames, err := r.blame(t.Context(), moved, "nobody"); err != nil || len(blames) != 0 {
		t.Errorf("of nobody: %v %v", blames, err)
	}
}

func TestBlameFollowsAMove(t *testing.T) {
	p := house(t)
	last := p.commit(t, "raise", map[string]string{"architecture/level-1/wall/w.json": wallText("w", "level-1", 4000)})
	p.commit(t, "broken", map[string]string{"architecture/level-1/wall/w.json": "{"})
	mended := p.commit(t, "mended", map[string]string{"architecture/level-1/wall/w.json": wallText("w", "level-1", 4000)})
	for at, want := range map[Hash]map[string]string{
		last:   {"height": last.String(), "levelId": p.git(t, "", "rev-parse", "HEAD~3"), "id": p.git(t, "", "rev-parse", "HEAD~5")},
		mended: {"height": mended.String(), "id": mended.String()},
	} {
		blames, err := p.reader(t, "").blame(t.Context(), at, "w")
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blames {
			if commit, ok := want[b.Member]; ok && b.Commit.String() != commit {
				t.Errorf("%s was set by %s, want %s", b.Member, b.Commit, commit)
			}
		}
	}
}
