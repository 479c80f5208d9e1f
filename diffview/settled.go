package diffview

import (
	"strings"

	"github.com/openeik/ekgit/model"
)

// settledTitle stands above the conflicts that are decided.
const settledTitle = "What is settled, for when it is accepted"

// Settled is a conflict that is decided, with the record in words.
type Settled struct {
	model.Resolution
	Label string `json:"label"`

	word string // the value, with its unit
}

// SettledBy tells the resolutions that are kept with a proposal: ours is the model,
// theirs the proposal.
func SettledBy(ours, theirs *model.Snapshot, resolutions []model.Resolution) []Settled {
	var out []Settled
	for _, r := range resolutions {
		told := Conflicts(ours, theirs, []model.MergeConflict{{Record: r.Record, Member: r.Member, Theirs: r.Value}})[0]
		out = append(out, Settled{Resolution: r, Label: told.Label, word: told.values()[2]})
	}
	return out
}

// what names what is decided.
func (s *Settled) what() string { return strings.TrimSpace(plain(s.Label) + " " + plain(s.Member)) }

// says tells how.
func (s *Settled) says() string {
	switch {
	case s.Take == model.TakeOurs:
		return "as the model has it"
	case s.Take == model.TakeTheirs:
		return "as the proposal has it"
	case s.Value == nil:
		return "taken away"
	}
	return s.word
}

// settled writes what is decided.
func (p *textPage) settled(all []Settled) {
	if len(all) > 0 {
		p.heading(settledTitle)
	}
	for i := range all {
		p.line("  %s: %s", all[i].what(), all[i].says())
	}
}

func mdSettled(all []Settled) string {
	if len(all) == 0 {
		return ""
	}
	p := &mdPart{limit: smallPart}
	p.WriteString("### " + settledTitle + "\n\n")
	for i := range all {
		p.item("- %s: %s\n", escaped(clip(all[i].what(), 2*valueLimit)), escaped(clip(all[i].says(), valueLimit)))
	}
	return p.rest(len(all), "settled")
}
