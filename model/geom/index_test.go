package geom

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// genBox draws boxes as models hold them, and a few that they should not.
var genBox = rapid.Custom(func(t *rapid.T) Box {
	at := genPoint.Draw(t, "at").At(rapid.Float64Range(0, 30_000).Draw(t, "z"))
	extent := rapid.SampledFrom([]float64{0, 1, 900, 6_000, 80_000, 1e9}).Draw(t, "extent")
	box := Box{at, at.Add(Point3{extent, extent / 10, 3000})}
	switch rapid.IntRange(0, 20).Draw(t, "kind") {
	case 0:
		return box.Shift(Point3{1e9, -1e12, 0})
	case 1:
		return EmptyBox()
	case 2:
		box.Max.X = math.Inf(1)
	case 3:
		box.Min.Y = math.NaN()
	}
	return box
})

// TestIndexAgrees holds the index against a plain map under random edits, checks
// that older versions stay as they were, and that the shape of the tree follows
// from its content alone.
func TestIndexAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]Box{}
		var x *Index
		if rapid.Bool().Draw(t, "bulk") {
			for i := range rapid.IntRange(0, 60).Draw(t, "n") {
				want[fmt.Sprint("e-", i)] = genBox.Draw(t, "box")
			}
			x = NewIndex(maps.All(want))
			maps.DeleteFunc(want, func(_ string, b Box) bool { return b.IsEmpty() })
		}
		before, wantBefore := x, maps.Clone(want)
		for range rapid.IntRange(0, 80).Draw(t, "edits") {
			id := fmt.Sprint("e-", rapid.IntRange(0, 40).Draw(t, "id"))
			if rapid.IntRange(0, 2).Draw(t, "edit") == 0 {
				x = x.Remove(id)
				delete(want, id)
				continue
			}
			box := genBox.Draw(t, "box")
			x = x.Put(id, box)
			if want[id] = box; box.IsEmpty() {
				delete(want, id)
			}
		}
		search := genBox.Draw(t, "search")
		agree(t, x, want, search)
		agree(t, before, wantBefore, search)
		rebuilt := slices.Collect(NewIndex(maps.All(want)).Search(search))
		if got := slices.Collect(x.Search(search)); !slices.Equal(got, rebuilt) {
			t.Fatalf("the order depends on the edits: %v, rebuilt %v", got, rebuilt)
		}
	})
}

func agree(t *rapid.T, x *Index, want map[string]Box, search Box) {
	t.Helper()
	var found []string
	bounds := EmptyBox()
	for id, box := range want {
		bounds = bounds.Union(box)
		if box.Intersects(search) {
			found = append(found, id)
		}
		if got, ok := x.Get(id); !ok || got != box {
			t.Fatalf("Get(%s) = %v %v, want %v", id, got, ok, box)
		}
	}
	slices.Sort(found)
	if got := slices.Sorted(x.Search(search)); !slices.Equal(got, found) {
		t.Fatalf("Search = %v, want %v", got, found)
	}
	if x.Len() != len(want) || x.Bounds() != bounds {
		t.Fatalf("Len = %d, Bounds = %v, want %d and %v", x.Len(), x.Bounds(), len(want), bounds)
	}
	if _, ok := x.Get("none"); ok {
		t.Fatal("an id that was never put is found")
	}
}

// TestIndexSameBox holds that many boxes in one place do not make edits slow:
// the tree stays as deep as for others.
func TestIndexSameBox(t *testing.T) {
	var x *Index
	box := Box{Max: Point3{1, 1, 1}}
	const n = 2000
	for i := range n {
		x = x.Put(fmt.Sprint(i), box)
	}
	var depth func(*node) (int, int)
	depth = func(n *node) (int, int) {
		if n.entries != nil {
			return 1, len(n.entries)
		}
		d0, l0 := depth(n.kids[0])
		d1, l1 := depth(n.kids[1])
		return 1 + max(d0, d1), max(l0, l1)
	}
	if d, leaf := depth(x.space); d > 40 || leaf > leafSize {
		t.Errorf("%d deep, with leaves of up to %d", d, leaf)
	}
	if got := slices.Collect(x.Search(box)); len(got) != n {
		t.Errorf("found %d of %d", len(got), n)
	}
	for range x.Search(box) {
		break // stopping early must not go on
	}
}

// storeys returns a building of n boxes: storeys of 500 stacked on one plan,
// each with walls, doors and one slab.
func storeys(n int) iter.Seq2[string, Box] {
	return func(yield func(string, Box) bool) {
		rnd := rand.New(rand.NewPCG(1, 2))
		for i := range n {
			z := float64(i/500) * 3000
			at := Point3{rnd.Float64() * 40_000, rnd.Float64() * 25_000, z}
			box := Box{at, at.Add(Point3{4000, 300, 2800})}
			switch i % 500 {
			case 0:
				box = Box{Point3{0, 0, z - 200}, Point3{44_000, 26_000, z}}
			case 1, 2, 3, 4, 5, 6, 7, 8, 9:
				box.Max = at.Add(Point3{1000, 300, 2100})
			}
			if !yield(fmt.Sprint("wall-", i), box) {
				return
			}
		}
	}
}

// TestIndexCost holds that a search and an edit visit few nodes, whatever the
// size of the model.
func TestIndexCost(t *testing.T) {
	room := Box{Point3{10_000, 10_000, 3_100}, Point3{14_000, 13_000, 5_500}}
	visits := func(x *Index) (nodes, answers int) {
		var walk func(*node)
		walk = func(n *node) {
			nodes++
			if n.bounds.meets(&room) && n.entries == nil {
				walk(n.kids[0])
				walk(n.kids[1])
			}
		}
		walk(x.space)
		return nodes, len(slices.Collect(x.Search(room)))
	}
	small, smallAnswers := visits(NewIndex(storeys(1_000)))
	large, largeAnswers := visits(NewIndex(storeys(100_000)))
	if smallAnswers != largeAnswers || smallAnswers == 0 {
		t.Fatalf("%d answers in a small model, %d in a large one", smallAnswers, largeAnswers)
	}
	if large > 2*small {
		t.Errorf("%d nodes in a small model, %d in a large one", small, large)
	}
}

func BenchmarkIndex(b *testing.B) {
	room := Box{Point3{10_000, 10_000, 3_100}, Point3{14_000, 13_000, 5_500}}
	for _, n := range []int{1_000, 10_000, 100_000} {
		boxes := maps.Collect(storeys(n))
		x := NewIndex(maps.All(boxes))
		b.Run(fmt.Sprint("build/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				NewIndex(maps.All(boxes))
			}
		})
		b.Run(fmt.Sprint("search/", n), func(b *testing.B) {
			for b.Loop() {
				for range x.Search(room) {
				}
			}
		})
		b.Run(fmt.Sprint("put/", n), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				id := fmt.Sprint("wall-", i%n)
				x.Put(id, boxes[id].Shift(Point3{1, 1, 0}))
			}
		})
	}
}
