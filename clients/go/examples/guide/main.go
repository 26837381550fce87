// From a token to a rematch: the program of the kit's README.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	turnledger "github.com/turnledger/turnledger-go"
	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

func main() {
	address := "http://127.0.0.1:8080"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	if err := tokenToRematch(context.Background(), address); err != nil {
		log.Fatal(err)
	}
}

func tokenToRematch(ctx context.Context, address string) error {
	// Sign in
	store := turnledger.NewMemoryStore() // NewFileStore outlives the program
	ann, err := turnledger.SignIn(ctx, address, turnledger.Options{Store: store, Language: "en"})
	if err != nil {
		return err
	}
	bob, err := turnledger.SignIn(ctx, address, turnledger.Options{})
	if err != nil {
		return err
	}

	// A private table
	hers, err := ann.CreateTable(ctx, &v1.CreateTableRequest{
		Variant: "power_grid/russia", Seats: 2, Join: true, Private: true, Unrated: true,
	})
	if err != nil {
		return err
	}
	his := bob.Game(hers.ID)
	_, err = his.Join(ctx, "", "")
	if turnledger.Reason(err) != "INVITE_NEEDED" {
		return fmt.Errorf("a private table let somebody in: %w", err)
	}
	invite, err := hers.Invite(ctx)
	if err != nil {
		return err
	}
	if _, err := his.Join(ctx, "black", invite); err != nil {
		return err
	}
	if _, err := hers.Start(ctx); err != nil {
		return err
	}

	// Play
	if err := play(ctx, hers, his); err != nil {
		return err
	}

	// To the end, and again
	if _, err := his.Resign(ctx); err != nil {
		return err
	}
	for event, err := range hers.Events(ctx, 0) {
		if err != nil {
			return err
		}
		fmt.Println(event.GetVersion(), event.GetSays())
	}
	if kept, err := hers.CheckChance(ctx); err != nil || !kept {
		return fmt.Errorf("the chance was not kept: %w", err)
	}
	if proof, err := hers.Prove(ctx); err != nil || !proof.Right {
		return fmt.Errorf("the file does not prove itself: %w", err)
	}
	again, err := hers.Rematch(ctx)
	if err != nil {
		return err
	}
	same, err := his.Rematch(ctx)
	if err == nil && same.ID != again.ID {
		err = errors.New("they meet at two tables")
	}
	return err
}

func play(ctx context.Context, hers, his *turnledger.Game) error {
	acting, options := hers, (*v1.ListOptionsResponse)(nil)
	for _, acting = range []*turnledger.Game{hers, his} {
		var err error
		if options, err = acting.Options(ctx); err != nil {
			return err
		}
		if len(options.GetOptions()) > 0 {
			break
		}
	}
	// The command that a choice by numbers means, in a sentence.
	choice := &v1.Choice{}
	command, err := acting.SpellOut(ctx, options.GetVersion(), choice)
	if err != nil {
		return err
	}
	fmt.Println("number 0 of option 0:", command.GetSays())

	// A refusal has the reason, its figures, and the legal commands.
	_, err = acting.Choose(ctx, options.GetVersion(), 0, 9999)
	var refused *turnledger.Error
	if !errors.As(err, &refused) {
		return fmt.Errorf("there is no such number: %w", err)
	}
	fmt.Println(refused.Reason, refused.Facts, refused.Says)

	if _, err := acting.Choose(ctx, options.GetVersion(), 0, 0); err != nil {
		return err
	}
	_, err = acting.Undo(ctx, 1) // nothing was revealed, and no other player moved
	return err
}
