"""Histories over the wire: events, files, verification, branches."""

import asyncio
import gzip
import zlib
from collections.abc import AsyncGenerator, Sequence
from io import BytesIO

import msgspec

from domain.history.adjudicate import Fault
from domain.history.file import viewer_name
from domain.history.game_figures import Figures, figures_of
from domain.history.record import EventRow
from domain.history.verify import verify_rows
from domain.history.visibility import FactHidden, NoSuchFact, told_to, who_knew
from domain.table.aggregate import FINISHED, Aggregate, redact
from services.accounts.sign_in import SignIn
from services.api.explained import ExplainedGames
from services.api.gate.api_errors import NotAllowed, NotPossible
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.gate.stopping import Stopping
from services.api.messages import contract
from services.api.messages.aliases import stored_name
from services.api.messages.convert import MalformedMessage
from services.api.messages.tables import Tables
from services.api.messages.words import Words
from services.application.command_errors import UnknownGame, UnknownVersion
from services.application.game_service import GameService
from services.history.export import is_finished
from services.history.history_parts import HistoryParts
from services.platform.history_quota import HistoryQuota
from services.platform.rate_limiter import cost_of_look
from services.texts import telling
from services.texts.error_texts import chosen
from services.tlog.checkpoints import tree_of
from turnledger.v1 import history_pb2, lobby_pb2

CHUNK_BYTES = 64 * 1024
FILE_BYTES_MAX = 16 * 1024 * 1024
PROOFS_PER_S, PROOFS = 1, 20
"""Games that one account may have verified or taken in: each takes a core for as long as hundreds of other calls."""
_GZIP = b"\x1f\x8b"


class History:
    """`past`: looks into the past."""

    def __init__(
        self, games: GameService, parts: HistoryParts, sign_in: SignIn, past: HistoryQuota, stopping: Stopping
    ) -> None:
        self._games, self._store, self._parts = games, parts.store, parts
        self._tables, self._words = Tables(sign_in), Words(sign_in)
        self._past, self._proofs = past, HistoryQuota(PROOFS_PER_S, PROOFS)
        self.analyze_game = ExplainedGames(games, parts, self._words, past, stopping).analyze_game

    async def list_events(self, request: history_pb2.ListEventsRequest, call: Call) -> history_pb2.ListEventsResponse:
        first, last = request.from_version, request.to_version
        tokens = PageTokens("ListEvents", request.game_id, first, last, request.as_spectator)
        after = tokens.position(request.page_token) or max(0, first - 1)
        size = min(page_size(request.page_size), max(0, last - after)) if last else page_size(request.page_size)
        self._past.take(call.account, call.caller, request.game_id)
        aggregate = await self._aggregate(request.game_id, call)
        viewer = None if request.as_spectator else aggregate.seat_of(call.account)
        rows = await self._store.load(request.game_id, after, size + 1)
        records = [self._games.codec.read(row) for row in rows[:size]]
        name = aggregate.rules.name if aggregate.rules else ""
        seen = [redact(aggregate, each.event, viewer) for each in records]
        language = chosen(call.languages) if request.words else ""
        says = await self._words.sentences(seen, aggregate.occupants, language)
        events = [
            contract.event_message(each.version, event, each.envelope.at, name, said)
            for each, event, said in zip(records, seen, says, strict=True)
        ]
        token = tokens.issue(str(after + size)) if len(rows) > size and after + size != last else ""
        return history_pb2.ListEventsResponse(events=events, next_page_token=token)

    async def export_game(
        self, request: history_pb2.ExportGameRequest, call: Call
    ) -> AsyncGenerator[history_pb2.ExportGameResponse, None]:
        aggregate = await self._aggregate(request.game_id, call)
        self._past.take(call.account, call.caller, request.game_id, cost_of_look(aggregate.version))
        viewer = None if request.as_spectator else aggregate.seat_of(call.account)
        content = await self._parts.exporter.export(request.game_id, viewer_name(viewer))
        for start in range(0, len(content), CHUNK_BYTES):
            yield history_pb2.ExportGameResponse(content=content[start : start + CHUNK_BYTES])

    async def import_game(self, request: history_pb2.ImportGameRequest, call: Call) -> history_pb2.ImportGameResponse:
        self._proofs.take(call.account, call.caller)
        content = await asyncio.to_thread(_unpacked, request.content)
        game_id = await self._parts.branches.take_in(
            content,
            actor=call.account,
            request_id=request.request_id,
            private=request.private,
            timeout_s=call.timeout_s,
        )
        return history_pb2.ImportGameResponse(table=await self._table(game_id, call))

    async def verify_game(self, request: history_pb2.VerifyGameRequest, call: Call) -> history_pb2.VerifyGameResponse:
        self._proofs.take(call.account, call.caller, request.game_id)
        checkpoints = await self._parts.seals.of(request.game_id)  # read before the game, which may continue meanwhile
        rows = await self._store.load(request.game_id)
        if not rows:
            raise UnknownGame(request.game_id)
        if more := cost_of_look(len(rows)) - 1:
            self._proofs.take(call.account, call.caller, request.game_id, more)
        verdict = await asyncio.to_thread(verify_rows, rows, self._games.codec, self._parts.keys.keys, checkpoints)
        return history_pb2.VerifyGameResponse(
            right=verdict.fault is None,
            events=verdict.events,
            commands=verdict.commands,
            fault=_fault(verdict.fault, tell=is_finished(rows)) if verdict.fault else None,
        )

    async def branch_game(self, request: history_pb2.BranchGameRequest, call: Call) -> history_pb2.BranchGameResponse:
        self._past.take(call.account, call.caller, request.game_id)
        game_id = await self._parts.branches.branch(
            request.game_id,
            request.version,
            actor=call.account,
            request_id=request.request_id,
            private=request.private,
            timeout_s=call.timeout_s,
        )
        return history_pb2.BranchGameResponse(table=await self._table(game_id, call))

    async def list_branches(
        self, request: history_pb2.ListBranchesRequest, call: Call
    ) -> history_pb2.ListBranchesResponse:
        size = page_size(request.page_size)
        tokens = PageTokens("ListBranches", request.game_id)
        found = await self._parts.lineages.of(request.game_id, call.account, tokens.place(request.page_token), size)
        branches = [
            history_pb2.Branch(
                game_id=each.game_id,
                kind=f"LINEAGE_KIND_{each.kind}",
                version=each.version,
                host_account_id=each.host,
            )
            for each in found
        ]
        token = tokens.issue(found[-1].game_id) if len(found) == size else ""
        return history_pb2.ListBranchesResponse(branches=branches, next_page_token=token)

    async def list_checkpoints(
        self, request: history_pb2.ListCheckpointsRequest, call: Call
    ) -> history_pb2.ListCheckpointsResponse:
        tokens, size = PageTokens("ListCheckpoints", request.game_id), page_size(request.page_size)
        after = tokens.position(request.page_token)
        kept = [each for each in await self._parts.seals.of(request.game_id) if each.version > after]
        return history_pb2.ListCheckpointsResponse(
            checkpoints=[history_pb2.Checkpoint(**msgspec.structs.asdict(each)) for each in kept[:size]],
            next_page_token=tokens.behind(kept, size, lambda each: each.version),
        )

    async def get_proofs(self, request: history_pb2.GetProofsRequest, call: Call) -> history_pb2.GetProofsResponse:
        self._past.take(call.account, call.caller, request.game_id)
        found = await self._parts.log.proofs(request.game_id) if self._parts.log else []
        proofs = [history_pb2.Proof(leaf=each.leaf, proof=each.proof) for each in found]
        return history_pb2.GetProofsResponse(proofs=proofs)

    async def get_log_head(self, request: history_pb2.GetLogHeadRequest, call: Call) -> history_pb2.GetLogHeadResponse:
        self._past.take(call.account, call.caller)
        log = self._parts.log
        note = await log.newest(seen=True) if log else None
        if log is None or note is None:
            return history_pb2.GetLogHeadResponse()
        path = await log.growth(request.old_size, request.size or tree_of(note).size)
        return history_pb2.GetLogHeadResponse(checkpoint=note.content.decode(), path=path)

    async def knowledge(self, request: history_pb2.KnowledgeRequest, call: Call) -> history_pb2.KnowledgeResponse:
        aggregate = await self._aggregate(request.game_id, call)
        self._past.take(call.account, call.caller, request.game_id, cost_of_look(aggregate.version))
        if not 1 <= request.version <= aggregate.version:
            raise UnknownVersion(request.game_id, request.version, aggregate.version)
        rows = await self._store.load(request.game_id)
        knowers = await asyncio.to_thread(self._knowers, rows, request, aggregate, call.account)
        return history_pb2.KnowledgeResponse(knowers=knowers)

    def _knowers(
        self, rows: Sequence[EventRow], request: history_pb2.KnowledgeRequest, aggregate: Aggregate, account: str
    ) -> list[history_pb2.Knower]:
        records = [self._games.codec.read(row) for row in rows]
        version, field = request.version, stored_name(type(records[request.version - 1].event), request.field)
        try:
            if aggregate.status == FINISHED:
                knew = who_knew(records, version, field)
            else:
                knew = told_to(aggregate.seat_of(account), records, version, field)
        except NoSuchFact as error:
            raise MalformedMessage("field", "no field of this event") from error
        except FactHidden as error:
            raise NotAllowed("FACT_HIDDEN", "the caller may not know it before the game is over") from error
        return [history_pb2.Knower(seat=each.viewer, from_version=each.from_version) for each in knew]

    async def get_figures(self, request: history_pb2.GetFiguresRequest, call: Call) -> history_pb2.GetFiguresResponse:
        aggregate = await self._aggregate(request.game_id, call)
        self._past.take(call.account, call.caller, request.game_id, cost_of_look(aggregate.version))
        if aggregate.status != FINISHED or aggregate.rules is None:
            raise NotPossible("GAME_NOT_OVER", "figures are told of games that are over")
        rows = await self._store.load(request.game_id)
        figures = await asyncio.to_thread(self._figures, rows)
        language, game = chosen(call.languages), aggregate.rules.name
        names = [
            history_pb2.Figure(name=name, says=telling.word(name, language, game), sum=place >= figures.standing)
            for place, name in enumerate(figures.names)
        ]
        rounds = [history_pb2.SeatFigures(**msgspec.structs.asdict(each)) for each in figures.rounds]
        leads = [history_pb2.Lead(**msgspec.structs.asdict(each)) for each in figures.leads]
        return history_pb2.GetFiguresResponse(figures=names, rounds=rounds, leads=leads)

    def _figures(self, rows: Sequence[EventRow]) -> Figures:
        return figures_of([self._games.codec.read(row) for row in rows])

    async def list_signing_keys(
        self, request: history_pb2.ListSigningKeysRequest, call: Call
    ) -> history_pb2.ListSigningKeysResponse:
        key_set = msgspec.json.encode(self._parts.keys.published()).decode()
        return history_pb2.ListSigningKeysResponse(key_set=key_set)

    async def _aggregate(self, game_id: str, call: Call) -> Aggregate:
        return (await self._games.load(game_id, timeout_s=call.timeout_s)).loaded

    async def _table(self, game_id: str, call: Call) -> lobby_pb2.Table:
        return await self._tables.of_game(await self._games.load(game_id, timeout_s=call.timeout_s))


def _fault(fault: Fault, *, tell: bool) -> history_pb2.HistoryFault:
    """`tell`: in words too, which may name what is hidden while the game runs."""
    return history_pb2.HistoryFault(
        code=fault.code,
        rule=fault.rule,
        version=fault.version,
        topic=fault.topic,
        says=fault.says if tell else "",
    )


def _unpacked(content: bytes) -> bytes:
    """Return the file itself. Raises MalformedMessage for invalid gzip and for a file that is too large."""
    if not content.startswith(_GZIP):
        return content
    try:
        with gzip.open(BytesIO(content)) as file:
            unpacked = file.read(FILE_BYTES_MAX + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise MalformedMessage("content", f"no gzip file: {error}") from error
    if len(unpacked) > FILE_BYTES_MAX:
        raise MalformedMessage("content", f"more than {FILE_BYTES_MAX} bytes")
    return unpacked
