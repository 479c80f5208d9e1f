package check

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/openeik/ekgit/model"
)

// waiverFolder holds the findings that a model accepts.
const waiverFolder = "waivers"

// waive marks the findings that a waiver of the model accepts on the day of now.
func waive(s *model.Snapshot, findings []model.Finding, now time.Time) {
	waivers := s.Waivers()
	if len(waivers) == 0 {
		return
	}
	today := now.Format(time.DateOnly)
	for i := range findings {
		w, ok := waivers[findings[i].Fingerprint]
		findings[i].Waived = ok && (w.Until == "" || today <= w.Until)
	}
}

// waiverFaults answers what makes a waiver file waive nothing.
func waiverFaults(f *model.File) []model.Fault {
	if faults := f.Faults(); len(faults) > 0 || f.Data() == nil {
		return faults
	}
	var w model.Waiver
	if err := json.Unmarshal(f.Data(), &w); err != nil {
		return []model.Fault{{Rule: "record.member", Message: fmt.Sprintf("a waiver is {finding, reason, by, until}, each a text: %v", err)}}
	}
	var faults []model.Fault
	add := func(rule, pointer, message string) {
		faults = append(faults, model.Fault{Rule: rule, Pointer: pointer, Message: message})
	}
	if w.Finding != strings.TrimSuffix(f.Name(), ".json") {
		add("file.name", "/finding", fmt.Sprintf("the waiver is of finding %s, so its file is %s", quote(w.Finding), quote(w.Finding+".json")))
	}
	if strings.TrimSpace(w.Reason) == "" {
		add("record.member", "/reason", "a waiver says why the finding is accepted; give a reason")
	}
	if strings.TrimSpace(w.By) == "" {
		add("record.member", "/by", "a waiver says who accepts the finding; give by")
	}
	if _, err := time.Parse(time.DateOnly, w.Until); w.Until != "" && err != nil {
		add("record.member", "/until", fmt.Sprintf("until is %s; give a day as YYYY-MM-DD", quote(w.Until)))
	}
	return faults
}
