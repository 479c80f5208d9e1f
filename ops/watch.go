package ops

import (
	"context"
	"sync"

	"github.com/openeik/ekgit/repo"
)

// watcher tells whoever listens that the branch moved or files were edited.
type watcher struct {
	stop      context.CancelFunc
	done      chan struct{}
	mu        sync.Mutex
	listeners map[chan repo.Event]bool
}

// watch starts watching the model's folder and repository until the host is closed.
func (h *Host) watch(ctx context.Context) error {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	events, err := h.repo.Watch(ctx)
	if err != nil {
		stop()
		return err
	}
	w := &watcher{stop: stop, done: make(chan struct{}), listeners: map[chan repo.Event]bool{}}
	h.watcher = w
	go func() {
		defer close(w.done)
		for e := range events {
			w.tell(e)
		}
	}()
	return nil
}

func (w *watcher) tell(e repo.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for listener := range w.listeners {
		select {
		case listener <- e:
		default: // it has one waiting already, and will look for itself
		}
	}
}

// Listen answers a channel on which events of the watched model arrive, and a
// function that ends it. A slow listener misses events, never the last one. Where
// the host does not watch, nothing ever arrives.
func (h *Host) Listen() (events <-chan repo.Event, end func()) {
	listener := make(chan repo.Event, 1)
	w := h.watcher
	if w == nil {
		return listener, func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listeners[listener] = true
	return listener, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.listeners, listener)
	}
}

func (w *watcher) close() {
	if w != nil {
		w.stop()
		<-w.done
	}
}
