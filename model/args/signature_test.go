package args

import "testing"

// TestUnsaidIsTaken holds that an argument which the signature leaves out is taken
// all the same, and stands in the schema.
func TestUnsaidIsTaken(t *testing.T) {
	type in struct {
		One string `json:"one" unsaid:"true" doc:"One of many."`
		All string `json:"all" required:"true" doc:"Many."`
		Max int    `json:"max" unsaid:"true" doc:"How many."`
	}
	s := For[in]("ask", Options{})
	if got, want := s.Signature(), "ask {all*}"; got != want {
		t.Errorf("the signature is %s, not %s", got, want)
	}
	var got in
	if err := s.Decode(object(t, `{"one": "a", "all": "b", "max": 3}`), &got); err != nil || got != (in{"a", "b", 3}) {
		t.Errorf("it is taken as %+v, %v", got, err)
	}
	if p := s.Schema().Properties; p["one"] == nil || p["max"] == nil {
		t.Errorf("the schema lacks what is unsaid: %v", p)
	}
}
