package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// pictureShape is "ek snapshot-2d [level] -o file", and "ek snapshot-3d" alike: the
// picture goes into a file, whose ending chooses the format.
func (a *app) pictureShape(operation string) func(*cobra.Command, binder) {
	return func(command *cobra.Command, bind binder) {
		file := command.Flags().StringP("output", "o", "", "The `file` to write; - is standard output. Absent: named after what is drawn, in the working directory; inside a model, in its .eik/pictures.")
		_ = command.MarkFlagFilename("output", "png", "svg", "pdf", "glb")
		command.RunE = func(cmd *cobra.Command, words []string) error {
			arguments := bind()
			for i, word := range words {
				arguments = arguments.With(subCommands[operation].words[i], word)
			}
			if ending := strings.TrimPrefix(filepath.Ext(*file), "."); ending != "" && arguments.Get("format") == nil {
				arguments = arguments.With("format", strings.ToLower(ending))
			}
			return a.draw(cmd.Context(), operation, arguments, *file)
		}
	}
}

// draw asks for a picture and writes it. With --json and no file to write, the picture is
// in the envelope.
func (a *app) draw(ctx context.Context, operation string, arguments model.Object, file string) error {
	return a.with(ctx, "", func(host *ops.Host) error {
		e := a.ask(ctx, host, operation, arguments)
		if e.OK && len(e.Attachments) > 0 && (file != "" || !a.json) {
			picture := e.Attachments[0]
			if file == "-" {
				_, err := a.out.Write(picture.Data)
				return err
			}
			if file == "" {
				file = filepath.Join(picturesOf(host), picture.Name)
			}
			if err := writeFile(file, picture.Data, filepath.Ext(picture.Name)); err != nil {
				return err
			}
			e.Attachments = nil
		}
		if err := a.print(operation, e); err != nil || !e.OK || a.json {
			return err
		}
		return a.say("Wrote %s", file)
	})
}
