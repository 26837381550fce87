package turnledger

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
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

func TestEveryRecordedFileProvesItself(t *testing.T) {
	keys := string(goldenFile(t, "keys.json"))
	for _, name := range []string{"demo", "signed", "card_game", "colony61", "power_grid"} {
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
	keys, file := string(goldenFile(t, "keys.json")), goldenFile(t, "demo.jsonl")
	for code, change := range map[string][2]string{
		"CHAIN":       {`"request_id":"request-2"`, `"request_id":"request-9"`},
		"GAP":         {`{"version":4,`, `{"version":5,`},
		"SECRET":      {`"secret":"000102`, `"secret":"000103`},
		"HEX":         {`0f101112`, `0F101112`},
		"HEADER":      {`"status":"FINISHED"`, `"status":"RUNNING"`},
		"FOOTER":      {`"nonces":["aa","bb"],"key"`, `"nonces":["aa","bc"],"key"`},
		"KEY_UNKNOWN": {`"key":"mYFr`, `"key":"nYFr`},
		"SIGNATURE":   {`"signature":"4aae`, `"signature":"5aae`},
		"EVENT":       {`"topic":"table.GameOpened/1"`, `"topic":"table.PlayerSeated/1"`},
		"MALFORMED":   {`{"version":4,`, `{"version": 4,`},
	} {
		if !bytes.Contains(file, []byte(change[0])) {
			t.Fatalf("%s: there is no %s", code, change[0])
		}
		verdict := Verify(bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1), keys)
		if verdict.Right || verdict.Fault.Code != code {
			t.Errorf("%s: %v", code, verdict.Fault)
		}
	}
}

func TestAGameThatWasDealtFromAnotherSeedIsRefused(t *testing.T) {
	file := goldenFile(t, "card_game.jsonl")
	seed := regexp.MustCompile(`"seed":"[0-9a-f]{64}"`).Find(file)
	other := `"seed":"` + strings.Repeat("0", 64) + `"`
	verdict := Verify(bytes.Replace(file, seed, []byte(other), 1), string(goldenFile(t, "keys.json")))
	if verdict.Right || verdict.Fault.Code != "DICE" {
		t.Errorf("%v", verdict.Fault)
	}
}

func TestAKeySetThatProvesNothingIsRefused(t *testing.T) {
	keys, file := string(goldenFile(t, "keys.json")), goldenFile(t, "demo.jsonl")
	one := regexp.MustCompile(`(?s)\{\s*"crv".*?\}`).FindString(keys)
	for code, set := range map[string]string{
		"KEY_DOUBLED": strings.Replace(keys, one, one+","+one, 1),
		"KEY_ID":      strings.Replace(keys, `"kid": "m`, `"kid": "n`, 1),
		"KEY_WEAK":    `{"keys":[{"crv":"Ed25519","kty":"OKP","x":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}`,
		"KEY_UNKNOWN": `{"keys":[]}`,
		"MALFORMED":   "no JSON",
	} {
		if verdict := Verify(file, set); verdict.Right || verdict.Fault.Code != code {
			t.Errorf("%s: %v", code, verdict.Fault)
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
