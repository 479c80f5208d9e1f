package ops

import (
	"fmt"
	"testing"
)

// Rows begin with the id, once, also where the caller asks for it.
func TestReadHasTheIDOnce(t *testing.T) {
	t.Parallel()
	e := do(t, open(t, houseDir(t)), `{"action": "read", "filter": {"ids": ["door-entrance"]}, "fields": ["mark", "id"]}`)
	want := `"columns":["id","mark"],"rows":[["door-entrance","D-01"]]`
	if got := fmt.Sprintf("%s", e.Data); !e.OK || len(got) < len(want)+1 || got[1:len(want)+1] != want {
		t.Errorf("it answers %s, want %s", got, want)
	}
}
