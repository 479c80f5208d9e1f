package category_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// TestOddValues holds what is said of values that a file cannot hold but a command
// may bring, and of records that hardly are any.
func TestOddValues(t *testing.T) {
	wall := decode(t, []byte(`{"id": "w", "category": "wall", "levelId": "l", "start": [0, 0], "end": [1, 0]}`))
	for name, c := range map[string]struct {
		r    *model.Record
		want []string
	}{
		"nothing":         {model.NewRecord(nil), []string{"id.syntax /id", "record.category /category"}},
		"number as id":    {wall.With("id", 5.0), []string{"id.syntax /id", "record.member /id"}},
		"list for a word": {wall.With("category", []any{}), []string{"record.category /category"}},
		"not a number":    {wall.With("sagitta", math.NaN()), []string{"record.member /sagitta"}},
		"infinite":        {wall.With("start", model.PointValue(math.Inf(1), 0)), []string{"record.member /start"}},
		"hidden infinity": {wall.With("properties", model.Object{{Name: "g", Value: model.Object{{Name: "n", Value: []any{math.Inf(-1)}}}}}), []string{"record.member /properties/g/n"}},
		"deeper infinity": {wall.With("properties", model.Object{{Name: "g", Value: model.Object{{Name: "n", Value: model.Object{{Name: "value", Value: model.Object{{Name: "x", Value: math.NaN()}}}}}}}}), []string{"record.member /properties/g/n"}},
		"literal length":  {wall.With("sagitta", model.Literal("0.12345678901234567890")), []string{"record.member /sagitta"}},
		"literal data":    {wall.With("properties", model.Object{{Name: "g", Value: model.Object{{Name: "n", Value: model.Literal("0.12345678901234567890")}}}}), nil},
		"odd names":       {wall.With("a/b~c", true), []string{"record.unknown /a~1b~0c"}},
		"empty lists":     {wall.With("tags", []any{}).With("start", []any{}), []string{"record.member /start"}},
		"object for text": {wall.With("name", model.Object{{Name: "a", Value: true}}), []string{"record.member /name"}},
		"text for truth":  {wall.With("external", "yes"), []string{"record.member /external"}},
	} {
		var got []string
		for _, f := range category.Validate(category.Schema(), c.r) {
			got = append(got, f.Rule+" "+f.Pointer)
			if len(f.Message) < 10 || len(f.Message) > 700 {
				t.Errorf("%s: %q", name, f.Message)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestMessages holds that a message names what was meant and stays short.
func TestMessages(t *testing.T) {
	for record, want := range map[string]string{
		`{"id": "w", "category": "wal"}`: `"wal" is no category; it is one of `,
		`{"id": "w", "category": "separator", "levelId": "l", "start": "here", "end": [0, 0]}`:                            `[x, y] in mm is expected here, not "here"`,
		`{"id": "w", "category": "separator", "levelId": "l", "start": [0, 0], "end": [0, 0], "lenth": 3}`:                `a separator has no member "lenth"; it is kept as it is`,
		`{"id": "w", "category": "opening", "hostId": "h"}`:                                                               "an opening needs offset + width + height, or outline",
		`{"id": "w", "category": "roof", "form": "flatt", "outline": [[0, 0], [1, 0], [0, 1]]}`:                           `"flatt" is not one of flat, shed, gable, hip; the nearest known one is "flat"`,
		`{"id": "w", "category": "separator", "levelId": 5, "start": [0, 0], "end": [0, 0]}`:                              "the id of a level is expected here, not 5",
		`{"id": "w", "category": "proxy", "` + strings.Repeat("x", 500) + `": 1}`:                                         `a proxy has no member "` + strings.Repeat("x", 64) + `…"`,
		`{"id": "w", "category": "material", "density": -1}`:                                                              "-1 is too small: over 0 kg/m³",
		`{"id": "w", "category": "roof", "form": "shed", "pitch": 90, "outline": [[0, 0], [1, 0], [0, 1]]}`:               "90 is too large: at most 89 deg",
		`{"id": "w", "category": "stair", "topLevelId": "l", "path": [[0, 0], [1, 0]], "width": 900, "risers": 1.5}`:      "a whole number is expected here, not 1.5",
		`{"id": "w", "category": "curtain-wall", "levelId": "l", "start": [0, 0], "end": [0, 0], "mullionSpacing": "2m"}`: "a number in mm or a list of items, each a number in mm is expected here",
	} {
		faults := category.Validate(category.Schema(), decode(t, []byte(record)))
		if len(faults) != 1 || !strings.Contains(faults[0].Message, want) {
			t.Errorf("%s: %v, want %q", record, faults, want)
		}
	}
}
