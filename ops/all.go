package ops

import "sync"

var (
	all     []*Operation
	allOnce sync.Once
)

// All answers every operation, in the order in which they are listed. The slice must
// not be changed.
func All() []*Operation {
	allOnce.Do(func() {
		all = []*Operation{
			summary(), tree(), read(), query(), relations(), validate(), changes(), history(), diff(), snapshot2D(), snapshot3D(), guideOperation(), export(),
			proposalsOperation(), propose(), discuss(), execute(), importOperation(), accept(), reject(), reportProblem(),
		}
	})
	return all
}
