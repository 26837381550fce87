"""Real processes of two releases on one store: a game keeps its rules version, and an old process harms nothing."""

import asyncio

import grpc
import pytest
from msgspec.structs import replace

from domain import catalogue, stored
from domain.history.codec import link_of
from domain.history.verify import verify_rows
from domain.kernel.refused import Refused
from domain.table.messages import GameBegan
from services.main.new_tables import begin_under
from services.settings import BadSettings, from_environment
from services.store import open_store
from tests.domain.power_grid.positions import MAPS
from tests.faults.service import Service
from turnledger import ServiceError, sign_in

COMMANDS = 20


class OlderRelease(Service):
    program = "tests.older_release"


@pytest.fixture
async def releases(tmp_path, postgres_store_url, redis_url):
    """Starts processes on one store and the same views."""
    started = []

    async def start(release, **settings):
        service = release(tmp_path, postgres_store_url, redis_url, **settings)
        started.append(service)
        await service.start()
        return service

    yield start
    for service in started:
        service.stop()


async def history(url, game_id):
    store = open_store(url)
    try:
        return tuple(await store.load(game_id))
    finally:
        await store.close()


def begun_under(rows):
    codec = stored.codec()
    return next(event.rules_version for event in (codec.read(row).event for row in rows) if type(event) is GameBegan)


async def begin(host, guest, variant="power_grid/russia"):
    """A table of the host's server at which the guest's server has a player too."""
    mine = await host.create_table(variant, seats=2, join=True)
    theirs = guest.game(mine.game_id)
    await theirs.join()
    await mine.start()
    return mine, theirs


async def some_commands(*games):
    """Each player gives the first command that is legal, through its own server, until one of them gave many."""

    async def play(game):
        given = 0
        async for turn in game.my_turns():
            await turn.submit(turn.options[0].first)
            if (given := given + 1) == COMMANDS:
                return

    players = [asyncio.create_task(play(game)) for game in games]
    done, waiting = await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
    for player in waiting:
        player.cancel()
    await asyncio.gather(*done)


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.rule("TB-START-02")
async def test_while_an_older_release_takes_part_both_play_the_games_of_both(releases, postgres_store_url):
    old = await releases(OlderRelease)
    new = await releases(Service, TURNLEDGER_RULES_MAX="power_grid=1,card_game=1,colony61=1")
    async with sign_in(old.address, "Ann") as ann, sign_in(new.address, "Bob") as bob:
        for host, guest in ((ann, bob), (bob, ann)):
            mine, theirs = await begin(host, guest, "colony61")
            await some_commands(mine, theirs)
            rows = await history(postgres_store_url, mine.game_id)
            assert begun_under(rows) == 1
            assert {row.topic for row in rows if "IncomeResolved" in row.topic} == {"colony61.IncomeResolved/1"}
            assert verify_rows(rows, stored.codec()).fault is None


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.rule("TB-START-02")
async def test_an_old_process_refuses_a_newer_game_by_name_and_harms_nothing(releases, postgres_store_url):
    old, kept = await releases(OlderRelease), []  # it leads, until it meets what it does not know
    new = await releases(Service)
    async with sign_in(new.address, "Ann") as ann, sign_in(new.address, "Bob", keep=kept.append) as bob:
        mine, theirs = await begin(ann, bob)
        rows = await history(postgres_store_url, mine.game_id)
        assert begun_under(rows) == 3
        options = await mine.options() if (await mine.options()).options else await theirs.options()
        move = options.options[0].first
        async with sign_in(old.address, tokens=kept[-1]) as late:
            for _ in range(2):
                with pytest.raises(ServiceError) as caught:
                    await late.game(mine.game_id).submit(move)
                found = caught.value
                assert (found.code, found.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "UNKNOWN_RULES_VERSION")
        assert await history(postgres_store_url, mine.game_id) == rows
        async with sign_in(old.address, "Cy") as cy, sign_in(old.address, "Dee") as dee:
            own, other = await begin(cy, dee)
            await some_commands(own, other)
            assert begun_under(await history(postgres_store_url, own.game_id)) == 1
        old.stop()  # where it leads the game's shard, the game is shown once the new process has taken the shard over
        await some_commands(mine, theirs)
    after = await history(postgres_store_url, mine.game_id)
    assert [link_of(row) for row in after[: len(rows)]] == [link_of(row) for row in rows]
    assert verify_rows(after, stored.codec()).fault is None


def test_an_operator_says_what_new_games_begin_under_at_most():
    settings = from_environment({"TURNLEDGER_RULES_MAX": "power_grid=1, colony61=2"})
    under = {name: pinned.rules_version for name, pinned in begin_under(settings.rules_max).items()}
    assert under == dict.fromkeys((f"power_grid/{name}" for name in MAPS), 1) | {"colony61": 2}
    assert begin_under(()) == {}


@pytest.mark.rule("TB-START-02")
def test_a_map_that_is_younger_than_the_version_keeps_no_other_map_from_being_played_under_it(monkeypatch):
    young = replace(catalogue.find("power_grid/japan"), rules_from=2)
    monkeypatch.setitem(catalogue.VARIANTS, young.name, young)
    under = begin_under(["power_grid=1"])
    assert {pinned.rules_version for pinned in under.values()} == {1}
    with pytest.raises(Refused, match="UNKNOWN_RULES_VERSION"):
        young.decider({}, 2, rules_version=under[young.name].rules_version)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("chess=1", "TURNLEDGER_RULES_MAX: there is no game 'chess'"),
        ("power_grid/russia=1", "GAME=VERSION"),
        ("power_grid=99", r"TURNLEDGER_RULES_MAX: power_grid has the rules versions 1, 2\b.*, not '99'"),
        ("power_grid", "GAME=VERSION"),
        ("power_grid=01", "not '01'"),
    ],
)
def test_a_version_or_game_that_does_not_exist_is_named(said, says):
    with pytest.raises(BadSettings, match=says):
        begin_under(from_environment({"TURNLEDGER_RULES_MAX": said}).rules_max)
