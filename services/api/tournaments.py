"""Tournaments over the wire. What everybody may know of one is public; who may decide what, the rules say."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import structlog

from domain import stored
from domain.history.file import Signer
from domain.history.tournament_verify import export
from domain.table.clock import is_slow
from domain.table.messages import OPERATOR_ACTOR
from domain.tournament import messages as m
from domain.tournament.officials import is_official
from domain.tournament.seasons import next_ladder
from domain.tournament.standings import standings
from domain.tournament.state import ENDED, Tournament
from domain.tournament.why import Before, before
from projections.read.leaders import Leaderboards
from services.accounts.account import is_account_id
from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import Draining, NotAllowed, NotPossible
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.gate.stopping import Stopped, Stopping
from services.api.messages.convert import MalformedMessage
from services.api.messages.tournament_messages import (
    TournamentMessages,
    accounts_of,
    given_tables,
    standings_of,
    status,
    status_word,
    terms_of,
)
from services.api.tournament_tables import StandingTables
from services.api.watching.shared_poll import HEARTBEAT_S, SharedPoll
from services.platform.history_quota import HistoryQuota
from services.platform.jitter import jittered, pause
from services.tables.members import Members
from services.tournaments.spreadsheets import crosstable_sheet, standings_sheet
from services.tournaments.tournament_service import Answer, Loaded
from services.tournaments.tournament_service import Tournaments as Streams
from turnledger.v1 import tournaments_pb2 as pb

CHUNK_BYTES = 64 * 1024
MINE_MAX = 20
WATCH_S = 0.5
"""So often a tournament that is watched is looked at, by one of all its watchers in a process."""
FILES_PER_S, FILES = 0.2, 5
"""Files that one account may have: each takes a core for as long as hundreds of other calls."""
COUNTED_MAX = 128
log = structlog.get_logger(__name__)
T = TypeVar("T")
_HISTORY = (pb.TOURNAMENT_FILE_HISTORY, pb.TOURNAMENT_FILE_UNSPECIFIED)


class Tournaments:
    """Operators with the grant of a method are officials of every tournament."""

    def __init__(
        self,
        streams: Streams,
        sign_in: SignIn,
        leaders: Leaderboards,
        stopping: Stopping,
        signer: Signer,
        members: Members,
    ) -> None:
        self._streams, self._sign_in, self._leaders, self._stopping = streams, sign_in, leaders, stopping
        self._signer, self._members = signer, members
        self._messages, self._files = TournamentMessages(sign_in), HistoryQuota(FILES_PER_S, FILES)
        self._tables = StandingTables(streams.storage)
        self._waits: SharedPoll[tuple[str, int, bool], bool] = SharedPoll()
        self._counted: OrderedDict[tuple[str, int, int], Any] = OrderedDict()
        """What was counted of a tournament at a version, and of which round; 0 for its standings."""

    async def create_tournament(self, request: pb.CreateTournamentRequest, call: Call) -> pb.CreateTournamentResponse:
        ladder = None
        if request.after_tournament_id:
            ladder = next_ladder((await self._streams.load(request.after_tournament_id)).tournament, request.moving)
        command = m.OpenTournament(terms_of(request.terms, ladder), request.seed)
        await self._members.holds(call.account, command.terms.club or "")
        answer = await self._streams.open(command, actor=call.account, request_id=request.request_id)
        return pb.CreateTournamentResponse(tournament=await self._whole(answer.tournament_id))

    async def get_tournament(self, request: pb.GetTournamentRequest, call: Call) -> pb.GetTournamentResponse:
        held = await self._streams.load(request.tournament_id)
        tournament = held.tournament
        number = tournament.numbers.get(call.account)
        own = [
            table for table in tournament.waits_for if number in tournament.games[table].pairing.seats
        ]  # none where it has not entered
        return pb.GetTournamentResponse(
            tournament=await self._message(held),
            me=None if number is None else await self._messages.entrant(tournament, number),
            my_pairings=await self._pairings(held, own[:MINE_MAX]),
            official=is_official(tournament, self._official(tournament, call)),
            offered=call.account in tournament.offers,
        )

    async def list_tournaments(self, request: pb.ListTournamentsRequest, call: Call) -> pb.ListTournamentsResponse:
        if request.mine and request.of_club_id:
            raise MalformedMessage("of_club_id", "is not asked for together with mine")
        account = call.account if request.mine else request.of_club_id
        tokens = PageTokens("ListTournaments", request.status, request.mine, account)
        size = page_size(request.page_size)
        found = await self._streams.storage.page(
            status_word(request.status), account, tokens.place(request.page_token), size + 1
        )
        return pb.ListTournamentsResponse(
            tournaments=[await self._messages.listed(each) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.place),
        )

    async def enter_tournament(self, request: pb.EnterTournamentRequest, call: Call) -> pb.EnterTournamentResponse:
        tournament = (await self._streams.load(request.tournament_id)).tournament
        if await self._sign_in.is_program(call.account):
            raise NotAllowed("PROGRAMS_DO_NOT_ENTER", "tournaments are for people")
        if call.account not in tournament.numbers:
            await self._members.enters(call.account, tournament.terms.club or "")
        rating = await self._rating(tournament.terms, call.account)
        me = await self._own(request, m.Enter(request.nonce, rating), call)
        return pb.EnterTournamentResponse(me=me)

    async def check_in_to_tournament(
        self, request: pb.CheckInToTournamentRequest, call: Call
    ) -> pb.CheckInToTournamentResponse:
        return pb.CheckInToTournamentResponse(me=await self._own(request, m.CheckIn(), call))

    async def withdraw_from_tournament(
        self, request: pb.WithdrawFromTournamentRequest, call: Call
    ) -> pb.WithdrawFromTournamentResponse:
        return pb.WithdrawFromTournamentResponse(me=await self._own(request, m.Withdraw(), call))

    async def start_tournament(self, request: pb.StartTournamentRequest, call: Call) -> pb.StartTournamentResponse:
        await self._decide(request, m.Start(), call)
        return pb.StartTournamentResponse(tournament=await self._whole(request.tournament_id))

    async def decide_tournament(self, request: pb.DecideTournamentRequest, call: Call) -> pb.DecideTournamentResponse:
        await self._decide(request, _decision(request), call)
        return pb.DecideTournamentResponse(tournament=await self._whole(request.tournament_id))

    async def create_tables(self, request: pb.CreateTablesRequest, call: Call) -> pb.CreateTablesResponse:
        tournament = (await self._streams.load(request.tournament_id)).tournament
        command = m.GiveTables(given_tables(request.tables))
        answer = await self._give(request, command, self._deciding(tournament, call))
        tables = [
            pairing.table for event in answer.events if isinstance(event, m.TablesGiven) for pairing in event.pairings
        ]
        return pb.CreateTablesResponse(
            pairings=await self._pairings(await self._streams.load(request.tournament_id), tables)
        )

    async def list_entrants(self, request: pb.ListEntrantsRequest, call: Call) -> pb.ListEntrantsResponse:
        held, tokens = (
            await self._streams.load(request.tournament_id),
            PageTokens("ListEntrants", request.tournament_id),
        )
        numbers, token = _page(range(len(held.tournament.entrants)), tokens, request)
        entrants = [await self._messages.entrant(held.tournament, number) for number in numbers]
        return pb.ListEntrantsResponse(entrants=entrants, next_page_token=token)

    async def list_standings(self, request: pb.ListStandingsRequest, call: Call) -> pb.ListStandingsResponse:
        held, tokens = (
            await self._streams.load(request.tournament_id),
            PageTokens("ListStandings", request.tournament_id),
        )
        tournament, version = held.tournament, held.version
        rows, token = _page(await self._rows(held), tokens, request)
        told = [await self._messages.row(tournament, row) for row in rows]
        return pb.ListStandingsResponse(rows=told, next_page_token=token, version=version)

    async def list_pairings(self, request: pb.ListPairingsRequest, call: Call) -> pb.ListPairingsResponse:
        held = await self._streams.load(request.tournament_id)
        tournament, asked = held.tournament, request.round
        tokens = PageTokens("ListPairings", request.tournament_id, asked, request.open_only)
        tables = tournament.waits_for if request.open_only else tuple(tournament.games)
        wanted = [table for table in tables if asked in (0, tournament.games[table].round)]
        page, token = _page(wanted, tokens, request)
        byes = tournament.byes[asked - 1] if 0 < asked <= len(tournament.byes) else ()
        return pb.ListPairingsResponse(
            pairings=await self._pairings(held, page),
            next_page_token=token,
            byes=[await self._messages.entrant(tournament, number) for number in byes],
        )

    async def export_tournament(
        self, request: pb.ExportTournamentRequest, call: Call
    ) -> AsyncGenerator[pb.ExportTournamentResponse, None]:
        held = await self._streams.load(request.tournament_id)
        self._files.take(call.account, call.caller, request.tournament_id)
        content = await self._file(held, request.file)
        for start in range(0, len(content), CHUNK_BYTES):
            yield pb.ExportTournamentResponse(content=content[start : start + CHUNK_BYTES])

    async def watch_tournament(
        self, request: pb.WatchTournamentRequest, call: Call
    ) -> AsyncGenerator[pb.WatchTournamentResponse, None]:
        tournament_id = request.tournament_id
        held = await self._streams.load(tournament_id)
        version = request.after_version if request.HasField("after_version") else held.version
        while True:
            opening = await self._tables.missing(held.tournament)
            yield pb.WatchTournamentResponse(
                version=held.version,
                status=status(held.tournament.status),
                round=held.tournament.round,
                opening_tables=opening,
            )
            version = max(version, held.version)
            wait = partial(self._moved, held, version, awaited=opening > 0)
            try:
                await self._stopping.unless(self._waits.get((tournament_id, version, opening > 0), wait))
            except Stopped as stopped:
                raise Draining(version) from stopped
            held = await self._streams.load(tournament_id)

    async def _moved(self, held: Loaded, version: int, *, awaited: bool) -> bool:
        """Return whether there is something new; False when it is time for a heartbeat. `awaited`: the opening of the
        last table counts, too."""
        loop = asyncio.get_running_loop()
        until = loop.time() + jittered(HEARTBEAT_S)
        while loop.time() < until:
            if await self._streams.storage.version(held.tournament_id) > version:
                return True
            if awaited and not await self._tables.missing(held.tournament):
                return True
            await pause(WATCH_S)
        return False

    async def _file(self, held: Loaded, which: Any) -> bytes:
        tournament = held.tournament
        if which in _HISTORY:
            if tournament.status != ENDED:
                raise NotPossible("EVENT_NOT_OVER", "a tournament that goes on still has secrets: it has no file yet")
            rows = await self._streams.storage.load(held.tournament_id)
            return await asyncio.to_thread(export, rows, stored.tournament_codec(), self._signer)
        rows_now = await self._rows(held)
        names = {each.account: await self._sign_in.name(each.account) for each in tournament.entrants}
        sheet = standings_sheet if which == pb.TOURNAMENT_FILE_STANDINGS else crosstable_sheet
        return await asyncio.to_thread(sheet, rows_now, tournament, names)

    async def _whole(self, tournament_id: str) -> pb.Tournament:
        return await self._message(await self._streams.load(tournament_id))

    async def _message(self, held: Loaded) -> pb.Tournament:
        return await self._messages.whole(held, opening=await self._tables.missing(held.tournament))

    async def _own(self, request: Any, command: m.TournamentCommand, call: Call) -> pb.Entrant:
        answer = await self._give(request, command, call.account)
        return await self._messages.entrant(answer.tournament, answer.tournament.numbers[call.account])

    async def _decide(self, request: Any, command: m.TournamentCommand, call: Call) -> None:
        tournament = (await self._streams.load(request.tournament_id)).tournament
        await self._give(request, command, self._deciding(tournament, call))

    async def _give(self, request: Any, command: m.TournamentCommand, actor: str) -> Answer:
        return await self._streams.execute(request.tournament_id, command, actor=actor, request_id=request.request_id)

    def _deciding(self, tournament: Tournament, call: Call) -> str:
        """Return as whom the caller decides, and log the decision of an operator."""
        actor = self._official(tournament, call)
        if actor != call.account:
            log.info("an operator decides in a tournament", operator=call.account, allowed_by=call.allowed_by)
        return actor

    def _official(self, tournament: Tournament, call: Call) -> str:
        """As whom the caller decides: an operator as such, where nobody named it an official."""
        if call.allowed_by and not is_official(tournament, call.account):
            return OPERATOR_ACTOR + call.account
        return call.account

    async def _rating(self, terms: m.Terms, account: str) -> int | None:
        """Return the rating in the first variant, of games as fast as these; None without one or if not needed."""
        if terms.seeding != m.BY_RATING and terms.rating_min is None and terms.rating_max is None:
            return None
        line = await self._leaders.rank(account, variant=terms.variants[0], live=not is_slow(terms.clock))
        return line[0].value if line else None

    async def _pairings(self, held: Loaded, tables: Sequence[int]) -> list[pb.TournamentPairing]:
        tournament = held.tournament
        rounds: dict[int, Before] = {}
        for number in dict.fromkeys(tournament.games[table].round for table in tables):
            rounds[number] = await self._count(held, number, partial(before, tournament, number))
        standing = await self._tables.of(tournament, tables)
        return [await self._messages.pairing(tournament, table, rounds, stands=table in standing) for table in tables]

    async def _rows(self, held: Loaded) -> tuple[m.Row, ...]:
        tournament = held.tournament
        if tournament.final or not tournament.divisions:
            return tournament.final
        return await self._count(held, 0, partial(standings, tournament))

    async def _count(self, held: Loaded, what: int, count: Callable[[], T]) -> T:
        """Count once for all callers at this version, outside the event loop."""
        key = (held.tournament_id, held.version, what)
        if key not in self._counted:
            found = await asyncio.to_thread(count)
            self._counted[key] = found
            while len(self._counted) > COUNTED_MAX:
                self._counted.popitem(last=False)
            return found
        counted: T = self._counted[key]
        return counted


def _page(items: Sequence[T], tokens: PageTokens, request: Any) -> tuple[Sequence[T], str]:
    first, size = tokens.position(request.page_token), page_size(request.page_size)
    last = first + size
    return items[first:last], tokens.issue(str(last)) if last < len(items) else ""


def _decision(request: pb.DecideTournamentRequest) -> m.TournamentCommand:
    """Raises MalformedMessage."""
    why = request.text
    match request.WhichOneof("decision"):
        case "pause":
            return m.Pause(why)
        case "resume":
            return m.Resume()
        case "cancel":
            return m.Cancel(why)
        case "annul":
            return m.AnnulGame(request.annul.table, why)
        case "correct":
            return m.CorrectResult(request.correct.table, standings_of(request.correct.standings), why)
        case "disqualify":
            return m.Disqualify(request.disqualify.entrant, why)
        case "replace":
            if not is_account_id(request.replace.account_id):
                raise MalformedMessage("replace.account_id", "is no account's id")
            return m.Replace(request.replace.entrant, request.replace.account_id, why)
    return _about_given_tables(request)


def _about_given_tables(request: pb.DecideTournamentRequest) -> m.TournamentCommand:
    """Raises MalformedMessage."""
    match request.WhichOneof("decision"):
        case "reseat":
            accounts = accounts_of("reseat.account_ids", request.reseat.account_ids)
            return m.ReseatTable(request.reseat.table, accounts, request.text)
        case "close_pairing":
            return m.ClosePairing()
    raise MalformedMessage("decision", "must be there")
