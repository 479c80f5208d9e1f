package shape

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/qmuntal/gltf"
)

// What a shape may have at most. They bound the memory that a stranger's file can
// take.
const (
	MaxBytes     = 64 << 20 // of the file
	MaxTriangles = 1_000_000

	maxJSON  = 2 << 20
	maxDepth = 64 // of nodes below each other
)

// The parts of a binary glTF file, from the glTF 2.0 specification, section 4.4.
const (
	magic     = 0x46546C67
	chunkJSON = 0x4E4F534A
	chunkBIN  = 0x004E4942
)

// harmless are the extensions that change nothing of what is read here.
var harmless = []string{"KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_", "KHR_xmp"}

// Read reads a GLB: every triangle of its scene, with glTF's metres and y up turned
// into mm and z up. Errors are *model.Problem.
func Read(data []byte) (*Shape, error) {
	doc, bin, err := open(data)
	if err != nil {
		return nil, err
	}
	for _, name := range doc.ExtensionsRequired {
		if !slices.ContainsFunc(harmless, func(p string) bool { return strings.HasPrefix(name, p) }) {
			return nil, bad("needs the extension %q, which is not read here", name)
		}
	}
	r := &reader{doc: doc, bin: bin, parts: map[int]*partBuilder{}, visited: make([]bool, len(doc.Nodes))}
	for _, root := range roots(doc) {
		if err := r.node(root, identity, 0); err != nil {
			return nil, err
		}
	}
	return r.shape()
}

// bad says what is wrong with a file.
func bad(format string, args ...any) error {
	return &model.Problem{
		Code:    model.InvalidArgument,
		Message: "The shape " + fmt.Sprintf(format, args...),
		Hint:    "Export it again as binary glTF 2.0 (.glb) with plain triangles, without compression, and import that",
	}
}

// open takes a file into its description and its data.
func open(data []byte) (*gltf.Document, []byte, error) {
	if len(data) > MaxBytes {
		return nil, nil, bad("has %d bytes; at most %d are read", len(data), MaxBytes)
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint32(data[i:])) }
	if len(data) < 20 || word(0) != magic || word(4) != 2 || word(8) != len(data) || word(16) != chunkJSON {
		return nil, nil, bad("is no binary glTF 2.0 file, or is cut off")
	}
	size := word(12)
	if size > maxJSON || size > len(data)-20 {
		return nil, nil, bad("has a description of %d bytes; at most %d are read", size, min(maxJSON, len(data)-20))
	}
	doc := &gltf.Document{}
	if err := json.Unmarshal(data[20:20+size], doc); err != nil {
		return nil, nil, bad("has a description that cannot be read: %v", err)
	}
	at := 20 + size
	if len(data)-at < 8 || word(at+4) != chunkBIN {
		return doc, nil, nil
	}
	size = word(at)
	if size > len(data)-at-8 {
		return nil, nil, bad("says that it has %d bytes of data but ends before", size)
	}
	return doc, data[at+8 : at+8+size], nil
}

// roots answers the nodes that the scene begins with: without one, all that are no
// other's children.
func roots(doc *gltf.Document) []int {
	scene := 0
	if doc.Scene != nil {
		scene = *doc.Scene
	}
	if scene >= 0 && scene < len(doc.Scenes) && doc.Scenes[scene] != nil {
		return doc.Scenes[scene].Nodes
	}
	child := make([]bool, len(doc.Nodes))
	for _, n := range doc.Nodes {
		if n == nil {
			continue
		}
		for _, c := range n.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	var out []int
	for i := range doc.Nodes {
		if !child[i] {
			out = append(out, i)
		}
	}
	return out
}

// reader collects the triangles of a file by their material.
type reader struct {
	doc       *gltf.Document
	bin       []byte
	parts     map[int]*partBuilder // by material, -1 where there is none
	order     []int
	visited   []bool
	triangles int
}

// node reads a node and what is below it.
func (r *reader) node(i int, parent matrix, depth int) error {
	n := item(r.doc.Nodes, i)
	if n == nil || depth > maxDepth || r.visited[i] {
		return bad("has nodes that are missing, below themselves or over %d deep (node %d)", maxDepth, i)
	}
	r.visited[i] = true
	at := parent.times(matrixOf(n))
	if n.Mesh != nil {
		m := item(r.doc.Meshes, *n.Mesh)
		if m == nil {
			return bad("has no mesh %d, which node %d names", *n.Mesh, i)
		}
		for _, p := range m.Primitives {
			if err := r.primitive(p, at); err != nil {
				return err
			}
		}
	}
	for _, c := range n.Children {
		if err := r.node(c, at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// item answers what a list holds at an index, nil where it has none.
func item[T any](list []*T, i int) *T {
	if i < 0 || i >= len(list) {
		return nil
	}
	return list[i]
}
