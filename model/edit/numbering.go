package edit

import "fmt"

// numbering counts numbers or marks on, leaving out those that are taken.
type numbering struct {
	tx    *Tx
	path  string // of the argument that gives the first one
	taken map[string]bool
	next  string // empty before the first
}

// numbers answers the counting of a member, from a first value, past those that records
// of a category have.
func (tx *Tx) numbers(path, category, member, first string) (*numbering, error) {
	n := &numbering{tx: tx, path: path, taken: map[string]bool{}, next: first}
	for f := range tx.Snapshot().InCategory(category) {
		if r := f.Record(); r != nil && r.Has(member) {
			n.taken[r.String(member)] = true
		}
	}
	return n, tx.label(path, first)
}

// take answers the next one that is free.
func (n *numbering) take() (string, error) {
	for n.taken[n.next] {
		next, ok := successor(n.next)
		if !ok {
			return "", n.tx.Invalid(n.path, fmt.Sprintf("%q ends in no digits to count on from; several need one such as %s1", clip(n.next), clip(n.next)), n.next)
		}
		n.next = next
	}
	n.taken[n.next] = true
	return n.next, nil
}
