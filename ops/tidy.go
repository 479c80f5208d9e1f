package ops

import (
	"context"
	"sync/atomic"
)

// tidyAfter is after how many commits a running host lets git pack its objects.
const tidyAfter = 200

// tidier puts away at a host's start what nobody looks at, and lets git pack a repository
// from time to time, in a goroutine of its own that ends with the host. A nil tidier does
// nothing.
type tidier struct {
	commits atomic.Int64
	due     chan struct{}
	stop    context.CancelFunc
	done    chan struct{}
}

func startTidier(ctx context.Context, begin, tidy func(context.Context) error) *tidier {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	t := &tidier{due: make(chan struct{}, 1), stop: stop, done: make(chan struct{})}
	go func() {
		defer close(t.done)
		_ = begin(ctx) // what could not be put away now is put away at another start
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.due:
				_ = tidy(ctx) // what could not be packed now is packed another time
			}
		}
	}()
	return t
}

// committed counts a commit, and sees to it that packing is thought of where there
// were enough.
func (t *tidier) committed() {
	if t == nil || t.commits.Add(1)%tidyAfter != 0 {
		return
	}
	select {
	case t.due <- struct{}{}:
	default: // it is due already
	}
}

func (t *tidier) close() {
	if t != nil {
		t.stop()
		<-t.done
	}
}
