package ops

import "sync"

// All answers every operation, in the order in which they are listed.
var All = sync.OnceValue(func() []*Operation {
	return []*Operation{}
})
