package turnledger

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const (
	pendingKey = "request/"
	nonceBytes = 16
)

// NewRequestID is a random UUID: one for each thing that is wanted, kept over all attempts at it.
func NewRequestID() string {
	id := random(16)
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// NewNonce is a player's own chance, of the operating system.
func NewNonce() string { return hex.EncodeToString(random(nonceBytes)) }

func random(bytes int) []byte {
	drawn := make([]byte, bytes)
	_, _ = rand.Read(drawn) // ends the program rather than fail
	return drawn
}

// complete gives a request its id, and the player's own chance where one sits down. A caller with an id of its own has
// kept the values that belong to it, a nonce too.
func complete(message proto.Message) {
	fields := message.ProtoReflect()
	id := field(fields, "request_id")
	if id == nil || fields.Get(id).String() != "" {
		return
	}
	fields.Set(id, protoreflect.ValueOfString(NewRequestID()))
	if create, ok := message.(*v1.CreateTableRequest); ok && !create.GetJoin() {
		return
	}
	if nonce := field(fields, "nonce"); nonce != nil && fields.Get(nonce).String() == "" {
		fields.Set(nonce, protoreflect.ValueOfString(NewNonce()))
	}
}

func field(message protoreflect.Message, name protoreflect.Name) protoreflect.FieldDescriptor {
	return message.Descriptor().Fields().ByName(name)
}

// pending are the requests that were sent, or were about to be, and have no answer.
type pending struct {
	store  Store
	newest atomic.Int64
}

type pendingRequest struct {
	Procedure string `json:"procedure"`
	Message   []byte `json:"message"`
	At        int64  `json:"at"` // greater than of all that were stored before
}

// next is the time, or where requests come faster than it goes a number after the last one's.
func (p *pending) next() int64 {
	for {
		last := p.newest.Load()
		if next := max(last+1, time.Now().UnixNano()); p.newest.CompareAndSwap(last, next) {
			return next
		}
	}
}

type storedElsewhere struct{}

// keep stores a writing request before it is sent. The id is empty where nothing was stored: reading, trying, and what
// holds passwords.
func (p *pending) keep(ctx context.Context, procedure string, message proto.Message) (string, error) {
	fields := message.ProtoReflect()
	id, trial := field(fields, "request_id"), field(fields, "validate_only")
	if id == nil || secret(procedure) || ctx.Value(storedElsewhere{}) != nil || trial != nil && fields.Get(trial).Bool() {
		return "", nil
	}
	sent, err := proto.Marshal(message)
	if err != nil {
		return "", err
	}
	stored, err := json.Marshal(pendingRequest{procedure, sent, p.next()})
	if err != nil {
		return "", err
	}
	key := pendingKey + fields.Get(id).String()
	return key, p.store.Put(key, stored)
}

func (p *pending) answered(key string) error {
	if key == "" {
		return nil
	}
	return p.store.Delete(key)
}

// all are the stored ones, by key.
func (p *pending) all() (map[string]pendingRequest, error) {
	keys, err := p.store.Keys(pendingKey)
	if err != nil {
		return nil, err
	}
	found := map[string]pendingRequest{}
	for _, key := range keys {
		stored, err := p.store.Get(key)
		if err != nil {
			return nil, err
		}
		var request pendingRequest
		if err := json.Unmarshal(stored, &request); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimPrefix(key, pendingKey), err)
		}
		found[key] = request
	}
	return found, nil
}
