package generate

import (
	"fmt"
	"math/rand/v2"
)

// The plan, in mm: five bays of two rows of rooms along a corridor. The origin is
// the crossing of the grid lines 1 and A.
const (
	bay       = 8000.0
	bays      = 5
	module    = 2000.0 // of the facade: a window stands in the middle of one
	corridorS = 7000.0 // grid line B, the southern corridor wall
	corridorN = 9400.0 // grid line C, the northern corridor wall
	depth     = 16400.0
	length    = bay * bays
	facade    = 500.0 // from the outer grid lines to the axis of the exterior walls

	exteriorThickness  = 400.0
	corridorThickness  = 150.0
	partitionThickness = 100.0
	slabThickness      = 250.0
	groundHeight       = 3900.0
	upperHeight        = 3300.0
)

var lines = [4]float64{0, corridorS, corridorN, depth}

func storeyHeight(n int) float64 {
	if n == 0 {
		return groundHeight
	}
	return upperHeight
}

func elevation(n int) float64 {
	if n == 0 {
		return 0
	}
	return groundHeight + float64(n-1)*upperHeight
}

// row is the side of the corridor that a room lies on.
type row int

const (
	south row = iota
	north
)

// use is what a room is for.
type use string

const (
	office  use = "office"
	meeting use = "meeting"
	store   use = "storage"
	kitchen use = "kitchen"
	toilet  use = "toilet"
	stair   use = "stair"
	lobby   use = "lobby"
)

var useNames = map[use]string{
	office: "Office", meeting: "Meeting", store: "Store", kitchen: "Tea kitchen",
	toilet: "Toilets", stair: "Stair", lobby: "Lobby",
}

// room is a room of a storey: the stretch between two partition axes in a row.
type room struct {
	row      row
	from, to float64
	use      use
	number   string
}

// middle is half way along the room.
func (r *room) middle() float64 { return (r.from + r.to) / 2 }

// y answers the coordinate that lies v mm from the axis of the exterior wall into
// the room.
func (r *room) y(v float64) float64 {
	if r.row == south {
		return v - facade
	}
	return depth + facade - v
}

// storey is one storey being made.
type storey struct {
	*builder
	n           int
	last        bool // no storey stands on it
	top         int  // the number of the roof's level
	code, level string
	height      float64
	chance      *rand.Rand
	rooms       []room
	doors       int
}

// divide decides how the bays are divided into rooms and what those are for. The
// stair and the toilets are where they are on every storey.
func (s *storey) divide() {
	for r := south; r <= north; r++ {
		for i := range bays {
			from, to := float64(i)*bay, float64(i+1)*bay
			half := (from + to) / 2
			switch {
			case r == north && i == 0:
				s.add(r, from, half, stair)
				s.add(r, half, to, toilet)
			case r == south && i == bays/2 && s.n == 0:
				s.add(r, from, to, lobby)
			case s.chance.IntN(100) < 40:
				s.add(r, from, to, s.purpose(true))
			default:
				s.add(r, from, half, s.purpose(false))
				s.add(r, half, to, s.purpose(false))
			}
		}
	}
}

func (s *storey) add(r row, from, to float64, u use) {
	s.rooms = append(s.rooms, room{r, from, to, u, fmt.Sprintf("%s.%02d", s.code, len(s.rooms)+1)})
}

func (s *storey) purpose(large bool) use {
	switch n := s.chance.IntN(20); {
	case n < 3:
		return meeting
	case n == 3 && !large:
		return store
	case n == 4 && large:
		return kitchen
	}
	return office
}
