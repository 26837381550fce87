"""The budget that a table states for `expert`: how many continuations it looks at for a move (TB-BOT).

It is a term of the table, so whoever sits down has seen it, and every `expert` there keeps it: those that the host
seats, and those that take seats over.
"""

from domain.kernel.decider import AnyDecider, Bot
from domain.kernel.refused import Refused
from domain.kernel.search import Expert
from domain.table.aggregate import Aggregate
from domain.table.messages import Terms

TRIES_MIN, TRIES_MAX = 2, 400
"""Of a move. The most cost several seconds of a core."""
EXPERT = "expert"


def check_tries(rules: AnyDecider, tries: int) -> None:
    """TB-BOT-01, as a term of a table."""
    if not TRIES_MIN <= tries <= TRIES_MAX:
        raise Refused("MALFORMED_COMMAND", "TB-BOT-01", field="tries", tries_min=TRIES_MIN, tries_max=TRIES_MAX)
    if expert_of(rules) is None:
        raise Refused("NO_EXPERT_HERE", "TB-BOT-01")


def check_allowed(terms: Terms, most: int) -> None:
    """TB-BOT-02, before a table is opened. `most`: what the operator allows."""
    if terms.tries and terms.tries > most:
        raise Refused("TOO_MANY_TRIES", "TB-BOT-02", tries=terms.tries, tries_max=most)


def bot_named(aggregate: Aggregate, bot: str) -> Bot:
    """As it plays at this table."""
    assert aggregate.rules, "the game has begun"
    plays, tries = aggregate.rules.bots[bot], aggregate.terms.tries
    return plays.within(tries) if tries and isinstance(plays, Expert) else plays


def expert_of(rules: AnyDecider) -> Expert | None:
    """None in a game that it does not play."""
    plays = rules.bots.get(EXPERT)
    return plays if isinstance(plays, Expert) else None
