package shape

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"sync"

	"github.com/openeik/ekgit/model"
)

// Source answers the bytes of a shape by their sha256 in hex, or a *model.Problem.
type Source func(ctx context.Context, sha256 string) ([]byte, error)

// Load answers a shape by its sha256. What was read is kept for the next one who asks,
// whatever model it is of, as far as room is left; the bytes are held against the name.
// A shape that cannot be read is not kept. Errors are *model.Problem, the source's own,
// or ctx's. Load may be called concurrently.
func Load(ctx context.Context, from Source, sha string) (*Shape, error) {
	if s := known.get(sha); s != nil {
		return s, nil
	}
	if from == nil {
		return nil, &model.Problem{Code: model.NotFound, Message: "The bytes of shape " + short(sha) + " are not at hand", Hint: "Ask a host that holds the model's repository"}
	}
	data, err := from(ctx, sha)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != sha {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: "The file of shape " + short(sha) + " holds other bytes than its name says", Hint: "Restore shapes/" + sha + ".glb from history, or import the shape again"}
	}
	s, err := Read(data)
	if err != nil {
		return nil, err
	}
	known.put(sha, s)
	return s, nil
}

// Reason answers why a shape cannot be read, in a sentence without its end, for a note
// that stands beside others.
func Reason(err error) string {
	var p *model.Problem
	if errors.As(err, &p) {
		return p.Message
	}
	return err.Error()
}

func short(sha string) string { return sha[:min(12, len(sha))] }

// keptTriangles is how many triangles of shapes are kept: about 64 MB.
const keptTriangles = 1_000_000

// known holds the shapes that were read last.
var known = cache{byName: map[string]*list.Element{}, used: list.New()}

// cache keeps shapes until others need their room, those first that were not asked
// for longest.
type cache struct {
	mu        sync.Mutex
	byName    map[string]*list.Element
	used      *list.List // of *entry, the last used in front
	triangles int
}

type entry struct {
	sha   string
	shape *Shape
}

func (c *cache) get(sha string) *Shape {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byName[sha]
	if e == nil {
		return nil
	}
	c.used.MoveToFront(e)
	return e.Value.(*entry).shape
}

func (c *cache) put(sha string, s *Shape) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byName[sha] != nil || s.Triangles() > keptTriangles {
		return
	}
	c.byName[sha] = c.used.PushFront(&entry{sha, s})
	for c.triangles += s.Triangles(); c.triangles > keptTriangles; {
		last := c.used.Remove(c.used.Back()).(*entry)
		delete(c.byName, last.sha)
		c.triangles -= last.shape.Triangles()
	}
}
