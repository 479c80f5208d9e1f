package diffview

import "github.com/openeik/ekgit/model"

// shownText is how much of a value ChangeText shows.
const shownText = 200

// ChangeText writes how a value changed, from old to next, as records hold it; nil is
// absent. Of long texts it shows the words that differ, as [-old-]{+new+}.
func ChangeText(old, next any) string {
	m := Member{Old: old, New: next}
	if a, b, ok := m.long(); ok {
		return markedText(Words(a, b))
	}
	return rawText(old) + " -> " + rawText(next)
}

func rawText(v any) string {
	if v == nil {
		return "absent"
	}
	return clip(plain(string(model.AppendCompact(nil, v))), shownText)
}
