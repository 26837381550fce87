"""Notices to entrants of a tournament: each is sent once, whatever stops in between."""

import json
from uuid import uuid4

import pytest

from domain.kernel.decider import Standing
from domain.kernel.ids import Seat
from domain.table.messages import SERVER_ACTOR
from domain.tournament.messages import (
    LEAGUE,
    SWISS,
    Cancel,
    Disqualify,
    Enter,
    OpenTournament,
    RecordResult,
    Replace,
    Start,
    Terms,
    Withdraw,
)
from services.accounts.people import BLOCK, People
from services.application.game_service import GameService
from services.notify.guard import Guard
from services.notify.messengers import Messengers
from services.notify.news import ADMITTED, KINDS, ROUND_BEGAN, TOURNAMENT_OVER
from services.notify.notifier import Notifier
from services.notify.posting import Poster
from services.notify.targets import DISCORD, WEBHOOK, Target
from services.notify.tournament_notices import TournamentNews
from services.notify.webhook import Webhooks
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from tests.table_services.services_kit import CODEC

PAGE = "https://play.example"
SWISS_TERMS = Terms("Cup", SWISS, ("card_game",), 2, rounds=2, rated=False)
LEAGUE_TERMS = Terms("League", LEAGUE, ("card_game",), 2, rated=False)


@pytest.fixture
def process(sql, storage, clock):
    """A process's own view of the store, each time it is called."""
    return lambda: Tournaments(TournamentStorage(sql), clock, news=TournamentNews(storage))


@pytest.fixture
async def work(store, storage, clock, process):
    """A notifier that was just started sends what waits."""
    poster = Poster(Guard(private=True))
    channels = {WEBHOOK: Webhooks(poster), DISCORD: Messengers(poster, PAGE)}

    async def tournament_of(tournament_id):
        return (await process().load(tournament_id)).tournament

    async def work():
        notifier = Notifier(GameService(store, CODEC, clock), store, storage, channels, clock, tournament_of)
        await notifier.begin()
        await notifier.follow()
        await notifier.send()
        await notifier.idle()

    yield work
    await poster.close()


@pytest.fixture
def hears(storage, receiver):
    async def hears(account, channel=WEBHOOK, **fields):
        given = {
            "address": f"http://localhost:{receiver.port}/{account}",
            "secret": b"\x01" * 32,
            "kinds": KINDS,
            "proven": True,
        } | fields
        return await storage.set(Target(account, channel, **given))

    return hears


def notices_of(receiver, *fields):
    """The recipients with their notices, in no order."""
    found = []
    for call in receiver.calls:
        body = json.loads(call.body)
        found.append((call.target.removeprefix("/"), *(body.get(field) for field in ("kind", *fields))))
    receiver.calls.clear()
    return sorted(found, key=str)


async def execute(tournaments, tournament_id, actor, command):
    return await tournaments.execute(tournament_id, command, actor=actor, request_id=str(uuid4()))


async def begun(tournaments, terms, players):
    opened = await tournaments.open(OpenTournament(terms), actor="host", request_id=str(uuid4()))
    for number in range(players):
        await execute(tournaments, opened.tournament_id, f"p{number}", Enter())
    await execute(tournaments, opened.tournament_id, "host", Start())
    return opened.tournament_id


async def play_open_tables(tournaments, tournament_id):
    """At each the entrant who entered first wins."""
    tournament = (await tournaments.load(tournament_id)).tournament
    for table in tournament.waits_for:
        seats = tournament.games[table].pairing.seats
        best = sorted(range(len(seats)), key=lambda seat: seats[seat])
        places = tuple(Standing(Seat(seat), rank, rank == 1, 0) for rank, seat in enumerate(best, 1))
        await execute(
            tournaments, tournament_id, SERVER_ACTOR, RecordResult(table, "FINISHED", places, str(uuid4()), "0" * 64)
        )


async def test_who_comes_off_the_waiting_list_is_told(process, work, hears, receiver):
    tournaments, terms = process(), Terms("Cup", SWISS, ("card_game",), 2, rounds=2, players_max=2)
    tournament_id = (await tournaments.open(OpenTournament(terms), actor="host", request_id=str(uuid4()))).tournament_id
    for account in ("p0", "p1", "p2"):
        await hears(account)
        await execute(tournaments, tournament_id, account, Enter())
    await work()
    assert notices_of(receiver) == []
    await execute(tournaments, tournament_id, "p0", Withdraw())
    await work()
    both = (tournament_id, tournament_id)
    assert notices_of(receiver, "tournament_id", "event_id", "game_id", "seat") == [("p2", ADMITTED, *both, "", -1)]


async def test_each_round_is_told_to_whom_it_pairs_and_the_end_with_the_place(process, work, hears, receiver):
    tournaments = process()
    for account in ("p0", "p1", "p2", "host"):
        await hears(account)
    tournament_id = await begun(tournaments, SWISS_TERMS, 4)
    await work()
    assert notices_of(receiver, "round") == [(f"p{number}", ROUND_BEGAN, 1) for number in (0, 1, 2)]
    await play_open_tables(tournaments, tournament_id)
    await work()
    assert notices_of(receiver, "round") == [(f"p{number}", ROUND_BEGAN, 2) for number in (0, 1, 2)]
    await play_open_tables(tournaments, tournament_id)
    await work()
    rank = {row.entrant: row.rank for row in (await tournaments.load(tournament_id)).tournament.final}
    assert rank[0] == 1
    assert notices_of(receiver, "place", "ending") == [(f"p{n}", TOURNAMENT_OVER, rank[n], None) for n in (0, 1, 2)]


async def test_a_round_that_is_over_by_the_time_is_not_told_and_who_has_left_hears_nothing(
    process, work, hears, receiver
):
    tournaments = process()
    await hears("p0")
    await hears("p1")
    tournament_id = await begun(tournaments, SWISS_TERMS, 4)
    await play_open_tables(tournaments, tournament_id)
    await execute(tournaments, tournament_id, "p1", Withdraw())
    await work()
    assert notices_of(receiver, "round") == [("p0", ROUND_BEGAN, 2)]


async def test_in_a_league_who_changes_divisions_is_told_so(process, work, hears, receiver):
    """Two divisions of three: the first of the second goes up, the last of the first goes down."""
    tournaments = process()
    tournament_id = await begun(tournaments, LEAGUE_TERMS, 6)
    first, second = (sorted(each) for each in (await tournaments.load(tournament_id)).tournament.divisions)
    for number in range(6):
        await hears(f"p{number}", kinds=(TOURNAMENT_OVER,))
    await play_open_tables(tournaments, tournament_id)
    await work()
    endings = (None, None, "DOWN", "UP", None, None)
    wanted = [
        (f"p{entrant}", TOURNAMENT_OVER, place, ending)
        for entrant, place, ending in zip((*first, *second), (1, 2, 3) * 2, endings, strict=True)
    ]
    assert notices_of(receiver, "place", "ending") == sorted(wanted, key=str)


async def test_a_cancelled_tournament_is_told_to_whoever_is_in_it(process, work, hears, receiver):
    tournaments = process()
    for account in ("p0", "p1", "p2"):
        await hears(account, kinds=(TOURNAMENT_OVER,))
    tournament_id = await begun(tournaments, SWISS_TERMS, 4)
    await execute(tournaments, tournament_id, "p0", Withdraw())
    await execute(tournaments, tournament_id, "host", Disqualify(1, "a test"))
    await execute(tournaments, tournament_id, "host", Cancel("rain"))
    await work()
    assert notices_of(receiver, "ending") == [("p2", TOURNAMENT_OVER, "CANCELLED")]


async def test_people_read_the_tournaments_name_a_sentence_and_a_link(process, work, hears, receiver):
    tournaments = process()
    await hears("p0", DISCORD, language="ru")
    tournament_id = await begun(tournaments, SWISS_TERMS, 2)
    await work()
    (call,) = receiver.calls
    said = json.loads(call.body)["content"]
    assert said == f"Cup: Раунд 1 начинается: ваш стол открывается. {PAGE}/#/tournament/{tournament_id}"


async def test_a_place_of_who_has_gone_is_told_to_who_gets_it_and_to_whom_it_is_offered(
    process, work, hears, receiver, sql
):
    tournaments, terms = process(), Terms("Cup", SWISS, ("card_game",), 2, rounds=9, rated=False, players_max=4)
    tournament_id = (await tournaments.open(OpenTournament(terms), actor="host", request_id=str(uuid4()))).tournament_id
    for number in range(5):
        await execute(tournaments, tournament_id, f"p{number}", Enter())
    await execute(tournaments, tournament_id, "host", Start())
    for account in ("p4", "zoe", "yan", "eva"):
        await hears(account, kinds=(ADMITTED,))
    await People(sql).add("eva", BLOCK, "host")
    for account in ("p0", "p1", "p2"):
        await execute(tournaments, tournament_id, account, Withdraw())
    for entrant, account in ((0, "p4"), (1, "eva"), (2, "yan"), (2, "zoe")):  # yan's offer ends with zoe's
        await execute(tournaments, tournament_id, "host", Replace(entrant, account, "moved away"))
    await work()
    assert notices_of(receiver, "ending") == [("p4", ADMITTED, None), ("zoe", ADMITTED, "OFFERED")]


async def test_only_the_kinds_that_a_target_wants_are_told(process, work, hears, receiver):
    tournaments = process()
    await hears("p0", kinds=(TOURNAMENT_OVER,))
    await begun(tournaments, SWISS_TERMS, 2)
    await work()
    assert notices_of(receiver) == []


async def test_a_notice_is_stored_with_its_event_and_told_once_after_any_stop(process, work, hears, receiver, sql):
    """No role follows while it happens; the process that recorded it is gone; another repeats the request."""
    await hears("p0")
    gone, other = process(), process()
    tournament_id = (await gone.open(OpenTournament(SWISS_TERMS), actor="host", request_id=str(uuid4()))).tournament_id
    for account in ("p0", "p1"):
        await execute(gone, tournament_id, account, Enter())
    request = str(uuid4())
    await gone.execute(tournament_id, Start(), actor="host", request_id=request)
    assert await sql.run("SELECT count(*) FROM outbox") == [(1,)]
    await other.execute(tournament_id, Start(), actor="host", request_id=request)
    await work()
    assert notices_of(receiver, "round") == [("p0", ROUND_BEGAN, 1)]
    await work()
    assert notices_of(receiver) == []


async def test_who_was_slower_stores_no_notice_of_what_did_not_happen(process, hears, sql, monkeypatch):
    await hears("p0")
    slow, fast = process(), process()
    tournament_id = (await slow.open(OpenTournament(SWISS_TERMS), actor="host", request_id=str(uuid4()))).tournament_id
    for account in ("p0", "p1"):
        await execute(slow, tournament_id, account, Enter())
    happens = slow.storage.append

    async def append(stored):
        monkeypatch.undo()
        await execute(fast, tournament_id, "host", Cancel("rain"))
        return await happens(stored)

    monkeypatch.setattr(slow.storage, "append", append)
    with pytest.raises(Exception, match="EVENT_OVER"):
        await execute(slow, tournament_id, "host", Start())
    kept = [json.loads(body)["kind"] for (body,) in await sql.run("SELECT body FROM outbox")]
    assert kept == [TOURNAMENT_OVER]
