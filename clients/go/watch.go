package turnledger

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"strconv"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// watch is a stream that never ends: when it breaks, or says nothing for too long, it is taken up where it was.
type watch[Req, Res any] struct {
	layer *layer
	open  func(context.Context, *Req) (*connect.ServerStreamForClient[Res], error)
	// request is the one to continue with, which `after` and `from` update.
	request *Req
	// after gets every message, and notes its content as known. False: all of it was known before.
	after func(*Req, *Res) bool
	// from gets the position at which a server that stops wants the watch to continue.
	from func(*Req, string)
}

// messages ends with an error that cannot be mended by going on, and when the context does or the loop is left.
func (w watch[Req, Res]) messages(ctx context.Context) iter.Seq2[*Res, error] {
	return func(yield func(*Res, error) bool) {
		for broken, renewed := 0, false; ; broken++ {
			token, _ := w.layer.tokens.now()
			came, left, err := w.once(ctx, yield)
			if left {
				return
			}
			if came {
				broken, renewed = 0, false
			}
			if err := w.mend(ctx, err, token.GetAccessToken(), broken, &renewed); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// mend waits, or renews the tokens, before a broken stream is taken up again; it returns what cannot be mended so.
func (w watch[Req, Res]) mend(ctx context.Context, broken error, token string, pauses int, renewed *bool) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case w.layer.tokens.wantsRenewal(broken) && !*renewed:
		if broken = w.layer.tokens.renew(ctx, token); broken == nil {
			*renewed = true
			return nil
		}
	}
	if broken != nil && !again(broken) {
		return broken
	}
	var told *Error
	if errors.As(broken, &told) && told.Facts["resume_from"] != "" {
		w.from(w.request, told.Facts["resume_from"])
	}
	return sleep(ctx, w.layer.times.pause(broken, pauses, rand.Float64()))
}

// once is one stream, to its end. came: it brought a message; left: the reader has left.
func (w watch[Req, Res]) once(ctx context.Context, yield func(*Res, error) bool) (came, left bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	silence := time.AfterFunc(w.layer.times.Silence, stop)
	defer silence.Stop()
	stream, err := w.open(ctx, w.request)
	if err != nil {
		return false, false, w.dead(ctx, typed(err))
	}
	defer func() { stop(); _ = stream.Close() }() // of no use any more, whatever it says
	for stream.Receive() {
		silence.Stop()
		came = true
		message := stream.Msg()
		if w.after(w.request, message) && !yield(message, nil) {
			return came, true, nil
		}
		silence.Reset(w.layer.times.Silence)
	}
	return came, false, w.dead(ctx, typed(stream.Err()))
}

// dead is the error of a stream that was silent for too long: a connection that is no more, whatever it says.
func (w watch[Req, Res]) dead(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return typed(connect.NewError(connect.CodeUnavailable, errors.New("silent for too long")))
}

// Watch has everything that WatchGame tells, in order and once, whatever happens to connections and servers. Of a
// message that repeats something only what is new is left; heartbeats come too, as messages without events.
func (c *Client) Watch(ctx context.Context, request *v1.WatchGameRequest) iter.Seq2[*v1.WatchGameResponse, error] {
	return watch[v1.WatchGameRequest, v1.WatchGameResponse]{
		layer:   c.layer,
		open:    c.Views.WatchGame,
		request: proto.CloneOf(request),
		after:   newEvents,
		from: func(request *v1.WatchGameRequest, version string) {
			if number, err := strconv.ParseInt(version, 10, 32); err == nil && request.AfterVersion == nil {
				request.AfterVersion = proto.Int32(int32(number))
			}
		},
	}.messages(ctx)
}

// newEvents takes the known events out of a message, and continues after the others. The time of the last event shows a
// server whether the event was lost; an older server gives none.
func newEvents(request *v1.WatchGameRequest, message *v1.WatchGameResponse) bool {
	known := request.GetAfterVersion()
	if request.AfterVersion != nil && message.GetVersion() < known {
		return false
	}
	fresh := message.Events[:0]
	for _, event := range message.GetEvents() {
		if event.GetVersion() > known || request.AfterVersion == nil {
			fresh = append(fresh, event)
		}
	}
	message.Events = fresh
	if message.GetEventTime() != nil || request.AfterVersion == nil || message.GetVersion() > known {
		request.AfterEventTime = message.GetEventTime()
	}
	request.AfterVersion = proto.Int32(message.GetVersion())
	return true
}

// WatchLobby has the public tables as they change. Keep the last resume_token, once its message was dealt with, to go
// on from there after a restart.
func (c *Client) WatchLobby(
	ctx context.Context, request *v1.WatchLobbyRequest,
) iter.Seq2[*v1.WatchLobbyResponse, error] {
	return watch[v1.WatchLobbyRequest, v1.WatchLobbyResponse]{
		layer:   c.layer,
		open:    c.Views.WatchLobby,
		request: proto.CloneOf(request),
		after: func(request *v1.WatchLobbyRequest, message *v1.WatchLobbyResponse) bool {
			request.ResumeToken, request.FromStart = message.GetResumeToken(), false
			return true
		},
		from: func(request *v1.WatchLobbyRequest, token string) {
			request.ResumeToken, request.FromStart = token, false
		},
	}.messages(ctx)
}

// WatchPublic has everything public on the server. Keep the last position, once its items were dealt with, to continue
// from there after a restart.
func (c *Client) WatchPublic(
	ctx context.Context, request *v1.WatchPublicRequest,
) iter.Seq2[*v1.WatchPublicResponse, error] {
	continued := func(request *v1.WatchPublicRequest, position string) {
		request.AfterPosition, request.FromStart = position, false
	}
	return watch[v1.WatchPublicRequest, v1.WatchPublicResponse]{
		layer:   c.layer,
		open:    c.Views.WatchPublic,
		request: proto.CloneOf(request),
		after: func(request *v1.WatchPublicRequest, message *v1.WatchPublicResponse) bool {
			continued(request, message.GetPosition())
			return true
		},
		from: continued,
	}.messages(ctx)
}

// WatchMe has the account's games as they begin, end or wait for it; the same way.
func (c *Client) WatchMe(ctx context.Context, request *v1.WatchMeRequest) iter.Seq2[*v1.WatchMeResponse, error] {
	return watch[v1.WatchMeRequest, v1.WatchMeResponse]{
		layer:   c.layer,
		open:    c.Views.WatchMe,
		request: proto.CloneOf(request),
		after: func(request *v1.WatchMeRequest, message *v1.WatchMeResponse) bool {
			request.ResumeToken, request.FromStart = message.GetResumeToken(), false
			return true
		},
		from: func(request *v1.WatchMeRequest, token string) { request.ResumeToken, request.FromStart = token, false },
	}.messages(ctx)
}

// WatchChat has what is said at a table, with greater numbers than the request's.
func (c *Client) WatchChat(ctx context.Context, request *v1.WatchChatRequest) iter.Seq2[*v1.WatchChatResponse, error] {
	return watch[v1.WatchChatRequest, v1.WatchChatResponse]{
		layer:   c.layer,
		open:    c.Chat.WatchChat,
		request: proto.CloneOf(request),
		after: func(request *v1.WatchChatRequest, message *v1.WatchChatResponse) bool {
			request.AfterNumber = proto.Int32(message.GetNumber())
			return true
		},
		from: func(request *v1.WatchChatRequest, number string) {
			if last, err := strconv.ParseInt(number, 10, 32); err == nil && request.AfterNumber == nil {
				request.AfterNumber = proto.Int32(int32(last))
			}
		},
	}.messages(ctx)
}

// WatchTournament has the states of a tournament after the request's version.
func (c *Client) WatchTournament(
	ctx context.Context, request *v1.WatchTournamentRequest,
) iter.Seq2[*v1.WatchTournamentResponse, error] {
	return watch[v1.WatchTournamentRequest, v1.WatchTournamentResponse]{
		layer:   c.layer,
		open:    c.Tournaments.WatchTournament,
		request: proto.CloneOf(request),
		after: func(request *v1.WatchTournamentRequest, message *v1.WatchTournamentResponse) bool {
			request.AfterVersion = proto.Int32(message.GetVersion())
			return true
		},
		from: func(request *v1.WatchTournamentRequest, version string) {
			if number, err := strconv.ParseInt(version, 10, 32); err == nil && request.AfterVersion == nil {
				request.AfterVersion = proto.Int32(int32(number))
			}
		},
	}.messages(ctx)
}
