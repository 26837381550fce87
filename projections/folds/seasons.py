"""Seasons of leaderboards."""

from datetime import UTC, datetime


def season_of(at: datetime) -> str:
    """Return the season of a moment: its month in UTC, the same for players everywhere."""
    return f"{at.astimezone(UTC):%Y-%m}"
