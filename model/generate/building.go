// Package generate makes plausible office buildings of any height: the same bytes
// for the same options, on every machine. They are for trials, examples and
// measurements, where a model has to be of a known size and free of errors. It
// designs nothing: every storey is a variation of one plan.
package generate

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/openeik/ekgit/model"
)

// MaxStoreys is the height of the highest building that Building makes.
const MaxStoreys = 2000

// Options say which building to make.
type Options struct {
	Storeys int    // from 1 to MaxStoreys; each brings about 200 records
	Seed    uint64 // buildings of different seeds differ in rooms, windows and furniture
}

// Building answers a whole model, its manifest included, read by the schema. The
// model has no finding of severity error. Storeys differ in how their bays are
// divided, what their rooms are for and which windows they have. It is an error
// that the number of storeys is out of range or that the schema lacks a category
// that the building uses.
func Building(schema *model.Schema, o Options) (*model.Snapshot, error) {
	if o.Storeys < 1 || o.Storeys > MaxStoreys {
		return nil, fmt.Errorf("a building has from 1 to %d storeys, not %d", MaxStoreys, o.Storeys)
	}
	b := &builder{schema: schema, files: make(map[string]*model.File, 210*o.Storeys+100), digits: len(strconv.Itoa(o.Storeys))}
	b.digits = max(b.digits, 2)
	b.manifest(o)
	b.library()
	b.grid()
	b.levels(o)
	for n := range o.Storeys {
		b.storey(o, n)
	}
	b.roof(o)
	if b.err != nil {
		return nil, b.err
	}
	return model.NewSnapshot(schema, nil).WithFiles(b.files), nil
}

// builder collects the files of a building.
type builder struct {
	schema *model.Schema
	files  map[string]*model.File
	digits int // of a storey's number in ids
	err    error
}

// put adds a record. Its members are plain Go values: map[string]any, []any,
// string, bool, int and float64. The first error is kept and ends the work.
func (b *builder) put(category, id string, members map[string]any) {
	members["id"], members["category"] = id, category
	record := model.NewRecord(model.FromJSON(members).(model.Object))
	path, err := b.schema.PathOf(record)
	if err != nil {
		if b.err == nil {
			b.err = fmt.Errorf("generate %s: %w", id, err)
		}
		return
	}
	b.write(path, b.schema.Encode(record))
}

func (b *builder) write(path string, raw []byte) {
	b.files[path] = b.schema.NewFile(path, model.RawFile{Revision: model.RevisionOf(raw), Size: int64(len(raw)), Data: raw})
}

// code is the number of a storey as it stands in ids, names and numbers.
func (b *builder) code(storey int) string { return fmt.Sprintf("%0*d", b.digits, storey) }

func (b *builder) levelID(storey int) string { return "level-" + b.code(storey) }

func point(x, y float64) []any { return model.PointValue(x, y) }

// rectangle is the outline of an upright rectangle, counter-clockwise.
func rectangle(x0, y0, x1, y1 float64) []any {
	return []any{point(x0, y0), point(x1, y0), point(x1, y1), point(x0, y1)}
}

// storey makes one storey with all that stands on it.
func (b *builder) storey(o Options, n int) {
	s := &storey{
		builder: b,
		n:       n,
		last:    n == o.Storeys-1,
		top:     o.Storeys,
		code:    b.code(n),
		level:   b.levelID(n),
		height:  storeyHeight(n),
		chance:  rand.New(rand.NewPCG(o.Seed, uint64(n))),
	}
	s.divide()
	s.structure()
	s.walls()
	s.windows()
	for i := range s.rooms {
		s.room(&s.rooms[i], i)
	}
	s.corridor()
	s.stair()
	s.entrance()
}
