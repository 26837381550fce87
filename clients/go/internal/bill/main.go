// Command bill writes into the bill of materials what cyclonedx-gomod cannot know of a module that has no repository of
// its own: its version and its licence.
//
//	go run ./internal/bill VERSION FILE
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"strings"
)

const kind = "?type=module"

func main() {
	if len(os.Args) != 3 {
		log.Fatal("bill VERSION FILE")
	}
	if err := name(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func name(version, file string) error {
	written, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var bill struct {
		Metadata struct {
			Component struct {
				Ref string `json:"bom-ref"`
			}
		}
	}
	if err := json.Unmarshal(written, &bill); err != nil {
		return err
	}
	// The reference is in the component and in the dependencies, and the package URL begins with it.
	reference := bill.Metadata.Component.Ref
	versioned := strings.Replace(reference, kind, "@"+version+kind, 1)
	written = bytes.ReplaceAll(written, []byte(`"`+reference), []byte(`"`+versioned))
	var whole map[string]any
	if err := json.Unmarshal(written, &whole); err != nil {
		return err
	}
	component := whole["metadata"].(map[string]any)["component"].(map[string]any)
	component["version"] = version
	component["licenses"] = []any{map[string]any{"license": map[string]any{"id": "Apache-2.0"}}}
	named, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(named, '\n'), 0o644)
}
