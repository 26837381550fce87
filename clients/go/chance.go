package turnledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const chanceKey = "chance/"

// ChanceMismatch says that the server revealed something else than it was bound to, or left the player's chance out.
type ChanceMismatch struct{ What string }

func (m *ChanceMismatch) Error() string { return "chance: " + m.What }

// Chance has the values that a player keeps of a game, to prove that its dice were not chosen unseen (docs/dice.md).
type Chance struct {
	// Commitment is the server's, as it said it when the player sat down.
	Commitment string `json:"commitment"`
	// Nonce is the player's own; empty where this program does not know it.
	Nonce string `json:"nonce"`
	// Round is that of the beacon, as the start named it; 0 without a beacon.
	Round int32 `json:"round"`
	// StartedS is when that was first seen, in seconds since 1970 by this device's clock.
	StartedS int64 `json:"started_s"`
}

// seen is the chance with what the table says by now.
func (c Chance) seen(table *v1.Table) (Chance, error) {
	if table.GetCommitment() != c.Commitment {
		return c, &ChanceMismatch{fmt.Sprintf("bound to %s before, to %s now", c.Commitment, table.GetCommitment())}
	}
	round := table.GetStarting().GetRound()
	if round == 0 || round == c.Round {
		return c, nil
	}
	if c.Round != 0 {
		return c, &ChanceMismatch{fmt.Sprintf("the game waited for round %d before, for %d now", c.Round, round)}
	}
	c.Round, c.StartedS = round, time.Now().Unix()
	return c, nil
}

// Check holds what was revealed after the end to what was kept. It returns a [ChanceMismatch].
func (c Chance) Check(revealed *v1.TableEvent_SecretRevealed, seat int) error {
	secret, err := hex.DecodeString(revealed.GetSecret())
	if err != nil {
		return &ChanceMismatch{"the secret is not hexadecimal"}
	}
	if digest := sha256.Sum256(secret); hex.EncodeToString(digest[:]) != c.Commitment {
		return &ChanceMismatch{"the secret is not the one that the server was bound to"}
	}
	nonces := revealed.GetNonces()
	if c.Nonce != "" && (seat < 0 || seat >= len(nonces) || nonces[seat] != c.Nonce) {
		return &ChanceMismatch{fmt.Sprintf("the nonce of seat %d is not the one that was given", seat)}
	}
	return nil
}

// Chances are those of all games of an account, kept in its store.
type Chances struct {
	store Store
	mutex sync.Mutex
}

// Of is the chance that was kept of a game; nil where this account did not sit down there with this store.
func (c *Chances) Of(gameID string) (*Chance, error) {
	stored, err := c.store.Get(chanceKey + gameID)
	if err != nil || stored == nil {
		return nil, err
	}
	kept := &Chance{}
	return kept, json.Unmarshal(stored, kept)
}

// learn keeps the values of a table, and the nonce of the request that it answers, if the account sat down by it.
func (c *Chances) learn(request proto.Message, table *v1.Table) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	kept, err := c.Of(table.GetGameId())
	if err != nil {
		return err
	}
	nonce, sat := satDown(request)
	if kept == nil && !sat {
		return nil
	}
	known := Chance{Commitment: table.GetCommitment()}
	if kept != nil {
		known = *kept
	}
	if nonce != "" {
		known.Nonce = nonce
	}
	known, err = known.seen(table)
	if err != nil || kept != nil && known == *kept {
		return err
	}
	stored, err := json.Marshal(known)
	if err != nil {
		return err
	}
	return c.store.Put(chanceKey+table.GetGameId(), stored)
}

// satDown says whether a request is one to sit down, and with which nonce. At a rematch it may be the one of an earlier
// request, which is not known.
func satDown(request proto.Message) (nonce string, sat bool) {
	switch request := request.(type) {
	case *v1.CreateTableRequest:
		return request.GetNonce(), request.GetJoin()
	case *v1.JoinTableRequest:
		return request.GetNonce(), true
	case *v1.QuickMatchRequest:
		return request.GetNonce(), true
	case *v1.RematchRequest:
		return "", true
	}
	return "", false
}
