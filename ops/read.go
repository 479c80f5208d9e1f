package ops

import (
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
)

type readIn struct {
	Filter find.Filter `json:"filter" doc:"Which records; criteria combine with AND, values inside one with OR. Absent: all."`
	Tier   string      `json:"tier" enum:"index,full" default:"index" doc:"index: a row a record. full: the records themselves, with derived values beside them."`
	Fields []string    `json:"fields" also:"select,columns" doc:"Columns of the index beside id: members, properties.Group.Name, derived.name, typeId.name."`
	At
	Page
	Whole
}

type readOut struct {
	table
	Records []fullRecord `json:"records,omitzero"`
	Why     string       `json:"why,omitempty" jsonschema:"which criterion left nothing, and what is there instead"`
	Assumed []string     `json:"assumed,omitempty" jsonschema:"what names in the filter were taken for"`
	Listed
	held
}

// fullRecord is a record as it is stored, and beside it what follows from it.
type fullRecord struct {
	Record   model.Object `json:"record"`
	Derived  model.Object `json:"derived,omitempty" jsonschema:"computed, never to be written back"`
	Path     string       `json:"path"`
	Revision string       `json:"revision"`
}

func read() *Operation {
	return define(Operation{
		Name:       "read",
		Title:      "Read records",
		Summary:    "Records that match a filter: as rows (index), or whole with derived values beside them (full).",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "read", "filter": {"categories": ["wall"], "levels": ["level-0"]}}`,
		Help: `tier index answers {columns, rows}: id, category, typeId, name, levelId, hostId, revision and bounds
[xmin, ymin, zmin, xmax, ymax, zmax] in mm; where all rows are of one category its own members follow. fields chooses
other columns. tier full answers the records as they are stored, with derived (lengths in mm, areas in m²) beside each: derived
values are never written back.

Answers come in pages of limit (50, at most 500) in a stable order, by path and id. total is how many match, nextOffset
where the next page starts, and next the request for it, pinned to the commit that this one was read from. An empty
answer says in why which criterion left nothing.`,
	}, runRead)
}

func runRead(ctx context.Context, c *call, in readIn) (*readOut, error) {
	s, err := c.snapshot(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	for _, name := range in.Fields {
		if err := find.CheckField(s, in.Filter.Categories, name); err != nil {
			return nil, err
		}
	}
	matches, err := in.Filter.Apply(ctx, s, c.sources(s))
	if err != nil {
		return nil, err
	}
	from, to := in.Page.window(matches.Total())
	files := matches.Page(from, to-from)
	out := &readOut{Why: matches.Why(), Assumed: matches.Assumed, held: held{s, files}}
	var returned int
	switch {
	case in.Tier == "full" && len(in.Fields) > 0:
		p := invalid("/fields", "fields chooses columns of the tier index; leave it out, or leave tier out", in.Fields)
		p.Details["try"] = asRequest("read", c.req.Arguments.Without("tier"))
		return nil, p
	case in.Tier == "full":
		returned = out.full(s, files, in.MaxBytes)
	default:
		returned = out.index(s, files, in)
	}
	out.Listed = c.listed("read", in.Page, matches.Total(), returned)
	return out, nil
}

func (out *readOut) index(s *model.Snapshot, files []*model.File, in readIn) int {
	if len(in.Fields) > 0 {
		fields := slices.DeleteFunc(slices.Clone(in.Fields), func(name string) bool { return name == "id" })
		out.table = tableWith(s, files, append([]string{"id"}, fields...))
	} else {
		out.table = tableOf(s, files)
	}
	out.Rows = out.Rows[:within(out.Rows, in.MaxBytes)]
	return len(out.Rows)
}

func (out *readOut) full(s *model.Snapshot, files []*model.File, maxBytes int) int {
	out.Records = make([]fullRecord, len(files))
	for i, f := range files {
		out.Records[i] = full(s, f)
	}
	out.Records = out.Records[:within(out.Records, maxBytes)]
	return len(out.Records)
}

func full(s *model.Snapshot, f *model.File) fullRecord {
	r := fullRecord{Path: f.Path, Revision: f.Revision.Short()}
	if record := f.Record(); record != nil {
		r.Record, r.Derived = record.Members(), category.Derived(s, record)
	}
	return r
}

// held is what an answer that is too large would have held.
type held struct {
	s     *model.Snapshot
	files []*model.File
}

// narrow implements narrower.
func (out *readOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	holds := out.held.counts()
	rows, fit := out.Rows, fitting(out.Rows)
	var tries []model.Object
	if out.Records != nil {
		holds["first"], fit = out.Records[0], fitting(out.Records)
		rows = tableOf(out.s, out.files).Rows
		tries = append(tries, limited(arguments.With("tier", "index"), fitting(rows)))
	} else if len(rows) > 0 {
		holds["first"] = rows[0]
	}
	tries = append(tries, limited(arguments, fit))
	if largest := out.held.largest(); largest != "" {
		filter, _ := arguments.Get("filter").(model.Object)
		tries = append(tries, limited(arguments.With("filter", filter.With("categories", []any{largest})), fit))
	}
	return holds, tries
}

// limited is a request for so many items.
func limited(arguments model.Object, items int) model.Object {
	return arguments.With("limit", float64(items))
}

// counts answers how many records there would have been by category and level.
func (h held) counts() map[string]any {
	byCategory, byLevel := map[string]int{}, map[string]int{}
	for _, f := range h.files {
		byCategory[f.Category()]++
		if r := f.Record(); r != nil && r.Has("levelId") {
			byLevel[r.String("levelId")]++
		}
	}
	return map[string]any{"records": len(h.files), "byCategory": byCategory, "byLevel": byLevel}
}

// largest answers the category that most of the records are of, empty where all are
// of one.
func (h held) largest() string {
	counts := map[string]int{}
	most := ""
	for _, f := range h.files {
		counts[f.Category()]++
		if n := counts[f.Category()]; most == "" || n > counts[most] || n == counts[most] && f.Category() < most {
			most = f.Category()
		}
	}
	if len(counts) < 2 {
		return ""
	}
	return most
}
