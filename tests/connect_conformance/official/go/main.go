// Command official calls a real server with connect-go and grpc-go, in each protocol and packing. A line of JSON a
// case.
//
//	go run . HTTP GRPC
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const (
	limit = 10 * time.Second
	short = 500 * time.Millisecond

	unknown   = "00000000-0000-4000-8000-000000000000"
	requestID = "00000000-0000-4000-8000-000000000001" // each account is new
)

// caller is what each library is asked for, by the path of a method.
type caller interface {
	unary(ctx context.Context, path string, request, answer proto.Message) error
	// stream hands every answer over until told is false.
	stream(ctx context.Context, path string, request proto.Message, told func(*v1.WatchGameResponse) bool) error
	// judged is the code and the reason of an error.
	judged(err error) (code, reason string)
	signedIn(ctx context.Context, token string) context.Context
}

type held struct {
	caller
	token, gameID string
}

func (h held) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(h.signedIn(context.Background(), h.token), limit)
}

func (h held) watch(ctx context.Context, after *int32, told func(*v1.WatchGameResponse) bool) error {
	return h.stream(ctx, "Views/WatchGame", &v1.WatchGameRequest{GameId: h.gameID, AfterVersion: after}, told)
}

var cases = []struct {
	name string
	run  func(held) error
}{
	{"unary", func(h held) error {
		ctx, end := h.context()
		defer end()
		answer := &v1.GetMeResponse{}
		err := h.unary(ctx, "Accounts/GetMe", &v1.GetMeRequest{}, answer)
		if id := answer.GetAccount().GetAccountId(); err == nil && len(id) != 26 {
			return fmt.Errorf("the account %q", id)
		}
		return err
	}},
	{"refusal", func(h held) error {
		ctx, end := h.context()
		defer end()
		err := h.unary(ctx, "Lobby/GetTable", &v1.GetTableRequest{GameId: unknown}, &v1.GetTableResponse{})
		return h.expect(err, "not_found", "UNKNOWN_GAME")
	}},
	{"unauthenticated", func(h held) error {
		ctx, end := context.WithTimeout(context.Background(), limit)
		defer end()
		err := h.unary(ctx, "Accounts/GetMe", &v1.GetMeRequest{}, &v1.GetMeResponse{})
		return h.expect(err, "unauthenticated", "TOKEN_MISSING")
	}},
	{"stream", func(h held) error {
		ctx, end := h.context()
		defer end()
		first := int32(0)
		err := h.watch(ctx, proto.Int32(0), func(answer *v1.WatchGameResponse) bool {
			if len(answer.GetEvents()) == 0 {
				return true // the first message may be a heartbeat
			}
			first = answer.GetEvents()[0].GetVersion()
			return false
		})
		if err == nil && first != 1 {
			return fmt.Errorf("the first event is %d", first)
		}
		return err
	}},
	{"deadline", func(h held) error {
		ctx, end := context.WithTimeout(h.signedIn(context.Background(), h.token), short)
		defer end()
		return h.expect(h.watch(ctx, nil, func(*v1.WatchGameResponse) bool { return true }), "deadline_exceeded", "")
	}},
}

// expect: a reason of "" may be any.
func (h held) expect(err error, code, reason string) error {
	if err == nil {
		return errors.New("nothing was refused")
	}
	if got, because := h.judged(err); got != code || reason != "" && because != reason {
		return fmt.Errorf("expected %s %s: %w (%s %s)", code, reason, err, got, because)
	}
	return nil
}

// ---- connect-go ----

type ofConnect struct {
	url     string
	options []connect.ClientOption
}

type tokenKey struct{}

func (c ofConnect) signedIn(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, tokenKey{}, token)
}

func withToken[M any](ctx context.Context, request *connect.Request[M]) *connect.Request[M] {
	if token, ok := ctx.Value(tokenKey{}).(string); ok {
		request.Header().Set("Authorization", "Bearer "+token)
	}
	return request
}

func call[Q, A any](ctx context.Context, c ofConnect, path string, request *Q, answer proto.Message) error {
	client := connect.NewClient[Q, A](http.DefaultClient, c.url+"/turnledger.v1."+path, c.options...)
	told, err := client.CallUnary(ctx, withToken(ctx, connect.NewRequest(request)))
	if err == nil {
		proto.Merge(answer, any(told.Msg).(proto.Message))
	}
	return err
}

func (c ofConnect) unary(ctx context.Context, path string, request, answer proto.Message) error {
	switch request := request.(type) {
	case *v1.SignInAsGuestRequest:
		return call[v1.SignInAsGuestRequest, v1.SignInAsGuestResponse](ctx, c, path, request, answer)
	case *v1.CreateTableRequest:
		return call[v1.CreateTableRequest, v1.CreateTableResponse](ctx, c, path, request, answer)
	case *v1.GetMeRequest:
		return call[v1.GetMeRequest, v1.GetMeResponse](ctx, c, path, request, answer)
	case *v1.GetTableRequest:
		return call[v1.GetTableRequest, v1.GetTableResponse](ctx, c, path, request, answer)
	default:
		return fmt.Errorf("%s is not called here", path)
	}
}

func (c ofConnect) stream(
	ctx context.Context, path string, request proto.Message, told func(*v1.WatchGameResponse) bool,
) error {
	url := c.url + "/turnledger.v1." + path
	client := connect.NewClient[v1.WatchGameRequest, v1.WatchGameResponse](http.DefaultClient, url, c.options...)
	stream, err := client.CallServerStream(ctx, withToken(ctx, connect.NewRequest(request.(*v1.WatchGameRequest))))
	if err != nil {
		return err
	}
	defer stream.Close()
	for stream.Receive() {
		if !told(stream.Msg()) {
			return nil
		}
	}
	return stream.Err()
}

func (c ofConnect) judged(err error) (code, reason string) {
	var refused *connect.Error
	if !errors.As(err, &refused) {
		return "", ""
	}
	for _, detail := range refused.Details() {
		if value, err := detail.Value(); err == nil {
			if info, ok := value.(*errdetails.ErrorInfo); ok {
				reason = info.GetReason()
			}
		}
	}
	return refused.Code().String(), reason
}

// ---- grpc-go ----

type ofGRPC struct{ connection *grpc.ClientConn }

func (c ofGRPC) signedIn(ctx context.Context, token string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
}

func (c ofGRPC) unary(ctx context.Context, path string, request, answer proto.Message) error {
	return c.connection.Invoke(ctx, "/turnledger.v1."+path, request, answer)
}

func (c ofGRPC) stream(
	ctx context.Context, path string, request proto.Message, told func(*v1.WatchGameResponse) bool,
) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	stream, err := c.connection.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/turnledger.v1."+path)
	if err != nil {
		return err
	}
	if err := errors.Join(stream.SendMsg(request), stream.CloseSend()); err != nil {
		return err
	}
	for {
		answer := &v1.WatchGameResponse{}
		if err := stream.RecvMsg(answer); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if !told(answer) {
			return nil
		}
	}
}

func (c ofGRPC) judged(err error) (code, reason string) {
	told := status.Convert(err)
	for _, detail := range told.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			reason = info.GetReason()
		}
	}
	return connect.Code(told.Code()).String(), reason
}

// ---- all of them ----

func begin(c caller) (held, error) {
	ctx, end := context.WithTimeout(context.Background(), limit)
	defer end()
	guest := &v1.SignInAsGuestResponse{}
	if err := c.unary(ctx, "Accounts/SignInAsGuest", &v1.SignInAsGuestRequest{}, guest); err != nil {
		return held{}, err
	}
	token, made := guest.GetTokens().GetAccessToken(), &v1.CreateTableResponse{}
	request := &v1.CreateTableRequest{Variant: "card_game", Seats: 2, Join: true, RequestId: requestID}
	err := c.unary(c.signedIn(ctx, token), "Lobby/CreateTable", request, made)
	return held{c, token, made.GetTable().GetGameId()}, err
}

func version(module string) string {
	about, _ := debug.ReadBuildInfo()
	for _, each := range about.Deps {
		if each.Path == module {
			return strings.TrimPrefix(each.Version, "v")
		}
	}
	return "?"
}

func main() {
	url, target := os.Args[1], strings.TrimPrefix(os.Args[2], "http://")
	connection, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	ofConnectGo, ofGRPCGo := "connect-go "+version("connectrpc.com/connect"), "grpc-go "+version("google.golang.org/grpc")
	asJSON, asWeb := connect.WithProtoJSON(), connect.WithGRPCWeb()
	ways := []struct {
		client, protocol, packing string
		caller                    caller
	}{
		{ofConnectGo, "Connect", "protobuf", ofConnect{url, nil}},
		{ofConnectGo, "Connect", "JSON", ofConnect{url, []connect.ClientOption{asJSON}}},
		{ofConnectGo, "gRPC-Web", "protobuf", ofConnect{url, []connect.ClientOption{asWeb}}},
		{ofConnectGo, "gRPC-Web", "JSON", ofConnect{url, []connect.ClientOption{asWeb, asJSON}}},
		{ofGRPCGo, "gRPC", "protobuf", ofGRPC{connection}},
	}
	lines := json.NewEncoder(os.Stdout)
	for _, way := range ways {
		told, err := begin(way.caller)
		for _, each := range cases {
			wrong := ""
			if err == nil {
				if failed := each.run(told); failed != nil {
					wrong = failed.Error()
				}
			} else {
				wrong = err.Error()
			}
			line := map[string]string{
				"client": way.client, "protocol": way.protocol, "packing": way.packing, "case": each.name, "wrong": wrong,
			}
			if err := lines.Encode(line); err != nil {
				log.Fatal(err)
			}
		}
	}
}
