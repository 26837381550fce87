"""Whole games before a second referee, who shares no rule with the game: see referee.py."""

import ast
import random
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.simulation import play
from domain.power_grid.messages import STAGE_3, Stage3CardDrawn
from tests.domain.power_grid.positions import MAPS
from tests.domain.power_grid.referee import Dispute, follow
from tests.kit import COLOURS, decider, whole_game

PLAYERS = range(2, 7)
GAMES_DEALT_BY_HAND = 15
"""On each map."""
FILES = sorted(Path(__file__).parent.glob("referee*.py"))


def choices_of_options(map_name):
    decks = [{"deck": "as_printed"}, {"deck": "swapped"}] if map_name in ("russia", "japan") else [{}]
    for flow_generator, renovation, deck in product(("off", "on"), ("off", "on"), decks):
        yield {"flow_generator": flow_generator, "renovation": renovation, **deck}


def bots_for(players, chance):
    """Greedy players play to the end, random ones reach unusual positions."""
    return [chance.choice(["random", "greedy", "greedy"]) for _ in range(players)]


def before_the_referee(turns, game, dealt_by_hand=False, rules_version=3):
    """Lets the referee follow; `game` says which one it was. Gives the events."""
    events = [event for turn in turns for event in turn.events]
    try:
        follow(events, dealt_by_hand, rules_version)
    except Dispute as dispute:
        pytest.fail(f"{game}: {dispute}", pytrace=False)
    return events


@pytest.mark.slow
@pytest.mark.rule("PG-GEN-01", "PG-GEN-03", "PG-AUC-19", "PG-AUC-20", "PG-BLD-13", "PG-BUR-01", "PG-END-04")
@pytest.mark.parametrize("map_name", MAPS)
def test_a_second_referee_agrees_with_every_event_of_whole_games(map_name):
    for players, options in product(PLAYERS, choices_of_options(map_name)):
        seed = "/".join(["referee", map_name, str(players), *options.values()])
        bots = bots_for(players, random.Random(seed))
        turns = whole_game(decider(f"power_grid/{map_name}", players, options), players, bots, seed)
        before_the_referee(turns, f"{map_name}, {players} players, {options}, bots {bots}, seed {seed}")


@pytest.mark.slow
@pytest.mark.rule("RU-03", "DEC-PG-04", "DEC-PG-54")
@pytest.mark.parametrize(("rules_version", "other"), [(1, 2), (2, 1), (2, 3), (3, 1)])
def test_each_version_of_the_rules_is_followed_by_a_second_referee_and_only_that_one(rules_version, other):
    disputed = 0
    for number in range(12):
        rules, seed = decider("power_grid/russia", 4, rules_version=rules_version), f"referee/versions/{number}"
        turns = list(whole_game(rules, 4, ["random", "greedy", "random", "greedy"], seed))
        events = before_the_referee(turns, f"rules {rules_version}, seed {seed}", rules_version=rules_version)
        try:
            follow(events, rules_version=other)
        except Dispute:
            disputed += 1
    assert disputed > 0


def dealt_anew(setup, chance):
    """The set-up with its cards in any order at all: the Stage 3 card too may come first, early or last."""
    plants = [card for card in (*setup.deck, *setup.removed_blind) if card != STAGE_3]
    chance.shuffle(plants)
    removed, deck = plants[: len(setup.removed_blind)], plants[len(setup.removed_blind) :]
    deck.insert(chance.choice([0, 1, 2, 3, chance.randint(0, len(deck)), len(deck)]), STAGE_3)
    return replace(setup, deck=tuple(deck), removed_blind=tuple(removed))


@pytest.mark.slow
@pytest.mark.rule("PG-STG-05", "PG-STG-06", "PG-STG-08", "PG-STG-11", "PG-FLOW-04")
@pytest.mark.parametrize("map_name", MAPS)
def test_a_second_referee_agrees_with_games_whose_cards_are_dealt_by_hand(map_name):
    phases_of_stage_3 = set()
    for number in range(GAMES_DEALT_BY_HAND):
        seed = f"referee/{map_name}/by hand/{number}"
        chance = random.Random(seed)
        players = chance.choice(PLAYERS)
        options = {"flow_generator": "on", "renovation": chance.choice(["off", "on"])}
        rules, dice = decider(f"power_grid/{map_name}", players, options), Dice.from_text(seed)
        setup = dealt_anew(rules.draw_setup(Table(COLOURS[:players]), dice), chance)
        bots = bots_for(players, chance)
        turns = play(rules, setup, [rules.bots[bot] for bot in bots], dice.roll("bots"))
        game = f"{map_name}, {players} players, {options}, bots {bots}, cards by hand, seed {seed}"
        events = before_the_referee(turns, game, dealt_by_hand=True)
        phases_of_stage_3 |= {event.during_phase for event in events if isinstance(event, Stage3CardDrawn)}
    assert {"auction", "bureaucracy"} <= phases_of_stage_3


def first_of_each_type(events):
    found = {}
    for place, event in enumerate(events):
        found.setdefault(type(event), place)
    return found.values()


def forgeries(event):
    """Nothing in the event's place, or the event with one of its numbers one too high."""
    yield []
    for field, value in asdict(event).items():
        if isinstance(value, int):
            yield [replace(event, **{field: value + 1})]


@pytest.mark.slow
@pytest.mark.parametrize("map_name", MAPS)
def test_a_second_referee_disputes_every_event_left_out_and_every_number_one_too_high(map_name):
    rules = decider(f"power_grid/{map_name}", 3, {"flow_generator": "on", "renovation": "on"})
    events = [event for turn in whole_game(rules, 3, "greedy", f"referee/{map_name}/forged") for event in turn.events]
    for place in first_of_each_type(events):
        for forged in forgeries(events[place]):
            with pytest.raises(Dispute):
                follow([*events[:place], *forged, *events[place + 1 :]])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_second_referee_shares_the_events_with_the_game_and_nothing_else(path):
    imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {getattr(node, "module", None) or node.names[0].name for node in imports}
    ours = {name for name in modules if name.startswith(("domain", "projections", "services", "tests"))}
    assert ours <= {"domain.power_grid.messages", *(f"tests.domain.power_grid.{file.stem}" for file in FILES)}
