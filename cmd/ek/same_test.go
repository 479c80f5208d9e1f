package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
	"github.com/openeik/ekgit/repo/repotest"
)

// sameReads are requests that change nothing, beside the examples of the operations.
var sameReads = []string{
	`{"action": "tree"}`,
	`{"action": "tree", "path": "architecture/Ground floor/wall", "limit": 2}`,
	`{"action": "read", "filter": {"categories": ["wall", "door"]}, "tier": "full", "limit": 3, "offset": 1}`,
	`{"action": "read", "filter": {"where": [{"field": "derived.length", "op": ">", "value": "9 m"}], "levels": ["Ground floor"]}, "fields": ["id", "derived.length"]}`,
	`{"action": "read", "at": "HEAD~1", "filter": {"ids": ["door-entrance"]}, "tier": "full", "whole": true}`,
	`{"action": "query", "groupBy": ["levelId", "typeId"], "aggregate": {"n": "count", "area": "sum derived.netSideArea"}, "orderBy": ["-area"]}`,
	`{"action": "query", "filter": {"categories": ["window"]}, "select": ["id", "sill", "derived.facing"]}`,
	`{"action": "relations", "id": "South wall"}`,
	`{"action": "relations", "id": "level-0"}`,
	`{"action": "validate", "severity": "info"}`,
	`{"action": "validate", "scope": "HEAD"}`,
	`{"action": "validate", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}], "requestId": "try-1"}`,
	`{"action": "validate", "commands": [{"command": "delete", "id": "wall-south"}], "requestId": "try-2"}`,
	`{"action": "changes", "since": "1"}`,
	`{"action": "changes", "filter": {"categories": ["door"]}, "limit": 1}`,
	`{"action": "history", "id": "door-entrance", "member": "*"}`,
	`{"action": "diff", "from": "HEAD~1", "to": "HEAD"}`,
	`{"action": "diff"}`,
	`{"action": "guide", "topic": "walls"}`,
	`{"action": "guide", "search": "corner"}`,
	`{"action": "guide", "topic": "place_window"}`,
	`{"action": "export", "format": "single", "whole": true}`,
	`{"action": "export", "format": "folder"}`,
	`{"action": "proposals"}`,
	`{"action": "proposals", "id": "TITLED"}`,
	`{"action": "proposals", "id": "DRY", "format": "text"}`,
	`{"action": "read", "at": "TITLED", "filter": {"ids": ["door-entrance"]}, "tier": "full"}`,
	`{"action": "tree", "at": "DRY", "path": "materials"}`,
	`{"action": "validate", "scope": "TITLED"}`,
	`{"action": "diff", "from": "HEAD", "to": "TITLED"}`,
	`{"action": "changes", "until": "TITLED"}`,
	// And what cannot be answered:
	`{"action": "proposals", "id": "p-aaaaaaaa"}`,
	`{"action": "proposals", "state": "gone"}`,
	`{"action": "read", "filter": {"categories": ["wal"]}}`,
	`{"action": "read", "limit": 5000}`,
	`{"action": "relations", "id": "wall-sout"}`,
	`{"action": "tree", "path": "architecture/level-9"}`,
	`{"action": "summary", "at": "nowhere"}`,
	`{"action": "guide", "topic": "wals"}`,
}

// sameWrites are requests that each face carries out on a repository of its own.
var sameWrites = []string{
	`{"action": "execute", "requestId": "w-1", "title": "Wider", "message": "For wheelchairs.", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`,
	`{"action": "execute", "requestId": "w-2", "commands": [{"command": "place_window", "host": "wall-north", "distance": "2.5 m", "like": "window-north"}, {"command": "move", "id": "wall-partition", "by": [500, 0]}]}`,
	`{"action": "execute", "requestId": "w-3", "commands": [{"command": "rename", "id": "level-0", "name": "Hall"}]}`,
	`{"action": "execute", "requestId": "w-4", "confirm": {"records": 10, "deletes": 0}, "commands": [{"command": "rename", "id": "level-0", "name": "Hall"}]}`,
	`{"action": "execute", "requestId": "w-5", "commands": [{"command": "commit_edits", "files": ["materials/wood.json"]}]}`,
	`{"action": "execute", "requestId": "w-6", "commands": [{"command": "update", "id": "wood", "set": {"density": 600}}]}`,
	`{"action": "execute", "requestId": "w-7", "expect": {"sequence": 1}, "commands": [{"command": "rename", "id": "wall-east", "name": "E"}]}`,
	`{"action": "execute", "requestId": "w-8", "commands": [{"command": "delete", "id": "wall-south"}]}`,
	`{"action": "execute", "requestId": "w-9", "commands": [{"command": "delete", "id": "wall-south", "cascade": true}]}`,
	`{"action": "execute", "requestId": "w-10", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`,
	`{"action": "execute", "requestId": "w-11", "dryRun": true, "commands": [{"command": "rename", "id": "wall-east", "name": "E"}]}`,
	`{"action": "execute", "requestId": "w-12", "commands": []}`,
	`{"action": "execute", "apply": "DRY"}`,
	`{"action": "execute", "apply": "TITLED"}`,
	`{"action": "propose", "requestId": "w-13", "message": "For wheelchairs.", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`,
	`{"action": "propose", "requestId": "w-14", "title": "Hall", "commands": [{"command": "rename", "id": "level-0", "name": "Hall"}]}`,
	`{"action": "propose", "requestId": "w-15", "proposal": "DRY", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]}`,
	`{"action": "propose", "requestId": "w-16", "proposal": "DRY", "title": "Heavier wood"}`,
	`{"action": "propose", "requestId": "w-17", "commands": [{"command": "delete", "id": "wall-south"}]}`,
	`{"action": "discuss", "proposal": "TITLED", "comment": "Clear width?", "record": "door-entrance", "member": "width"}`,
	`{"action": "discuss", "proposal": "TITLED", "rebase": true}`,
	`{"action": "discuss", "proposal": "TITLED"}`,
	`{"action": "import", "file": "DIR/.eik/other"}`,
	`{"action": "import", "file": "DIR/.eik/other", "strict": true, "title": "Again"}`,
	`{"action": "import", "file": "DIR/.eik/other", "propose": true}`,
	`{"action": "report_problem", "message": "It leaks.", "request": {"action": "summary"}}`,
}

// sameReviews are requests of people: the Go API and the command line carry them out, and
// what an agent asks with refuses them.
var sameReviews = []string{
	`{"action": "accept", "proposal": "TITLED", "message": "Good."}`,
	`{"action": "accept", "proposal": "p-aaaaaaaa"}`,
	`{"action": "reject", "proposal": "TITLED", "message": "The frame is listed."}`,
}

// faces are the ways to ask.
var faces = map[string]func(t *testing.T, dir string) func(request string) answered{
	"Go API": func(t *testing.T, dir string) func(string) answered {
		h, err := ops.Open(t.Context(), dir, ops.Options{Profile: ops.ReviewProfile})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { h.Close() })
		return func(request string) answered {
			r, err := ops.ParseRequest([]byte(request))
			if err != nil {
				t.Fatalf("%s: %v", request, err)
			}
			text, err := json.Marshal(h.Do(t.Context(), r))
			if err != nil {
				t.Fatal(err)
			}
			return answerOf(t, text)
		}
	},
	"ek request": func(t *testing.T, dir string) func(string) answered {
		return func(request string) answered {
			return answerOf(t, []byte(ek(t, dir, "request", dir, request).out))
		}
	},
	"ek --json": func(t *testing.T, dir string) func(string) answered {
		return func(request string) answered {
			words := commandLine(t, request)
			ran := ek(t, dir, words...)
			if ran.out == "" {
				t.Fatalf("ek %q: %s", words, ran.err)
			}
			return answerOf(t, []byte(ran.out))
		}
	},
	"MCP": func(t *testing.T, dir string) func(string) answered {
		s := serve(t, dir)
		return func(request string) answered {
			o := objectOf(t, request)
			result, err := s.tool(o.Get("action").(string), json.RawMessage(model.AppendCompact(nil, o.Without("action"))))
			if err != nil {
				t.Fatalf("%s: %v", request, err)
			}
			if result.IsError {
				return answered{error: string(result.StructuredContent)}
			}
			return answered{data: string(result.StructuredContent)}
		}
	},
}

// answered is the data of an answer, or its error, as JSON.
type answered struct{ data, error string }

func answerOf(t *testing.T, text []byte) answered {
	t.Helper()
	var e struct{ Data, Error json.RawMessage }
	if err := json.Unmarshal(text, &e); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return answered{string(e.Data), string(e.Error)}
}

func objectOf(t *testing.T, text string) model.Object {
	t.Helper()
	o, err := model.DecodeObject([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return o
}

// commandLine answers the words that ask for what a request asks.
func commandLine(t *testing.T, request string) []string {
	t.Helper()
	o := objectOf(t, request)
	words := []string{strings.ReplaceAll(o.Get("action").(string), "_", "-"), "--json"}
	for _, m := range o {
		flag := "--" + kebab(m.Name) + "="
		switch v := m.Value.(type) {
		case string:
			if m.Name != "action" {
				words = append(words, flag+v)
			}
		case []any:
			if m.Name == "commands" {
				words = append(words, flag+string(model.AppendCompact(nil, v)))
				continue
			}
			for _, item := range v {
				var b bytes.Buffer
				w := csv.NewWriter(&b)
				if err := w.Write([]string{fmt.Sprint(item)}); err != nil {
					t.Fatal(err)
				}
				w.Flush()
				words = append(words, flag+strings.TrimSuffix(b.String(), "\n"))
			}
		default:
			words = append(words, flag+string(model.AppendCompact(nil, v)))
		}
	}
	if action := o.Get("action"); action == "accept" || action == "reject" {
		words = append(words, "--yes")
	}
	return words
}

func kebab(name string) string {
	return strings.ToLower(regexp.MustCompile(`[A-Z]`).ReplaceAllString(strings.ReplaceAll(name, "_", "-"), "-$0"))
}

// TestEveryFaceAnswersTheSame holds that the Go API, ek request, the command line with
// --json and MCP answer each operation with the same data, or the same error.
func TestEveryFaceAnswersTheSame(t *testing.T) {
	t.Parallel()
	asked := map[string]bool{}
	r := walkedOver(t)
	ask := map[string]func(string) answered{}
	for name, face := range faces {
		ask[name] = face(t, r.Dir)
	}
	var reads []string
	for _, o := range ops.All() {
		if o.Hints.ReadOnly {
			reads = append(reads, o.Example)
		}
	}
	for _, request := range append(slices.Clone(sameReads), reads...) {
		action := objectOf(t, request).Get("action").(string)
		asked[action] = true
		request = r.named(request)
		want := ask["Go API"](withoutID(request))
		for name, face := range ask {
			if got := face(withoutID(request)); unlike(got) != unlike(want) {
				t.Errorf("%s answers %s with\n%+v\nthe Go API with\n%+v", name, request, unlike(got), unlike(want))
			}
		}
	}
	for _, request := range sameWrites {
		asked[objectOf(t, request).Get("action").(string)] = true
		answers := map[string]answered{}
		for name, face := range faces {
			r := walkedOver(t)
			answers[name] = face(t, r.Dir)(strings.ReplaceAll(r.named(request), "DIR", r.Dir))
			answers[name] = answered{strings.ReplaceAll(answers[name].data, r.Dir, "DIR"), strings.ReplaceAll(answers[name].error, r.Dir, "DIR")}
		}
		for name, got := range answers {
			if want := answers["Go API"]; unlike(got) != unlike(want) {
				t.Errorf("%s answers %s with\n%+v\nthe Go API with\n%+v", name, request, unlike(got), unlike(want))
			}
		}
	}
	for _, request := range sameReviews {
		asked[objectOf(t, request).Get("action").(string)] = true
		answers := map[string]answered{}
		for name, face := range faces {
			r := walkedOver(t)
			answers[name] = face(t, r.Dir)(r.named(request))
		}
		for one, other := range map[string]string{"Go API": "ek --json", "ek request": "MCP"} {
			if a, b := unlike(answers[one]), unlike(answers[other]); a != b {
				t.Errorf("%s answers %s with\n%+v\n%s with\n%+v", one, request, a, other, b)
			}
		}
		if !strings.Contains(answers["MCP"].error, "forbidden") {
			t.Errorf("an agent's %s is answered with %+v", request, answers["MCP"])
		}
	}
	for _, o := range ops.All() {
		if !asked[o.Name] {
			t.Errorf("%s is not asked for", o.Name)
		}
	}
}

// walked is a repository with proposals in it.
type walked struct {
	*repotest.Repo
	titled, dry string
}

// named answers a request with the ids of the proposals.
func (w walked) named(request string) string {
	return strings.NewReplacer("TITLED", w.titled, "DRY", w.dry).Replace(request)
}

// proposed proposes something beforehand, and answers the id that it got.
func proposed(t *testing.T, dir, request string) string {
	t.Helper()
	var made struct{ Proposal string }
	if err := json.Unmarshal([]byte(faces["Go API"](t, dir)(request).data), &made); err != nil || made.Proposal == "" {
		t.Fatalf("%s: %v", request, err)
	}
	return made.Proposal
}

// walkedOver is the house with some history, a hand edit, two proposals, and another
// model to import.
func walkedOver(t *testing.T) walked {
	t.Helper()
	r := house(t)
	r.Write("architecture/level-0/door/door-entrance.json", strings.Replace(r.Read("architecture/level-0/door/door-entrance.json"), `"offset": 3000`, `"offset": 3100`, 1))
	r.Commit("Move the door")
	r.Write("materials/wood.json", strings.Replace(r.Read("materials/wood.json"), `500`, `510`, 1))
	layHouse(t, r.Path(".eik/other"))
	r.Write(".eik/.gitignore", "*\n")
	r.Write(".eik/other/materials/steel.json", "{\n  \"id\": \"steel\",\n  \"category\": \"material\",\n  \"name\": \"Steel\"\n}\n")
	return walked{r, proposed(t, r.Dir, `{"action": "propose", "requestId": "r-1", "title": "Wider", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1160}}]}`),
		proposed(t, r.Dir, `{"action": "propose", "requestId": "r-2", "agent": "test-client/1", "commands": [{"command": "update", "id": "window-north", "set": {"sill": 1000}}]}`)}
}

var requestID = regexp.MustCompile(`, "requestId": "try-\d+"`)

// withoutID takes the id out of a request that writes nothing: a command line has no
// flag for it.
func withoutID(request string) string { return requestID.ReplaceAllString(request, "") }

var (
	commitID = regexp.MustCompile(`"[0-9a-f]{40}"|"[0-9a-f]{12}"|\bp-[a-z2-7]{8}\b`)
	madeID   = regexp.MustCompile(`[a-z2-7]{16}|"(now|created|touched|changed|when|profile)":"[^"]*"|[0-9]{8}T[0-9]{6}\.[0-9]{3}Z-[a-z2-7]{8}|commit [0-9a-f]{12}`)
)

// unlike sorts the members of an answer and takes out of it what no two runs have in
// common: the ids of commits, numbered as they come, those of requests, and the time.
func unlike(a answered) answered {
	seen := map[string]string{}
	name := func(id string) string {
		if seen[id] == "" {
			seen[id] = fmt.Sprintf(`"commit %d"`, len(seen))
		}
		return seen[id]
	}
	clean := func(text string) string {
		var value any
		if text != "" && json.Unmarshal([]byte(text), &value) == nil {
			if sorted, err := json.Marshal(value); err == nil {
				text = string(sorted)
			}
		}
		return madeID.ReplaceAllString(commitID.ReplaceAllStringFunc(text, name), "request")
	}
	return answered{clean(a.data), clean(a.error)}
}
