"""Pictures of figures as HTML: tables with a bar in each row, and lines. They need no script and no inline style.

Each picture has its numbers next to it in a table, so a screen reader and a reader without colours get all of it.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT, EDGE, LEFT = 600, 200, 14, 44
"""Of a line in units of its picture; LEFT has the numbers of the scale."""


class Bar(NamedTuple):
    """A row. `share`: the length of the bar, from 0 to 1. `mark`: where a line crosses it, the share by chance."""

    name: str
    figures: tuple[str, ...]
    share: float
    mark: float | None = None


def bars(caption: str, columns: Sequence[str], rows: Sequence[Bar]) -> str:
    """Return a table with a bar in each row. `columns`: headings of the name and of the figures."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(each.name)}</th>'
        + "".join(f"<td>{escape(figure)}</td>" for figure in each.figures)
        + f'<td class="a-bar">{_bar(each)}</td></tr>'
        for each in rows
    )
    return (
        f'<div class="a-scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table class="a-table">'
        f'<caption>{escape(caption)}</caption><thead><tr>{head}<td class="a-bar"></td></tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _bar(bar: Bar) -> str:
    mark = "" if bar.mark is None else f'<path d="M{100 * bar.mark:.1f} 0V12"/>'
    return (
        '<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect y="2" width="{100 * bar.share:.1f}" height="8"/>{mark}</svg>'
    )


class Point(NamedTuple):
    """A value with its uncertainty above and below."""

    value: int
    spread: int


def line(label: str, points: Sequence[Point]) -> str:
    """Return the points, at least one, as a line in a band. `label`: the text instead of the picture."""
    low = min(value - spread for value, spread in points)
    high = max(value + spread for value, spread in points)

    def at(number: int, value: int) -> str:
        across = LEFT + (WIDTH - LEFT - EDGE) * number / max(1, len(points) - 1)
        return f"{across:.1f} {_up(value, low, high):.1f}"

    grid = "".join(
        f'<path class="a-grid" d="M{LEFT} {_up(each, low, high):.1f}H{WIDTH - EDGE}"/>'
        f'<text x="{LEFT - 5}" y="{_up(each, low, high) + 4:.1f}" text-anchor="end">{each}</text>'
        for each in (low, (low + high) // 2, high)
    )
    above = [at(number, each.value + each.spread) for number, each in enumerate(points)]
    below = [at(number, each.value - each.spread) for number, each in enumerate(points)]
    values = [at(number, each.value) for number, each in enumerate(points)]
    x, _, y = values[0].partition(" ")
    drawn = f'<path d="M{"L".join(values)}"/>' if len(points) > 1 else f'<circle cx="{x}" cy="{y}" r="4"/>'
    return (
        f'<svg class="a-line" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{grid}'
        f'<path class="a-band" d="M{"L".join([*above, *reversed(below)])}Z"/>{drawn}</svg>'
    )


def _up(value: int, low: int, high: int) -> float:
    return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / max(1, high - low)
