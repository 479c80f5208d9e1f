package category_test

import "testing"

// TestMeshesHeld holds that bodies have no faults in cases that draws came upon.
func TestMeshesHeld(t *testing.T) {
	for name, lines := range map[string]string{
		"gable of two pitches, needles at a joint": `{"id": "a", "category": "roof", "levelId": "level-0", "outline": [[2000, 0], [1532.088886, 1285.575219], [347.296355, 1969.615506], [-1537.632812, 2663.258155], [-1937.648751, 705.24647], [-5638.155725, -2052.12086], [-1339.966797, -2320.890573], [347.296355, -1969.615506], [1532.088886, -1285.575219]], "holes": [[[-300, -300], [-300, 300], [300, 300], [300, -300]]], "offset": 1, "thickness": 64, "form": "gable", "pitch": 12.0625, "overhang": 0.0625, "direction": 1, "edges": {"1": {"pitch": 5}}}`,
		"a beam of hardly any length":              `{"id": "p", "category": "type", "of": "beam", "profile": {"shape": "rect", "width": 60, "depth": 60}}` + "\n" + `{"id": "a", "category": "beam", "typeId": "p", "levelId": "level-0", "start": [0.0009765625, 0.0009765625, 0.0009765625], "end": [0.0009765625, 0.00048828125, 0.00048828125], "rotation": 1, "justify": "top"}`,
		"a wall along another, through its corner": wallLine("a", 0, 0, 2499.9996281525728, 1.3635384105167994, 120, "") + wallLine("b", 0, 0, 2999.9982151324843, 3.2724916984931984, 300, `, "location": "left"`),
		"hairs of layers beside an arc": layeredTypes + `{"id": "a", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [2849.263247831442, 99.49846509883027], "typeId": "thick", "flipped": true, "sagitta": -889.7499564555272, "height": 2600}
{"id": "b", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [3000.0, 0.0], "typeId": "cavity", "location": "left", "flipped": true}
{"id": "c", "category": "wall", "levelId": "level-0", "start": [1000, 0], "end": [3998.1724810572873, 104.6984901075029], "thickness": 300, "flipped": true, "height": 1100}`,
		"three walls a hair apart": `{"id": "a", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [2499.9999941898836, 0.17044230963303264], "thickness": 120}
{"id": "b", "category": "wall", "levelId": "level-0", "start": [0, 0], "end": [2999.999999564241, 0.05113269292704565], "thickness": 120}
{"id": "c", "category": "wall", "levelId": "level-0", "start": [1000, 0], "end": [3999.543085469174, 52.357219311850535], "thickness": 120}`,
		"a slot of no height":         wallLine("a", 0, 0, 2500, 0, 120, "") + `{"id": "o", "category": "opening", "levelId": "level-0", "hostId": "a", "offset": 100, "sill": 1, "width": 50, "height": 0.00005, "depth": 10, "side": "left"}`,
		"a circle that nearly closes": `{"id": "a", "category": "curtain-wall", "levelId": "level-0", "thickness": 60, "start": [0, 0], "end": [-0.0015, 0], "sagitta": -64, "mullionSpacing": 670}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := build(t, storey+lines+"\n")
			for _, id := range []string{"a", "b"} {
				if s.Record(id) != nil {
					sound(t, s, id)
				}
			}
		})
	}
}
