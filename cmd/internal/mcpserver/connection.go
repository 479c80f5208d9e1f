package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// mostCalls is how many tool calls are worked on at once; more wait for their turn.
const mostCalls = 32

// connection carries messages between two streams and what answers them. Requests
// are answered beside each other, each in a goroutine that run waits for. What was
// sent to notifications before an answer was given is written before it.
type connection struct {
	answer        func(ctx context.Context, h header, message json.RawMessage) any // nil where there is no answer
	notifications <-chan mcp.JSONRPCNotification
	log           *slog.Logger
	slots         chan struct{}
	answers       chan []byte
	calls         sync.WaitGroup
	mu            sync.Mutex
	inFlight      map[string]*inFlight // by the request's id as it was written
}

// inFlight is a request that is not answered yet.
type inFlight struct {
	cancel    context.CancelFunc
	listens   bool // it stays open until it is cancelled
	cancelled bool // by the client, who wants no answer then
}

func newConnection(answer func(context.Context, header, json.RawMessage) any, notifications <-chan mcp.JSONRPCNotification, log *slog.Logger) *connection {
	return &connection{answer: answer, notifications: notifications, log: log,
		slots: make(chan struct{}, mostCalls), answers: make(chan []byte), inFlight: map[string]*inFlight{}}
}

// run serves the streams until in ends, out fails or ctx is done, and returns when
// everything that was accepted is answered.
func (c *connection) run(ctx context.Context, in io.Reader, out io.Writer) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	lines, readErr := make(chan line), make(chan error, 1)
	go func() { readErr <- readLines(reading, in, lines) }()
	writeErr := make(chan error, 1)
	go func() { writeErr <- c.write(out, stop) }()

	err := c.accept(ctx, reading.Done(), lines, readErr)
	c.endListening()
	c.calls.Wait()
	close(c.answers)
	return errors.Join(err, <-writeErr)
}

func (c *connection) accept(ctx context.Context, stopped <-chan struct{}, lines <-chan line, readErr <-chan error) error {
	for {
		select {
		case <-stopped:
			return nil
		case l, more := <-lines:
			if !more {
				return <-readErr
			}
			c.take(ctx, l)
		}
	}
}

// take looks where a message belongs, and begins what it asks for.
func (c *connection) take(ctx context.Context, l line) {
	if l.tooLong {
		c.refuse(l.id, mcp.INVALID_REQUEST, fmt.Sprintf("the message is longer than %d MiB, the most that is taken: send the work in parts, or import a file", mostLineBytes>>20))
		return
	}
	h, err := parseHeader(l.message)
	switch {
	case err != nil:
		c.refuse(h.ID, err.code, err.message)
	case h.isAnswer(): // nothing was asked of the client
	case h.Method == string(mcp.MethodNotificationCancelled):
		c.cancel(string(h.Params.RequestID))
	case !h.isRequest():
		c.safely(ctx, h, l.message)
	case h.Method == string(mcp.MethodInitialize): // what follows relies on it
		c.send(c.safely(ctx, h, l.message))
	default:
		c.begin(ctx, h, l.message)
	}
}

// begin works on a request beside others.
func (c *connection) begin(ctx context.Context, h header, message json.RawMessage) {
	ctx, cancel := context.WithCancel(ctx)
	f := &inFlight{cancel: cancel, listens: h.Method == string(mcp.MethodSubscriptionsListen)}
	if !c.enter(h, f) {
		cancel()
		c.refuse(h.ID, mcp.INVALID_REQUEST, "the id is that of a request which is not answered yet")
		return
	}
	c.calls.Go(func() {
		defer cancel()
		if h.Method == string(mcp.MethodToolsCall) {
			defer c.slot(ctx)()
		}
		response := c.safely(ctx, h, message)
		if c.leave(h, f) {
			c.send(response)
		}
	})
}

// slot waits for a place among the calls that are worked on, and answers what gives
// it back. A call that is cancelled meanwhile has nothing to wait for.
func (c *connection) slot(ctx context.Context) (free func()) {
	select {
	case c.slots <- struct{}{}:
		return func() { <-c.slots }
	case <-ctx.Done():
		return func() {}
	}
}

func (c *connection) enter(h header, f *inFlight) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inFlight[string(h.ID)] != nil {
		return false
	}
	c.inFlight[string(h.ID)] = f
	return true
}

// leave tells whether a request that is done wants its answer.
func (c *connection) leave(h header, f *inFlight) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.inFlight, string(h.ID))
	return !f.cancelled
}

func (c *connection) cancel(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.inFlight[id]; f != nil {
		f.cancelled = true
		f.cancel()
	}
}

// endListening ends the requests that would stay open for ever.
func (c *connection) endListening() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.inFlight {
		if f.listens {
			f.cancel()
		}
	}
}

// safely answers a message; a fault in doing so ends the request, not the program.
func (c *connection) safely(ctx context.Context, h header, message json.RawMessage) (response any) {
	defer func() {
		if v := recover(); v != nil {
			c.log.Error("a message could not be answered", "method", h.Method, "fault", v, "stack", string(debug.Stack()))
			if response = nil; h.isRequest() {
				response = failure(h.ID, mcp.INTERNAL_ERROR, "a fault of ekgit: "+fmt.Sprint(v))
			}
		}
	}()
	return c.answer(ctx, h, message)
}

func (c *connection) refuse(id json.RawMessage, code int, message string) {
	c.log.Warn("a message was refused", "why", message)
	c.send(failure(id, code, message))
}

func (c *connection) send(response any) {
	if response == nil {
		return
	}
	c.answers <- encoded(response)
}

// write writes answers and notifications until there are no more answers. It is the
// only one who writes. Where out fails it calls stop and drops the rest.
func (c *connection) write(out io.Writer, stop func()) (err error) {
	put := func(data []byte) {
		if err != nil {
			return
		}
		if _, err = out.Write(append(data, '\n')); err != nil {
			stop()
		}
	}
	for {
		select {
		case n := <-c.notifications:
			put(encoded(n))
		case data, more := <-c.answers:
			c.flush(put)
			if !more {
				return err
			}
			put(data)
		}
	}
}

// flush writes the notifications that wait.
func (c *connection) flush(put func([]byte)) {
	for {
		select {
		case n := <-c.notifications:
			put(encoded(n))
		default:
			return
		}
	}
}
