package turnledger

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
	"github.com/turnledger/turnledger-go/gen/turnledger/v1/turnledgerv1connect"
)

// layer is between every generated client and the wire.
type layer struct {
	times    Times
	language string
	tokens   *tokens
	pending  *pending
	chances  *Chances
}

// WrapUnary implements [connect.Interceptor].
func (l *layer) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		message, ok := request.Any().(proto.Message)
		if !ok {
			return next(ctx, request)
		}
		complete(message)
		id, err := l.pending.keep(ctx, request.Spec().Procedure, message)
		if err != nil {
			return nil, err
		}
		response, err := l.insist(ctx, next, request)
		if err == nil || !stays(err) && ctx.Err() == nil {
			// A request that was not judged stays, for Client.SendPending.
			if failed := l.pending.answered(id); failed != nil {
				err = errors.Join(err, failed)
			}
		}
		if err != nil {
			return nil, err
		}
		return response, l.learn(message, response.Any())
	}
}

// learn keeps what an answer tells about tokens and chance.
func (l *layer) learn(request proto.Message, response any) error {
	if answer, ok := response.(interface{ GetTokens() *v1.Tokens }); ok && answer.GetTokens() != nil {
		if err := l.signIn(request, answer.GetTokens()); err != nil {
			return err
		}
	}
	if answer, ok := response.(interface{ GetTable() *v1.Table }); ok && answer.GetTable() != nil {
		return l.chances.learn(request, answer.GetTable())
	}
	return nil
}

func (l *layer) signIn(request proto.Message, pair *v1.Tokens) error {
	if exchange, ok := request.(*v1.RefreshTokensRequest); ok {
		return l.tokens.exchanged(exchange.GetRefreshToken(), pair)
	}
	return l.tokens.use(pair)
}

// insist sends the same request until there is an answer, a final refusal, or no time left.
func (l *layer) insist(
	ctx context.Context, next connect.UnaryFunc, request connect.AnyRequest,
) (connect.AnyResponse, error) {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.times.Patience)
		defer cancel()
	}
	renewed := anonymous(request.Spec().Procedure)
	for tried := 0; ; tried++ {
		token, response, err := l.attempt(ctx, next, request)
		switch {
		case err == nil:
			return response, nil
		case ctx.Err() != nil:
			return nil, errors.Join(err, ctx.Err())
		case l.tokens.wantsRenewal(err) && !renewed:
			renewed = true
			if err := l.tokens.renew(ctx, token); err != nil {
				return nil, err
			}
			continue
		case !again(err):
			return nil, err
		}
		if !l.wait(ctx, err, tried) {
			return nil, err
		}
	}
}

// wait pauses before the next attempt; false where no time is left for one.
func (l *layer) wait(ctx context.Context, err error, tried int) bool {
	pause := l.times.pause(err, tried, rand.Float64())
	if end, limited := ctx.Deadline(); limited && time.Until(end) < pause {
		return false
	}
	return sleep(ctx, pause) == nil
}

func (l *layer) attempt(
	ctx context.Context, next connect.UnaryFunc, request connect.AnyRequest,
) (string, connect.AnyResponse, error) {
	token := ""
	if !anonymous(request.Spec().Procedure) {
		var err error
		if token, err = l.tokens.access(ctx); err != nil {
			return "", nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, l.times.Attempt)
	defer cancel()
	l.sign(request.Header(), token)
	response, err := next(ctx, request)
	return token, response, typed(err)
}

// WrapStreamingClient implements [connect.Interceptor]: streams have the headers, and what ends them is an [Error].
func (l *layer) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		conn := next(ctx, spec)
		token, err := l.tokens.access(ctx)
		l.sign(conn.RequestHeader(), token)
		return &typedConn{StreamingClientConn: conn, failed: err}
	}
}

// WrapStreamingHandler implements [connect.Interceptor]; nothing is served here.
func (l *layer) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

func (l *layer) sign(header http.Header, token string) {
	header.Del("authorization") // of the attempt before
	if token != "" {
		header.Set("authorization", "Bearer "+token)
	}
	if l.language != "" {
		header.Set("accept-language", l.language)
	}
}

type typedConn struct {
	connect.StreamingClientConn
	failed error
}

func (c *typedConn) Send(message any) error {
	if c.failed != nil {
		return c.failed
	}
	return typed(c.StreamingClientConn.Send(message))
}

func (c *typedConn) Receive(message any) error { return typed(c.StreamingClientConn.Receive(message)) }

// anonymous are the calls that sign in: they carry no token, and a new one would not help.
func anonymous(procedure string) bool {
	switch procedure {
	case turnledgerv1connect.AccountsRefreshTokensProcedure,
		turnledgerv1connect.AccountsSignInProcedure,
		turnledgerv1connect.AccountsSignInAsGuestProcedure,
		turnledgerv1connect.AccountsSignInWithIssuerProcedure,
		turnledgerv1connect.AccountsRecoverProcedure,
		turnledgerv1connect.AccountsRequestRecoveryProcedure,
		turnledgerv1connect.AccountsBeginPasskeySignInProcedure,
		turnledgerv1connect.AccountsSignInWithPasskeyProcedure:
		return true
	}
	return false
}

// secret are the calls that are never stored: their requests hold passwords.
func secret(procedure string) bool {
	return strings.HasPrefix(procedure, "/"+turnledgerv1connect.AccountsName+"/")
}
