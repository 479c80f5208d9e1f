package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
)

// server is a running "ek mcp" and the client that talks to it, a message a line.
type server struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
	id  int
}

// serve starts the program as a server of a model for an agent that may write.
func serve(t testing.TB, dir string) *server {
	t.Helper()
	return serveAs(t, dir, "edit")
}

// serveAs starts the program as a server of a model with a profile, the default one
// where it is empty, and shakes hands. It ends with the test, where it does not end
// before.
func serveAs(t testing.TB, dir, profile string) *server {
	t.Helper()
	words := []string{"mcp", dir}
	if profile != "" {
		words = append(words, "--profile", profile)
	}
	s := &server{cmd: exec.Command(program, words...)}
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.in, s.out, s.cmd.Stderr = in, bufio.NewScanner(out), os.Stderr
	s.out.Buffer(nil, 16<<20)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.end)
	var hello struct{}
	if err := s.call("initialize", map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "test-client", "version": "1.2"}}, &hello); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, `{"jsonrpc": "2.0", "method": "notifications/initialized"}`)
	return s
}

// end closes the server's input and waits for it.
func (s *server) end() {
	s.in.Close()
	_ = s.cmd.Wait() // it may have been killed
}

// call sends a request and reads its result. The error is that of a server that is
// gone, or one that the protocol carries.
func (s *server) call(method string, params, result any) error {
	s.id++
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if _, err := s.in.Write(append(message, '\n')); err != nil {
		return err
	}
	for s.out.Scan() {
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal(s.out.Bytes(), &answer); err != nil {
			return err
		}
		switch {
		case answer.ID != s.id: // a notification
		case answer.Error != nil:
			return fmt.Errorf("%s: %s", method, answer.Error)
		default:
			return json.Unmarshal(answer.Result, result)
		}
	}
	if err := s.out.Err(); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

// toolResult is what a tool answered.
type toolResult struct {
	IsError           bool
	StructuredContent json.RawMessage
}

// tool calls a tool.
func (s *server) tool(name string, arguments any) (toolResult, error) {
	var result toolResult
	err := s.call("tools/call", map[string]any{"name": name, "arguments": arguments}, &result)
	return result, err
}
