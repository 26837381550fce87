"""Events and options as people at a terminal read them."""

import sys
from io import StringIO

import pytest
from rich.console import Console

from domain import catalogue
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from services.api.messages import contract
from services.cli import boards, drawing
from services.cli.boards.reconstructed import MARK, marks, read_row
from services.cli.reader import reader
from services.platform.per_game import module_of
from turnledger.v1 import events_pb2, games_pb2, lobby_pb2, snapshot_pb2

VARIANTS = ["power_grid/russia", "card_game", "colony61"]


def test_an_event_is_a_line_also_where_it_is_hidden():
    told = events_pb2.GameEvent(version=12, says="Ann bids 28.")
    assert [drawing.event(each) for each in (told, events_pb2.GameEvent(version=7))] == [
        "   12 Ann bids 28.",
        "    7 —",
    ]


@pytest.mark.rule("TB-RATE-07")
@pytest.mark.parametrize(
    ("rated", "guests", "said"),
    [
        (True, [False, True], "открыт (за столом гость: никому не засчитывается)"),
        (True, [False], "открыт"),
        (False, [True], "открыт"),
    ],
)
def test_a_table_says_that_it_counts_for_nobody_since_a_guest_sits_there(rated, guests, said):
    occupants = [lobby_pb2.Occupant(guest=guest) for guest in guests]
    table = lobby_pb2.Table(status=lobby_pb2.TABLE_STATUS_OPEN, rated=rated, occupants=occupants)
    assert drawing.state(table, reader(table, "ru")) == said


def test_what_a_game_has_of_its_own_is_found_by_its_name_and_nothing_else_is_edited_for_it(tmp_path, monkeypatch):
    (tmp_path / "other.py").write_text("def drawn(shown, by): return f'{shown.fields[\"lots\"].number_value:g} lots'")
    board, by = (
        games_pb2.Board(other={"game": "three_lots", "lots": 3}),
        reader(lobby_pb2.Table(variant="card_game"), "en"),
    )
    monkeypatch.setattr(boards, "__path__", [*boards.__path__, str(tmp_path)])
    module_of.cache_clear()
    try:
        assert boards.drawn(board, by) == "3 lots"
    finally:
        module_of.cache_clear()
        del sys.modules[f"{boards.__name__}.other"], boards.other  # a game of another test has no such board


def test_a_game_with_messages_but_no_board_of_its_own_is_drawn_field_by_field(monkeypatch):
    monkeypatch.setattr(boards, "module_of", lambda *_: None)
    console = Console(width=200, record=True, file=StringIO())
    by = reader(lobby_pb2.Table(variant="card_game"), "en")
    console.print(boards.drawn(games_pb2.Board(card_game={"deck_size": 17}), by))
    assert "17" in console.export_text()


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
    assert printed.count("Bob") >= 2
    assert {"power_grid": "3×8", "card_game": " → ", "colony61": " $*), "}[rules.name] in printed
    note = {"en": "* reconstructed: no source prints this value", "ru": "* восстановлено"}[language]
    assert (note in printed) == (rules.name != "power_grid")


def test_boards_mark_the_figures_that_no_source_prints_and_no_others():
    of_cards, of_colony = marks("card_game", "2019-1"), marks("colony61", "colony61-1")
    assert of_cards("plants/P01", "number", "profit") == MARK
    assert of_cards("plants/P18", "number", "fuel", "need", "profit") == ""  # the rulebook prints plant 12
    assert (of_cards("standard/R22", "fuel", "amount"), of_cards("standard/R22", "players")) == ("", MARK)
    assert (of_colony("modules.mine"), of_colony("resources.mining"), of_colony("cubes.1")) == (MARK, MARK, "")
    assert marks("colony61", "colony61-99")("modules.mine") == ""  # another server's edition


def test_a_figure_that_was_read_off_a_copy_is_not_marked_in_a_reconstructed_row():
    name, mine = read_row("modules.mine (printed: name_ru, cost)")
    assert (name, mine.has("cost"), mine.has("influence")) == ("modules.mine", False, True)


def test_bots_of_one_kind_are_told_apart_by_colour():
    occupants = [lobby_pb2.Occupant(display_name="greedy", bot="greedy", colour=colour) for colour in ("red", "blue")]
    by = reader(lobby_pb2.Table(occupants=[*occupants, lobby_pb2.Occupant(display_name="Ann", colour="green")]), "ru")
    assert by.players == ["Жадный (красный)", "Жадный (синий)", "Ann"]


def test_a_locale_becomes_a_language():
    assert [drawing.language_tag(each) for each in ("ru_RU.UTF-8", "en", "C.UTF-8", "")] == ["ru-RU", "en", "C", ""]
