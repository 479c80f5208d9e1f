package mcpserver

import (
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/ops"
)

// The names in the metadata of messages: what a result was read from, and who asks for
// a call, which the host believes only where it was started to.
const (
	metaKey   = "ekgit/meta"
	personKey = "ekgit/person"
)

// mostNames is how many files with hand edits a result names.
const mostNames = 20

// brief is what travels of an answer's meta.
type brief struct {
	At          string   `json:"at,omitempty"`
	Sequence    *int     `json:"sequence,omitempty"`
	Uncommitted []string `json:"uncommitted,omitempty"`
	Warnings    []string `json:"warnings,omitempty"`
}

func briefOf(meta ops.Meta) brief {
	b := brief{At: meta.At, Sequence: meta.Sequence, Warnings: meta.Warnings, Uncommitted: meta.Uncommitted}
	if rest := len(b.Uncommitted) - mostNames; rest > 0 {
		b.Uncommitted = append(b.Uncommitted[:mostNames:mostNames], fmt.Sprintf("and %d more", rest))
	}
	return b
}

// told is a result's metadata, for the client.
func told(meta ops.Meta) *mcp.Meta {
	return &mcp.Meta{AdditionalFields: map[string]any{metaKey: briefOf(meta)}}
}

// notes is what the model behind the client has to see beside the data: hand edits
// that the answer rests on, and warnings.
func notes(meta ops.Meta) []mcp.Content {
	b := briefOf(meta)
	if len(b.Uncommitted) == 0 && len(b.Warnings) == 0 {
		return nil
	}
	b.At, b.Sequence = "", nil
	return []mcp.Content{mcp.NewTextContent(string(encoded(map[string]brief{"meta": b})))}
}

// personOf answers the person that whoever passes a call on says it is for.
func personOf(meta *mcp.Meta) string {
	person, _ := meta.GetMetaField(personKey).(string)
	return person
}
