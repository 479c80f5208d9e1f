package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

// echo is what answers in these tests: a call waits for its turn, everything else is
// answered at once.
type echo struct {
	begun         chan string   // the ids of calls that have begun
	turn          chan struct{} // lets one call go on
	notifications chan mcp.JSONRPCNotification
}

func newEcho() *echo {
	return &echo{begun: make(chan string, 1000), turn: make(chan struct{}), notifications: make(chan mcp.JSONRPCNotification, 1000)}
}

func (e *echo) answer(ctx context.Context, h header, _ json.RawMessage) any {
	switch h.Method {
	case "tools/call", "subscriptions/listen":
		e.begun <- string(h.ID)
		select {
		case <-e.turn:
		case <-ctx.Done():
			return failure(h.ID, mcp.INTERNAL_ERROR, "called off")
		}
	case "panic":
		panic("at the answer")
	case "told":
		for i := range 20 {
			e.notifications <- mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{Method: fmt.Sprintf("told-%d", i)}}
		}
	}
	if !h.isRequest() {
		return nil
	}
	return mcp.NewJSONRPCResultResponse(mcp.NewRequestId(h.ID), h.Method)
}

// serve runs a connection over pipes.
func (e *echo) serve(t testing.TB) *raw {
	return begin(t, func(in io.Reader, out io.Writer) error {
		return newConnection(e.answer, e.notifications, slog.New(slog.DiscardHandler)).run(context.Background(), in, out)
	})
}

// end closes the input and reads what is still answered.
func (r *raw) end() []message {
	r.t.Helper()
	r.closeInput()
	var rest []message
	lines, err := io.ReadAll(r.out)
	if err != nil {
		r.t.Fatal(err)
	}
	for line := range bytes.Lines(lines) {
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			r.t.Fatalf("%s: %v", line, err)
		}
		rest = append(rest, m)
	}
	if err := <-r.done; err != nil {
		r.t.Error(err)
	}
	return rest
}

const toolCall = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"x"}}`

// TestSlowCallsBlockNobody holds that as many calls as there are places can be slow
// without a ping, or another request, waiting for them.
func TestSlowCallsBlockNobody(t *testing.T) {
	e := newEcho()
	r := e.serve(t)
	for i := range mostCalls + 8 {
		r.send(toolCall, i)
	}
	for range mostCalls {
		<-e.begun
	}
	r.send(`{"jsonrpc":"2.0","id":"ping","method":"ping"}`)
	if m := r.next(); m.ID != "ping" {
		t.Errorf("the first answer is %+v", m)
	}
	if len(e.begun) != 0 {
		t.Errorf("more than %d calls are worked on at once", mostCalls)
	}
	close(e.turn)
	if rest := r.end(); len(rest) != mostCalls+8 {
		t.Errorf("%d calls are answered of %d", len(rest), mostCalls+8)
	}
}

// TestEndOfInputFinishesWhatWasAccepted holds that calls which are worked on, or wait,
// when the input ends are finished and answered, and that what stays open for ever ends.
func TestEndOfInputFinishesWhatWasAccepted(t *testing.T) {
	e := newEcho()
	r := e.serve(t)
	r.send(`{"jsonrpc":"2.0","id":"open","method":"subscriptions/listen"}`)
	r.send(toolCall, 1)
	r.send(toolCall, 2)
	for range 3 {
		<-e.begun
	}
	r.closeInput()
	if m := r.next(); m.ID != "open" || m.Error == nil {
		t.Errorf("the first to end is %+v", m)
	}
	e.turn <- struct{}{}
	e.turn <- struct{}{}
	rest := r.end()
	if len(rest) != 2 || rest[0].Error != nil || rest[1].Error != nil {
		t.Errorf("what was accepted is answered with %+v", rest)
	}
}

// TestLastLineNeedsNoEnd holds that a message which the input ends with is taken.
func TestLastLineNeedsNoEnd(t *testing.T) {
	r := newEcho().serve(t)
	if _, err := io.WriteString(r.in, `{"jsonrpc":"2.0","id":7,"method":"ping"}`); err != nil {
		t.Fatal(err)
	}
	if rest := r.end(); len(rest) != 1 || rest[0].ID != 7.0 {
		t.Errorf("answers %+v", rest)
	}
}

// TestWhatIsToldComesBeforeTheAnswer holds the order of a call's notifications and its
// result, however often it is tried.
func TestWhatIsToldComesBeforeTheAnswer(t *testing.T) {
	e := newEcho()
	r := e.serve(t)
	for id := range 200 {
		r.send(`{"jsonrpc":"2.0","id":%d,"method":"told"}`, id)
		for i := range 20 {
			if m := r.next(); m.Method != fmt.Sprintf("told-%d", i) {
				t.Fatalf("message %d of request %d is %+v", i, id, m)
			}
		}
		if m := r.next(); m.ID != float64(id) {
			t.Fatalf("the answer to %d is %+v", id, m)
		}
	}
	r.end()
}

// TestCalledOffIsNotAnswered holds that a client which calls a request off hears
// nothing of it any more, and that others of a like id go on.
func TestCalledOffIsNotAnswered(t *testing.T) {
	e := newEcho()
	r := e.serve(t)
	r.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`)
	r.send(`{"jsonrpc":"2.0","id":"1","method":"tools/call"}`)
	<-e.begun
	<-e.begun
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`)
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled"}`)
	e.turn <- struct{}{} // the one that is left
	if rest := r.end(); len(rest) != 1 || rest[0].ID != "1" || rest[0].Error != nil {
		t.Errorf("answers %+v", rest)
	}
}

// TestWaitingCallIsCalledOff holds that a call can be called off before its turn.
func TestWaitingCallIsCalledOff(t *testing.T) {
	e := newEcho()
	r := e.serve(t)
	for i := range mostCalls {
		r.send(toolCall, i)
	}
	for range mostCalls {
		<-e.begun
	}
	r.send(toolCall, 500)
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":500}}`)
	if id := <-e.begun; id != "500" { // it has nothing to wait for, and ends
		t.Errorf("%s began", id)
	}
	close(e.turn)
	for _, m := range r.end() {
		if m.ID == 500.0 {
			t.Error("a call that was called off is answered")
		}
	}
}

// TestWhatIsNoMessage holds that whatever a line holds is answered, or passed over, and
// never ends the connection.
func TestWhatIsNoMessage(t *testing.T) {
	for line, want := range map[string]struct {
		id   any
		code int
	}{
		`{"jsonrpc":"2.0","id":1,"method":"panic"}`:            {1.0, mcp.INTERNAL_ERROR},
		`{"jsonrpc":"2.0","id":1,"method":`:                    {nil, mcp.PARSE_ERROR},
		`hello`:                                                {nil, mcp.PARSE_ERROR},
		"\xff\xfe{\x00":                                        {nil, mcp.PARSE_ERROR},
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`:           {nil, mcp.INVALID_REQUEST},
		`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`:       {nil, mcp.INVALID_REQUEST},
		`{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}`: {3.0, mcp.INVALID_REQUEST},
		`{"jsonrpc":"2.0","id":4,"method":7}`:                  {4.0, mcp.INVALID_REQUEST},
		`"text"`:                                               {nil, mcp.INVALID_REQUEST},
		``:                                                     {"after", 0},
		`   `:                                                  {"after", 0},
		`{"jsonrpc":"2.0","id":9,"result":{}}`:                 {"after", 0},
		`{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":""}}`: {"after", 0},
		`{"jsonrpc":"2.0","method":"panic"}`:                       {"after", 0},
	} {
		r := newEcho().serve(t)
		r.send("%s", line)
		r.send(`{"jsonrpc":"2.0","id":"after","method":"ping"}`)
		answers := map[any]int{}
		for _, m := range r.end() {
			answers[m.ID] = 0
			if m.Error != nil {
				answers[m.ID] = m.Error.Code
			}
		}
		if code, there := answers[want.id]; !there || code != want.code {
			t.Errorf("%q is answered with %v", line, answers)
		}
		if _, there := answers["after"]; !there {
			t.Errorf("nothing is answered after %q", line)
		}
	}
}

// TestIdInUseIsRefused holds that two requests never share an id.
func TestIdInUseIsRefused(t *testing.T) {
	e := newEcho()
	r := e.serve(t)
	r.send(toolCall, 1)
	<-e.begun
	r.send(toolCall, 1)
	if m := r.next(); m.Error == nil || m.Error.Code != mcp.INVALID_REQUEST {
		t.Errorf("answer %+v", m)
	}
	close(e.turn)
	r.end()
}

// TestLongLineIsRefused holds that a message over the limit is answered, under its id
// where clients put it, without being kept.
func TestLongLineIsRefused(t *testing.T) {
	filler := strings.Repeat("x", mostLineBytes)
	for format, id := range map[string]any{
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":"%s"}`:                     5.0,
		`{"method":"tools/call","params":{"id":3,"text":"%s"},"jsonrpc":"2.0","id":"a-6"}`: "a-6",
		`{"method":"tools/call","id":7,"params":{"text":"%s","more":{"id":4}}}`:            nil,
	} {
		r := newEcho().serve(t)
		r.send(format, filler)
		if m := r.next(); m.ID != id || m.Error == nil || m.Error.Code != mcp.INVALID_REQUEST || !strings.Contains(m.Error.Message, "5 MiB") {
			t.Errorf("answer %+v", m)
		}
		r.send(`{"jsonrpc":"2.0","id":"after","method":"ping"}`)
		if m := r.next(); m.ID != "after" || m.Error != nil {
			t.Errorf("answer %+v", m)
		}
		r.end()
	}
}

// failing is a stream that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestStreamsThatFail holds that the error of a stream ends the connection and is told.
func TestStreamsThatFail(t *testing.T) {
	broken := errors.New("the pipe is broken")
	e := newEcho()
	c := newConnection(e.answer, e.notifications, slog.New(slog.DiscardHandler))
	if err := c.run(context.Background(), failing{broken}, io.Discard); !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	in, to := io.Pipe()
	defer func() { _ = to.Close() }()
	c = newConnection(e.answer, e.notifications, slog.New(slog.DiscardHandler))
	go fmt.Fprintln(to, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if err := c.run(context.Background(), in, failing{broken}); !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}

// TestDoneEndsTheConnection holds that a connection ends with its context, however
// long the client stays silent, and that calls then end.
func TestDoneEndsTheConnection(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	e := newEcho()
	in, to := io.Pipe()
	defer func() { _ = to.Close() }()
	var out bytes.Buffer
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := newConnection(e.answer, e.notifications, slog.New(slog.DiscardHandler)).run(ctx, in, &out); err != nil {
			t.Error(err)
		}
	})
	if _, err := fmt.Fprintf(to, toolCall+"\n", 1); err != nil {
		t.Fatal(err)
	}
	<-e.begun
	stop()
	serving.Wait()
	if !strings.Contains(out.String(), "called off") {
		t.Errorf("the call is answered with %q", out.String())
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("{}\n{\"id\":1}\r\n\n  \nx"))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"a` + strings.Repeat("b", 600) + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := make(chan line, len(data)+1)
		if err := readLines(context.Background(), bytes.NewReader(data), lines); err != nil {
			t.Fatal(err)
		}
		var got, want [][]byte
		for l := range lines {
			got = append(got, l.message)
			parseHeader(l.message)
		}
		for text := range bytes.SplitSeq(data, []byte("\n")) {
			if text = bytes.TrimSpace(text); len(text) > 0 {
				want = append(want, text)
			}
		}
		if !bytes.Equal(bytes.Join(got, []byte("\n")), bytes.Join(want, []byte("\n"))) {
			t.Fatalf("%q is read as %q", data, got)
		}
	})
}

func FuzzIdOf(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"x"}`))
	f.Add([]byte(`{"method":"x","id":"1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if id := idOf(data, data); id != nil && !json.Valid(id) {
			t.Fatalf("%q has the id %q", data, id)
		}
	})
}
