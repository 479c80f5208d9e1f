package category

import (
	"github.com/openeik/ekgit/model"
)

// wallLayer is one layer of a type.
type wallLayer struct {
	material, function string
	thickness          float64
	priority           int
}

// layersOf answers the layers of a type, none where it has none.
func layersOf(t *model.Record) []wallLayer {
	if t == nil {
		return nil
	}
	list, _ := t.Get("layers").([]any)
	out := make([]wallLayer, 0, len(list))
	for _, item := range list {
		o, _ := item.(model.Object)
		var l wallLayer
		l.material, _ = o.Get("materialId").(string)
		l.function, _ = o.Get("function").(string)
		l.thickness, _ = o.Get("thickness").(float64)
		l.priority = functionRank[l.function]
		if f, ok := o.Get("priority").(float64); ok {
			l.priority = int(f)
		}
		out = append(out, l)
	}
	return out
}
