package turnledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"
)

func mac(key, message []byte) []byte {
	made := hmac.New(sha256.New, key)
	made.Write(message)
	return made.Sum(nil)
}

// dealt is what the events say of a game's seed (docs/dice.md).
type dealt struct {
	game   string
	secret []byte
	opened struct {
		GameID     string `json:"game_id"`
		Commitment string
		Secret     string
		Seed       string
		Beacon     *struct{ Chain string }
		Setup      json.RawMessage // a host's set-up, or the position that the game continues, was not dealt
		Position   json.RawMessage
	}
	status    string
	round     uint64
	signature []byte // of the round
	nonces    []string
}

// follow takes over what an event says, and refuses a game that was dealt from another seed.
func (d *dealt) follow(row row) error {
	name, _, _ := strings.Cut(row.topic, "/")
	if (row.version == 1) != (name == "table.GameOpened") {
		return &Fault{"EVENT", row.version, row.topic, "a history begins with the opening of a table, and has one"}
	}
	var err error
	switch name {
	case "table.GameOpened":
		return d.open(row)
	case "table.GameStarting":
		var starting struct{ Round uint64 }
		err, d.status = event(row, &starting), "STARTING"
		d.round = starting.Round
	case "table.GameBegan":
		var began struct {
			Signature string
			Seats     []struct{ Nonce string }
		}
		err, d.status = event(row, &began), "RUNNING"
		d.signature, _ = hex.DecodeString(began.Signature)
		d.nonces = []string{}
		for _, seat := range began.Seats {
			d.nonces = append(d.nonces, seat.Nonce)
		}
	case "table.GameFinished":
		d.status = "FINISHED"
	case "table.TableClosed":
		d.status = "CLOSED"
	default:
		if strings.HasSuffix(name, ".GameStarted") {
			return d.started(row)
		}
	}
	return err
}

func (d *dealt) started(row row) error {
	var started struct{ Seed *string }
	if err := event(row, &started); err != nil || started.Seed == nil {
		return err
	}
	if isThere(d.opened.Setup) || isThere(d.opened.Position) {
		return nil
	}
	if *started.Seed != hex.EncodeToString(d.seed()) {
		return &Fault{"DICE", row.version, row.topic, "the seed is not that of secret and nonces"}
	}
	return nil
}

func isThere(member json.RawMessage) bool { return len(member) > 0 && string(member) != "null" }

func (d *dealt) open(row row) error {
	if err := event(row, &d.opened); err != nil {
		return err
	}
	d.status = "OPEN"
	if !digestForm.MatchString(d.opened.Secret) || !digestForm.MatchString(d.opened.Commitment) {
		return &Fault{"HEX", row.version, row.topic, "secret and commitment are 64 hex digits each"}
	}
	d.secret, _ = hex.DecodeString(d.opened.Secret)
	if digest := sha256.Sum256(d.secret); hex.EncodeToString(digest[:]) != d.opened.Commitment {
		return &Fault{"SECRET", row.version, row.topic, "the secret is not the one committed to"}
	}
	return nil
}

func event(row row, into any) error {
	told := struct{ Event any }{into}
	if err := json.Unmarshal(row.body, &told); err != nil {
		return &Fault{"EVENT", row.version, row.topic, err.Error()}
	}
	return nil
}

// seed is what all draws follow from, once the game has begun.
func (d *dealt) seed() []byte {
	if d.opened.Seed != "" {
		digest := sha256.Sum256([]byte(d.opened.Seed))
		return digest[:]
	}
	parts := [][]byte{[]byte(d.game)}
	for _, nonce := range d.nonces {
		part, _ := hex.DecodeString(nonce)
		parts = append(parts, part)
	}
	message := []byte("turnledger/seed/1")
	if d.opened.Beacon != nil && len(d.signature) > 0 {
		chain, _ := hex.DecodeString(d.opened.Beacon.Chain)
		message = []byte("turnledger/seed/2")
		parts = append(parts, chain, binary.BigEndian.AppendUint64(nil, d.round), d.signature)
	}
	for _, part := range parts {
		message = append(binary.BigEndian.AppendUint32(message, uint32(len(part))), part...)
	}
	return mac(d.secret, message)
}
