package mcpserver

import (
	"encoding/base64"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// largestAttachment is the largest file in bytes that goes with a result: clients hold a
// message whole.
const largestAttachment = 8 << 20

// attached answers a file as content: a picture as one that a model can look at, all
// else as a resource under its name.
func attached(a ops.Attachment) mcp.Content {
	data := base64.StdEncoding.EncodeToString(a.Data)
	switch a.MIMEType {
	case "image/png":
		return mcp.NewImageContent(data, a.MIMEType)
	case "image/svg+xml":
		return mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: attachmentURI(a.Name), MIMEType: a.MIMEType, Text: string(a.Data)})
	}
	return mcp.NewEmbeddedResource(mcp.BlobResourceContents{URI: attachmentURI(a.Name), MIMEType: a.MIMEType, Blob: data})
}

// attachmentURI names a file that is in the message itself and can be read nowhere else.
func attachmentURI(name string) string { return "attachment:" + name }

func tooLarge(a ops.Attachment) *ops.Error {
	return &ops.Error{Code: model.OverBudget, Message: fmt.Sprintf("%s has %d bytes, more than a message may carry (%d)", a.Name, len(a.Data), largestAttachment),
		Hint: "Ask for less of it (a smaller size, a filter, a level), or have a person run ek snapshot-2d or ek snapshot-3d, which write a file"}
}
