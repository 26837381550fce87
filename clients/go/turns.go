package turnledger

import (
	"context"
	"iter"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// Turn has the commands that the account may give at a version of the game, and the game then.
type Turn struct {
	// Game is the game.
	Game *Game
	// Snapshot is the state of the game, with the board and the options.
	Snapshot *v1.Snapshot

	after *v1.Snapshot // the game in the answer to the command
}

// Options are what the account may do.
func (t *Turn) Options() []*v1.Option { return t.Snapshot.GetOptions().GetOptions() }

// Submit gives a whole command, such as an option's `first`, which is judged by the game at that moment.
func (t *Turn) Submit(ctx context.Context, command *v1.Command) (*v1.SubmitResponse, error) {
	return t.give(ctx, &v1.SubmitRequest{GameId: t.Game.ID, Move: &v1.SubmitRequest_Command{Command: command}})
}

// Choose gives command `number` of an option, for programs that know no game's rules. Commands of others meanwhile do
// not matter as long as the options stay the same; otherwise it is VERSION_CONFLICT.
func (t *Turn) Choose(ctx context.Context, option, number int32) (*v1.SubmitResponse, error) {
	return t.give(ctx, t.Game.choice(t.Snapshot.GetVersion(), option, number))
}

// SpellOut is the command that Choose would give, with a sentence.
func (t *Turn) SpellOut(ctx context.Context, option, number int32) (*v1.NumberedCommand, error) {
	return t.Game.SpellOut(ctx, t.Snapshot.GetVersion(), &v1.Choice{Option: &option, Number: &number})
}

func (t *Turn) give(ctx context.Context, request *v1.SubmitRequest) (*v1.SubmitResponse, error) {
	request.Parts = &v1.Parts{Board: true, Options: true}
	answer, err := t.Game.submit(ctx, request)
	if err == nil {
		t.after = answer.GetSnapshot()
	}
	return answer, err
}

// Turns come each time the game waits for this account, up to its end. They come with a watch, and with the answers of
// Turn.Submit and Turn.Choose: a turn is one call.
func (g *Game) Turns(ctx context.Context) iter.Seq2[*Turn, error] {
	return func(yield func(*Turn, error) bool) {
		seen := int32(0)
		for snapshot, err := range g.Boards(ctx) {
			if err == nil && snapshot.GetVersion() < seen {
				continue // seen itself may be another event, in the place of a lost one
			}
			for err == nil && waits(snapshot) {
				turn := &Turn{Game: g, Snapshot: snapshot}
				if !yield(turn, nil) {
					return
				}
				snapshot, err = turn.next(ctx)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			seen = snapshot.GetVersion()
		}
	}
}

// next is the game after the turn, also where it gave no command, or another caller did.
func (t *Turn) next(ctx context.Context) (*v1.Snapshot, error) {
	if t.after != nil {
		return t.after, nil
	}
	return t.Game.Board(ctx, t.Snapshot.GetVersion())
}

// waits says whether the game waits for the snapshot's viewer.
func waits(snapshot *v1.Snapshot) bool {
	return snapshot.Seat != nil && slices.Contains(snapshot.GetToAct(), snapshot.GetSeat()) &&
		len(snapshot.GetOptions().GetOptions()) > 0
}

// Boards are the states of the game, one after each change, with the account's options, up to its end. Versions grow;
// some are skipped where much happens at once.
func (g *Game) Boards(ctx context.Context) iter.Seq2[*v1.Snapshot, error] {
	request := &v1.WatchGameRequest{GameId: g.ID, Parts: &v1.Parts{Board: true, Options: true}}
	return func(yield func(*v1.Snapshot, error) bool) {
		shown := int32(-1)
		for message, err := range g.watch(ctx, request) {
			if err != nil {
				yield(nil, err)
				return
			}
			snapshot := message.GetSnapshot()
			if snapshot == nil || snapshot.GetVersion() <= shown {
				continue
			}
			shown = snapshot.GetVersion()
			if !yield(snapshot, nil) || over(snapshot.GetStatus()) {
				return
			}
		}
	}
}

// Board is the newest known state of a game, from a watch or from an answer. It is for screens, which show only the
// newest.
type Board struct {
	mutex    sync.Mutex
	snapshot *v1.Snapshot
	newer    chan struct{} // closed when there is a newer one
}

// Follow keeps a board up with a watch, until the game or the context ends; then it returns why.
func (b *Board) Follow(ctx context.Context, game *Game) error {
	for snapshot, err := range game.Boards(ctx) {
		if err != nil {
			return err
		}
		b.Saw(snapshot)
	}
	return nil
}

// Saw takes a snapshot that came otherwise, such as that of an answer; an older one changes nothing.
func (b *Board) Saw(snapshot *v1.Snapshot) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if snapshot == nil || b.snapshot != nil && snapshot.GetVersion() <= b.snapshot.GetVersion() {
		return
	}
	b.snapshot = proto.CloneOf(snapshot)
	if b.newer != nil {
		close(b.newer)
		b.newer = nil
	}
}

// Now is the newest snapshot, nil before the first, and a channel that is closed when there is a newer one.
func (b *Board) Now() (*v1.Snapshot, <-chan struct{}) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.newer == nil {
		b.newer = make(chan struct{})
	}
	return b.snapshot, b.newer
}
