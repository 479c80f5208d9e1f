package mcpserver

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/openeik/ekgit/ops"
)

// refusal is the error that a request which is no tool call ends with. The library
// answers every error of a handler as an internal one; this is kept beside the request
// and put in its place.
type refusal struct {
	code int
	e    *ops.Error
}

type refusalKey struct{}

func withRefusal(ctx context.Context) (context.Context, *refusal) {
	r := &refusal{}
	return context.WithValue(ctx, refusalKey{}, r), r
}

// in answers the response with the refusal in the place of the library's error.
func (r *refusal) in(response any) any {
	failed, ok := response.(mcp.JSONRPCError)
	if !ok || r.e == nil {
		return response
	}
	message := r.e.Message
	if r.e.Hint != "" {
		message += ". " + r.e.Hint
	}
	failed.Error = mcp.NewJSONRPCErrorDetails(r.code, message, r.e)
	return failed
}

// refuse ends a request that is no tool call with an error, under a code of the
// protocol.
func refuse(ctx context.Context, code int, err error) error {
	if r, ok := ctx.Value(refusalKey{}).(*refusal); ok {
		r.code, r.e = code, ops.ErrorOf(err)
	}
	return err
}

// notFoundCode is the protocol's code for a resource that is not there: it changed
// between the generations.
func notFoundCode(ctx context.Context) int {
	if mcp.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
		return mcp.INVALID_PARAMS
	}
	return mcp.RESOURCE_NOT_FOUND
}
