"""The picture of Colony-61: the markers of the resources with their prices, the modules, and the corporations."""

from collections.abc import Sequence
from functools import cache

import msgspec

from domain.colony61.editions import EDITIONS
from domain.colony61.state import Module
from domain.colony61.view import ColonyBoard, CorporationBoard
from services.texts import telling
from services.web.pictures.canvas import (
    FAINT,
    INK,
    LETTER,
    LINE,
    PAPER,
    Canvas,
    Frame,
    begin,
    fitted,
)

GAME = "colony61"
TYPES = {"M": "#7c4a1e", "L": "#15803d", "I": "#b91c1c", "S": "#1d4ed8", "E": "#ca8a04"}
LEFT = 452
"""Where the corporations begin."""
_read = msgspec.json.Decoder(ColonyBoard).decode


def draw(board: bytes, frame: Frame) -> str:
    shown = _read(board)
    canvas = begin(frame)
    _draw_markers(canvas, shown, frame.language)
    canvas.text(16, 476, fitted(telling.word(shown.colony, frame.language, GAME), 420, 22), 22, font_weight=700)
    _draw_modules(canvas, shown.state_modules, shown.edition, (16, 488, 420, 616), frame.language)
    height = min(180.0, 552 / max(1, len(shown.corporations)))
    for place, each in enumerate(shown.corporations):
        _draw_corporation(canvas, each, shown, frame, (64 + place * height, height - 8))
    return canvas.svg()


@cache
def _types(edition: str) -> dict[str, str]:
    """The type of each module."""
    return {each.id: each.type for each in EDITIONS.figures(edition).modules}


def _draw_markers(canvas: Canvas, board: ColonyBoard, language: str) -> None:
    """Draw a line a resource: its marker between the ends of the track, and the price there."""
    rows = sorted(EDITIONS.figures(board.edition).resources, key=lambda each: each.order)
    for place, row in enumerate(rows):
        y, at = 92 + place * 52, board.markers[row.id]
        canvas.text(16, y, fitted(telling.word(row.id, language, GAME).capitalize(), 130, 18), 18)
        canvas.line((150, y - 6), (380, y - 6), LINE, 6, stroke_linecap="round")
        zero, here = ((150 + 230 * (each - row.min) / (row.max - row.min)) for each in (0, at))
        canvas.line((zero, y - 16), (zero, y + 4), FAINT, 2)
        canvas.circle(here, y - 6, 15, INK)
        canvas.text(here, y - 0.5, str(at).replace("-", "−"), 15, fill=PAPER, text_anchor="middle", font_weight=700)
        canvas.text(436, y + 1, str(board.prices[row.id]), 24, text_anchor="end", font_weight=700)


def _draw_corporation(
    canvas: Canvas, corporation: CorporationBoard, board: ColonyBoard, frame: Frame, at: tuple[float, float]
) -> None:
    (top, height), look, right = at, frame.seats[corporation.player], 1184
    canvas.box(LEFT, top, right - LEFT, height, rx=8, **look.edge)
    canvas.mark(LEFT + 24, top + 24, 26, look.colour)
    canvas.text(LEFT + 48, top + 31, fitted(look.label, 400, 20), 20, font_weight=look.weight)
    money = corporation.storage
    canvas.text(right - 90, top + 31, f"{money.ones + 5 * money.fives + 10 * money.tens} ¢", 18, text_anchor="end")
    canvas.text(right - 16, top + 33, str(corporation.influence), 26, text_anchor="end", font_weight=700)
    area = LEFT + 12, top + 41, right - 8, top + height - 1
    _draw_modules(canvas, corporation.modules, board.edition, area, frame.language)


def _draw_modules(
    canvas: Canvas,
    modules: Sequence[Module],
    edition: str,
    place: tuple[float, float, float, float],
    language: str,
) -> None:
    """Draw the modules by kind, as many as the place has room for."""
    left, top, right, bottom = place
    counts: dict[str, int] = {}
    for module in modules:
        counts[module.kind] = counts.get(module.kind, 0) + 1
    x, y = left, top
    for kind, count in counts.items():
        name = fitted(telling.word(kind, language, GAME), right - left - 30, 13) + (f" ×{count}" if count > 1 else "")
        width = len(name) * 13 * LETTER + 24
        if x + width > right and x > left:
            x, y = left, y + 27
        if y + 24 > bottom:
            return
        canvas.box(x, y, width, 24, "#f3efe6", rx=4, stroke=LINE)
        canvas.box(x, y, 7, 24, TYPES.get(_types(edition).get(kind, ""), FAINT), rx=2)
        canvas.text(x + 14, y + 17, name, 13)
        x += width + 6
