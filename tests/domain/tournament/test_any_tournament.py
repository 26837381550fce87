"""Tournaments of any form and size, in which everything happens that can: what must hold of all of them."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.kernel.decider import Standing
from domain.tournament.decide import begin, decide
from domain.tournament.messages import (
    KNOCKOUT,
    LEAGUE,
    SWISS,
    AnnulGame,
    CorrectResult,
    Disqualify,
    Enter,
    OpenTournament,
    RecordResult,
    Replace,
    Start,
    Withdraw,
)
from domain.tournament.pods import Field, meetings, paired, sizes
from domain.tournament.standings import standings
from domain.tournament.state import fold
from tests.domain.tournament.second_count import Count
from tests.domain.tournament.tournament_kit import COLONY, HOST, RUSSIA, SECRET, SERVER, terms


def outcome(die, seats):
    """Any standings: with equals, with losses of all, with scores that have nothing to do with places, or none."""
    kind = die.randrange(10)
    if kind == 0:
        return ()
    if kind == 1:
        return tuple(Standing(seat, 1, won=False, score=0) for seat in range(seats))
    order = die.sample(range(seats), seats)
    found, rank = [], 1
    while order:
        together = [order.pop() for _ in range(min(len(order), die.choice((1, 1, 1, 2, 3))))]
        found += [Standing(seat, rank, won=rank == 1, score=die.randrange(-1, 20)) for seat in together]
        rank += len(together)
    return tuple(found)


def something_else(die, tournament):
    """Return a command of a player or official in between, or none."""
    entrant, table = die.randrange(len(tournament.entrants)), die.choice(list(tournament.games) or [0])
    seats = len(tournament.games[table].pairing.seats) if table else 0
    return die.choice(
        [
            None,
            None,
            (f"p{entrant}", Withdraw()) if tournament.is_in(entrant) else None,
            (HOST, Disqualify(entrant, "so")) if die.random() < 0.3 else None,
            (HOST, AnnulGame(table, "so")) if table else None,
            (HOST, CorrectResult(table, standings_or(die, seats), "so")) if table else None,
            replacement(tournament, entrant),
            (f"p{len(tournament.entrants)}", Enter("ef", 1500)) if may_join(tournament) else None,
        ]
    )


def may_join(tournament):
    return tournament.terms.form == SWISS and tournament.terms.late_rounds and tournament.round <= 1


def replacement(tournament, entrant):
    """An offer that may be made, or the answer to one that was; or nothing."""
    if tournament.is_in(entrant):
        return None
    if tournament.terms.form == SWISS and tournament.round == tournament.terms.rounds:
        return None
    waited_for = [tournament.games[table].pairing.seats for table in tournament.waits_for]
    if tournament.terms.form != SWISS and (tournament.round > 1 or not any(entrant in seats for seats in waited_for)):
        return None
    account = f"p{len(tournament.entrants)}"
    if account in tournament.offers:
        return (account, Enter("cd"))
    return None if entrant in tournament.replaced else (HOST, Replace(entrant, account, "so"))


def standings_or(die, seats):
    while not (found := outcome(die, seats)):
        pass
    return found


def any_tournament(form, seats, players, rounds, points, seed):
    """Return its events, and the tournament after each command."""
    die = random.Random(seed)
    late = {"late_rounds": 1} if form == SWISS and rounds > 1 and seed % 2 else {}
    own = {SWISS: {"rounds": rounds} | late, KNOCKOUT: {"advance": 1 + die.randrange(seats - 1)}, LEAGUE: {}}[form]
    opening = OpenTournament(terms(form, seats, variants=(RUSSIA,), points=points, **own))
    ruling = begin(opening, HOST, "event-1", SECRET)
    events, after = list(ruling.events), [ruling.tournament]

    def execute(actor, command):
        ruling = decide(after[-1], command, actor)
        events.extend(ruling.events)
        after.append(ruling.tournament)

    for number in range(players):
        execute(f"p{number}", Enter(f"{number:02x}"))
    execute(HOST, Start())
    while after[-1].status == "RUNNING":
        done = something_else(die, after[-1])
        if done:
            execute(*done)
            continue
        table = die.choice(after[-1].waits_for)
        execute(SERVER, RecordResult(table, "PLAYED", outcome(die, len(after[-1].games[table].pairing.seats))))
    return events, after


SEEDS = st.integers(0, 10**6)
FORMS = st.sampled_from([SWISS, KNOCKOUT, LEAGUE])


@pytest.mark.rule("EV-TIE-01", "EV-TIE-05", "EV-SCORE-01", "EV-BYE-02", "EV-OFF-03", "EV-RES-02")
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(FORMS, st.integers(2, 6), st.integers(0, 12), st.integers(1, 4), st.booleans(), st.integers(0, 10**6))
def test_standings_are_what_a_second_count_says_and_folding_again_changes_nothing(
    form, seats, more, rounds, table, seed
):
    least = {2: 3, 3: 7, 4: 7, 5: 11, 6: 16}[seats] if form == LEAGUE else max(2, seats)
    points = "10-6-3-2-1-0" if table else "places"
    events, after = any_tournament(form, seats, least + more, rounds, points, seed)
    ended = after[-1]
    assert ended.status == "ENDED"
    assert fold(events) == ended
    count = Count(events)
    assert count.divisions == ended.divisions
    rows = {row.entrant: row for row in ended.final}
    assert sorted(rows) == sorted(entrant for division in ended.divisions for entrant in division)
    for division in ended.divisions:
        assert {entrant: rows[entrant].rank for entrant in division} == count.ranks(division)
    for entrant, row in rows.items():
        counted = count.row(entrant) | {"points": count.points(entrant) * 120}
        counted["strength"] *= 120
        assert {name: getattr(row, name) for name in counted} == counted


@pytest.mark.rule("EV-PAIR-01", "EV-SWISS-02", "EV-RES-01")
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.sampled_from([SWISS, KNOCKOUT]), st.integers(2, 6), st.integers(0, 20), st.integers(1, 4), st.integers(0, 10**6)
)
def test_each_round_seats_everybody_who_is_in_once_and_no_game_is_scored_twice(form, seats, more, rounds, seed):
    events, after = any_tournament(form, seats, seats + more, rounds, "places", seed)
    tables = [event.table for event in events if type(event).__name__ == "ResultRecorded"]
    assert len(tables) == len(set(tables))
    for before, now in pairwise(after):
        if now.round > before.round:
            games = [game.pairing.seats for game in now.games.values() if game.round == now.round]
            placed = [entrant for game in games for entrant in game] + list(now.byes[-1])
            assert len(placed) == len(set(placed))
            assert all(now.is_in(entrant) for entrant in placed)
            assert all(2 <= len(game) <= seats for game in games)
            if form == SWISS:
                assert sorted(placed) == list(now.those("IN"))
                assert {len(game) for game in games} <= {seats, seats - 1}


def partitions(players, shape):
    """Every way to seat the players at tables of these sizes, by brute force."""
    if not shape:
        yield []
        return
    for size in set(shape):
        rest = list(shape)
        rest.remove(size)
        for companions in combinations(players[1:], size - 1):
            left = [player for player in players[1:] if player not in companions]
            for others in partitions(left, rest):
                yield [(players[0], *companions), *others]


@pytest.mark.rule("EV-SWISS-01")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.integers(4, 10), st.integers(2, 4), st.integers(1, 4), st.integers(0, 10**6))
def test_nobody_meets_twice_where_any_way_of_seating_avoids_it(players, seats, rounds, seed):
    shape = sizes(players, seats, max(2, seats - 1))
    if shape is None:
        return
    tables, byes = shape
    die, games = random.Random(seed), []
    for _ in range(rounds):
        order = tuple(die.sample(range(players), players))[: players - byes]
        standing = {player: die.randrange(300) for player in order}
        pods = paired(order, tables, Field(meetings(games), standing))
        before = {pair for game in games for pair in combinations(sorted(game), 2)}

        def again(seating, before=before):
            return any(pair in before for game in seating for pair in combinations(sorted(game), 2))

        assert sorted(player for pod in pods for player in pod) == sorted(order)
        assert [len(pod) for pod in pods].count(seats) == tables.count(seats)
        if again(pods):
            assert all(again(seating) for seating in partitions(list(order), tables))
        games += pods


@pytest.mark.rule("EV-SWISS-01")
@pytest.mark.parametrize("players", [30, 64, 128])
@pytest.mark.parametrize("variant", [RUSSIA, COLONY])
def test_five_rounds_of_many_let_no_pair_meet_twice(players, variant):
    tournament = begin(OpenTournament(terms(rounds=5, variants=(variant,))), HOST, "event-1", SECRET).tournament
    for number in range(players):
        tournament = decide(tournament, Enter(), f"p{number}").tournament
    tournament = decide(tournament, Start(), HOST).tournament
    die = random.Random(players)
    while tournament.status == "RUNNING":
        table = tournament.waits_for[0]
        seats = len(tournament.games[table].pairing.seats)
        order = die.sample(range(seats), seats)
        result = tuple(Standing(seat, place, place == 1, 20 - place) for place, seat in enumerate(order, 1))
        tournament = decide(tournament, RecordResult(table, "PLAYED", result), SERVER).tournament
    pairs = [pair for game in tournament.games.values() for pair in combinations(sorted(game.pairing.seats), 2)]
    assert tournament.round == 5
    assert len(pairs) == len(set(pairs))
    assert len(standings(tournament)) == players
