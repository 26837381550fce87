package turnledger

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// behindMax messages of a watch without events, one every quarter of a minute, may be of a version before an answer.
const behindMax = 2

// Game is one game of an account: its table, its moves, its boards. The client's services have all other calls.
type Game struct {
	// ID is that of the table and of its game.
	ID     string
	client *Client
	seen   atomic.Int32 // the greatest version that a command's answer or a watch named: Board is never older
}

func (g *Game) saw(version int32) {
	for {
		seen := g.seen.Load()
		if version <= seen || g.seen.CompareAndSwap(seen, version) {
			return
		}
	}
}

// sawIn passes on a command's answer.
func sawIn[R interface{ GetVersion() int32 }](g *Game, answer R, err error) (R, error) {
	if err == nil {
		g.saw(answer.GetVersion())
	}
	return answer, err
}

// At the table: each returns the table after the call.

// Table is the table now.
func (g *Game) Table(ctx context.Context) (*v1.Table, error) {
	return table(g.client.Lobby.GetTable(ctx, &v1.GetTableRequest{GameId: g.ID}))
}

// Join sits down; the colour and, at a private table, the invite's code may be empty.
func (g *Game) Join(ctx context.Context, colour, invite string) (*v1.Table, error) {
	return table(g.client.Lobby.JoinTable(ctx, &v1.JoinTableRequest{GameId: g.ID, Colour: colour, Invite: invite}))
}

// Leave gives the seat up.
func (g *Game) Leave(ctx context.Context) (*v1.Table, error) {
	return table(g.client.Lobby.LeaveTable(ctx, &v1.LeaveTableRequest{GameId: g.ID}))
}

// AddBot seats one.
func (g *Game) AddBot(ctx context.Context, bot string) (*v1.Table, error) {
	return table(g.client.Lobby.AddBot(ctx, &v1.AddBotRequest{GameId: g.ID, Bot: bot}))
}

// ArrangeSeats gives the present places in their new order.
func (g *Game) ArrangeSeats(ctx context.Context, order ...int32) (*v1.Table, error) {
	return table(g.client.Lobby.ArrangeSeats(ctx, &v1.ArrangeSeatsRequest{GameId: g.ID, Order: order}))
}

// SetReady answers a ready check.
func (g *Game) SetReady(ctx context.Context, ready bool) (*v1.Table, error) {
	return table(g.client.Lobby.SetReady(ctx, &v1.SetReadyRequest{GameId: g.ID, Ready: proto.Bool(ready)}))
}

// Start begins the game; at a table with a beacon it begins some seconds later, with its round.
func (g *Game) Start(ctx context.Context) (*v1.Table, error) {
	started, err := table(g.client.Lobby.StartGame(ctx, &v1.StartGameRequest{GameId: g.ID}))
	return sawIn(g, started, err)
}

// Close ends a table that has not begun.
func (g *Game) Close(ctx context.Context) (*v1.Table, error) {
	return table(g.client.Lobby.CloseTable(ctx, &v1.CloseTableRequest{GameId: g.ID}))
}

// Invite is the code that Join takes at a private table.
func (g *Game) Invite(ctx context.Context) (string, error) {
	answer, err := g.client.Lobby.GetInvite(ctx, &v1.GetInviteRequest{GameId: g.ID})
	return answer.GetInvite(), err
}

// Rematch is the table at which the players of this finished game meet again.
func (g *Game) Rematch(ctx context.Context) (*Game, error) {
	again, err := table(g.client.Lobby.Rematch(ctx, &v1.RematchRequest{GameId: g.ID}))
	return g.client.Game(again.GetGameId()), err
}

func table[R interface{ GetTable() *v1.Table }](answer R, err error) (*v1.Table, error) {
	if err != nil {
		return nil, err
	}
	return answer.GetTable(), nil
}

// Playing.

// Options are everything that the account may do now.
func (g *Game) Options(ctx context.Context) (*v1.ListOptionsResponse, error) {
	return g.client.Play.ListOptions(ctx, &v1.ListOptionsRequest{GameId: g.ID})
}

// Commands spell out what the numbers of an option stand for, each with a sentence. The version is that of the options;
// with another one the answer is VERSION_CONFLICT.
func (g *Game) Commands(ctx context.Context, version, option int32) iter.Seq2[*v1.NumberedCommand, error] {
	request := &v1.ListCommandsRequest{GameId: g.ID, ExpectedVersion: &version, Option: &option}
	return func(yield func(*v1.NumberedCommand, error) bool) {
		for {
			page, err := g.client.Play.ListCommands(ctx, request)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, command := range page.GetCommands() {
				if !yield(command, nil) {
					return
				}
			}
			if request.PageToken = page.GetNextPageToken(); request.PageToken == "" {
				return
			}
		}
	}
}

// SpellOut is the one command that a choice stands for, with its sentence.
func (g *Game) SpellOut(ctx context.Context, version int32, choice *v1.Choice) (*v1.NumberedCommand, error) {
	request := &v1.ListCommandsRequest{
		GameId:          g.ID,
		ExpectedVersion: &version,
		Option:          proto.Int32(choice.GetOption()),
		FromNumber:      choice.GetNumber(),
		PageSize:        1,
	}
	page, err := g.client.Play.ListCommands(ctx, request)
	if err != nil {
		return nil, err
	}
	if len(page.GetCommands()) == 0 {
		return nil, errors.New("the option has no command of that number")
	}
	return page.GetCommands()[0], nil
}

// Submit gives a command, which is judged by the game at that moment.
func (g *Game) Submit(ctx context.Context, command *v1.Command) (*v1.SubmitResponse, error) {
	return g.submit(ctx, &v1.SubmitRequest{GameId: g.ID, Move: &v1.SubmitRequest_Command{Command: command}})
}

// Choose gives command `number` of an option of the options at a version.
func (g *Game) Choose(ctx context.Context, version, option, number int32) (*v1.SubmitResponse, error) {
	return g.submit(ctx, g.choice(version, option, number))
}

func (g *Game) submit(ctx context.Context, request *v1.SubmitRequest) (*v1.SubmitResponse, error) {
	answer, err := g.client.Play.Submit(ctx, request)
	return sawIn(g, answer, err)
}

func (g *Game) act(ctx context.Context, request *v1.ActRequest) (*v1.ActResponse, error) {
	answer, err := g.client.Play.Act(ctx, request)
	return sawIn(g, answer, err)
}

func (g *Game) choice(version, option, number int32) *v1.SubmitRequest {
	choice := &v1.Choice{Option: &option, Number: &number}
	return &v1.SubmitRequest{GameId: g.ID, ExpectedVersion: &version, Move: &v1.SubmitRequest_Choice{Choice: choice}}
}

// Undo takes back one's own last commands.
func (g *Game) Undo(ctx context.Context, commands int32) (*v1.ActResponse, error) {
	undo := &v1.ActRequest_Undo_{Undo: &v1.ActRequest_Undo{Commands: commands}}
	return g.act(ctx, &v1.ActRequest{GameId: g.ID, Action: undo})
}

// HandSeat lets a bot play on, until the seat is taken back.
func (g *Game) HandSeat(ctx context.Context, bot string) (*v1.ActResponse, error) {
	hand := &v1.ActRequest_HandSeat_{HandSeat: &v1.ActRequest_HandSeat{Bot: bot}}
	return g.act(ctx, &v1.ActRequest{GameId: g.ID, Action: hand})
}

// TakeSeatBack ends that.
func (g *Game) TakeSeatBack(ctx context.Context) (*v1.ActResponse, error) {
	back := &v1.ActRequest_TakeSeatBack_{TakeSeatBack: &v1.ActRequest_TakeSeatBack{}}
	return g.act(ctx, &v1.ActRequest{GameId: g.ID, Action: back})
}

// Resign gives up.
func (g *Game) Resign(ctx context.Context) (*v1.ActResponse, error) {
	resign := &v1.ActRequest_Resign_{Resign: &v1.ActRequest_Resign{}}
	return g.act(ctx, &v1.ActRequest{GameId: g.ID, Action: resign})
}

// Looking.

// Board is the game now, with the account's options: never older than minVersion, nor than what this Game has shown or
// answered.
func (g *Game) Board(ctx context.Context, minVersion int32) (*v1.Snapshot, error) {
	request := &v1.GetBoardRequest{GameId: g.ID, Parts: &v1.Parts{Board: true, Options: true}}
	if atLeast := max(minVersion, g.seen.Load()); atLeast > 0 {
		request.At = &v1.GetBoardRequest_MinVersion{MinVersion: atLeast}
	}
	answer, err := g.client.Views.GetBoard(ctx, request)
	return answer.GetSnapshot(), err
}

// Watch has all events after a version, as [Client.Watch] tells them, with the parts that are asked for.
func (g *Game) Watch(ctx context.Context, afterVersion int32, parts *v1.Parts) iter.Seq2[*v1.WatchGameResponse, error] {
	return g.watch(ctx, &v1.WatchGameRequest{GameId: g.ID, AfterVersion: &afterVersion, Parts: parts})
}

func (g *Game) watch(ctx context.Context, request *v1.WatchGameRequest) iter.Seq2[*v1.WatchGameResponse, error] {
	return func(yield func(*v1.WatchGameResponse, error) bool) {
		behind := 0
		for message, err := range g.client.Watch(ctx, request) {
			if behind++; len(message.GetEvents()) > 0 || message.GetVersion() >= g.seen.Load() {
				behind = 0
			}
			if err == nil && behind == behindMax {
				err, behind = g.checkSeen(ctx), 0
			}
			if err != nil {
				yield(nil, err)
				return
			}
			g.saw(message.GetVersion())
			if !yield(message, nil) {
				return
			}
		}
	}
}

// checkSeen returns UNKNOWN_VERSION if the server has lost what it has answered.
func (g *Game) checkSeen(ctx context.Context) error {
	request := &v1.WatchGameRequest{GameId: g.ID, AfterVersion: proto.Int32(g.seen.Load())}
	next, stop := iter.Pull2(g.client.Watch(ctx, request))
	defer stop()
	_, err, _ := next()
	return err
}

// Events are the same event by event, with a sentence each, up to the end of the game.
func (g *Game) Events(ctx context.Context, afterVersion int32) iter.Seq2[*v1.GameEvent, error] {
	return func(yield func(*v1.GameEvent, error) bool) {
		for message, err := range g.Watch(ctx, afterVersion, &v1.Parts{Words: true}) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, event := range message.GetEvents() {
				if !yield(event, nil) || isLast(event) {
					return
				}
			}
			if len(message.GetEvents()) == 0 && g.endedBy(ctx, message.GetVersion()) {
				return
			}
		}
	}
}

func isLast(event *v1.GameEvent) bool {
	return event.GetTable().GetSecretRevealed() != nil || event.GetTable().GetTableClosed() != nil
}

// endedBy returns whether no more will come. A question that fails now is asked again at the next heartbeat.
func (g *Game) endedBy(ctx context.Context, version int32) bool {
	table, err := g.Table(ctx)
	return err == nil && over(table.GetStatus()) && table.GetVersion() <= version
}

func over(status v1.TableStatus) bool {
	return status == v1.TableStatus_TABLE_STATUS_FINISHED || status == v1.TableStatus_TABLE_STATUS_CLOSED
}
