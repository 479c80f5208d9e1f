package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type placeColumnsArgs struct {
	Level    string       `json:"level" required:"true" also:"levelId,storey,floor,baseLevel" doc:"Level that they stand on."`
	Grids    []string     `json:"grids" also:"grid,axes,gridLines,crossings" doc:"Grid lines, by name or id: a column goes where two of them cross; of one alone, where it crosses any other. all for every grid line."`
	Points   []args.Point `json:"points" join:"|" also:"at,positions,locations" doc:"Places [x, y] in mm."`
	Type     string       `json:"type" also:"typeId,family" doc:"Their type, by id or name. Absent: the only one there is."`
	Size     *args.Point  `json:"size" join:"|" also:"section,profile" doc:"[width, depth] in mm of a rectangular section; its type is found or made."`
	Diameter *args.Length `json:"diameter" join:"|" above:"0" doc:"Diameter in mm of a round section; its type is found or made."`
	Rotation *args.Angle  `json:"rotation" also:"angle" doc:"Turn of the section in degrees. Absent: 0."`
	Height   *args.Length `json:"height" above:"0" doc:"Height in mm. Absent: they reach the top of their storey."`
	Top      string       `json:"top" join:"|" also:"topLevel,topLevelId,to" doc:"Level that they reach up to."`
	Mark     string       `json:"mark" also:"marks" doc:"Mark of the first, such as C-01; the others count on."`
	ID       string       `json:"id" also:"newId" doc:"Id of the column; id-1, id-2 … where there are several. Absent: made."`
}

func placeColumns() *Command {
	return define(Command{Name: "place_columns", Geometric: true, Also: []string{"place_column", "add_column", "add_columns", "create_columns", "draw_columns"},
		Summary: "Place columns at grid crossings or at points",
		Doc: `Places a column at every crossing of the grid lines, or at every point; where one stands already at that height none is
added, and the notes say so. They are of one type: a type that is there, or one found or made of size or diameter.`},
		`{"command": "place_columns", "level": "level-0", "points": [[2000, 4000], [4000, 4000]], "size": [300, 300], "id": "column"}`, runPlaceColumns)
}

func runPlaceColumns(_ context.Context, tx *Tx, a placeColumnsArgs) error {
	like, err := tx.columnLike(a)
	if err != nil {
		return err
	}
	places, err := tx.columnPlaces(a)
	if err != nil {
		return err
	}
	if places = tx.clearOfColumns(like, places); len(places) == 0 {
		return nil
	}
	if like, err = tx.sectioned(like, a); err != nil {
		return err
	}
	ids, err := tx.NewIDs("column", a.ID, len(places))
	if err != nil {
		return err
	}
	marks, err := tx.numbers("/mark", "column", "mark", a.Mark)
	if err != nil {
		return err
	}
	columns := make([]*model.Record, len(places))
	for i, at := range places {
		columns[i] = like.With("id", ids[i]).With("at", pointValue(at))
		if a.Mark != "" {
			mark, err := marks.take()
			if err != nil {
				return err
			}
			columns[i] = columns[i].With("mark", mark)
		}
		if err := tx.Put(columns[i]); err != nil {
			return err
		}
	}
	tx.Say("Place", columns, "on "+like.String("levelId"))
	return nil
}

// columnLike answers what all the columns have in common, but for their type.
func (tx *Tx) columnLike(a placeColumnsArgs) (*model.Record, error) {
	level, err := tx.Level("level", a.Level)
	if err != nil {
		return nil, err
	}
	r := model.NewRecord(model.Object{{Name: "id", Value: "column"}, {Name: "category", Value: "column"}, {Name: "levelId", Value: level.ID()}})
	if a.Height != nil && a.Top != "" {
		return nil, tx.Invalid("/top", "columns have a height or a top level, not both", a.Top)
	}
	if a.Height != nil {
		r = r.With("height", float64(*a.Height))
	}
	if a.Rotation != nil {
		r = r.With("rotation", optional(float64(*a.Rotation)))
	}
	if a.Top != "" {
		top, err := tx.Level("top", a.Top)
		if err != nil {
			return nil, err
		}
		r = r.With("topLevelId", top.ID())
	}
	s := tx.Snapshot()
	top, ok := category.Top(s, r)
	switch {
	case !ok:
		return nil, tx.Invalid("/height", fmt.Sprintf("nothing says how high the storey of %s is; give height or top", spoken(level)), nil)
	case top <= category.Base(s, r):
		return nil, tx.Invalid("/top", fmt.Sprintf("%s does not lie above %s", a.Top, spoken(level)), a.Top)
	}
	return r, nil
}

// columnPlaces answers where columns are asked for.
func (tx *Tx) columnPlaces(a placeColumnsArgs) ([]geom.Point, error) {
	if (len(a.Points) == 0) == (len(a.Grids) == 0) {
		return nil, tx.Invalid("/points", "place_columns takes grids or points, one of them", nil)
	}
	var places []geom.Point
	for _, p := range a.Points {
		places = append(places, geom.Point{X: p[0], Y: p[1]}.Round())
	}
	if len(a.Grids) == 0 {
		return places, nil
	}
	places, err := tx.crossings(a.Grids)
	if err == nil && len(places) == 0 {
		err = tx.Invalid("/grids", "these grid lines cross nowhere; name lines of both directions, or give points", nil)
	}
	return places, err
}

// crossings answers where named grid lines cross: each other, or of one alone any
// other.
func (tx *Tx) crossings(names []string) ([]geom.Point, error) {
	lines, err := tx.gridLines(names)
	if err != nil {
		return nil, err
	}
	others := lines
	if len(lines) == 1 {
		if others, err = tx.gridLines([]string{"all"}); err != nil {
			return nil, err
		}
	}
	var places []geom.Point
	for i, line := range lines {
		for j, other := range others {
			if len(lines) > 1 && j <= i {
				continue
			}
			contact := line.Meet(other, geom.JoinTolerance)
			if contact.Kind == geom.Touch || contact.Kind == geom.Cross {
				for _, p := range contact.Points {
					places = append(places, tidyPoint(p))
				}
			}
		}
	}
	return places, nil
}

func (tx *Tx) gridLines(names []string) ([]geom.Curve, error) {
	var grids []*model.Record
	if len(names) == 1 && names[0] == "all" {
		for f := range tx.Snapshot().InCategory("grid") {
			if r := f.Record(); r != nil {
				grids = append(grids, r)
			}
		}
		names = nil
	}
	for _, name := range names {
		grid, err := tx.One(name, find.Want{Categories: []string{"grid"}, Role: "grids"})
		if err != nil {
			return nil, err
		}
		grids = append(grids, grid)
	}
	var lines []geom.Curve
	for _, grid := range grids {
		if line, ok := category.Baseline(grid); ok {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// clearOfColumns answers the places where no column stands at the height of the new
// ones, each once, and notes the others.
func (tx *Tx) clearOfColumns(like *model.Record, places []geom.Point) []geom.Point {
	s := tx.Snapshot()
	base := category.Base(s, like)
	top, _ := category.Top(s, like)
	var free []geom.Point
	var taken []string
	twice := 0
	for _, p := range places {
		switch other := columnAt(s, p, base, top); {
		case other != "":
			taken = append(taken, fmt.Sprintf("[%v, %v] (%s)", p.X, p.Y, other))
		case nearAny(p, free):
			twice++
		default:
			free = append(free, p)
		}
	}
	if len(taken) > 0 {
		tx.Note("%d of %d places have a column already: %s", len(taken), len(places)-twice, shorten(commaed(taken), 200))
	}
	return free
}

func nearAny(p geom.Point, points []geom.Point) bool {
	for _, q := range points {
		if q.Near(p, geom.JoinTolerance) {
			return true
		}
	}
	return false
}

// columnAt answers the id of a column that stands at a point between two heights,
// empty where none does.
func columnAt(s *model.Snapshot, p geom.Point, base, top float64) string {
	here := geom.BoxOf(p.At(base+geom.JoinTolerance), p.At(max(top, base+2*geom.JoinTolerance)-geom.JoinTolerance)).Grow(geom.JoinTolerance / 2)
	found := ""
	for id := range category.Space(s).Search(here) {
		if r := s.Record(id); r != nil && r.Category() == "column" && category.Stands(s, r) && (found == "" || id < found) {
			found = id
		}
	}
	return found
}
