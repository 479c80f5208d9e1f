// Command gosdk tests a built ek with the official Go SDK, in both generations of the
// protocol: it calls every tool with the guide's example and waits to be told of a
// change. EK names the program.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		n, err := walk(ctx, os.Getenv("EK"), version)
		if err != nil {
			log.Fatalf("Go SDK, %s: %v", version, err)
		}
		fmt.Printf("Go SDK, %s: %d tools\n", version, n)
	}
}

// walk serves a fresh example house to a client and answers how many tools it called.
func walk(ctx context.Context, ek, version string) (int, error) {
	folder, err := os.MkdirTemp("", "ek-gosdk-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	house, err := makeHouse(ek, folder)
	if err != nil {
		return 0, err
	}
	told := make(chan string, 10)
	client := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, &mcp.ClientOptions{
		ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { told <- r.Params.URI },
	})
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(ek, "mcp", house)}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return 0, err
	}
	defer session.Close()
	if err := hears(ctx, session, told); err != nil {
		return 0, err
	}
	return callAll(ctx, session)
}

// makeHouse makes the example house, beside it as a file under another name.
func makeHouse(ek, folder string) (string, error) {
	house := filepath.Join(folder, "house")
	if out, err := exec.Command(ek, "init", house, "--example", "one-storey-house").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	out, err := exec.Command(ek, "request", house, `{"action": "export", "format": "single", "whole": true}`).Output()
	if err != nil {
		return "", err
	}
	var answer struct {
		Data struct {
			Single map[string]any `json:"single"`
		} `json:"data"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return "", err
	}
	answer.Data.Single["name"] = "The house again"
	single, err := json.Marshal(answer.Data.Single)
	if err != nil {
		return "", err
	}
	return house, os.WriteFile(filepath.Join(house, "house.eik.json"), single, 0o644)
}

// hears subscribes to a record, changes it and waits to be told.
func hears(ctx context.Context, session *mcp.ClientSession, told <-chan string) error {
	const uri = "eik://HEAD/architecture/level-0/wall/wall-south.json"
	if err := session.Subscribe(ctx, &mcp.SubscribeParams{URI: uri}); err != nil {
		return err
	}
	rename := json.RawMessage(`{"commands": [{"command": "rename", "id": "wall-south", "name": "South wall"}]}`)
	if _, err := call(ctx, session, "execute", rename); err != nil {
		return err
	}
	select {
	case got := <-told:
		if got != uri {
			return fmt.Errorf("told of %s", got)
		}
		return nil
	case <-ctx.Done():
		return errors.New("a change is not told of")
	}
}

var example = regexp.MustCompile("(?s)Example:\\s*```json\n(.*?)\n```")

// callAll calls every tool with the example on its page of the guide, what writes last.
func callAll(ctx context.Context, session *mcp.ClientSession) (int, error) {
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return 0, err
	}
	slices.SortStableFunc(list.Tools, func(a, b *mcp.Tool) int {
		switch {
		case a.Annotations.ReadOnlyHint == b.Annotations.ReadOnlyHint:
			return 0
		case a.Annotations.ReadOnlyHint:
			return -1
		}
		return 1
	})
	for _, tool := range list.Tools {
		page, err := call(ctx, session, "guide", map[string]any{"topic": tool.Name})
		if err != nil {
			return 0, err
		}
		text, _ := page["text"].(string)
		found := example.FindStringSubmatch(text)
		if found == nil {
			return 0, fmt.Errorf("the page of %s has no example", tool.Name)
		}
		if _, err := call(ctx, session, tool.Name, json.RawMessage(found[1])); err != nil {
			return 0, err
		}
	}
	return len(list.Tools), nil
}

// call answers what a tool answers.
func call(ctx context.Context, session *mcp.ClientSession, tool string, arguments any) (map[string]any, error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tool, err)
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	data, structured := result.StructuredContent.(map[string]any)
	if result.IsError || !ok || !structured {
		return nil, fmt.Errorf("%s answers %+v", tool, text)
	}
	return data, nil
}
