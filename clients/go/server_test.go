package turnledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// Tests of the kit with a real server; a start takes seconds, so all share one.

func TestOnARealServer(t *testing.T) {
	server := startServer(t)
	t.Run("an empty project installs the package and plays from a token to a rematch", func(t *testing.T) {
		runGuide(t, server.url())
	})
	ctx := t.Context()
	slow := DefaultTimes // a server on a busy machine takes long to begin again
	slow.Patience = 5 * time.Minute
	me, err := SignIn(ctx, server.url(), Options{DisplayName: "Gopher", Language: "en", Times: &slow})
	check(t, err)
	answer, err := me.Catalogue.ListVariants(ctx, &v1.ListVariantsRequest{})
	check(t, err)
	if len(answer.GetVariants()) == 0 {
		t.Fatal("no variants")
	}
	public := make(chan error, 1)
	go func() { public <- eachOnce(ctx, me, len(answer.GetVariants())) }()
	for _, variant := range answer.GetVariants() {
		t.Run("a whole game goes on where the server was killed: "+variant.GetName(), func(t *testing.T) {
			playWhole(t, server, me, variant)
		})
	}
	if t.Failed() {
		return // a game did not end, and the stream would wait for it
	}
	t.Run("the public stream has each item once, although the server was killed", func(t *testing.T) {
		check(t, <-public)
	})
	t.Run("the exporter writes every game of a player once", func(t *testing.T) {
		account, err := me.Accounts.GetMe(ctx, &v1.GetMeRequest{})
		check(t, err)
		runExport(t, server.url(), account.GetAccount().GetAccountId(), len(answer.GetVariants()))
	})
}

func playWhole(t *testing.T, server *server, me *Client, variant *v1.Variant) {
	ctx, dead := context.WithCancelCause(t.Context())
	defer dead(nil)
	request := &v1.CreateTableRequest{
		Variant: variant.GetName(), Seats: variant.GetPlayersMin(), Join: true, Unrated: true,
	}
	game, err := me.CreateTable(ctx, request)
	check(t, err)
	for range request.Seats - 1 {
		_, err = game.AddBot(ctx, "greedy")
		check(t, err)
	}
	_, err = game.Start(ctx)
	check(t, err)
	watched := make(chan error, 1)
	go func() { watched <- gapless(ctx, game) }()
	restarted := make(chan error, 1)
	turns, choose := 0, rand.New(rand.NewPCG(20261123, 1))
	for turn, err := range game.Turns(ctx) {
		if err != nil {
			t.Fatal(err, context.Cause(ctx))
		}
		if turns++; turns == 5 {
			check(t, server.kill())
			go func() {
				err := server.start()
				if err != nil {
					dead(err) // or each call would try for as long as its patience
				}
				restarted <- err
			}()
		}
		option := choose.IntN(len(turn.Options()))
		number := choose.IntN(int(min(turn.Options()[option].GetCount(), 50)))
		_, err = turn.Choose(ctx, int32(option), int32(number))
		if err != nil && Reason(err) != "VERSION_CONFLICT" {
			t.Fatal(err, context.Cause(ctx))
		}
	}
	check(t, <-restarted)
	check(t, <-watched)
	kept, err := game.CheckChance(ctx)
	check(t, err)
	if !kept {
		t.Error("the own chance was not kept")
	}
	proof, err := game.Prove(ctx)
	check(t, err)
	if !proof.Right || proof.Events != int(last(ctx, t, game)) {
		t.Errorf("the file does not prove itself: %v", proof.Fault)
	}
	t.Logf("%d turns", turns)
}

func last(ctx context.Context, t *testing.T, game *Game) int32 {
	table, err := game.Table(ctx)
	check(t, err)
	return table.GetVersion()
}

func gapless(ctx context.Context, game *Game) error {
	version := int32(0)
	for event, err := range game.Events(ctx, 0) {
		if err != nil {
			return err
		}
		if version++; event.GetVersion() != version {
			return fmt.Errorf("event %d came where %d was due", event.GetVersion(), version)
		}
	}
	table, err := game.Table(ctx)
	if err == nil && table.GetVersion() != version {
		err = fmt.Errorf("%d events of %d", version, table.GetVersion())
	}
	return err
}

// eachOnce follows the public stream from its start until that many games have ended.
func eachOnce(ctx context.Context, me *Client, games int) error {
	var ids []string
	whats := map[string]int{}
	for message, err := range me.WatchPublic(ctx, &v1.WatchPublicRequest{FromStart: true}) {
		if err != nil {
			return err
		}
		for _, item := range message.GetItems() {
			if slices.Contains(ids, item.GetId()) {
				return fmt.Errorf("item %s came twice", item.GetId())
			}
			ids = append(ids, item.GetId())
			whats[fmt.Sprintf("%T", item.GetWhat())]++
		}
		if whats["*turnledgerv1.PublicItem_TableEnded"] == games {
			break
		}
	}
	for what, count := range whats {
		if count != games {
			return fmt.Errorf("%d of %s in %d games", count, what, games)
		}
	}
	if len(whats) != 3 {
		return fmt.Errorf("a game was not opened, started and ended: %v", whats)
	}
	return nil
}

func TestAServerThatHasEndedIsNotWaitedFor(t *testing.T) {
	err := (&server{folder: t.TempDir(), http: freePort(t), grpc: -1}).start()
	if err == nil || !strings.Contains(err.Error(), "has ended") {
		t.Error(err)
	}
}

// server is `turnledger serve` of the repository's environment, on SQLite, in a temporary folder.
type server struct {
	folder     string
	http, grpc int
	program    *exec.Cmd
	ended      chan error // what its end was, once
}

func startServer(t *testing.T) *server {
	s := &server{folder: t.TempDir(), http: freePort(t), grpc: freePort(t)}
	check(t, s.start())
	t.Cleanup(func() { check(t, s.kill()) })
	return s
}

func (s *server) url() string { return fmt.Sprintf("http://127.0.0.1:%d", s.http) }

func (s *server) start() error {
	log, err := os.OpenFile(filepath.Join(s.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	program, err := filepath.Abs(filepath.Join(repository, ".venv/bin/turnledger"))
	if err != nil {
		return err
	}
	s.program = exec.Command(program, "serve",
		"--store", "sqlite:///"+filepath.Join(s.folder, "turnledger.db"), "--views", "memory://",
		"--keys", filepath.Join(s.folder, "keys"),
		"--listen", fmt.Sprintf("127.0.0.1:%d", s.grpc), "--http", fmt.Sprintf("127.0.0.1:%d", s.http))
	s.program.Dir, s.program.Stderr = s.folder, log
	if err := s.program.Start(); err != nil {
		return err
	}
	s.ended = make(chan error, 1)
	go func(program *exec.Cmd, ended chan<- error) { ended <- program.Wait() }(s.program, s.ended)
	return s.awaitReady()
}

// awaitReady gives up at once where the program has ended: it no longer answers, and its log has the reason.
func (s *server) awaitReady() error {
	for range 3000 {
		select {
		case err := <-s.ended:
			s.ended <- err
			log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
			return fmt.Errorf("the server has ended: %w\n%s", err, log[max(0, len(log)-2000):])
		default:
		}
		if answer, err := http.Get(s.url() + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("the server is not ready after five minutes")
}

func (s *server) kill() error {
	if err := s.program.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	var ended *exec.ExitError
	if err := <-s.ended; !errors.As(err, &ended) {
		return err
	}
	return nil
}

// freePort is below the range of outgoing connections, so that a killed server gets its port again.
func freePort(t *testing.T) int {
	for range 100 {
		port := 10_000 + rand.IntN(20_000)
		if listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			check(t, listener.Close())
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}
