package check

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
)

// with answers a snapshot with records put where they belong.
func with(t *testing.T, s *model.Snapshot, records ...string) *model.Snapshot {
	t.Helper()
	var changes []model.Change
	for _, data := range records {
		r := record(t, data)
		changes = append(changes, model.Change{ID: r.ID(), Before: s.Get(r.ID()), After: r})
	}
	next, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestMerged(t *testing.T) {
	const (
		doorA  = `{"id":"door-a","category":"door","typeId":"door-type","levelId":"level-0","hostId":"wall-a","offset":2000}`
		doorB  = `{"id":"door-b","category":"door","typeId":"door-type","levelId":"level-0","hostId":"wall-a","offset":2500}`
		beyond = `{"id":"door-c","category":"door","typeId":"door-type","levelId":"level-0","hostId":"wall-a","offset":9000}`
	)
	base := filesOf(house(t, ""))
	cases := []struct {
		name                string
		ours, theirs, after []string
		want                []string
	}{
		{"nothing", nil, nil, nil, nil},
		{"two doors on one spot", []string{doorA}, []string{doorB}, []string{doorA, doorB}, []string{"hosted.overlap"}},
		{"what theirs breaks alone", nil, []string{beyond}, []string{beyond}, nil},
		{"what ours breaks alone", []string{beyond}, []string{doorA}, []string{beyond, doorA}, nil},
		{"beside what theirs breaks alone", []string{doorA}, []string{doorB, beyond}, []string{doorA, doorB, beyond}, []string{"hosted.overlap"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found, err := Merged(context.Background(), with(t, base, c.ours...), with(t, base, c.theirs...), with(t, base, c.after...), today)
			if err != nil {
				t.Fatal(err)
			}
			var rules []string
			for _, f := range found {
				rules = append(rules, f.Rule)
			}
			if diff := cmp.Diff(c.want, rules); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
		})
	}
}

func TestMergedEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := filesOf(house(t, ""))
	next := with(t, s, `{"id":"zone-9","category":"group","kind":"zone"}`)
	if _, err := Merged(ctx, s, s, next, today); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
