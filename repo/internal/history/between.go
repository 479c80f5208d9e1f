package history

import "context"

// Between answers the commits reachable from a head and from none of the others, each
// after its parents. Zero hashes among the others count as nothing.
func (x *Index) Between(ctx context.Context, others []Hash, head Hash) ([]Hash, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	known := map[int32]bool{}
	for _, other := range others {
		if other.IsZero() {
			continue
		}
		at, err := x.reach(ctx, other)
		if err != nil {
			return nil, err
		}
		for _, c := range x.graph.ancestors(at, func(c int32) bool { return known[c] }) {
			known[c] = true
		}
	}
	at, err := x.reach(ctx, head)
	if err != nil {
		return nil, err
	}
	var names []Hash
	for _, c := range x.graph.ancestors(at, func(c int32) bool { return known[c] }) {
		names = append(names, x.graph.names[c])
	}
	return names, nil
}
