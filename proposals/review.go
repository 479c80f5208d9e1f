package proposals

import (
	"context"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// requestFolder holds the requests behind the commits of a proposal, by their hashes.
const requestFolder = "requests"

// amendment is one more commit of what is kept beside a proposal. Files are only ever
// added, so that what two clones have kept is the union of both.
type amendment struct {
	author  repo.Person
	subject string
	put     []repo.FileChange
	holds   []repo.Hash // commits that stay reachable by it
}

// review commits an amendment. One that adds nothing makes no commit.
func (s *Store) review(ctx context.Context, id string, a amendment) error {
	_, err := s.repo.CommitFiles(ctx, repo.FilesRequest{
		Ref: reviewRefs + id, Author: a.author, Subject: a.subject, Put: a.put, Parents: a.holds,
	})
	return err
}

// reviewFiles reads the files of a folder beside a proposal, by name.
func (s *Store) reviewFiles(ctx context.Context, id, folder string) (map[string][]byte, error) {
	head, err := s.ref(ctx, reviewRefs+id)
	if err != nil || head.IsZero() {
		return nil, err
	}
	return s.repo.ReadFiles(ctx, head, folder)
}

// keepRequest keeps the request behind a commit.
func (s *Store) keepRequest(ctx context.Context, id string, req CommitRequest) error {
	file := repo.FileChange{Path: requestFolder + "/" + req.RequestHash + ".json", Data: req.Request}
	return s.review(ctx, id, amendment{author: req.Author, subject: "Request " + req.RequestHash + " of " + id, put: []repo.FileChange{file}})
}

// keep keeps what a proposal was reachable, whatever its refs name from now on.
func (s *Store) keep(ctx context.Context, f *found, commit repo.Hash, why string) error {
	c, err := s.repo.CommitAt(ctx, commit)
	if err != nil {
		return err
	}
	return s.review(ctx, f.ID, amendment{author: c.Committer, subject: "Keep " + short(commit) + " of " + f.ID + ": " + why, holds: []repo.Hash{commit}})
}

// Requests answers the requests that are kept beside a proposal, by their hashes.
func (s *Store) Requests(ctx context.Context, id string) (map[string][]byte, error) {
	id, err := s.idOf(id)
	if err != nil {
		return nil, err
	}
	files, err := s.reviewFiles(ctx, id, requestFolder)
	if err != nil {
		return nil, err
	}
	requests := make(map[string][]byte, len(files))
	for name, data := range files {
		if hash, ok := strings.CutSuffix(name, ".json"); ok {
			requests[hash] = data
		}
	}
	return requests, nil
}

// UnionReview takes what another clone keeps beside a proposal, comments and requests,
// into what this one keeps. Of a file that both have differently, this one's stays.
func (s *Store) UnionReview(ctx context.Context, id string, other repo.Hash) error {
	id, err := s.idOf(id)
	if err != nil {
		return err
	}
	c, err := s.repo.CommitAt(ctx, other)
	if err != nil {
		return err
	}
	a := amendment{author: c.Author, subject: "Take in what another clone keeps of " + id, holds: []repo.Hash{other}}
	for _, folder := range []string{commentFolder, requestFolder, partFolder} {
		theirs, err := s.repo.ReadFiles(ctx, other, folder)
		if err != nil {
			return err
		}
		ours, err := s.reviewFiles(ctx, id, folder)
		if err != nil {
			return err
		}
		for name, data := range theirs {
			if _, has := ours[name]; !has {
				a.put = append(a.put, repo.FileChange{Path: folder + "/" + name, Data: data})
			}
		}
	}
	return s.review(ctx, id, a)
}
