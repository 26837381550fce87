package turnledger

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const golden = "../../tests/golden/history/"

func goldenFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(golden, name))
	if err != nil {
		t.Skip("the recorded files lie in the repository: ", err)
	}
	return content
}

// proofs are what every kit makes of the recorded files.
func proofs(t *testing.T) (cases struct {
	Right   []string
	Changed []struct{ Code, File, Was, Becomes string }
	KeySets []struct{ Code, Keys string } `json:"key_sets"`
}) {
	t.Helper()
	content, err := os.ReadFile("../cases/proofs/files.json")
	if err != nil {
		t.Skip("the cases lie in the repository: ", err)
	}
	check(t, json.Unmarshal(content, &cases))
	return cases
}

func TestEveryRecordedFileProvesItself(t *testing.T) {
	keys := string(goldenFile(t, "keys.json"))
	for _, name := range proofs(t).Right {
		verdict := Verify(goldenFile(t, name+".jsonl"), keys)
		if !verdict.Right || strings.Join(verdict.Proven, " ") != "commitment chain signature" || len(verdict.Seed) != 64 {
			t.Errorf("%s: %+v, %v", name, verdict, verdict.Fault)
		}
	}
}

func TestNoByteOfAFileMayChange(t *testing.T) {
	keys := string(goldenFile(t, "keys.json"))
	file := goldenFile(t, "demo.jsonl")
	for place := range file {
		changed := bytes.Clone(file)
		changed[place] ^= 1 << (place % 8)
		if verdict := Verify(changed, keys); verdict.Right || verdict.Fault == nil || verdict.Proven != nil {
			t.Fatalf("changed at byte %d it passes", place)
		}
	}
}

func TestAFaultHasTheCodeOfTheFormat(t *testing.T) {
	keys := string(goldenFile(t, "keys.json"))
	for _, each := range proofs(t).Changed {
		file := goldenFile(t, each.File+".jsonl")
		changed := bytes.Replace(file, []byte(each.Was), []byte(each.Becomes), 1)
		if bytes.Equal(file, changed) {
			t.Fatalf("%s: there is no %s", each.Code, each.Was)
		}
		if verdict := Verify(changed, keys); verdict.Right || verdict.Fault.Code != each.Code {
			t.Errorf("%s: %v", each.Code, verdict.Fault)
		}
	}
}

func TestAKeySetThatProvesNothingIsRefused(t *testing.T) {
	file := goldenFile(t, "demo.jsonl")
	for _, each := range proofs(t).KeySets {
		if verdict := Verify(file, each.Keys); verdict.Right || verdict.Fault.Code != each.Code {
			t.Errorf("%s: %v", each.Code, verdict.Fault)
		}
	}
}

func TestTheOwnNonceIsHeldToTheFile(t *testing.T) {
	verdict := Verify(goldenFile(t, "demo.jsonl"), string(goldenFile(t, "keys.json")))
	revealed := &v1.TableEvent_SecretRevealed{Secret: verdict.Secret, Nonces: verdict.Nonces}
	own := Chance{Commitment: verdict.Commitment, Nonce: "bb"}
	if err := own.Check(revealed, 1); err != nil {
		t.Error(err)
	}
	if own.Check(revealed, 0) == nil {
		t.Error("the nonce of another seat passes")
	}
}
