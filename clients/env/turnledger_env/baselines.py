"""Baselines: the bots of the house. A bot sees its own board and options, and gives whole commands."""

from domain.kernel.decider import Bot
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.search import Expert
from turnledger_env.game_in_play import SEEDS, Game, Variant

BASELINES = ("random", "greedy", "planner", "expert")
"""From weak to strong. `expert` tries its moves and needs about a second for each; `expert:8` makes at most 8 tries."""


def bot_command(game: Game, name: str) -> Command:
    """Return the command that a baseline gives for the seat that is to act. Equal games give equal commands.

    Raises ValueError for another name, and for a game that is over.
    """
    if game.seat is None:
        raise ValueError("the game is over: no seat is to act")
    bot = baseline(game.variant, name)
    roll = Dice.from_text(SEEDS + game.seed).roll(f"bot/{game.last.number}")
    return bot(game.board(game.seat), game.options, game.seat, roll)


def baseline(of: Variant, name: str) -> Bot:
    """Return the bot of a name. Raises ValueError for a name that is not a baseline."""
    kind, _, tries = name.partition(":")
    if kind not in BASELINES or (tries and not tries.isdecimal()):
        raise ValueError(f"{name!r} is not a baseline: take one of {', '.join(BASELINES)}, or `expert:TRIES`")
    bot = of.rules.bots[kind]
    return bot.within(int(tries)) if tries and isinstance(bot, Expert) else bot
