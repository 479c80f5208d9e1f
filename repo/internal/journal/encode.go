package journal

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/internal/refs"
)

// version is what this package writes and reads.
const version = 1

// document is a journal as it stands in its file, for people to read too.
type document struct {
	Version int      `json:"version"`
	Writer  string   `json:"writer"`
	Model   string   `json:"model"`
	Head    string   `json:"head"`
	Who     string   `json:"who"`
	Message string   `json:"message"`
	Updates []update `json:"updates"`
	Files   []File   `json:"files"`
}

type update struct {
	Name string `json:"name"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

func encode(j *Journal) ([]byte, error) {
	d := document{
		Version: version, Writer: j.Writer, Model: j.Model, Files: j.Files,
		Head: j.Move.Head, Who: j.Move.Who, Message: j.Move.Message,
	}
	for _, u := range j.Move.Updates {
		d.Updates = append(d.Updates, update{u.Name, u.Old.String(), u.New.String()})
	}
	return json.Marshal(d)
}

// ErrCorrupt says that a journal cannot be read, and what to do about it.
var ErrCorrupt = errors.New("see with git status which files differ from HEAD, mend them and remove it")

func decode(raw []byte) (*Journal, error) {
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("it cannot be read: %w; %w", err, ErrCorrupt)
	}
	if d.Version != version || len(d.Updates) == 0 {
		return nil, errors.New("another version of ekgit began it; finish it with that version")
	}
	j := &Journal{Writer: d.Writer, Model: d.Model, Files: d.Files, Move: refs.Move{Head: d.Head, Who: d.Who, Message: d.Message}}
	for _, u := range d.Updates {
		j.Move.Updates = append(j.Move.Updates, refs.Update{Name: u.Name, Old: plumbing.NewHash(u.Old), New: plumbing.NewHash(u.New)})
	}
	return j, nil
}

// MarshalText writes a blob as git's raw diffs do: its mode and id.
func (b Blob) MarshalText() ([]byte, error) {
	if b == (Blob{}) {
		return nil, nil
	}
	return fmt.Appendf(nil, "%06o %s", b.Mode, b.Hash), nil
}

// UnmarshalText reads what MarshalText writes.
func (b *Blob) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*b = Blob{}
		return nil
	}
	var id string
	if _, err := fmt.Sscanf(string(text), "%o %s", &b.Mode, &id); err != nil || !plumbing.IsHash(id) {
		return fmt.Errorf("%q is no mode and id", text)
	}
	b.Hash = plumbing.NewHash(id)
	return nil
}
