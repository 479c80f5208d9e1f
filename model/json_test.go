package model_test

import (
	"encoding/json"
	"testing"

	"github.com/openeik/ekgit/model"
)

func TestObjectKeepsItsOrderThroughJSON(t *testing.T) {
	const text = `{"z":1,"a":{"y":[0.1,null],"b":true},"m":"x"}`
	var o model.Object
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	back, err := json.Marshal(o)
	if err != nil || string(back) != text {
		t.Errorf("got %s, %v; want %s", back, err, text)
	}
}

func TestObjectFromJSONIsStrict(t *testing.T) {
	for _, text := range []string{`[]`, `{"a": 1, "a": 2}`, `{"a": 1e999}`} {
		o := model.Object{{Name: "old"}}
		if err := json.Unmarshal([]byte(text), &o); err == nil || len(o) != 1 {
			t.Errorf("%s: got %v, %v; want an error and the object as it was", text, o, err)
		}
	}
}

func TestNullLeavesAnObjectOut(t *testing.T) {
	var in struct{ O model.Object }
	if err := json.Unmarshal([]byte(`{"O": null}`), &in); err != nil || in.O != nil {
		t.Errorf("got %v, %v", in.O, err)
	}
}
