package turnledger

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// Verdict is what a history file proves by itself (docs/history-format.md). Secret, Nonces and Seed (hexadecimal) are
// empty until they are revealed.
type Verdict struct {
	Right bool
	// Fault is what is wrong first; nil where the file is right.
	Fault *Fault
	// Proven and Unproven share the words of the format's page. Of a whole file commitment, chain and signature are proven
	// here, and that the game was dealt from the seed that secret and nonces give; the rest is for `turnledger verify`.
	Proven, Unproven []string

	Game, Viewer, Status, Variant string
	Events                        int
	Chain, Commitment             string
	Secret                        string
	Nonces                        []string
	Seed                          string
}

// Fault says what is wrong with a file. Version 0 is the file.
type Fault struct {
	Code    string
	Version int
	Topic   string
	Says    string
}

func (f *Fault) Error() string { return fmt.Sprintf("%s at version %d: %s", f.Code, f.Version, f.Says) }

const linkMember = len(`"chain":""}`) + 2*sha256.Size

var (
	lineForm   = regexp.MustCompile(`(?s)^\{"version":(0|[1-9][0-9]{0,17}),"topic":"([A-Za-z0-9_./]*)","body":(\{.*\})\}$`)
	linkForm   = regexp.MustCompile(`^"chain":"([0-9a-f]{64})"\}$`)
	signedForm = regexp.MustCompile(`,"signature":"([0-9a-f]{128})"\}\n$`)
	digestForm = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

type row struct {
	version     int
	topic       string
	body        []byte
	link        string
	beforeChain []byte // the body up to its chain
}

type history struct {
	header struct {
		Format, Game, Viewer, Status, Variant, Commitment string
	}
	footer struct {
		Chain, Secret, Key, Signature string
		Nonces                        []string
	}
	rows []row
}

// Verify proves a history file by the keys of its server (`History.ListSigningKeys`, the key set as JSON).
func Verify(file []byte, keySet string) *Verdict {
	verdict := &Verdict{}
	err := verdict.prove(file, keySet)
	if errors.As(err, &verdict.Fault) {
		verdict.Proven = nil
	}
	verdict.Right = err == nil
	return verdict
}

func (v *Verdict) prove(file []byte, keySet string) error {
	keys, err := readKeySet(keySet)
	if err != nil {
		return err
	}
	told, err := takeApart(file)
	if err != nil {
		return err
	}
	v.Game, v.Viewer, v.Status, v.Variant = told.header.Game, told.header.Viewer, told.header.Status, told.header.Variant
	v.Events, v.Chain, v.Commitment = len(told.rows), told.footer.Chain, told.header.Commitment
	v.Unproven = []string{"spelling", "order", "table", "rules", "draws", "board"}
	if v.Viewer == "all" {
		err = v.proveWhole(told)
	} else {
		v.Unproven = append(v.Unproven, "commitment", "chain") // proven by the whole file, at the end
		if told.rows[len(told.rows)-1].link != told.footer.Chain {
			err = &Fault{Code: "FOOTER", Says: "the chain ends with another link"}
		}
	}
	if err != nil {
		return err
	}
	key := keys[told.footer.Key]
	if key == nil {
		return &Fault{Code: "KEY_UNKNOWN", Says: "signed with " + told.footer.Key + ", which is not in the key set"}
	}
	digest := sha256.Sum256(file[:len(file)-len(`,"signature":""}`+"\n")-2*ed25519.SignatureSize])
	signature, _ := hex.DecodeString(told.footer.Signature)
	if !ed25519.Verify(key, append([]byte("turnledger/history/1\x00"), digest[:]...), signature) {
		return &Fault{Code: "SIGNATURE", Says: "not what the key " + told.footer.Key + " signed"}
	}
	v.Proven = append(v.Proven, "signature")
	return nil
}

func takeApart(file []byte) (*history, error) {
	malformed := func(line int, says string) error {
		return &Fault{Code: "MALFORMED", Says: fmt.Sprintf("line %d: %s", line, says)}
	}
	lines := bytes.Split(file, []byte("\n"))
	if len(lines) < 4 || len(lines[len(lines)-1]) > 0 || !signedForm.Match(file) {
		return nil, malformed(len(lines), "a header, events and a signed footer are expected, each ended by a line feed")
	}
	lines = lines[:len(lines)-1]
	told := &history{}
	if json.Unmarshal(lines[0], &told.header) != nil || told.header.Format != "turnledger/history/1" {
		return nil, malformed(1, "no header of this format")
	}
	if json.Unmarshal(lines[len(lines)-1], &told.footer) != nil {
		return nil, malformed(len(lines), "no footer")
	}
	for place, line := range lines[1 : len(lines)-1] {
		found := lineForm.FindSubmatch(line)
		if found == nil || len(found[3]) <= linkMember || !json.Valid(found[3]) {
			return nil, malformed(place+2, "not written as specified")
		}
		version, _ := strconv.Atoi(string(found[1]))
		split := len(found[3]) - linkMember
		link := linkForm.FindSubmatch(found[3][split:])
		if link == nil {
			return nil, &Fault{"HEX", version, string(found[2]), "a body ends with its link, 64 hex digits"}
		}
		told.rows = append(told.rows, row{version, string(found[2]), found[3], string(link[1]), found[3][:split]})
		if version != place+1 {
			return nil, &Fault{"GAP", version, string(found[2]), fmt.Sprintf("version %d follows %d", version, place)}
		}
	}
	return told, nil
}

// proveWhole looks at a file that holds back nothing.
func (v *Verdict) proveWhole(told *history) error {
	dice := &dealt{game: told.header.Game}
	var link [sha256.Size]byte
	for _, row := range told.rows {
		if err := dice.follow(row); err != nil {
			return err
		}
		if row.version == 1 {
			link = sha256.Sum256([]byte("turnledger/chain/1\x00" + dice.game + "\x00" + dice.opened.Commitment))
		}
		salt := mac(dice.secret, binary.BigEndian.AppendUint64([]byte("turnledger/salt/1"), uint64(row.version)))
		sealed := fmt.Appendf(slices.Concat(link[:], salt), "%s\x00%d\x00%s\x00%s}",
			dice.game, row.version, row.topic, bytes.TrimSuffix(row.beforeChain, []byte(",")))
		link = sha256.Sum256(sealed)
		if hex.EncodeToString(link[:]) != row.link {
			return &Fault{"CHAIN", row.version, row.topic, "not what was stored here after the event before"}
		}
	}
	if dice.opened.GameID != v.Game || dice.opened.Commitment != v.Commitment || dice.status != v.Status {
		return &Fault{Code: "HEADER", Says: "game, commitment or status is not what the events say"}
	}
	secret, nonces := "", []string{}
	if dice.status == "FINISHED" {
		secret, nonces = dice.opened.Secret, dice.nonces
		v.Secret, v.Nonces, v.Seed = secret, nonces, hex.EncodeToString(dice.seed())
	}
	isDealt := told.footer.Secret == secret && slices.Equal(told.footer.Nonces, nonces)
	if hex.EncodeToString(link[:]) != v.Chain || !isDealt {
		return &Fault{Code: "FOOTER", Says: "chain, secret or nonces are not what the events say"}
	}
	v.Proven = append(v.Proven, "commitment", "chain")
	return nil
}
