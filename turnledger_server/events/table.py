"""The commands and events of the table around a game."""

from domain.table.messages import *  # noqa: F403
