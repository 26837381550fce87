"""Invariants of every table: whole games by bots, options against `decide`, counts of positions."""

from itertools import permutations, product

import msgspec
import pytest

from domain.card_game.messages import (
    BuyResourceCard,
    FinishBuying,
    GameStarted,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    Run,
    RunPlants,
    ScrapPlant,
)
from domain.card_game.state import BUREAUCRACY, RESOURCES
from domain.kernel.decider import fold
from tests.domain.card_game.tables import begun, decider, drawn, is_legal, standing
from tests.kit import commands, sequences, whole_game

IN_LONG_RUNS = {4, 5}
"""Two players have rules of their own; four and five play by those of three and six."""
TABLES = [
    pytest.param(players, renovation, marks=[pytest.mark.slow] if players in IN_LONG_RUNS else [])
    for players in (2, 3, 4, 5, 6)
    for renovation in ("off", "on")
]
EVERY_TABLE = pytest.mark.parametrize(("players", "renovation"), TABLES)
LONGEST = {"random": 700, "greedy": 1_000}
"""Commands; the longest of 200 games of six had 443 and 604."""


def game(players, renovation, bots, text):
    rules = decider(players, renovation)
    return rules, whole_game(rules, players, bots, text)


@EVERY_TABLE
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_ends_and_every_state_of_it_is_sound(players, renovation, bot):
    for number in range(2):
        rules, turns = game(players, renovation, bot, f"{bot} {number}")
        told = []
        for turn in turns:
            assert rules.broken_invariants(turn.state) == ()
            told += turn.events
        assert isinstance(told[0], GameStarted)
        assert len(told) < 6 * LONGEST[bot]
        assert rules.outcome(turn.state).reason == "LAST_ROUND_PLAYED"
        assert len(rules.outcome(turn.state).standings) == players
        assert fold(rules, told) == turn.state
        line = msgspec.json.encode(told)
        union = list[_any_event(rules)]
        assert fold(rules, msgspec.json.decode(line, type=union)) == turn.state


def _any_event(rules):
    union = rules.event_types[0]
    for event_type in rules.event_types[1:]:
        union = union | event_type
    return union


def candidates(rules, state, seat):
    """Commands near the legal ones: every kind, cards that lie anywhere, bids about the limits, wrong fuel."""
    cash = state.players[seat].cash
    lot = state.auction.lot
    bids = sorted({*range(-1, 3), cash - 1, cash, cash + 1, *((lot.bid - 1, lot.bid, lot.bid + 1) if lot else ())})
    plants = [*state.plants.offer, *state.plants.outlook, *state.plants.out[:1], *state.players[seat].plants, "P99"]
    numbers = rules.rules.cards.number
    near = [bid for card in plants[:8] for bid in (numbers.get(card, 5) - 1, numbers.get(card, 5))]
    yield from (NominatePlant(seat, card, bid) for card in plants for bid in sorted({*bids, *near}))
    yield from (PlaceBid(seat, bid) for bid in bids)
    yield from (PassNomination(seat), PassBid(seat), FinishBuying(seat), RunPlants(seat, ()))
    fuels = ({}, {"gas": 1}, {"coal": 1}, {"oil": 2}, {"gas": 1, "oil": 1}, {"gas": 3})
    yield from (ScrapPlant(seat, card, fuel) for card in plants for fuel in fuels)
    cards = [card for column in state.fuel.columns for card in column]
    yield from (BuyResourceCard(seat, card) for card in (*cards, *state.fuel.discard[:2], *state.fuel.leftovers[:2]))
    for card in plants[-4:]:
        plant = rules.rules.cards.plants.get(card)
        for fuel in (*fuels, {plant.fuel: plant.need} if plant else {}):
            yield RunPlants(seat, (Run(card, fuel),))


def offered(rules, state):
    return [
        command
        for seat in range(len(state.players))
        for option in rules.options(state, seat)
        for command in commands(option)
    ]


@EVERY_TABLE
def test_decide_accepts_what_options_offer_and_nothing_else(players, renovation):
    rules, turns = game(players, renovation, "random", "options")
    for number, turn in enumerate(turns):
        legal_ones = offered(rules, turn.state)
        assert len(legal_ones) == len({msgspec.json.encode(command) for command in legal_ones})
        if number % 7 == 0:
            assert all(is_legal(rules, turn.state, command) for command in legal_ones)
            for seat in range(players):
                for command in candidates(rules, turn.state, seat):
                    assert is_legal(rules, turn.state, command) == (command in legal_ones), command


def written_out(command, listed):
    """A discard that was left out is the only one; a plan is a set, whatever the order of its runs."""
    if isinstance(command, ScrapPlant) and command.discarded is None:
        ways = [each for each in listed if isinstance(each, ScrapPlant) and each.card == command.card]
        return ways[0] if len(ways) == 1 else command
    if isinstance(command, RunPlants):
        return RunPlants(command.player, tuple(sorted(command.runs, key=repr)))
    return command


def mixes(**most):
    """Every set of so many units of each fuel at most; no units of a fuel are not named."""
    for amounts in product(*(range(n + 1) for n in most.values())):
        yield {fuel: n for fuel, n in zip(most, amounts, strict=True) if n}


def closing():
    """P34 stays and holds 4 of 5 gas and 3 oil: which 4 go is a choice, and nothing goes with P02."""
    stock, plants = {0: {"R14": 3, "R15": 2, "R21": 3}}, {0: ("P11", "P02", "P34")}
    game = standing(3, market=("P14", "P15", "P16", "P18", "P19"), deck=("P25", "P27"), plants=plants, stock=stock)
    game.when(NominatePlant(0, "P16", 11), PassBid(1), PassBid(2))
    cards = ("P01", "P02", "P11", "P16", "P34")
    return game, [ScrapPlant(0, card, fuel) for card in cards for fuel in (None, *mixes(gas=5, oil=3))]


def plans():
    """P02 burns 2 coal, P11 3 gas or oil, P13 1 coal; the stock has 2 coal, 3 gas and 1 oil."""
    stock, plants = {0: {"R05": 2, "R14": 3, "R21": 1}}, {0: ("P02", "P11", "P13")}
    game = standing(
        3, phase=BUREAUCRACY, market=("P14", "P15", "P16", "P17"), deck=("P25",), plants=plants, stock=stock
    )
    single = [Run("P11", fuel) for fuel in mixes(gas=3, oil=2)]
    single += [Run(card, fuel) for card in ("P02", "P12", "P13") for fuel in mixes(coal=3)]
    return game, [RunPlants(0, runs) for n in range(3) for runs in permutations(single, n)]


@pytest.mark.parametrize("made", [closing, plans])
def test_of_all_commands_of_a_small_position_the_listed_ones_are_legal_also_written_otherwise(made):
    game, every = made()
    listed = [written_out(command, ()) for command in offered(game.rules, game.state)]
    legal = [command for command in every if is_legal(game.rules, game.state, command)]
    assert legal == [command for command in every if written_out(command, listed) in listed]
    assert not all(command in listed for command in legal)


@EVERY_TABLE
def test_boards_and_options_can_be_sent_and_read_again(players, renovation):
    rules, turns = game(players, renovation, "greedy", "wire")
    options = rules.option_types[0]
    for option_type in rules.option_types[1:]:
        options = options | option_type
    for turn in turns:
        board = rules.view(turn.state, None)
        assert msgspec.json.decode(msgspec.json.encode(board), type=rules.board_type) == board
        for seat in rules.to_act(turn.state):
            sent = rules.options(turn.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(sent), type=tuple[options, ...]) == sent


@pytest.mark.parametrize(("players", "counts"), [(2, (37, 195, 1849)), (3, (37, 195, 769)), (6, (37, 195, 769))])
def test_the_number_of_command_sequences_from_the_start(players, counts):
    # The token plant takes bids 1 to 12, the others (4, 5, 5) bids from their number: 12 + 9 + 8 + 8. A bid b leaves
    # 13 - b answers, so depth 2 has T(12) + T(9) + 2 T(8) with T(k) = k (k + 1) / 2. Depth 3 sums T over the same bids;
    # with two players a pass sells the plant, and the other one nominates.
    game = begun(*drawn(players, "on", "perft"))
    assert [rules_number(game, card) for card in game.state.plants.offer] == [3, 4, 5, 5]
    assert tuple(sequences(game.rules, game.state, depth) for depth in (1, 2, 3)) == counts


def rules_number(game, card):
    return game.rules.rules.cards.number[card]


def test_the_resource_market_allows_the_counted_number_of_command_sequences():
    # Two cards that fit: either, both in either order, or none; the two others have nothing to buy.
    game = standing(3, phase=RESOURCES, plants={2: ("P02",)}, columns=((), ("R01", "R02"), (), ()))
    assert [sequences(game.rules, game.state, depth) for depth in (1, 2, 3)] == [3, 5, 5]


@pytest.mark.slow
@EVERY_TABLE
def test_ten_games_of_each_bot_end_soundly(players, renovation):
    for bot in ("random", "greedy"):
        for number in range(10):
            rules, turns = game(players, renovation, bot, f"slow {number}")
            length = 0
            for turn in turns:
                assert rules.broken_invariants(turn.state) == ()
                length += 1
            assert rules.to_act(turn.state) == ()
            assert length < LONGEST[bot]


@pytest.mark.slow
def test_two_hundred_random_games_of_two_end():
    for number in range(200):
        rules, turns = game(2, "on" if number % 2 else "off", "random", f"two {number}")
        *_, last = turns
        assert rules.outcome(last.state)


@pytest.mark.slow
def test_greedy_beats_random_in_nine_of_ten_games_of_two():
    won = 0
    for number in range(200):
        seat = number % 2
        rules, turns = game(2, "off", ["greedy" if seat == place else "random" for place in (0, 1)], f"duel {number}")
        *_, last = turns
        won += next(place.won for place in rules.outcome(last.state).standings if place.player == seat)
    assert won >= 180
