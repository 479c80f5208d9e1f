package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/ops"
)

// readText reads a resource that has to be text.
func readText(t testing.TB, c connected, uri string) string {
	t.Helper()
	r := mcp.ReadResourceRequest{}
	r.Params.URI = uri
	result, err := c.ReadResource(context.Background(), r)
	if err != nil {
		t.Fatalf("%s: %v", uri, err)
	}
	text, ok := result.Contents[0].(mcp.TextResourceContents)
	if !ok || len(result.Contents) != 1 || text.URI != uri {
		t.Fatalf("%s is read as %+v", uri, result.Contents)
	}
	return text.Text
}

func TestResourcesAreListedOnce(t *testing.T) {
	for _, era := range eras {
		c := connect(t, open(t, houseDir(t), ops.Options{}), era)
		list, err := c.ListResources(context.Background(), mcp.ListResourcesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if len(list.Resources) != len(ops.GuideTexts()) {
			t.Errorf("%d resources are listed for %d texts", len(list.Resources), len(ops.GuideTexts()))
		}
		names := map[string]bool{}
		for _, r := range list.Resources {
			if names[r.Name] || r.Description == "" || r.MIMEType != "text/markdown" {
				t.Errorf("resource %+v", r)
			}
			names[r.Name] = true
			if text := readText(t, c, r.URI); int64(len(text)) != *r.Size || text == "" {
				t.Errorf("%s has %d bytes, not %d", r.URI, len(text), *r.Size)
			}
		}
		templates, err := c.ListResourceTemplates(context.Background(), mcp.ListResourceTemplatesRequest{})
		if err != nil || len(templates.ResourceTemplates) != 1 || templates.ResourceTemplates[0].URITemplate.Raw() != modelTemplate {
			t.Errorf("templates %+v, %v", templates, err)
		}
	}
}

func TestModelIsReadAtAnyCommit(t *testing.T) {
	dir := houseDir(t)
	first := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD"))
	git(t, dir, "branch", "side/walls")
	write(t, dir, "eik.json", strings.Replace(fileOf(t, dir, "eik.json"), "One-storey house", "Second name", 1))
	git(t, dir, "commit", "-q", "-a", "-m", "Name it again")
	write(t, dir, "eik.json", strings.Replace(fileOf(t, dir, "eik.json"), "Second name", "Third name", 1))
	for _, era := range eras {
		c := connect(t, open(t, dir, ops.Options{}), era)
		for at, want := range map[string]string{
			first: "One-storey house", first[:10]: "One-storey house", "1": "One-storey house", "side%2Fwalls": "One-storey house", "HEAD~1": "One-storey house",
			"HEAD": "Second name", "main": "Second name", "2": "Second name", "now": "Third name",
		} {
			if text := readText(t, c, "eik://"+at+"/eik.json"); !strings.Contains(text, want) {
				t.Errorf("%s: the manifest is not that of %q:\n%s", at, want, text)
			}
		}
		if text := readText(t, c, "eik://HEAD/architecture/level-0/wall/wall-south.json"); text != fileOf(t, dir, "architecture/level-0/wall/wall-south.json") {
			t.Errorf("a record is not read as it stands:\n%s", text)
		}
		for _, folder := range []string{"eik://HEAD/architecture/level-0", "eik://HEAD/architecture/level-0/"} {
			if text := readText(t, c, folder); !strings.Contains(text, `"path":"architecture/level-0"`) || !strings.Contains(text, "types: Exterior wall 300 4, Partition 100 1") {
				t.Errorf("%s: %s", folder, text)
			}
		}
		if text := readText(t, c, "eik://now/"); !strings.Contains(text, `"folders"`) {
			t.Errorf("the root: %s", text)
		}
	}
}

func fileOf(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestNoResourceLeadsOut holds that a URI which names nothing of the model is refused
// under the protocol's own codes, and that it is never taken for a file elsewhere.
func TestNoResourceLeadsOut(t *testing.T) {
	dir := houseDir(t)
	write(t, filepath.Dir(dir), "secret.json", "{}")
	for _, era := range eras {
		missing := mcp.RESOURCE_NOT_FOUND
		if mcp.IsModernProtocol(era) {
			missing = mcp.INVALID_PARAMS
		}
		r := begin(t, serving(open(t, dir, ops.Options{})))
		id := 0
		for uri, code := range map[string]int{
			"eik://HEAD/nothing.json":                             missing,
			"eik://HEAD/architecture/level-0/wall/wall-x.json":    missing,
			"eik://nowhere/eik.json":                              missing,
			"eik://9999/eik.json":                                 missing,
			"eik-guide://nothing":                                 missing,
			"file:///etc/passwd":                                  missing,
			"eik://HEAD/../secret.json":                           mcp.INVALID_PARAMS,
			"eik://HEAD/architecture/../../secret.json":           mcp.INVALID_PARAMS,
			"eik://HEAD/architecture%2F..%2F..%2Fsecret.json":     mcp.INVALID_PARAMS,
			"eik://HEAD/%2e%2e/secret.json":                       mcp.INVALID_PARAMS,
			"eik://HEAD/..%5Csecret.json":                         mcp.INVALID_PARAMS,
			"eik://HEAD//eik.json":                                mcp.INVALID_PARAMS,
			"eik://HEAD/eik.json?at=1":                            mcp.INVALID_PARAMS,
			"eik://HEAD/eik.json#x":                               mcp.INVALID_PARAMS,
			"eik://HEAD/%00":                                      mcp.INVALID_PARAMS,
			"eik://HEAD/%zz":                                      missing,
			"eik://" + strings.Repeat("a", 5000) + "/eik.json":    missing,
			"eik://HEAD/" + strings.Repeat("a/", 3000) + "x.json": missing,
		} {
			id++
			r.send(`{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{%s"uri":%q}}`, id, metaOf(era), uri)
			m := r.next()
			if m.Error == nil {
				t.Errorf("%s: %.100s is read: %s", era, uri, m.Result)
			} else if m.Error.Code != code || m.Error.Message == "" || strings.Contains(string(m.Result), "secret") {
				t.Errorf("%s: %.100s is refused with %+v", era, uri, m.Error)
			}
		}
		r.end()
	}
}

// serving answers what runs a server of a host.
func serving(host *ops.Host) func(in io.Reader, out io.Writer) error {
	return func(in io.Reader, out io.Writer) error { return Serve(context.Background(), host, in, out, Options{}) }
}

// metaOf answers the metadata that a request of an era begins with.
func metaOf(era string) string {
	if !mcp.IsModernProtocol(era) {
		return ""
	}
	return fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"}},`, era)
}

// TestRefusalSaysWhatToDo holds that an error of the protocol carries the error of the
// operation.
func TestRefusalSaysWhatToDo(t *testing.T) {
	for _, era := range eras {
		r := begin(t, serving(open(t, houseDir(t), ops.Options{})))
		r.send(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{%s"uri":"eik://HEAD/levels/level-9.json"}}`, metaOf(era))
		m := r.next()
		if m.Error == nil || !strings.Contains(m.Error.Message, "tree lists what there is") || !strings.Contains(string(m.Error.Data), `"try"`) {
			t.Errorf("answer %+v", m.Error)
		}
		r.end()
	}
}

// TestHiddenTextOfFilesIsLeftOut holds for resources what holds for answers.
func TestHiddenTextOfFilesIsLeftOut(t *testing.T) {
	dir := houseDir(t)
	write(t, dir, "README.md", "A\u202e house\u200b\r\n")
	write(t, dir, "shapes/x.glb", "glTF\x00\xff")
	c := connect(t, open(t, dir, ops.Options{}), mcp.ProtocolVersion20251125)
	r := mcp.ReadResourceRequest{}
	r.Params.URI = "eik://now/README.md"
	result, err := c.ReadResource(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := result.Contents[0].(mcp.TextResourceContents); !ok || text.Text != "A house\n" || text.Meta[metaKey] == nil {
		t.Errorf("the text is %+v", result.Contents[0])
	}
	r.Params.URI = "eik://now/shapes/x.glb"
	result, err = c.ReadResource(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if blob, ok := result.Contents[0].(mcp.BlobResourceContents); !ok || blob.Blob != "Z2xURgD/" {
		t.Errorf("the shape is %+v", result.Contents[0])
	}
}

func FuzzParseURI(f *testing.F) {
	for _, seed := range []string{"eik://HEAD/eik.json", "eik://a%2Fb/x%20y/z", "eik://HEAD/../x", "eik://HEAD/%2e%2e/x", "eik:///x", "eik://now", "eik://now/", "eik://HEAD/a%2F..%2Fb", "x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		p, err := parseURI(uri)
		if err != nil {
			if p != (place{}) || errors.Unwrap(err) != nil || err.Error() == "" {
				t.Fatalf("%q: %+v, %v", uri, p, err)
			}
			return
		}
		if p.path != "" && !filepath.IsLocal(filepath.FromSlash(p.path)) || strings.ContainsAny(p.path, "\x00\\") {
			t.Fatalf("%q leads to %q", uri, p.path)
		}
		for part := range strings.SplitSeq(p.path, "/") {
			if part == "." || part == ".." || part == "" && p.path != "" {
				t.Fatalf("%q has the part %q", uri, part)
			}
		}
	})
}
