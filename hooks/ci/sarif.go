package ci

import (
	"io"
	"net/url"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

// What of SARIF 2.1.0 is written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri,omitempty"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifText    `json:"shortDescription"`
		Default sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifSuppression struct {
		Kind string `json:"kind"`
	}
)

// levels are SARIF's severities.
var levels = map[model.Severity]string{model.Error: "error", model.Warning: "warning", model.Info: "note"}

// writeSARIF writes a log of one run. Findings that a waiver accepts are in it, as
// suppressed.
func writeSARIF(w io.Writer, r *Result, tool Tool) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: tool.Name, Version: tool.Version, InformationURI: tool.Address, Rules: []sarifRule{}}
	index := map[string]int{}
	for _, f := range r.Findings {
		i, ok := index[f.Rule]
		if !ok {
			i = len(run.Tool.Driver.Rules)
			index[f.Rule] = i
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleOf(f))
		}
		run.Results = append(run.Results, resultOf(f, i))
	}
	return writeJSON(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func ruleOf(f Finding) sarifRule {
	rule := sarifRule{ID: f.Rule, Short: sarifText{f.Rule}, Default: sarifDefault{levels[f.Severity]}}
	if known := check.Find(f.Rule); known != nil {
		rule.Short.Text, rule.Default.Level = known.Doc, levels[known.Severity]
	}
	return rule
}

func resultOf(f Finding, rule int) sarifResult {
	result := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: levels[f.Severity], Message: sarifText{f.Message},
		Locations: []sarifLocation{}, Fingerprints: map[string]string{"eikFinding/v1": f.Fingerprint},
	}
	if f.Path != "" {
		var at sarifLocation
		at.Physical.Artifact = sarifArtifact{URI: relativeURI(f.Path), BaseID: "%SRCROOT%"}
		at.Physical.Region.StartLine = f.Line
		result.Locations = append(result.Locations, at)
	}
	if f.Waived {
		result.Suppressions = []sarifSuppression{{"external"}}
	}
	return result
}

// relativeURI escapes a path segment by segment.
func relativeURI(file string) string {
	parts := strings.Split(file, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}
