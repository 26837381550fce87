package turnledger

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// botTest is a server, Ann, who owns programs, and the reports of one that works.
type botTest struct {
	server  *server
	ann     *Client
	reports chan string
}

func TestBotsOnARealServer(t *testing.T) {
	server := startServer(t)
	ann, err := SignIn(t.Context(), server.url(), Options{})
	check(t, err)
	_, err = ann.Accounts.UpgradeMe(t.Context(), &v1.UpgradeMeRequest{
		DisplayName: "Ann", Password: "correct horse battery",
	})
	check(t, err)
	b := &botTest{server: server, ann: ann}
	t.Run("plays two challenges to their end, although the server is killed", b.playsTwoGames)
	t.Run("declines what its author does not accept, and more tables than it plays", b.declines)
	t.Run("replaces a move that fails, is refused or comes too late", b.replacesMoves)
	t.Run("gives the move that it is choosing when it is stopped", b.stopsGracefully)
	t.Run("a person's token ends it", func(t *testing.T) {
		person := Options{Token: ann.layer.tokens.pair.GetAccessToken()}
		if err := RunBot(t.Context(), server.url(), person, Bot{}); !errors.Is(err, ErrNotAProgram) {
			t.Error(err)
		}
		if err := RunBot(t.Context(), server.url(), Options{Token: "none"}, Bot{}); Reason(err) != "TOKEN_INVALID" {
			t.Error(err)
		}
	})
	t.Run("the example plays and stops at SIGTERM", b.runsTheExample)
}

// program makes one of Ann's; the token is good for its account alone.
func (b *botTest) program(t *testing.T, name string) (account, token string) {
	request := &v1.CreateProgramRequest{DisplayName: name, HomePage: "https://example.org/"}
	made, err := b.ann.Programs.CreateProgram(t.Context(), request)
	check(t, err)
	return made.GetProgram().GetPlayer().GetAccountId(), made.GetToken()
}

// begin has a new program at work until `stop`, which returns when it has stopped.
func (b *botTest) begin(t *testing.T, name string, bot Bot) (account string, stop func()) {
	account, token := b.program(t, name)
	b.reports = make(chan string, 1000)
	bot.Look = 100 * time.Millisecond
	bot.Report = func(event, _ string, _ error) { b.reports <- event }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- RunBot(ctx, b.server.url(), Options{Token: token}, bot) }()
	stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		ended <- nil
	}
	t.Cleanup(stop)
	return account, stop
}

// seen waits for reports of an event, so many times.
func (b *botTest) seen(t *testing.T, event string, times int) {
	t.Helper()
	late := time.After(5 * time.Minute)
	for times > 0 {
		select {
		case report := <-b.reports:
			if report == event {
				times--
			}
		case <-late:
			t.Fatalf("%s was not reported", event)
		}
	}
}

// challenge is a table of the program and, where it is named, a bot of the server.
func (b *botTest) challenge(t *testing.T, account, variant string, bots ...string) *Game {
	game, err := b.ann.CreateTable(t.Context(), &v1.CreateTableRequest{
		Variant: variant, Seats: 2, Private: true, Bots: bots,
		Terms: &v1.Terms{InvitedAccountIds: []string{account}, StartsWhenFull: true},
	})
	check(t, err)
	return game
}

func (b *botTest) status(t *testing.T, game *Game) v1.TableStatus {
	table, err := game.Table(t.Context())
	check(t, err)
	return table.GetStatus()
}

func (b *botTest) playsTwoGames(t *testing.T) {
	var moves atomic.Int32
	var both atomic.Bool
	var kill sync.Once
	restarted := make(chan error, 1)
	choose := func(context.Context, *Turn) (Move, error) {
		if moves.Add(1) >= 7 && both.Load() {
			kill.Do(func() { // this move is given while there is no server
				err := b.server.kill()
				go func() { restarted <- errors.Join(err, b.server.start()) }()
			})
		}
		return Move{}, nil
	}
	account, _ := b.begin(t, "Deep Grid", Bot{Choose: choose})
	games := []*Game{b.challenge(t, account, "colony61", "greedy"), b.challenge(t, account, "colony61", "greedy")}
	both.Store(true)
	check(t, <-restarted)
	b.seen(t, "over", 2)
	for _, game := range games {
		if status := b.status(t, game); status != v1.TableStatus_TABLE_STATUS_FINISHED {
			t.Error(status)
		}
	}
}

func (b *botTest) declines(t *testing.T) {
	accepts := func(table *v1.Table) v1.DeclineReason {
		if table.GetVariant() != "colony61" {
			return v1.DeclineReason_DECLINE_REASON_VARIANT
		}
		return v1.DeclineReason_DECLINE_REASON_UNSPECIFIED
	}
	account, _ := b.begin(t, "Choosy Grid", Bot{Accepts: accepts, Games: 1})
	wanted := []string{"VARIANT", "", "LATER"}
	for number, variant := range []string{"card_game", "colony61", "colony61"} { // with a seat to spare: they wait
		game := b.challenge(t, account, variant)
		if wanted[number] == "" {
			b.seen(t, "accepted", 1)
			continue
		}
		b.seen(t, "declined", 1)
		page, err := b.ann.History.ListEvents(t.Context(), &v1.ListEventsRequest{GameId: game.ID})
		check(t, err)
		last := page.GetEvents()[len(page.GetEvents())-1]
		if reason := last.GetTable().GetInvitationDeclined().GetReason(); reason != wanted[number] {
			t.Errorf("%q instead of %q", reason, wanted[number])
		}
	}
}

func (b *botTest) replacesMoves(t *testing.T) {
	var failed atomic.Int32
	late := make(chan error, 1000)
	choose := func(ctx context.Context, _ *Turn) (Move, error) {
		switch failed.Add(1) % 3 {
		case 0:
			return Move{}, errors.New("no idea")
		case 1:
			return Move{Number: 1_000_000}, nil
		}
		<-ctx.Done()
		late <- ctx.Err()
		return Move{}, nil
	}
	account, _ := b.begin(t, "Slow Grid", Bot{Choose: choose, Think: 200 * time.Millisecond})
	game := b.challenge(t, account, "colony61", "greedy")
	before, err := game.Table(t.Context())
	check(t, err)
	b.seen(t, "move failed", 3)
	after, err := game.Table(t.Context())
	check(t, err)
	if after.GetVersion() < before.GetVersion()+2 || !errors.Is(<-late, context.DeadlineExceeded) {
		t.Errorf("version %d after %d", after.GetVersion(), before.GetVersion())
	}
}

func (b *botTest) stopsGracefully(t *testing.T) {
	thinks, mayAnswer := make(chan struct{}), make(chan struct{})
	choose := func(context.Context, *Turn) (Move, error) {
		close(thinks) // it is asked once
		<-mayAnswer
		return Move{}, nil
	}
	account, stop := b.begin(t, "Calm Grid", Bot{Choose: choose})
	game := b.challenge(t, account, "colony61", "greedy")
	<-thinks
	before, err := game.Table(t.Context())
	check(t, err)
	ended := make(chan struct{})
	go func() { stop(); close(ended) }()
	b.status(t, game) // a call of another client comes and goes
	select {
	case <-ended:
		t.Error("it did not wait for the move")
	default:
	}
	close(mayAnswer)
	<-ended
	after, err := game.Table(t.Context())
	check(t, err)
	if after.GetVersion() <= before.GetVersion() || after.GetStatus() != v1.TableStatus_TABLE_STATUS_RUNNING {
		t.Errorf("%s at version %d, %d before", after.GetStatus(), after.GetVersion(), before.GetVersion())
	}
	if !proto.Equal(before.GetOccupants()[0], after.GetOccupants()[0]) {
		t.Error("the seat was not kept")
	}
}

func (b *botTest) runsTheExample(t *testing.T) {
	program := filepath.Join(t.TempDir(), "bot")
	goTool(t, ".", nil, "build", "-o", program, "./examples/bot")
	account, token := b.program(t, "Short Grid")
	bot := exec.Command(program, b.server.url())
	bot.Env, bot.Stderr = append(os.Environ(), "BOT_TOKEN="+token), os.Stderr
	check(t, bot.Start())
	game := b.challenge(t, account, "colony61", "greedy")
	for snapshot, err := range game.Boards(t.Context()) {
		check(t, err)
		_ = snapshot // up to the end of the game
	}
	check(t, bot.Process.Signal(syscall.SIGTERM))
	check(t, bot.Wait())
	if status := b.status(t, game); status != v1.TableStatus_TABLE_STATUS_FINISHED {
		t.Error(status)
	}
}
