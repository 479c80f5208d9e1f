package history

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What lies between is what leads to the head and to none of the others, each after
// its parents.
func TestBetweenIsTheDifferenceOfAncestors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "commits")
		g := &graph{parents: make([][]int32, n)}
		for i := 1; i < n; i++ {
			g.parents[i] = rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(i-1)), 0, min(3, i), rapid.ID).Draw(t, "parents")
		}
		commit := rapid.Int32Range(0, int32(n-1))
		others, head := rapid.SliceOfN(commit, 0, 3).Draw(t, "others"), commit.Draw(t, "head")
		reached := func(at int32) map[int32]bool {
			all, waiting := map[int32]bool{}, []int32{at}
			for len(waiting) > 0 {
				at, waiting = waiting[0], waiting[1:]
				if !all[at] {
					all[at] = true
					waiting = append(waiting, g.parents[at]...)
				}
			}
			return all
		}
		want := reached(head)
		for _, other := range others {
			for at := range reached(other) {
				delete(want, at)
			}
		}
		got := g.between(others, head)
		if len(got) != len(want) || !slices.IsSorted(got) {
			t.Fatalf("between %v and %d: %v, want %v", others, head, got, want)
		}
		for _, at := range got {
			if !want[at] {
				t.Fatalf("between %v and %d: %v, want %v", others, head, got, want)
			}
		}
	})
}
