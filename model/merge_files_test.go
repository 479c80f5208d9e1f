package model_test

import (
	"bytes"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

const wallFile = "architecture/level-0/wall/wall-a.json"

func wallText(members string) string {
	return "{\n  \"id\": \"wall-a\",\n  \"category\": \"wall\",\n  \"levelId\": \"level-0\",\n  \"start\": [0, 0],\n  \"end\": [6000, 0]" + members + "\n}\n"
}

func TestMergeFilesMarksMembers(t *testing.T) {
	cases := []struct{ name, base, ours, theirs, want string }{
		{"one member", wallText(",\n  \"height\": 2700,\n  \"note\": \"a\""), wallText(",\n  \"height\": 2800,\n  \"note\": \"a\""), wallText(",\n  \"height\": 2900,\n  \"note\": \"a\""),
			wallText(",\n<<<<<<< ours\n  \"height\": 2800,\n=======\n  \"height\": 2900,\n>>>>>>> theirs\n  \"note\": \"a\"")},
		{"beside what merges", wallText(""), wallText(",\n  \"height\": 2800,\n  \"tags\": [\"a\"]"), wallText(",\n  \"height\": 2900,\n  \"tags\": [\"b\"]"),
			wallText(",\n<<<<<<< ours\n  \"height\": 2800,\n=======\n  \"height\": 2900,\n>>>>>>> theirs\n  \"tags\": [\"a\", \"b\"]")},
		{"the last member, which takes a comma along", wallText(",\n  \"note\": \"a\""), wallText(""), wallText(",\n  \"note\": \"b\""),
			"{\n  \"id\": \"wall-a\",\n  \"category\": \"wall\",\n  \"levelId\": \"level-0\",\n  \"start\": [0, 0],\n<<<<<<< ours\n  \"end\": [6000, 0]\n=======\n  \"end\": [6000, 0],\n  \"note\": \"b\"\n>>>>>>> theirs\n}\n"},
		{"a member of many lines", wallText(",\n  \"properties\": {\n    \"G\": {\n      \"a\": 1\n    }\n  }"), wallText(",\n  \"properties\": {\n    \"G\": {\n      \"a\": 2\n    }\n  }"), wallText(",\n  \"properties\": {\n    \"G\": {\n      \"a\": 3\n    }\n  }"),
			wallText(",\n<<<<<<< ours\n  \"properties\": {\n    \"G\": {\n      \"a\": 2\n    }\n  }\n=======\n  \"properties\": {\n    \"G\": {\n      \"a\": 3\n    }\n  }\n>>>>>>> theirs")},
		{"a file that one side lacks", wallText(""), "", wallText(",\n  \"note\": \"b\""), "<<<<<<< ours\n=======\n" + wallText(",\n  \"note\": \"b\"") + ">>>>>>> theirs\n"},
		{"a file that cannot be read", wallText(""), "{", wallText(",\n  \"note\": \"b\""), "{\n<<<<<<< ours\n=======\n" + wallText(",\n  \"note\": \"b\"")[2:] + ">>>>>>> theirs\n"},
		{"files that differ in the newline at the end", "{", "[", "[\n", "<<<<<<< ours\n[\n=======\n[\n>>>>>>> theirs\n"},
		{"records of two ids", wallText(""), wallText(",\n  \"note\": \"a\""), "{\"id\": \"wall-b\"}\n", "<<<<<<< ours\n" + wallText(",\n  \"note\": \"a\"") + "=======\n{\"id\": \"wall-b\"}\n>>>>>>> theirs\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, conflicts := model.MergeFiles(category.Schema(), wallFile, []byte(c.base), []byte(c.ours), []byte(c.theirs))
			if diff := gocmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
			if len(conflicts) != 1 {
				t.Errorf("conflicts are %v", conflicts)
			}
		})
	}
}

func TestMergeFilesOfOneSide(t *testing.T) {
	base, changed := []byte(wallText("")), []byte(wallText(",\n  \"height\": 2800"))
	for _, c := range []struct {
		name                     string
		base, ours, theirs, want []byte
	}{
		{"theirs", base, base, changed, changed},
		{"ours", base, changed, base, changed},
		{"the same", base, changed, changed, changed},
		{"added", nil, nil, changed, changed},
		{"taken away", base, base, nil, nil},
		{"nothing at all", nil, nil, nil, nil},
	} {
		got, conflicts := model.MergeFiles(category.Schema(), wallFile, c.base, c.ours, c.theirs)
		if len(conflicts) > 0 || !bytes.Equal(got, c.want) {
			t.Errorf("%s: got %s, conflicts %v", c.name, got, conflicts)
		}
	}
}

func FuzzMergeFiles(f *testing.F) {
	f.Add(wallFile, wallText(""), wallText(",\n  \"height\": 2800"), wallText(",\n  \"note\": \"b\""))
	f.Add(wallFile, wallText(""), wallText(",\n  \"note\": \"a\""), wallText(",\n  \"note\": \"b\""))
	f.Add(wallFile, wallText(""), wallText(",\n  \"tags\": [\"a\"],\n  \"properties\": {}"), wallText(",\n  \"tags\": null,\n  \"properties\": {\"a\": {\"b\": null}}"))
	f.Add(wallFile, "", `{"id":"wall-a","id":1}`, "<<<<<<< ours\n{}\n=======\n")
	f.Add(wallFile, `{}`, `{"category":"wall","arcs":{"0":1}}`, `{"category":"slab","outline":[[1,2]],"arcs":[]}`)
	f.Add("eik.json", `{"format":"OpenEik","rules":{"a":{"b":1}}}`, `{"rules":{"a":{"b":2}}}`, `{"rules":{"a":1}}`)
	f.Add("waivers/f-0.json", "{}", `{"finding":"f-0"}`, "\xff\xfe")
	f.Fuzz(func(t *testing.T, path, base, ours, theirs string) {
		if path == "" {
			return
		}
		b, o, th := []byte(base), []byte(ours), []byte(theirs)
		got, conflicts := model.MergeFiles(category.Schema(), path, b, o, th)
		mirrored, other := model.MergeFiles(category.Schema(), path, b, th, o)
		if len(conflicts) != len(other) {
			t.Fatalf("conflicts %v, with sides changed %v", conflicts, other)
		}
		if len(conflicts) > 0 {
			if _, faults := model.Decode(got); len(faults) == 0 {
				t.Fatalf("a file in conflict reads as sound:\n%s", got)
			}
			return
		}
		if !bytes.Equal(got, mirrored) {
			t.Fatalf("clean, and with sides changed something else:\n%s\n%s", got, mirrored)
		}
		if bytes.Equal(got, o) || bytes.Equal(got, th) {
			return
		}
		r, faults := model.Decode(got)
		if r == nil {
			t.Fatalf("merged, and cannot be read, %v:\n%s", faults, got)
		}
		want := category.Schema().Encode(r)
		if path == model.ManifestName {
			want = model.EncodeManifest(r.Members())
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("merged, and not canonical:\n%s\n%s", got, want)
		}
	})
}
