package picture

import (
	"context"
	"errors"
	"testing"

	"github.com/openeik/ekgit/model"
)

// folded is a storey with a railing of glass whose path goes back and forth so many
// times within a few mm, so that all its panes lie behind one another from the east.
func folded(tb testing.TB, points int) *model.Snapshot {
	tb.Helper()
	path := make([]any, points)
	for i := range path {
		path[i] = xy(float64(i)*0.01, float64(i%2)*2000)
	}
	return modelOf(tb,
		members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "railing-1", "category": "railing", "levelId": "level-1", "kind": "glass", "path": path},
	)
}

// TestFolded holds that a railing that hides itself thousands of times is refused in
// words, not after hours.
func TestFolded(t *testing.T) {
	_, err := Elevation(t.Context(), folded(t, 4000), "east", SectionOptions{})
	if p, ok := errors.AsType[*model.Problem](err); !ok || p.Code != model.OverBudget || p.Hint == "" {
		t.Errorf("4,000 panes behind one another: %v", err)
	}
	drawElevation(t, folded(t, 40), "east", SectionOptions{})
}

// TestHiddenLinesAreCancelled holds that ctx is heard while what is hidden is found.
func TestHiddenLinesAreCancelled(t *testing.T) {
	c, err := newElevation(folded(t, 1000), "east", building(folded(t, 1000)), SectionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.visible(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("seeing went on: %v", err)
	}
	if err := c.drawBeyond(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("drawing went on: %v", err)
	}
}
