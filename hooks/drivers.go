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

// attributes answers the file that names the drivers.
func (p place) attributes() string {
	if p.bare {
		return filepath.Join(p.common, "info", "attributes")
	}
	return filepath.Join(p.root, filepath.FromSlash(p.model), ".gitattributes")
}

const (
	attributeLine  = "*.json merge=eik diff=eik text eol=lf\n"
	attributeBegin = "# >>> ek hooks >>>\n"
	attributeAfter = "\n# >>> ek hooks, after a line without an end >>>\n"
	attributeEnd   = "# <<< ek hooks <<<\n"
)

// addAttributes lets the model's files go to the drivers, where they do not yet.
func (p place) addAttributes() (changed bool, err error) {
	text, err := os.ReadFile(p.attributes())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if strings.Contains(string(text), "merge=eik") {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(p.attributes()), 0o777); err != nil {
		return false, err
	}
	begin := attributeBegin
	if len(text) > 0 && !strings.HasSuffix(string(text), "\n") {
		begin = attributeAfter
	}
	return true, os.WriteFile(p.attributes(), []byte(string(text)+begin+attributeLine+attributeEnd), 0o666)
}

// removeAttributes takes away what addAttributes has added, and a file that holds
// nothing else.
func (p place) removeAttributes() (changed bool, err error) {
	text, err := os.ReadFile(p.attributes())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	before, rest, found := strings.Cut(string(text), attributeAfter)
	if !found {
		before, rest, found = strings.Cut(string(text), attributeBegin)
	}
	_, after, ended := strings.Cut(rest, attributeEnd)
	if !found || !ended {
		return false, nil
	}
	if before+after == "" {
		return true, os.Remove(p.attributes())
	}
	return true, os.WriteFile(p.attributes(), []byte(before+after), 0o666)
}
