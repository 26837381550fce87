"""Checks common to all commands (CG-GEN) and what is hidden (CG-VIS)."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.card_game.messages import (
    BuyResourceCard,
    DeckShuffled,
    FinishBuying,
    LastRoundBegan,
    NominatePlant,
    PassBid,
    PassNomination,
    PhaseBegan,
    PlaceBid,
    ResourceDeckReshuffled,
    RoundBegan,
    Run,
    RunPlants,
    ScrapPlant,
)
from domain.card_game.state import AUCTION, BUREAUCRACY, RESOURCES
from domain.kernel.decider import decide, fold
from domain.kernel.dice import Dice
from domain.kernel.privacy import redact
from domain.kernel.simulation import play, random_bot
from tests.domain.card_game.tables import SEED, begun, decider, drawn, standing, started
from tests.kit import Refusal

MARKET = ("P14", "P15", "P16", "P17", "P19", "P20", "P21", "P22")
OF_PHASE = {
    AUCTION: (NominatePlant(0, "P14", 9), PassNomination(0), PlaceBid(0, 9), PassBid(0), ScrapPlant(0, "P14")),
    RESOURCES: (BuyResourceCard(0, "R01"), FinishBuying(0)),
    BUREAUCRACY: (RunPlants(0, ()),),
}


@pytest.mark.rule("CG-GEN-01")
@pytest.mark.parametrize("phase", OF_PHASE)
@pytest.mark.parametrize("command", [command for commands in OF_PHASE.values() for command in commands])
def test_a_command_belongs_to_one_phase(phase, command):
    game = standing(3, phase=phase, market=MARKET, deck=("P25",), row=(1, 0, 2))
    (expected,) = (each for each, commands in OF_PHASE.items() if command in commands)
    wrong = Refusal("WRONG_PHASE", phase=phase, expected=expected)
    assert (game.refusal(command) == wrong) == (phase != expected)


@pytest.mark.rule("CG-GEN-01")
def test_a_round_has_three_phases_and_the_last_one_two():
    told = []
    for turn in play(*_random(3)):
        told += [event for event in turn.events if isinstance(event, (RoundBegan, LastRoundBegan, PhaseBegan))]
    names = [event.name if isinstance(event, PhaseBegan) else type(event).__name__ for event in told]
    rounds = sum(isinstance(event, RoundBegan) for event in told)
    assert names == ["RoundBegan", AUCTION, RESOURCES, BUREAUCRACY] * (rounds - 1) + [
        "RoundBegan",
        "LastRoundBegan",
        AUCTION,
        RESOURCES,
    ]
    assert [event.number for event in told if isinstance(event, RoundBegan)] == list(range(1, rounds + 1))


def _random(players, text="common", renovation="off"):
    rules, setup = drawn(players, renovation, text)
    return rules, setup, [random_bot] * players, Dice.from_text(text).roll("bots")


@pytest.mark.rule("CG-GEN-02")
def test_checks_run_in_the_order_shape_game_player_phase_decision_moment_standing_turn():
    game = standing(3, market=MARKET, deck=("P25",), plants={0: ("P01", "P02", "P03")})
    assert game.refusal(NominatePlant(9, "P14", 0)) == Refusal("MALFORMED_COMMAND", count=0)
    assert game.refusal(FinishBuying(9)) == Refusal("UNKNOWN_PLAYER", player=9)
    assert game.refusal(FinishBuying(1)) == Refusal("WRONG_PHASE", phase="AUCTION", expected="RESOURCES")
    game.when(PassNomination(0))
    assert game.refusal(PlaceBid(0, 10)) == "NO_AUCTION_OPEN"
    game.when(NominatePlant(1, "P15", 10))
    assert game.refusal(NominatePlant(0, "P99", 10)) == Refusal("AUCTION_IN_PROGRESS", card="P15")
    assert game.refusal(PlaceBid(0, 5)) == "OUT_OF_AUCTIONS_THIS_ROUND"
    assert game.refusal(PlaceBid(1, 5)) == Refusal("NOT_YOUR_TURN", to_act=2)


@pytest.mark.rule("CG-GEN-02")
def test_a_refused_command_changes_nothing():
    game = standing(3, market=MARKET, deck=("P25",))
    before = msgspec.json.encode(game.state)
    game.refusal(NominatePlant(0, "P14", 0))
    game.refusal(NominatePlant(1, "P15", 10))
    assert msgspec.json.encode(game.state) == before


@pytest.mark.rule("CG-GEN-03")
def test_whoever_pays_pays_the_bank_and_nobody_owes():
    for turn in play(*_random(4)):
        cash = [player.cash for player in turn.state.players]
        assert min(cash) >= 0
        assert sum(cash) == -turn.state.bank


# Hidden parts


def two_worlds(players, depth):
    """Two games alike but for what is hidden deeper than `depth` cards: the rest of both decks, the blind removals, the
    seed. Backs are public where they come to the top, so small plants change places with small, large with large."""
    rules, setup = drawn(players, "on", "worlds")
    cards, (*deck, last) = rules.rules.cards.plants, setup.deck
    hidden = [*deck[depth:], *setup.removed_blind]
    turned = {}
    for size in ("small", "large"):
        alike = [card for card in hidden if cards[card].size == size]
        turned |= dict(zip(alike, alike[1:] + alike[:1], strict=True))
    fuel = setup.resource_deck
    other = replace(
        setup,
        deck=(*deck[:depth], *(turned[card] for card in deck[depth:]), last),
        removed_blind=tuple(turned[card] for card in setup.removed_blind),
        resource_deck=(*fuel[:depth], *fuel[depth:][::-1]),
        seed=SEED,
    )
    return rules, setup, other


def seen_by(rules, game, events, viewer):
    """All data that a viewer can receive: redacted events, the board, the options of the seats to act."""
    redacted = [redact(event, viewer) for event in events]
    options = [rules.options(game.state, seat) for seat in rules.to_act(game.state)]
    return msgspec.json.encode([redacted, rules.view(game.state, viewer), options, rules.moment(game.state)])


@pytest.mark.rule("CG-VIS-01", "CG-VIS-02", "CG-VIS-03")
@pytest.mark.parametrize(("players", "depth", "least"), [(2, 0, 2), (2, 9, 15), (3, 9, 15), (5, 0, 2), (5, 14, 60)])
def test_two_games_that_differ_in_what_is_hidden_look_the_same_until_it_is_revealed(players, depth, least):
    rules, *setups = two_worlds(players, depth)
    one, other = (begun(rules, setup) for setup in setups)
    roll = Dice.from_text("worlds").roll("moves")
    compared = 0
    while (seen := [[redact(event, 0) for event in game.events] for game in (one, other)])[0] == seen[1]:
        for viewer in (None, *range(players)):
            assert seen_by(rules, one, one.events, viewer) == seen_by(rules, other, other.events, viewer)
        (seat,) = rules.to_act(one.state)
        command = random_bot(None, rules.options(one.state, seat), seat, roll)
        one.when(command)
        other.when(command)
        compared += 1
    assert compared >= least
    # The difference comes from an event that reveals something.
    first = next(pair for pair in zip(*seen, strict=False) if pair[0] != pair[1])
    assert all(event.reveals for event in first), first
    assert one.state.plants.deck != other.state.plants.deck


@pytest.mark.rule("CG-VIS-01")
def test_private_fields_are_emptied_for_every_viewer():
    game = started(3)
    for viewer in (None, 0, 1, 2):
        first = redact(game.events[0], viewer)
        assert (first.deck, first.resource_deck, first.removed_blind, first.seed) == ((), (), (), "")
        assert first == replace(game.events[0], deck=(), resource_deck=(), removed_blind=(), seed="")
        for event in (DeckShuffled(2, "LARGE", ("P01", "P02")), ResourceDeckReshuffled(1, (), ("R01",))):
            assert redact(event, viewer) == replace(event, order=())


@pytest.mark.rule("CG-VIS-01")
def test_nothing_a_viewer_receives_in_a_whole_game_holds_the_seed_or_an_order():
    rules, setup, bots, roll = _random(3)
    for turn in play(rules, setup, bots, roll):
        received = msgspec.json.encode([redact(event, 0) for event in turn.events])
        received += msgspec.json.encode(rules.view(turn.state, 0))
        assert setup.seed.encode() not in received
        hidden = turn.state.plants.deck[1:]
        assert len(hidden) < 3 or msgspec.json.encode(hidden)[1:-1] not in received


@pytest.mark.rule("CG-VIS-01")
@pytest.mark.parametrize(
    ("deck", "under", "back"), [(("P05", "P25"), (), "SMALL"), (("P25",), (), "LARGE"), ((), ("P25",), "LAST_ROUND")]
)
def test_the_back_of_the_top_plant_card_is_public(deck, under, back):
    game = standing(3, market=MARKET, deck=deck, under=under)
    assert game.rules.view(game.state, None).top_back == back


@pytest.mark.rule("CG-VIS-01", "CG-VIS-02")
def test_cards_put_under_the_deck_are_known_in_order_until_the_shuffle():
    game = standing(3, market=MARKET, deck=("P25", "P27"), under=("P29", "P30"))
    known = game.rules.view(game.state, None).under_last_round_card
    assert [face.card for face in known] == ["P29", "P30"]
    game = standing(3, market=MARKET[:7], last="MARKET", deck=("P29", "P30"))
    board = game.rules.view(game.state, None)
    assert (board.under_last_round_card, board.deck_size, board.top_back) == ((), 2, "LARGE")


@pytest.mark.rule("CG-VIS-01", "DEC-CG-21", "DEC-CG-26")
def test_what_is_open_stands_on_the_board():
    game = standing(
        2,
        "on",
        market=MARKET,
        deck=("P25",),
        plants={0: ("P02",)},
        trust=("P30",),
        stock={0: {"R05": 2}},
        cash={0: 7, 1: 31},
        columns=(("S1",), ("R01",), (), ()),
        resource_deck=("R06", "R07"),
    )
    board = game.rules.view(game.state, None)
    assert [owner.cash for owner in board.players] == [7, 31]
    assert (board.players[0].plants[0].card, board.players[0].fuel["coal"]) == ("P02", 2)
    assert board.trust.plants[0].card == "P30"
    # The last-round card counts.
    assert (board.deck_size, board.resource_deck_size) == (2, 2)
    assert board.row == (0, "TRUST", 1)
    assert [column.price for column in board.columns] == [1, 2, 3, 4]
    assert (board.compensations.card, board.compensations.first, board.compensations.later) == (1, 1, 0)
    assert board.offer[0].bid_min == 1
    assert len(board.discard_pile) == len(game.state.fuel.discard)


@pytest.mark.rule("CG-VIS-03")
def test_a_spectator_sees_what_the_players_see():
    game = started(4)
    boards = {msgspec.json.encode(game.rules.view(game.state, viewer)) for viewer in (None, 0, 1, 2, 3)}
    assert len(boards) == 1
    # A spectator has no seat to give commands from.
    assert game.refusal(PassNomination(4)) == Refusal("UNKNOWN_PLAYER", player=4)


def late(game):
    """The default action of the seat that the game waits for."""
    (seat,) = game.to_act
    return game.rules.default(game.state, seat)


@pytest.mark.rule("CG-GEN-04", "TB-CLOCK-04")
def test_a_late_seat_passes_and_buys_no_more_but_runs_what_earns_most_on_the_fewest_units():
    auction = standing(3, market=MARKET, deck=("P25",))
    assert late(auction) == PassNomination(0)
    auction.when(NominatePlant(0, "P15", 10))
    assert late(auction) == PassBid(1)
    assert late(standing(3, phase=RESOURCES, plants={2: ("P02",)}, columns=((), ("R01",), (), ()))) == FinishBuying(2)
    # P11 burns 3 gas or oil for 8, P09 1 gas for 6, P12 nothing for 6: with 2 gas P09 and P12 earn most.
    production = standing(3, phase=BUREAUCRACY, plants={0: ("P11", "P09", "P12")}, stock={0: {"R11": 2}})
    assert late(production) == RunPlants(0, (Run("P09", {"gas": 1}), Run("P12")))


@pytest.mark.rule("CG-GEN-04", "TB-CLOCK-04")
def test_a_late_seat_opens_with_the_lowest_bid_there_is_where_it_must_buy():
    first = standing(3, in_round=1, market=("P14", "P15", "P16", "P17"), deck=("P25",), cash={0: 12})
    assert late(first) == NominatePlant(0, "P14", 1)  # 9 is printed, with the token 1 E is enough
    no_token = standing(3, in_round=1, market=("P14", "P15", "P16", "P17"), deck=("P25",), discount=False)
    assert late(no_token) == NominatePlant(0, "P14", 9)


@pytest.mark.rule("CG-GEN-04", "TB-CLOCK-04")
def test_a_late_seat_demolishes_the_lowest_number_and_keeps_gas():
    game = standing(
        3,
        market=("P38", "P39", "P40", "P41"),
        deck=("P25",),
        plants={0: ("P22", "P11", "P12")},
        stock={0: {"R14": 3, "R15": 3, "R21": 3, "R20": 2}},
        cash={0: 99},
    )
    game.when(NominatePlant(0, "P41", 28), PassBid(1), PassBid(2))
    # P22 stores 6 of the 6 gas and 5 oil once P11 is gone.
    assert late(game) == ScrapPlant(0, "P11", {"oil": 5})


def test_a_default_command_is_legal_wherever_a_game_stands():
    rules, setup, bots, roll = _random(2, "defaults", "on")
    for turn in play(rules, setup, bots, roll):
        for seat in rules.to_act(turn.state):
            assert decide(rules, turn.state, rules.default(turn.state, seat))


def test_a_game_of_defaults_ends_and_keeps_what_the_bank_forces_on_nobody():
    rules, setup = drawn(3, text="idle")
    events = rules.begin(setup)
    state = fold(rules, events)
    while rules.to_act(state):
        (seat,) = rules.to_act(state)
        assert rules.outcome(state) is None
        state = fold(rules, decide(rules, state, rules.default(state, seat)), state)
    assert rules.outcome(state).reason == "LAST_ROUND_PLAYED"


def test_only_the_last_round_card_and_shuffles_and_draws_reveal_something():
    revealing = {event_type.__name__ for event_type in decider().event_types if event_type.reveals}
    assert revealing == {
        "GameStarted",
        "PlantDrawn",
        "LastRoundCardDrawn",
        "DeckShuffled",
        "ResourceCardsDealt",
        "ResourceDeckReshuffled",
    }


def test_every_event_type_names_its_rules():
    assert all(event_type.rules for event_type in decider().event_types)
