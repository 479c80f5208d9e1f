package model

// Observer is told what is read of a snapshot while something is worked out of it.
// What was worked out stays true of every other snapshot that answers the same.
type Observer interface {
	// Got is told of the file of an id, nil where there is none.
	Got(id string, f *File)
	// Referred is told of who names a record.
	Referred(id string, by []Reference)
	// Managed is told of the manifest.
	Managed(m *Manifest)
	// Indexed is told of an index as a whole, and how it is had of another snapshot.
	Indexed(x Index, of func(*Snapshot) Index)
	// Walked is told that something else was read, which may be anything.
	Walked()
}

// ObservableIndex is an index that can tell an observer what it is asked.
type ObservableIndex interface {
	Index
	// Observed answers the same index, which tells the observer of every question.
	Observed(by Observer) Index
}

// Observed answers the same snapshot, which tells an observer of everything that is
// read of it; nil for none. Indexes are built, and snapshots made of it, unobserved.
func (s *Snapshot) Observed(by Observer) *Snapshot {
	if s.plain != nil {
		s = s.plain
	}
	if by == nil {
		return s
	}
	return &Snapshot{schema: s.schema, folders: s.folders, manifest: s.manifest, lineage: s.lineage, plain: s, observer: by}
}

// walked tells the observer that a read was one that nothing finer is told of.
func (s *Snapshot) walked() {
	if s.plain != nil {
		s.observer.Walked()
	}
}

// observedIndex answers an index of the plain snapshot and tells the observer.
func (s *Snapshot) observedIndex(key any, build func(*Snapshot) Index) Index {
	x := s.plain.Index(key, build)
	if o, ok := x.(ObservableIndex); ok {
		return o.Observed(s.observer)
	}
	s.observer.Indexed(x, func(other *Snapshot) Index { return other.Index(key, build) })
	return x
}

// Lineage answers what all snapshots that were made of one another hold in common
// under a key, made when it is first asked for. It has to be safe for concurrent use.
func (s *Snapshot) Lineage(key any, make func() any) any {
	if v, ok := s.lineage.Load(key); ok {
		return v
	}
	v, _ := s.lineage.LoadOrStore(key, make())
	return v
}
