package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// built is the folder in which ek and ek-mcp are, once a test has asked for them.
var built string

var build = sync.OnceValue(func() error {
	dir, err := os.MkdirTemp("", "ekgit-binaries-")
	if err != nil {
		return err
	}
	built = dir
	out, err := exec.Command("go", "build", "-o", dir, "../../ek", "../../ek-mcp").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		if err := os.RemoveAll(built); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// binary answers the path of a built program.
func binary(t testing.TB, name string) string {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(built, name)
}

// environment hides the configuration of whoever runs the tests.
var environment = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")

// spawn starts a built program and connects a client of an era to it.
func spawn(t testing.TB, era, name string, arguments ...string) connected {
	t.Helper()
	var stderr bytes.Buffer
	stdio := transport.NewStdioWithOptions(binary(t, name), []string{"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null"}, arguments, transport.WithCommandStderrWriter(&stderr))
	c := connected{client.NewClient(stdio), make(chan mcp.JSONRPCNotification, 100)}
	c.OnNotification(func(n mcp.JSONRPCNotification) { c.told <- n })
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if stderr.Len() > 0 {
			t.Errorf("%s %v wrote to standard error:\n%s", name, arguments, &stderr)
		}
	})
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = era
	hello.Params.ClientInfo = mcp.Implementation{Name: "pipe-client", Version: "3"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		t.Fatal(err)
	}
	if c.ProtocolVersion() != era {
		t.Fatalf("the connection speaks %s", c.ProtocolVersion())
	}
	return c
}

func TestBinariesServe(t *testing.T) {
	for _, era := range eras {
		for name, arguments := range map[string][]string{"ek": {"mcp"}, "ek-mcp": nil} {
			dir := houseDir(t)
			c := spawn(t, era, name, append(arguments, "--profile", "edit", dir)...)
			list, err := c.ListTools(context.Background(), mcp.ListToolsRequest{})
			if err != nil || len(list.Tools) < 10 {
				t.Fatalf("%s: %v, %v", name, list, err)
			}
			if text := textOf(t, c.call(t, "summary", nil)); !strings.Contains(text, `"One-storey house"`) {
				t.Errorf("%s: %s", name, text)
			}
			if text := readText(t, c, "eik-guide://core"); text == "" {
				t.Error("the guide is empty")
			}
			if !mcp.IsModernProtocol(era) {
				if err := c.subscribe(mcp.MethodResourcesSubscribe, "eik://HEAD/"+southWall); err != nil {
					t.Fatal(err)
				}
			}
			rename(t, c, "wall-south", "South wall")
			if !mcp.IsModernProtocol(era) {
				c.hears(t, "eik://HEAD/"+southWall)
			}
			if trailers := git(t, dir, "log", "-1", "--format=%(trailers)"); !strings.Contains(trailers, "Eik-Agent: pipe-client/3") {
				t.Errorf("%s: %s", name, trailers)
			}
		}
	}
}

// TestFirstWriteMakesTheModel holds that an agent can begin in an empty folder.
func TestFirstWriteMakesTheModel(t *testing.T) {
	for _, era := range eras {
		dir := t.TempDir()
		git(t, dir, "init", "-q", "-b", "main")
		git(t, dir, "config", "user.name", "Ada Quill")
		git(t, dir, "config", "user.email", "ada@example.org")
		c := spawn(t, era, "ek", "mcp", "--profile", "edit", dir)
		if text := textOf(t, c.call(t, "summary", nil)); !strings.Contains(text, `{"action":"guide","topic":"new-model"}`) {
			t.Errorf("%s: an empty folder is summed up as %s", era, text)
		}
		r := c.call(t, "execute", json.RawMessage(`{"commands": [{"command": "create_model", "name": "House on the hill"}, {"command": "add_level", "name": "Ground floor", "elevation": 0}]}`))
		if r.IsError {
			t.Fatal(textOf(t, r))
		}
		if text := textOf(t, c.call(t, "summary", nil)); !strings.Contains(text, "House on the hill") || !strings.Contains(text, "Ground floor") {
			t.Error(text)
		}
	}
}

// run runs a built program on an input to its end.
func run(t testing.TB, dir, input, name string, arguments ...string) (stdout, stderr string, exit int) {
	t.Helper()
	cmd := exec.Command(binary(t, name), arguments...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, environment, strings.NewReader(input)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), errOut.String(), cmd.ProcessState.ExitCode()
}

// TestOutputIsProtocolAlone holds that whatever comes in, what goes out on standard
// output are messages; and that writes which were accepted before the input ended are
// committed and answered.
func TestOutputIsProtocolAlone(t *testing.T) {
	dir := houseDir(t)
	write(t, dir, "architecture/level-0/wall/wall-east.json", "{ broken")
	var input strings.Builder
	fmt.Fprintln(&input, `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	fmt.Fprintln(&input, "nonsense\n[]\n{\"jsonrpc\":\"2.0\"}")
	fmt.Fprintln(&input, `{"jsonrpc":"2.0","id":"v","method":"tools/call","params":{"name":"validate"}}`)
	for i := range 20 {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"execute","arguments":{"commands":[{"command":"rename","id":"wall-south","name":"South %d"}]}}}`+"\n", i, i)
	}
	stdout, _, exit := run(t, dir, input.String(), "ek", "mcp", "--profile", "edit", dir)
	if exit != 0 {
		t.Errorf("exit code %d", exit)
	}
	answered := map[any]bool{}
	scanner := bufio.NewScanner(strings.NewReader(stdout))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var m struct {
			message
			Version string `json:"jsonrpc"`
		}
		if err := json.Unmarshal(scanner.Bytes(), &m); err != nil || m.Version != "2.0" {
			t.Fatalf("%v: %s", err, scanner.Text())
		}
		answered[m.ID] = true
		if strings.Contains(string(m.Result), `"isError":true`) {
			t.Errorf("%v: %s", m.ID, m.Result)
		}
	}
	if len(answered) != 23 { // 22 requests, and null for what is no request
		t.Errorf("answers %v", answered)
	}
	if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n != "21" {
		t.Errorf("%s commits are there of 21", n)
	}
}

// TestClientThatIsGone holds that a write goes to its end though nobody reads its
// answer any more.
func TestClientThatIsGone(t *testing.T) {
	dir := houseDir(t)
	cmd := exec.Command(binary(t, "ek"), "mcp", "--profile", "edit", dir)
	cmd.Env = environment
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	for i := range 10 {
		fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"execute","arguments":{"commands":[{"command":"rename","id":"wall-south","name":"South %d"}]}}}`+"\n", i, i)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ends with %v", err)
	}
	git(t, dir, "fsck", "--strict")
	if status := git(t, dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status:\n%s", status)
	}
	if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n == "1" {
		t.Error("no write that was accepted is there")
	}
}

func TestCommandLineOfTheServer(t *testing.T) {
	house, records, empty := houseDir(t), t.TempDir(), t.TempDir()
	write(t, records, "levels/level-0.json", "{}")
	git(t, records, "init", "-q")
	below := filepath.Join(house, "architecture", "level-0")
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	for _, test := range []struct {
		dir       string
		arguments []string
		exit      int
		says      string // on standard error
	}{
		{house, []string{"mcp"}, 0, ""},
		{below, []string{"mcp"}, 0, ""},
		{empty, []string{"mcp", house}, 0, ""},
		{empty, []string{"mcp", "-m", house, "--profile", "ask"}, 0, ""},
		{records, []string{"mcp"}, 4, "no model"},
		{records, []string{"mcp", records}, 4, "no model"},
		{empty, []string{"mcp", filepath.Join(empty, "not-there")}, 4, "not-there"},
		{house, []string{"mcp", "--profile", "root"}, 2, "ask (reads), propose"},
		{house, []string{"mcp", "--profile", "review"}, 2, "for people"},
		{house, []string{"mcp", "--http"}, 2, "http"},
		{house, []string{"mcp", "--person", "Eve <eve@example.org>"}, 2, "user.name"},
		{empty, []string{"mcp"}, 0, ""},
	} {
		stdout, stderr, exit := run(t, test.dir, ping, "ek", test.arguments...)
		if exit != test.exit || !strings.Contains(stderr, test.says) || (exit == 0) != (stdout == `{"jsonrpc":"2.0","id":1,"result":{}}`+"\n") || exit == 0 && stderr != "" {
			t.Errorf("ek %v: exit code %d\n%s%s", test.arguments, exit, stdout, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(records, ".eik")); err == nil {
		t.Error("records that are no model were taken for an empty folder")
	}
}
