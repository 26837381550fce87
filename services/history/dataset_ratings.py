"""The ratings that players had before a game, as rows of the dataset: those of the leaderboards (TB-RATE)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.history.adjudicate import Step
from domain.history.codec import Codec
from domain.history.record import EventRow
from domain.table.messages import BOT_ACTOR, GameFinished
from projections.folds.leaders import Leaders, Records, boards, ended_in, finishers
from projections.folds.ratings import deviation, points
from projections.folds.transitions import Transition
from projections.stores.interface import SHARED, Put
from services.history.dataset_rows import Row

ROUNDED_TO = 50
"""Points. An exact rating would link the pseudonyms that a player has in two months."""


def end_of(rows: Sequence[EventRow], steps: Sequence[Step], codec: Codec) -> Transition | None:
    """Return the end of a game without its play, None where the game counts for no player."""
    for step in steps if steps[0].after.opened.rated else ():
        for place, event in enumerate(step.events, step.version - 1):
            if isinstance(event, GameFinished):
                bare = replace(step.after, rules=None, play=None, undo_points=())
                end = Transition(0, codec.read(rows[place]), steps[0].at, None, bare)
                return end if finishers(end) else None
    return None


class Ratings:
    """All ratings, as the games that were counted so far left them."""

    def __init__(self) -> None:
        self._leaders, self._known = Leaders(), dict[str, bytes]()

    def count(self, end: Transition) -> list[Row]:
        """Return the rows of a game: the ratings before it. Then count it. Games come in the order of their ends."""
        rows = list(self._before(end))
        changes = self._leaders.fold([end], self._known).get(SHARED, ())
        self._known.update((each.key, each.value) for each in changes if isinstance(each, Put))
        return rows

    def _before(self, end: Transition) -> Iterator[Row]:
        records, (board, *_), month = Records(self._known), boards(end), ended_in(end)
        counted = {each.player for each in finishers(end)}
        for seat, occupant in enumerate(end.aggregate.occupants):
            player = occupant.account or BOT_ACTOR + occupant.bot
            if player in counted:
                rating = records.before(board, player, month).rating
                yield {
                    "game_id": end.record.stream_id,
                    "month": month,
                    "seat": seat,
                    "against": "bots" if board.bots else "people",
                    "pace": "live" if board.live else "slow",
                    "rating": _rounded(points(rating)),
                    "deviation": _rounded(deviation(rating)),
                    "provisional": rating.provisional,
                }


def _rounded(value: int) -> int:
    return ROUNDED_TO * round(value / ROUNDED_TO)
