package picture

import "github.com/openeik/ekgit/model/tint"

// The patterns that tell the kinds of change apart without colours.
var (
	addedPattern   = &hatch{angles: []float64{45}, spacing: 1.2}
	removedPattern = &hatch{angles: []float64{45, -45}, spacing: 1.6}
	changedPattern = &hatch{angles: []float64{-45}, spacing: 1.2}
)

func addedLook(p tint.Palette) look {
	return look{ink: p.Added, solid: tint.Mix(p.Added, 0.4), blank: tint.Mix(p.Added, 0.12), tint: true, pattern: addedPattern}
}

func changedLook(p tint.Palette) look {
	return look{ink: p.Changed, solid: tint.Mix(p.Changed, 0.45), blank: tint.Mix(p.Changed, 0.15), tint: true, pattern: changedPattern}
}

// removedLook lets what stands there now be seen through it.
func removedLook(p tint.Palette) look {
	faint := p.Removed
	faint.A = 40
	return look{ink: p.Removed, solid: faint, blank: faint, dash: Dotted, tint: true, pattern: removedPattern}
}

// beforeLook is only an outline.
func beforeLook(p tint.Palette) look {
	return look{ink: p.Changed, dash: LongDash, tint: true}
}
