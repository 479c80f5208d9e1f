package check

import (
	"math"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// longest is how much of a text from a model a message holds, in bytes.
const longest = 80

// quote writes text of a model so that nothing in it acts on a reader's screen:
// quoted, what is not printable escaped, long text cut.
func quote(s string) string {
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "") + "…"
	}
	return strconv.Quote(s)
}

// idText writes an id, quoted where it is not legal.
func idText(id string) string {
	if model.CheckID(id) == nil {
		return id
	}
	return quote(id)
}

// idList writes ids as a sentence does, the first few of many.
func idList(ids []string) string {
	const most = 5
	texts := make([]string, 0, most)
	for i, id := range ids {
		if i == most {
			return strings.Join(texts, ", ") + " and " + strconv.Itoa(len(ids)-most) + " more"
		}
		texts = append(texts, idText(id))
	}
	if last := len(texts) - 1; last > 0 {
		return strings.Join(texts[:last], ", ") + " and " + texts[last]
	}
	return strings.Join(texts, "")
}

// pathText writes a path, quoted where a part of it is not plain.
func pathText(path string) string {
	for _, c := range path {
		if c < 0x21 || c > 0x7e || c == '"' || c == '\\' {
			return quote(path)
		}
	}
	return path
}

// mm writes a length to a tenth of a millimetre.
func mm(length float64) string { return tenths(length) + " mm" }

// metres writes a length in mm that may be very long.
func metres(length float64) string {
	if length >= 1e7 {
		return tenths(length/1e6) + " km"
	}
	return tenths(length/1000) + " m"
}

// tenths writes a number to one decimal, without a decimal that is 0.
func tenths(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// escapePointer escapes a name as a token of a JSON pointer (RFC 6901).
func escapePointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
