package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
)

type setPropertiesArgs struct {
	Target
	Group      string       `json:"group" also:"set,pset,propertySet" doc:"The property group that properties then holds the names of."`
	Properties model.Object `json:"properties" required:"true" also:"values" doc:"Group -> name -> value, or with group: name -> value. A value is text, a number, true, false, a list or {value, unit}; null takes the name away."`
}

func setProperties() *Command {
	return define(Command{
		Name: "set_properties", Also: []string{"set_property", "add_property", "properties"},
		Summary: "Set or take away open data such as property sets",
		Doc: `Properties hold what the schema has no member for, in units of their own. Names that are not given stay. Elements inherit the properties of their type: set what all elements
of a type share on the type. What the schema has a member for (mark, loadBearing, phase) is set with update.`,
	}, `{"command": "set_properties", "id": "door-entrance", "properties": {"Pset_DoorCommon": {"FireRating": "EI 30"}}}`, runSetProperties)
}

func runSetProperties(ctx context.Context, tx *Tx, a setPropertiesArgs) error {
	groups := a.Properties
	if a.Group != "" {
		groups = model.Object{{Name: a.Group, Value: a.Properties}}
	}
	for _, g := range groups {
		if _, ok := g.Value.(model.Object); !ok && g.Value != nil {
			return tx.ungrouped(a, g)
		}
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	for _, r := range targets {
		member := model.Member{Name: "properties", Value: groups}
		if err := tx.Put(r.With("properties", merged(r.Get("properties"), member))); err != nil {
			return err
		}
	}
	tx.Say("Set properties of", targets, "")
	return nil
}

// ungrouped is the problem of a property that stands in no group.
func (tx *Tx) ungrouped(a setPropertiesArgs, g model.Member) error {
	p := tx.invalid("/properties/"+g.Name, fmt.Sprintf("%q stands in no group; send group too, or properties as group -> name -> value", clip(g.Name)), nil)
	if a.Group == "" {
		p.Details["try"] = tx.data.With("group", "Custom")
	}
	return p
}
