"""Typed commands for a server's tournament, and its spreadsheet."""

import csv
import io

import pytest
import typer
from typer.testing import CliRunner

from services.cli.main import app
from services.cli.player import tournament_reports as reports
from services.cli.player.tournament_officials import rating_range, standings_of
from turnledger.v1 import common_pb2
from turnledger.v1 import tournaments_pb2 as pb


def standing(seat, rank, score=0):
    return common_pb2.Standing(seat=seat, rank=rank, won=rank == 1, score=score)


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        (["2", "0", "1"], [standing(2, 1), standing(0, 2), standing(1, 3)]),
        (["2:15", "0,1:9", "3:4"], [standing(2, 1, 15), standing(0, 2, 9), standing(1, 2, 9), standing(3, 4, 4)]),
        (["0,1:7"], [standing(0, 1, 7), standing(1, 1, 7)]),
    ],
)
def test_shared_places_leave_out_the_next_rank(places, wanted):
    assert standings_of(places) == wanted


@pytest.mark.parametrize("place", ["", "Ann", "1:", "0;1", "1:many", "-1"])
def test_invalid_place_is_rejected_with_an_example(place, capsys):
    with pytest.raises(typer.Exit):
        standings_of([place])
    assert "as in 0,1:9" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("", (None, None)), ("1200-1800", (1200, 1800)), ("1200-", (1200, None)), ("-1800", (None, 1800))],
)
def test_range_of_ratings_may_have_an_open_end(typed, wanted):
    assert rating_range(typed) == wanted


@pytest.mark.parametrize("typed", ["1200", "-", "good-best"])
def test_invalid_range_of_ratings_is_rejected_with_an_example(typed, capsys):
    with pytest.raises(typer.Exit):
        rating_range(typed)
    assert "1200-1800" in capsys.readouterr().err


def test_names_are_not_formulas_in_a_sheet():
    cheat = pb.Entrant(number=3, status=pb.ENTRANT_STATUS_WAITING)
    cheat.player.display_name = "=1+1"
    (row,) = csv.DictReader(io.StringIO(reports.entrants_sheet([cheat]).decode()))
    assert row == {
        "number": "3", "name": "'=1+1", "account": "", "status": "waiting", "checked_in": "0", "rating": "",
    }  # fmt: skip


def test_a_pairing_is_a_line_with_points_places_and_the_game():
    pairing = pb.TournamentPairing(table=7, round=2, variant="card_game", game_id="g", status=pb.PAIRING_STATUS_PLAYED)
    for name, points in (("Ann", 540), ("", 0)):
        pairing.seats.add(points=points).entrant.player.display_name = name
    pairing.standings.extend([standing(1, 1), standing(0, 2)])
    assert reports.pairing(pairing, "en") == "Table 7, card_game: 2. Ann (4.5), 1. deleted account (0) g"
    assert reports.pairing(pairing, "ru") == "Стол 7, card_game: 2. Ann (4.5), 1. удалённая запись (0) g"


def test_sheet_of_pairings_has_a_line_for_each_seat_with_its_place():
    pairing = pb.TournamentPairing(table=7, round=2, variant="card_game", status=pb.PAIRING_STATUS_PLAYED)
    for name in ("Ann", "Bob"):
        pairing.seats.add().entrant.player.display_name = name
    pairing.standings.extend([standing(1, 1), standing(0, 2)])
    rows = csv.DictReader(io.StringIO(reports.pairings_sheet([pairing]).decode()))
    assert [(row["seat"], row["name"], row["rank"]) for row in rows] == [("0", "Ann", "2"), ("1", "Bob", "1")]


def printed(*arguments):
    return CliRunner().invoke(app, arguments, terminal_width=120).output


def test_cup_is_an_unlisted_name_of_tournament():
    assert printed("cup", "--help").split("Options")[1] == printed("tournament", "--help").split("Options")[1]
    assert " cup " not in printed("--help")


@pytest.mark.parametrize("command", ["enter", "start", "standings", "export"])
def test_commands_of_a_file_are_found_without_the_word_file(command, tmp_path):
    of_file = tmp_path / "winter"
    of_file.write_text("{}")
    arguments = (str(of_file), "account") if command == "enter" else (str(of_file),)
    before = printed("tournament", command, *arguments)
    assert before == printed("tournament", "file", command, *arguments)
    assert before


def test_opening_offers_the_same_options_at_a_server_and_in_a_file():
    shared = {"--title", "--form", "--rounds", "--points", "--move-hours", "--unrated", "--after", "--moving"}
    for command in (("tournament", "open"), ("tournament", "file", "create")):
        offered = printed(*command, "--help")
        assert {option for option in shared if option not in offered} == set()
    assert "--stand-in" in printed("tournament", "open", "--help")
