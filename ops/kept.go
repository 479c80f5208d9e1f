package ops

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

// keptFindings are the findings of a commit as they lie in the git directory, where
// no checkout can put others in their place.
type keptFindings struct {
	Engine string                     `json:"engine"` // whose rules found them
	Commit string                     `json:"commit"`
	Files  map[string][]model.Finding `json:"files"` // by file, without waivers
}

func (h *Host) keptFile() string { return filepath.Join(h.repo.GitDir(), "eik", "findings.json") }

// engine names the rules of this program: another build may have others.
func engine() string {
	name, err := os.Executable()
	if err != nil {
		return Version
	}
	info, err := os.Stat(name)
	if err != nil {
		return Version
	}
	return fmt.Sprintf("%s %d %d", Version, info.Size(), info.ModTime().UnixNano())
}

// recall starts from what was kept. Whatever is wrong with that, the rules are run
// again instead.
func (k *checked) recall(ctx context.Context, h *Host) {
	data, err := os.ReadFile(h.keptFile())
	if err != nil {
		return
	}
	var kept keptFindings
	if json.Unmarshal(data, &kept) != nil || kept.Engine != engine() {
		return
	}
	commit, err := h.repo.Resolve(ctx, kept.Commit)
	if err != nil {
		return
	}
	s, err := h.repo.At(ctx, commit.Hash)
	if err != nil {
		return
	}
	k.state, k.kept = check.Restore(s, kept.Files), commit.Hash
	k.commit = commitState{commit.Hash, k.state}
}

// keep writes down what is found in the last commit that was looked at. It is only
// slower where that cannot be written.
func (k *checked) keep(h *Host) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.commit.state == nil || k.commit.commit == k.kept {
		return
	}
	data, err := json.Marshal(keptFindings{Engine: engine(), Commit: k.commit.commit.String(), Files: k.commit.state.ByFile()})
	if err == nil && replaceFile(h.keptFile(), data) == nil {
		k.kept = k.commit.commit
	}
}

// replaceFile writes a file whole or not at all. Whether it survives a loss of power
// does not matter.
func replaceFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
