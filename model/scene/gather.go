package scene

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/shape"
)

// gatherer collects the solids of a snapshot.
type gatherer struct {
	s       *model.Snapshot
	opt     Options
	scene   *Scene
	looks   map[string]look    // of materials, by id
	missing map[string]*unread // by the sha256 of shapes that cannot be shown
	without []string           // ids of what has no body
	astray  map[string]bool    // ids of what stands too far away

	triangles int
}

// unread is a shape that cannot be shown.
type unread struct {
	why string
	ids []string // of the elements that have it
}

// gather adds the solids of a record: of its shape, else of its members.
func (g *gatherer) gather(ctx context.Context, r *model.Record) error {
	sha, at, ok := shape.Of(g.s, r)
	if !ok {
		bodies := category.Bodies(g.s, r)
		if d := category.Find(r.Category()); len(bodies) == 0 && d.Embodied() {
			g.without = append(g.without, r.ID())
		}
		g.addBodies(r, bodies)
		return nil
	}
	if g.missing[sha] == nil {
		body, err := shape.Load(ctx, g.opt.Shapes, sha)
		if err == nil {
			g.addShape(r, body.At(at))
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.missing[sha] = &unread{why: shape.Reason(err)}
	}
	g.missing[sha].ids = append(g.missing[sha].ids, r.ID())
	g.addBodies(r, standIn(g.s, r, at))
	return nil
}

// standIn answers what an element whose shape is missing would be without it: the body
// of its members, else the box of its type's size.
func standIn(s *model.Snapshot, r *model.Record, at shape.Frame) []category.Body {
	if bodies := category.Bodies(s, r.Without("shape")); len(bodies) > 0 {
		return bodies
	}
	t := category.TypeOf(s, r)
	if t == nil {
		return nil
	}
	size, ok := t.Point3("size")
	if !ok || !(size[0] > 0 && size[1] > 0 && size[2] > 0) {
		return nil
	}
	mesh := geom.Extrude(geom.Region{Outer: geom.Rect(geom.Point{}, size[0], size[1], 0)}, 0, size[2])
	for i, p := range mesh.Points {
		mesh.Points[i] = at.Point(p)
	}
	return []category.Body{{Mesh: mesh, Part: "body", Material: cmp.Or(r.String("materialId"), t.String("materialId"))}}
}

// solid answers what all solids of a record have in common.
func (g *gatherer) solid(r *model.Record) Solid {
	out := Solid{Record: r, Type: category.TypeOf(g.s, r)}
	if l, ok := category.Levels(g.s).Get(r.String("levelId")); ok {
		out.Level = cmp.Or(l.Name, l.ID)
	}
	return out
}

func (g *gatherer) addBodies(r *model.Record, bodies []category.Body) {
	base := g.solid(r)
	for _, b := range bodies {
		s := base
		l := g.look(b.Material, r, b.Part)
		s.Part, s.Mesh, s.Closed, s.Material, s.Color = b.Part, b.Mesh, true, l.name, l.color
		g.add(s)
	}
}

// addShape adds the parts of a shape, in the colours of its file, else of its
// record's material.
func (g *gatherer) addShape(r *model.Record, body *shape.Shape) {
	base := g.solid(r)
	for _, p := range body.Parts() {
		s := base
		s.Part, s.Mesh, s.Closed, s.Material, s.Color = "shape", p.Mesh, p.Closed, p.Name, p.Color
		if p.Plain {
			material := r.String("materialId")
			if t := category.TypeOf(g.s, r); material == "" && t != nil {
				material = t.String("materialId")
			}
			l := g.look(material, r, "body")
			s.Material, s.Color = cmp.Or(p.Name, l.name), l.color
		}
		g.add(s)
	}
}

// beyond is how far in mm from the origin nothing of a building stands: a thousand
// kilometres.
const beyond = 1e9

// add adds a solid, unless it stands where no building does.
func (g *gatherer) add(b Solid) {
	world := geom.BoxOf(geom.Point3{}).Grow(beyond + 1)
	if !world.Contains(b.Mesh.Bounds()) {
		g.astray[b.ID()] = true
		return
	}
	g.triangles += len(b.Mesh.Triangles)
	g.scene.Solids = append(g.scene.Solids, b)
}

// named answers the first few of some names and how many more there are.
func named(list []string) string {
	const most = 5
	text := strings.Join(list[:min(len(list), most)], ", ")
	if rest := len(list) - most; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// notes says what could not be shown as it is.
func (g *gatherer) notes() []string {
	var out []string
	for _, sha := range slices.Sorted(maps.Keys(g.missing)) {
		m := g.missing[sha]
		out = append(out, fmt.Sprintf("Shape %s of %s is shown as its size or left out: %s", sha[:min(12, len(sha))], named(slices.Sorted(slices.Values(m.ids))), m.why))
	}
	if len(g.without) > 0 {
		out = append(out, "Not shown, as they have no body: "+named(g.without))
	}
	for _, id := range slices.Sorted(maps.Keys(g.astray)) {
		out = append(out, id+" is left out: it stands over a thousand kilometres from the origin")
	}
	return out
}
