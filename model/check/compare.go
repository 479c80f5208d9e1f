package check

import (
	"context"
	"time"

	"github.com/openeik/ekgit/model"
)

// Counts is how many findings there are of each severity; waived ones are counted
// apart.
type Counts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
	Waived  int `json:"waived"`
}

// CountOf counts findings.
func CountOf(findings []model.Finding) Counts {
	var c Counts
	for i := range findings {
		c.add(&findings[i], 1)
	}
	return c
}

func (c *Counts) add(f *model.Finding, n int) {
	switch {
	case f.Waived:
		c.Waived += n
	case f.Severity == model.Error:
		c.Error += n
	case f.Severity == model.Warning:
		c.Warning += n
	default:
		c.Info += n
	}
}

// Delta is what a change does to the findings of a model.
type Delta struct {
	New, Gone                 []model.Finding
	ErrorsBefore, ErrorsAfter int // errors that no waiver accepts
}

// Blocking answers the new errors that no waiver accepts: why a change is refused.
func (d Delta) Blocking() []model.Finding {
	var blocking []model.Finding
	for _, f := range d.New {
		if f.Severity == model.Error && !f.Waived {
			blocking = append(blocking, f)
		}
	}
	return blocking
}

// findingKey names a finding at one severity: one that gets graver is a new one.
type findingKey struct {
	fingerprint string
	severity    model.Severity
}

func keyOf(f model.Finding) findingKey { return findingKey{f.Fingerprint, f.Severity} }

// Compare answers the findings that only the second list has and those that only
// the first has, each in the order of its list.
func Compare(before, after []model.Finding) (fresh, gone []model.Finding) {
	return missing(before, after), missing(after, before)
}

// missing answers what of a list is not in the other.
func missing(from, list []model.Finding) []model.Finding {
	known := make(map[findingKey]struct{}, len(from))
	for _, f := range from {
		known[keyOf(f)] = struct{}{}
	}
	var out []model.Finding
	for _, f := range list {
		if _, ok := known[keyOf(f)]; !ok {
			out = append(out, f)
		}
	}
	return out
}

// Changed answers what the way from one snapshot to the next does to the findings,
// at a cost of what differs. Its counts of errors are of the files within reach of
// the change, not of the whole model. The only error is the context's.
func Changed(ctx context.Context, before, after *model.Snapshot, now time.Time) (Delta, error) {
	scope := Reach(before, after, model.FileChanges(before, after))
	was, err := Check(ctx, before, scope, now)
	if err != nil {
		return Delta{}, err
	}
	is, err := Check(ctx, after, scope, now)
	if err != nil {
		return Delta{}, err
	}
	return deltaOf(was, is), nil
}

func deltaOf(was, is []model.Finding) Delta {
	d := Delta{ErrorsBefore: CountOf(was).Error, ErrorsAfter: CountOf(is).Error}
	d.New, d.Gone = Compare(was, is)
	return d
}
