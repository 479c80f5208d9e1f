package ci

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// line answers the line, from 1 on, on which the value at a JSON pointer begins, or the
// nearest one around it that is there. Of text that is no JSON it is where that ends
// being so, or the first.
func line(data []byte, pointer string) int {
	decoder := jsontext.NewDecoder(bytes.NewReader(data))
	best, depth := 0, 0
	for {
		if _, err := decoder.ReadToken(); err != nil {
			break
		}
		at := string(decoder.StackPointer())
		if len(at) > depth && (pointer == at || strings.HasPrefix(pointer, at+"/")) {
			best, depth = int(decoder.InputOffset()), len(at)
		}
	}
	return 1 + bytes.Count(data[:best], []byte("\n"))
}
