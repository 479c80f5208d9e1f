package mcpserver

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// addTools makes a tool of every operation. Those outside the host's profile are
// never listed; a call of one is refused by the host, which says what to do instead.
func (s *service) addTools() {
	for _, o := range ops.All() {
		s.mcp.AddTool(toolOf(o), s.call)
	}
}

// offered makes a list hold what the host's profile allows, in the order in which the
// operations are declared. What only people do is offered to no agent, and what another
// tool does too is listed once.
func (s *service) offered(_ context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
	var tools []mcp.Tool
	for _, o := range s.host.Operations() {
		i := slices.IndexFunc(result.Tools, func(t mcp.Tool) bool { return t.Name == o.Name })
		if i >= 0 && listed(o) {
			tools = append(tools, result.Tools[i])
		}
	}
	result.Tools = tools
}

// listed tells whether an operation is one of the tools that agents are told of. Asking
// changes for one record is history.
func listed(o *ops.Operation) bool { return o.Capability != ops.Review && o.Name != "history" }

// toolOf answers an operation as a tool.
func toolOf(o *ops.Operation) mcp.Tool {
	yes, no := true, false
	hint := func(on bool) *bool {
		if on {
			return &yes
		}
		return &no
	}
	return mcp.Tool{
		Name: o.Name, Title: o.Title, Description: o.Summary,
		RawInputSchema: inputSchema(o), RawOutputSchema: outputSchema(o),
		Annotations: mcp.ToolAnnotation{Title: o.Title, ReadOnlyHint: hint(o.Hints.ReadOnly), IdempotentHint: hint(o.Hints.Idempotent),
			DestructiveHint: hint(o.Hints.Destructive), OpenWorldHint: &no},
	}
}

// call carries out a tool call. Whatever goes wrong is in its result: an error of the
// protocol would not reach the model that asked.
func (s *service) call(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	arguments, err := argumentsOf(r)
	if err != nil {
		return refusedCall(ops.ErrorOf(err), ops.Meta{}), nil
	}
	told := progressOf(r.Params.Meta)
	request := ops.Request{Action: r.Params.Name, Person: personOf(r.Params.Meta), Agent: agentOf(ctx), Profile: ops.EditProfile, Progress: told.to(ctx, s.mcp)}
	if id, ok := arguments.Get("requestId").(string); ok {
		request.RequestID, arguments = id, arguments.Without("requestId")
	}
	if arguments.Get("action") == r.Params.Name { // as guides and answers write requests
		arguments = arguments.Without("action")
	}
	request.Arguments = arguments
	e := s.host.Do(ctx, request)
	told.settle(ctx)
	if !e.OK {
		return refusedCall(e.Error, e.Meta), nil
	}
	result := answered(e.Data, e.Meta)
	for _, a := range e.Attachments {
		if len(a.Data) > largestAttachment {
			return refusedCall(tooLarge(a), e.Meta), nil
		}
		result.Content = append(result.Content, attached(a))
	}
	return result, nil
}

func argumentsOf(r mcp.CallToolRequest) (model.Object, error) {
	raw := r.Params.RawArguments
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	arguments, err := model.DecodeObject(raw)
	if err != nil {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: "the arguments are no JSON object: " + err.Error(), Hint: "Send arguments as an object, such as {}"}
	}
	return arguments, nil
}

// answered is the result of a call that was carried out.
func answered(data any, meta ops.Meta) *mcp.CallToolResult {
	text, _ := data.(json.RawMessage)
	return &mcp.CallToolResult{
		Result: mcp.Result{Meta: told(meta)}, Content: append([]mcp.Content{mcp.NewTextContent(string(text))}, notes(meta)...),
		RawStructuredContent: text,
	}
}

// refusedCall is the result of a call that was not carried out.
func refusedCall(e *ops.Error, meta ops.Meta) *mcp.CallToolResult {
	result := answered(json.RawMessage(encoded(e)), meta)
	result.IsError = true
	return result
}
