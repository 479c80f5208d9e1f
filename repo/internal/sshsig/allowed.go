package sshsig

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// Allowed is a line of an allowed-signers file (ssh-keygen(1), ALLOWED SIGNERS): whose
// key it is, and when it may sign for git.
type Allowed struct {
	Principals string // patterns, separated by commas
	Key        ssh.PublicKey

	namespaces    string // patterns; empty for all
	after, before time.Time
	line          int
}

// ParseAllowed reads an allowed-signers file. A line that is not understood is an
// error that names it: one passed over could be the one that forbids.
func ParseAllowed(text string) ([]Allowed, error) {
	var list []Allowed
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		a, err := parseAllowedLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		a.line = n
		list = append(list, a)
	}
	return list, nil
}

func parseAllowedLine(line string) (Allowed, error) {
	principals, rest, err := firstWord(line)
	if err != nil {
		return Allowed{}, err
	}
	key, _, options, _, err := ssh.ParseAuthorizedKey([]byte(rest))
	if err != nil {
		return Allowed{}, fmt.Errorf("no key after %q: %w", principals, err)
	}
	a := Allowed{Principals: principals, Key: key}
	for _, option := range options {
		if err := a.option(option); err != nil {
			return Allowed{}, err
		}
	}
	return a, nil
}

// firstWord cuts the principals off a line; in quotation marks they may hold blanks.
func firstWord(line string) (word, rest string, err error) {
	if quoted, ok := strings.CutPrefix(line, `"`); ok {
		if word, rest, ok = strings.Cut(quoted, `"`); !ok {
			return "", "", fmt.Errorf("a quotation mark is open")
		}
	} else if i := strings.IndexAny(line, " \t"); i > 0 {
		word, rest = line[:i], line[i:]
	}
	if strings.TrimSpace(word) == "" {
		return "", "", fmt.Errorf("a line is: principals, options, key")
	}
	return word, strings.TrimSpace(rest), nil
}

func (a *Allowed) option(option string) error {
	name, value, _ := strings.Cut(option, "=")
	value = strings.Trim(value, `"`)
	var err error
	switch strings.ToLower(name) {
	case "namespaces":
		a.namespaces = value
	case "valid-after":
		a.after, err = parseTime(value)
	case "valid-before":
		a.before, err = parseTime(value)
	case "cert-authority":
		err = fmt.Errorf("cert-authority is not read here: name the keys themselves")
	default:
		err = fmt.Errorf("there is no option %q", name)
	}
	return err
}

// parseTime reads YYYYMMDD[HHMM[SS]][Z]: with Z in UTC, else in the machine's zone.
func parseTime(text string) (time.Time, error) {
	digits, utc := strings.CutSuffix(text, "Z")
	zone := time.Local
	if utc {
		zone = time.UTC
	}
	for _, layout := range []string{"20060102", "200601021504", "20060102150405"} {
		if t, err := time.ParseInLocation(layout, digits, zone); err == nil && len(digits) == len(layout) {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: write YYYYMMDD, or YYYYMMDDHHMMSS, and Z for UTC", text)
}

// permits answers why the line is not in force for git at a time.
func (a *Allowed) permits(at time.Time) error {
	switch {
	case a.namespaces != "" && !Match(a.namespaces, namespace):
		return fmt.Errorf("line %d of the allowed signers has the key for %s, not for %s", a.line, a.namespaces, namespace)
	case !a.after.IsZero() && at.Before(a.after):
		return fmt.Errorf("line %d of the allowed signers has the key from %s on", a.line, a.after.Format(time.DateOnly))
	case !a.before.IsZero() && at.After(a.before):
		return fmt.Errorf("line %d of the allowed signers has the key until %s", a.line, a.before.Format(time.DateOnly))
	}
	return nil
}

// Match tells whether a list of patterns, separated by commas, takes in a text: one
// of them has to, and none that begins with ! may. * stands for any text, ? for one
// character.
func Match(patterns, text string) bool {
	found := false
	for pattern := range strings.SplitSeq(patterns, ",") {
		pattern, not := strings.CutPrefix(strings.TrimSpace(pattern), "!")
		if !glob(pattern, text) {
			continue
		}
		if not {
			return false
		}
		found = true
	}
	return found
}

// glob matches in time of the product of the lengths, whatever the pattern.
func glob(pattern, text string) bool {
	p, t, star, from := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p, t = p+1, t+1
		case star >= 0:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
