package repo

import (
	"context"

	"github.com/openeik/ekgit/model"
)

// At answers the model as a commit holds it. Snapshots share what is equal in them,
// and the last few are kept.
func (m *Model) At(ctx context.Context, commit Hash) (*model.Snapshot, error) {
	return m.reader.at(ctx, commit)
}

// Resolve answers the commit that a text means. It reads, in this order: nothing or
// HEAD, a whole commit name, a sequence number of the model branch, a ref as git
// finds it (tag before branch), the first digits of a commit; ~n and ^n may follow.
// It is a RevisionError that the text means none or several.
func (m *Model) Resolve(ctx context.Context, at string) (*Commit, error) {
	head, err := m.head()
	if err != nil {
		return nil, err
	}
	return resolver{m.reader, m.refs, head.Commit}.resolve(ctx, at)
}

// CommitAt answers what is known of one commit.
func (m *Model) CommitAt(ctx context.Context, commit Hash) (*Commit, error) {
	return m.reader.commit(ctx, commit)
}

// Log calls fn for a commit and those before it along first parents, until fn
// answers false.
func (m *Model) Log(ctx context.Context, from Hash, fn func(*Commit) bool) error {
	return m.reader.log(ctx, from, fn)
}

// ChangesIn answers what a commit changed in the model against its first parent:
// records by id, then other files by path.
func (m *Model) ChangesIn(ctx context.Context, commit Hash) ([]RecordChange, error) {
	return m.reader.changesIn(ctx, commit)
}

// Changes answers what differs in the model between two commits, whatever happened
// in between: records by id, then other files by path. A zero hash is the time
// before the first commit.
func (m *Model) Changes(ctx context.Context, from, to Hash) ([]RecordChange, error) {
	return m.reader.changes(ctx, from, to)
}

// FileChanges reads both sides of changes, in their order.
func (m *Model) FileChanges(ctx context.Context, changes []RecordChange) ([]model.FileChange, error) {
	return m.reader.fileChanges(ctx, changes)
}

// History answers the commits, reachable from one, that touched a record, each before
// its ancestors. A record is followed by its id, through moves and merges: a merge
// that took one side's version is passed over for that side. A file that is no
// record goes by its path.
func (m *Model) History(ctx context.Context, from Hash, id string) ([]Hash, error) {
	versions, err := m.reader.history.Versions(ctx, from, id)
	if err != nil {
		return nil, err
	}
	commits := make([]Hash, len(versions))
	for i, v := range versions {
		commits[i] = v.Commit
	}
	return commits, nil
}

// Blame answers, for each member of a record in its order, the last commit up to
// from that gave it its value. It is empty where the commit has no such record.
func (m *Model) Blame(ctx context.Context, from Hash, id string) ([]MemberBlame, error) {
	return m.reader.blame(ctx, from, id)
}

// Blob answers the bytes of a file by its revision, and how many there are: of one that a
// snapshot does not read, such as a shape. Of a file with more bytes than most it reads
// none and answers only how many.
func (m *Model) Blob(ctx context.Context, blob Hash, most int64) ([]byte, int64, error) {
	return m.reader.objects.BlobUpTo(ctx, blob, most)
}
