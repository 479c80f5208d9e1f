package hooks

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// installDrivers tells git how records are merged and shown. Without the program, or
// where it fails, git merges the lines as it does without a driver, with its own marks
// around conflicts: a status that says more than "conflict" is taken for one by many
// versions of git, which then leave ours in the file and no mark.
func (p place) installDrivers(ctx context.Context, program string) error {
	find := "ek=" + quote(program) + `; [ -x "$ek" ] || ek=$(command -v ek) || ek=; `
	for _, s := range [][2]string{
		{"merge.eik.name", "records of a model, by member"},
		{"merge.eik.driver", find + `if [ -n "$ek" ]; then "$ek" merge-driver %O %A %B %P; ek_is=$?; [ $ek_is -gt 1 ] || exit $ek_is; ` +
			`else echo "ek: the program that merges records is gone: git merges them as lines" >&2; fi; git merge-file -L ours -L base -L theirs %A %O %B`},
		{"diff.eik.textconv", `ek_show() { ` + find + `if [ -n "$ek" ]; then "$ek" textconv "$@"; else cat "$@"; fi; }; ek_show`},
	} {
		if _, err := git(ctx, p.root, "config", "--local", s[0], s[1]); err != nil {
			return err
		}
	}
	return nil
}

// attributes answers the file that names the drivers. It is the repository's own: what
// is tracked, and may be meant for others too, stays as it is.
func (p place) attributes() string { return filepath.Join(p.common, "info", "attributes") }

const (
	attributeBegin = "# >>> ek hooks >>>\n"
	attributeAfter = "\n# >>> ek hooks, after a line without an end >>>\n"
	attributeEnd   = "# <<< ek hooks <<<\n"
)

// attributeLine sends the files of one model to the drivers.
func attributeLine(folder string) string {
	pattern := "*.json"
	if folder != "." {
		pattern = "/" + plainPattern.Replace(folder) + "/**/*.json"
	}
	if strings.ContainsAny(pattern, " \t\"\\") {
		pattern = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(pattern) + `"`
	}
	return pattern + " merge=eik diff=eik\n"
}

// plainPattern keeps git from reading a path as a pattern.
var plainPattern = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)

// addAttributes lets the files of the models go to the drivers.
func (p place) addAttributes(models []string) (changed bool, err error) {
	text, was, err := p.readAttributes()
	if err != nil {
		return false, err
	}
	next := was + attributeBegin
	if was != "" && !strings.HasSuffix(was, "\n") {
		next = was + attributeAfter
	}
	for _, m := range models {
		next += attributeLine(m)
	}
	if next += attributeEnd; next == text {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(p.attributes()), 0o777); err != nil {
		return false, err
	}
	return true, os.WriteFile(p.attributes(), []byte(next), 0o666)
}

// removeAttributes takes away what addAttributes has added, and a file that holds
// nothing else.
func (p place) removeAttributes() (changed bool, err error) {
	text, was, err := p.readAttributes()
	switch {
	case err != nil || was == text:
		return false, err
	case was == "":
		return true, os.Remove(p.attributes())
	}
	return true, os.WriteFile(p.attributes(), []byte(was), 0o666)
}

// readAttributes reads the file, and what of it is not ek's.
func (p place) readAttributes() (text, was string, err error) {
	data, err := os.ReadFile(p.attributes())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", "", err
	}
	text = string(data)
	before, rest, found := strings.Cut(text, attributeAfter)
	if !found {
		before, rest, found = strings.Cut(text, attributeBegin)
	}
	if _, after, ended := strings.Cut(rest, attributeEnd); found && ended {
		return text, before + after, nil
	}
	return text, text, nil
}
