package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The format and version that this package reads and writes.
const (
	FormatName    = "OpenEik"
	FormatVersion = "0.2"
)

// Manifest is eik.json, the description of a whole model.
type Manifest struct {
	File     *File  // nil where the model has none
	Object   Object // as it was read, unknown members included
	Format   string
	Version  string
	ID       string
	Name     string
	Profiles []string
	Phases   []string
	// Site places the model on the earth; its members are optional.
	Site *Site
	// Rules sets severities and limits of rules: rule -> setting -> value.
	Rules map[string]map[string]any
	// Protected names paths, tags and members that only a reviewed proposal changes.
	Protected  []string
	LevelDatum string
	Faults     []Fault
}

// Site is where and how a model stands on the earth.
type Site struct {
	Latitude  *float64 `json:"latitude,omitempty"`
	Longitude *float64 `json:"longitude,omitempty"`
	Elevation *float64 `json:"elevation,omitempty"`
	TrueNorth float64  `json:"trueNorth,omitempty"` // degrees from y, counter-clockwise
}

func parseManifest(f *File) *Manifest {
	if f == nil || f.Data() == nil {
		return &Manifest{Faults: []Fault{{Rule: "format.version", Message: "there is no eik.json; a model has one at its root (ek init makes it)"}}}
	}
	m := &Manifest{File: f}
	record, faults := Decode(f.Data())
	if m.Faults = append(slices.Clone(f.Broken), faults...); record == nil {
		return m
	}
	m.Object = record.members
	m.read()
	return m
}

func (m *Manifest) read() {
	var typed struct {
		Format, Version, ID, Name, LevelDatum string
		Units                                 struct{ Length, Angle string }
		Profiles, Phases, Protected           []string
		Site                                  *Site
		Rules                                 map[string]map[string]any
	}
	data, err := json.Marshal(ToJSON(m.Object))
	if err == nil {
		err = json.Unmarshal(data, &typed)
	}
	if err != nil {
		m.fault("record.member", "", fmt.Sprintf("eik.json: %v", err))
	}
	m.Format, m.Version, m.ID, m.Name, m.LevelDatum = typed.Format, typed.Version, typed.ID, typed.Name, typed.LevelDatum
	m.Profiles, m.Phases, m.Protected, m.Site, m.Rules = typed.Profiles, typed.Phases, typed.Protected, typed.Site, typed.Rules
	if m.Format != FormatName {
		m.fault("format.version", "/format", fmt.Sprintf("the format is %q, expected %q", m.Format, FormatName))
	}
	if m.Newer() {
		m.fault("format.version", "/version", fmt.Sprintf("version %s is newer than %s: this host reads it and never writes it; use a newer ek", m.Version, FormatVersion))
	}
	if u := typed.Units; u.Length != "mm" || u.Angle != "deg" {
		m.fault("format.version", "/units", fmt.Sprintf(`units are %q and %q, expected "mm" and "deg"`, u.Length, u.Angle))
	}
	if err := CheckID(m.ID); err != nil {
		m.fault("id.syntax", "/id", err.Error())
	}
}

func (m *Manifest) fault(rule, pointer, message string) {
	m.Faults = append(m.Faults, Fault{Rule: rule, Pointer: pointer, Message: message})
}

// Readable tells whether eik.json holds what can be read at all.
func (m *Manifest) Readable() bool { return m.Object != nil }

// Newer tells whether the model's version is newer than this package writes.
func (m *Manifest) Newer() bool {
	version, ok := parseVersion(m.Version)
	own, _ := parseVersion(FormatVersion)
	return ok && slices.Compare(version, own) > 0
}

// parseVersion reads "major.minor" into numbers that compare in order.
func parseVersion(text string) ([]int, bool) {
	var version []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, false
		}
		version = append(version, n)
	}
	return version, true
}

// LengthUnit answers the name of the unit in which the model wants lengths shown,
// empty where it does not say.
func (m *Manifest) LengthUnit() string {
	display, _ := m.Object.Get("display").(Object)
	name, _ := display.Get("length").(string)
	return name
}

// TrueNorth answers the direction of true north in degrees from y,
// counter-clockwise.
func (m *Manifest) TrueNorth() float64 {
	if m.Site == nil {
		return 0
	}
	return m.Site.TrueNorth
}

// Waiver is an accepted finding.
type Waiver struct {
	Finding string `json:"finding"`
	Reason  string `json:"reason"`
	By      string `json:"by"`
	Until   string `json:"until,omitempty"` // a date, YYYY-MM-DD, the last day it holds
}

// Waivers answers the accepted findings by fingerprint. A waiver that cannot be
// read waives nothing.
func (s *Snapshot) Waivers() map[string]Waiver {
	folder := s.Folder("waivers")
	if folder == nil {
		return nil
	}
	waivers := make(map[string]Waiver, len(folder.files))
	for _, f := range folder.files {
		var w Waiver
		if json.Unmarshal(f.raw, &w) == nil && w.Finding == strings.TrimSuffix(f.Name(), ".json") {
			waivers[w.Finding] = w
		}
	}
	return waivers
}

// HasShape tells whether shapes/ holds the body of that sha256.
func (s *Snapshot) HasShape(sha256 string) bool {
	return s.FileAt("shapes/"+sha256+".glb") != nil
}
