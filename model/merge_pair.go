package model

import (
	"slices"
	"sort"
	"strings"
)

// mergeUnit is one record, or one file that holds none, on the three sides and what
// became of it. A file is nil where a side has none.
type mergeUnit struct {
	MergedRecord
	base, ours, theirs *File
	result             *File // nil where it goes
	conflicts          []MergeConflict
	settled            bool // it was in the way of another, and is as on one side
}

// pairing collects the files of one key: those of base, and what each side did to them.
type pairing struct {
	base         []*File
	ours, theirs pairedSide
}

type pairedSide struct {
	files []*File
	gone  []string // paths of base that the side changed or took away
}

// pairUnits answers everything that differs from base on either side, by record.
func pairUnits(base, ours, theirs *Snapshot) []*mergeUnit {
	pairs := map[string]*pairing{}
	of := func(f *File) *pairing {
		key := pairKey(f)
		if pairs[key] == nil {
			pairs[key] = &pairing{}
		}
		return pairs[key]
	}
	collect := func(next *Snapshot, side func(*pairing) *pairedSide) {
		for _, c := range FileChanges(base, next) {
			if c.Before != nil {
				p := of(c.Before)
				p.addBase(c.Before)
				side(p).gone = append(side(p).gone, c.Before.Path)
			}
			if c.After != nil {
				p := of(c.After)
				side(p).files = append(side(p).files, c.After)
			}
		}
	}
	collect(ours, func(p *pairing) *pairedSide { return &p.ours })
	collect(theirs, func(p *pairing) *pairedSide { return &p.theirs })
	var units []*mergeUnit
	for key, p := range pairs {
		units = append(units, p.units(key, ours)...)
	}
	sort.Slice(units, func(i, j int) bool { return units[i].Record < units[j].Record })
	return units
}

// pairKey names what a file is a version of: a record by its id, or by its file's
// name where it cannot be read; another file by its path.
func pairKey(f *File) string {
	switch {
	case f.id != "":
		return f.id
	case RecordPlace(f.Path):
		return strings.TrimSuffix(f.Name(), ".json")
	}
	return "/" + f.Path
}

func (p *pairing) addBase(f *File) {
	if !slices.ContainsFunc(p.base, func(b *File) bool { return b.Path == f.Path }) {
		p.base = append(p.base, f)
	}
}

// units answers the pairing as one unit, or as one for each path where a side has
// several files that claim the id.
func (p *pairing) units(key string, ours *Snapshot) []*mergeUnit {
	if len(p.ours.files) > len(p.ours.gone) || len(p.theirs.files) > len(p.theirs.gone) {
		p.addUnchanged(key, ours)
	}
	p.ours.complete(p.base)
	p.theirs.complete(p.base)
	if len(p.base) < 2 && len(p.ours.files) < 2 && len(p.theirs.files) < 2 {
		return []*mergeUnit{newUnit(strings.TrimPrefix(key, "/"), only(p.base), only(p.ours.files), only(p.theirs.files))}
	}
	return p.byPath()
}

// addUnchanged adds the files that claim the id and changed on neither side. There
// can be some only where a side has more files than it took away.
func (p *pairing) addUnchanged(key string, ours *Snapshot) {
	for _, f := range ours.Claims(key) {
		if !slices.ContainsFunc(p.ours.files, func(o *File) bool { return o.Path == f.Path }) {
			p.addBase(f)
		}
	}
}

// complete adds what the side left as it is in base.
func (s *pairedSide) complete(base []*File) {
	for _, b := range base {
		if !slices.Contains(s.gone, b.Path) {
			s.files = append(s.files, b)
		}
	}
}

func (p *pairing) byPath() []*mergeUnit {
	byPath := map[string]*mergeUnit{}
	at := func(f *File) *mergeUnit {
		if byPath[f.Path] == nil {
			byPath[f.Path] = newUnit(f.Path, f, nil, nil)
			byPath[f.Path].base = nil
		}
		return byPath[f.Path]
	}
	for _, f := range p.base {
		at(f).base = f
	}
	for _, f := range p.ours.files {
		at(f).ours = f
	}
	for _, f := range p.theirs.files {
		at(f).theirs = f
	}
	var units []*mergeUnit
	for _, u := range byPath {
		if !equalFiles(u.base, u.ours) || !equalFiles(u.base, u.theirs) {
			units = append(units, u)
		}
	}
	return units
}

func only(files []*File) *File {
	if len(files) == 0 {
		return nil
	}
	return files[0]
}

func newUnit(record string, base, ours, theirs *File) *mergeUnit {
	u := &mergeUnit{MergedRecord: MergedRecord{Record: record}, base: base, ours: ours, theirs: theirs}
	for _, f := range []*File{ours, theirs, base} {
		if f != nil {
			u.File = f.Path
			break
		}
	}
	return u
}

// equalFiles tells whether two sides have the same file at the same path, or none.
func equalFiles(a, b *File) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Path == b.Path && sameFile(a, b)
}
