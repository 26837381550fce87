package turnledger

import (
	"context"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const tokensKey = "tokens"

// tokens are the pair in use. One exchange serves all calls that wait for it.
type tokens struct {
	store Store
	ahead time.Duration
	clock func() time.Time
	ask   func(context.Context, string) error // RefreshTokens, which ends in `exchanged`; nil: nothing is exchanged

	storing  sync.Mutex // the store and what is used say the same
	mutex    sync.Mutex
	pair     *v1.Tokens
	renewAt  time.Time // zero: only when the server demands it
	exchange *exchange // nil: none is under way
	left     string    // the refresh token that was given up last: the result of its exchange is discarded
}

type exchange struct {
	done chan struct{}
	err  error // once done
}

func newTokens(store Store, ahead time.Duration, clock func() time.Time) (*tokens, error) {
	t := &tokens{store: store, ahead: ahead, clock: clock}
	stored, err := store.Get(tokensKey)
	if err != nil || stored == nil {
		return t, err
	}
	pair := &v1.Tokens{}
	if err := proto.Unmarshal(stored, pair); err != nil {
		return nil, err
	}
	t.pair, t.renewAt = pair, pair.GetAccessExpireTime().AsTime().Add(-ahead)
	return t, nil
}

// use stores a new pair and uses it from then on, in place of whatever was used before.
func (t *tokens) use(pair *v1.Tokens) error {
	t.storing.Lock()
	defer t.storing.Unlock()
	t.leave()
	return t.keep(pair)
}

// exchanged is use of the pair that came for a refresh token, unless that was given up meanwhile.
func (t *tokens) exchanged(refreshToken string, pair *v1.Tokens) error {
	t.storing.Lock()
	defer t.storing.Unlock()
	t.mutex.Lock()
	left := t.left
	t.mutex.Unlock()
	if refreshToken == left {
		return nil
	}
	return t.keep(pair)
}

// leave gives up the pair in use.
func (t *tokens) leave() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.pair != nil {
		t.left = t.pair.GetRefreshToken()
	}
}

func (t *tokens) keep(pair *v1.Tokens) error {
	stored, err := proto.Marshal(pair)
	if err != nil {
		return err
	}
	if err := t.store.Put(tokensKey, stored); err != nil {
		return err
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.pair, t.renewAt = pair, pair.GetAccessExpireTime().AsTime().Add(-t.ahead)
	if !t.renewAt.After(t.clock()) {
		t.renewAt = time.Time{} // a new pair that seems to have ended: this clock is wrong, and the server's word counts
	}
	return nil
}

// forget is for an account that has signed out.
func (t *tokens) forget() error {
	t.storing.Lock()
	defer t.storing.Unlock()
	t.leave()
	t.mutex.Lock()
	t.pair = nil
	t.mutex.Unlock()
	return t.store.Delete(tokensKey)
}

// given are tokens from elsewhere, which are not stored: an access token, or a source of them, or both.
func given(token string, source TokenSource, clock func() time.Time) *tokens {
	t := &tokens{store: NewMemoryStore(), clock: clock}
	t.pair = &v1.Tokens{AccessToken: token}
	if token == "" {
		t.renewAt = time.Unix(0, 0) // before the first call
	}
	if source == nil {
		return t
	}
	t.ask = func(ctx context.Context, _ string) error {
		pair, _ := t.now()
		fresh, err := source(ctx, pair.GetAccessToken())
		if err != nil {
			return err
		}
		return t.use(&v1.Tokens{AccessToken: fresh})
	}
	return t
}

// wantsRenewal says that the server refused the access token, and another one can be had.
func (t *tokens) wantsRenewal(err error) bool { return renewable(err) && t.ask != nil }

func (t *tokens) now() (pair *v1.Tokens, late bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.pair, t.pair != nil && !t.renewAt.IsZero() && !t.clock().Before(t.renewAt)
}

// access is the token for a call, which a refresh came before where it was about to end.
func (t *tokens) access(ctx context.Context) (string, error) {
	pair, late := t.now()
	if late {
		if err := t.renew(ctx, pair.GetAccessToken()); err != nil && !again(err) {
			return "", err // what is only away shall not keep a token from use that may still be good
		}
		pair, _ = t.now()
	}
	return pair.GetAccessToken(), nil
}

// renew exchanges the pair, unless another call did since the access token `ended` was taken. If a caller stops
// waiting, the exchange continues.
func (t *tokens) renew(ctx context.Context, ended string) error {
	t.mutex.Lock()
	if t.pair == nil || t.pair.GetAccessToken() != ended {
		t.mutex.Unlock()
		return nil
	}
	if t.exchange == nil {
		t.exchange = &exchange{done: make(chan struct{})}
		go t.run(context.WithoutCancel(ctx), t.exchange, t.pair.GetRefreshToken())
	}
	waited := t.exchange
	t.mutex.Unlock()
	select {
	case <-waited.done:
		return waited.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *tokens) run(ctx context.Context, exchange *exchange, refreshToken string) {
	exchange.err = t.ask(ctx, refreshToken)
	t.mutex.Lock()
	t.exchange = nil
	t.mutex.Unlock()
	close(exchange.done)
}
