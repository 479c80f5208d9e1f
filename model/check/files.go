package check

import (
	"regexp"
	"strings"

	"github.com/openeik/ekgit/model"
)

var fileJSON = &Rule{Name: "file.json", Severity: model.Error, file: reportFaults,
	Doc: "A record file holds one JSON object, with no member twice and nothing after it."}

var fileEncoding = &Rule{Name: "file.encoding", Severity: model.Error, file: reportFaults,
	Doc: "A record file is UTF-8 without a byte order mark."}

var fileSize = &Rule{Name: "file.size", Severity: model.Error, file: reportFaults,
	Doc: "A record file has at most 1 MiB; large bodies lie in shapes/."}

var fileConflictMarkers = &Rule{Name: "file.conflict-markers", Severity: model.Error, file: reportFaults,
	Doc: "A record file holds no conflict markers of a merge."}

var fileSymlink = &Rule{Name: "file.symlink", Severity: model.Error, file: lookSymlink,
	Doc: "No file of a model is a symbolic link or a submodule: neither is followed. Outside the model's own folders it is only told."}

func lookSymlink(o *owner) {
	if o.file == nil || o.file.Mode <= model.Executable {
		return
	}
	what, weight := "a symbolic link", model.Info
	if o.file.Mode == model.Submodule {
		what = "a submodule"
	}
	if top, _, _ := strings.Cut(o.path, "/"); ownFolder[top] || o.path == model.ManifestName {
		weight = model.Error
	}
	o.report(issue{milder: weight, message: pathText(o.path) + " is " + what + ", which is never followed; put the file itself in its place"})
}

var fileName = &Rule{Name: "file.name", Severity: model.Error, Fixes: true, file: lookFileName,
	Doc: "A record's file is named by its id, a waiver's by its finding."}

func lookFileName(o *owner) {
	reportFaults(o)
	if o.record == nil || o.id() == "" || o.file.Name() == o.id()+".json" {
		return
	}
	o.report(issue{
		message: "the file of record " + idText(o.id()) + " is named " + quote(o.file.Name()) + "; name it by its id",
		fix:     relocation(o),
	})
}

var fileUnexpected = &Rule{Name: "file.unexpected", Severity: model.Info, file: lookUnexpected,
	Doc: "A model's folder holds its own files, README, LICENSE, NOTICE and docs/; of any other folder its first file is told."}

func lookUnexpected(o *owner) {
	if o.file == nil || o.file.Mode > model.Executable || expected(o.path) {
		return
	}
	top, _, nested := strings.Cut(o.path, "/")
	switch {
	case !nested:
		o.found("", "%s is no part of a model; move it to docs/ or out of the model's folder", pathText(o.path))
	case ownFolder[top]:
		o.found("", "%s is no %s; move it to docs/ or out of the model's folder", pathText(o.path), ownFile(top))
	case firstUnder(o.s, top) == o.file:
		o.report(issue{file: top, message: "the folder " + pathText(top) + "/ is no part of a model; move it to docs/ or out of the model's folder"})
	}
}

// ownFolder tells the folders that only files of the model lie in.
var ownFolder = func() map[string]bool {
	own := map[string]bool{"shapes": true, waiverFolder: true, "types": true, "materials": true,
		"buildings": true, "levels": true, "grids": true, "groups": true}
	for _, d := range model.Disciplines {
		own[d] = true
	}
	return own
}()

func ownFile(top string) string {
	switch top {
	case "shapes":
		return "body, which is named <sha256>.glb"
	case waiverFolder:
		return "waiver, which is named <finding>.json"
	}
	return "record, which is named <id>.json"
}

var (
	shapePath  = regexp.MustCompile(`^shapes/[0-9a-f]{64}\.glb$`)
	waiverPath = regexp.MustCompile(`^waivers/f-[0-9a-f]+\.json$`)
	rootFile   = regexp.MustCompile(`^(eik\.json|AGENTS\.md|\.gitattributes|\.gitignore|\.gitmodules|(README|LICENSE|NOTICE)[^/]*)$`)
)

// expected tells whether a file, by its path, is one that a model's folder holds.
func expected(path string) bool {
	return model.RecordPlace(path) || rootFile.MatchString(path) || shapePath.MatchString(path) ||
		waiverPath.MatchString(path) || strings.HasPrefix(path, "docs/")
}

// firstUnder answers the first file, by path, in a folder and all below it.
func firstUnder(s *model.Snapshot, folder string) *model.File {
	var first *model.File
	for _, f := range s.Under(folder) {
		if files := f.Files(); first == nil || files[0].Path < first.Path {
			first = files[0]
		}
	}
	return first
}
