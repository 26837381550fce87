"""A bot with an account of its own: `turnledger bot run examples.own_bot:choose` (docs/program-accounts.md)."""

from turnledger.v1.programs_pb2 import DECLINE_REASON_VARIANT


def choose(turn):
    """The place of an option, and the number of one of its commands."""
    return 0, 0


def accepts(table):
    """True, or why not."""
    return True if table.variant == "card_game" else DECLINE_REASON_VARIANT
