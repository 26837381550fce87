"""Games explained over the wire: how far the work is, about every second, and then the explanation."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager

from domain.history.analysis import Analysis, Decided, alternatives, read_analysis
from domain.history.record import EventRow, Recorded
from domain.kernel.messages import Event
from domain.table.aggregate import FINISHED, Aggregate
from services.api.gate.api_errors import Draining, NotPossible
from services.api.gate.gate import Call
from services.api.gate.stopping import Stopped, Stopping
from services.api.messages import contract
from services.api.messages.words import Words
from services.application.game_service import GameService
from services.history.analyses import Job, NothingToExplain
from services.history.history_parts import HistoryParts
from services.history.kept_analyses import AnalysisInputs
from services.platform.history_quota import HistoryQuota
from services.platform.rate_limiter import cost_of_look
from services.texts.error_texts import chosen
from turnledger.v1 import history_pb2

PROGRESS_S = 1.0
EVENTS_MAX = 5_000
"""The most decisions of an explained game: three times those of a long one."""
BEGUN_PER_S, BEGUN = 1 / 120, 5
"""Explanations that one account may have made: each takes a core for a minute or two."""
_PERMILLE = 1_000


class ExplainedGames:
    """`past`: the history quota; reading a stored explanation takes from it."""

    def __init__(
        self, games: GameService, parts: HistoryParts, words: Words, past: HistoryQuota, stopping: Stopping
    ) -> None:
        self._games, self._store, self._analyses = games, parts.store, parts.analyses
        self._words, self._past, self._stopping = words, past, stopping
        self._begun = HistoryQuota(BEGUN_PER_S, BEGUN)

    async def analyze_game(
        self, request: history_pb2.AnalyzeGameRequest, call: Call
    ) -> AsyncGenerator[history_pb2.AnalyzeGameResponse, None]:
        aggregate = (await self._games.load(request.game_id, timeout_s=call.timeout_s)).loaded
        self._past.take(call.account, call.caller, request.game_id, cost_of_look(aggregate.version))
        made = self._way_to_explain(aggregate)
        rows = await self._store.load(request.game_id)
        content = await self._analyses.find_stored(request.game_id, made)
        if content is None:
            with self._job(request.game_id, made, rows, call) as job:
                while not await self._done(job):
                    yield _progress(job.version, aggregate.version)
                content = _result(job)
        yield history_pb2.AnalyzeGameResponse(analysis=await self._message(content, aggregate, rows, call))

    def _way_to_explain(self, aggregate: Aggregate) -> AnalysisInputs:
        """Return the way in which the game is explained. Raises NotPossible."""
        if aggregate.status != FINISHED or aggregate.rules is None:
            raise NotPossible("GAME_NOT_OVER", "only games that are over are explained")
        if aggregate.version > EVENTS_MAX:
            raise NotPossible("GAME_TOO_LONG", f"games of more than {EVENTS_MAX} events are not explained")
        made = self._analyses.inputs_for(aggregate.rules)
        if made is None:
            raise NotPossible("NO_ANALYSIS", "this server explains no games, or none of this kind")
        return made

    @contextmanager
    def _job(self, game_id: str, made: AnalysisInputs, rows: Sequence[EventRow], call: Call) -> Iterator[Job]:
        """Paid for by the first who asks. Raises TooMany, TooFast."""
        with self._analyses.wait_for(game_id, made, rows, call.account) as job:
            if not job.paid:
                self._begun.take(call.account, call.caller, game_id)
                job.paid = True
            yield job

    async def _done(self, job: Job) -> bool:
        try:
            await self._stopping.unless(asyncio.wait([job.task], timeout=PROGRESS_S))
        except Stopped:
            raise Draining(job.version) from None
        return job.task.done()

    async def _message(
        self, content: bytes, aggregate: Aggregate, rows: Sequence[EventRow], call: Call
    ) -> history_pb2.Analysis:
        found, events = await asyncio.to_thread(self._read, content, aggregate, rows)
        said = await self._words.sentences(events, aggregate.occupants, chosen(call.languages))
        assert aggregate.rules, "the game has begun"
        game = contract.game(aggregate.rules.name)
        says = iter(said)
        decisions = [
            _decision(each, game, next(says), next(says) if each.best != each.done else "") for each in found.decisions
        ]
        return history_pb2.Analysis(
            tries=found.tries,
            decisions=decisions,
            mattered=found.mattered,
            line=[
                history_pb2.RoundChances(
                    version=each.version, round=each.moment.round, chances_permille=map(_permille, each.chances)
                )
                for each in found.line
            ],
            luck=[
                history_pb2.SeatLuck(
                    seat=each.seat,
                    as_dealt_permille=_permille(each.as_dealt),
                    anew_permille=_permille(each.anew),
                    error_permille=_permille(each.error),
                    deals=each.deals,
                )
                for each in found.luck
            ],
        )

    def _read(self, content: bytes, aggregate: Aggregate, rows: Sequence[EventRow]) -> tuple[Analysis, list[Event]]:
        """Add to each decision the move that was made and, where it differs, the expert's move."""
        assert aggregate.rules, "the game has begun"
        found = read_analysis(content, aggregate.rules)
        records: list[Recorded] = [self._games.codec.read(row) for row in rows]
        instead = alternatives(records, found.decisions)
        events: list[Event] = []
        for each in found.decisions:
            events.append(records[each.version - 1].event)
            if each.best != each.done:
                events.append(instead[each.version])
        return found, events


def _result(job: Job) -> bytes:
    """Raises NotPossible if no seat had a choice."""
    try:
        return job.task.result()
    except NothingToExplain as nothing:
        raise NotPossible("NO_ANALYSIS", str(nothing)) from nothing


def _progress(version: int, last: int) -> history_pb2.AnalyzeGameResponse:
    return history_pb2.AnalyzeGameResponse(progress=history_pb2.AnalysisProgress(version=version, last_version=last))


def _decision(each: Decided, game: contract.GameContract, done: str, best: str) -> history_pb2.WeighedDecision:
    return history_pb2.WeighedDecision(
        version=each.version,
        round=each.moment.round,
        seat=each.seat,
        done=game.command_message(each.done),
        chance_permille=_permille(each.chance),
        best=game.command_message(each.best) if each.best != each.done else None,
        best_chance_permille=_permille(each.best_chance),
        error_permille=_permille(each.error),
        tries=each.tries,
        done_says=done,
        best_says=best,
    )


def _permille(share: float) -> int:
    return round(_PERMILLE * share)
