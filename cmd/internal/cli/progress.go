package cli

import (
	"slices"

	"github.com/schollz/progressbar/v3"
)

// slow are the operations that take long on a large model.
var slow = []string{"import", "export", "validate", "generate"}

// progress answers a function that shows how far long work is, on a terminal only,
// and takes it away when the work is done.
func (a *app) progress(action string) func(done, total float64, next string) {
	if !isTerminal(a.err) || !slices.Contains(slow, action) {
		return func(float64, float64, string) {}
	}
	var bar *progressbar.ProgressBar
	return func(done, total float64, next string) {
		if bar == nil {
			bar = progressbar.NewOptions64(int64(total), progressbar.OptionSetWriter(a.err), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(20))
		}
		bar.Describe(action + ": " + next)
		// A terminal that went away is no reason to stop working.
		_ = bar.Set64(int64(done))
	}
}
