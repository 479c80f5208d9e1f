package hooks

import (
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Above these a change is judged on the whole model: it reaches so far that picking
// what it reaches costs as much.
const (
	mostChanges  = 32
	mostWords    = 48
	mostExcerpts = 6_000
)

// excerpt is the part of a large model on which a small change is judged as it would be
// on the whole: the changed records, who names them, who is hosted beside them, who may touch
// them in space, what all of these name, and everything that lies in no storey.
type excerpt struct {
	raw    *repo.Raw
	schema *model.Schema
	files  map[string]*model.File // by path
	ids    map[string]bool        // of files
	asked  map[string]bool        // words that were looked for
	moved  map[string]bool        // ids whose form or place may differ
	queue  []*model.File          // of moved records that are yet to be followed
	walls  []*model.Record        // moved ones
	slabs  bool                   // slabs are among the moved
	shades []*model.Record        // moved ones that may hang over a stair
}

// excerptOf answers the part of a commit's model on which changes of it are judged, and
// false where that is all of it.
func excerptOf(m *repo.Model, raw *repo.Raw, changes []model.FileChange) (*model.Snapshot, bool) {
	if len(changes) > mostChanges || slices.ContainsFunc(changes, reachesFar) {
		return nil, false
	}
	x := &excerpt{raw: raw, schema: m.Schema(), files: map[string]*model.File{}, ids: map[string]bool{}, asked: map[string]bool{}, moved: map[string]bool{}}
	x.add(raw.Find(inNoStorey, anyFile))
	for _, c := range changes {
		for _, f := range []*model.File{c.Before, c.After} {
			if f != nil {
				x.move(f)
			}
		}
	}
	if !x.follow() {
		return nil, false
	}
	x.neighbours()
	if !x.complete(changes) || x.byStairs() {
		return nil, false
	}
	return model.NewSnapshot(x.schema, nil).WithFiles(x.files), true
}

// reachesFar tells whether a change may matter to any record: of the manifest and of
// other files that are none, of storeys, and of records whose ids are no ids.
func reachesFar(c model.FileChange) bool {
	for _, f := range []*model.File{c.Before, c.After} {
		if f == nil {
			continue
		}
		if !model.RecordPlace(f.Path) || model.CheckID(f.ID()) != nil || f.Category() == "level" || f.Category() == "building" {
			return true
		}
	}
	return false
}

// inNoStorey tells whether a folder is one of those that are small in any model: the
// root's own files, levels, grids, materials, types, waivers.
func inNoStorey(folder string) bool {
	top, _, nested := strings.Cut(folder, "/")
	return !nested || top == "types"
}

func anyFile(_, _ []byte) bool { return true }

func (x *excerpt) add(files []*model.File) {
	for _, f := range files {
		if x.files[f.Path] == nil {
			x.files[f.Path] = f
			x.ids[f.ID()] = true
		}
	}
}

// move takes a version of a record as one whose place may differ.
func (x *excerpt) move(f *model.File) {
	x.moved[f.ID()] = true
	x.queue = append(x.queue, f)
}

// words answers what of a moved record others may have in common with it: its id, its
// host, and the keys that are unique in a model. In records they stand between
// quotation marks.
func (x *excerpt) words(f *model.File) []string {
	words := []string{`"` + f.ID() + `"`, f.Name()}
	r := f.Record()
	if r == nil {
		return words
	}
	for _, member := range []string{"hostId", "number", "shape"} {
		if text := strings.TrimSpace(r.String(member)); text != "" {
			words = append(words, `"`+text+`"`)
		}
	}
	return words
}

// follow finds whom the moved records move with them, until there are no more. It
// answers false where they are too many.
func (x *excerpt) follow() bool {
	for len(x.queue) > 0 {
		var words []string
		for _, f := range x.queue {
			x.touching(f)
			for _, w := range x.words(f) {
				if !x.asked[w] {
					x.asked[w] = true
					words = append(words, w)
				}
			}
		}
		x.queue = nil
		if len(x.asked) > mostWords {
			return false
		}
		found := x.raw.Mentioning(words)
		x.add(found)
		if len(x.files) > mostExcerpts {
			return false
		}
		x.carried(found)
	}
	return true
}

// carried moves those records of some that are of a moved type, hosted by a moved
// record or end at one.
func (x *excerpt) carried(found []*model.File) {
	for _, f := range found {
		r := f.Record()
		if r == nil || x.moved[f.ID()] {
			continue
		}
		for _, ref := range x.schema.References(r) {
			switch ref.Member.Name {
			case "typeId", "hostId", "topHostIds":
				if x.moved[ref.To] && !x.moved[f.ID()] {
					x.move(f)
				}
			}
		}
	}
}
