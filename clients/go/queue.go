package turnledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const queueKey = "queue/"

// ErrNoVersion refuses a command that would be judged by another board than the one its player saw.
var ErrNoVersion = errors.New("a command given offline names the expected_version that it was decided on")

// Queue holds commands that were given without a network, game by game, in the store.
type Queue struct {
	client *Client
	mutex  sync.Mutex
}

// Flushed is what became of one game's queue.
type Flushed struct {
	// GameID is the game.
	GameID string
	// Done are the answers, in order.
	Done []*v1.SubmitResponse
	// Refused is what the server said of the command that came next: the queue of the game is empty. Nil where none was
	// refused.
	Refused error
	// Dropped are the commands that were given up then, the refused one first.
	Dropped []*v1.SubmitRequest
	// Waits is why commands are left in the queue: no answer came. Nil where none are.
	Waits error
}

// Add puts a command behind those of its game, with a request id. Each names the version that it is to be judged by.
func (q *Queue) Add(request *v1.SubmitRequest) error {
	if request.ExpectedVersion == nil {
		return ErrNoVersion
	}
	q.mutex.Lock()
	defer q.mutex.Unlock()
	request = proto.CloneOf(request)
	complete(request)
	stored, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	keys, err := q.client.store.Keys(q.of(request.GetGameId()))
	if err != nil {
		return err
	}
	number := 0
	if len(keys) > 0 {
		last := keys[len(keys)-1]
		if _, err := fmt.Sscanf(last[strings.LastIndex(last, "/")+1:], "%d", &number); err != nil {
			return err
		}
	}
	return q.client.store.Put(fmt.Sprintf("%s%010d", q.of(request.GetGameId()), number+1), stored)
}

// Waiting are the commands of a game that are in the queue, in order.
func (q *Queue) Waiting(gameID string) ([]*v1.SubmitRequest, error) {
	_, requests, err := q.waiting(gameID)
	return requests, err
}

func (q *Queue) of(gameID string) string { return queueKey + gameID + "/" }

func (q *Queue) waiting(gameID string) ([]string, []*v1.SubmitRequest, error) {
	keys, err := q.client.store.Keys(q.of(gameID))
	if err != nil {
		return nil, nil, err
	}
	requests := make([]*v1.SubmitRequest, len(keys))
	for i, key := range keys {
		stored, err := q.client.store.Get(key)
		if err != nil {
			return nil, nil, err
		}
		requests[i] = &v1.SubmitRequest{}
		if err := proto.Unmarshal(stored, requests[i]); err != nil {
			return nil, nil, err
		}
	}
	return keys, requests, nil
}

// Flush sends all waiting commands, game by game and in order. The first refusal empties its game's queue; other games
// continue. The error is the store's alone.
func (q *Queue) Flush(ctx context.Context) ([]Flushed, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	keys, err := q.client.store.Keys(queueKey)
	if err != nil {
		return nil, err
	}
	flushed := []Flushed{}
	for _, key := range keys {
		gameID, _, _ := strings.Cut(strings.TrimPrefix(key, queueKey), "/")
		if len(flushed) > 0 && flushed[len(flushed)-1].GameID == gameID {
			continue
		}
		game, err := q.flush(ctx, gameID)
		if err != nil {
			return flushed, err
		}
		flushed = append(flushed, game)
	}
	return flushed, nil
}

func (q *Queue) flush(ctx context.Context, gameID string) (Flushed, error) {
	flushed := Flushed{GameID: gameID}
	keys, requests, err := q.waiting(gameID)
	if err != nil {
		return flushed, err
	}
	stored := context.WithValue(ctx, storedElsewhere{}, true)
	for i, request := range requests {
		answer, err := q.client.Play.Submit(stored, request)
		if err != nil && (ctx.Err() != nil || stays(err)) {
			flushed.Waits = err
			return flushed, nil
		}
		if err != nil {
			flushed.Refused, flushed.Dropped = err, requests[i:]
			return flushed, q.drop(keys[i:])
		}
		flushed.Done = append(flushed.Done, answer)
		if err := q.drop(keys[i : i+1]); err != nil {
			return flushed, err
		}
	}
	return flushed, nil
}

func (q *Queue) drop(keys []string) error {
	for _, key := range keys {
		if err := q.client.store.Delete(key); err != nil {
			return err
		}
	}
	return nil
}
