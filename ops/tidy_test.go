package ops

import (
	"context"
	"testing"
)

func TestAHostLetsGitPackFromTimeToTime(t *testing.T) {
	t.Parallel()
	ran := make(chan struct{})
	tidier := startTidier(t.Context(), func(context.Context) error { return nil }, func(context.Context) error {
		ran <- struct{}{}
		return nil
	})
	for round := range 2 {
		for range tidyAfter - 1 {
			tidier.committed()
		}
		select {
		case <-ran:
			t.Fatalf("round %d: packed after %d commits", round, tidyAfter-1)
		default:
		}
		tidier.committed()
		<-ran
	}
	tidier.close()
}

func TestClosingAHostEndsPacking(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	tidier := startTidier(t.Context(), func(context.Context) error { return nil }, func(ctx context.Context) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	})
	for range tidyAfter {
		tidier.committed()
	}
	<-began
	tidier.close()
}

func TestAHostThatDoesNotStayPacksNothing(t *testing.T) {
	t.Parallel()
	var none *tidier
	for range tidyAfter {
		none.committed()
	}
	none.close()
}
