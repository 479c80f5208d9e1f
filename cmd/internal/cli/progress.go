package cli

import (
	"github.com/schollz/progressbar/v3"
)

// progress answers a function that shows how far long work is, on a terminal only.
func (a *app) progress(what string) func(done, total int) {
	if !isTerminal(a.err) {
		return func(int, int) {}
	}
	var bar *progressbar.ProgressBar
	return func(done, total int) {
		if bar == nil {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(a.err), progressbar.OptionSetDescription(what), progressbar.OptionClearOnFinish())
		}
		if bar.Set(done) == nil && done >= total {
			bar.Finish()
		}
	}
}
