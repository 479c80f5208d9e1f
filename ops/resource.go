package ops

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"strings"

	"github.com/openeik/ekgit/guide"
	"github.com/openeik/ekgit/model"
)

// mostResourceBytes is the largest file that is answered as a resource.
const mostResourceBytes = 5 << 20

// Resource is a file of a model, or what tree answers of one of its folders, as it
// stands at one moment.
type Resource struct {
	Folder bool
	Data   []byte // the file's bytes; of a folder, JSON
}

// Resource answers the file or folder at a path of the model, with slashes and
// relative to its root; an empty path is the root. It is read at a commit, or, where
// at is empty, from the folder as it is now.
func (h *Host) Resource(ctx context.Context, at, path string) (*Resource, error) {
	c, s, err := h.look(ctx, at)
	if err != nil {
		return nil, err
	}
	f := s.FileAt(path)
	switch {
	case f == nil && !isFolder(s, path):
		return nil, notThere(path)
	case f == nil:
		return h.folderResource(ctx, at, path)
	case f.Mode > model.Executable:
		return nil, &model.Problem{Code: model.Unsupported, Message: path + " is a link, and links are never followed"}
	case f.Size > mostResourceBytes:
		return nil, &model.Problem{Code: model.OverBudget, Message: fmt.Sprintf("%s has %d bytes, over %d", path, f.Size, mostResourceBytes),
			Hint: "Read it from the disk, or from git"}
	}
	data, err := c.contentOf(ctx, f, mostResourceBytes)
	if err != nil {
		return nil, problem(err)
	}
	return &Resource{Data: data}, nil
}

// ResourceVersion answers a text that differs where what Resource answers may differ,
// empty where nothing is at the path.
func (h *Host) ResourceVersion(ctx context.Context, at, path string) (string, error) {
	_, s, err := h.look(ctx, at)
	if err != nil {
		return "", err
	}
	if f := s.FileAt(path); f != nil {
		return f.Revision.String(), nil
	}
	if !isFolder(s, path) {
		return "", nil
	}
	version := sha256.New()
	for _, folder := range s.Under(path) {
		fmt.Fprintf(version, "%s\x00%s\n", folder.Path(), folder.Key())
	}
	return hex.EncodeToString(version.Sum(nil)), nil
}

// look begins to read outside of an operation.
func (h *Host) look(ctx context.Context, at string) (*call, *model.Snapshot, error) {
	c := h.newCall(&Request{Action: "resource"})
	err := c.begin(ctx)
	var s *model.Snapshot
	if err == nil {
		s, err = c.snapshot(ctx, at)
	}
	if err != nil {
		return nil, nil, problem(err)
	}
	return c, s, nil
}

func isFolder(s *model.Snapshot, path string) bool { return path == "" || len(s.Under(path)) > 0 }

func notThere(path string) error {
	return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("the model has no file or folder %q", path),
		Hint: "tree lists what there is, folder by folder", Details: map[string]any{"got": path, "try": model.Object{{Name: "action", Value: "tree"}}}}
}

func (h *Host) folderResource(ctx context.Context, at, path string) (*Resource, error) {
	var arguments model.Object
	for name, value := range map[string]string{"path": path, "at": at} {
		if value != "" {
			arguments = arguments.With(name, value)
		}
	}
	e := h.Do(ctx, Request{Action: "tree", Arguments: arguments})
	if !e.OK {
		return nil, &model.Problem{Code: e.Error.Code, Message: e.Error.Message, Hint: e.Error.Hint, Details: e.Error.Details}
	}
	data, err := encode(e.Data)
	return &Resource{Folder: true, Data: data}, err
}

// Paths answers the paths of a model's files that begin with a text, in order, at a
// commit or, where at is empty, in the folder as it is now. Where it cannot be read
// there are none.
func (h *Host) Paths(ctx context.Context, at, start string) iter.Seq[string] {
	return func(yield func(string) bool) {
		_, s, err := h.look(ctx, at)
		if err != nil {
			return
		}
		for f := range s.Files() {
			if strings.HasPrefix(f.Path, start) && !yield(f.Path) {
				return
			}
		}
	}
}

// GuideText is one text of the guide: its core or a topic.
type GuideText struct{ Name, Summary, Text string }

// GuideTexts answers the guide's core and then its topics by name.
func GuideTexts() []GuideText {
	texts := []GuideText{{"core", "What to know before anything else: read it once at the start.", guide.Core()}}
	for _, t := range guide.Topics() {
		text, _ := guide.Topic(t.Name)
		texts = append(texts, GuideText{t.Name, t.Summary, text})
	}
	return texts
}
