"""The commands and events of Power Grid."""

from domain.power_grid.messages import *  # noqa: F403
