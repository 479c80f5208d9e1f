package check

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// owner is the file whose findings are made, and what rules share while they look
// at it.
type owner struct {
	s      *model.Snapshot
	path   string
	file   *model.File   // nil where nothing lies at the path
	record *model.Record // nil where the file holds no record that can be read

	set      *settings
	rule     *active // the rule that looks
	findings []model.Finding

	faults lazy[[]model.Fault]
	refs   lazy[[]model.Reference]
	beside lazy[[]*model.Record]
}

// lazy is a value that several rules need and only the first has made.
type lazy[T any] struct {
	made  bool
	value T
}

func (l *lazy[T]) get(do func() T) T {
	if !l.made {
		l.made, l.value = true, do()
	}
	return l.value
}

func newOwner(s *model.Snapshot, set *settings, path string) *owner {
	o := &owner{s: s, set: set, path: path, file: s.FileAt(path)}
	if o.file != nil && model.RecordPlace(path) {
		o.record = o.file.Record()
	}
	return o
}

// id answers the owner's id, empty where it is no record.
func (o *owner) id() string {
	if o.file == nil {
		return ""
	}
	return o.file.ID()
}

func (o *owner) category() string { return o.record.Category() }

// limit answers the number that a limit of the running rule is set to.
func (o *owner) limit(name string) float64 { return o.rule.limits[name] }

// issue is what a rule reports of its owner.
type issue struct {
	pointer string         // JSON pointer, empty for the whole file
	message string         // a sentence that says what is wrong and what to do
	with    []string       // the ids of other records that are as much at fault
	file    string         // where it lies, if not in the owner's file
	milder  model.Severity // where this finding weighs less than the rule
	fix     model.Object   // a command that mends it
}

// found reports an issue that is about the owner alone.
func (o *owner) found(pointer, format string, args ...any) {
	o.report(issue{pointer: pointer, message: fmt.Sprintf(format, args...)})
}

func (o *owner) report(i issue) {
	f := model.Finding{
		Rule: o.rule.Name, Severity: milder(o.rule.severity, i.milder),
		File: o.path, Pointer: i.pointer, Message: i.message, Fix: command(i.fix),
	}
	if i.file != "" {
		f.File = i.file
	}
	if id := o.id(); id != "" {
		f.IDs = append([]string{id}, i.with...)
	}
	f.Fingerprint = model.Fingerprint(f.Rule, f.IDs, f.File, f.Pointer)
	o.findings = append(o.findings, f)
}

// command writes a fix as compact JSON.
func command(fix model.Object) json.RawMessage {
	if fix == nil {
		return nil
	}
	return model.AppendCompact(nil, fix)
}

// ownFaults answers what the owner breaks by itself, whatever else there is.
func (o *owner) ownFaults() []model.Fault { return o.faults.get(o.readFaults) }

func (o *owner) readFaults() []model.Fault {
	switch {
	case o.path == model.ManifestName:
		m := o.s.Manifest()
		return oncePerPlace(slices.Concat(m.Faults, o.set.faults(m)))
	case o.file == nil:
		return nil
	case o.file.Folder() == waiverFolder:
		return waiverFaults(o.file)
	case o.record == nil:
		return o.file.Faults()
	}
	return oncePerPlace(slices.Concat(o.file.Faults(), category.Validate(o.s.Schema(), o.record)))
}

// references answers what the owner's record names.
func (o *owner) references() []model.Reference {
	return o.refs.get(func() []model.Reference { return o.s.Schema().References(o.record) })
}

// oncePerPlace answers the first fault of each rule at each pointer: the bytes and
// the values may break a rule at one place, which is one finding.
func oncePerPlace(faults []model.Fault) []model.Fault {
	kept := faults[:0]
	for _, f := range faults {
		if !slices.ContainsFunc(kept, func(k model.Fault) bool { return k.Rule == f.Rule && k.Pointer == f.Pointer }) {
			kept = append(kept, f)
		}
	}
	return kept
}

// reportFaults is the whole of a rule that a file or record breaks by itself.
func reportFaults(o *owner) {
	for _, f := range o.ownFaults() {
		if f.Rule == o.rule.Name {
			o.report(issue{pointer: f.Pointer, message: f.Message})
		}
	}
}

// rank orders severities, the gravest first.
func rank(s model.Severity) int {
	switch s {
	case model.Error:
		return 0
	case model.Warning:
		return 1
	default:
		return 2
	}
}

func milder(a, b model.Severity) model.Severity {
	if b != "" && rank(b) > rank(a) {
		return b
	}
	return a
}
