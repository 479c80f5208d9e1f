package mcpserver

import (
	"context"
	"encoding/base64"
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// addResources offers the guide's core and topics, and whatever the model holds at
// any commit under one template.
func (s *service) addResources() {
	for i, topic := range ops.GuideTexts() {
		priority := 0.5
		if i == 0 {
			priority = 1
		}
		text := topic.Text
		r := mcp.NewResource(guideURI(topic.Name), "guide-"+topic.Name, mcp.WithResourceDescription(topic.Summary), mcp.WithMIMEType("text/markdown"),
			mcp.WithResourceSize(int64(len(text))), mcp.WithAnnotations([]mcp.Role{mcp.RoleAssistant}, priority, ""))
		s.mcp.AddResource(r, func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.URI, MIMEType: r.MIMEType, Text: text}}, nil
		})
	}
	template := mcp.NewResourceTemplate(modelTemplate, "model-file",
		mcp.WithTemplateTitle("A file or folder of the model"),
		mcp.WithTemplateDescription("commit: a commit, sequence number, tag, branch, HEAD, or "+workingFolder+" for the folder as it is, hand edits included. path: a file such as "+
			"levels/level-0.json, or a folder, which answers what tree answers."))
	s.mcp.AddResourceTemplate(template, s.modelResource)
}

// modelResource reads what a URI of the template names.
func (s *service) modelResource(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	uri := r.Params.URI
	at, err := parseURI(uri)
	if err != nil {
		return nil, refuse(ctx, mcp.INVALID_PARAMS, err)
	}
	found, err := s.host.Resource(ctx, at.commit, at.path)
	if err != nil {
		var p *model.Problem
		code := mcp.INTERNAL_ERROR
		switch errors.As(err, &p); {
		case p != nil && p.Code == model.NotFound:
			code = notFoundCode(ctx)
		case p != nil && p.Code != model.Internal:
			code = mcp.INVALID_PARAMS
		}
		return nil, refuse(ctx, code, err)
	}
	return []mcp.ResourceContents{contents(uri, at.path, found)}, nil
}

// contents answers a file as text without what does not show itself, or as base64
// where it is no text.
func contents(uri, name string, found *ops.Resource) mcp.ResourceContents {
	kind := "application/json"
	switch extension := path.Ext(name); {
	case found.Folder || extension == ".json":
	case extension == ".md":
		kind = "text/markdown"
	case extension == ".glb":
		kind = "model/gltf-binary"
	default:
		kind = "text/plain"
	}
	if !utf8.Valid(found.Data) || strings.HasPrefix(kind, "model/") {
		return mcp.BlobResourceContents{URI: uri, MIMEType: kind, Blob: base64.StdEncoding.EncodeToString(found.Data)}
	}
	text := mcp.TextResourceContents{URI: uri, MIMEType: kind, Text: ops.Visible(string(found.Data))}
	if len(text.Text) < len(found.Data) {
		text.Meta = map[string]any{metaKey: brief{Warnings: []string{"This text leaves out characters that do not show themselves; the file holds them still"}}}
	}
	return text
}
