package model

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// Severity ranks a finding.
type Severity string

// The severities. Only errors make a model invalid.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Fault is what one file or one record breaks by itself: a rule, where in the
// file, and what is wrong, in a sentence that says what to do.
type Fault struct {
	Rule    string
	Pointer string // JSON pointer into the file, empty for the whole of it
	Message string
}

// Finding is a rule that a model breaks, as it is answered to people and agents.
type Finding struct {
	// Fingerprint names the finding across commits: "f-" and a hash of its rule,
	// ids and pointer.
	Fingerprint string          `json:"finding"`
	Rule        string          `json:"rule"`
	Severity    Severity        `json:"severity"`
	IDs         []string        `json:"ids,omitempty"`
	File        string          `json:"file,omitempty"`
	Pointer     string          `json:"pointer,omitempty"`
	Message     string          `json:"message"`
	Fix         json.RawMessage `json:"fix,omitempty"` // a command, ready to execute
	Waived      bool            `json:"waived,omitempty"`
}

// Fingerprint answers the name of a finding of a rule on ids (or, where it has
// none, a file) at a pointer.
func Fingerprint(rule string, ids []string, file, pointer string) string {
	subject := strings.Join(ids, ",")
	if subject == "" {
		subject = file
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", rule, subject, pointer))
	return "f-" + hex.EncodeToString(sum[:6])
}
