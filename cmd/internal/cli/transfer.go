package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// exportShape is "ek export [model] <folder or file>"; without words the single file
// goes to standard output.
func (a *app) exportShape(command *cobra.Command, bind binder) {
	command.Use = "export [model] [folder or file.eik.json]"
	command.Args = atMost(2)
	command.RunE = func(cmd *cobra.Command, words []string) error {
		arguments := bind()
		if a.json && len(words) == 0 {
			return a.do(cmd.Context(), "export", "export", arguments)
		}
		from, to := "", ""
		if len(words) > 0 {
			to = words[len(words)-1]
		}
		if len(words) == 2 {
			from = words[0]
		}
		format, _ := arguments.Get("format").(string)
		at, _ := arguments.Get("at").(string)
		return a.with(cmd.Context(), from, func(host *ops.Host) error { return a.exportTo(cmd.Context(), host, to, format, at) })
	}
}

// exportTo writes a model to a folder or a single file, or, where to is empty, to
// standard output.
func (a *app) exportTo(ctx context.Context, host *ops.Host, to, format, at string) error {
	if format == "" {
		format = "folder"
		if to == "" || strings.HasSuffix(to, ".json") {
			format = "single"
		}
	}
	if format == "folder" {
		if err := mayHold(to); err != nil {
			return err
		}
	}
	files, err := host.ExportFiles(ctx, format, at)
	if err != nil {
		return err
	}
	if to == "" {
		_, err := a.out.Write(files[0].Data)
		return err
	}
	size, err := a.writeFiles(to, files)
	if err != nil {
		return err
	}
	return a.done("export", map[string]any{"file": to, "files": len(files), "bytes": size}, "Wrote %s: files %d, bytes %d", to, len(files), size)
}

// writeFiles writes files below a folder, or the one that has no path of its own to
// where it is named, and answers how many bytes they have.
func (a *app) writeFiles(to string, files []ops.ExportedFile) (size int, err error) {
	bar := a.progress("export")
	defer bar.end()
	for i, f := range files {
		name := filepath.Join(to, filepath.FromSlash(f.Path))
		if f.Path != "" {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return 0, err
			}
		}
		if err := writeFile(name, f.Data, ".json", filepath.Ext(name)); err != nil {
			return 0, err
		}
		size += len(f.Data)
		bar.show(float64(i+1), float64(len(files)), f.Path)
	}
	return size, nil
}

// mayHold refuses a folder in which an export would mix with what is there.
func mayHold(folder string) error {
	if folder == "" {
		return usagef("export needs a folder to write to; without one, --format single goes to standard output")
	}
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return &model.Problem{Code: model.Conflict, Message: folder + " is not empty", Hint: "Name a folder that is not there yet"}
	}
	return nil
}

// importShape is "ek import <folder> <file.json>", which writes the file, and "ek
// import <file or folder> --into <model>", which writes the model.
func (a *app) importShape(command *cobra.Command, bind binder) {
	command.Use = "import <file or folder> [--into <model>] | import <folder> <file.json>"
	command.Args = atMost(2)
	into := command.Flags().String("into", "", "The `folder` of the model to write, made where there is none. Absent: the nearest model.")
	_ = command.MarkFlagDirname("into")
	command.RunE = func(cmd *cobra.Command, words []string) error {
		if len(words) == 2 {
			return a.with(cmd.Context(), words[0], func(host *ops.Host) error { return a.exportTo(cmd.Context(), host, words[1], "", "") })
		}
		arguments := bind()
		if len(words) == 1 {
			arguments = arguments.With("file", words[0])
		}
		if arguments.Get("file") == nil {
			return usagef("import needs a file or folder to read: %s", cmd.UseLine())
		}
		if err := isThere(arguments.Get("file")); err != nil {
			return err
		}
		host, err := a.openOrCreate(cmd.Context(), *into)
		return using(host, err, func(host *ops.Host) error {
			return a.print("import", a.ask(cmd.Context(), host, "import", arguments))
		})
	}
}

// isThere refuses to make a model of a file that is not there.
func isThere(file any) error {
	name, _ := file.(string)
	_, err := os.Stat(name)
	return err
}

// openOrCreate opens a model; where the folder is named and holds none, one is begun.
func (a *app) openOrCreate(ctx context.Context, dir string) (*ops.Host, error) {
	if dir != "" {
		if _, err := os.Stat(filepath.Join(dir, model.ManifestName)); err != nil {
			return a.create(ctx, dir, ops.CreateOptions{})
		}
	}
	return a.open(ctx, dir)
}
