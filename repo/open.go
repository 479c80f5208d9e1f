package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/cache"
	"github.com/openeik/ekgit/repo/internal/config"
	"github.com/openeik/ekgit/repo/internal/gitdir"
	"github.com/openeik/ekgit/repo/internal/history"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/refs"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/worktree"
)

// Options are how a model is opened. The zero value of each but Schema will do.
type Options struct {
	// Schema says how folders and records are read. It is required.
	Schema *model.Schema
	// GitDir and WorkTree are where git says that its repository is, as it tells its
	// hooks. Where GitDir is empty the repository is the nearest at or above the model.
	GitDir, WorkTree string
	// Path is the model's folder inside the commits of a bare repository; empty for
	// the root. It is not used elsewhere.
	Path string
	// Clock tells the time of commits.
	Clock func() time.Time
	// LockWait is how long a write waits for other writers.
	LockWait time.Duration
	// CacheDir is where derived data is kept between processes: .eik/cache, or
	// eik/cache of a bare repository's git directory.
	CacheDir string
	// Incoming is set where a server's hook looks at a push.
	Incoming *Incoming
	// FS takes the steps of writes.
	FS steps.FS
}

// DefaultLockWait is how long a write waits for other writers, where nothing else
// is said.
const DefaultLockWait = 10 * time.Second

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.LockWait == 0 {
		o.LockWait = DefaultLockWait
	}
	if o.FS == nil {
		o.FS = steps.OS
	}
	return o
}

func (o Options) layout(dir string) (gitdir.Layout, error) {
	if o.GitDir != "" {
		return gitdir.At(o.GitDir, o.WorkTree)
	}
	return gitdir.Find(dir)
}

// Model is a model in a git repository. It is safe for concurrent use.
type Model struct {
	opt     Options
	fs      steps.FS
	layout  gitdir.Layout
	dir     string // the model's folder on disk, empty where bare
	prefix  string // the model's folder in the repository
	config  *config.Config
	objects *objects.Store
	refs    *refs.Store
	tree    *worktree.Tree // nil where bare
	reader  *reader
	writing chan struct{} // holds one token while this Model writes
	index   indexCache
	working working
	watch   watching
}

// Find answers the folder of the nearest model at or above a folder.
func Find(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := abs; ; at = filepath.Dir(at) {
		if isFile(filepath.Join(at, model.ManifestName)) {
			return at, nil
		}
		if filepath.Dir(at) == at {
			return "", &NotModelError{dir}
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Open opens the model whose folder dir is: a work tree, a folder of one, or the
// git directory of a bare repository. What a killed writer has left unfinished is
// finished, unless another one writes. The caller closes the Model.
func Open(ctx context.Context, dir string, opt Options) (*Model, error) {
	m, err := open(ctx, dir, opt)
	if err != nil {
		return nil, err
	}
	if opt.Incoming != nil {
		return m, nil
	}
	if err := m.requireManifest(ctx); err != nil {
		return nil, join(err, m.Close())
	}
	return m, nil
}

func open(ctx context.Context, dir string, opt Options) (*Model, error) {
	opt = opt.withDefaults()
	layout, err := opt.layout(dir)
	switch {
	case errors.Is(err, gitdir.ErrNone):
		return nil, &NotRepositoryError{dir}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, &NotModelError{dir}
	case err != nil:
		return nil, err
	}
	m := &Model{opt: opt, fs: opt.FS, layout: layout, writing: make(chan struct{}, 1)}
	if err := m.locate(dir); err != nil {
		return nil, err
	}
	if err := m.checkOwnFolder(); err != nil {
		return nil, err
	}
	if m.config, err = config.Load(layout.Git, layout.Common); err != nil {
		return nil, err
	}
	if err := gitdir.CheckSupported(m.config); err != nil {
		return nil, err
	}
	if m.objects, err = objects.Open(layout.Common, m.fs, opt.Incoming.objects()...); err != nil {
		return nil, err
	}
	m.refs = refs.Open(layout.Git, layout.Common, m.fs, m.logPolicy())
	if !m.Bare() {
		m.tree = worktree.New(layout.WorkTree, m.fs, m.trust(), m.crlf())
	}
	m.reader = m.newReader()
	if opt.Incoming != nil {
		if err := m.hideCaches(); err != nil {
			return nil, join(err, m.Close())
		}
		return m, nil
	}
	if err := m.repair(ctx); err != nil {
		return nil, join(err, m.Close())
	}
	return m, nil
}

// hideCaches makes the host's own folder, where caches will be written into a model's
// work tree: git must not see them.
func (m *Model) hideCaches() error {
	if !m.opt.Incoming.Caches || m.Bare() || !isFile(filepath.Join(m.dir, model.ManifestName)) {
		return nil
	}
	if err := explain(m.makeFolder(m.eik())); err != nil && !unwritable(err) {
		return err
	}
	return nil
}

// repair finishes what a killed writer has left.
func (m *Model) repair(ctx context.Context) error {
	if _, err := os.Lstat(m.eik()); err == nil {
		if err := explain(m.makeFolder(m.eik())); err != nil && !unwritable(err) {
			return err
		}
	}
	return join(m.recoverIfIdle(ctx), m.clearRefs(ctx))
}

// locate finds the model's folder, on disk and in the repository.
func (m *Model) locate(dir string) error {
	if m.layout.WorkTree == "" {
		m.prefix = strings.Trim(filepath.ToSlash(filepath.Clean("/"+m.opt.Path)), "/")
		return nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if m.dir, err = filepath.EvalSymlinks(abs); err != nil {
		return err
	}
	rel, err := filepath.Rel(m.layout.WorkTree, m.dir)
	if err != nil {
		return err
	}
	if m.prefix = filepath.ToSlash(rel); m.prefix == "." {
		m.prefix = ""
	}
	return nil
}

// newReader opens what reads commits.
func (m *Model) newReader() *reader {
	dir := m.opt.CacheDir
	if dir == "" {
		dir = filepath.Join(m.eik(), "cache")
	}
	past := history.New(history.Config{
		Store: m.objects, CommonDir: m.layout.Common, Dir: filepath.Join(m.layout.Common, "eik"), Prefix: m.prefix, Name: recordName,
		ReadOnly: m.opt.Incoming != nil,
	})
	folders := cache.New(dir)
	switch in := m.opt.Incoming; {
	case in != nil && in.Caches:
		folders.Map()
	case in != nil:
		folders = cache.ReadOnly(dir)
	}
	return newReader(m.opt.Schema, m.prefix, folders, past, m.objects)
}

// requireManifest answers a NotModelError where neither the folder nor the last
// commit holds eik.json.
func (m *Model) requireManifest(ctx context.Context) error {
	if !m.Bare() && isFile(filepath.Join(m.dir, model.ManifestName)) {
		return nil
	}
	head, err := m.head()
	if err != nil {
		return err
	}
	if !head.Unborn {
		commit, err := m.objects.Commit(ctx, head.Commit)
		if err != nil {
			return err
		}
		_, ok, err := m.objects.Lookup(ctx, commit.Tree, m.inRepository(model.ManifestName))
		if err != nil || ok {
			return err
		}
	}
	if !m.Bare() {
		return &NotModelError{m.dir}
	}
	return &NotModelError{filepath.Join(m.layout.Git, m.prefix)}
}

// Close ends watching, waits for it, and lets go of files.
func (m *Model) Close() error {
	m.stopWatching()
	m.reader.close()
	return nil
}

// Dir answers the model's folder on disk, empty where the repository is bare.
func (m *Model) Dir() string { return m.dir }

// Prefix answers the model's folder inside the repository, with slashes, empty for
// the root.
func (m *Model) Prefix() string { return m.prefix }

// GitDir answers the git directory, of this work tree where it is a linked one.
func (m *Model) GitDir() string { return m.layout.Git }

// Bare tells whether the repository has no work tree.
func (m *Model) Bare() bool { return m.layout.WorkTree == "" }

// Schema answers what the model was opened with.
func (m *Model) Schema() *model.Schema { return m.opt.Schema }

// eik answers the folder that is the host's own.
func (m *Model) eik() string {
	if m.Bare() {
		return m.gitEik()
	}
	return filepath.Join(m.dir, ".eik")
}

// gitEik answers the host's own folder in the git directory.
func (m *Model) gitEik() string { return filepath.Join(m.layout.Git, "eik") }

// inRepository answers a path of the model from the repository's root.
func (m *Model) inRepository(path string) string {
	if m.prefix == "" {
		return path
	}
	return m.prefix + "/" + path
}

// inModel answers a path of the repository from the model's root, and whether it
// lies in the model.
func (m *Model) inModel(path string) (string, bool) {
	if m.prefix == "" {
		return path, true
	}
	return strings.CutPrefix(path, m.prefix+"/")
}

func (m *Model) logPolicy() refs.LogPolicy {
	value, _ := m.config.String("core.logallrefupdates")
	switch {
	case strings.EqualFold(value, "always"):
		return refs.LogAlways
	case m.config.Bool("core.logallrefupdates", !m.Bare()):
		return refs.LogUsual
	}
	return refs.LogNone
}

// crlf tells whether git changes the line ends of text between the work tree and what
// it stages (core.autocrlf: true or input).
func (m *Model) crlf() bool {
	value, _ := m.config.String("core.autocrlf")
	return strings.EqualFold(value, "input") || m.config.Bool("core.autocrlf", false)
}

// trust answers which stat data the repository believes.
func (m *Model) trust() index.Trust {
	check, _ := m.config.String("core.checkstat")
	return index.Trust{
		CTime: m.config.Bool("core.trustctime", true),
		Inode: !strings.EqualFold(check, "minimal"),
		Exec:  m.config.Bool("core.filemode", true),
	}
}

// String names the model for messages.
func (m *Model) String() string {
	if m.Bare() {
		return fmt.Sprintf("%s:%s", m.layout.Git, m.prefix)
	}
	return m.dir
}
