package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/openeik/ekgit/ops"
)

// service answers the messages of one client with what a host does.
type service struct {
	host    *ops.Host
	peer    *peer
	updates *updates
	mcp     *server.MCPServer
}

func newService(host *ops.Host) *service {
	s := &service{host: host, peer: newPeer(host)}
	s.updates = s.peer.updates
	hooks := &server.Hooks{}
	hooks.AddAfterListTools(s.offered)
	s.mcp = server.NewMCPServer("ekgit", ops.Version,
		server.WithTitle("ekgit: a building model in git"),
		server.WithInstructions(instructions),
		server.WithHooks(hooks),
		server.WithToolCapabilities(false),
		server.WithPromptCapabilities(false),
		server.WithResourceCapabilities(true, false),
		server.WithCompletions(),
		server.WithPromptCompletionProvider(s),
		server.WithResourceCompletionProvider(s),
	)
	s.addTools()
	s.addResources()
	s.addPrompts()
	return s
}

// answer answers a message, nil where it wants no answer.
func (s *service) answer(ctx context.Context, h header, message json.RawMessage) any {
	var client server.ClientSession = s.peer
	if h.Method == string(mcp.MethodSubscriptionsListen) {
		client = s.peer.listening(h.ID)
	}
	ctx, refused := withRefusal(s.mcp.WithContext(ctx, client))
	response := s.mcp.HandleMessage(ctx, message)
	if response == nil {
		return nil
	}
	return refused.in(response)
}
