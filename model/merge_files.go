package model

import (
	"bytes"
	"slices"
	"strings"
)

// The lines around what is left to decide in a merged file. A file that holds such
// lines cannot be read and breaks the rule file.conflict-markers.
const (
	oursMarker   = "<<<<<<< ours\n"
	middleMarker = "=======\n"
	theirsMarker = ">>>>>>> theirs\n"
)

// MergeFiles merges three versions of one file, by its path in the model: a record
// or eik.json by member, another as a whole. Empty bytes mean that there is no such
// version. It answers what Merge would put there, nil where the file goes. Where
// there are conflicts the members in question stand in the text twice, between
// conflict markers: the first of each pair makes ours of them, the second theirs.
func MergeFiles(schema *Schema, path string, base, ours, theirs []byte) (merged []byte, conflicts []MergeConflict) {
	version := func(data []byte) *File {
		if len(data) == 0 {
			return nil
		}
		return schema.NewFile(path, RawFile{Revision: RevisionOf(data), Size: int64(len(data)), Data: data})
	}
	b, o, t := version(base), version(ours), version(theirs)
	settle := func(at Take) *mergeUnit {
		u := newUnit("", b, o, t)
		m := &merger{schema: schema, at: at}
		if keys := keysOf(o, t, b); len(keys) == 1 {
			u.Record = keys[0]
			m.unit(u)
		} else {
			u.Record = path
			m.unrelated(u)
		}
		return u
	}
	u := settle(TakeOurs)
	if len(u.conflicts) == 0 {
		return bytesOf(u.result), nil
	}
	return marked(bytesOf(u.result), bytesOf(settle(TakeTheirs).result)), u.conflicts
}

// keysOf answers what files are versions of, each once.
func keysOf(files ...*File) []string {
	var keys []string
	for _, f := range files {
		if f == nil {
			continue
		}
		if key := strings.TrimPrefix(pairKey(f), "/"); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// unrelated merges versions of a file that are not all of one record: nothing of one
// goes into another.
func (m *merger) unrelated(u *mergeUnit) {
	if equalFiles(u.ours, u.theirs) || equalFiles(u.base, u.theirs) || equalFiles(u.base, u.ours) {
		m.unit(u)
		return
	}
	m.whole(u, u.disagreement())
}

func bytesOf(f *File) []byte {
	if f == nil {
		return nil
	}
	return f.raw
}

// marked answers a text with the parts in which two canonical texts differ between
// conflict markers. Taking the first of every pair gives ours, the second theirs.
func marked(ours, theirs []byte) []byte {
	a, b := chunks(ours), chunks(theirs)
	at := make(map[string]int, len(b)) // the last place of each chunk of theirs
	for i, chunk := range b {
		at[chunk] = i
	}
	var text bytes.Buffer
	var from, to int // what is written of ours, of theirs
	for i, chunk := range a {
		j, both := at[chunk]
		if !both || j < to {
			continue
		}
		writeMarked(&text, a[from:i], b[to:j])
		text.WriteString(chunk)
		from, to = i+1, j+1
	}
	writeMarked(&text, a[from:], b[to:])
	if !hasConflictMarkers(text.Bytes()) { // they differ in nothing but the newline at the end
		text.Reset()
		writeMarked(&text, a, b)
	}
	return text.Bytes()
}

func writeMarked(text *bytes.Buffer, ours, theirs []string) {
	if len(ours)+len(theirs) == 0 {
		return
	}
	text.WriteString(oursMarker)
	text.WriteString(strings.Join(ours, ""))
	text.WriteString(middleMarker)
	text.WriteString(strings.Join(theirs, ""))
	text.WriteString(theirsMarker)
}

// chunks splits the text of a record into its members, each with what lies in it, and
// the braces around them. A line is given the newline that it lacks.
func chunks(text []byte) []string {
	var list []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(line, "\n") {
			line += "\n"
		}
		inner := strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, `  "`)
		if inner && len(list) > 0 {
			list[len(list)-1] += line
		} else {
			list = append(list, line)
		}
	}
	return list
}
