package model

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxRecordBytes is the size of the largest record file that is read.
const MaxRecordBytes = 1 << 20

// maxDepth bounds nesting, so that no input can exhaust the stack.
const maxDepth = 32

// Decode reads one record file. It answers what could be read, nil where it is no
// JSON object, and what the bytes alone break: size, encoding, conflict markers,
// syntax, duplicate members, numbers that are not finite. It never panics.
func Decode(data []byte) (*Record, []Fault) {
	if len(data) > MaxRecordBytes {
		return nil, []Fault{{Rule: "file.size", Message: fmt.Sprintf("the file has %d bytes, a record at most %d; move large data into shapes/", len(data), MaxRecordBytes)}}
	}
	return decode(data)
}

func decode(data []byte) (*Record, []Fault) {
	if fault := checkBytes(data); fault != nil {
		return nil, []Fault{*fault}
	}
	d := decoders.Get().(*decoder)
	defer decoders.Put(d)
	d.reset(data)
	value, err := d.value(0)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return nil, []Fault{d.fault(data, err)}
	}
	members, ok := value.(Object)
	if !ok {
		return nil, []Fault{{Rule: "file.json", Message: "the file holds no JSON object; a record is one object with an id and a category"}}
	}
	return &Record{members: members}, d.faults
}

// DecodeObject reads one JSON object with the same strictness as a record, for
// requests and the manifest.
func DecodeObject(data []byte) (Object, error) { return objectOf(Decode(data)) }

// DecodeLarge is DecodeObject for a file that holds a whole model: it has no limit
// of its own on the size, so that the caller sets one.
func DecodeLarge(data []byte) (Object, error) { return objectOf(decode(data)) }

func objectOf(record *Record, faults []Fault) (Object, error) {
	if len(faults) > 0 {
		f := faults[0]
		return nil, fmt.Errorf("%s at %q", f.Message, f.Pointer)
	}
	return record.members, nil
}

func checkBytes(data []byte) *Fault {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return &Fault{Rule: "file.encoding", Message: "the file is UTF-16; save it as UTF-8 without a byte order mark"}
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return &Fault{Rule: "file.encoding", Message: "the file starts with a byte order mark; save it as UTF-8 without one"}
	case !utf8.Valid(data):
		return &Fault{Rule: "file.encoding", Message: "the file is not UTF-8; save it as UTF-8"}
	case hasConflictMarkers(data):
		return &Fault{Rule: "file.conflict-markers", Message: "the file holds git's conflict markers; keep one side and remove the marker lines"}
	}
	return nil
}

func hasConflictMarkers(data []byte) bool {
	for _, marker := range []string{"<<<<<<< ", ">>>>>>> "} {
		if bytes.HasPrefix(data, []byte(marker)) || bytes.Contains(data, []byte("\n"+marker)) {
			return true
		}
	}
	return false
}

type decoder struct {
	dec     jsontext.Decoder
	scratch []byte
	faults  []Fault
}

// decoders are kept for use again: a model has many small records.
var decoders = sync.Pool{New: func() any { return new(decoder) }}

func (d *decoder) reset(data []byte) {
	d.dec.Reset(bytes.NewBuffer(data))
	d.faults = nil
}

var errDepth = fmt.Errorf("values are nested more than %d deep; flatten them", maxDepth)

func (d *decoder) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	switch d.dec.PeekKind() {
	case '{':
		return d.object(depth)
	case '[':
		return d.list(depth)
	case '"':
		return d.text()
	case '0':
		return d.number()
	default:
		token, err := d.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		if token.Kind() == 'n' {
			return nil, nil
		}
		return token.Bool(), nil
	}
}

func (d *decoder) object(depth int) (any, error) {
	if _, err := d.dec.ReadToken(); err != nil {
		return nil, err
	}
	object := make(Object, 0, expectedMembers(depth))
	for d.dec.PeekKind() != '}' {
		name, err := d.text()
		if err != nil {
			return nil, err
		}
		value, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		object = append(object, Member{Name: name, Value: value})
	}
	_, err := d.dec.ReadToken()
	return object, err
}

// expectedMembers is about how many members an object has: a record's own, and few
// in what lies inside.
func expectedMembers(depth int) int {
	if depth == 0 {
		return 9
	}
	return 2
}

func (d *decoder) list(depth int) (any, error) {
	if _, err := d.dec.ReadToken(); err != nil {
		return nil, err
	}
	list := make([]any, 0, 3)
	for d.dec.PeekKind() != ']' {
		value, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := d.dec.ReadToken()
	return list, err
}

func (d *decoder) text() (string, error) {
	raw, err := d.dec.ReadValue()
	if err != nil {
		return "", err
	}
	if d.scratch, err = jsontext.AppendUnquote(d.scratch[:0], raw); err != nil {
		return "", err
	}
	if known, ok := commonStrings[string(d.scratch)]; ok {
		return known, nil
	}
	return string(d.scratch), nil
}

func (d *decoder) number() (any, error) {
	raw, err := d.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	f, _ := strconv.ParseFloat(string(raw), 64) // the syntax is checked already; out of range is infinite
	switch {
	case math.IsInf(f, 0):
		d.faults = append(d.faults, Fault{Rule: "record.member", Pointer: string(d.dec.StackPointer()),
			Message: fmt.Sprintf("%.40s is not a finite number", raw)})
		return Literal(raw), nil
	case f == 0:
		return float64(0), nil
	case len(raw) > 15 && !holds(f, string(raw)):
		return Literal(raw), nil
	}
	return f, nil
}

func (d *decoder) end() error {
	if _, err := d.dec.ReadToken(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("the file goes on after its object; remove what follows")
		}
		return err
	}
	return nil
}

// fault tells where in the file reading stopped, as a line and a pointer.
func (d *decoder) fault(data []byte, err error) Fault {
	offset, pointer := d.dec.InputOffset(), d.dec.StackPointer()
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		offset, pointer = syntactic.ByteOffset, syntactic.JSONPointer
	}
	line := 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
	message := fmt.Sprintf("line %d is not JSON: %v", line, reason(err, syntactic))
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		message = fmt.Sprintf("line %d repeats the member %q; keep one of the two", line, pointer.LastToken())
	case errors.Is(err, errDepth):
		message = fmt.Sprintf("line %d: %v", line, err)
	}
	return Fault{Rule: "file.json", Pointer: string(pointer), Message: message}
}

func reason(err error, syntactic *jsontext.SyntacticError) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the file ends too early")
	}
	if syntactic != nil && syntactic.Err != nil {
		return syntactic.Err
	}
	return err
}

// commonStrings are names and words that most records carry: they are kept once,
// not once a record.
var commonStrings = func() map[string]string {
	words := []string{"id", "category", "of", "name", "mark", "number", "kind", "typeId", "levelId", "hostId", "discipline", "materialId", "groupIds",
		"classifications", "phaseCreated", "phaseDemolished", "shape", "placement", "tags", "properties", "ifcGuid", "externalIds", "note", "start", "end",
		"sagitta", "at", "rotation", "outline", "holes", "arcs", "offset", "sill", "width", "height", "hinge", "swing", "left", "right", "topLevelId",
		"topOffset", "baseOffset", "thickness", "layers", "function", "structure", "finish", "insulation", "profile", "seed", "use", "external",
		"loadBearing", "roomBounding", "wall", "door", "window", "opening", "slab", "ceiling", "roof", "room", "column", "beam", "furniture", "equipment",
		"proxy", "type", "level", "grid", "material", "separator", "pipe", "duct", "tray", "architecture", "mep", "site", "class", "size", "depth"}
	m := make(map[string]string, len(words))
	for _, w := range words {
		m[w] = w
	}
	return m
}()
