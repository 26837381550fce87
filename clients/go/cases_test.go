package turnledger

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// The cases of clients/cases, played by the fake server, which judges. This file knows their steps, and none by name.

type testCase struct {
	Name  string
	What  string
	Start struct {
		Tokens      json.RawMessage
		Token       string
		Source      map[string]string
		ClockAheadS float64 `json:"clock_ahead_s"`
		SilenceMs   int     `json:"silence_ms"`
	}
	Client []step
}

type step struct {
	Do              string
	Times           int
	Variant         string
	Seats           int32
	GameID          string `json:"game_id"`
	Option          *int32
	Number          *int32
	ExpectedVersion *int32 `json:"expected_version"`
	AfterVersion    *int32 `json:"after_version"`
	UntilVersion    int32  `json:"until_version"`
	Random          float64
	Attempts        int
	LeaveAfter      *seen `json:"leave_after"`
	During          *seen
	DisplayName     string `json:"display_name"`
	Password        string
	Expect          json.RawMessage
}

type seen struct {
	Method string
	Count  int
}

func TestAllCases(t *testing.T) {
	fake := startFakeServer(t)
	var all []testCase
	fake.get(t, "/cases", &all)
	if len(all) == 0 {
		t.Fatal("no cases")
	}
	for _, each := range all {
		t.Run(each.Name, func(t *testing.T) { play(t, fake, each.Name) })
	}
}

func play(t *testing.T, fake *fakeServer, name string) {
	var begun testCase
	fake.post(t, "/begin", map[string]string{"case": name}, &begun)
	runner := &runner{t: t, fake: fake, begun: begun, store: &notingStore{NewMemoryStore(), t, fake}}
	if begun.Start.Tokens != nil {
		pair := &v1.Tokens{}
		check(t, protojson.Unmarshal(begun.Start.Tokens, pair))
		stored, err := proto.Marshal(pair)
		check(t, err)
		check(t, runner.store.MemoryStore.Put(tokensKey, stored))
	}
	runner.restart()
	for number, step := range begun.Client {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		ok, err := runner.do(ctx, step)
		cancel()
		if step.Expect != nil {
			fake.post(t, "/report", map[string]any{"step": number, "outcome": outcome(ok, err)}, nil)
		} else if err != nil {
			t.Errorf("step %d: %v", number, err)
		}
	}
	runner.leave()
	var verdict struct {
		OK    bool
		Wrong []any
	}
	fake.post(t, "/end", nil, &verdict)
	if !verdict.OK {
		t.Errorf("%s\n%v", begun.What, verdict.Wrong)
	}
}

type runner struct {
	t      *testing.T
	fake   *fakeServer
	begun  testCase
	store  *notingStore
	client *Client
	games  map[string]*Game
	life   context.Context
	leave  context.CancelFunc
}

func (r *runner) restart() {
	client, err := New(r.fake.HTTP, r.options())
	check(r.t, err)
	r.client, r.games = client, map[string]*Game{}
}

// game is the same object for all steps of a client.
func (r *runner) game(step step) *Game {
	if r.games[step.GameID] == nil {
		r.games[step.GameID] = r.client.Game(step.GameID)
	}
	return r.games[step.GameID]
}

// signIn has the client that signs in from then on.
func (r *runner) signIn(ctx context.Context, step step) (map[string]any, error) {
	options := r.options()
	options.DisplayName, options.Password = step.DisplayName, step.Password
	client, err := SignIn(ctx, r.fake.HTTP, options)
	if err != nil {
		return nil, err
	}
	r.client, r.games = client, map[string]*Game{}
	return r.getMe(ctx, 1)
}

// options are those of the next client, which the one before makes room for.
func (r *runner) options() Options {
	if r.leave != nil {
		r.leave()
	}
	r.life, r.leave = context.WithCancel(r.t.Context())
	times := DefaultTimes
	if r.begun.Start.SilenceMs > 0 {
		times.Silence = time.Duration(r.begun.Start.SilenceMs) * time.Millisecond
	}
	ahead := time.Duration(r.begun.Start.ClockAheadS * float64(time.Second))
	clock := func() time.Time { return time.Now().Add(ahead) }
	options := Options{Store: r.store, Times: &times, Clock: clock, Token: r.begun.Start.Token}
	if r.begun.Start.Source != nil {
		options.TokenSource = r.another
	}
	return options
}

// another gives each token of the case once, in place of the one that it names.
func (r *runner) another(_ context.Context, ended string) (string, error) {
	token, found := r.begun.Start.Source[ended]
	if !found {
		return "", fmt.Errorf("asked in place of %q", ended)
	}
	delete(r.begun.Start.Source, ended)
	r.fake.post(r.t, "/note", map[string]string{"access_token": token}, nil)
	return token, nil
}

func (r *runner) do(ctx context.Context, step step) (map[string]any, error) {
	switch step.Do {
	case "get_me":
		return r.getMe(ctx, max(step.Times, 1))
	case "create_table":
		answer, err := r.client.Lobby.CreateTable(ctx, &v1.CreateTableRequest{Variant: step.Variant, Seats: step.Seats})
		return map[string]any{"game_id": answer.GetTable().GetGameId()}, err
	case "get_table":
		table, err := r.game(step).Table(ctx)
		_, known := v1.TableStatus_name[int32(table.GetStatus())]
		return map[string]any{"version": table.GetVersion(), "status_known": known}, err
	case "submit":
		return r.submit(ctx, step)
	case "board":
		board, err := r.game(step).Board(ctx, 0)
		return map[string]any{"version": board.GetVersion()}, err
	case "restart":
		r.restart()
		return nil, nil
	case "resume":
		return r.resume(ctx)
	case "watch":
		return r.watch(ctx, step)
	case "sign_in":
		return r.signIn(ctx, step)
	case "forget":
		return nil, r.forget(ctx, step.During)
	case "queue":
		return nil, r.client.Queue.Add(choice(step))
	case "flush":
		return r.flush(ctx)
	case "pauses":
		pauses := []int64{}
		for attempt := range step.Attempts {
			pauses = append(pauses, DefaultTimes.pause(nil, attempt, step.Random).Milliseconds())
		}
		return map[string]any{"pauses_ms": pauses}, nil
	}
	return nil, fmt.Errorf("a step that this runner does not know: %s", step.Do)
}

func (r *runner) getMe(ctx context.Context, times int) (map[string]any, error) {
	type told struct {
		answer *v1.GetMeResponse
		err    error
	}
	answers := make(chan told)
	for range times {
		go func() {
			answer, err := r.client.Accounts.GetMe(ctx, &v1.GetMeRequest{})
			answers <- told{answer, err}
		}()
	}
	answered, account, errs := 0, "", []error{}
	for range times {
		one := <-answers
		if one.err == nil {
			answered, account = answered+1, one.answer.GetAccount().GetAccountId()
		} else {
			errs = append(errs, one.err)
		}
	}
	return map[string]any{"account_id": account, "times": answered}, errors.Join(errs...)
}

func choice(step step) *v1.SubmitRequest {
	return &v1.SubmitRequest{
		GameId:          step.GameID,
		ExpectedVersion: step.ExpectedVersion,
		Move:            &v1.SubmitRequest_Choice{Choice: &v1.Choice{Option: step.Option, Number: step.Number}},
	}
}

func (r *runner) submit(ctx context.Context, step step) (map[string]any, error) {
	if step.LeaveAfter == nil {
		answer, err := r.game(step).submit(ctx, choice(step))
		return map[string]any{"version": answer.GetVersion()}, err
	}
	client, life := r.client, r.life
	go func() { _, _ = client.Play.Submit(life, choice(step)) }() // the program ends before the answer
	r.wait(*step.LeaveAfter)
	r.leave()
	return nil, nil
}

func (r *runner) wait(until seen) {
	r.fake.get(r.t, fmt.Sprintf("/seen?method=%s&count=%d", url.QueryEscape(until.Method), until.Count), nil)
}

func (r *runner) forget(ctx context.Context, during *seen) error {
	if during == nil {
		return r.client.Forget()
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = r.client.Accounts.GetMe(ctx, &v1.GetMeRequest{})
	}()
	r.wait(*during)
	err := r.client.Forget()
	<-ended
	return err
}

func (r *runner) resume(ctx context.Context) (map[string]any, error) {
	sent, err := r.client.SendPending(ctx)
	versions := []int32{}
	for _, each := range sent {
		err = errors.Join(err, each.Err)
		if answer, ok := each.Response.(interface{ GetVersion() int32 }); ok {
			versions = append(versions, answer.GetVersion())
		}
	}
	return map[string]any{"versions": versions}, err
}

func (r *runner) watch(ctx context.Context, step step) (map[string]any, error) {
	request := &v1.WatchGameRequest{GameId: step.GameID, AfterVersion: step.AfterVersion, Parts: &v1.Parts{Words: true}}
	versions, unknown, says := []int32{}, []int32{}, []string{}
	for message, err := range r.game(step).watch(ctx, request) {
		if err != nil {
			return nil, err
		}
		for _, event := range message.GetEvents() {
			versions, says = append(versions, event.GetVersion()), append(says, event.GetSays())
			if !event.GetHidden() && event.GetTable().GetEvent() == nil && event.GetGame().GetGame() == nil {
				unknown = append(unknown, event.GetVersion())
			}
		}
		if message.GetVersion() >= step.UntilVersion {
			break
		}
	}
	return map[string]any{"versions": versions, "unknown": unknown, "says": says}, nil
}

func (r *runner) flush(ctx context.Context) (map[string]any, error) {
	games, err := r.client.Queue.Flush(ctx)
	done, refused, dropped := map[string][]int32{}, map[string]string{}, map[string]int{}
	for _, game := range games {
		for _, answer := range game.Done {
			done[game.GameID] = append(done[game.GameID], answer.GetVersion())
		}
		if game.Refused != nil {
			refused[game.GameID], dropped[game.GameID] = Reason(game.Refused), len(game.Dropped)
		}
		err = errors.Join(err, game.Waits)
	}
	return map[string]any{"done": done, "refused": refused, "dropped": dropped}, err
}

func outcome(ok map[string]any, err error) map[string]any {
	if err == nil {
		return map[string]any{"ok": ok, "times": ok["times"]}
	}
	var told *Error
	if !errors.As(err, &told) {
		return map[string]any{"error": map[string]any{"code": connect.CodeOf(err).String(), "message": err.Error()}}
	}
	legal := []string{}
	for _, command := range told.Legal.GetCommands() {
		legal = append(legal, command.GetKind())
	}
	return map[string]any{"error": map[string]any{
		"code": told.Code.String(), "reason": told.Reason, "facts": told.Facts, "figures": told.Figures,
		"says": told.Says, "legal": legal, "retry_after_ms": told.RetryAfter.Milliseconds(),
	}}
}

// notingStore reports each stored value to the fake server, before it returns to the client.
type notingStore struct {
	*MemoryStore
	t    *testing.T
	fake *fakeServer
}

func (s *notingStore) Put(key string, value []byte) error {
	switch {
	case key == tokensKey:
		pair := &v1.Tokens{}
		check(s.t, proto.Unmarshal(value, pair))
		s.fake.post(s.t, "/note", map[string]string{"access_token": pair.GetAccessToken()}, nil)
	case strings.HasPrefix(key, pendingKey):
		s.fake.post(s.t, "/note", map[string]string{"request_id": strings.TrimPrefix(key, pendingKey)}, nil)
	case strings.HasPrefix(key, queueKey):
		queued := &v1.SubmitRequest{}
		check(s.t, proto.Unmarshal(value, queued))
		s.fake.post(s.t, "/note", map[string]string{"request_id": queued.GetRequestId()}, nil)
	}
	return s.MemoryStore.Put(key, value)
}

type fakeServer struct{ HTTP string }

// startFakeServer runs the command of KIT_FAKE_SERVER in the root of the repository.
func startFakeServer(t *testing.T) *fakeServer {
	command := os.Getenv("KIT_FAKE_SERVER")
	if command == "" {
		command = "exec .venv/bin/python -m clients.fake_server"
	}
	program := exec.Command("sh", "-c", command)
	program.Dir, program.Stderr = repository, os.Stderr
	input, err := program.StdinPipe()
	check(t, err)
	output, err := program.StdoutPipe()
	check(t, err)
	check(t, program.Start())
	t.Cleanup(func() {
		check(t, input.Close())
		check(t, program.Wait())
	})
	line, err := bufio.NewReader(output).ReadBytes('\n')
	check(t, err)
	fake := &fakeServer{}
	check(t, json.Unmarshal(line, fake))
	return fake
}

func (f *fakeServer) get(t *testing.T, path string, into any) {
	answer, err := http.Get(f.HTTP + path)
	take(t, answer, err, into)
}

func (f *fakeServer) post(t *testing.T, path string, what, into any) {
	sent, err := json.Marshal(what)
	check(t, err)
	answer, err := http.Post(f.HTTP+path, "application/json", bytes.NewReader(sent))
	take(t, answer, err, into)
}

func take(t *testing.T, answer *http.Response, err error, into any) {
	check(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(t, err)
	if answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", answer.Status, body)
	}
	if into != nil && !reflect.ValueOf(into).IsNil() {
		check(t, json.Unmarshal(body, into))
	}
}
