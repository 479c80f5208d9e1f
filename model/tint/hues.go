package tint

import "image/color"

// hues are the colours of values: those of Okabe and Ito (Color Universal Design,
// 2008) without black, then the same half as strong.
var hues = func() []color.NRGBA {
	base := []color.NRGBA{rgb(0x0072b2), rgb(0xe69f00), rgb(0x009e73), rgb(0xcc79a7), rgb(0x56b4e9), rgb(0xd55e00), rgb(0xf0e442)}
	out := base[:len(base):len(base)]
	for _, c := range base[:5] {
		out = append(out, Mix(c, 0.4))
	}
	return out
}()

// ramp are the colours of ranges of numbers from the lowest up: six steps of viridis
// (Smith and van der Walt, 2015), which grows darker evenly, also in grey.
var ramp = []color.NRGBA{rgb(0xfde725), rgb(0x7ad151), rgb(0x22a884), rgb(0x2a788e), rgb(0x414487), rgb(0x440154)}

var (
	otherColor = rgb(0x9a9a9a) // of the values that share an entry
	noneColor  = rgb(0xe4e4e4) // of records without a value
)
