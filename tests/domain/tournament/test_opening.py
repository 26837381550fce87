from hashlib import sha256

import pytest

from domain import catalogue
from domain.table.clock import Clock
from domain.tournament.messages import KNOCKOUT, LEAGUE, SWISS
from tests.beacon import a_beacon
from tests.domain.tournament.tournament_kit import COLONY, INDIA, RUSSIA, opened, refused_opening, started
from tests.kit import Refusal


@pytest.mark.rule("EV-OPEN-01", "EV-DICE-01")
def test_a_tournament_keeps_its_terms_and_publishes_what_it_is_bound_to():
    tournament = opened(name="Winter Cup")
    assert (tournament.opened.organiser, tournament.terms.name) == ("host", "Winter Cup")
    assert tournament.opened.commitment == sha256(b"\x07" * 32).hexdigest()


@pytest.mark.rule("EV-OPEN-01")
@pytest.mark.parametrize("name", ["", "x" * 81, " Cup", "a\nb"])
def test_a_name_is_printable_and_not_too_long(name):
    assert refused_opening(name=name) == Refusal("EVENT_NAME_INVALID", length_max=80)
    assert opened(name="x" * 80).terms.name == "x" * 80


@pytest.mark.rule("EV-OPEN-01")
def test_what_a_term_cannot_be_is_told_with_what_it_can():
    assert refused_opening(seeding="ALPHABET") == Refusal("TERMS_INVALID", field="seeding", known=("DRAWN", "RATING"))
    known = ("wins", "seconds", "strength", "share")
    assert refused_opening(tie_breaks=("luck",)) == Refusal("TERMS_INVALID", field="tie_breaks", known=known)
    assert refused_opening(tie_breaks=("wins", "wins")) == Refusal("TERMS_INVALID", field="tie_breaks", known=known)
    many = tuple(f"a{number}" for number in range(257))
    assert refused_opening(officials=many) == Refusal("TERMS_INVALID", field="officials", at_most=256)
    assert refused_opening(invited=("a", "a")) == Refusal("TERMS_INVALID", field="invited", at_most=256)


@pytest.mark.rule("EV-OPEN-02")
def test_a_table_has_as_many_seats_as_all_variants_take():
    assert refused_opening(seats=1) == Refusal("SEATS_INVALID", seats=1, seats_min=2, seats_max=6)
    assert refused_opening(seats=7) == Refusal("SEATS_INVALID", seats=7, seats_min=2, seats_max=6)
    both = (RUSSIA, COLONY)
    assert refused_opening(variants=both, seats=6) == Refusal("SEATS_INVALID", seats=6, seats_min=2, seats_max=5)
    assert opened(variants=both, seats=5).terms.seats == 5
    assert refused_opening(variants=()) == Refusal("TERMS_INVALID", field="variants", at_least=1)
    assert refused_opening(variants=(RUSSIA, RUSSIA)) == Refusal("TERMS_INVALID", field="variants", at_least=1)


@pytest.mark.rule("EV-OPEN-02")
def test_what_a_table_would_be_refused_for_is_refused_at_the_opening():
    assert str(refused_opening(variants=("chess",))) == "UNKNOWN_VARIANT"
    assert str(refused_opening(options={"moon": "on"})) == "UNKNOWN_OPTION"
    assert str(refused_opening(stand_in="genius")) == "UNKNOWN_BOT"
    assert str(refused_opening(clock=Clock())) == "CLOCK_INVALID"


@pytest.mark.rule("EV-OPEN-02", "TB-DRAW-01")
def test_draws_wait_at_all_tables_of_a_tournament_or_at_none():
    assert opened(draws="beacon", beacon=a_beacon(), variants=(RUSSIA, INDIA)).terms.draws == "beacon"
    assert str(refused_opening(draws="beacon")) == "DRAWS_NEED_BEACON"
    assert str(refused_opening(draws="beacon", beacon=a_beacon(), variants=(RUSSIA, COLONY))) == "DRAWS_NOT_PUBLIC"
    refusal = refused_opening(draws="dice", beacon=a_beacon())
    assert refusal == Refusal("MALFORMED_COMMAND", field="draws", known=("beacon",))


@pytest.mark.rule("EV-OPEN-02")
def test_a_short_table_that_the_options_do_not_take_is_refused_at_the_opening():
    four = {"regions": ",".join(catalogue.find(RUSSIA).legal_regions(4)[0])}
    assert opened(form=LEAGUE, options=four).terms.options == four
    assert str(refused_opening(form=SWISS, options=four)) == "REGION_COUNT_INVALID"


@pytest.mark.rule("EV-OPEN-03")
def test_only_swiss_rounds_have_a_number_and_only_knock_outs_say_who_goes_on():
    assert refused_opening(form=SWISS, rounds=0) == Refusal("ROUNDS_INVALID", rounds=0, at_most=30)
    assert refused_opening(form=SWISS, rounds=31) == Refusal("ROUNDS_INVALID", rounds=31, at_most=30)
    assert refused_opening(form=LEAGUE, rounds=1) == Refusal("ROUNDS_INVALID", rounds=1, at_most=0)
    assert refused_opening(form=KNOCKOUT, advance=4) == Refusal("ADVANCE_INVALID", advance=4, at_most=3)
    assert refused_opening(form=KNOCKOUT, advance=0) == Refusal("ADVANCE_INVALID", advance=0, at_most=3)
    assert refused_opening(form=SWISS, advance=1) == Refusal("ADVANCE_INVALID", advance=1, at_most=0)


@pytest.mark.rule("EV-OPEN-04")
def test_variants_take_turns_in_a_league_game_by_game():
    league = started(7, form=LEAGUE, variants=(RUSSIA, INDIA))
    assert [game.pairing.variant for game in league.games.values()] == [RUSSIA, INDIA] * 3 + [RUSSIA]


@pytest.mark.rule("EV-SCORE-02")
@pytest.mark.parametrize(
    "points", ["10-6-3", "3-5-2-1", "10-6-3-x", "1001-6-3-1", "0-0-0-0", "", "10-6-3--1", "6-5-4-3-2-1-0"]
)
def test_a_table_of_points_falls_and_has_a_number_for_each_place(points):
    assert refused_opening(points=points) == Refusal("POINTS_INVALID", points=points, places=4)


@pytest.mark.rule("EV-ENTER-03", "EV-ENTER-04")
def test_ranges_and_places_that_nobody_fits_into_are_refused():
    assert refused_opening(rating_min=5, rating_max=4) == Refusal("RATING_RANGE_INVALID", rating_min=5, rating_max=4)
    assert refused_opening(form=LEAGUE, players_max=6) == Refusal(
        "PLAYERS_INVALID", players=6, at_least=7, at_most=4096
    )
    assert refused_opening(players_max=4097) == Refusal("PLAYERS_INVALID", players=4097, at_least=3, at_most=4096)


@pytest.mark.rule("EV-DICE-02")
def test_a_given_seed_is_for_games_that_are_not_rated():
    assert refused_opening(seed="known") == Refusal("SEED_NEEDS_UNRATED")
    assert opened(seed="known", rated=False).opened.seed == "known"
