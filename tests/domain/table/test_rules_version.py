"""A game keeps the version of the rules that it began under: it is played, stored, proven and branched under it."""

import msgspec
import pytest

from domain import catalogue, stored
from domain.history.branching import position_of
from domain.history.codec import canonical_command
from domain.history.file import export
from domain.history.replay import advance
from domain.history.verify import verify, verify_rows
from domain.kernel.refused import Refused
from domain.kernel.versions import known_version
from domain.table.decide import decide, open_table
from domain.table.lobby import Pinned
from domain.table.messages import Lineage, OpenTable, StartGame, TakeSeat
from services.operations.simulate import SimulationPlan, play_one
from tests.domain.history.book import RING, SECRET

CODEC = stored.codec()
LINEAGE = Lineage("BRANCH", "game-0", 7, "aa")
GAMES = ("power_grid/russia", "power_grid/india", "card_game", "colony61")


def played(variant, rules_version):
    return play_one(SimulationPlan(variant, 3, 1, "versions", ("greedy",), rules_version=rules_version), 0, CODEC)


@pytest.fixture(scope="module")
def russia():
    return {version: played("power_grid/russia", version) for version in (1, 2)}


def halfway(rows):
    """The aggregate in the middle of a game, as it is read from a store."""
    aggregate = None
    for record in map(CODEC.read, rows[: len(rows) // 2]):
        aggregate = advance(aggregate, record)
    while not aggregate.to_act:
        aggregate = advance(aggregate, CODEC.read(rows[aggregate.version]))
    return aggregate


@pytest.mark.rule("TB-START-02")
@pytest.mark.parametrize("variant", GAMES)
def test_games_of_both_versions_are_played_to_their_end_and_proven_side_by_side(variant):
    for version in (1, 2):
        game = played(variant, version)
        assert (game.problems, game.aggregate.rules_version) == ((), version)
        assert verify_rows(game.rows, CODEC).fault is None
        verdict = verify(export(game.rows, CODEC, RING.signer), CODEC, RING.keys)
        assert (verdict.fault, verdict.status) == (None, "FINISHED")


@pytest.mark.rule("TB-START-02")
@pytest.mark.parametrize("version", [1, 2])
def test_a_game_is_read_back_under_the_version_it_began_with_and_goes_on_under_it(russia, version):
    aggregate = halfway(russia[version].rows)
    assert aggregate.rules_version == version
    seat = aggregate.to_act[0]
    command = aggregate.rules.default(aggregate.play, seat)
    assert aggregate.rules is catalogue.find("power_grid/russia").decider({}, 3, aggregate.editions, version)
    assert aggregate.rules.judge(aggregate.play, command)[0]


@pytest.mark.rule("TB-START-02", "TB-BRANCH-02")
@pytest.mark.parametrize("version", [1, 2])
def test_a_branch_goes_on_under_the_version_of_its_game(russia, version):
    aggregate = halfway(russia[version].rows)
    position = position_of(aggregate, aggregate.play, LINEAGE)
    assert position.rules_version == version
    assert begun_from(position).rules_version == version


@pytest.mark.rule("TB-START-02", "TB-BRANCH-02")
def test_a_branch_that_was_opened_when_there_was_one_version_goes_on_under_that(russia):
    aggregate = halfway(russia[1].rows)
    position = msgspec.structs.replace(position_of(aggregate, aggregate.play, LINEAGE), rules_version=msgspec.UNSET)
    assert begun_from(position).rules_version == 1
    assert b"rules_version" not in canonical_command(opening(position))


@pytest.mark.rule("TB-START-02", "TB-BRANCH-01")
def test_a_branch_of_a_game_under_a_version_that_is_not_known_is_refused_by_name(russia):
    aggregate = halfway(russia[2].rows)
    position = msgspec.structs.replace(position_of(aggregate, aggregate.play, LINEAGE), rules_version=9)
    with pytest.raises(Refused, match=r"UNKNOWN_RULES_VERSION .*game='power_grid', rules_version=9, known=\(1, 2"):
        begun_from(position)


def opening(position):
    return OpenTable("power_grid/russia", 3, rated=False, position=position)


def begun_from(position):
    """A game that three people begin from the position."""
    aggregate = open_table(opening(position), "ann", "game-1", SECRET).aggregate
    for account in ("ann", "bob", "cy"):
        aggregate = decide(aggregate, TakeSeat(), account, 0).aggregate
    return decide(aggregate, StartGame(), "ann", 0).aggregate


@pytest.mark.rule("TB-START-02")
def test_a_new_game_begins_under_the_newest_version_or_the_one_that_is_pinned():
    for pinned, version in ((Pinned(), 2), (Pinned(rules_version=1), 1)):
        aggregate = open_table(OpenTable("card_game", 2), "ann", "game-1", SECRET).aggregate
        for account in ("ann", "bob"):
            aggregate = decide(aggregate, TakeSeat(), account, 0).aggregate
        assert decide(aggregate, StartGame(), "ann", 0, pinned).events[0].rules_version == version


@pytest.mark.rule("TB-START-02")
def test_an_older_program_names_the_game_that_it_does_not_know_and_gives_no_verdict_on_it(russia, monkeypatch):
    from domain.power_grid import versions

    for newer in set(versions.VERSIONS) - {1}:
        monkeypatch.delitem(versions.VERSIONS, newer)
    fault = verify_rows(russia[2].rows, CODEC).fault
    assert (fault.code, fault.rule) == ("RULES_VERSION", "TB-START-02")
    assert "known=(1,)" in fault.says
    with pytest.raises(Refused, match="UNKNOWN_RULES_VERSION"):
        halfway(russia[2].rows)
    assert verify_rows(russia[1].rows, CODEC).fault is None


def test_the_newest_version_is_the_greatest_number():
    assert known_version({2: "", 10: "", 1: ""}, None, "demo") == 10
    assert known_version((1, 2), 1, "demo") == 1
    with pytest.raises(Refused, match="rules_version=0"):
        known_version((1, 2), 0, "demo")
