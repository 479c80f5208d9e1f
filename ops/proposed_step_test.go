package ops

import (
	"fmt"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestLaterStepsTellWhatTheWholeBrings holds that a step which leaves an error of an
// earlier one standing says so, with a title and without, until the error is mended.
func TestLaterStepsTellWhatTheWholeBrings(t *testing.T) {
	for name, titled := range map[string]string{"a dry run": "", "a proposal": `"title": "Widen the entrance", `} {
		t.Run(name, func(t *testing.T) {
			h := open(t, houseDir(t))
			step := func(format string, values ...any) proposedAnswer {
				return data[proposedAnswer](t, h, `{"action": "propose", `+fmt.Sprintf(format, values...)+`}`)
			}
			first := step(`%s"commands": [{"command": "update", "id": "door-entrance", "set": {"width": 12000}}]`, titled)
			if first.Refused == nil || strings.Contains(strings.Join(first.Notes, "\n"), "still brings") {
				t.Errorf("the step that breaks it is answered with %+v", first)
			}
			second := step(`"proposal": %q, "commands": [{"command": "rename", "id": "wall-south", "name": "South wall"}]`, first.Proposal)
			note := fmt.Sprintf("still brings 2 errors, the first: %s: %s", first.Findings.New[0].Rule, first.Findings.New[0].Message)
			if second.Refused == nil || second.Refused.Code != model.CheckFailed || len(second.Findings.New) != 0 || !strings.Contains(strings.Join(second.Notes, "\n"), note) {
				t.Errorf("the step after it is answered with %+v, without the note %q", second, note)
			}
			third := step(`"proposal": %q, %s`, first.Proposal, widen)
			if third.Refused != nil || strings.Contains(strings.Join(third.Notes, "\n"), "still brings") {
				t.Errorf("the step that mends it is answered with %+v", third)
			}
		})
	}
}

// TestSubjectIsTheCommits holds that an answer to a write gives the subject that the
// commit has, whoever named it.
func TestSubjectIsTheCommits(t *testing.T) {
	h := open(t, houseDir(t))
	for _, request := range []string{
		`{"action": "propose", "title": "Widen the entrance", ` + widen + `}`,
		`{"action": "propose", "again": true, ` + widen + `}`,
		`{"action": "execute", "title": "Make the entrance wide", ` + widen + `}`,
	} {
		w := data[written](t, h, request)
		if want := strings.TrimSpace(git(t, h.repo.Dir(), "log", "-1", "--format=%s", w.Commit)); w.Subject != want {
			t.Errorf("%s: the subject is %q, the commit's %q", request, w.Subject, want)
		}
	}
}
