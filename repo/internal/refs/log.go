package refs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// logAll continues the logs of the updated refs, and of HEAD where it names one.
func (s *Store) logAll(updates []Update, head Ref, move Move) error {
	for _, u := range updates {
		if u.New.IsZero() {
			if err := steps.RemoveAny(s.fs, s.logPath(u.Name)); err != nil {
				return err
			}
			continue
		}
		if err := s.log(u.Name, u, move); err != nil {
			return err
		}
		if head.Target == u.Name {
			if err := s.log("HEAD", u, move); err != nil {
				return err
			}
		}
	}
	return nil
}

// Relog writes into the logs what a stop kept out of them: the last move of a ref
// that is still where the move put it.
func (s *Store) Relog(move Move) error {
	head, err := s.Read("HEAD")
	if err != nil {
		return err
	}
	for _, u := range move.Updates {
		for _, name := range []string{u.Name, "HEAD"} {
			if name == "HEAD" && head.Target != u.Name || s.logged(name, u.New) {
				continue
			}
			if err := s.log(name, u, move); err != nil {
				return err
			}
		}
	}
	return nil
}

// logged tells whether the last line of a log moves to the hash.
func (s *Store) logged(name string, hash Hash) bool {
	raw, err := os.ReadFile(s.logPath(name))
	if err != nil {
		return false
	}
	raw = bytes.TrimRight(raw, "\n")
	fields := bytes.Fields(raw[bytes.LastIndexByte(raw, '\n')+1:])
	return len(fields) > 1 && string(fields[1]) == hash.String()
}

func (s *Store) logPath(name string) string {
	root := s.commonDir
	if perWorktree(name) {
		root = s.gitDir
	}
	return filepath.Join(root, "logs", filepath.FromSlash(name))
}

func (s *Store) log(name string, u Update, move Move) error {
	path := s.logPath(name)
	_, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist)
	if fresh && !s.keepsLog(name) {
		return nil
	}
	if fresh {
		if err := steps.MkdirAll(s.fs, filepath.Dir(path), 0o777); err != nil {
			return err
		}
	}
	f, err := s.fs.Append(path)
	if err != nil {
		return err
	}
	message := strings.Join(strings.Fields(move.Message), " ")
	_, err = fmt.Fprintf(f, "%s %s %s\t%s\n", u.Old, u.New, move.Who, message)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil || !fresh {
		return err
	}
	return s.fs.SyncDir(filepath.Dir(path))
}

// keepsLog tells whether git would begin a log for a ref.
func (s *Store) keepsLog(name string) bool {
	if s.logs != LogUsual {
		return s.logs == LogAlways
	}
	return name == "HEAD" || strings.HasPrefix(name, "refs/heads/") ||
		strings.HasPrefix(name, "refs/remotes/") || strings.HasPrefix(name, "refs/notes/")
}

// Moved answers when a ref was moved last, by the last line of its log; the zero time
// where there is none that can be read.
func (s *Store) Moved(name string) (time.Time, error) {
	raw, err := os.ReadFile(s.logPath(name))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	raw = bytes.TrimRight(raw, "\n")
	line, _, _ := bytes.Cut(raw[bytes.LastIndexByte(raw, '\n')+1:], []byte("\t"))
	fields := bytes.Fields(line)
	if len(fields) < 2 {
		return time.Time{}, nil
	}
	if seconds, err := strconv.ParseInt(string(fields[len(fields)-2]), 10, 64); err == nil {
		return time.Unix(seconds, 0), nil
	}
	return time.Time{}, nil
}
