package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
)

type reportIn struct {
	Message string       `json:"message" required:"true" doc:"What went wrong, what was expected, and what happened."`
	Request model.Object `json:"request" doc:"The request that shows it."`
}

type reportOut struct {
	ID   string `json:"id"`
	File string `json:"file" jsonschema:"where it is kept on the host's machine, never in git"`
}

func reportProblem() *Operation {
	return define(Operation{
		Name:       "report_problem",
		Title:      "Report a problem",
		Summary:    "Keep what went wrong, with the commit and the request that shows it, for the people who look after the host.",
		Capability: Propose,
		Hints:      Hints{},
		Example:    `{"action": "report_problem", "message": "The net area of wall-south ignores its window.", "request": {"action": "read", "filter": {"ids": ["wall-south"]}, "tier": "full"}}`,
		Help: `Keeps the message, the request and the commit it was made on in a file beside the model that git never sees.
Nothing in the model changes.`,
	}, runReport)
}

// longestReport is the longest message that is kept, in characters.
const longestReport = 10_000

func runReport(_ context.Context, c *call, in reportIn) (reportOut, error) {
	if strings.TrimSpace(in.Message) == "" || utf8.RuneCountInString(in.Message) > longestReport {
		return reportOut{}, invalid("/message", fmt.Sprintf("the message has 1 to %d characters", longestReport), utf8.RuneCountInString(in.Message))
	}
	id := "r-" + c.req.CorrelationID
	if err := model.CheckID(id); err != nil {
		id = "r-" + hash([]byte(c.req.CorrelationID))
	}
	data, err := json.MarshalIndent(map[string]any{
		"id": id, "at": c.host.options.Clock().UTC(), "commit": c.meta.Commit, "branch": c.meta.Branch, "agent": c.req.Agent,
		"message": in.Message, "request": in.Request, "version": Version,
	}, "", "  ")
	if err != nil {
		return reportOut{}, err
	}
	folder := filepath.Join(c.host.SideFolder(), "problems")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return reportOut{}, err
	}
	file := filepath.Join(folder, id+".json")
	return reportOut{ID: id, File: file}, os.WriteFile(file, append(data, '\n'), 0o644)
}

// SideFolder is where a host keeps what is not the model's: .eik beside the records,
// in the git directory where there is no work tree.
func (h *Host) SideFolder() string {
	if h.repo.Bare() {
		return filepath.Join(h.repo.GitDir(), "eik")
	}
	return filepath.Join(h.repo.Dir(), ".eik")
}
