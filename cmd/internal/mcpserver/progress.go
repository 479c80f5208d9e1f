package mcpserver

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

// progress answers a function that tells the client how far a request is, nil where
// it did not ask. Work that starts again does not go back in what is told.
func (s *service) progress(ctx context.Context, meta *mcp.Meta) func(done, total float64, next string) {
	if meta == nil || meta.ProgressToken == nil {
		return nil
	}
	last := -1.0
	return func(done, total float64, next string) {
		if done <= last {
			return
		}
		last = done
		// A client that does not read its notifications misses some; the answer says all.
		_ = s.mcp.SendNotificationToClient(ctx, string(mcp.MethodNotificationProgress),
			map[string]any{"progressToken": meta.ProgressToken, "progress": done, "total": total, "message": next})
	}
}
