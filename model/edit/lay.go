package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// makeArgs say what a new slab, ceiling or roof is made of and called.
type makeArgs struct {
	Type      string       `json:"type" also:"typeId,family" doc:"Its type, by id or name. Absent: the only one there is."`
	Thickness *args.Length `json:"thickness" join:"|" above:"0" doc:"Thickness in mm of one without a type."`
	Name      string       `json:"name" doc:"Its name."`
	ID        string       `json:"id" also:"newId" doc:"Id of the new record; id-1, id-2 … where there are several. Absent: made."`
}

// made is how a category takes its type.
type made struct {
	category string
	bare     bool // whether it may have neither type nor thickness
}

// of gives a record its type or its own thickness.
func (m made) of(tx *Tx, r *model.Record, typ string, thickness *args.Length) (*model.Record, error) {
	what := word(m.category)
	switch {
	case thickness != nil && typ != "":
		return nil, tx.Invalid("/thickness", "the type says how thick it is; leave thickness or type out", float64(*thickness))
	case thickness != nil:
		return r.With("thickness", float64(*thickness)), nil
	case typ != "":
		t, err := tx.Type(typ, m.category)
		if err != nil {
			return nil, err
		}
		return r.With("typeId", t.ID()), nil
	}
	types := tx.typesOf(m.category)
	switch {
	case len(types) == 1:
		tx.assume(fmt.Sprintf("type: %s, the only %s type", types[0], what))
		return r.With("typeId", types[0]), nil
	case m.bare:
		return r, nil
	case len(types) == 0:
		return nil, tx.Invalid("/type", fmt.Sprintf("there is no %s type; give thickness, or add_type first", what), nil)
	}
	return nil, tx.Invalid("/type", fmt.Sprintf("the %s needs a type: one of %s", what, strings.Join(types[:min(len(types), 12)], ", ")), nil)
}

// assume keeps what was assumed, once.
func (tx *Tx) assume(what string) {
	if !slices.Contains(tx.assumed, what) {
		tx.assumed = append(tx.assumed, what)
	}
}

// lay puts a record for each plate, which shape makes of one that is like all of them,
// and answers them.
func (c *cover) lay(like *model.Record, chosen string, shape func(*model.Record, plate) *model.Record) ([]*model.Record, error) {
	ids, err := c.tx.NewIDs(like.Category(), chosen, len(c.plates))
	if err != nil {
		return nil, err
	}
	out := make([]*model.Record, len(ids))
	for i, p := range c.plates {
		if err := p.check(); err != nil {
			return nil, c.tx.Invalid(c.path, err.Error(), nil)
		}
		out[i] = p.on(shape(like, p).With("id", ids[i]))
		if err := c.tx.Put(out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// uniform is the shape of plates that differ in their outlines alone.
func uniform(r *model.Record, _ plate) *model.Record { return r }

// start answers the record that the new ones are like: of a category, on a level, of a
// type.
func (c *cover) start(m made, level string, a makeArgs) (*model.Record, error) {
	r := model.NewRecord(model.Object{{Name: "id", Value: m.category}, {Name: "category", Value: m.category}})
	if err := c.tx.label("/name", a.Name); err != nil {
		return nil, err
	}
	r, err := m.of(c.tx, r.With("name", nonEmpty(a.Name)), a.Type, a.Thickness)
	if err != nil {
		return nil, err
	}
	return r.With("levelId", level), nil
}

// levelOf answers the id of the level that is named, else that of what is covered.
func (c *cover) levelOf(text string) (string, error) {
	if text == "" {
		return c.base()
	}
	level, err := c.tx.Level("level", text)
	if err != nil {
		return "", err
	}
	return level.ID(), nil
}

// free refuses a slab that would take the place of another one.
func (c *cover) free(slab *model.Record) error {
	s := c.tx.Snapshot()
	box, ok := category.Bounds(s, slab)
	if !ok {
		return nil
	}
	for id := range category.Space(s).Search(box) {
		other := s.Record(id)
		if other == nil || other.Category() != slab.Category() || !category.Stands(s, other) || finishes(s, other) != finishes(s, slab) {
			continue
		}
		there, _ := category.Bounds(s, other)
		if min(there.Max.Z, box.Max.Z)-max(there.Min.Z, box.Min.Z) <= geom.JoinTolerance {
			continue
		}
		for _, p := range c.plates {
			if region, ok := category.Outline(other); ok && geom.Overlaps(p.region(), region, geom.JoinTolerance) {
				return c.tx.Invalid(c.path, fmt.Sprintf("%s lies there already, at the same height; edit_outline changes it, or give another level or offset", titled(other)), nil)
			}
		}
	}
	return nil
}

// finishes tells whether a slab is a finish, which may lie on a structure: its kind
// or its type's says so, or its type has layers and none of them is structural.
func finishes(s *model.Snapshot, r *model.Record) bool {
	t := category.TypeOf(s, r)
	if kind := r.String("kind"); kind != "" || t == nil {
		return kind == "finish"
	}
	layers, _ := t.Get("layers").([]any)
	for _, layer := range layers {
		if o, ok := layer.(model.Object); ok && o.Get("function") == "structure" {
			return t.String("kind") == "finish"
		}
	}
	return t.String("kind") == "finish" || len(layers) > 0
}
