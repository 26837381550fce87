// Package turnledger is a client of a Turnledger server, over Connect.
//
//	me, err := turnledger.SignIn(ctx, "http://127.0.0.1:8080", turnledger.Options{DisplayName: "Ann"})
//	game, err := me.CreateTable(ctx, &v1.CreateTableRequest{Variant: "card_game", Seats: 2, Join: true})
//	_, err = game.AddBot(ctx, "greedy")
//	_, err = game.Start(ctx)
//	for turn, err := range game.Turns(ctx) {
//		if err != nil {
//			return err
//		}
//		_, err = turn.Submit(ctx, turn.Options()[0].GetFirst())
//	}
//
// A [Client] has every service of the contract, as generated. All their calls go through one layer: it signs in and
// stays so, makes request ids, sends again what may be sent again, and says of a refusal what it was ([Error]).
package turnledger
