package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/ops"
)

// git runs git in a folder, as one person at one time, and answers what it prints.
func git(t testing.TB, dir string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command("git", arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_DATE=2026-04-01T10:00:00Z", "GIT_COMMITTER_DATE=2026-04-01T10:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", arguments, err, out)
	}
	return string(out)
}

// emptyDir makes a repository that holds nothing.
func emptyDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "config", "user.name", "Ada Quill")
	git(t, dir, "config", "user.email", "ada@example.org")
	return dir
}

// houseDir makes a repository that holds the example house, and the file that the
// example of import reads, in one commit.
func houseDir(t testing.TB) string {
	t.Helper()
	dir := emptyDir(t)
	house, err := fs.Sub(ekgit.Examples, "testdata/one-storey-house")
	if err == nil {
		err = os.CopyFS(dir, house)
	}
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "The house as built")
	return dir
}

// write puts a file into a folder.
func write(t testing.TB, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// open opens a host on a folder, for the time of a test.
func open(t testing.TB, dir string, o ops.Options) *ops.Host {
	t.Helper()
	h, err := ops.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// eras are the two generations of the protocol.
var eras = []string{mcp.ProtocolVersion20260728, mcp.ProtocolVersion20251125}

// connected is a client of a server that runs in this process.
type connected struct {
	*client.Client
	told chan mcp.JSONRPCNotification
}

// connect serves a host to a client of an era, over pipes, for the time of a test.
func connect(t testing.TB, host *ops.Host, era string) connected {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- Serve(context.Background(), host, toServer, fromServer, Options{})
		fromServer.CloseWithError(nil)
	}()
	c := connected{client.NewClient(transport.NewIO(toClient, fromClient, io.NopCloser(nil))), make(chan mcp.JSONRPCNotification, 100)}
	c.OnNotification(func(n mcp.JSONRPCNotification) { c.told <- n })
	t.Cleanup(func() {
		fromClient.CloseWithError(nil)
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = era
	hello.Params.ClientInfo = mcp.Implementation{Name: "test-client", Version: "1.2"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		t.Fatal(err)
	}
	if c.ProtocolVersion() != era {
		t.Fatalf("the connection speaks %s", c.ProtocolVersion())
	}
	return c
}

// call calls a tool; that it answers at all is certain, whatever it answers.
func (c connected) call(t testing.TB, tool string, arguments any) *mcp.CallToolResult {
	t.Helper()
	r := mcp.CallToolRequest{}
	r.Params.Name, r.Params.Arguments = tool, arguments
	result, err := c.CallTool(context.Background(), r)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return result
}

// subscribe asks to be told of a resource, or to be told no more, as clients with the
// handshake do.
func (c connected) subscribe(method mcp.MCPMethod, uri string) error {
	r := transport.JSONRPCRequest{JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(string(method) + uri), Method: string(method), Params: map[string]any{"uri": uri}}
	response, err := c.GetTransport().SendRequest(context.Background(), r)
	if err == nil && response.Error != nil {
		err = response.Error.AsError()
	}
	return err
}

// textOf answers the first text of a result.
func textOf(t testing.TB, r *mcp.CallToolResult) string {
	t.Helper()
	if len(r.Content) == 0 {
		t.Fatal("the result has no content")
	}
	text, ok := r.Content[0].(mcp.TextContent)
	if !ok {
		t.Fatalf("the result begins with a %T", r.Content[0])
	}
	return text.Text
}

// next answers the next notification of a method.
func (c connected) next(t testing.TB, method string) mcp.JSONRPCNotification {
	t.Helper()
	patience := time.After(30 * time.Second)
	for {
		select {
		case n := <-c.told:
			if n.Method == method {
				return n
			}
		case <-patience:
			t.Fatalf("no %s arrived", method)
		}
	}
}

// raw is the two ends of a connection for a test that writes messages itself.
type raw struct {
	t    testing.TB
	in   io.WriteCloser
	out  *bufio.Reader
	done chan error
}

// begin runs a server on pipes.
func begin(t testing.TB, run func(in io.Reader, out io.Writer) error) *raw {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	r := &raw{t: t, in: in, out: bufio.NewReader(out), done: make(chan error, 1)}
	go func() {
		r.done <- run(toServer, fromServer)
		fromServer.CloseWithError(nil)
	}()
	return r
}

func (r *raw) send(format string, arguments ...any) {
	r.t.Helper()
	if _, err := fmt.Fprintf(r.in, format+"\n", arguments...); err != nil {
		r.t.Fatal(err)
	}
}

// closeInput ends what the server reads. It may be closed already.
func (r *raw) closeInput() {
	r.t.Helper()
	if err := r.in.Close(); err != nil {
		r.t.Fatal(err)
	}
}

// message is what a server wrote.
type message struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

func (r *raw) next() message {
	r.t.Helper()
	line, err := r.out.ReadBytes('\n')
	if err != nil {
		r.t.Fatalf("no message: %v", err)
	}
	var m message
	if err := json.Unmarshal(line, &m); err != nil {
		r.t.Fatalf("%s: %v", line, err)
	}
	return m
}
