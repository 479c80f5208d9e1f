package mcpserver

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/ops"
)

// mostCompletions is how many values one answer may hold: the protocol's own limit.
const mostCompletions = 100

// CompletePromptArgument implements server.PromptCompletionProvider.
func (s *service) CompletePromptArgument(ctx context.Context, _ string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	switch a.Name {
	case "level":
		return starting(a.Value, s.levels(ctx)), nil
	case "since":
		return starting(a.Value, s.commits(ctx)), nil
	case "severity":
		return starting(a.Value, slices.Values([]string{"error", "warning", "info"})), nil
	case "rule":
		return starting(a.Value, rules), nil
	}
	return &mcp.Completion{}, nil
}

// CompleteResourceArgument implements server.ResourceCompletionProvider.
func (s *service) CompleteResourceArgument(ctx context.Context, uri string, a mcp.CompleteArgument, known mcp.CompleteContext) (*mcp.Completion, error) {
	switch {
	case uri != modelTemplate:
	case a.Name == "commit":
		return starting(a.Value, func(yield func(string) bool) {
			if yield("HEAD") && yield(workingFolder) {
				s.commits(ctx)(yield)
			}
		}), nil
	case a.Name == "path":
		at := known.Arguments["commit"]
		if at == workingFolder {
			at = ""
		}
		return starting(a.Value, s.host.Paths(ctx, at, a.Value)), nil
	}
	return &mcp.Completion{}, nil
}

// starting answers the values that begin with what was typed, as many as fit.
func starting(typed string, values iter.Seq[string]) *mcp.Completion {
	c := &mcp.Completion{}
	for value := range values {
		if !strings.HasPrefix(strings.ToLower(value), strings.ToLower(typed)) {
			continue
		}
		if c.Total++; len(c.Values) < mostCompletions {
			c.Values = append(c.Values, value)
		}
	}
	c.HasMore = c.Total > len(c.Values)
	return c
}

func (s *service) levels(ctx context.Context) iter.Seq[string] {
	return func(yield func(string) bool) {
		for id := range s.host.IDs(ctx, "level") {
			if !yield(id) {
				return
			}
		}
	}
}

// commits answers the last commits of the branch.
func (s *service) commits(ctx context.Context) iter.Seq[string] {
	return func(yield func(string) bool) {
		e := s.host.Do(ctx, ops.Request{Action: "changes", Arguments: model.Object{{Name: "limit", Value: 20.0}}})
		data, _ := e.Data.(json.RawMessage)
		var answer struct {
			Commits []struct {
				Commit string `json:"commit"`
			} `json:"commits"`
		}
		if json.Unmarshal(data, &answer) != nil {
			return
		}
		for _, c := range answer.Commits {
			if !yield(c.Commit) {
				return
			}
		}
	}
}

func rules(yield func(string) bool) {
	for _, r := range check.All() {
		if !yield(r.Name) {
			return
		}
	}
}
