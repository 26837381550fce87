package turnledger

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const packageBytesMax = 2 << 20

// runGuide packs the module, installs it offline into an empty project, and runs the guide there.
func runGuide(t *testing.T, url string) {
	proxy, project := t.TempDir(), t.TempDir()
	goTool(t, ".", nil, "run", "./internal/pack", "v0.1.0", proxy)
	packed, err := os.Stat(filepath.Join(proxy, "github.com/turnledger/turnledger-go/@v/v0.1.0.zip"))
	check(t, err)
	if packed.Size() > packageBytesMax {
		t.Errorf("the package has %d bytes", packed.Size())
	}
	guide, err := os.ReadFile("examples/guide/main.go")
	check(t, err)
	check(t, os.WriteFile(filepath.Join(project, "main.go"), guide, 0o600))
	cache := strings.TrimSpace(goTool(t, ".", nil, "env", "GOMODCACHE"))
	offline := []string{
		"GOPROXY=file://" + proxy + ",file://" + cache + "/cache/download", "GOSUMDB=off",
		"GOMODCACHE=" + t.TempDir(), "GOFLAGS=-modcacherw -trimpath", "GOTOOLCHAIN=local",
	}
	goTool(t, project, offline, "mod", "init", "example.org/empty")
	goTool(t, project, offline, "get", "github.com/turnledger/turnledger-go@v0.1.0")
	for range 2 { // as two readers do on one server
		told := goTool(t, project, offline, "run", ".", url)
		if !strings.Contains(told, "number 0 of option 0: ") {
			t.Error(told)
		}
	}
}

// runExport holds the exporter's table to the games that were played.
func runExport(t *testing.T, url, account string, games int) {
	written := goTool(t, ".", nil, "run", "./examples/export", url, account, account)
	lines, err := csv.NewReader(strings.NewReader(written)).ReadAll()
	check(t, err)
	exported, mine := map[string]bool{}, 0
	for _, line := range lines[1:] {
		exported[line[0]] = true
		if line[3] == "Gopher" {
			mine++
		}
	}
	if len(exported) != games || mine != games {
		t.Errorf("%d games, %d lines of the player, %d were played", len(exported), mine, games)
	}
}

func goTool(t *testing.T, folder string, environment []string, arguments ...string) string {
	t.Helper()
	command := exec.Command("go", arguments...)
	errors := &bytes.Buffer{}
	command.Dir, command.Env, command.Stderr = folder, append(os.Environ(), environment...), errors
	told, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(arguments, " "), err, errors, told)
	}
	return string(told)
}

func TestTheReadmeHasTheProgramThatTheTestsRun(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	check(t, err)
	guide, err := os.ReadFile("examples/guide/main.go")
	check(t, err)
	for _, block := range strings.Split(string(readme), "```go\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(flat(string(guide)), flat(code)) {
			t.Errorf("not in examples/guide/main.go:\n%s", code)
		}
	}
}

// flat is code whatever its indentation.
func flat(code string) string { return strings.Join(strings.Fields(code), " ") }
