package diffview

import (
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/find"
)

// Options are what is known of a difference beside the two snapshots.
type Options struct {
	// Delta is what the change does to the findings; nil has it computed.
	Delta *check.Delta
	// Requests are what was asked for, in order. Where there are none, nothing is told
	// to be outside of a request.
	Requests []Request
	// Sources answer the filter criteria of commands that a model alone cannot decide.
	Sources find.Sources
	// Keep holds the ids of the records to tell of; nil tells of all.
	Keep map[string]bool
	// Now is the day that waivers are judged by, where Delta is nil.
	Now time.Time
}

// Request is one request of commands and who made it.
type Request struct {
	Title   string
	Message string
	Person  string
	Agent   string
	When    time.Time // zero where it is not known
	Commit  string
	ID      string // the request's id, which the ids of created records are made of
	// Commands are whole commands; none for an edit by hand, which names all that it
	// changes.
	Commands []model.Object
	// On is the snapshot that the commands ran on; nil: what the request before this one
	// came to, for the first the snapshot before.
	On *model.Snapshot
	// Changed holds the ids of the records that the request changed, for one whose
	// commands cannot be carried out again on a model alone, such as a revert. They
	// count as asked for.
	Changed []string
}

// Diff is what differs between two snapshots. Lists are in the order in which they
// are to be read.
type Diff struct {
	Sentence string    `json:"sentence"`         // what differs, in the building's words
	Places   []Place   `json:"places,omitempty"` // the same, place by place
	Counts   Counts    `json:"counts"`
	Files    []File    `json:"files,omitempty"` // files of the model that hold no record, such as eik.json
	Requests []Asked   `json:"requests,omitempty"`
	Outside  []Outside `json:"outside,omitempty"` // what differs that no request named
	Strip    []Concern `json:"strip"`             // always the five concerns, in one order
	Reach    []Reach   `json:"reach,omitempty"`
	Records  []Record  `json:"records"` // the largest effects first, noise left out
	// RecordsRest is how many more records there are than are listed: none, but where
	// the caller cut the list.
	RecordsRest int `json:"recordsRest,omitempty"`
	// Followed are records that stand as they were and whose derived values differ.
	Followed     []Record `json:"followed,omitempty"`
	FollowedRest int      `json:"followedRest,omitempty"` // how many more there are than are listed
	Totals       []Total  `json:"totals,omitempty"`
	Findings     Findings `json:"findings"`
	Noise        Noise    `json:"noise"`
	// Pictures stand in the page, and as thumbnails in markdown. Whoever wants them has
	// them drawn: see Draw.
	Pictures []Picture `json:"-"`
}

// Place is what becomes of a level, or of the model as a whole. It tells what was asked
// for before what followed, and the largest effects first.
type Place struct {
	Name   string   `json:"name,omitempty"` // of the level, empty for the model
	Things []string `json:"things"`
	Rest   int      `json:"rest,omitempty"` // how many more records there are than are told of
}

// Counts is how many records differ, noise included.
type Counts struct {
	Added      int            `json:"added"`
	Removed    int            `json:"removed"`
	Changed    int            `json:"changed"`
	ByCategory map[string]int `json:"byCategory,omitempty"`
}

// Change says how a record differs.
type Change string

// The ways in which a record differs. Followed ones stand as they were.
const (
	Added    Change = "added"
	Removed  Change = "removed"
	Changed  Change = "changed"
	Followed Change = "followed"
)

// Record is a record that differs.
type Record struct {
	ID       string   `json:"id"`
	Category string   `json:"category"`
	Name     string   `json:"name,omitempty"` // its name, mark or number
	Label    string   `json:"label"`          // what a person calls it: "door D-01"
	Where    string   `json:"where,omitempty"`
	Level    string   `json:"level,omitempty"` // the name of its level
	Says     string   `json:"says"`            // what became of it: "widened from 1,000 to 1,110 mm"
	Change   Change   `json:"change"`
	Path     string   `json:"path"`
	OldPath  string   `json:"oldPath,omitempty"` // where it lay before, if elsewhere
	Members  []Member `json:"members,omitempty"`
	Derived  []Member `json:"derived,omitempty"` // derived values that differ
	Outside  string   `json:"outside,omitempty"` // why it differs although no request named it
	Weight   float64  `json:"weight"`            // how large its effect is, for the order
}

// Member is a value of a record, old and new; nil is absent.
type Member struct {
	Name  string `json:"name"`
	Unit  string `json:"unit,omitempty"` // "mm", "m²", "deg"
	Old   any    `json:"old"`
	New   any    `json:"new"`
	Noise string `json:"noise,omitempty"` // why the difference means nothing: NoiseSmall, NoiseOrder or NoisePlace

	was, is string // old and new for people, with the names of what ids stand for
}

// Why a difference means nothing to the building.
const (
	NoiseFormat = "formatting" // other bytes, the same data
	NoiseSmall  = "under 1 mm"
	NoiseOrder  = "order"      // a set, written in another order
	NoisePlace  = "same place" // a distance along a host that begins elsewhere now
)

// Noise counts the records whose only differences mean nothing to the building. They
// are in Counts and not among Records.
type Noise struct {
	Formatting int      `json:"formatting,omitempty"`
	Small      int      `json:"small,omitempty"` // under 1 mm
	Order      int      `json:"order,omitempty"` // sets in another order
	Place      int      `json:"place,omitempty"` // where they were, in a host that begins elsewhere
	IDs        []string `json:"ids,omitempty"`
}

// Ref names a record to a person and to a program.
type Ref struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// Asked is a request beside its result.
type Asked struct {
	Title   string    `json:"title,omitempty"`
	Message string    `json:"message,omitempty"`
	Person  string    `json:"person,omitempty"`
	Agent   string    `json:"agent,omitempty"`
	When    time.Time `json:"when,omitzero"`
	Commit  string    `json:"commit,omitempty"`
	Steps   []Step    `json:"steps,omitempty"`
	// Rest is how many more steps there were than are told.
	Rest int `json:"rest,omitempty"`
	// Problem says why what the commands changed is not known.
	Problem string `json:"problem,omitempty"`
}

// Step is one command of a request.
type Step struct {
	Words   string       `json:"words"`
	Command model.Object `json:"command"`
	Changed []Ref        `json:"changed,omitempty"` // the records that it changed
	Also    []Ref        `json:"also,omitempty"`    // those of them that it did not name
	// Rest is how many more it changed than are told.
	Rest int `json:"rest,omitempty"`
}

// Outside is a record that changed although no request named it.
type Outside struct {
	Ref
	Says string `json:"says"`
	Why  string `json:"why"` // "stands in the south wall", "not named by any command"
}

// Concern is one line of the strip: what of the change concerns structure, say. It
// is shown also where there is nothing to tell.
type Concern struct {
	Name  string `json:"name"`  // structure, envelope, fire-acoustic, egress, accessibility
	Title string `json:"title"` // "Fire and acoustic"
	Notes []Note `json:"notes,omitempty"`
}

// Note is one thing to look at, and the records it is about.
type Note struct {
	Text string   `json:"text"`
	IDs  []string `json:"ids,omitempty"`
}

// Reach says how far a changed record carries.
type Reach struct {
	Ref
	By    string         `json:"by"`    // type, level, host, material, group, grid, building
	Count int            `json:"count"` // how many elements it reaches
	Of    map[string]int `json:"of"`    // by category
	Text  string         `json:"text"`  // "24 windows on 3 levels"
}

// Total is an area, a length or a count that differs, of a room, a group, a level, a
// type or a category.
type Total struct {
	Of     string   `json:"of"` // room, group, level, type, model
	Ref    Ref      `json:"ref"`
	What   string   `json:"what"` // "windows", "wall area"
	Unit   string   `json:"unit,omitempty"`
	Before *float64 `json:"before,omitempty"` // nil where only the difference is known
	After  *float64 `json:"after,omitempty"`
	By     float64  `json:"by"` // the difference

	units units
}

// Findings are what the rules say of one snapshot and not of the other.
type Findings struct {
	New    []model.Finding `json:"new,omitempty"`
	Gone   []model.Finding `json:"gone,omitempty"`
	Waived []model.Finding `json:"waived,omitempty"` // new ones that a waiver accepts
	// Waivers are the waivers that the change itself adds.
	Waivers []model.Waiver `json:"waivers,omitempty"`
}
