package ops

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// wrongCall is a request that is likely to be sent wrong, and what puts it right in one
// step: what the refusal offers under try or, where only the caller knows what was
// meant, what its words say.
type wrongCall struct {
	request string
	says    string                                      // in the refusal
	heed    func(request string, refused *Error) string // nil: the try is sent
	check   string                                      // a read that shows that what was meant was done
	shows   string
}

// door is a read of the entrance's width.
const door = `{"action": "query", "filter": {"ids": ["door-entrance"]}, "select": ["width"]}`

// windows is a count of windows by host.
const windows = `{"action": "query", "filter": {"categories": ["window"]}, "groupBy": ["hostId"], "aggregate": {"n": "count"}}`

var wrongCalls = map[string]wrongCall{
	"wrong argument name": {one(`{"command": "place_window", "wall": "wall-north", "distance": 2000, "like": "window-north"}`),
		`place_window has no "wall"; use "host"`, nil, windows, `["wall-north",2]`},
	"argument beside its object": {one(`{"command": "update", "id": "door-entrance", "width": 910}`),
		`put it into "set"`, nil, door, `[910]`},
	"name of several": {one(`{"command": "place_window", "host": "exterior wall", "distance": 2000, "like": "window-north"}`),
		"wall-north (10 m)", instead("exterior wall", "wall-north"), windows, `["wall-north",2]`},
	"one name, many records": {one(`{"command": "rename", "id": "window", "name": "W"}`),
		"window-north", instead(`"id":"window"`, `"id":"window-north"`), `{"action": "query", "filter": {"ids": ["window-north"]}, "select": ["name"]}`, `["W"]`},
	"level by a wrong name": {one(`{"command": "create", "category": "column", "id": "column-1", "record": {"levelId": "floor 2", "at": [3000, 3000]}}`),
		`1 level-0 "Ground floor"`, instead("floor 2", "level-0"), `{"action": "query", "filter": {"categories": ["column"]}, "select": ["levelId"]}`, `["level-0"]`},
	"filter that matches nothing": {one(`{"command": "update", "filter": {"categories": ["door"], "hosts": ["wall-north"]}, "set": {"width": 910}}`),
		"Theirs are wall-south 1", instead("wall-north", "wall-south"), door, `[910]`},
	"unknown operation": {`{"action": "querry", "filter": {"ids": ["door-entrance"]}, "select": ["typeId"]}`,
		`the nearest is "query"`, nil, "", `["door-type-1000x2100"]`},
	"command as an operation": {`{"action": "update", "id": "door-entrance", "set": {"width": 910}}`,
		"update is a command, which execute carries out", nil, door, `[910]`},
	"unknown command": {one(`{"command": "place_windows", "host": "wall-north", "distance": 2000, "like": "window-north"}`),
		`use "place_window"`, nil, windows, `["wall-north",2]`},
	"command beside its arguments": {`{"action": "execute", "command": "update", "id": "door-entrance", "set": {"width": 910}}`,
		`execute takes "commands"`, nil, door, `[910]`},
	"id and filter both": {one(`{"command": "update", "id": "door-entrance", "filter": {"categories": ["door"]}, "set": {"width": 910}}`),
		"id or filter, not both", instead(`"filter":{"categories":["door"]},`, ""), door, `[910]`},
	"missing required": {one(`{"command": "move", "id": "wall-partition"}`),
		`move needs "by": Movement [dx, dy]`, instead(`"id":"wall-partition"`, `"id":"wall-partition","by":[500,0]`),
		`{"action": "query", "filter": {"ids": ["wall-partition"]}, "select": ["start"]}`, `[[6500,0]]`},
	"missing place": {one(`{"command": "place_window", "host": "wall-north", "like": "window-north"}`),
		"say where along wall-north", nil, windows, `["wall-north",2]`},
	"wrong unit": {one(`{"command": "update", "id": "door-entrance", "set": {"width": "0,91 meter"}}`),
		`a number of mm, or text such as "2.1 m"`, instead("0,91 meter", "0.91 m"), door, `[910]`},
	"metres for mm": {one(`{"command": "update", "id": "door-entrance", "set": {"width": 0.91}}`),
		"set it to 910 mm", instead(":0.91", ":910"), door, `[910]`},
	"unknown member": {one(`{"command": "update", "id": "door-entrance", "set": {"wdith": 910}}`),
		`a door has no member "wdith"; use "width"`, nil, door, `[910]`},
	"no such member": {one(`{"command": "update", "id": "door-entrance", "set": {"fireRating": "EI 30"}}`),
		"Open data goes into properties", instead(`"set":{"fireRating":"EI 30"}`, `"set":{"properties":{"Fire":{"rating":"EI 30"}}}`),
		`{"action": "query", "filter": {"ids": ["door-entrance"]}, "select": ["properties.Fire.rating"]}`, `["EI 30"]`},
	"confirm missing": {one(`{"command": "rename", "id": "level-0", "name": "Hall"}`),
		"this write needs confirm", confirmed, `{"action": "query", "filter": {"ids": ["level-0"]}, "select": ["name"]}`, `["Hall"]`},
	"confirm wrong": {`{"action": "execute", "commands": [{"command": "rename", "id": "level-0", "name": "Hall"}], "confirm": {"records": 1, "deletes": 0}}`,
		"confirm says 1 records", confirmed, `{"action": "query", "filter": {"ids": ["level-0"]}, "select": ["name"]}`, `["Hall"]`},
	"flat propose": {`{"action": "propose", "command": "update", "id": "door-entrance", "set": {"width": 910}}`,
		"put the command and its arguments into it", nil, "", `"subject":"Set width of door D-01 to 910 mm"`},
	"words of a commit for a proposal": {`{"action": "propose", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 910}}], "subject": "Widen it", "why": "A wheelchair."}`,
		`propose has no "subject"; use "title"`, nil, "", "It waits for a person"},
	"columns of a query for a read": {`{"action": "read", "filter": {"ids": ["door-entrance"]}, "select": ["mark"]}`,
		`read has no "select"; use "fields"`, nil, "", `[["door-entrance","D-01"]]`},
	"columns of a read for a query": {`{"action": "query", "filter": {"ids": ["door-entrance"]}, "fields": ["mark"]}`,
		`query has no "fields"; use "select"`, nil, "", `[["D-01"]]`},
	"name of a proposal": {`{"action": "proposals", "status": "open"}`, `use "state"`, nil, "", `"total":0`},
	"dependents": {one(`{"command": "delete", "id": "wall-south"}`),
		"2 records depend on wall wall-south", nil, windows, `["wall-north",1]`},
	"members of a read":  {`{"action": "read", "ids": ["door-entrance"]}`, `put it into "filter"`, nil, "", `"door-entrance"`},
	"category of a read": {`{"action": "read", "filter": {"category": "door"}}`, `use "categories"`, nil, "", `"door-entrance"`},
}

// instead answers what a caller does who reads the refusal: the request with other
// words in it, given without blanks.
func instead(words ...string) func(string, *Error) string {
	return func(request string, _ *Error) string {
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(request)); err != nil {
			return err.Error()
		}
		return strings.NewReplacer(words...).Replace(compact.String())
	}
}

// confirmed sends a request again with the counts that the refusal gave.
func confirmed(request string, refused *Error) string {
	confirm, err := json.Marshal(refused.Details["confirm"])
	if err != nil {
		return err.Error()
	}
	request, _, _ = strings.Cut(request, `, "confirm"`)
	return strings.TrimSuffix(request, "}") + `, "confirm": ` + string(confirm) + "}"
}

// The likeliest wrong calls are refused, write nothing, and recover in one step.
func TestWrongCallsRecoverInOneStep(t *testing.T) {
	t.Parallel()
	for name, wrong := range wrongCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := houseDir(t)
			h := open(t, dir)
			refused := do(t, h, wrong.request)
			if refused.OK {
				t.Fatalf("%s is carried out", wrong.request)
			}
			said := refused.Error.Message + ". " + refused.Error.Hint
			if !strings.Contains(said, wrong.says) {
				t.Errorf("it says %q, not %q", said, wrong.says)
			}
			if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n != "1" {
				t.Fatalf("a refused request left %s commits", n)
			}
			next := ""
			if wrong.heed != nil {
				next = wrong.heed(wrong.request, refused.Error)
			} else if text, err := encode(refused.Error.Details["try"]); err == nil {
				next = string(text)
			}
			e := do(t, h, next)
			if !e.OK {
				t.Fatalf("after %q the next request %s answers %+v", said, next, e.Error)
			}
			if wrong.check != "" {
				e = do(t, h, wrong.check)
			}
			if shown := fmt.Sprintf("%s", e.Data); !strings.Contains(shown, wrong.shows) {
				t.Errorf("%s shows %.500s, want %s", next, shown, wrong.shows)
			}
		})
	}
}
