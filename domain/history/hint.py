"""What a hint says: the move of `expert` for what the seat sees and may do, and nothing else.

Its draws follow from the game's id, the version and the seat, which everybody knows: no secret takes part, and whoever
has the seat's view makes it again.
"""

from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.search import Tried
from domain.table.aggregate import Aggregate
from domain.table.tries import expert_of


def hint_at(aggregate: Aggregate, seat: Seat, version: int) -> Tried:
    """For a seat that has to act. `version`: at which it took the hint. Up to a second of a core."""
    rules, play = aggregate.rules, aggregate.play
    assert rules, "the game has begun"
    expert = expert_of(rules)
    assert expert, "the table's terms were checked"
    roll = Dice.from_text(f"{aggregate.opened.game_id}/{version}/{seat}").roll("hint")
    view, options = rules.view(play, seat), rules.options(play, seat)
    return expert.thought(view, options, seat, roll)
