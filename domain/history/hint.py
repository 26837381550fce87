"""A hint: the move of `expert` for the seat's view and options, and nothing else.

Its draws follow from the game's id, the version and the seat, which are public. No secret takes part, so any holder of
the seat's view can compute it again.
"""

from domain.kernel import privacy
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event
from domain.kernel.search import Tried
from domain.table.aggregate import Aggregate
from domain.table.tries import expert_of

LABEL = "hint"


def hint_at(aggregate: Aggregate, seat: Seat, version: int) -> Tried:
    """Return the hint for a seat that has to act. `version`: at which it took the hint. It takes up to a second of a
    core."""
    rules, play = aggregate.rules, aggregate.play
    assert rules, "the game has begun"
    expert = expert_of(rules)
    assert expert, "the table's terms were checked"
    view, options = rules.view(play, seat), rules.options(play, seat)
    return expert.thought(view, options, seat, Roll(hint_seed(aggregate, seat, version), LABEL))


def hint_seed(aggregate: Aggregate, seat: Seat, version: int) -> bytes:
    """Return the seed of the hint's draws, which LABEL names."""
    return Dice.from_text(f"{aggregate.opened.game_id}/{version}/{seat}").seed


def first_event(aggregate: Aggregate, seat: Seat, command: Command) -> Event | None:
    """Return the first event that the command would make, as the seat may see it; None if it reveals something."""
    assert aggregate.rules, "the game has begun"
    first: Event = aggregate.rules.judge(aggregate.play, command)[0][0]
    return None if first.reveals else privacy.redact(first, seat)
