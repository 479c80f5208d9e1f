package ops

import (
	"context"
	"testing"
)

// TestReadsCostTheSameWhateverTheSize holds that a summary, a folder and a page of a
// running host do not look at the whole model: a building eight times as high costs
// about the same work, counted in allocations.
func TestReadsCostTheSameWhateverTheSize(t *testing.T) {
	low, high := watched(t, 1), watched(t, 8)
	for _, request := range []string{
		`{"action": "summary"}`,
		`{"action": "tree"}`,
		`{"action": "tree", "path": "architecture/1"}`,
		`{"action": "read", "limit": 20}`,
		`{"action": "read", "filter": {"categories": ["wall"]}, "limit": 20}`,
		`{"action": "read", "filter": {"categories": ["wall"], "levels": ["1"]}, "tier": "full", "limit": 20}`,
		`{"action": "read", "filter": {"near": {"point": [5000, 5000, 1000], "distance": 2000}}, "limit": 20}`,
	} {
		a, b := allocations(t, low, request), allocations(t, high, request)
		if b > 1.5*a+50 {
			t.Errorf("%s: %.0f allocations in a low building, %.0f in a high one", request, a, b)
		}
	}
}

func watched(t *testing.T, storeys int) *Host {
	t.Helper()
	h, err := Open(context.Background(), tower(t, storeys), Options{Clock: clock, Watch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func allocations(t *testing.T, h *Host, request string) float64 {
	t.Helper()
	return testing.AllocsPerRun(5, func() {
		if e := do(t, h, request); !e.OK {
			t.Fatalf("%s: %+v", request, e.Error)
		}
	})
}
