package diffview

import (
	"strings"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// From which length in bytes on two texts are compared within, and up to which.
const (
	longText = 60
	hugeText = 10_000
)

// Piece is a piece of two texts that are compared: in both, only in the old one, or
// only in the new one.
type Piece struct {
	Op   Op
	Text string
}

// Op says which of two texts a piece is of.
type Op int8

// The ops.
const (
	Both Op = iota
	Old
	New
)

// Words compares two texts word by word; runs of space and single signs count as
// words. The pieces of Both and Old are the old text, those of Both and New the new
// one. The same texts always give the same pieces. Where long texts have little in
// common, what stands between their common ends is one piece each.
func Words(a, b string) []Piece {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a time limit would make the answer depend on the machine
	table := &lexicon{numbers: map[string]rune{}}
	old, next := table.encode(a), table.encode(b)
	var parts []diffmatchpatch.Diff
	if len(old)*len(next) <= comparedPairs {
		parts = d.DiffMainRunes(old, next, false)
	} else {
		parts = endsOnly(d, old, next)
	}
	var pieces []Piece
	for _, part := range d.DiffCleanupMerge(parts) {
		pieces = append(pieces, Piece{opOf(part.Type), table.decode(part.Text)})
	}
	return pieces
}

func opOf(of diffmatchpatch.Operation) Op {
	switch of {
	case diffmatchpatch.DiffDelete:
		return Old
	case diffmatchpatch.DiffInsert:
		return New
	}
	return Both
}

// comparedPairs is up to how many pairs of words two texts are compared within, which
// bounds what it costs by some ten milliseconds.
const comparedPairs = 1_000_000

// endsOnly takes all between the common start and the common end for different.
func endsOnly(d *diffmatchpatch.DiffMatchPatch, a, b []rune) []diffmatchpatch.Diff {
	start := d.DiffCommonPrefix(string(a), string(b))
	end := d.DiffCommonSuffix(string(a[start:]), string(b[start:]))
	return []diffmatchpatch.Diff{
		{Type: diffmatchpatch.DiffEqual, Text: string(a[:start])},
		{Type: diffmatchpatch.DiffDelete, Text: string(a[start : len(a)-end])},
		{Type: diffmatchpatch.DiffInsert, Text: string(b[start : len(b)-end])},
		{Type: diffmatchpatch.DiffEqual, Text: string(a[len(a)-end:])},
	}
}

// lexicon gives every word a rune, so that texts are compared as lists of words.
type lexicon struct {
	numbers map[string]rune
	words   []string
}

// Runes that are no characters of their own cannot stand for a word.
const (
	surrogates    = 0xD800
	endSurrogates = 0xE000
)

func (l *lexicon) encode(text string) []rune { return l.encodeBy(text, wordLen) }

// encodeBy takes a text apart by the length of what it starts with.
func (l *lexicon) encodeBy(text string, length func(string) int) []rune {
	var out []rune
	for len(text) > 0 {
		n := length(text)
		word := text[:n]
		text = text[n:]
		number, known := l.numbers[word]
		if !known {
			number = rune(len(l.words) + 1)
			if number >= surrogates {
				number += endSurrogates - surrogates
			}
			l.numbers[word] = number
			l.words = append(l.words, word)
		}
		out = append(out, number)
	}
	return out
}

func (l *lexicon) decode(encoded string) string {
	var b strings.Builder
	for _, number := range encoded {
		b.WriteString(l.word(number))
	}
	return b.String()
}

func (l *lexicon) word(number rune) string {
	if number >= endSurrogates {
		number -= endSurrogates - surrogates
	}
	return l.words[number-1]
}

// wordLen answers the length in bytes of the word that a text starts with.
func wordLen(text string) int {
	var kind int
	for i, r := range text {
		k := 0
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			k = 1
		case unicode.IsSpace(r):
			k = 2
		}
		if i == 0 {
			kind = k
		} else if k != kind || k == 0 {
			return i
		}
	}
	return len(text)
}

// markedText writes pieces as one line, as [-old-]{+new+}.
func markedText(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		switch p.Op {
		case Old:
			b.WriteString("[-" + p.Text + "-]")
		case New:
			b.WriteString("{+" + p.Text + "+}")
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
