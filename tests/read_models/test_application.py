"""Programs written with the library `eventsourcing` read our games."""

from contextlib import contextmanager
from threading import Semaphore
from time import monotonic

import psycopg
import pytest
from eventsourcing.persistence import NotSupportedError, StoredEvent
from eventsourcing.projection import ApplicationSubscription

from domain.card_game.messages import BidPlaced
from domain.history.replay import aggregate_after
from domain.stored import codec
from domain.table.messages import GameBegan, GameFinished
from services.read_models import DomainEvent, LogIsShorter, RulesDecide, Turnledger, event_class, recorders, topics
from services.read_models.application import Factory
from services.read_models.sqlite import SqliteRecorder
from services.store.schema import migrate
from support.servers import PostgresServer
from tests.read_models.read_model_kit import begun, games_of, moves, played


@pytest.fixture
async def games(store_url):
    games = games_of(store_url)
    yield games
    await games._store.close()


@contextmanager
def following(url, **asked):
    with Turnledger({"TURNLEDGER_STORE": url}) as application, ApplicationSubscription(application, **asked) as found:
        yield found


def read_to_the_end_of(game_id, subscription):
    """Events and positions, up to the end of that game."""
    for event, tracking in subscription:
        yield event, tracking.notification_id
        if event.originator_id == game_id and isinstance(event.event, GameFinished):
            return


async def test_every_event_is_read_as_it_is_stored_typed_and_in_the_order_of_the_log(games, store_url):
    first = await begun(games, "ann", "bob")
    second = await played(games, "cy", "dan", seed=2)
    async for _ in moves(games, first):
        pass
    with following(store_url) as subscription:
        found = list(read_to_the_end_of(first, subscription))
    log = await games._store.read_log(0, found[-1][1])
    assert [(event.recorded, position) for event, position in found] == [
        (codec().read(entry.row), entry.position) for entry in log
    ]
    assert {event.originator_id for event, _ in found} == {first, second}
    for event, _ in found:
        assert isinstance(event, DomainEvent)
        assert type(event) is event_class(type(event.event))


def test_a_subscription_waits_before_it_looks_again(tmp_path, monkeypatch):
    monkeypatch.setattr(recorders, "POLL_S", 0.1)
    looks, select = Semaphore(0), SqliteRecorder.select_notifications

    def looked(*words, **more):
        looks.release()
        return select(*words, **more)

    monkeypatch.setattr(SqliteRecorder, "select_notifications", looked)
    url = f"sqlite:///{tmp_path}/games.db"
    migrate(url)
    began = monotonic()
    with following(url):
        assert all(looks.acquire(timeout=60) for _ in range(4))
    assert monotonic() - began >= 0.3


async def test_only_what_a_projection_asks_for_is_read(games, store_url):
    game_id = await played(games, "ann", "bob")
    with following(store_url, topics=topics(GameBegan, GameFinished)) as subscription:
        kinds = [type(event.event) for event, _ in read_to_the_end_of(game_id, subscription)]
    assert kinds == [GameBegan, GameFinished]


def test_events_of_older_schemas_are_asked_for_by_their_old_names():
    known = topics(BidPlaced)
    assert known[0] == f"card_game.BidPlaced/{BidPlaced.schema}"
    assert len(known) == BidPlaced.schema


async def test_the_repository_gives_a_game_as_it_stood(games, store_url):
    game_id = await played(games, "ann", "bob")
    records = [codec().read(row) for row in await games._store.load(game_id)]
    with Turnledger({"TURNLEDGER_STORE": store_url}) as turnledger:
        for version in (1, 60, len(records)):
            assert turnledger.repository.get(game_id, version=version) == aggregate_after(records[:version])


async def test_nothing_is_inserted_since_rules_decide(games, store_url):
    game_id = await begun(games, "ann", "bob")
    stored = await games._store.load(game_id)
    with Turnledger({"TURNLEDGER_STORE": store_url}) as turnledger:
        forged = StoredEvent(game_id, len(stored) + 1, "card_game.BidPlaced/1", b"{}")
        with pytest.raises(RulesDecide, match=r"card_game\.BidPlaced/1 is not inserted"):
            turnledger.recorder.insert_events([forged])
        with pytest.raises(RulesDecide):
            turnledger.events.put([turnledger.mapper.to_domain_event(forged_of(stored[-1]))])
    assert await games._store.load(game_id) == stored


def forged_of(row):
    return StoredEvent(row.stream_id, row.version, row.topic, row.body)


@pytest.mark.parametrize("asked", ["tracking_recorder", "process_recorder"])
def test_what_a_projection_makes_of_the_log_lies_elsewhere(tmp_path, asked):
    factory = Factory({"TURNLEDGER_STORE": f"sqlite:///{tmp_path}/games.db"})
    with pytest.raises(NotSupportedError):
        getattr(factory, asked)()
    factory.close()


async def test_a_view_that_has_seen_more_than_the_log_holds_is_told_so(games, store_url):
    await begun(games, "ann", "bob")
    head = await games._store.log_head()
    with Turnledger({"TURNLEDGER_STORE": store_url}) as turnledger:  # noqa: SIM117
        with pytest.raises(LogIsShorter, match=f"position {head + 1}, the log ends at {head}"):
            turnledger.recorder.subscribe(gt=head + 1)


def test_a_store_that_is_not_named_is_asked_for():
    with pytest.raises(OSError, match="TURNLEDGER_STORE"):
        Turnledger()


@pytest.mark.servers
class TestLostConnections:
    async def test_a_subscription_goes_on_when_its_connections_are_cut(self, postgres_store_url):
        games = games_of(postgres_store_url)
        game_id = await begun(games, "ann", "bob")
        with following(postgres_store_url) as subscription:
            found = [next(subscription)]
            async for _ in moves(games, game_id):
                cut(postgres_store_url)
            found += read_to_the_end_of(game_id, subscription)
        await games._store.close()
        versions = [found[0][0].originator_version, *(event.originator_version for event, _ in found[1:])]
        assert versions == list(range(1, len(versions) + 1))

    async def test_a_subscription_goes_on_when_the_server_was_away(self, private):
        server = private(PostgresServer())
        migrate(server.url())
        games = games_of(server.url())
        game_id = await begun(games, "ann", "bob")
        with following(server.url()) as subscription:
            next(subscription)
            server.kill()
            server.start()
            async for _ in moves(games, game_id):
                pass
            versions = [event.originator_version for event, _ in read_to_the_end_of(game_id, subscription)]
        await games._store.close()
        assert versions == list(range(2, len(versions) + 2))


def cut(url):
    """Ends every connection of the library to this database, as a firewall or a restart would."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'turnledger eventsourcing'"
        )
