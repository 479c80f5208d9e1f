package check

// Scope is a set of files whose findings are made: all of a model, or some. The
// zero Scope is empty.
type Scope struct {
	all   bool
	paths map[string]struct{}
}

// Everything answers the scope of a whole model.
func Everything() Scope { return Scope{all: true} }

// All tells whether the scope is the whole model.
func (s Scope) All() bool { return s.all }

// Len answers how many files the scope names, 0 for the whole model.
func (s Scope) Len() int { return len(s.paths) }

// Has tells whether a file, by its path in the model, is in the scope.
func (s Scope) Has(path string) bool {
	_, named := s.paths[path]
	return s.all || named
}
