package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"github.com/openeik/ekgit/model"
)

var idSyntax = &Rule{Name: "id.syntax", Severity: model.Error, Fixes: true, file: lookIDSyntax,
	Doc: "An id is lower-case words of letters and digits joined by hyphens, at most 64 characters, and no name that Windows reserves."}

func lookIDSyntax(o *owner) {
	for _, f := range o.ownFaults() {
		if f.Rule != o.rule.Name {
			continue
		}
		o.report(issue{pointer: f.Pointer, message: f.Message, fix: newID(o)})
	}
}

var idUnique = &Rule{Name: "id.unique", Severity: model.Error, Fixes: true, file: lookIDUnique,
	Doc: "An id is one record's in the whole model. Where two files hold equal records the fix takes the second away."}

// lookIDUnique reports once an id, at the second file that claims it.
func lookIDUnique(o *owner) {
	claims := o.s.Claims(o.id())
	if o.id() == "" || len(claims) < 2 || claims[1].Path != o.path {
		return
	}
	others := make([]string, 0, len(claims)-1)
	for _, f := range claims {
		if f.Path != o.path {
			others = append(others, pathText(f.Path))
		}
	}
	i := issue{pointer: "/id", message: fmt.Sprintf("%s is also the id of the record in %s; give one of them another id", idText(o.id()), strings.Join(others, ", "))}
	if i.fix = duplicateRemoval(o, claims[0]); i.fix != nil {
		i.message = fmt.Sprintf("%s holds the same record %s as %s; take one of the two away", pathText(o.path), idText(o.id()), pathText(claims[0].Path))
	}
	o.report(i)
}

// duplicateRemoval is the command that takes the owner's file away, nil where
// another file does not hold the same record.
func duplicateRemoval(o *owner, other *model.File) model.Object {
	if o.record == nil || other.Path == o.path || !o.record.Equal(other.Record()) {
		return nil
	}
	return model.Object{{Name: "command", Value: "remove_duplicate"}, {Name: "file", Value: o.path}}
}

var idCase = &Rule{Name: "id.case", Severity: model.Error, Fixes: true, file: lookIDCase,
	Doc: "No two ids differ only in case: on most machines their files would be one."}

// lookIDCase reports at the id that is not in lower case, which is the one at fault.
func lookIDCase(o *owner) {
	id := o.id()
	lower := strings.ToLower(id)
	if id == lower {
		return
	}
	other := ""
	if o.s.Get(lower) != nil {
		other = lower
	}
	for _, member := range keysOf(o.s).members(wantedID, legalID(id)) {
		if other == "" && member < id && strings.ToLower(member) == lower {
			other = member
		}
	}
	if other == "" {
		return
	}
	o.report(issue{
		pointer: "/id", fix: newID(o),
		message: fmt.Sprintf("%s and %s differ only in case; give one of them another id", idText(id), idText(other)),
	})
}

// newID is the command that gives the owner a legal id that nothing else has, nil
// where it has one or none at all.
func newID(o *owner) model.Object {
	if o.record == nil || o.id() == "" || model.CheckID(o.id()) == nil {
		return nil
	}
	to := legalID(o.id())
	taken := o.s.Get(to) != nil
	for _, member := range keysOf(o.s).members(wantedID, to) {
		taken = taken || member < o.id()
	}
	if taken || model.CheckID(to) != nil {
		sum := sha256.Sum256([]byte(o.id()))
		to = strings.Trim(to[:min(len(to), model.MaxIDLength-7)], "-") + "-" + hex.EncodeToString(sum[:3])
	}
	return model.Object{{Name: "command", Value: "change_id"}, {Name: "file", Value: o.path}, {Name: "to", Value: to}}
}

var notInIDs = regexp.MustCompile(`[^a-z0-9]+`)

// legalID answers the legal id that is most like a text: itself where it is one.
func legalID(text string) string {
	if model.CheckID(text) == nil {
		return text
	}
	id := strings.Trim(notInIDs.ReplaceAllString(strings.ToLower(text), "-"), "-")
	if id == "" || id[0] < 'a' {
		id = "id-" + id
	}
	id = strings.Trim(id[:min(len(id), model.MaxIDLength)], "-")
	if model.CheckID(id) != nil {
		id += "-1"
	}
	return id
}
