// A league's games as a table: `export HTTP_ADDRESS ACCOUNT_ID… >league.csv` writes a line for each player of each
// finished game of the accounts, every game once.
package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"time"

	turnledger "github.com/turnledger/turnledger-go"
	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

const pageSize = 100

func main() {
	if len(os.Args) < 3 {
		log.Fatal("export HTTP_ADDRESS ACCOUNT_ID…")
	}
	if err := export(context.Background(), os.Args[1], os.Args[2:], os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func export(ctx context.Context, address string, accounts []string, to io.Writer) error {
	me, err := turnledger.SignIn(ctx, address, turnledger.Options{})
	if err != nil {
		return err
	}
	lines := csv.NewWriter(to)
	if err := lines.Write([]string{"game", "ended", "variant", "player", "seat", "rank", "score", "won"}); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, account := range accounts {
		if err := exportPlayer(ctx, me, account, seen, lines); err != nil {
			return fmt.Errorf("%s: %w", account, err)
		}
	}
	lines.Flush()
	return lines.Error()
}

// exportPlayer writes the games of one player that were not written for an earlier player.
func exportPlayer(
	ctx context.Context, me *turnledger.Client, account string, seen map[string]bool, lines *csv.Writer,
) error {
	request := &v1.ListPlayerGamesRequest{AccountId: account, PageSize: pageSize}
	for {
		page, err := me.Views.ListPlayerGames(ctx, request)
		if err != nil {
			return err
		}
		for _, table := range page.GetTables() {
			if seen[table.GetGameId()] {
				continue
			}
			seen[table.GetGameId()] = true
			if err := lines.WriteAll(standings(table)); err != nil {
				return err
			}
		}
		if request.PageToken = page.GetNextPageToken(); request.PageToken == "" {
			return nil
		}
	}
}

func standings(table *v1.Table) [][]string {
	lines := [][]string{}
	for _, standing := range table.GetOutcome().GetStandings() {
		occupant := table.GetOccupants()[standing.GetSeat()]
		name := occupant.GetDisplayName()
		if name == "" {
			name = "bot " + occupant.GetBot()
		}
		lines = append(lines, []string{
			table.GetGameId(), table.GetChangeTime().AsTime().Format(time.RFC3339), table.GetVariant(), name,
			number(standing.GetSeat()), number(standing.GetRank()), number(standing.GetScore()),
			strconv.FormatBool(standing.GetWon()),
		})
	}
	return lines
}

func number(value int32) string { return strconv.Itoa(int(value)) }
