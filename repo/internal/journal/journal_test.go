package journal

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/repo/internal/refs"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
)

func sample() *Journal {
	return &Journal{
		Writer: "pid 1 on host", Model: "house",
		Move:  refs.Move{Head: "refs/heads/main", Who: "Ada <a@x> 1 +0000", Message: "go", Updates: []refs.Update{{Name: "refs/heads/main", Old: Hash{1}, New: Hash{2}}}},
		Files: []File{{Path: "house/levels/level-0.json", Old: Blob{0o100644, Hash{3}}, New: Blob{}, Was: Blob{0o100755, Hash{5}}}},
	}
}

func TestWriteReadClear(t *testing.T) {
	dir := t.TempDir()
	if j, err := Read(dir); j != nil || err != nil {
		t.Fatalf("no journal: %v, %v", j, err)
	}
	for range 2 {
		if err := Write(steps.OS, dir, sample()); err != nil {
			t.Fatal(err)
		}
	}
	want := sample()
	got, err := Read(dir)
	if err != nil || !cmp.Equal(got, want) {
		t.Fatalf("%v, %v", cmp.Diff(want, got), err)
	}
	if got.Commit() != (Hash{2}) || got.Branch() != "refs/heads/main" {
		t.Errorf("commit %v on %q", got.Commit(), got.Branch())
	}
	for range 2 {
		if err := Clear(steps.OS, dir); err != nil {
			t.Fatal(err)
		}
	}
	if j, err := Read(dir); j != nil || err != nil {
		t.Errorf("cleared: %v, %v", j, err)
	}
}

// Wherever writing stops there is no journal or the whole one.
func TestWriteStoppedAnywhere(t *testing.T) {
	counting := stepstest.Counting(t)
	if err := Write(counting, t.TempDir(), sample()); err != nil {
		t.Fatal(err)
	}
	for _, loss := range []stepstest.Loss{stepstest.None, stepstest.Data, stepstest.Names} {
		for n := 1; n <= counting.Steps(); n++ {
			dir := t.TempDir()
			stopping := stepstest.Stopping(t, n, loss)
			if err := Write(stopping, dir, sample()); !errors.Is(err, stepstest.ErrStopped) || stopping.LossError() != nil {
				t.Fatal(err, stopping.LossError())
			}
			if _, err := Read(dir); err != nil {
				t.Errorf("stop %d, %v: %v", n, loss, err)
			}
		}
	}
}

func TestReadRefusesWhatItDoesNotKnow(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]string{"{": "git status", `{"files":[{"old":"x"}]}`: "no mode and id", `{"version": 2}`: "another version", `{"version": 1}`: "another version"} {
		if err := os.WriteFile(Path(dir), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), Path(dir)) {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"version":1,"updates":[{"name":"refs/heads/main"}],"files":[{"path":"a","old":"100644 2c1f"}]}`))
	good, err := encode(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Fuzz(func(t *testing.T, raw []byte) {
		j, err := decode(raw)
		if err != nil {
			return
		}
		again, err := encode(j)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decode(again); err != nil || !cmp.Equal(back, j) {
			t.Errorf("written and read again: %v, %v", cmp.Diff(j, back), err)
		}
	})
}
