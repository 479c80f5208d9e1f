package cli

import "testing"

func TestHintsSpeakTheCommandLine(t *testing.T) {
	for hint, want := range map[string]string{
		`Where they are meant, send again: true`:                            `Where they are meant, send --again`,
		`with confirm: {"records": 10, "deletes": 0}`:                       `with --confirm records=10 --confirm deletes=0`,
		`Fields are members; guide {topic: "queries"} lists them`:           `Fields are members; ek guide queries lists them`,
		`guide {"topic": "errors"} says how`:                                `ek guide errors says how`,
		`set_type {id* | filter, typeId*}`:                                  `ek execute set-type {id* | filter, type-id*}`,
		`filter.near {point*, distance*}`:                                   `filter.near {point*, distance*}`,
		`Conditions are {"field": "derived.length", "op": ">", "value": 5}`: `Conditions are {"field": "derived.length", "op": ">", "value": 5}`,
		`changes {"since": …} tells what happened`:                          `changes {"since": …} tells what happened`,
		`Send commands: [{"command": "update", …}]`:                         `Send commands: [{"command": "update", …}]`,
	} {
		if got := hintLine(hint); got != want {
			t.Errorf("%s\n got %s\nwant %s", hint, got, want)
		}
	}
}
