"""The budget of `expert` at a table: the number of continuations that it tries per move (TB-BOT).

It is a term of the table, so every player has seen it before taking a seat. Every `expert` at the table keeps it: those
that the host seats and those that take over seats.
"""

from domain.kernel.decider import AnyDecider, Bot
from domain.kernel.refused import Refused
from domain.kernel.search import Expert
from domain.table.aggregate import Aggregate
from domain.table.messages import Terms

TRIES_MIN, TRIES_MAX = 2, 400
"""The most tries of one move, which cost several seconds of a core."""
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
    """Return the bot with the tries of this table."""
    assert aggregate.rules, "the game has begun"
    plays, tries = aggregate.rules.bots[bot], aggregate.terms.tries
    return plays.within(tries) if tries and isinstance(plays, Expert) else plays


def expert_of(rules: AnyDecider) -> Expert | None:
    """Return the bot's tries, or None in a game that it does not play."""
    plays = rules.bots.get(EXPERT)
    return plays if isinstance(plays, Expert) else None
