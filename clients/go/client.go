package turnledger

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
	"github.com/turnledger/turnledger-go/gen/turnledger/v1/turnledgerv1connect"
)

const answerBytesMax = 16 << 20

// Options choose the account and how calls are made. The zero value is a new guest whose tokens are not stored.
type Options struct {
	// DisplayName is the account's name, or the one that a new guest would like.
	DisplayName string
	// Password signs a named account in.
	Password string
	// Token is an access token from elsewhere, such as a personal one or one of OAuth. It is not stored.
	Token string
	// TokenSource refreshes Token, or takes its place.
	TokenSource TokenSource
	// DeviceName is how the account's list of devices calls this one.
	DeviceName string
	// Store has the state that the client resumes from, and updates: its tokens are used before name and password.
	Store Store
	// Language is that of texts for people, `en` or `ru`.
	Language string
	// HTTPClient makes the connections; it must not limit the time of a call, which would end watches.
	HTTPClient connect.HTTPClient
	// Times are [DefaultTimes] if none is given.
	Times *Times
	// Clock is [time.Now] if none is given.
	Clock func() time.Time
}

// TokenSource gives another access token, once for all calls that wait: in place of one that the server refused
// (`ended`), and before the first call without a token (`ended` is empty). Calls return its error.
type TokenSource func(ctx context.Context, ended string) (string, error)

// Client makes one account's calls to one server. It may be used by many goroutines.
//
// A request that has a request_id gets one where it has none, in the message itself: make a new message for each thing
// that is wanted.
type Client struct {
	Accounts      turnledgerv1connect.AccountsClient
	Catalogue     turnledgerv1connect.CatalogueClient
	Chat          turnledgerv1connect.ChatClient
	Clubs         turnledgerv1connect.ClubsClient
	History       turnledgerv1connect.HistoryClient
	Lobby         turnledgerv1connect.LobbyClient
	Notifications turnledgerv1connect.NotificationsClient
	Operators     turnledgerv1connect.OperatorsClient
	People        turnledgerv1connect.PeopleClient
	Play          turnledgerv1connect.PlayClient
	Programs      turnledgerv1connect.ProgramsClient
	Puzzles       turnledgerv1connect.PuzzlesClient
	Tournaments   turnledgerv1connect.TournamentsClient
	Views         turnledgerv1connect.ViewsClient

	// Chances are what is kept of each game, to check its dice afterwards.
	Chances *Chances
	// Queue takes commands while there is no network.
	Queue *Queue

	layer   *layer
	given   bool // the tokens come from elsewhere
	store   Store
	http    connect.HTTPClient
	baseURL string
}

// New is a client with the tokens of the store, without a call: for programs that know that an account is signed in, or
// that make only anonymous calls.
func New(baseURL string, options Options) (*Client, error) {
	times := DefaultTimes
	if options.Times != nil {
		times = *options.Times
	}
	c := &Client{store: options.Store, http: options.HTTPClient, baseURL: strings.TrimRight(baseURL, "/")}
	if c.store == nil {
		c.store = NewMemoryStore()
	}
	if c.http == nil {
		c.http = http.DefaultClient
	}
	if options.Clock == nil {
		options.Clock = time.Now
	}
	tokens, err := c.tokens(options, times.Ahead)
	if err != nil {
		return nil, err
	}
	c.Chances, c.Queue = &Chances{store: c.store}, &Queue{client: c}
	c.layer = &layer{times, options.Language, tokens, &pending{store: c.store}, c.Chances}
	c.generated(c.options()...)
	return c, nil
}

func (c *Client) tokens(options Options, ahead time.Duration) (*tokens, error) {
	if c.given = options.Token != "" || options.TokenSource != nil; c.given {
		return given(options.Token, options.TokenSource, options.Clock), nil
	}
	stored, err := newTokens(c.store, ahead, options.Clock)
	if err == nil {
		stored.ask = c.refresh
	}
	return stored, err
}

func (c *Client) generated(options ...connect.ClientOption) {
	c.Accounts = turnledgerv1connect.NewAccountsClient(c.http, c.baseURL, options...)
	c.Catalogue = turnledgerv1connect.NewCatalogueClient(c.http, c.baseURL, options...)
	c.Chat = turnledgerv1connect.NewChatClient(c.http, c.baseURL, options...)
	c.Clubs = turnledgerv1connect.NewClubsClient(c.http, c.baseURL, options...)
	c.History = turnledgerv1connect.NewHistoryClient(c.http, c.baseURL, options...)
	c.Lobby = turnledgerv1connect.NewLobbyClient(c.http, c.baseURL, options...)
	c.Notifications = turnledgerv1connect.NewNotificationsClient(c.http, c.baseURL, options...)
	c.Operators = turnledgerv1connect.NewOperatorsClient(c.http, c.baseURL, options...)
	c.People = turnledgerv1connect.NewPeopleClient(c.http, c.baseURL, options...)
	c.Play = turnledgerv1connect.NewPlayClient(c.http, c.baseURL, options...)
	c.Programs = turnledgerv1connect.NewProgramsClient(c.http, c.baseURL, options...)
	c.Puzzles = turnledgerv1connect.NewPuzzlesClient(c.http, c.baseURL, options...)
	c.Tournaments = turnledgerv1connect.NewTournamentsClient(c.http, c.baseURL, options...)
	c.Views = turnledgerv1connect.NewViewsClient(c.http, c.baseURL, options...)
}

// options are the layer's, for every generated client.
func (c *Client) options() []connect.ClientOption {
	return []connect.ClientOption{connect.WithInterceptors(c.layer), connect.WithReadMaxBytes(answerBytesMax)}
}

// SignIn is a client of an account: of the one whose tokens the store holds, of the named one with that password, or of
// a new guest. Tokens that the server refuses for good (it was set up again, or took them back) are forgotten, and
// sign-in begins again. A given token needs the scope account:read here, and its refusal is the error. It asks the
// server; [New] does not.
func SignIn(ctx context.Context, baseURL string, options Options) (*Client, error) {
	c, err := New(baseURL, options)
	if err != nil {
		return nil, err
	}
	known, err := c.recalled(ctx)
	if err != nil {
		return nil, err
	}
	if known {
		return c, nil
	}
	if options.Password != "" {
		request := &v1.SignInRequest{
			DisplayName: options.DisplayName, Password: options.Password, DeviceName: options.DeviceName,
		}
		_, err = c.Accounts.SignIn(ctx, request)
	} else {
		request := &v1.SignInAsGuestRequest{DisplayName: options.DisplayName, DeviceName: options.DeviceName}
		_, err = c.Accounts.SignInAsGuest(ctx, request)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// recalled says whether the server takes the stored tokens. It forgets them where it does not.
func (c *Client) recalled(ctx context.Context) (bool, error) {
	if !c.SignedIn() {
		return false, nil
	}
	_, err := c.Accounts.GetMe(ctx, &v1.GetMeRequest{})
	if c.given || !signedOut(err) {
		return err == nil, err
	}
	return false, c.Forget()
}

// SignedIn says whether there are tokens; they may have ended.
func (c *Client) SignedIn() bool {
	pair, _ := c.layer.tokens.now()
	return pair != nil
}

// Forget signs this device out: it takes the tokens out of the store, and the requests that were not answered, which
// are the account's. A guest's account is lost with them. The server hears nothing of it: Accounts.SignOutDevice tells
// it.
func (c *Client) Forget() error {
	err := c.layer.tokens.forget()
	for _, prefix := range []string{pendingKey, queueKey} {
		keys, failed := c.store.Keys(prefix)
		err = errors.Join(err, failed)
		for _, key := range keys {
			err = errors.Join(err, c.store.Delete(key))
		}
	}
	return err
}

func (c *Client) refresh(ctx context.Context, refreshToken string) error {
	_, err := c.Accounts.RefreshTokens(ctx, &v1.RefreshTokensRequest{RefreshToken: refreshToken})
	return err
}

// CreateTable opens a table and gives its game.
func (c *Client) CreateTable(ctx context.Context, request *v1.CreateTableRequest) (*Game, error) {
	answer, err := c.Lobby.CreateTable(ctx, request)
	if err != nil {
		return nil, err
	}
	return c.Game(answer.GetTable().GetGameId()), nil
}

// QuickMatch sits down at a table of that kind with others who want to play it; the game begins when it is full.
func (c *Client) QuickMatch(ctx context.Context, request *v1.QuickMatchRequest) (*Game, error) {
	answer, err := c.Lobby.QuickMatch(ctx, request)
	if err != nil {
		return nil, err
	}
	return c.Game(answer.GetTable().GetGameId()), nil
}

// Game has words for what is done with one.
func (c *Client) Game(gameID string) *Game { return &Game{ID: gameID, client: c} }
