package repo

import (
	"bytes"
	"os"
	"path/filepath"
)

// hooked tells whether git checks commits, and whether it merges records by member:
// whether a hook calls ek, and whether the driver that attributes name is set up here.
// Somebody else's program that manages hooks may call ek where this does not see it.
func (m *Model) hooked(attributes []byte) (checks, merges bool) {
	dir := filepath.Join(m.layout.Common, "hooks")
	if own, ok := m.config.String("core.hookspath"); ok {
		if dir = expanded(own); !filepath.IsAbs(dir) {
			dir = filepath.Join(m.layout.WorkTree, dir)
		}
	}
	script, err := os.ReadFile(filepath.Join(dir, "pre-commit"))
	checks = err == nil && bytes.Contains(script, []byte("hook pre-commit"))
	_, driver := m.config.String("merge.eik.driver")
	own, err := os.ReadFile(filepath.Join(m.layout.Common, "info", "attributes"))
	return checks, driver && (err == nil && bytes.Contains(own, []byte("merge=eik")) || bytes.Contains(attributes, []byte("merge=eik")))
}
