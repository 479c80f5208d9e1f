package category_test

import "testing"

// TestMeshesHeld holds that bodies have no faults in cases that draws came upon.
func TestMeshesHeld(t *testing.T) {
	for name, lines := range map[string]string{
		"gable of two pitches, needles at a joint": `{"id": "a", "category": "roof", "levelId": "level-0", "outline": [[2000, 0], [1532.088886, 1285.575219], [347.296355, 1969.615506], [-1537.632812, 2663.258155], [-1937.648751, 705.24647], [-5638.155725, -2052.12086], [-1339.966797, -2320.890573], [347.296355, -1969.615506], [1532.088886, -1285.575219]], "holes": [[[-300, -300], [-300, 300], [300, 300], [300, -300]]], "offset": 1, "thickness": 64, "form": "gable", "pitch": 12.0625, "overhang": 0.0625, "direction": 1, "edges": {"1": {"pitch": 5}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := build(t, storey+lines+"\n")
			found := 0
			for _, id := range []string{"a", "b"} {
				if s.Record(id) != nil {
					found += sound(t, s, id)
				}
			}
			if found == 0 {
				t.Error("no body was made")
			}
		})
	}
}
