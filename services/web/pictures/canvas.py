"""A picture as SVG, built from shapes and text."""

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

WIDTH, HEIGHT = 1200, 630
"""The size that chats show in full."""
FONT = "Noto Sans"
INK, FAINT, LINE, PAPER, PAGE, MARK = "#1d2733", "#57606c", "#c9c2b2", "#ffffff", "#f7f4ec", "#9a3412"
COLOURS = {
    "red": "#d1343c",
    "blue": "#2f6fd0",
    "green": "#2f9350",
    "yellow": "#e8b61c",
    "black": "#3a3f47",
    "purple": "#8a4fc0",
}
SHAPES = {
    "red": "M10 2 18 9V18H2V9Z",
    "blue": "M10 2a8 8 0 1 0 .001 0Z",
    "green": "M10 2 19 18H1Z",
    "yellow": "M3 3H17V17H3Z",
    "black": "M10 1 19 10 10 19 1 10Z",
    "purple": "M7 2h6v5h5v6h-5v5H7v-5H2V7h5Z",
}
"""Colours and shapes of seats as in clients/web/looks.js; a shape has a square of 20 by 20."""
FUELS = {
    "coal": "#5b3a1e",
    "oil": "#333b47",
    "gas": "#2f7fb5",
    "garbage": "#c2a000",
    "uranium": "#b91c1c",
    "hybrid": "#6b5b4b",
    "eco": "#2f9350",
    "fusion": "#7c3aed",
}
LETTER = 0.56
"""Mean width of a letter, as a part of the size of the text."""


class SeatLook(Struct, frozen=True):
    """`place`: the rank after the end of the game, 0 before."""

    name: str
    colour: str
    acts: bool = False
    place: int = 0

    @property
    def label(self) -> str:
        return f"{self.place}. {self.name}" if self.place else self.name

    @property
    def edge(self) -> dict[str, Any]:
        """The frame around the seat's part of the picture."""
        return {"stroke": MARK, "stroke_width": 3} if self.acts else {"stroke": LINE}

    @property
    def weight(self) -> int:
        return 700 if self.acts else 400


class Frame(Struct, frozen=True):
    """The parts of a picture that every game has."""

    title: str
    status: str
    seats: tuple[SeatLook, ...]
    language: str


class SeatRow(Struct, frozen=True):
    """A seat's line in the list of players. `value`: the large number at its end. `houses`: None in other games."""

    seat: int
    value: str = ""
    detail: str = ""
    houses: int | None = None


class Canvas:
    """Collects the elements of a picture, the lowest first."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' font-family="{FONT}, system-ui, sans-serif">{"".join(self._parts)}</svg>'
        )

    def add(self, element: str, content: str = "", **attributes: Any) -> None:
        """Add an element; `_` in the name of an attribute is `-`."""
        named = "".join(f" {name.replace('_', '-')}={quoteattr(_written(v))}" for name, v in attributes.items())
        self._parts.append(f"<{element}{named}>{content}</{element}>" if content else f"<{element}{named}/>")

    def box(self, x: float, y: float, width: float, height: float, fill: str = PAPER, **more: Any) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, fill=fill, **more)

    def line(self, a: tuple[float, float], b: tuple[float, float], stroke: str, width: float, **more: Any) -> None:
        self.add("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke=stroke, stroke_width=width, **more)

    def circle(self, x: float, y: float, radius: float, fill: str = PAPER, **more: Any) -> None:
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, **more)

    def text(self, x: float, y: float, text: str, size: float, *, fill: str = INK, **more: Any) -> None:
        """Write text with its base line at `y`."""
        printable = "".join(each if each.isprintable() else " " for each in text)
        self.add("text", escape(printable), x=x, y=y, font_size=size, fill=fill, **more)

    def mark(self, x: float, y: float, size: float, colour: str) -> None:
        """Draw the mark of a seat around a point."""
        self.path(SHAPES.get(colour, SHAPES["blue"]), (x, y), size, COLOURS.get(colour, "#888888"))

    def path(self, shape: str, at: tuple[float, float], size: float, fill: str) -> None:
        """Draw a shape of 20 by 20 around a point."""
        place = f"translate({at[0] - size / 2:.1f} {at[1] - size / 2:.1f}) scale({size / 20:.3f})"
        self.add("path", d=shape, transform=place, fill=fill, stroke=INK, stroke_width=1.6)


def _written(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def fitted(text: str, width: float, size: float) -> str:
    """Return the text, cut where it would be wider."""
    room = max(1, int(width / (size * LETTER)))
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def begin(frame: Frame) -> Canvas:
    """Return a canvas with the title, and the state of the game at its right."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, PAGE)
    canvas.box(0, 0, WIDTH, 56, INK)
    status = fitted(frame.status, 520, 22)
    canvas.text(20, 38, fitted(frame.title, 640, 28), 28, fill=PAPER, font_weight=700)
    canvas.text(WIDTH - 20, 37, status, 22, fill=PAPER, text_anchor="end")
    return canvas


def draw_seats(canvas: Canvas, frame: Frame, rows: Sequence[SeatRow], *, left: float = 812, tall: float = 330) -> float:
    """Draw the players below each other, those to act with a frame; return where the list ends."""
    width, top, height = WIDTH - 16 - left, 68.0, min(66.0, tall / max(1, len(rows)))
    for row in rows:
        look = frame.seats[row.seat]
        canvas.box(left, top, width, height - 6, rx=6, **look.edge)
        canvas.mark(left + 24, top + (height - 6) / 2, 26, look.colour)
        name = fitted(look.label, width - 70 - len(row.value) * 15, 19)
        raised = 4 if row.detail else 0
        canvas.text(left + 48, top + height / 2 + 4 - raised * 2, name, 19, font_weight=look.weight)
        if row.detail:
            _draw_detail(canvas, row, look.colour, (left + 48, top + height - 13), width - 60)
        if row.value:
            y = top + height / 2 + 6 - raised
            canvas.text(left + width - 14, y, row.value, 24, text_anchor="end", font_weight=700)
        top += height
    return top


def _draw_detail(canvas: Canvas, row: SeatRow, colour: str, at: tuple[float, float], width: float) -> None:
    (x, y), size = at, 14
    if row.houses is not None:
        canvas.path(SHAPES["red"], (x + 6, y - 5), 13, COLOURS.get(colour, FAINT))
        canvas.text(x + 16, y, str(row.houses), size, font_weight=700)
        x, width = x + 42, width - 42
    canvas.text(x, y, fitted(row.detail, width, size), size, fill=FAINT)
