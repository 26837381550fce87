"""Events and options as people at a terminal read them."""

from io import StringIO

import pytest
from rich.console import Console

from domain import catalogue
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from services.api import contract
from services.cli import drawing
from services.cli.reader import reader
from turnledger.v1 import events_pb2, lobby_pb2, snapshot_pb2

VARIANTS = ["power_grid/russia", "card_game", "colony61"]


def test_an_event_is_a_line_also_where_it_is_hidden():
    told = events_pb2.GameEvent(version=12, says="Ann bids 28.")
    assert [drawing.event(each) for each in (told, events_pb2.GameEvent(version=7))] == [
        "   12 Ann bids 28.",
        "    7 —",
    ]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_board_shows_names_and_lists_as_they_are(variant, language):
    rules = catalogue.find(variant).decider({}, 2)
    state = fold(rules, rules.begin(rules.draw_setup(Table(("red", "blue")), Dice.from_text("a test"))))
    of_rules = contract.game(rules.name)
    shown = snapshot_pb2.Snapshot(to_act=[0], board=of_rules.board_message(rules.view(state, Seat(0))))
    table = lobby_pb2.Table(occupants=[lobby_pb2.Occupant(display_name=name) for name in ("[b]Ann", "Bob")])
    console = Console(width=2000, record=True, file=StringIO())
    table.variant = variant
    by = reader(table, language)
    console.print(drawing.board(table, shown, by), drawing.seats(table, by))
    printed = console.export_text()
    assert printed.count("[b]Ann") >= 2
    assert {"power_grid": "3×8", "card_game": " → ", "colony61": " $), "}[rules.name] in printed


def test_bots_of_one_kind_are_told_apart_by_colour():
    occupants = [lobby_pb2.Occupant(display_name="greedy", colour=colour) for colour in ("red", "blue")]
    by = reader(lobby_pb2.Table(occupants=[*occupants, lobby_pb2.Occupant(display_name="Ann", colour="green")]), "ru")
    assert by.players == ["greedy (красный)", "greedy (синий)", "Ann"]


def test_a_locale_becomes_a_language():
    assert [drawing.language_tag(each) for each in ("ru_RU.UTF-8", "en", "C.UTF-8", "")] == ["ru-RU", "en", "C", ""]
