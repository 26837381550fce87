"""Puzzles over the wire. Before a player has answered, a puzzle shows what its seat knew, and neither game nor
players."""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from domain.history import puzzle as found
from domain.history.hint import first_event
from domain.history.record import milliseconds
from domain.table.aggregate import Aggregate
from projections.folds.ratings import deviation, points
from services.api.gate.api_errors import NotPossible
from services.api.gate.gate import Call
from services.api.messages import contract, tables
from services.api.messages.convert import MalformedMessage
from services.api.messages.snapshots import BOARD, of_aggregate
from services.api.messages.words import Words
from services.application.game_service import GameService
from services.history.puzzle_storage import PuzzleAnswer, PuzzleStorage, Standing, StoredPuzzle
from services.platform.history_quota import HistoryQuota
from services.texts import telling
from services.texts.error_texts import chosen
from turnledger.v1 import lobby_pb2, puzzles_pb2

_PERMILLE = 1_000


class Puzzles:
    """`past`: the history quota, because a puzzle is a look into the past."""

    def __init__(self, games: GameService, storage: PuzzleStorage, words: Words, past: HistoryQuota) -> None:
        self._games, self._storage, self._words, self._past = games, storage, words, past

    async def get_puzzle(self, request: puzzles_pb2.GetPuzzleRequest, call: Call) -> puzzles_pb2.GetPuzzleResponse:
        stored, aggregate, puzzle = await self._read(request.number, call)
        answer = await self._storage.answer_of(call.account, stored.number)
        return puzzles_pb2.GetPuzzleResponse(
            puzzle=await self.message(stored, aggregate, puzzle, chosen(call.languages)),
            standing=_standing(await self._storage.standing(call.account)),
            solution=_solution(puzzle, answer) if answer else None,
        )

    async def answer_puzzle(
        self, request: puzzles_pb2.AnswerPuzzleRequest, call: Call
    ) -> puzzles_pb2.AnswerPuzzleResponse:
        stored, _, puzzle = await self._read(request.number, call)
        if request.choice >= len(puzzle.moves):
            raise MalformedMessage("choice", f"must be below {len(puzzle.moves)}")
        now_ms, is_best = milliseconds(datetime.now(UTC)), request.choice == puzzle.best
        answer = await self._storage.answer(call.account, stored.number, request.choice, now_ms, is_best=is_best)
        return puzzles_pb2.AnswerPuzzleResponse(
            solution=_solution(puzzle, answer), standing=_standing(await self._storage.standing(call.account))
        )

    async def _read(self, number: int, call: Call) -> tuple[StoredPuzzle, Aggregate, found.Puzzle]:
        """Return a puzzle, and the game before the decision. Raises NotPossible."""
        stored = await self._storage.find(number, datetime.now(UTC).date())
        if stored is None:
            raise NotPossible("NO_PUZZLE", "this server has no such puzzle yet")
        self._past.take(call.account, call.caller, stored.game_id)
        version = found.version_of(stored.body)
        aggregate = await self._games.load_at_version(stored.game_id, version, timeout_s=call.timeout_s)
        assert aggregate.rules, "the game has begun"
        return stored, aggregate, found.read_puzzle(stored.body, aggregate.rules)

    async def message(
        self, stored: StoredPuzzle, aggregate: Aggregate, puzzle: found.Puzzle, language: str
    ) -> puzzles_pb2.Puzzle:
        assert aggregate.rules, "the game has begun"
        game = contract.game(aggregate.rules.name)
        events = [first_event(aggregate, puzzle.seat, each.command) for each in puzzle.moves]
        colours = [each.colour for each in aggregate.occupants]
        names = [telling.word(each, language) if language else each for each in colours]
        unnamed = [replace(each, account="", bot=name) for each, name in zip(aggregate.occupants, names, strict=True)]
        says = await self._words.sentences(events, unnamed, language)
        return puzzles_pb2.Puzzle(
            number=stored.number,
            day=stored.day,
            table=_table(aggregate, names),
            snapshot=of_aggregate(aggregate, puzzle.seat, BOARD),
            choices=[
                puzzles_pb2.PuzzleChoice(command=game.command_message(each.command), says=sentence)
                for each, sentence in zip(puzzle.moves, says, strict=True)
            ],
            points=points(stored.rating),
            answers=stored.answers,
        )


def _table(aggregate: Aggregate, names: Sequence[str]) -> lobby_pb2.Table:
    """Return the table without its id, its players and its terms, which would name the game. `names`: of the
    colours."""
    opened = aggregate.opened
    return lobby_pb2.Table(
        version=aggregate.version,
        status=tables.status(aggregate.status),
        variant=opened.variant,
        options=opened.options,
        seats=opened.seats,
        occupants=[
            lobby_pb2.Occupant(colour=each.colour, display_name=name)
            for each, name in zip(aggregate.occupants, names, strict=True)
        ],
        to_act=aggregate.to_act,
        moment=tables.moment(tables.moment_of(aggregate)),
    )


def _standing(standing: Standing) -> puzzles_pb2.PuzzleStanding:
    rating = standing.rating
    return puzzles_pb2.PuzzleStanding(points=points(rating), deviation=deviation(rating), answers=standing.answers)


def _solution(puzzle: found.Puzzle, answer: PuzzleAnswer) -> puzzles_pb2.PuzzleSolution:
    return puzzles_pb2.PuzzleSolution(
        choice=answer.choice,
        best=puzzle.best,
        done=puzzle.done,
        figures=[
            puzzles_pb2.PuzzleFigures(
                chance_permille=round(_PERMILLE * each.chance), error_permille=round(_PERMILLE * each.error)
            )
            for each in puzzle.moves
        ],
        game_id=puzzle.game_id,
        version=puzzle.version,
        worlds=puzzle.worlds,
        search_number=puzzle.number,
        bot_number=puzzle.bot_number,
        rules_version=puzzle.rules_version,
    )
