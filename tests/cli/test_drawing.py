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
from services.cli.boards import reader
from turnledger.v1 import events_pb2, lobby_pb2, play_pb2, views_pb2

VARIANTS = ["power_grid/russia", "card_game", "colony61"]


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


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_option_is_one_line_of_words_and_figures(variant, language):
    lines = {drawing.option(option, language) for option in options(variant)}
    assert all(re.match(r"[a-z]+( [a-z]+)*(: \w|$|  \[)", line) for line in lines)
    assert not any("{type" in line or "_min" in line for line in lines)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_ways_of_an_option_are_told_apart(variant):
    several = [option for option in options(variant) if 1 < option.count <= 50]
    told = [drawing.ways(option, 50, "en") for option in several]
    assert [len(ways) for ways in told] == [option.count for option in several]
    assert all(len(set(ways)) == len(ways) for ways in told)


def test_a_way_says_only_what_differs_and_cards_as_they_are_printed():
    bids = play_pb2.Option(
        count=3, card_game={"bids": {"player": 0, "card": "P34", "amount_min": 23, "amount_max": 25}}
    )
    assert drawing.option(bids, "en") == "bids: card 23 (hybrid), amount 23–25  [3]"
    assert drawing.ways(bids, 2, "en") == ["amount 23", "amount 24"]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_board_shows_names_and_lists_as_they_are(variant, language):
    rules = catalogue.find(variant).decider({}, 2)
    state = fold(rules, rules.begin(rules.draw_setup(Table(("red", "blue")), Dice.from_text("a test"))))
    of_rules = contract.game(rules.name)
    shown = views_pb2.GetBoardResponse(to_act=[0], **of_rules.board_field(rules.view(state, Seat(0))))
    table = lobby_pb2.Table(occupants=[lobby_pb2.Occupant(display_name=name) for name in ("[b]Ann", "Bob")])
    console = Console(width=2000, record=True, file=StringIO())
    console.print(drawing.board(table, shown, language), drawing.seats(table))
    printed = console.export_text()
    assert printed.count("[b]Ann") >= 2
    assert {"power_grid": "3×8", "card_game": " → ", "colony61": " $), "}[rules.name] in printed


def test_bots_of_one_kind_are_told_apart_by_colour():
    occupants = [lobby_pb2.Occupant(display_name="greedy", colour=colour) for colour in ("red", "blue")]
    by = reader(lobby_pb2.Table(occupants=[*occupants, lobby_pb2.Occupant(display_name="Ann", colour="green")]), "ru")
    assert by.names == ["greedy (красный)", "greedy (синий)", "Ann"]


def test_a_locale_becomes_a_language():
    assert [drawing.language_tag(each) for each in ("ru_RU.UTF-8", "en", "C.UTF-8", "")] == ["ru-RU", "en", "C", ""]
