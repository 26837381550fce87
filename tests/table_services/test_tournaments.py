"""Tournaments on a real store: a command counts once, however often it is repeated and whichever process handles it."""

import asyncio
from uuid import uuid4

import pytest

from domain import stored
from domain.history.tournament_adjudicate import adjudicate
from domain.history.tournament_verify import export, verify
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.tournament.messages import (
    SWISS,
    AnnulGame,
    Enter,
    OpenTournament,
    Pause,
    PlayerEntered,
    RecordResult,
    ResultRecorded,
    Resume,
    Start,
    Terms,
    Withdraw,
)
from domain.tournament.standings import standings
from services.application.command_errors import RequestReused
from services.history.keys import SigningKeys
from services.platform.rate_limiter import TooMany
from services.store import open_sql
from services.store.schema import migrate
from services.tournaments.tournament_errors import UnknownTournament
from services.tournaments.tournament_service import ORGANISED_MAX, Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from tests.domain.tournament.tournament_kit import places
from tests.table_services.services_kit import FakeClock

TERMS = Terms("Cup", SWISS, ("card_game",), 2, rounds=2, rated=False)


@pytest.fixture
async def sql(store_url):
    migrate(store_url)
    opened = open_sql(store_url)
    yield opened
    await opened.close()


@pytest.fixture
def process(sql):
    """A process's own view of the store, each time it is called."""
    return lambda: Tournaments(TournamentStorage(sql), FakeClock())


async def opened(tournaments, terms=TERMS, actor="host"):
    return (await tournaments.open(OpenTournament(terms), actor=actor, request_id=str(uuid4()))).tournament_id


async def execute(tournaments, tournament_id, actor, command, request_id=None):
    return await tournaments.execute(tournament_id, command, actor=actor, request_id=request_id or str(uuid4()))


async def started(tournaments, players=4):
    tournament_id = await opened(tournaments)
    for number in range(players):
        await execute(tournaments, tournament_id, f"p{number}", Enter())
    await execute(tournaments, tournament_id, "host", Start())
    return tournament_id


async def test_a_repeated_request_has_one_effect_and_one_answer_in_every_process(process):
    one, other = process(), process()
    request = str(uuid4())
    first = await one.open(OpenTournament(TERMS), actor="host", request_id=request)
    again = await other.open(OpenTournament(TERMS), actor="host", request_id=request)
    assert (first.tournament_id, first.events) == (again.tournament_id, again.events)
    entry = str(uuid4())
    entered = await execute(one, first.tournament_id, "ann", Enter(rating=1500), entry)
    assert entered.events == (PlayerEntered(0, "ann", "", 1500, False),)
    # the rating is said by the server, and may be another one when the request comes again
    assert (await execute(other, first.tournament_id, "ann", Enter(rating=1600), entry)).events == entered.events
    assert len((await other.load(first.tournament_id)).tournament.entrants) == 1
    with pytest.raises(RequestReused):
        await execute(other, first.tournament_id, "ann", Withdraw(), entry)


async def test_a_request_that_made_nothing_happen_makes_nothing_happen_later(process):
    one, other = process(), process()
    tournament_id = await started(one)
    request = str(uuid4())
    assert (await execute(one, tournament_id, "host", Resume(), request)).events == ()
    await execute(one, tournament_id, "host", Pause("lunch"))
    assert (await execute(other, tournament_id, "host", Resume(), request)).events == ()
    assert (await other.load(tournament_id)).tournament.paused


async def test_of_processes_that_record_a_result_at_one_moment_one_does(process):
    processes = [process() for _ in range(4)]
    tournament_id = await started(processes[0])
    tables = (await processes[0].load(tournament_id)).tournament.waits_for
    result = {table: RecordResult(table, "PLAYED", places(0, 1), f"game {table}") for table in tables}
    answers = await asyncio.gather(
        *(
            execute(each, tournament_id, SERVER_ACTOR, result[table], f"{table}/{number}")
            for number, each in enumerate(processes)
            for table in tables
        )
    )
    recorded = [event for answer in answers for event in answer.events if isinstance(event, ResultRecorded)]
    assert sorted(event.table for event in recorded) == sorted(tables)
    found = (await processes[3].load(tournament_id)).tournament
    assert found.round == 2
    assert sorted(row.points for row in standings(found)) == [0, 0, 120, 120]


async def test_a_refused_command_stores_nothing(process):
    tournaments = process()
    tournament_id = await started(tournaments)
    version = (await tournaments.load(tournament_id)).version
    with pytest.raises(Refused, match="EVENT_STARTED"):
        await execute(tournaments, tournament_id, "late", Enter())
    with pytest.raises(Refused, match="NOT_AN_OFFICIAL"):
        await execute(tournaments, tournament_id, "p0", AnnulGame(1, "mine"))
    assert (await process().load(tournament_id)).version == version
    with pytest.raises(UnknownTournament):
        await execute(tournaments, str(uuid4()), "ann", Enter())
    with pytest.raises(UnknownTournament):
        await tournaments.load(str(uuid4()))


async def test_what_is_stored_is_a_stream_that_its_file_proves(process):
    tournaments, keys = process(), SigningKeys.fresh()
    tournament_id = await started(tournaments)
    for number in range(4):
        tournament = (await tournaments.load(tournament_id)).tournament
        table = tournament.waits_for[0]
        await execute(
            tournaments, tournament_id, SERVER_ACTOR, RecordResult(table, "PLAYED", places(1, 0)), f"r{number}"
        )
    assert (await tournaments.load(tournament_id)).tournament.status == "ENDED"
    rows = await tournaments.storage.load(tournament_id)
    content = export(rows, stored.tournament_codec(), keys.signer)
    assert verify(content, stored.tournament_codec(), keys.keys).fault is None


async def test_lists_tell_the_last_opened_first_of_all_of_a_status_and_of_an_account(process):
    tournaments = process()
    first, second, third = [await opened(tournaments) for _ in range(3)]
    await execute(tournaments, second, "ann", Enter())
    listed = await tournaments.storage.page("", "", "", 10)
    assert {each.tournament_id for each in listed} == {first, second, third}
    assert [each.place for each in listed] == sorted((each.place for each in listed), reverse=True)
    assert await tournaments.storage.page("", "", listed[0].place, 10) == listed[1:]
    (of_ann,) = await tournaments.storage.page("ENTRY", "ann", "", 10)
    assert (of_ann.tournament_id, of_ann.summary.players, of_ann.version) == (second, 1, 2)
    assert await tournaments.storage.page("ENDED", "", "", 10) == []
    assert len(await tournaments.storage.page("", "host", "", 10)) == 3


async def test_an_organiser_has_so_many_tournaments_at_once_and_a_repeated_request_is_none_more(process):
    tournaments = process()
    request = str(uuid4())
    await tournaments.open(OpenTournament(TERMS), actor="host", request_id=request)
    for _ in range(ORGANISED_MAX - 1):
        await opened(tournaments)
    with pytest.raises(TooMany):
        await opened(tournaments)
    await tournaments.open(OpenTournament(TERMS), actor="host", request_id=request)
    await opened(tournaments, actor="another")


async def test_what_the_store_has_lost_is_forgotten(process, sql):
    tournaments = process()
    tournament_id = await opened(tournaments)
    await execute(tournaments, tournament_id, "ann", Enter())
    await sql.run("DELETE FROM tournament_events WHERE event_id = ? AND version = 2", (tournament_id,))
    assert (await execute(tournaments, tournament_id, "bob", Enter())).events == (
        PlayerEntered(0, "bob", "", None, False),
    )
    assert [row.version for row in await tournaments.storage.load(tournament_id)] == [1, 2]


class LosingStorage(TournamentStorage):
    """Its server loses the second event of a tournament once, just before the third is appended; `instead`: what
    another process has appended there by then."""

    def __init__(self, sql, instead=None):
        super().__init__(sql)
        self.sql, self.instead, self.loses = sql, instead, True

    async def append(self, stored):
        first = stored.rows[0]
        if first.version == 3 and self.loses:
            self.loses = False
            await self.sql.run("DELETE FROM tournament_events WHERE event_id = ? AND version = 2", (first.stream_id,))
            if self.instead:
                await self.instead(first.stream_id)
        return await super().append(stored)


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_an_event_is_not_appended_behind_one_that_the_store_has_just_lost(process, sql, is_replaced):
    async def enter_cid(tournament_id):
        await execute(process(), tournament_id, "cid", Enter())

    tournaments = Tournaments(LosingStorage(sql, enter_cid if is_replaced else None), FakeClock())
    tournament_id = await opened(tournaments)
    await execute(tournaments, tournament_id, "ann", Enter())
    await execute(tournaments, tournament_id, "bob", Enter())
    found = (await process().load(tournament_id)).tournament
    assert [each.account for each in found.entrants] == [*["cid"] * is_replaced, "bob"]
    adjudicate(await process().storage.load(tournament_id), stored.tournament_codec())
