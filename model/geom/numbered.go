package geom

import "slices"

// numbered gives numbers to keys and finds them again. While there are few, as in most
// bodies, it is a list, which is several times as fast as a map of numbers.
type numbered[K comparable] struct {
	keys    []K
	numbers []int
	far     map[K]int // all of them, once there are many
}

const (
	leastKeys = 8  // the corners of a box
	fewKeys   = 24 // looked through one by one
)

func (n *numbered[K]) find(key K) (number int, ok bool) {
	if n.far != nil {
		number, ok = n.far[key]
		return number, ok
	}
	if i := slices.Index(n.keys, key); i >= 0 {
		return n.numbers[i], true
	}
	return 0, false
}

// set gives a number to a key, a new one where it has one already.
func (n *numbered[K]) set(key K, number int) {
	if n.far == nil {
		if i := slices.Index(n.keys, key); i >= 0 {
			n.numbers[i] = number
			return
		}
		if n.keys == nil {
			n.keys, n.numbers = make([]K, 0, leastKeys), make([]int, 0, leastKeys)
		}
		if len(n.keys) < fewKeys {
			n.keys, n.numbers = append(n.keys, key), append(n.numbers, number)
			return
		}
		n.far = make(map[K]int, 4*fewKeys)
		for i, k := range n.keys {
			n.far[k] = n.numbers[i]
		}
	}
	n.far[key] = number
}
