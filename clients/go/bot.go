package turnledger

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// ErrNotAProgram refuses the token of an account that is not a program's.
var ErrNotAProgram = errors.New("the token is not a program's: make one by Programs.CreateProgram")

// Bot is how the account of a program plays. Its functions are called by many goroutines.
type Bot struct {
	// Choose returns the move for a turn. Its context ends with the time for it.
	Choose func(ctx context.Context, turn *Turn) (Move, error)
	// Accepts returns why a challenge is declined; DECLINE_REASON_UNSPECIFIED accepts it. Nil accepts all.
	Accepts func(table *v1.Table) v1.DeclineReason
	// Games is the number of tables at a time; challenges above it are declined. 4 if it is 0.
	Games int
	// Think is the time for a move; after it the first command of the first option is given. 30 seconds if it is 0.
	Think time.Duration
	// Look is the time between two looks for challenges and started games. 3 seconds if it is 0.
	Look time.Duration
	// Report gets what the bot does: `accepted`, `declined`, `playing`, `over`, `move failed`, `failed`, `away`, with the
	// game and the error where there are any.
	Report func(event, gameID string, err error)
}

// Move is a whole command, or command Number of option Option.
type Move struct {
	Option, Number int32
	Command        *v1.Command
}

// RunBot plays until the context ends. A move that is being chosen then is given first; the seats are kept, and the
// next run continues at them. A server that is away is waited for. The error is that of a token that the server
// refuses, or [ErrNotAProgram].
func RunBot(ctx context.Context, baseURL string, options Options, bot Bot) error {
	me, err := New(baseURL, options)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	run := &botRun{me: me, bot: bot.complete()}
	defer func() { stop(); run.games.Wait() }()
	for pauses := 0; ; {
		err := run.look(ctx)
		wait := run.bot.Look
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			pauses = 0
		case signedOut(err) || !stays(err):
			return err
		default:
			run.bot.Report("away", "", err)
			wait = me.layer.times.pause(err, pauses, rand.Float64())
			pauses++
		}
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

func (b Bot) complete() Bot {
	if b.Accepts == nil {
		b.Accepts = func(*v1.Table) v1.DeclineReason { return v1.DeclineReason_DECLINE_REASON_UNSPECIFIED }
	}
	if b.Games == 0 {
		b.Games = 4
	}
	if b.Think == 0 {
		b.Think = 30 * time.Second
	}
	if b.Look == 0 {
		b.Look = 3 * time.Second
	}
	if b.Report == nil {
		b.Report = func(string, string, error) {}
	}
	return b
}

type botRun struct {
	me        *Client
	bot       Bot
	isProgram bool         // asked once
	playing   sync.Map     // the games that have a goroutine
	over      sync.Map     // those that ended, as long as the list, which is behind, has them among the others
	moving    atomic.Int32 // the moves being chosen or given
	games     sync.WaitGroup
}

// look sits down at challenges, and begins to play games that have started.
func (r *botRun) look(ctx context.Context) error {
	if !r.isProgram {
		me, err := r.me.Accounts.GetMe(ctx, &v1.GetMeRequest{})
		if err == nil && !me.GetAccount().GetProgram() {
			err = ErrNotAProgram
		}
		if err != nil {
			return err
		}
		r.isProgram = true
	}
	if r.moving.Load() == 0 {
		if _, err := r.me.SendPending(ctx); err != nil { // without an answer, of before the server was away
			return err
		}
	}
	mine, err := r.tables(ctx)
	if err != nil {
		return err
	}
	r.over.Range(func(id, _ any) bool {
		if _, listed := mine[id.(string)]; !listed {
			r.over.Delete(id)
		}
		return true
	})
	err = pages(func(token string) (*v1.ListChallengesResponse, error) {
		page, err := r.me.Programs.ListChallenges(ctx, &v1.ListChallengesRequest{PageToken: token})
		for _, table := range page.GetTables() {
			if _, sits := mine[table.GetGameId()]; sits || err != nil {
				continue
			}
			var sits bool
			if sits, err = r.answer(ctx, table, len(mine)); sits {
				mine[table.GetGameId()] = table
			}
		}
		return page, err
	})
	r.begin(ctx, mine)
	return err
}

// begin plays the games that have started.
func (r *botRun) begin(ctx context.Context, mine map[string]*v1.Table) {
	for id, table := range mine {
		if table.GetStatus() != v1.TableStatus_TABLE_STATUS_RUNNING || ctx.Err() != nil {
			continue
		}
		if _, plays := r.playing.LoadOrStore(id, true); plays {
			continue
		}
		if _, ended := r.over.Load(id); ended {
			r.playing.Delete(id)
			continue
		}
		r.bot.Report("playing", id, nil)
		r.games.Add(1)
		go r.play(ctx, r.me.Game(id))
	}
}

// tables are those at which the bot sits.
func (r *botRun) tables(ctx context.Context) (map[string]*v1.Table, error) {
	mine := map[string]*v1.Table{}
	err := pages(func(token string) (*v1.ListMyGamesResponse, error) {
		page, err := r.me.Views.ListMyGames(ctx, &v1.ListMyGamesRequest{PageToken: token})
		for _, game := range page.GetGames() {
			if game.Seat != nil {
				mine[game.GetTable().GetGameId()] = game.GetTable()
			}
		}
		return page, err
	})
	return mine, err
}

// pages asks for each page of a list.
func pages[P interface{ GetNextPageToken() string }](ask func(token string) (P, error)) error {
	for token := ""; ; {
		page, err := ask(token)
		if err != nil {
			return err
		}
		if token = page.GetNextPageToken(); token == "" {
			return nil
		}
	}
}

// answer accepts or declines a challenge, and says whether the bot sits there now.
func (r *botRun) answer(ctx context.Context, table *v1.Table, tables int) (bool, error) {
	reason := v1.DeclineReason_DECLINE_REASON_LATER
	if tables < r.bot.Games {
		reason = r.bot.Accepts(table)
	}
	accepts := reason == v1.DeclineReason_DECLINE_REASON_UNSPECIFIED
	id, event := table.GetGameId(), "declined"
	var err error
	if accepts {
		event = "accepted"
		_, err = r.me.Game(id).Join(ctx, "", "")
	} else {
		_, err = r.me.Programs.DeclineChallenge(ctx, &v1.DeclineChallengeRequest{GameId: id, Reason: reason})
	}
	if err != nil {
		if stays(err) || ctx.Err() != nil {
			return false, err
		}
		return false, nil // the table is full or closed by now, or the answer is already there
	}
	r.bot.Report(event, id, nil)
	return accepts, nil
}

// play ends with the game or the context. After an error the next look begins again.
func (r *botRun) play(ctx context.Context, game *Game) {
	defer r.games.Done()
	defer r.playing.Delete(game.ID)
	for turn, err := range game.Turns(ctx) {
		if err == nil && ctx.Err() == nil {
			r.moving.Add(1)
			err = r.move(context.WithoutCancel(ctx), turn)
			r.moving.Add(-1)
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			r.bot.Report("failed", game.ID, err)
			return
		}
	}
	r.over.Store(game.ID, true)
	r.bot.Report("over", game.ID, nil)
}

// move gives the chosen command, or the first one if it comes too late, or the rules refuse it. A turn that is out
// of date by then comes again.
func (r *botRun) move(ctx context.Context, turn *Turn) error {
	move, err := r.chosen(ctx, turn)
	if err == nil {
		_, err = turn.give(ctx, turn.request(move))
	}
	if err != nil && Reason(err) != "VERSION_CONFLICT" && !stays(err) {
		r.bot.Report("move failed", turn.Game.ID, err)
		_, err = turn.Choose(ctx, 0, 0)
	}
	if Reason(err) == "VERSION_CONFLICT" {
		return nil
	}
	return err
}

// request names the version of the turn, because a move must not be judged by another board.
func (t *Turn) request(move Move) *v1.SubmitRequest {
	if move.Command == nil {
		return t.Game.choice(t.Snapshot.GetVersion(), move.Option, move.Number)
	}
	return &v1.SubmitRequest{
		GameId:          t.Game.ID,
		ExpectedVersion: proto.Int32(t.Snapshot.GetVersion()),
		Move:            &v1.SubmitRequest_Command{Command: move.Command},
	}
}

func (r *botRun) chosen(ctx context.Context, turn *Turn) (Move, error) {
	ctx, end := context.WithTimeout(ctx, r.bot.Think)
	defer end()
	type choice struct {
		move Move
		err  error
	}
	choices := make(chan choice, 1)
	go func() {
		move, err := r.bot.Choose(ctx, turn)
		choices <- choice{move, err}
	}()
	select {
	case found := <-choices:
		return found.move, found.err
	case <-ctx.Done():
		return Move{}, ctx.Err()
	}
}
