"""Power Grid, the card game and Colony-61 as environments for machines. `docs/arena.md` explains them."""

from turnledger_env.aec import ArenaEnv
from turnledger_env.baselines import BASELINES, bot_command
from turnledger_env.game_in_play import Game, Variant, variant
from turnledger_env.games import VERSION
from turnledger_env.seat import SeatEnv

__all__ = ["BASELINES", "VERSION", "ArenaEnv", "Game", "SeatEnv", "Variant", "bot_command", "variant"]
