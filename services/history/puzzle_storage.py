"""Stored puzzles, the answers of players, and how far the search for puzzles has come: SQL tables of the home log."""

from datetime import date, timedelta

from msgspec import Struct

from projections.folds.ratings import NEW, Rating, rate
from services.application.command_errors import Contended
from services.store.sql import AlreadyThere, Sql

TRIES_MAX = 20
"""Times that an answer is counted again because another one was counted first."""
_FIELDS = "number, day, game_id, body, mean, doubt, answers"


class StoredPuzzle(Struct, frozen=True):
    """A puzzle. `day`: the first on which it is shown. `body`: JSON of a Puzzle; the game's rules read it."""

    number: int
    day: str
    game_id: str
    body: str
    mean: float
    doubt: float
    answers: int

    @property
    def rating(self) -> Rating:
        return Rating(self.mean, self.doubt)


class PuzzleAnswer(Struct, frozen=True):
    """The counted answer of a player. `rating`: the player's after it."""

    choice: int
    rating: Rating


class Standing(Struct, frozen=True):
    """The rating of a player, and how many puzzles the player answered."""

    rating: Rating = NEW
    answers: int = 0


class SearchState(Struct, frozen=True):
    """The position up to which the log was searched, and the milliseconds spent on the day."""

    position: int = 0
    day: str = ""
    spent_ms: int = 0


class PuzzleStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def find(self, number: int, today: date) -> StoredPuzzle | None:
        """Return the puzzle with this number, or the newest if it is 0; none of a day to come."""
        rows = await self._sql.run(
            f"SELECT {_FIELDS} FROM puzzles WHERE day <= ? AND (number = ? OR ? = 0)"  # noqa: S608
            " ORDER BY number DESC LIMIT 1",
            (today.isoformat(), number, number),
        )
        return StoredPuzzle(*rows[0]) if rows else None

    async def add(self, body: bytes, game_id: str, today: date) -> int:
        """Store a puzzle for the next free day and return its number. Raises AlreadyThere for a game that has one."""
        number, last = await self._last()
        day = max(today, date.fromisoformat(last) + timedelta(days=1)) if last else today
        await self._sql.run(
            "INSERT INTO puzzles (number, day, game_id, body, mean, doubt) VALUES (?, ?, ?, ?, ?, ?)",
            (number + 1, day.isoformat(), game_id, body.decode(), NEW.mean, NEW.doubt),
        )
        return number + 1

    async def days_ahead(self, today: date) -> int:
        """Return for how many days, from today on, there is a puzzle."""
        _, last = await self._last()
        return max(0, (date.fromisoformat(last) - today).days + 1) if last else 0

    async def _last(self) -> tuple[int, str]:
        rows = await self._sql.run("SELECT number, day FROM puzzles ORDER BY number DESC LIMIT 1")
        return (rows[0][0], rows[0][1]) if rows else (0, "")

    async def answer_of(self, account: str, number: int) -> PuzzleAnswer | None:
        rows = await self._sql.run(
            "SELECT choice, mean, doubt FROM puzzle_answers WHERE account_id = ? AND puzzle = ?", (account, number)
        )
        return PuzzleAnswer(rows[0][0], Rating(rows[0][1], rows[0][2])) if rows else None

    async def standing(self, account: str) -> Standing:
        rows = await self._sql.run(
            "SELECT mean, doubt, nth FROM puzzle_answers WHERE account_id = ? ORDER BY nth DESC LIMIT 1", (account,)
        )
        return Standing(Rating(rows[0][0], rows[0][1]), rows[0][2]) if rows else Standing()

    async def answer(self, account: str, number: int, choice: int, at_ms: int, *, is_best: bool) -> PuzzleAnswer:
        """Count an answer for the ratings of player and puzzle, and return it; of a player who has answered before, the
        first answer. Raises Contended."""
        for _ in range(TRIES_MAX):
            counted = await self.answer_of(account, number)
            if counted:
                return counted
            standing = await self.standing(account)
            ((mean, doubt, answers),) = await self._sql.run(
                "SELECT mean, doubt, answers FROM puzzles WHERE number = ?", (number,)
            )
            ranks = (1, 2) if is_best else (2, 1)
            player, puzzle = rate([standing.rating, Rating(mean, doubt)], ranks, [1.0, 1.0])
            added = (
                "INSERT INTO puzzle_answers (account_id, puzzle, nth, choice, mean, doubt, at_ms)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (account, number, standing.answers + 1, choice, player.mean, player.doubt, at_ms),
            )
            # Of two at the same moment the second finds another count of answers.
            unchanged = (
                "UPDATE puzzles SET mean = ?, doubt = ?, answers = answers + 1 WHERE number = ? AND answers = ?"
                " RETURNING number",
                (puzzle.mean, puzzle.doubt, number, answers),
            )
            try:
                if await self._sql.together([added], only_if=unchanged):
                    return PuzzleAnswer(choice, player)
            except AlreadyThere:  # the same account, at another device
                continue
        raise Contended(f"puzzle {number}", TRIES_MAX)

    async def forget(self, account: str) -> None:
        """Delete the answers of an account. The ratings of puzzles keep their effect."""
        await self._sql.run("DELETE FROM puzzle_answers WHERE account_id = ?", (account,))

    async def search_state(self) -> SearchState:
        rows = await self._sql.run("SELECT position, day, spent_ms FROM puzzle_search")
        return SearchState(*rows[0]) if rows else SearchState()

    async def keep_search_state(self, state: SearchState) -> None:
        await self._sql.run(
            "INSERT INTO puzzle_search (id, position, day, spent_ms) VALUES (1, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            " position = excluded.position, day = excluded.day, spent_ms = excluded.spent_ms",
            (state.position, state.day, state.spent_ms),
        )
