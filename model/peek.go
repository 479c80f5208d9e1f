package model

import "bytes"

// PeekID answers a member of the file's record that holds an id, empty where it has
// none. A canonical file has the member on a line of its own, so that most files
// are not decoded for it.
func (f *File) PeekID(name string) string {
	if !bytes.Contains(f.raw, []byte(`"`+name+`"`)) {
		return ""
	}
	_, rest, found := bytes.Cut(f.raw, []byte("\n  \""+name+`": "`))
	id, _, closed := bytes.Cut(rest, []byte(`"`))
	if found && closed && bytes.HasPrefix(f.raw, []byte("{\n  \"id\"")) && CheckID(string(id)) == nil {
		return string(id)
	}
	if r := f.Record(); r != nil {
		return r.String(name)
	}
	return ""
}
