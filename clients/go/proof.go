package turnledger

import (
	"context"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// After the end: what proves a game.

// Export is the file of the game (docs/history-format.md): of a running one what the account may know.
func (g *Game) Export(ctx context.Context) ([]byte, error) {
	parts, err := g.client.History.ExportGame(ctx, &v1.ExportGameRequest{GameId: g.ID})
	if err != nil {
		return nil, err
	}
	defer parts.Close()
	var file []byte
	for parts.Receive() {
		file = append(file, parts.Msg().GetContent()...)
	}
	return file, parts.Err()
}

// Prove verifies the file of the game by the server's published keys, and returns a [ChanceMismatch] if it reveals
// another chance than this account kept. The keys are the server's word: who wants more compares them with another's,
// and the file with `turnledger verify`, which has the rules.
func (g *Game) Prove(ctx context.Context) (*Verdict, error) {
	file, err := g.Export(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := g.client.History.ListSigningKeys(ctx, &v1.ListSigningKeysRequest{})
	if err != nil {
		return nil, err
	}
	verdict := Verify(file, keys.GetKeySet())
	chance, err := g.client.Chances.Of(g.ID)
	if err != nil || chance == nil || verdict.Secret == "" {
		return verdict, err
	}
	_, seat, err := g.seat(ctx)
	if err != nil {
		return verdict, err
	}
	return verdict, chance.Check(&v1.TableEvent_SecretRevealed{Secret: verdict.Secret, Nonces: verdict.Nonces}, seat)
}

// CheckChance says, after the end, whether this account's chance was kept, and then returns a [ChanceMismatch] if the
// secret is not the one that the server was bound to, or the account's nonce took no part. [Game.Prove] checks the
// file, too.
func (g *Game) CheckChance(ctx context.Context) (kept bool, err error) {
	chance, err := g.client.Chances.Of(g.ID)
	if err != nil || chance == nil {
		return false, err
	}
	table, seat, err := g.seat(ctx)
	if err != nil {
		return false, err
	}
	request := &v1.ListEventsRequest{GameId: g.ID, FromVersion: table.GetVersion()}
	page, err := g.client.History.ListEvents(ctx, request)
	if err != nil {
		return false, err
	}
	for _, event := range page.GetEvents() {
		if revealed := event.GetTable().GetSecretRevealed(); revealed != nil {
			return true, chance.Check(revealed, seat)
		}
	}
	return false, nil
}

// seat is that of the account; -1 where it has none.
func (g *Game) seat(ctx context.Context) (*v1.Table, int, error) {
	me, err := g.client.Accounts.GetMe(ctx, &v1.GetMeRequest{})
	if err != nil {
		return nil, -1, err
	}
	table, err := g.Table(ctx)
	return table, seatOf(table, me.GetAccount().GetAccountId()), err
}

func seatOf(table *v1.Table, accountID string) int {
	for seat, occupant := range table.GetOccupants() {
		if occupant.GetAccountId() == accountID {
			return seat
		}
	}
	return -1
}
