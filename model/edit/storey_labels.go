package edit

import (
	"regexp"
	"strconv"

	"github.com/openeik/ekgit/model"
)

// storeyLabel is a number or mark that begins with its storey's: 1.03, W-1.03, 1-03.
var storeyLabel = regexp.MustCompile(`^(\pL*[- ]?)(\d+)([./-].*)$`)

// relabel answers the numbers and marks of copies, by the ids of their originals.
func (c *storeyCopy) relabel(records []*model.Record) map[string]map[string]string {
	out := map[string]map[string]string{}
	byCategory := map[string][]*model.Record{}
	var order []string
	for _, r := range records {
		if byCategory[r.Category()] == nil {
			order = append(order, r.Category())
		}
		byCategory[r.Category()] = append(byCategory[r.Category()], r)
	}
	for _, category := range order {
		for _, member := range []string{"number", "mark"} {
			for id, label := range c.labels(byCategory[category], category, member) {
				if out[id] == nil {
					out[id] = map[string]string{}
				}
				out[id][member] = label
			}
		}
	}
	return out
}

// labels answers the labels of the copies of a category.
func (c *storeyCopy) labels(records []*model.Record, category, member string) map[string]string {
	uses := map[string]int{}
	for f := range c.before.InCategory(category) {
		if r := f.Record(); r != nil && r.Has(member) {
			uses[r.String(member)]++
		}
	}
	out := map[string]string{}
	var single []*model.Record
	for _, r := range records {
		switch label := r.String(member); {
		case label == "":
		case uses[label] > 1: // it is no one element's
			out[r.ID()] = label
		default:
			single = append(single, r)
		}
	}
	if byStorey := storeyLabels(single, member, uses); byStorey != nil {
		for id, label := range byStorey {
			out[id] = label
		}
		return out
	}
	for _, r := range single {
		label, ok := successor(r.String(member))
		for ok && uses[label] > 0 {
			label, ok = successor(label)
		}
		if ok {
			uses[label]++
			out[r.ID()] = label
		}
	}
	return out
}

// storeyLabels answers labels with the number of the next storey that has none of
// them, nil where not all begin with that of one storey.
func storeyLabels(records []*model.Record, member string, uses map[string]int) map[string]string {
	storey := ""
	for _, r := range records {
		m := storeyLabel.FindStringSubmatch(r.String(member))
		if m == nil || storey != "" && m[2] != storey {
			return nil
		}
		storey = m[2]
	}
	n, err := strconv.Atoi(storey)
	if err != nil {
		return nil
	}
	const most = 1000 // storeys
	for next := n + 1; next < n+most; next++ {
		out := map[string]string{}
		for _, r := range records {
			m := storeyLabel.FindStringSubmatch(r.String(member))
			if label := m[1] + strconv.Itoa(next) + m[3]; uses[label] == 0 {
				out[r.ID()] = label
			}
		}
		if len(out) == len(records) {
			return out
		}
	}
	return nil
}
