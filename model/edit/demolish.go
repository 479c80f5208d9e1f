package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
)

type demolishArgs struct {
	Target
	Phase string `json:"phase" required:"true" also:"phaseDemolished,in" doc:"The phase in which it is taken down: one of eik.json's phases."`
}

func demolish() *Command {
	return define(Command{
		Name: "demolish", Also: []string{"demolish_element", "set_phase_demolished"},
		Summary: "Say in which phase elements are taken down",
		Doc: `The record stays and is shown in the phases before; delete is for what was never there. What the element hosts (the doors and windows of a wall) goes with it. Take
phaseDemolished away with update {unset} to undo it.`,
	}, `{"command": "demolish", "id": "wall-partition", "phase": "conversion"}`, runDemolish)
}

func runDemolish(ctx context.Context, tx *Tx, a demolishArgs) error {
	phase, err := tx.phase(a.Phase)
	if err != nil {
		return err
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	s := tx.Snapshot()
	for _, r := range targets {
		if err := tx.takeDown(s, r, phase, map[string]bool{}); err != nil {
			return err
		}
	}
	tx.Say("Demolish", targets, "in phase "+plain(phase))
	return nil
}

// takeDown sets the phase on an element and on what it hosts.
func (tx *Tx) takeDown(s *model.Snapshot, r *model.Record, phase string, seen map[string]bool) error {
	if seen[r.ID()] {
		return nil
	}
	seen[r.ID()] = true
	if !tx.knows(r, "phaseDemolished") {
		return tx.Invalid("/id", fmt.Sprintf("%s is no element; only elements are demolished", spoken(r)), r.ID())
	}
	if built := r.String("phaseCreated"); tx.phaseOrder(built) > tx.phaseOrder(phase) {
		return tx.Invalid("/phase", fmt.Sprintf("%s is built in phase %q, after %q", spoken(r), built, phase), phase)
	}
	if err := tx.Put(r.With("phaseDemolished", phase)); err != nil {
		return err
	}
	for _, h := range hosted(s, r.ID()) {
		if was := h.String("phaseDemolished"); was != "" && tx.phaseOrder(was) <= tx.phaseOrder(phase) {
			continue
		}
		if err := tx.takeDown(s, h, phase, seen); err != nil {
			return err
		}
	}
	return nil
}

// phase answers the phase that text names, whatever its case.
func (tx *Tx) phase(text string) (string, error) {
	phases := tx.base.Manifest().Phases
	for _, p := range phases {
		if strings.EqualFold(p, text) {
			return p, nil
		}
	}
	if len(phases) == 0 {
		return "", tx.Invalid("/phase", `the model has no phases; list them in eik.json, in their order: "phases": ["existing", "new"]`, text)
	}
	p := tx.invalid("/phase", fmt.Sprintf("%q is no phase of the model; it has %s", clip(text), strings.Join(phases, ", ")), text)
	if near := args.Nearest(text, phases); near != "" {
		p.Details["candidates"], p.Details["try"] = []string{near}, tx.data.With("phase", near)
	}
	return "", p
}

// phaseOrder answers where a phase comes in their order, -1 for none or an unknown one.
func (tx *Tx) phaseOrder(phase string) int { return slices.Index(tx.base.Manifest().Phases, phase) }
