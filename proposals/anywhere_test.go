package proposals

import (
	"context"
	"sync"
	"testing"
	"time"
)

// stopping is a context that ends after it was looked at a number of times.
type stopping struct {
	context.Context //nolint:containedctx // it is one
	cancel          context.CancelFunc
	mu              sync.Mutex
	left            int
}

func stopAfter(n int) *stopping {
	ctx, cancel := context.WithCancel(context.Background())
	return &stopping{Context: ctx, cancel: cancel, left: n}
}

func (s *stopping) look() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left--; s.left < 0 {
		s.cancel()
	}
}

func (s *stopping) Done() <-chan struct{}             { s.look(); return s.Context.Done() }
func (s *stopping) Err() error                        { s.look(); return s.Context.Err() }
func (s *stopping) Deadline() (t time.Time, has bool) { return time.Time{}, false }

// TestStoppedAnywhere stops requests wherever they look whether to go on. What was
// asked is then done or not, nothing is left in the way, and asking again does it.
func TestStoppedAnywhere(t *testing.T) {
	only := []string{"wall-north"}
	cases := []struct {
		name  string
		first func(f *fixture, id string) error // before what is stopped
		ask   func(ctx context.Context, f *fixture, id string) error
		done  func(f *fixture, p *Proposal) bool
		want  []State // besides, once it was asked again, the last
	}{
		{"accept", nil, func(ctx context.Context, f *fixture, id string) error {
			_, err := f.s.Accept(ctx, AcceptRequest{ID: id, Reviewer: ada})
			return err
		}, func(f *fixture, p *Proposal) bool { return p.State == Accepted }, []State{Open, Accepted}},
		{"part", nil, func(ctx context.Context, f *fixture, id string) error {
			_, err := f.s.Accept(ctx, AcceptRequest{ID: id, Reviewer: ada, Only: only})
			return err
		}, func(f *fixture, p *Proposal) bool { return f.value("wall-north", "height") == 2900.0 }, []State{Open}},
		{"close", nil, func(ctx context.Context, f *fixture, id string) error {
			_, err := f.s.Close(ctx, CloseRequest{ID: id, State: Rejected, Author: ada})
			return err
		}, func(f *fixture, p *Proposal) bool { return p.State == Rejected }, []State{Open, Rejected}},
		{"reopen", func(f *fixture, id string) error {
			_, err := f.s.Close(context.Background(), CloseRequest{ID: id, State: Rejected, Author: ada})
			return err
		}, func(ctx context.Context, f *fixture, id string) error {
			_, err := f.s.Reopen(ctx, ReopenRequest{ID: id, Committer: ada})
			return err
		}, func(f *fixture, p *Proposal) bool { return p.State == Open }, []State{Rejected, Open}},
		{"rebase", nil, func(ctx context.Context, f *fixture, id string) error {
			_, err := f.s.Rebase(ctx, RebaseRequest{ID: id, Committer: ada})
			return err
		}, func(f *fixture, p *Proposal) bool { return !p.Stale }, []State{Open}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for n, finished := 0, false; !finished; n += 1 + n/2 {
				f := newFixture(t)
				p := f.propose("", "Raise walls", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2900.0}).Proposal
				f.propose(p.ID, "", set{"wall-south", "height", 2700.0})
				f.change(set{"wall-east", "height", 2600.0})
				if c.first != nil {
					if err := c.first(f, p.ID); err != nil {
						t.Fatal(err)
					}
				}
				ctx := stopAfter(n)
				finished = c.ask(ctx, f, p.ID) == nil
				ctx.cancel()
				_, f.s = f.open()
				now := f.get(p.ID)
				if now.State != c.want[0] && now.State != c.want[len(c.want)-1] {
					t.Errorf("stopped at %d it is %+v", n, now)
				}
				if !c.done(f, now) {
					if finished {
						t.Errorf("done it is %+v", now)
					}
					if err := c.ask(context.Background(), f, p.ID); err != nil {
						t.Errorf("stopped at %d it cannot be asked again: %v", n, err)
					}
				}
				if now = f.get(p.ID); !c.done(f, now) || now.State != c.want[len(c.want)-1] || now.Title != "Raise walls" {
					t.Errorf("stopped at %d and asked again it is %+v", n, now)
				}
				if left := f.Git("for-each-ref", workRefs); left != "" && finished {
					t.Errorf("left: %s", left)
				}
				f.clean()
			}
		})
	}
}
