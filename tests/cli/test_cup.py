"""What is typed of a server's tournament, and what a spreadsheet gets of it."""

import csv
import io

import pytest
import typer

from services.cli import cup_shown
from services.cli.cup_official import rating_range, standings_of
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
def test_places_are_seats_best_first_and_who_share_one_leave_out_the_next(places, wanted):
    assert standings_of(places) == wanted


@pytest.mark.parametrize("place", ["", "Ann", "1:", "0;1", "1:many", "-1"])
def test_what_is_no_place_is_said_so(place, capsys):
    with pytest.raises(typer.Exit):
        standings_of([place])
    assert "as in 0,1:9" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("", (None, None)), ("1200-1800", (1200, 1800)), ("1200-", (1200, None)), ("-1800", (None, 1800))],
)
def test_a_range_of_ratings_may_be_open(typed, wanted):
    assert rating_range(typed) == wanted


@pytest.mark.parametrize("typed", ["1200", "-", "good-best"])
def test_what_is_no_range_is_said_so(typed, capsys):
    with pytest.raises(typer.Exit):
        rating_range(typed)
    assert "1200-1800" in capsys.readouterr().err


def test_names_are_no_formulas_in_a_sheet():
    cheat = pb.Entrant(number=3, status=pb.ENTRANT_STATUS_WAITING)
    cheat.player.display_name = "=1+1"
    (row,) = csv.DictReader(io.StringIO(cup_shown.entrants_sheet([cheat]).decode()))
    assert row == {
        "number": "3", "name": "'=1+1", "account": "", "status": "waiting", "checked_in": "0", "rating": "",
    }  # fmt: skip


def test_a_pairing_is_a_line_with_points_places_and_the_game():
    pairing = pb.TournamentPairing(table=7, round=2, variant="card_game", game_id="g", status=pb.PAIRING_STATUS_PLAYED)
    for name, points in (("Ann", 540), ("", 0)):
        pairing.seats.add(points=points).entrant.player.display_name = name
    pairing.standings.extend([standing(1, 1), standing(0, 2)])
    assert cup_shown.pairing(pairing, "en") == "Table 7, card_game: 2. Ann (4.5), 1. deleted account (0) g"
    assert cup_shown.pairing(pairing, "ru") == "Стол 7, card_game: 2. Ann (4.5), 1. удалённая запись (0) g"
