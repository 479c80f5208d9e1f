package cli

import (
	"slices"

	"github.com/schollz/progressbar/v3"
)

// slow are what takes long on a large model.
var slow = []string{"import", "export", "validate", "generate"}

// progress is a bar that shows how far long work is.
type progress struct {
	what string
	bar  *progressbar.ProgressBar // nil until the work says how long it is
	app  *app
}

// progress begins to show how far work is, where that is long, on a terminal only.
// The caller ends it.
func (a *app) progress(what string) *progress {
	if !isTerminal(a.err) || !slices.Contains(slow, what) {
		return nil
	}
	return &progress{what: what, app: a}
}

// show says how much of the work is done and what comes next.
func (p *progress) show(done, total float64, next string) {
	if p == nil {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(int64(total), progressbar.OptionSetWriter(p.app.err), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(20), progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false))
	}
	p.bar.Describe(p.what + ": " + next)
	// A terminal that went away is no reason to stop working.
	_ = p.bar.Set64(int64(done))
}

// end takes the bar away.
func (p *progress) end() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
	}
}
