"""Pairings that an organiser gives: tables with names, players and start times, marked as given."""

import pytest
from msgspec import UNSET

from domain.kernel.refused import Refused
from domain.table.clock import Clock
from domain.tournament.decide import decide
from domain.tournament.messages import (
    GIVEN,
    SWISS,
    AnnulGame,
    ClosePairing,
    Enter,
    GameAnnulled,
    GamesPairedAnew,
    GivenTable,
    GiveTables,
    Pairing,
    PairingClosed,
    Replace,
    ReseatTable,
    TablesGiven,
    TableTerms,
    Withdraw,
)
from domain.tournament.state import table_terms
from tests.domain.tournament.tournament_kit import (
    HOST,
    INDIA,
    RUSSIA,
    entered,
    given,
    played,
    refused,
    result,
    started,
    when,
)
from tests.kit import Refusal, names

MINUTE_MS = 60_000
DAYS_100_MS = 144_000 * MINUTE_MS


def table(name, *numbers, **others):
    return GivenTable(name, tuple(f"p{number}" for number in numbers), **others)


def begun(players=6, **others):
    return started(players, **{"form": GIVEN, "seats": 3} | others)


def with_tables(*tables, **others):
    return given(begun(**others), (HOST, GiveTables(tables)))


def refused_at(tournament, now_ms, *tables):
    with pytest.raises(Refused) as error:
        decide(tournament, GiveTables(tables), HOST, now_ms)
    return Refusal.of(error.value)


@pytest.mark.rule("EV-GIVEN-01", "EV-GIVEN-02", "EV-PAIR-01")
def test_given_tables_are_recorded_as_given_and_nothing_is_paired_by_the_server():
    tournament = begun(6, variants=(RUSSIA, INDIA))
    assert (tournament.status, tournament.games) == ("RUNNING", {})
    command = GiveTables((table("Red", 4, 0), table("Blue", 1, 2, 3, variant=INDIA, starts_ms=5)))
    assert when(tournament, HOST, command) == (
        TablesGiven(
            1,
            (
                Pairing(1, 0, RUSSIA, (4, 0), "Red", UNSET),
                Pairing(2, 0, INDIA, (1, 2, 3), "Blue", 5),
            ),
        ),
    )
    after = given(tournament, (HOST, command), (HOST, GiveTables((table("Green", 5, 4),))))
    assert after.waits_for == (1, 2, 3)
    assert [after.games[number].round for number in after.games] == [1, 1, 2]


@pytest.mark.rule("EV-GIVEN-01")
def test_only_officials_give_tables_and_only_where_nothing_else_pairs():
    command = GiveTables((table("Red", 0, 1),))
    assert refused(begun(), "p0", command) == Refusal("NOT_AN_OFFICIAL")
    assert refused(begun(), "p0", ReseatTable(1, ("p0", "p1"), "so")) == Refusal("NOT_AN_OFFICIAL")
    assert refused(begun(), "p0", ClosePairing()) == Refusal("NOT_AN_OFFICIAL")
    assert refused(started(8, form=SWISS), HOST, command) == Refusal("PAIRINGS_ARE_DRAWN")
    assert refused(entered(3, form=GIVEN, seats=3), HOST, command) == Refusal("EVENT_NOT_STARTED")


@pytest.mark.rule("EV-GIVEN-02")
def test_one_command_gives_up_to_five_hundred_tables():
    many = tuple(table(f"Table {number}", 0, 1) for number in range(501))
    assert refused(begun(), HOST, GiveTables(many)) == Refusal("TABLES_INVALID", tables=501, at_most=500)
    assert refused(begun(), HOST, GiveTables(())) == Refusal("TABLES_INVALID", tables=0, at_most=500)
    assert len(given(begun(), (HOST, GiveTables(many[:500]))).games) == 500


@pytest.mark.rule("EV-GIVEN-02")
def test_a_tournament_has_at_most_ten_thousand_tables():
    tournament = begun()
    for batch in range(20):
        tables = tuple(table(f"{batch}/{number}", 0, 1) for number in range(500))
        tournament = given(tournament, (HOST, GiveTables(tables)))
    assert refused(tournament, HOST, GiveTables((table("Red", 0, 1),))) == Refusal(
        "TABLES_INVALID", tables=1, at_most=0
    )
    reseat = ReseatTable(1, ("p2", "p3"), "so")
    assert refused(tournament, HOST, reseat) == Refusal("TABLES_INVALID", tables=1, at_most=0)


@pytest.mark.rule("EV-GIVEN-03", "EV-GIVEN-07")
@pytest.mark.parametrize(
    ("second", "field"),
    [
        (table("", 0, 1), "name"),
        (table("n" * 81, 0, 1), "name"),
        (table("Red", 0, 1), "name"),
        (table("Blue", 0, 1, variant=INDIA), "variant"),
        (table("Blue", 0), "seats"),
        (table("Blue", 0, 0), "seats"),
        (table("Blue", 0, 1, 2, 3), "seats"),
        (table("Blue", 0, 1, starts_ms=-1), "starts_ms"),
        (table("Blue", 0, 1, starts_ms=DAYS_100_MS + 1), "starts_ms"),
    ],
)
def test_a_table_that_cannot_be_played_is_named_and_none_is_given(second, field):
    assert refused_at(begun(), 0, table("Red", 2, 3), second) == Refusal("GIVEN_TABLE_INVALID", table=2, field=field)


@pytest.mark.rule("EV-GIVEN-03")
def test_the_name_of_an_annulled_table_is_free_again():
    tournament = with_tables(table("Red", 0, 1))
    again = GiveTables((table("Red", 2, 3),))
    assert refused(tournament, HOST, again) == Refusal("GIVEN_TABLE_INVALID", table=1, field="name")
    assert names(when(given(tournament, (HOST, AnnulGame(1, "flood"))), HOST, again)) == ["TablesGiven"]


@pytest.mark.rule("EV-GIVEN-04")
def test_only_entrants_with_a_place_are_seated():
    tournament = begun(4)
    tables = GiveTables((table("Red", 0, 1), table("Blue", 2, 9)))
    assert refused(tournament, HOST, tables) == Refusal("SEAT_NOT_ENTERED", table=2, account="p9")
    gone = given(tournament, ("p2", Withdraw()))
    late = GiveTables((table("Blue", 2, 3),))
    assert refused(gone, HOST, late) == Refusal("SEAT_NOT_ENTERED", table=1, account="p2")
    came = given(tournament, ("p9", Enter()))
    assert names(when(came, HOST, tables)) == ["TablesGiven"]


@pytest.mark.rule("EV-GIVEN-05")
def test_a_reseated_table_is_annulled_and_given_again_under_its_name():
    tournament = with_tables(table("Red", 0, 1, starts_ms=9), table("Blue", 2, 3))
    assert when(tournament, HOST, ReseatTable(1, ("p4", "p0"), "Ann is ill")) == (
        GameAnnulled(1, "Ann is ill"),
        GamesPairedAnew((Pairing(3, 0, RUSSIA, (4, 0), "Red", 9),), (1,)),
    )
    over = played(tournament, 2)
    assert refused(over, HOST, ReseatTable(2, ("p4", "p0"), "so")) == Refusal("TABLE_NOT_OPEN", table=2)
    assert refused(over, HOST, ReseatTable(9, ("p4", "p0"), "so")) == Refusal("UNKNOWN_TABLE", table=9, tables=2)
    assert refused(over, HOST, ReseatTable(1, ("p4", "p0"), "")) == Refusal("REASON_NEEDED", length_max=500)
    wrong = ReseatTable(1, ("p4",), "so")
    assert refused(over, HOST, wrong) == Refusal("GIVEN_TABLE_INVALID", table=1, field="seats")
    assert refused(over, HOST, ReseatTable(1, ("p4", "zoe"), "so")) == Refusal(
        "SEAT_NOT_ENTERED", table=1, account="zoe"
    )


@pytest.mark.rule("EV-GIVEN-05", "EV-OFF-06")
def test_an_official_reseats_no_table_at_which_the_official_plays():
    tournament = given(begun(2), (HOST, Enter()))
    tournament = given(tournament, (HOST, GiveTables((GivenTable("Red", ("p0", HOST)),))))
    assert refused(tournament, HOST, ReseatTable(1, ("p0", "p1"), "so")) == Refusal("OFFICIAL_PLAYS_THERE")


@pytest.mark.rule("EV-GIVEN-08")
def test_a_table_has_terms_of_its_own_and_keeps_them_when_it_is_reseated():
    own = TableTerms({"renovation": "on"}, Clock(move_s=60), unrated=True)
    tournament = with_tables(table("Red", 0, 1, terms=own), table("Blue", 2, 3), options={"deck": "swapped"})
    assert tournament.games[1].pairing.terms == own
    red, blue = (table_terms(tournament.terms, tournament.games[number].pairing.terms) for number in (1, 2))
    assert (red.options, red.clock, red.rated) == ({"deck": "swapped", "renovation": "on"}, Clock(move_s=60), False)
    assert blue == tournament.terms
    assert (blue.clock, blue.rated) == (None, True)
    _, again = when(tournament, HOST, ReseatTable(1, ("p4", "p0"), "Ann is ill"))
    assert again.pairings == (Pairing(3, 0, RUSSIA, (4, 0), "Red", UNSET, own),)


@pytest.mark.rule("EV-GIVEN-08")
def test_an_option_of_a_table_takes_the_place_of_the_same_option_of_the_tournament():
    tournament = with_tables(
        table("Red", 0, 1, terms=TableTerms({"deck": "as_printed"})), options={"deck": "swapped"}, rated=False
    )
    red = table_terms(tournament.terms, tournament.games[1].pairing.terms)
    assert (red.options, red.rated) == ({"deck": "as_printed"}, False)


@pytest.mark.rule("EV-GIVEN-08")
@pytest.mark.parametrize(
    ("own", "field"),
    [
        (TableTerms({"deck": "marked"}), "options"),
        (TableTerms({"beer": "yes"}), "options"),
        (TableTerms(clock=Clock(move_s=-1)), "clock"),
        (TableTerms(clock=Clock()), "clock"),
    ],
)
def test_terms_of_a_table_that_its_game_does_not_know_are_refused(own, field):
    command = GiveTables((table("Blue", 2, 3), table("Red", 0, 1, terms=own)))
    assert refused(begun(), HOST, command) == Refusal("GIVEN_TABLE_INVALID", table=2, field=field)


@pytest.mark.rule("EV-GIVEN-06", "EV-END-01")
def test_closed_pairing_ends_the_tournament_with_its_last_game():
    tournament = with_tables(table("Red", 0, 1), table("Blue", 2, 3))
    one = played(tournament, 1)
    assert one.status == "RUNNING"
    closed = given(one, (HOST, ClosePairing()))
    assert when(one, HOST, ClosePairing()) == (PairingClosed(),)
    assert when(closed, HOST, ClosePairing()) == ()
    assert refused(closed, HOST, GiveTables((table("Green", 0, 1),))) == Refusal("PAIRING_CLOSED")
    assert refused(closed, "zoe", Enter()) == Refusal("PAIRING_CLOSED")
    assert names(when(closed, *result(closed, 2))) == ["ResultRecorded", "TournamentEnded", "SecretRevealed"]
    final = {row.entrant: row.points for row in played(closed, 2).final}
    assert final == {0: 120, 1: 0, 2: 120, 3: 0, 4: 0, 5: 0}


@pytest.mark.rule("EV-GIVEN-06")
def test_closing_the_pairing_after_the_last_game_ends_the_tournament_at_once():
    over = played(with_tables(table("Red", 0, 1)), 1)
    assert names(when(over, HOST, ClosePairing())) == ["PairingClosed", "TournamentEnded", "SecretRevealed"]


@pytest.mark.rule("EV-REPLACE-01")
def test_given_pairings_need_no_replacements():
    gone = given(with_tables(table("Red", 0, 1)), ("p0", Withdraw()))
    assert refused(gone, HOST, Replace(0, "zoe", "so")) == Refusal("NO_ROUND_FOLLOWS")
