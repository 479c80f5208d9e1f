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
	if err := hears(ctx, session, ek, house, told); err != nil {
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

// hears subscribes to a record, which a person then changes, and waits to be told.
func hears(ctx context.Context, session *mcp.ClientSession, ek, house string, told <-chan string) error {
	const uri = "eik://HEAD/architecture/level-0/wall/wall-south.json"
	if err := session.Subscribe(ctx, &mcp.SubscribeParams{URI: uri}); err != nil {
		return err
	}
	if out, err := exec.Command(ek, "execute", "rename", "wall-south", "--name", "South wall", "-m", house).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
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

var named = regexp.MustCompile(`\bp-[a-z2-7]{8}\b`)

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
	proposal := "" // the one that propose makes, which the other examples are of
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
		data, err := call(ctx, session, tool.Name, json.RawMessage(named.ReplaceAllString(found[1], proposal)))
		var refused *refusal
		if errors.As(err, &refused) && refused.Code == "forbidden" { // for the profile: what is offered in its place has to work
			data, err = call(ctx, session, tool.Name, refused.Details.Try)
		}
		if err != nil {
			return 0, err
		}
		if tool.Name == "propose" {
			proposal, _ = data["proposal"].(string)
		}
	}
	return len(list.Tools), nil
}

// refusal is what a tool answers where it does nothing.
type refusal struct {
	Code, Message string
	Details       struct{ Try map[string]any }
}

// Error implements error.
func (r *refusal) Error() string { return r.Code + ": " + r.Message }

// call answers what a tool answers; a refusal is an error.
func call(ctx context.Context, session *mcp.ClientSession, tool string, arguments any) (map[string]any, error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tool, err)
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	data, structured := result.StructuredContent.(map[string]any)
	if !ok || !structured {
		return nil, fmt.Errorf("%s answers %+v", tool, text)
	}
	if result.IsError {
		refused := &refusal{}
		return nil, fmt.Errorf("%s: %w", tool, errors.Join(json.Unmarshal([]byte(text.Text), refused), refused))
	}
	return data, nil
}
