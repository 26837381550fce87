"""Events and options as people at a terminal read them."""

import re
from io import StringIO

import pytest
from rich.console import Console

from domain import catalogue
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.play import play
from services.api import contract
from services.cli import drawing
from turnledger.v1 import events_pb2, lobby_pb2, views_pb2


def test_an_event_is_a_line_also_where_it_is_hidden():
    told = events_pb2.GameEvent(version=12, says="Ann bids 28.")
    assert [drawing.event(each) for each in (told, events_pb2.GameEvent(version=7))] == [
        "   12 Ann bids 28.",
        "    7 —",
    ]


def options(variant):
    rules = catalogue.find(variant).decider({}, 2)
    setup = rules.draw_setup(Table(("red", "blue")), Dice.from_text("a test"))
    bots = [rules.bots["greedy"]] * 2
    for turn in play(rules, setup, bots, Roll(b"chance", "bots")):
        for seat in rules.to_act(turn.state):
            yield from map(contract.game(rules.name).option_message, rules.options(turn.state, seat))


@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game", "colony61"])
def test_an_option_is_one_line_of_words_and_figures(variant):
    lines = {drawing.option(option) for option in options(variant)}
    assert all(re.match(r"[a-z]+( [a-z]+)*(: \w|$|  \[)", line) for line in lines)
    assert not any("{type" in line or "_min" in line for line in lines)


@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game", "colony61"])
def test_a_board_shows_names_and_lists_as_they_are(variant):
    rules = catalogue.find(variant).decider({}, 2)
    state = fold(rules, rules.begin(rules.draw_setup(Table(("red", "blue")), Dice.from_text("a test"))))
    of_rules = contract.game(rules.name)
    shown = views_pb2.GetBoardResponse(to_act=[0], **of_rules.board_field(rules.view(state, Seat(0))))
    table = lobby_pb2.Table(occupants=[lobby_pb2.Occupant(display_name=name) for name in ("[b]Ann", "Bob")])
    console = Console(width=2000, record=True, file=StringIO())
    console.print(drawing.board(table, shown), drawing.seats(table))
    printed = console.export_text()
    assert printed.count("[b]Ann") >= 2
    if variant == "colony61":
        assert f"offer [{' '.join(rules.view(state, Seat(0)).own.offer)}]" in printed


def test_a_locale_becomes_a_language():
    assert [drawing.language_tag(each) for each in ("ru_RU.UTF-8", "en", "C.UTF-8", "")] == ["ru-RU", "en", "C", ""]
