"""The commands and events of Power Grid: the Card Game."""

from domain.card_game.messages import *  # noqa: F403
