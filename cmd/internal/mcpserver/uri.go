package mcpserver

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/openeik/ekgit/model"
)

// The two kinds of resources: what a model holds at a commit, and the guide.
const (
	modelScheme   = "eik://"
	guideScheme   = "eik-guide://"
	modelTemplate = modelScheme + "{commit}/{+path}"
	workingFolder = "now" // stands where a commit does: the folder as it is, hand edits included
)

// place is what a resource's URI names: a path of the model at a commit.
type place struct {
	commit string // empty: the folder as it is now
	path   string // with slashes, empty for the root
}

func isGuide(uri string) bool { return strings.HasPrefix(uri, guideScheme) }

func guideURI(topic string) string { return guideScheme + topic }

// parseURI reads eik://{commit}/{path}. Each part of the path is decoded after it is
// parted, so that an encoded slash is never a slash, and no path leads out of the
// model.
func parseURI(uri string) (place, error) {
	rest, ok := strings.CutPrefix(uri, modelScheme)
	if !ok {
		return place{}, badURI(uri, "begins with neither "+modelScheme+" nor "+guideScheme)
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		return place{}, badURI(uri, fmt.Sprintf("has a %q: there are no queries and no fragments", rest[i]))
	}
	commit, path, _ := strings.Cut(rest, "/")
	var p place
	var err error
	if p.commit, err = url.PathUnescape(commit); err != nil || p.commit == "" || strings.ContainsFunc(p.commit, control) {
		return place{}, badURI(uri, "names no commit before the path")
	}
	if p.commit == workingFolder {
		p.commit = ""
	}
	path = strings.TrimSuffix(path, "/")
	if path == "" {
		return p, nil
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		name, err := url.PathUnescape(part)
		if err != nil || name == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\`) || strings.ContainsFunc(name, control) {
			return place{}, badURI(uri, fmt.Sprintf("has %q in its path, which no file of a model is called", part))
		}
		parts[i] = name
	}
	p.path = strings.Join(parts, "/")
	return p, nil
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

func badURI(uri, why string) error {
	return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%.200q %s", uri, why),
		Hint: "Send for example " + modelScheme + "HEAD/eik.json, " + modelScheme + workingFolder + "/levels, or one that resources/list names"}
}
