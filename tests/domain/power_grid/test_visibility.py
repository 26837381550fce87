"""Visibility (PG-VIS): two games that differ only in hidden things look the same until those are revealed."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.decider import Table, decide, fold
from domain.kernel.dice import Dice
from domain.kernel.privacy import redact
from domain.kernel.simulation import play
from domain.power_grid.messages import STAGE_3, DeckShuffled, GameStarted, PlantDrawn, RunPlants, Stage3CardDrawn
from tests.domain.power_grid.positions import MAPS, position, russia
from tests.kit import COLOURS, decider, of_type

PRIVATE = {GameStarted: ("deck", "removed_blind", "seed"), DeckShuffled: ("order",)}


PUBLIC = 6


def two_worlds(map_name, players=3):
    """Two set-ups whose decks agree in the first cards only; the cards removed blindly and the seed differ too."""
    rules = decider(f"power_grid/{map_name}", players)
    one = rules.draw_setup(Table(COLOURS[:players]), Dice.from_text("a"))
    hidden = [*one.deck[PUBLIC:-1], *one.removed_blind]
    turned = hidden[::-1]
    cut = len(one.deck) - 1 - PUBLIC
    other = replace(
        one, deck=(*one.deck[:PUBLIC], *turned[:cut], STAGE_3), removed_blind=tuple(turned[cut:]), seed="5e" * 32
    )
    return rules, one, other


def everything_received(rules, state, events, viewer):
    seen = [redact(event, viewer) for event in events]
    return msgspec.json.encode((rules.view(state, viewer), rules.options(state, viewer or 0), seen))


@pytest.mark.rule("PG-VIS-01", "PG-VIS-02", "PG-VIS-03")
@pytest.mark.parametrize("map_name", MAPS)
def test_two_games_that_differ_in_what_is_hidden_look_the_same_to_everybody(map_name):
    rules, one, other = two_worlds(map_name)
    left = list(play(rules, one, [rules.bots["greedy"]] * 3, Dice.from_text("b").roll("bots")))
    state, compared, drawn = None, 0, 0
    for turn in left:
        drawn += len(of_type(turn.events, PlantDrawn))
        if drawn > PUBLIC:
            break
        events = decide(rules, state, turn.command) if turn.command else rules.begin(other)
        state = fold(rules, events, state)
        for viewer in (None, 0, 1, 2):
            assert everything_received(rules, turn.state, turn.events, viewer) == everything_received(
                rules, state, events, viewer
            )
        compared += 1
    assert compared > 10
    assert state.deck != left[0].state.deck


@pytest.mark.rule("PG-VIS-02")
def test_the_order_after_the_shuffle_for_stage_3_stays_hidden():
    game = position(
        russia(2), "bureaucracy", order=(0, 1), stage=2, deck=(STAGE_3, *range(30, 41)), market=(20, 21, 22, 25)
    )
    game = game.given(RunPlants(0))
    events = game.when(RunPlants(1))
    other = replace(game.state, seed="77" * 32)
    again = decide(game.decider, other, RunPlants(1))
    assert of_type(events, DeckShuffled) != of_type(again, DeckShuffled)
    seen = [[redact(event, None) for event in found] for found in (events, again)]
    assert seen[0] == seen[1]
    after = [fold(game.decider, events, game.state), fold(game.decider, again, other)]
    assert len({msgspec.json.encode(game.decider.view(state, 0)) for state in after}) == 1
    assert of_type(events, Stage3CardDrawn)


@pytest.mark.rule("PG-VIS-01")
def test_only_deck_order_blind_removals_and_seed_are_ever_taken_out_of_an_event():
    rules = decider("power_grid/russia", 2)
    dice = Dice.from_text("c")
    setup = rules.draw_setup(Table(COLOURS[:2]), dice)
    for turn in play(rules, setup, [rules.bots["greedy"]] * 2, dice.roll("bots")):
        for event in turn.events:
            seen = redact(event, 0)
            hidden = PRIVATE.get(type(event), ())
            for field in event.__struct_fields__:
                if field in hidden:
                    assert not getattr(seen, field)
                else:
                    assert getattr(seen, field) == getattr(event, field)


@pytest.mark.rule("PG-VIS-01", "DEC-PG-23", "PG-VIS-03")
def test_a_spectator_sees_what_a_player_sees_money_included():
    game = russia(3)
    boards = [game.decider.view(game.state, viewer) for viewer in (None, 0, 1, 2)]
    assert boards == [boards[0]] * 4
    assert [seat.cash for seat in boards[0].seats] == [50, 50, 50]
    assert boards[0].to_act == game.decider.to_act(game.state)
    for hidden in ("deck", "removed_blind_cards", "seed"):
        assert not hasattr(boards[0], hidden)
    assert boards[0].removed_blind == 8
    assert boards[0].editions == ("power_grid/base/1", "power_grid/russia/1")


@pytest.mark.rule("PG-VIS-01")
def test_plants_put_under_the_deck_are_known_until_the_shuffle():
    game = position(russia(2), deck=(13, 40, STAGE_3, 9, 8), market=(20, 21, 22, 25, 26, 27))
    assert game.decider.view(game.state, None).under_deck == (9, 8)
    shuffled = position(russia(2), stage=3, deck=(40, 9, 8), market=(20, 21, 22, 25))
    assert shuffled.decider.view(shuffled.state, None).under_deck == ()
    assert shuffled.decider.view(shuffled.state, None).deck_left == 3
