"""Shared parts of several games' boards."""

from typing import Any

from rich.table import Table

from services.cli.reader import Reader


def pairs(*pairs: tuple[str, str]) -> Table:
    """Labels with their values, one per line; empty without any."""
    table = Table(show_header=False)
    for name, value in pairs:
        if value:
            table.add_row(name, value)
    return table


def lot_of(card: str, lot: Any, by: Reader) -> str:
    return f"{card}: {lot.bid} ({', '.join(map(by.seat, lot.bidders))})"
