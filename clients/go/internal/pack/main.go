// Command pack writes the module, with what `./generate` made, as the files of a Go module proxy: what users get.
//
//	go run ./internal/pack VERSION FOLDER
//	GOPROXY=file://FOLDER,https://proxy.golang.org go get github.com/turnledger/turnledger-go@VERSION
package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	module  = "github.com/turnledger/turnledger-go"
	license = "../../LICENSE"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("pack VERSION FOLDER")
	}
	if err := pack(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func pack(version, folder string) error {
	files, err := contents()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(files, func(file string) bool { return strings.HasPrefix(file, "gen/") }) {
		return errors.New("./generate comes first")
	}
	folder = filepath.Join(folder, module, "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]string{"Version": version, "Time": time.Unix(0, 0).UTC().Format(time.RFC3339)})
	if err != nil {
		return err
	}
	required, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(folder, "list"), []byte(version+"\n"), 0o644),
		os.WriteFile(filepath.Join(folder, version+".info"), info, 0o644),
		os.WriteFile(filepath.Join(folder, version+".mod"), required, 0o644),
		writeZip(filepath.Join(folder, version+".zip"), fmt.Sprintf("%s@%s/", module, version), files),
	)
}

// contents are the files of the package, in order: no tests, no programs of this folder's own.
func contents() ([]string, error) {
	files := []string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "internal" || name == "dist"):
			return fs.SkipDir
		case entry.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		case slices.Contains([]string{".go", ".mod", ".sum", ".md"}, filepath.Ext(name)):
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	})
	return files, err
}

func writeZip(path, prefix string, files []string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	packed := zip.NewWriter(file)
	for _, name := range files {
		if err := add(packed, prefix+name, name); err != nil {
			return err
		}
	}
	if err := add(packed, prefix+"LICENSE", license); err != nil {
		return err
	}
	return packed.Close()
}

func add(packed *zip.Writer, name, path string) error {
	to, err := packed.Create(name)
	if err != nil {
		return err
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(to, from)
	return err
}
