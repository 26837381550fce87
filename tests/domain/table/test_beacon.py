"""A table with a beacon: its start fixes everything, its round comes later, and nothing is ever drawn twice."""

import pytest
from msgspec import UNSET

from domain.kernel.beacon import QUICKNET
from domain.kernel.dice import Dice, beacon_seed, game_seed
from domain.table.aggregate import CLOSED, RUNNING, STARTING
from domain.table.clock import Clock
from domain.table.decide import decide, open_table
from domain.table.lobby import Pinned
from domain.table.messages import (
    AddBot,
    Begin,
    ClearSeat,
    CloseTable,
    ExpireTable,
    GameBegan,
    GameStarting,
    LeaveSeat,
    OpenTable,
    PutOut,
    StartGame,
    StopTable,
    TableClosed,
    TakeSeat,
    Terms,
)
from support import demo
from tests.beacon import CHAIN, GENESIS_S, a_beacon, signed
from tests.domain.table.table_kit import SECRET, START_MS, choose, given, refused, when
from tests.kit import Refusal, refusing

BEACON = a_beacon(lead_s=6, period_s=3)
ROUND = (START_MS // 1000 + 6 - GENESIS_S + 2) // 3 + 1
SEATED = (("ann", TakeSeat(nonce="aa")), ("bob", TakeSeat(nonce="bb")))


def table(**fields):
    return open_table(OpenTable(**({"variant": "demo", "seats": 3, "beacon": BEACON} | fields)), "ann", "g", SECRET)


def starting(**fields):
    return given(table(**fields).aggregate, *SEATED, ("ann", StartGame()))


@pytest.mark.rule("TB-BEACON-01")
def test_the_opening_names_the_beacon():
    (opened,) = table().events
    assert opened.beacon == BEACON
    assert table(beacon=UNSET).events[0].beacon is UNSET


@pytest.mark.rule("TB-BEACON-01")
@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"seed": "s"}, "seed"),
        ({"setup": {"seats": 2, "bonus": [1, 0]}}, "setup"),
        ({"beacon": a_beacon(lead_s=0)}, "lead_s"),
    ],
)
def test_a_beacon_that_cannot_be_or_would_say_nothing_is_refused(fields, wrong):
    with refusing("BEACON_INVALID", field=wrong):
        table(rated=False, **fields)


@pytest.mark.rule("TB-BEACON-02")
def test_the_start_names_a_round_that_comes_later_and_begins_nothing():
    seated = given(table().aggregate, *SEATED)
    (event,) = when(seated, "ann", StartGame())
    assert event == GameStarting(ROUND, demo.VARIANT.editions(), 1, {"random": 1, "greedy": 1})
    assert BEACON.time_ms(ROUND) >= START_MS + 6_000
    after = given(seated, ("ann", StartGame()))
    assert (after.status, after.play, after.to_act) == (STARTING, None, ())


@pytest.mark.rule("TB-BEACON-02", "TB-START-01")
def test_what_the_beginning_would_refuse_is_refused_at_the_start():
    alone = given(table().aggregate, SEATED[0])
    assert refused(alone, "ann", StartGame()) == Refusal("TOO_FEW_PLAYERS", seated=1, players_min=2)


@pytest.mark.rule("TB-BEACON-02", "TB-QUICK-01")
def test_a_table_that_fills_up_starts_in_the_same_decision():
    seated = given(table(seats=2, terms=Terms(starts_when_full=True)).aggregate, SEATED[0])
    _, named = when(seated, *SEATED[1])
    assert named == GameStarting(ROUND, demo.VARIANT.editions(), 1, {"random": 1, "greedy": 1})


@pytest.mark.rule("TB-BEACON-02", "TB-BEACON-03")
def test_rules_and_data_are_those_of_the_start_whatever_is_in_force_when_the_round_comes():
    """A party that could still choose among versions or maps after the round would draw as often as there are of
    them."""
    other = Pinned((), 9, {"greedy": 2})
    events = decide(starting(), Begin(ROUND, signed(ROUND)), "eve", START_MS + 9_000, other).events
    assert (events[0].editions, events[0].rules_version) == (demo.VARIANT.editions(), 1)
    assert events[0].bots == {"random": 1, "greedy": 1}


@pytest.mark.rule("TB-BEACON-03")
def test_anybody_hands_in_the_round_and_the_draws_follow_from_it():
    aggregate = starting()
    began, *_ = when(aggregate, "eve", Begin(ROUND, signed(ROUND)))
    assert isinstance(began, GameBegan)
    assert (began.signature, [each.account for each in began.seats]) == (signed(ROUND), ["ann", "bob"])
    game = given(aggregate, ("eve", Begin(ROUND, signed(ROUND))))
    secret_parts = (SECRET, "g", [b"\xaa", b"\xbb"])
    seed = beacon_seed(*secret_parts, bytes.fromhex(CHAIN), ROUND, bytes.fromhex(signed(ROUND)))
    assert game.status == RUNNING
    assert game.dice.seed == seed != game_seed(*secret_parts)
    assert game.play.bonus == Dice(seed).roll("bonus").shuffle((0, 1))
    assert game.bots_seed == seed


@pytest.mark.rule("TB-BEACON-03")
def test_without_a_beacon_the_chance_of_bots_is_the_secret_as_ever():
    game = given(table(beacon=UNSET).aggregate, *SEATED, ("ann", StartGame()))
    assert (game.status, game.bots_seed) == (RUNNING, SECRET)


@pytest.mark.rule("TB-BEACON-03", "TB-BEACON-04")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (Begin(ROUND + 1, signed(ROUND + 1)), Refusal("WRONG_ROUND", round=ROUND + 1, wanted=ROUND)),
        (Begin(ROUND - 1, signed(ROUND - 1)), Refusal("WRONG_ROUND", round=ROUND - 1, wanted=ROUND)),
        (Begin(ROUND, signed(ROUND - 1)), Refusal("ROUND_NOT_SIGNED", round=ROUND)),
        (Begin(ROUND, ""), Refusal("ROUND_NOT_SIGNED", round=ROUND)),
    ],
)
def test_a_forged_or_replayed_round_begins_nothing(command, said):
    for actor in ("ann", "server", "eve"):
        assert refused(starting(), actor, command) == said


@pytest.mark.rule("TB-BEACON-04")
@pytest.mark.parametrize(
    "command", [StartGame(), TakeSeat(), LeaveSeat(), CloseTable(), AddBot("greedy"), ClearSeat(1)], ids=str
)
def test_nothing_changes_what_was_fixed_and_nobody_starts_again(command):
    for actor in ("ann", "bob", "eve", "server", "operator:olga"):
        assert refused(starting(), actor, command) == "GAME_ALREADY_STARTED"


@pytest.mark.rule("TB-BEACON-04", "TB-CLOSE-02", "TB-CLOSE-03")
def test_a_start_that_is_given_up_stays_in_the_history():
    aggregate = starting()
    assert when(aggregate, "operator:olga", StopTable()) == (TableClosed("OPERATOR"),)
    assert refused(aggregate, "operator:olga", PutOut("ann")) == "GAME_NOT_STARTED"
    assert when(aggregate, "server", ExpireTable()) == (TableClosed("EXPIRED"),)
    assert refused(aggregate, "ann", ExpireTable()) == "NOT_THE_SERVER"
    closed = given(aggregate, ("operator:olga", StopTable()))
    assert (closed.status, closed.starting.round) == (CLOSED, ROUND)
    assert refused(closed, "server", Begin(ROUND, signed(ROUND))) == "TABLE_CLOSED"


@pytest.mark.rule("TB-BEACON-04")
def test_a_round_is_taken_once_and_only_where_one_is_waited_for():
    assert refused(given(table().aggregate, *SEATED), "server", Begin(ROUND, signed(ROUND))) == "NOT_STARTING"
    game = given(starting(), ("server", Begin(ROUND, signed(ROUND))))
    assert refused(game, "server", Begin(ROUND, signed(ROUND))) == "GAME_ALREADY_STARTED"
    assert refused(game, "ann", StartGame()) == "GAME_ALREADY_STARTED"


@pytest.mark.rule("TB-BEACON-02")
def test_nobody_plays_before_the_round_is_there():
    assert refused(starting(), "ann", choose(0, 1)) == "GAME_NOT_STARTED"


@pytest.mark.rule("TB-BEACON-03", "TB-CLOCK-02")
def test_time_runs_from_the_beginning_not_from_the_start():
    aggregate = starting(terms=Terms(Clock(move_s=60)))
    assert aggregate.clocks == ()
    game = given(aggregate, ("server", Begin(ROUND, signed(ROUND)), 30))
    assert [clock.deadline_ms for clock in game.clocks] == [START_MS + 90_000] * 2


def test_quicknet_is_a_beacon_that_a_table_may_have():
    assert table(beacon=QUICKNET).events[0].beacon.chain.startswith("52db9ba7")
