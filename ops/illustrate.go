package ops

import (
	"context"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/picture"
)

// Pictures is the argument of what tells a change to a person.
type Pictures struct {
	Pictures bool `json:"pictures" also:"thumbnails" doc:"With markdown: thumbnails that it names, attached."`
}

// illustrate draws the pictures of a change where the format shows some: in a page, and in
// markdown where they are asked for, which names the thumbnails that are attached. A
// picture that cannot be drawn leaves the review without it, and is warned of.
func (c *call) illustrate(ctx context.Context, d *diffview.Diff, before, after *model.Snapshot, format string, asked Pictures) error {
	if format != "html" && (format != "markdown" || !asked.Pictures) {
		return nil
	}
	pictures, err := diffview.Draw(ctx, before, after, picture.ChangeOptions{Shapes: c.shapes(after, before)})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.warn("The review is without pictures: " + problem(err).Message)
		return nil
	}
	if d.Pictures = pictures; format == "markdown" {
		for _, p := range pictures {
			c.attachments = append(c.attachments, Attachment{Name: p.Name + ".png", MIMEType: mimeTypes["png"], Data: p.Thumbnail})
		}
	}
	return nil
}
