"""Boards, streams and lists over real gRPC."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from hashlib import sha256

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from msgspec.structs import replace

from domain import catalogue, stored
from domain.colony61.checks import problems
from domain.colony61.figures import Figures
from domain.kernel.editions import EditionFiles
from domain.table.messages import OpenTable
from projections.read.games import BoardQueries, NotShown
from projections.read.spread import Spread
from projections.stores.memory_view import MemoryView
from services.api.watching import game_watch
from services.api.watching.facts_cache import FactsCache
from services.application.game_service import GameService
from services.main import running
from services.projection_runner.projector import Projector
from services.projection_runner.runner import ProjectionRunner
from services.store import open_store
from tests.api.api_kit import RUSSIA, call, choice, next_to_act, refused, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import catalogue_pb2, lobby_pb2, views_pb2

Code = grpc.StatusCode


async def play(games, upto):
    """Gives commands, each the first that is legal, until the game has that version."""
    version = 0
    while version < upto:
        game, options = await next_to_act(*games)
        version = (await game.submit(choice(), expected_version=options.version)).version


async def versions(game, after, upto):
    seen = []
    async with aclosing(game.watch(after)) as messages:
        async for message in messages:
            seen += [event.version for event in message.events]
            assert message.version == seen[-1]
            if message.version >= upto:
                break
    return seen


async def test_a_watch_brings_every_event_once_from_any_version_on(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    watching = asyncio.create_task(versions(games[0], 0, 24))
    late = asyncio.create_task(versions(games[1], 4, 24))
    await play(games, 24)
    assert (await watching)[:24] == list(range(1, 25))
    assert (await late)[:20] == list(range(5, 25))


@pytest.mark.slow
async def test_a_game_whose_views_are_still_being_built_is_shown_from_the_log_and_its_watch_begins_with_them(
    tmp_path, monkeypatch
):
    built, follow = asyncio.Event(), ProjectionRunner.run

    async def run(follower):
        await built.wait()
        await follow(follower)

    monkeypatch.setattr(ProjectionRunner, "run", run)
    monkeypatch.setattr(game_watch, "_LOOK_UP_S", 0.1)
    async with running(settings(tmp_path)) as started, sign_in(started.grpc) as ann:
        game = await ann.create_table(RUSSIA, seats=2, join=True)
        watching = asyncio.create_task(versions(game, 0, 2))
        assert (await game.board()).version == 2
        built.set()
        assert await watching == [1, 2]
        assert (await game.board(min_version=2)).version == 2


async def test_what_a_look_at_the_store_has_taken_of_a_callers_time_is_not_given_to_the_view_again(tmp_path):
    """Another caller holds the game's lock for most of that time."""
    loop, view, asked_s = asyncio.get_running_loop(), MemoryView("boards"), []
    store = open_store(f"sqlite:///{tmp_path}/store.db")
    games = GameService(store, stored.codec())
    game_id = (await games.open_table(OpenTable(RUSSIA, 2), actor="ann", request_id="1")).game_id
    held = await games.load(game_id)

    class CountingQueries(BoardQueries):
        async def table(self, game_id, min_version=1, timeout_s=0.0):
            asked_s.append(timeout_s)
            return await super().table(game_id, min_version, 0.0)

    await held.lock.acquire()
    held.users += 1

    def release():
        held.users -= 1
        held.lock.release()

    loop.call_later(0.3, release)
    with pytest.raises(NotShown):
        await FactsCache(games, CountingQueries(Spread([view]))).table(game_id, 1.0)
    await store.close()
    assert asked_s[0] == 0.0
    assert asked_s[1] <= 0.7


async def test_a_watch_from_now_on_begins_with_the_version_reached(player):
    game, _ = await two_at_a_table(await player("Ann"), await player("Bob"))
    version = (await game.board(min_version=(await game.table()).version)).version
    async with aclosing(game.watch(None, heartbeats=True)) as messages:
        assert (await anext(messages)).version == version


async def test_a_quiet_watch_shows_that_it_lives(player, monkeypatch):
    monkeypatch.setattr(game_watch, "HEARTBEAT_S", 0.02)
    game = await (await player("Ann")).create_table(RUSSIA)
    async with aclosing(game.watch(None, heartbeats=True)) as messages:
        first = await anext(messages)
        assert [(await anext(messages)).version for _ in range(3)] == [first.version] * 3


async def test_a_watch_of_what_is_not_there_yet_is_refused(player):
    ann = await player("Ann")
    game = await ann.create_table(RUSSIA)
    async with refused(Code.OUT_OF_RANGE, "UNKNOWN_VERSION"), aclosing(game.watch(2)) as messages:
        await anext(messages)


async def test_when_the_server_stops_a_watch_says_where_to_go_on(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc))
            game = await ann.create_table(RUSSIA)
            request = views_pb2.WatchGameRequest(game_id=game.game_id, after_version=0)
            stream = ann.connection.stream("Views/WatchGame", request, views_pb2.WatchGameResponse)
            while (await anext(stream)).version < 1:
                pass
            ending = asyncio.create_task(anext(stream))
        with pytest.raises(ServiceError) as caught:
            await ending
    assert (caught.value.code, caught.value.reason) == (Code.UNAVAILABLE, "SERVER_STOPS")
    assert caught.value.facts["resume_from"] == "1"


@pytest.mark.slow
async def test_a_watch_goes_on_by_itself_after_the_server_was_away(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc, "Ann"))
            game = await ann.create_table(RUSSIA, join=True)
            seen = asyncio.create_task(versions(game, 0, 3))
            await game.board(min_version=2)
        async with running(settings(tmp_path, listen=server.grpc)), sign_in(server.grpc, "Bob") as bob:
            await bob.game(game.game_id).join()
            assert await seen == [1, 2, 3]


async def test_the_board_is_shown_as_it_stood_at_a_version(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    _, options = await next_to_act(*games)
    before = await games[0].board(min_version=options.version)
    await play(games, options.version + 3)
    past = await games[0].board(version=options.version)
    assert past == before
    assert list((await games[0].board(version=1)).to_act) == []


async def test_a_board_of_the_past_is_the_one_that_was_shown_then_to_who_sat_there_then(player):
    ann, bob = await player("Ann"), await player("Bob")
    hers = await ann.create_table(RUSSIA, seats=2, join=True)
    his = bob.game(hers.game_id)
    await his.join()
    games, shown = (hers, his), {}

    async def look():
        version = (await hers.table()).version
        shown[version] = [await game.board(min_version=version, options=True) for game in games]

    await look()
    await hers.arrange_seats([1, 0])
    await look()
    await hers.start()
    await look()
    await play(games, max(shown) + 5)
    for version, boards in shown.items():
        assert [await game.board(version=version, options=True) for game in games] == boards
    begun = max(shown)
    assert [(await hers.board(version=half)).version for half in (begun - 1, begun)] == [begun, begun], (
        "nobody saw the game in the middle of a command"
    )


@pytest.mark.parametrize("variant", [RUSSIA, "card_game", "colony61"])
async def test_a_board_comes_with_the_options_of_its_version_if_asked(player, variant):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), variant)
    for _ in range(20):
        game, listed = await next_to_act(*games)
        own = await game.board(min_version=listed.version, options=True)
        assert (own.version, list(own.options.options)) == (listed.version, list(listed.options))
        past = await game.board(version=listed.version, options=True)
        assert past == own
        await game.submit(listed.options[0].first)
    public = await games[0].board(min_version=own.version, options=True, as_spectator=True)
    assert not public.HasField("options")
    assert not (await games[0].board(min_version=own.version)).HasField("options")


async def test_a_board_before_the_start_has_no_options(player):
    game = await (await player("Ann")).create_table(RUSSIA, join=True)
    shown = await game.board(min_version=2, options=True)
    assert (shown.HasField("options"), list(shown.options.options)) == (True, [])


async def test_who_took_a_seat_that_the_views_do_not_show_yet_is_no_spectator(player, monkeypatch):
    go_on, asked, step, of_game = asyncio.Event(), asyncio.Event(), Projector.step, BoardQueries._of_game
    go_on.set()

    async def gated_step(projector, limit):
        await go_on.wait()
        return await step(projector, limit)

    async def noted(shown, game_id, key, read, min_version, timeout_s):
        if min_version == 2:
            asked.set()
        return await of_game(shown, game_id, key, read, min_version, timeout_s)

    monkeypatch.setattr(Projector, "step", gated_step)
    monkeypatch.setattr(BoardQueries, "_of_game", noted)
    ann, bob = await player("Ann"), await player("Bob")
    game = bob.game((await ann.create_table(RUSSIA)).game_id)
    await game.board(min_version=1)
    go_on.clear()
    await game.join()
    asked.clear()
    looking = asyncio.create_task(game.board(min_version=2))
    await asked.wait()
    go_on.set()
    shown = await looking
    assert (shown.version, shown.HasField("seat"), shown.seat) == (2, True, 0)


async def test_who_takes_a_seat_while_a_page_of_the_watch_is_made_gets_the_page_of_the_seat(player, monkeypatch):
    feed, ann, bob = BoardQueries.feed, await player("Ann"), await player("Bob")
    hers = await ann.create_table(RUSSIA, seats=2)
    his = bob.game(hers.game_id)
    joined = asyncio.Event()

    async def joins_first(shown, game_id, viewer=None, after=0, limit=100):
        if not joined.is_set():
            joined.set()
            await his.join()
            await hers.board(min_version=3)
        return await feed(shown, game_id, viewer, after, limit)

    await hers.board(min_version=1)
    async with aclosing(his.watch(1, board=True, heartbeats=True)) as messages:
        assert not (await anext(messages)).snapshot.HasField("seat")
        monkeypatch.setattr(BoardQueries, "feed", joins_first)
        await hers.join()
        async for message in messages:
            if message.events:
                break
    assert (message.version, message.snapshot.HasField("seat"), message.snapshot.seat) == (3, True, 1)


async def test_a_spectator_sees_the_public_board(player):
    game, _ = await two_at_a_table(await player("Ann"), await player("Bob"), "colony61")
    version = (await game.table()).version
    own = await game.board(min_version=version)
    public = await game.board(min_version=version, as_spectator=True)
    assert (own.board.colony61.HasField("own"), public.board.colony61.HasField("own")) == (True, False)
    assert (own.HasField("seat"), public.HasField("seat")) == (True, False)


async def test_a_secret_choice_stays_hidden_from_the_other_seat(player):
    ann, bob = await player("Ann"), await player("Bob")
    game, other = await two_at_a_table(ann, bob, "colony61")
    options = await game.options()
    answer = await game.submit(options.options[1].first)
    assert answer.events[0].game.colony61.start_chosen.HasField("keep")
    await versions(other, 0, answer.version)
    async with aclosing(other.watch(answer.version - 1)) as messages:
        async for message in messages:
            if message.events:
                assert not message.events[0].game.colony61.start_chosen.HasField("keep")
                break


async def test_the_catalogue_has_every_variant_with_its_options_and_bots(player):
    ann = await player("Ann")
    found = {variant.name: variant for variant in await ann.variants()}
    assert {"power_grid/russia", "card_game", "colony61"} <= set(found)
    russia = found[RUSSIA]
    assert {"greedy", "random"} <= set(russia.bots)
    assert russia.names["ru"] == "Энергосеть: Россия"


async def test_a_map_has_cities_links_prices_and_names_in_two_languages(player):
    ann = await player("Ann")
    shown = (await ann.catalogue.get_game_data(variant=RUSSIA)).data.power_grid
    cities = {city.id: city for city in shown.map.cities}
    assert len(cities) == 42
    assert set(cities["moscow"].names) == {"en", "ru"}
    assert list(cities["moscow"].slots) == [10, 15, 20]
    assert all(link.city_a in cities and link.city_b in cities and link.price >= 0 for link in shown.map.links)
    assert shown.plants[0].plant == "3"
    three = [each.value for each in shown.region_sets if each.players == 3]
    assert "green,pink,brown" in three
    assert "red,pink,brown" not in three  # red touches yellow alone


async def edition_served(client, edition):
    request = catalogue_pb2.GetEditionRequest(edition=edition)
    return await call(client, "Catalogue/GetEdition", request, catalogue_pb2.GetEditionResponse)


async def test_an_edition_is_served_byte_for_byte(player):
    ann = await player("Ann")
    for edition in {edition.id for variant in catalogue.VARIANTS.values() for edition in variant.editions()}:
        if not edition.startswith("demo"):
            served = await edition_served(ann, edition)
            assert sha256(served.json).hexdigest() == served.edition.sha256
    async with refused(Code.FAILED_PRECONDITION, "UNKNOWN_EDITION"):
        await edition_served(ann, "colony61-0")


@pytest.fixture
def corrected(tmp_path):
    """A second edition of Colony-61 is published."""
    title = catalogue.TITLES["colony61"]
    first = title.editions.content("colony61-1")
    (tmp_path / "colony61-1.json").write_bytes(first)
    (tmp_path / "colony61-2.json").write_bytes(first.replace(b"colony61-1", b"colony61-2"))
    files = EditionFiles(tmp_path, Figures, rule="C61-SET-01", check=problems, reconstructed=lambda read: ())
    catalogue.register(replace(title, editions=files))
    yield first
    catalogue.register(title)


async def test_the_edition_of_an_old_game_is_served_after_its_correction(player, corrected):
    ann = await player("Ann")
    assert (await edition_served(ann, "colony61-2")).edition.id == "colony61-2"
    assert (await edition_served(ann, "colony61-1")).json == corrected


@pytest.mark.slow
@pytest.mark.usefixtures("quick_passwords")
async def test_a_finished_rated_game_shows_in_the_profile(player):
    ann = await player("Ann")
    await ann.accounts.upgrade_me(display_name="Ann", password="long enough to be one")
    game = await ann.create_table("card_game", seats=2, join=True)
    await game.add_bot("random")
    await game.start()
    async with asyncio.timeout(60):
        async for turn in game.my_turns():
            await turn.submit(turn.options[0].first)
    table = await game.table()
    await game.board(min_version=table.version)
    request = views_pb2.GetPlayerRequest(account_id=ann.account.account_id)
    profile = views_pb2.GetPlayerResponse()
    while not profile.records:
        profile = await call(ann, "Views/GetPlayer", request, views_pb2.GetPlayerResponse)
    assert [(each.variant, each.games, each.with_bots, each.provisional) for each in profile.records] == [
        ("", 1, True, True), ("card_game", 1, True, True),
    ]  # fmt: skip
    assert {each.deviation for each in profile.records} == {323}  # 40 points × 8.065901, see tests/projections
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await ann.views.get_leaderboard(around_account_id=ann.account.account_id, page_token="1")
    assert [table.game_id for table in profile.recent] == [game.game_id]
    finished = [each async for each in ann.my_games(finished=True)]
    assert finished[0].table.status == lobby_pb2.TABLE_STATUS_FINISHED


async def test_health_and_reflection_are_on(server):
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service="turnledger.v1.Play"))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        asked = iter([reflection_pb2.ServerReflectionRequest(list_services="")])
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        async for listed in stub.ServerReflectionInfo(asked):
            names = {service.name for service in listed.list_services_response.service}
            assert {"turnledger.v1.Play", "turnledger.v1.Views", "grpc.health.v1.Health"} <= names
