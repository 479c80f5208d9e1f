package edit

import (
	"context"

	"github.com/openeik/ekgit/model"
)

type classifyArgs struct {
	Target
	System string `json:"system" required:"true" doc:"The classification system, such as Uniclass 2015 or OmniClass."`
	Code   string `json:"code" also:"classification,value" doc:"The code in that system. Absent: the classification is taken away."`
	Title  string `json:"title" doc:"What the code stands for."`
}

func classify() *Command {
	return define(Command{
		Name: "classify", Also: []string{"set_classification", "classification"},
		Summary: "Give records a code of a classification system",
		Doc: `A record has one code a system; other systems stay. Classify types where all their elements share the code. eik.json may list the systems in use under
classificationSystems.`,
	}, `{"command": "classify", "id": "wall-type-exterior-300", "system": "Uniclass 2015", "code": "Ss_25_13", "title": "Wall structure systems"}`, runClassify)
}

func runClassify(ctx context.Context, tx *Tx, a classifyArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	if a.Title != "" && a.Code == "" {
		return tx.Invalid("/title", "a title says what a code stands for; send code too", a.Title)
	}
	var value any
	switch {
	case a.Title != "":
		value = model.Object{{Name: "code", Value: a.Code}, {Name: "title", Value: a.Title}}
	case a.Code != "":
		value = a.Code
	}
	for _, r := range targets {
		codes := r.Object("classifications")
		if value == nil {
			codes = codes.Without(a.System)
		} else {
			codes = codes.With(a.System, value)
		}
		if err := tx.Put(r.With("classifications", codes)); err != nil {
			return err
		}
	}
	if value == nil {
		tx.Say("Take away the "+shorten(plain(a.System), 20)+" code of", targets, "")
	} else {
		tx.Say("Classify", targets, "as "+plain(a.System)+" "+plain(a.Code))
	}
	return nil
}
