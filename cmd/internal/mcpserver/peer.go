package mcpserver

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/openeik/ekgit/ops"
)

// waitingNotifications is how many notifications may wait to be written.
const waitingNotifications = 256

// peer is the one client of a connection.
type peer struct {
	subscriber
	notifications chan mcp.JSONRPCNotification
	ready         atomic.Bool
	mu            sync.Mutex
	info          mcp.Implementation
	capabilities  mcp.ClientCapabilities
	version       string
}

var (
	_ server.SessionWithClientInfo               = (*peer)(nil)
	_ server.SessionWithProtocolVersion          = (*peer)(nil)
	_ server.SessionWithResourceSubscriptionsErr = (*peer)(nil)
)

// SessionID implements server.ClientSession: there is one client.
func (p *peer) SessionID() string { return "stdio" }

// Initialize implements server.ClientSession.
func (p *peer) Initialize() { p.ready.Store(true) }

// Initialized implements server.ClientSession.
func (p *peer) Initialized() bool { return p.ready.Load() }

// NotificationChannel implements server.ClientSession.
func (p *peer) NotificationChannel() chan<- mcp.JSONRPCNotification { return p.notifications }

// GetClientInfo implements server.SessionWithClientInfo.
func (p *peer) GetClientInfo() mcp.Implementation { return locked(p, &p.info) }

// SetClientInfo implements server.SessionWithClientInfo.
func (p *peer) SetClientInfo(info mcp.Implementation) { set(p, &p.info, info) }

// GetClientCapabilities implements server.SessionWithClientInfo.
func (p *peer) GetClientCapabilities() mcp.ClientCapabilities { return locked(p, &p.capabilities) }

// SetClientCapabilities implements server.SessionWithClientInfo.
func (p *peer) SetClientCapabilities(c mcp.ClientCapabilities) { set(p, &p.capabilities, c) }

// ProtocolVersion implements server.SessionWithProtocolVersion.
func (p *peer) ProtocolVersion() string { return locked(p, &p.version) }

// SetProtocolVersion is told what the handshake agreed on.
func (p *peer) SetProtocolVersion(version string) { set(p, &p.version, version) }

func locked[T any](p *peer, value *T) T {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *value
}

func set[T any](p *peer, value *T, to T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*value = to
}

// stream is the client as a request for updates sees it: what it subscribes to is
// told under the request's id, and ends with the request.
type stream struct {
	*peer
	subscriber
}

func newPeer(host *ops.Host) *peer {
	p := &peer{notifications: make(chan mcp.JSONRPCNotification, waitingNotifications)}
	p.updates = newUpdates(host, p.notifications)
	return p
}

// listening answers the client as the request of an id sees it.
func (p *peer) listening(id json.RawMessage) stream {
	s := stream{peer: p, subscriber: subscriber{updates: p.updates}}
	if json.Unmarshal(id, &s.stream) != nil {
		s.stream = string(id)
	}
	return s
}

// agentOf answers who asks: the client's own name and version, from the request
// itself or from the handshake.
func agentOf(ctx context.Context) string {
	var info mcp.Implementation
	if p, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		info = p.GetClientInfo()
	}
	if r := server.RequestProtocolInfoFromContext(ctx); r != nil && r.Modern {
		info = mcp.Implementation{}
		if r.ClientInfo != nil {
			info = *r.ClientInfo
		}
	}
	return ops.AgentName(info.Name, info.Version)
}
