"""Archived games whose files one process could not read.

All roles read the log through `ReadThroughStore`, which passes over these games: a damaged file affects only its game.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from time import monotonic

import structlog

from services.observe.metrics import UNREADABLE_GAMES
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.objects import ArchiveUnavailable, Damaged, NotInArchive

AGAIN_S = 10.0
"""Readers of the log try a file again after this time; calls about the game itself always try."""
LATELY_S = 60.0
"""A reader that asks within this time learns that a file was unreadable, although it is back."""
TRIES_MAX = 100
"""The most files that one process tries again at a time, because it was asked for them before."""
SAID_MAX = 100
"""Games that are logged by name; the metric counts the others."""
log = structlog.get_logger(__name__)


class UnreadableGames:
    """`label`: EventStore.label of the log."""

    def __init__(self, label: str, clock_s: Callable[[], float] = monotonic) -> None:
        self._clock_s = clock_s
        self._tried_s: dict[str, float] = {}
        self._failed_s: dict[str, float] = {}
        self._away_s = float("-inf")
        self._metric = UNREADABLE_GAMES.labels(label)
        self._metric.set(0)

    def is_known(self, game: ArchivedGame) -> bool:
        """Return whether the file was tried a moment ago, or the whole archive did not answer then."""
        return self._age_s(self._tried_s, game.game_id) < AGAIN_S

    def add(self, game: ArchivedGame, error: ArchiveUnavailable) -> None:
        if not isinstance(error, NotInArchive | Damaged):
            self._away_s = self._clock_s()
        if game.game_id not in self._tried_s and len(self._tried_s) < SAID_MAX:
            log.critical(
                "archived game is unreadable and is passed over",
                game_id=game.game_id,
                object=game.object,
                error=str(error),
            )
        self._tried_s.pop(game.game_id, None)
        self._tried_s[game.game_id] = self._failed_s[game.game_id] = self._clock_s()
        self._metric.set(len(self._tried_s))

    def left_out_any(self) -> bool:
        """Return whether a read of a moment ago may have left out any game."""
        since_s = self._clock_s() - LATELY_S
        self._failed_s = {game_id: failed_s for game_id, failed_s in self._failed_s.items() if failed_s >= since_s}
        return bool(self._failed_s) or self._away_s >= since_s

    def left_out(self, game_id: str) -> bool:
        """Return whether a read of a moment ago may have left out the game."""
        return self._age_s(self._failed_s, game_id) <= LATELY_S

    def _age_s(self, times_s: Mapping[str, float], game_id: str) -> float:
        """Return the time since the last failure: of this game, or of the whole archive."""
        return self._clock_s() - max(times_s.get(game_id, float("-inf")), self._away_s)

    def oldest(self) -> Sequence[str]:
        """Return the games whose files were tried longest ago."""
        return list(islice(self._tried_s, TRIES_MAX))

    def remove(self, game_id: str) -> None:
        """Note that its file was read, or that its events are in the store."""
        if self._tried_s.pop(game_id, None) is not None:
            log.warning("archived game is readable again", game_id=game_id)
            self._metric.set(len(self._tried_s))
