package mcpserver

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// settling is how long an answer waits behind the last notification of its call.
// Several clients forget whom a notification is for once they have read the answer,
// and read both at once where they arrive at once.
const settling = time.Millisecond

// progress tells a client how far its call is, where it asked to be told.
type progress struct {
	token mcp.ProgressToken
	last  float64
	told  bool
}

func progressOf(meta *mcp.Meta) *progress {
	p := &progress{last: -1}
	if meta != nil {
		p.token = meta.ProgressToken
	}
	return p
}

// to answers the function that tells it, nil where nobody asked. Work that starts
// again does not go back in what is told.
func (p *progress) to(ctx context.Context, s *server.MCPServer) func(done, total float64, next string) {
	if p.token == nil {
		return nil
	}
	return func(done, total float64, next string) {
		if done <= p.last {
			return
		}
		p.last, p.told = done, true
		// A client that does not read its notifications misses some; the answer says all.
		_ = s.SendNotificationToClient(ctx, string(mcp.MethodNotificationProgress),
			map[string]any{"progressToken": p.token, "progress": done, "total": total, "message": next})
	}
}

// settle waits until what was told can be read before the answer.
func (p *progress) settle(ctx context.Context) {
	if !p.told {
		return
	}
	select {
	case <-time.After(settling):
	case <-ctx.Done():
	}
}
