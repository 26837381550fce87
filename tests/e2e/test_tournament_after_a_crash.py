"""A tournament continues after every process was killed in its middle: nothing is scored twice, and its standings are
those of a second count."""

from collections import Counter
from contextlib import AsyncExitStack

import msgspec
import pytest

from domain import stored
from domain.history.tournament_file import take_apart
from domain.history.tournament_verify import verify
from domain.tournament.messages import ResultRecorded, TournamentEnded
from services.history.keys import published_keys
from tests.api.test_tournaments import entered, file_of, opened, pairings, played, resign_all, start, status_is
from tests.domain.tournament.second_count import Count
from tests.faults.service import Service
from turnledger import sign_in
from turnledger.v1 import tournaments_pb2

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
ROUNDS = 3


async def test_kills_in_every_round_score_nothing_twice_and_lose_nothing(tmp_path, postgres_store_url):
    service = Service(tmp_path, postgres_store_url)
    await service.start()
    try:
        async with AsyncExitStack() as stack:
            host, *players = [
                await stack.enter_async_context(sign_in(service.address, name))
                for name in ("Eve", "Ann", "Bob", "Cid", "Dan")
            ]
            tournament_id = await opened(host, rounds=ROUNDS)
            await entered(tournament_id, *players)
            await start(host, tournament_id)
            service.kill()  # tables are being opened, or not yet
            for number in range(1, ROUNDS + 1):
                await service.start()
                found = await played(host, tournament_id, number)
                await resign_all(players, found)
                service.kill()  # results are being recorded, the next round is paired, or not yet
            await service.start()
            await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
            await check(host, tournament_id)
    finally:
        service.stop()


async def check(host, tournament_id):
    keys = published_keys(msgspec.json.decode((await host.history.list_signing_keys()).key_set))
    content = await file_of(host, tournament_id)
    assert verify(content, stored.tournament_codec(), keys).fault is None
    events = [stored.tournament_codec().read(row).event for row in take_apart(content).rows]
    recorded = Counter(event.table for event in events if isinstance(event, ResultRecorded))
    assert recorded == Counter(range(1, 2 * ROUNDS + 1))
    assert len({each.game_id for each in await pairings(host, tournament_id)}) == 2 * ROUNDS
    (ended,) = [event for event in events if isinstance(event, TournamentEnded)]
    count = Count(events)
    for row in ended.standings:
        assert row.points == 120 * count.points(row.entrant), row
    assert all([(await host.game(each.game_id).verify()).right for each in await pairings(host, tournament_id)])
