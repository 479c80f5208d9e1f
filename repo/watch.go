package repo

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Event says what happened since the last one.
type Event struct {
	Moved  bool // HEAD or a ref moved
	Edited bool // files of the model, or what is staged of them
}

// watching is who watches a model.
type watching struct {
	mu      sync.Mutex
	watcher *watcher // nil where nobody watches
	closed  bool
}

// Watch answers a channel that tells of changes, whoever makes them, until ctx ends
// or the model is closed; then the channel is closed. Events that nobody takes
// become one. While someone watches, Working compares only what changed. It is an
// error that the system gives no more watches; Working then compares everything.
func (m *Model) Watch(ctx context.Context) (<-chan Event, error) {
	m.watch.mu.Lock()
	defer m.watch.mu.Unlock()
	if m.watch.closed {
		return nil, errors.New("the model is closed")
	}
	if m.watch.watcher == nil {
		w, err := m.newWatcher()
		if err != nil {
			return nil, fmt.Errorf("watch %s: %w; sysctl fs.inotify.max_user_watches raises the limit of watches", m, err)
		}
		m.watch.watcher = w
	}
	return m.subscribe(ctx, m.watch.watcher), nil
}

// subscribe adds a subscriber. The last one to go ends the watcher.
func (m *Model) subscribe(ctx context.Context, w *watcher) <-chan Event {
	s := &subscriber{events: make(chan Event, 1)}
	w.add(s)
	stop := context.AfterFunc(ctx, func() {
		m.watch.mu.Lock()
		defer m.watch.mu.Unlock()
		if w.remove(s) == 0 && m.watch.watcher == w {
			m.watch.watcher = nil
			w.end()
		}
	})
	s.stop = stop
	return s.events
}

// stopWatching ends the watcher, whoever subscribed, and waits for it.
func (m *Model) stopWatching() {
	m.watch.mu.Lock()
	defer m.watch.mu.Unlock()
	m.watch.closed = true
	if w := m.watch.watcher; w != nil {
		m.watch.watcher = nil
		w.end()
	}
}

// takeDirty answers the paths of the model that a healthy watcher has reported since
// the last time, and the watcher. The answer is nil where none runs, or where it
// has lost something.
func (m *Model) takeDirty(ctx context.Context) ([]string, *watcher) {
	m.watch.mu.Lock()
	w := m.watch.watcher
	m.watch.mu.Unlock()
	if w == nil || !w.reachFence(ctx) {
		return nil, nil
	}
	dirty, lost := w.take()
	if lost {
		return nil, nil
	}
	return dirty, w
}

// subscriber gets events. At most one waits to be taken.
type subscriber struct {
	events chan Event
	stop   func() bool // ends the wait for the subscriber's context
}

// tell adds an event to the one that waits. Only the watcher's goroutine tells.
func (s *subscriber) tell(e Event) {
	select {
	case waiting := <-s.events:
		e.Moved, e.Edited = e.Moved || waiting.Moved, e.Edited || waiting.Edited
	default:
	}
	s.events <- e
}
