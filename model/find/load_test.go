package find

import (
	"os"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

// house answers the example house.
func house(t testing.TB) *model.Snapshot {
	t.Helper()
	return modeltest.Read(t, category.Schema(), "../../testdata/one-storey-house")
}

// archive reads a txtar file: what lies in model/ is a model laid over the example
// house, the rest is the test's.
func archive(t testing.TB, name string) (*model.Snapshot, map[string]string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s, rest := house(t), map[string]string{}
	edits := map[string]*model.File{}
	for _, part := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		name, text, _ := strings.Cut(part, " --\n")
		where, isModel := strings.CutPrefix(name, "model/")
		if !isModel {
			rest[name] = text
			continue
		}
		raw := []byte(text + "\n")
		edits[where] = s.Schema().NewFile(where, model.RawFile{Revision: model.RevisionOf(raw), Size: int64(len(raw)), Data: raw})
	}
	return s.WithFiles(edits), rest
}
