// Keeps the account of a program playing: `BOT_TOKEN=… go run ./examples/bot http://127.0.0.1:8080`.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/turnledger/turnledger-go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report := func(event, gameID string, err error) { log.Println(event, gameID, err) }
	bot := turnledger.Bot{Choose: choose, Games: 8, Report: report}
	if err := turnledger.RunBot(ctx, os.Args[1], turnledger.Options{Token: os.Getenv("BOT_TOKEN")}, bot); err != nil {
		log.Fatal(err)
	}
}

// choose gives the first command of the first option.
func choose(context.Context, *turnledger.Turn) (turnledger.Move, error) {
	return turnledger.Move{}, nil
}
