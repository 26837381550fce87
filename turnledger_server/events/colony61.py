"""The commands and events of Colony-61."""

from domain.colony61.messages import *  # noqa: F403
