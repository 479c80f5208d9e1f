package edit

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type rewindArgs struct {
	ID string `json:"id" required:"true" doc:"The record with the outline."`
}

func rewind() *Command {
	return define(Command{
		Name: "rewind", Internal: true, Geometric: true,
		Summary: "Turn an outline counter-clockwise and its holes clockwise",
		Doc:     `The fix of outline.winding and of outline.holes-inside where only the direction is wrong. First points stay, arcs and edges follow: the area is the same.`,
	}, `{"command": "rewind", "id": "slab-ground"}`, runRewind)
}

func runRewind(_ context.Context, tx *Tx, a rewindArgs) error {
	r, err := tx.One(a.ID, find.Want{})
	if err != nil {
		return err
	}
	points, ok := r.Points("outline")
	if !ok {
		return tx.Invalid("/id", fmt.Sprintf("%s has no outline", spoken(r)), a.ID)
	}
	next := r
	if arcs := r.Object("arcs"); !ring(points, arcs).IsCCW() {
		next = next.With("outline", backwards(r.Get("outline").([]any)))
		if len(arcs) > 0 {
			next = next.With("arcs", reindexed(arcs, len(points), true))
		}
		if edges := r.Object("edges"); len(edges) > 0 {
			next = next.With("edges", reindexed(edges, len(points), false))
		}
	}
	if holes, _ := r.Get("holes").([]any); len(holes) > 0 {
		next = next.With("holes", clockwise(holes))
	}
	if err := tx.Put(next); err != nil {
		return err
	}
	tx.Say("Turn the outline of", []*model.Record{r}, "round")
	return nil
}

func ring(points [][2]float64, arcs model.Object) geom.Ring {
	out := geom.Ring{Sagittas: map[int]float64{}}
	for _, p := range points {
		out.Points = append(out.Points, geom.Point{X: p[0], Y: p[1]})
	}
	for _, m := range arcs {
		i, err := strconv.Atoi(m.Name)
		if sagitta, ok := m.Value.(float64); ok && err == nil {
			out.Sagittas[i] = sagitta
		}
	}
	return out
}

// backwards answers points in the opposite direction, the first one first.
func backwards(points []any) []any {
	out := slices.Clone(points)
	slices.Reverse(out[1:])
	return out
}

// reindexed answers what is said of the edges of an outline of n points by the
// indexes of the turned outline. What is positive to the left of an edge changes
// its sign.
func reindexed(edges model.Object, n int, signed bool) model.Object {
	out := make(model.Object, 0, len(edges))
	for _, m := range edges {
		i, err := strconv.Atoi(m.Name)
		if err != nil || i < 0 || i >= n {
			out = append(out, m)
			continue
		}
		if f, ok := m.Value.(float64); ok && signed {
			m.Value = 0 - f
		}
		m.Name = strconv.Itoa(n - 1 - i)
		out = append(out, m)
	}
	return out
}

func clockwise(holes []any) []any {
	out := slices.Clone(holes)
	for i, h := range holes {
		if points, ok := model.PointList(h); ok && ring(points, nil).IsCCW() {
			out[i] = backwards(h.([]any))
		}
	}
	return out
}
