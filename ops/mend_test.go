package ops

import (
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestTryIsTheRequestMended holds that what an error offers under "try" says what the
// request said, with its fault put right, and that what the caller did not say is not
// made up: then there is an example at most.
func TestTryIsTheRequestMended(t *testing.T) {
	h := open(t, houseDir(t))
	for _, test := range []struct{ wrong, try string }{
		{`{"action": "query", "categories": ["wall"]}`, `{"action":"query","filter":{"categories":["wall"]}}`},
		{`{"action": "read", "id": "wall-south"}`, `{"action":"read","filter":{"ids":"wall-south"}}`},
		{`{"action": "read", "category": "wall", "level": 1, "tier": "full"}`, `{"action":"read","tier":"full","filter":{"categories":"wall","levels":1}}`},
		{`{"action": "read", "filter": {"categories": ["wal"]}}`, `{"action":"read","filter":{"categories":["wall"]}}`},
		{`{"action": "read", "filter": {"levels": ["Groud floor"]}}`, `{"action":"read","filter":{"levels":["level-0"]}}`},
		{`{"action": "relations", "ids": ["wall-south"]}`, `{"action":"relations","id":"wall-south"}`},
		{`{"action": "execute", "command": "rename", "id": "wall-south", "name": "South", "message": "As people say."}`,
			`{"action":"execute","message":"As people say.","commands":[{"command":"rename","id":"wall-south","name":"South"}]}`},
		{`{"action": "execute", "title": "Two", "commands": [{"command": "rename", "id": "wall-south", "name": "South"}, {"command": "renam", "id": "wall-east", "name": "East"}]}`,
			`{"action":"execute","title":"Two","commands":[{"command":"rename","id":"wall-south","name":"South"},{"command":"rename","id":"wall-east","name":"East"}]}`},
		{`{"action": "validate", "commands": [{"command": "place_door", "host": "wall-north", "offset": 2000, "like": "D-01"}]}`,
			`{"action":"validate","commands":[{"command":"place_door","host":"wall-north","distance":2000,"like":"D-01","to":"centre"}]}`},
		{`{"action": "validate", "commands": [{"command": "create", "category": "slab", "record": "{\"levelId\": \"level-0\", \"thicknes\": 200, \"outline\": [[0, 0], [1, 0], [1, 1]]}"}]}`,
			`{"action":"validate","commands":[{"command":"create","category":"slab","record":{"levelId":"level-0","thickness":200,"outline":[[0,0],[1,0],[1,1]]}}]}`},
		{`{"action": "read", "filter": {"categories": ["boat"]}}`, ``},
		{`{"action": "read", "filter": {"levels": ["second floor"]}}`, ``},
		{`{"action": "query", "filter": {"where": ["external = true"]}}`, ``},
		{`{"action": "execute", "commands": "delete wall-south"}`, ``},
		{`{"action": "execute", "commands": [{"command": "update", "id": "D-01", "set": {"hinge": "left"}}]}`, ``},
		{`{"action": "execute", "commands": [{"command": "draw_walls", "level": "level-0", "points": "along the north", "id": "wall-new"}]}`, ``},
		{`{"action": "execute", "commands": [{"command": "copy", "filter": {"levels": ["level-0"]}, "toLevel": "First floor"}]}`, ``},
		{`{"action": "execute", "commands": [{"command": "update", "id": "D-01", "set": {"typeId": "Gate 3000"}}]}`, ``},
	} {
		e := do(t, h, test.wrong)
		if e.OK {
			t.Errorf("%s: is taken", test.wrong)
			continue
		}
		try, offered := e.Error.Details["try"].(model.Object)
		if text := compact(try); offered != (test.try != "") || offered && text != test.try {
			t.Errorf("%s: %s\n got try %s\nwant try %s", test.wrong, e.Error.Message, text, test.try)
		}
		if example, ok := e.Error.Details["example"].(model.Object); ok && (offered || example.Get("action") == nil) {
			t.Errorf("%s: example %s", test.wrong, compact(example))
		}
		if offered {
			if again := do(t, h, test.try); !again.OK {
				t.Errorf("%s: %s", test.try, again.Error.Message)
			}
		}
	}
}
