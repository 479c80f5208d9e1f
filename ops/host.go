package ops

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/picture"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// Options say how a host serves a model.
type Options struct {
	Profile     Profile          // what callers may do; the zero value is EditProfile
	Path        string           // a bare repository: the model's folder inside its commits
	AnyFile     bool             // an import may read any file, not only those below the model
	TrustPerson bool             // believe a request's person where it is not git's own
	Person      repo.Person      // whose host this is; the zero value is git's own user
	Agent       string           // who acts where a request names no agent, "name/version"
	Watch       bool             // a long-running host: watch the folder instead of scanning it
	LockWait    time.Duration    // how long a write waits for another; 0 means the default of package repo
	Clock       func() time.Time // nil means time.Now
	NewID       func() string    // makes request and correlation ids; nil means random ones
}

// Host serves one model. It may be used by any number of goroutines: reads run
// beside each other and beside the one write that goes on.
type Host struct {
	repo    *repo.Model
	options Options
	memory  memory
	checked checked
	watcher *watcher // nil where nobody watches
	tidier  *tidier  // nil where the host is not a long-running one
	// proposed are the requests that this host proposed, and store is where proposals are
	// kept, opened by the first request that needs it.
	proposed waiting
	store    func() (*proposals.Store, error)
	pixels   *semaphore.Weighted // of the pictures that are drawn at one time
}

// Open opens the model that lies in a folder, or in a bare repository.
func Open(ctx context.Context, dir string, options Options) (*Host, error) {
	m, err := repo.Open(ctx, dir, options.repo())
	if err != nil {
		return nil, problem(err)
	}
	return New(m, options).watching(ctx)
}

// watching answers the host, watching its folder where it is to.
func (h *Host) watching(ctx context.Context) (*Host, error) {
	if !h.options.Watch {
		return h, nil
	}
	if err := h.watch(ctx); err != nil {
		return nil, errors.Join(problem(err), h.repo.Close())
	}
	putAway := func(ctx context.Context) error {
		if !h.options.Profile.Allows(Propose) {
			return nil
		}
		_, err := h.PutAway(ctx)
		return err
	}
	h.tidier = startTidier(ctx, putAway, h.repo.Tidy)
	return h, nil
}

// New makes a host of an open model, which it closes when it is closed.
func New(m *repo.Model, options Options) *Host {
	if options.Profile == "" {
		options.Profile = EditProfile
	}
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.NewID == nil {
		options.NewID = randomID
	}
	h := &Host{repo: m, options: options, pixels: semaphore.NewWeighted(picture.MaxPixels)}
	h.store = sync.OnceValues(h.openStore)
	return h
}

func (o Options) repo() repo.Options {
	return repo.Options{Schema: category.Schema(), Path: o.Path, Clock: o.Clock, LockWait: o.LockWait}
}

func randomID() string {
	var b [10]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}

// Close ends watching and closes the model.
func (h *Host) Close() error {
	h.watcher.close()
	h.tidier.close()
	h.checked.keep(h)
	return h.repo.Close()
}

// Model answers the open model behind the host.
func (h *Host) Model() *repo.Model { return h.repo }

// Profile answers what callers may do.
func (h *Host) Profile() Profile { return h.options.Profile }

// Operations answers the operations that the host's profile allows.
func (h *Host) Operations() []*Operation {
	var allowed []*Operation
	for _, o := range All() {
		if h.options.Profile.Allows(o.Capability) {
			allowed = append(allowed, o)
		}
	}
	return allowed
}

// Do carries out one request. Whatever goes wrong is in the answer's Error; a fault
// of the host itself has the code internal.
func (h *Host) Do(ctx context.Context, r Request) Envelope {
	start := h.options.Clock()
	c := h.newCall(&r)
	data, err := h.do(ctx, c, r)
	envelope := Envelope{OK: err == nil, Data: data, Meta: c.meta, Attachments: c.attachments}
	if err != nil {
		envelope.Data, envelope.Error, envelope.Attachments = nil, ErrorOf(err), nil
	}
	envelope.Meta.DurationMS = float64(h.options.Clock().Sub(start).Microseconds()) / 1000
	return envelope
}

func (h *Host) do(ctx context.Context, c *call, r Request) (data any, err error) {
	defer func() {
		if v := recover(); v != nil {
			data, err = nil, &model.Problem{Code: model.Internal, Message: fmt.Sprintf("%s stopped unexpectedly: %v", r.Action, v),
				Hint: "This is a fault of ekgit, nothing was written by this request; report_problem keeps what shows it"}
		}
	}()
	o, err := h.find(r)
	if err != nil {
		return nil, err
	}
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	answer, err := o.run(ctx, c, r.Arguments)
	if err != nil {
		return nil, mend(err, o, r.Arguments)
	}
	return c.fit(o, answer, r.Arguments)
}

func (h *Host) find(r Request) (*Operation, error) {
	o, profile := Find(r.Action), h.options.Profile.within(r.Profile)
	if o == nil {
		return nil, unknownOperation(r.Action, h.Operations(), r.Arguments)
	}
	if trial, _ := r.Arguments.Get("dryRun").(bool); trial && o.Name == "execute" && profile.Allows(Propose) {
		return o, nil // it proposes, and writes nothing on the model branch
	}
	if o.Capability == Review && r.Agent != "" {
		return nil, forPeople(o, r.Arguments)
	}
	if !profile.Allows(o.Capability) {
		return nil, profile.refusal(o, r.Arguments)
	}
	return o, nil
}

func unknownOperation(action string, known []*Operation, arguments model.Object) error {
	names := make([]string, len(known))
	for i, o := range known {
		names[i] = o.Name
	}
	p := &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("%q is no operation", action),
		Hint: "Operations: " + strings.Join(names, ", "), Details: map[string]any{"got": action}}
	near := args.Nearest(action, names)
	switch isCommand := slices.ContainsFunc(Commands(), func(c Command) bool { return c.Name == action }); {
	case action == "":
		p.Message = `the request names no operation in "action"`
	case isCommand:
		p.Message = fmt.Sprintf("%s is a command, which execute carries out", action)
		p.Details["try"] = asRequest("execute", model.Object{{Name: "commands", Value: []any{append(model.Object{{Name: "command", Value: action}}, arguments...)}}})
	case near != "":
		p.Message += fmt.Sprintf("; the nearest is %q", near)
		if mended := Find(near).spec.Mended(arguments); mended != nil {
			p.Details["try"] = asRequest(near, mended)
		} else {
			p.Details["example"] = Find(near).spec.Example()
		}
	}
	return p
}
