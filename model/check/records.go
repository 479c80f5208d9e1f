package check

import "github.com/openeik/ekgit/model"

var recordCategory = &Rule{Name: "record.category", Severity: model.Error, file: reportFaults,
	Doc: "A record says its category, and a type what it is a type of."}

var recordMember = &Rule{Name: "record.member", Severity: model.Error, file: reportFaults,
	Doc: "Required members are there and every known member has a value of its type and range. It holds for eik.json and waivers too."}

var recordUnknown = &Rule{Name: "record.unknown", Severity: model.Info, file: reportFaults,
	Doc: "A record has no member that its category does not know; such are kept, and mean nothing here."}

var recordDerived = &Rule{Name: "record.derived", Severity: model.Error, file: reportFaults,
	Doc: "Nothing that follows from other data, such as an area, is stored in a record."}
