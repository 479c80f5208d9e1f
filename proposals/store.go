package proposals

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Where proposals are kept, beside their branches.
const (
	branches   = "refs/heads/"
	closedRefs = "refs/eik/closed/"
	reviewRefs = "refs/eik/review/"
)

// The settings that say what Options leave out, and what they are where nobody set
// them.
const (
	prefixSetting = "eik.proposals.prefix"
	expireSetting = "eik.proposals.expire"
	defaultPrefix = "proposals/"
	defaultExpire = 14 * 24 * time.Hour
)

// Options are how proposals are kept. The zero value of each will do.
type Options struct {
	// Prefix starts the names of the branches: eik.proposals.prefix of git's
	// configuration, else "proposals/".
	Prefix string
	// Expire is after how long an untitled proposal that nobody touches is put away:
	// eik.proposals.expire ("14.days"), else 14 days.
	Expire time.Duration
	Clock  func() time.Time
	// NewWord makes what sets ids apart: 8 digits of base32, by chance. The id of a
	// proposal is "p-" and a word.
	NewWord func() string
}

// Store keeps the proposals of a model. It is safe for concurrent use, beside other
// processes and git.
type Store struct {
	repo *repo.Model
	opt  Options

	mu      sync.Mutex
	commits map[repo.Hash]*repo.Commit // read lately
	closed  map[repo.Hash]*found       // what closing commits say, by their names
}

// New answers the proposals of an open model. It is an InvalidArgument problem that a
// setting cannot be read.
func New(m *repo.Model, opt Options) (*Store, error) {
	if opt.Clock == nil {
		opt.Clock = time.Now
	}
	if opt.NewWord == nil {
		opt.NewWord = randomWord
	}
	if opt.Prefix == "" {
		opt.Prefix = defaultPrefix
		if set, ok := m.Setting(prefixSetting); ok && set != "" {
			opt.Prefix = set
		}
	}
	opt.Prefix = strings.TrimSuffix(opt.Prefix, "/") + "/"
	if !validPrefix.MatchString(opt.Prefix) || strings.Contains(opt.Prefix, "..") {
		return nil, problem(model.InvalidArgument, "Set "+prefixSetting+" to the start of a branch's name, such as proposals/",
			"%q cannot start the names of branches", opt.Prefix)
	}
	if opt.Expire == 0 {
		var err error
		if opt.Expire, err = expiry(m); err != nil {
			return nil, err
		}
	}
	return &Store{repo: m, opt: opt, commits: map[repo.Hash]*repo.Commit{}, closed: map[repo.Hash]*found{}}, nil
}

var validPrefix = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*/$`)

// expiry reads after how long proposals are put away: "14.days", or a number of days.
func expiry(m *repo.Model) (time.Duration, error) {
	set, ok := m.Setting(expireSetting)
	if !ok || set == "" {
		return defaultExpire, nil
	}
	number := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(set, "s"), "day"), ".")
	days, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || days < 1 || days > 36500 {
		return 0, problem(model.InvalidArgument, "Set it to a number of days, such as 14.days", "%s is %q", expireSetting, set)
	}
	return time.Duration(days) * 24 * time.Hour, nil
}

// randomWord answers 8 digits of base32.
func randomWord() string {
	var b [5]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}

var validID = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$`)

// ValidID tells whether a text can be the id of a proposal. The store makes "p-…";
// a branch that was made by hand is called what it is called.
func ValidID(id string) bool {
	return validID.MatchString(id) && !strings.Contains(id, "..") && !strings.HasSuffix(id, ".lock")
}

// idOf answers the id that a text means: itself, or the branch of a proposal.
func (s *Store) idOf(text string) (string, error) {
	id := strings.TrimPrefix(strings.TrimPrefix(text, branches), s.opt.Prefix)
	if !ValidID(id) {
		return "", problem(model.InvalidArgument, "Send the id of a proposal, such as p-4xk2q7ab", "%q is no proposal's id", text)
	}
	return id, nil
}

func (s *Store) branch(id string) string { return branches + s.opt.Prefix + id }

// freshID makes an id that nothing has.
func (s *Store) freshID(ctx context.Context) (string, error) {
	for range 10 {
		id := "p-" + s.opt.NewWord()
		p, err := s.place(ctx, id)
		if err != nil {
			return "", err
		}
		if *p == (place{id: id}) {
			return id, nil
		}
	}
	return "", errors.New("every id that was made for a new proposal is taken")
}
