"""The picture of Power Grid: the map in play with its houses, the fuel market, the plants and the players."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from domain.kernel.ids import Seat
from domain.power_grid.editions import EDITIONS, load
from domain.power_grid.figures import BaseEdition, City, MapEdition
from domain.power_grid.messages import Card, Market
from domain.power_grid.view import PowerGridBoard
from services.texts import telling
from services.web.pictures.canvas import (
    FAINT,
    FUELS,
    INK,
    LETTER,
    LINE,
    PAPER,
    Canvas,
    Frame,
    SeatRow,
    begin,
    draw_seats,
    fitted,
)

GAME = "power_grid"
LEFT, TOP, WIDE, HIGH = 12.0, 64.0, 784.0, 456.0
"""The place of the map."""
REGIONS = {
    "red": "#ef7a6d",
    "brown": "#b58a5e",
    "green": "#6bb46b",
    "orange": "#f2a14a",
    "yellow": "#ecd04e",
    "pink": "#ef9ac4",
    "cyan": "#5fbfca",
    "purple": "#a78bda",
}
SEA, LAND, LINK = "#cfe3ea", "#f3efe1", "#6e6757"
INNER = 18
"""How far a region reaches around its cities, in units of the map."""
HALO: dict[str, Any] = {"stroke": LAND, "stroke_width": 3, "paint_order": "stroke", "stroke_linejoin": "round"}
MARGIN = 58
"""Around the cities, in units of the map."""
Link = tuple[City, City, int]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_read = msgspec.json.Decoder(PowerGridBoard).decode


class Scale(NamedTuple):
    """The way from units of the map to the picture."""

    by: float
    left: float
    top: float

    def at(self, city: City) -> tuple[float, float]:
        return self.left + city.x * self.by, self.top + city.y * self.by


def draw(board: bytes, frame: Frame) -> str:
    shown = _read(board)
    base, area = _editions(shown.editions)
    canvas = begin(frame)
    _draw_map(canvas, shown, area, frame)
    _draw_market(canvas, shown.resource_market, frame.language)
    seats = {each.player: each for each in shown.seats}
    rows = [
        SeatRow(
            seat,
            str(seats[seat].cash),
            _plants(seats[seat].plants, frame.language) or "–",
            len(seats[seat].cities),
        )
        for seat in shown.order or sorted(seats)
    ]
    bottom = draw_seats(canvas, frame, rows, tall=360)
    _draw_plants(canvas, shown, base, bottom + 8, frame.language)
    return canvas.svg()


@cache
def _editions(ids: tuple[str, ...]) -> tuple[BaseEdition, MapEdition]:
    base, area = sorted(ids, key=lambda each: not each.startswith("power_grid/base/"))
    return load(EDITIONS.content(base), BaseEdition), load(EDITIONS.content(area), MapEdition)


def _plants(cards: Iterable[Card], language: str) -> str:
    return ", ".join(_card(card, language) for card in cards)


def _card(card: Card, language: str) -> str:
    return telling.word(str(card), language, GAME)


def _draw_map(canvas: Canvas, board: PowerGridBoard, area: MapEdition, frame: Frame) -> None:
    """While regions are chosen the whole map is shown."""
    regions = board.regions if board.phase != "turn_order" else tuple(each.id for each in area.regions)
    cities = {each.id: each for each in area.cities if each.region in regions}
    scale, radius = _fitted(list(cities.values()))
    links = [(cities[each.a], cities[each.b], each.cost) for each in area.connections if {each.a, each.b} <= {*cities}]
    _draw_land(canvas, list(cities.values()), links, scale, radius)
    for a, b, _ in links:
        canvas.line(scale.at(a), scale.at(b), LINK, 2)
    prices = []
    for a, b, cost in links:
        (x1, y1), (x2, y2) = scale.at(a), scale.at(b)
        if abs(x1 - x2) + abs(y1 - y2) > 4 * radius:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            prices.append(_around(x, y, 8.5))
            canvas.circle(x, y, 8.5, PAPER, stroke=LINK)
            canvas.text(x, y + 3.6, str(cost), 10, text_anchor="middle")
    for city in cities.values():
        _draw_city(canvas, scale.at(city), radius, board.houses.get(city.id, ()), frame)
    names = {each.id: telling.word(each.id, frame.language, GAME) for each in cities.values()}
    _draw_names(canvas, [(names[each.id], *scale.at(each)) for each in cities.values()], radius, prices)


def _draw_land(canvas: Canvas, cities: list[City], links: list[Link], scale: Scale, radius: float) -> None:
    """Draw shore, land and regions as broad lines around the links and the cities."""
    canvas.box(LEFT, TOP, WIDE, HIGH, SEA, rx=6)
    for far, tint in ((34, lambda _: "#b0d0db"), (28, lambda _: LAND), (INNER, _tint_of)):
        broad = radius + far * scale.by
        for a, b, _ in links:
            if far > INNER or a.region == b.region:
                canvas.line(scale.at(a), scale.at(b), tint(a.region), 2 * broad, stroke_linecap="round")
        for city in cities:
            canvas.circle(*scale.at(city), broad, tint(city.region))


def _tint_of(region: str) -> str:
    """Mix the colour of the region with that of the land: shapes of one region overlap."""
    colour = REGIONS.get(region, "#9ca3af")
    parts = [(int(colour[at : at + 2], 16), int(LAND[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(0.5 * own + 0.5 * land):02x}" for own, land in parts)


def _fitted(cities: list[City]) -> tuple[Scale, float]:
    """Return the scale at which the cities fill the place of the map, and the radius of a city."""
    xs, ys = [each.x for each in cities], [each.y for each in cities]
    width, height = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    by = min(WIDE / width, HIGH / height)
    left, top = LEFT + (WIDE - width * by) / 2, TOP + (HIGH - height * by) / 2
    scale = Scale(by, left - (min(xs) - MARGIN) * by, top - (min(ys) - MARGIN) * by)
    closest = min(
        ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for place, a in enumerate(cities) for b in cities[place + 1 :]
    )
    return scale, max(8.5, min(17.0, 0.43 * closest) * by)


def _draw_city(canvas: Canvas, at: tuple[float, float], radius: float, houses: tuple[Seat, ...], frame: Frame) -> None:
    (x, y), count = at, len(houses)
    canvas.circle(x, y, radius, PAPER, stroke=INK, stroke_width=1.5)
    for place, seat in enumerate(houses):
        spread = (place - (count - 1) / 2) * radius * 1.05
        canvas.mark(x + spread, y, radius * (1.5 if count == 1 else 1.15), frame.seats[seat].colour)


def _draw_names(
    canvas: Canvas, cities: Sequence[tuple[str, float, float]], radius: float, prices: Sequence[Box]
) -> None:
    """Name each city where its name covers no city, no other name, and if possible no price. Cities without such a
    place stay without."""
    size = 12.0
    taken = [_around(x, y, radius) for _, x, y in cities]
    for name, x, y in cities:
        half = len(name) * size * LETTER / 2
        near, beside, aside = radius + size * 0.65, radius + 3 + half, radius * 0.6 + half
        around = (0, near), (0, -near), (beside, 0), (-beside, 0)
        corners = (aside, near), (-aside, near), (aside, -near), (-aside, -near)
        boxes = [_label(x + dx, y + dy, half, size) for dx, dy in around + corners]
        free = [box for box in boxes if _is_inside(box) and not any(_overlap(box, other) for other in taken)]
        bare = [box for box in free if not any(_overlap(box, price) for price in prices)]
        if free:
            box = (bare or free)[0]
            taken.append(box)
            middle = (box[0] + box[2]) / 2
            canvas.text(middle, box[3] - size * 0.15, name, size, text_anchor="middle", **HALO)


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _label(x: float, y: float, half: float, size: float) -> Box:
    return x - half, y - size / 2, x + half, y + size / 2


def _is_inside(box: Box) -> bool:
    return box[0] > LEFT and box[2] < LEFT + WIDE and box[1] > TOP and box[3] < TOP + HIGH


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _draw_market(canvas: Canvas, market: Market, language: str) -> None:
    """Draw each fuel with its lowest price, and a dot for every token, by the prices."""
    width = WIDE / max(1, len(market))
    for place, (fuel, spaces) in enumerate(market.items()):
        left, price = LEFT + place * width, next((each.price for each in spaces if each.n), None)
        canvas.box(left, 528, width - 8, 90, rx=6, stroke=LINE)
        canvas.circle(left + 18, 548, 8, FUELS.get(fuel, FAINT), stroke=INK)
        canvas.text(left + 32, 553, fitted(telling.word(fuel, language, GAME), width - 90, 16), 16)
        canvas.text(
            left + width - 20, 555, "–" if price is None else str(price), 22, text_anchor="end", font_weight=700
        )
        room = (width - 20) / max(1, len(spaces))
        for at, space in enumerate(spaces):
            x = left + 8 + room * (at + 0.5)
            canvas.text(x, 578, str(space.price), 10, fill=FAINT, text_anchor="middle")
            for token in range(space.n):
                canvas.circle(x, 588 + token * 10, 4, FUELS.get(fuel, FAINT))


def _draw_plants(canvas: Canvas, board: PowerGridBoard, base: BaseEdition, top: float, language: str) -> None:
    """Draw the plants on offer, and below them the next ones."""
    kinds: Mapping[Card, str] = {each.number: each.kind for each in base.plants}
    rows = [row for row in (board.current, board.future) if row]
    height = min(90.0, (618 - top) / max(1, len(rows)) - 6)
    for line, row in enumerate(rows):
        width = 372 / max(4, len(row))
        for place, card in enumerate(row):
            left, y = 812 + place * width, top + line * (height + 6)
            is_lot = board.lot is not None and board.lot.plant == card
            edge = {"stroke": "#d97706", "stroke_width": 3} if is_lot else {"stroke": INK}
            canvas.box(left, y, width - 6, height, PAPER if row is board.current else "#eeeae0", rx=5, **edge)
            canvas.box(left + 5, y + height - 13, width - 16, 8, FUELS.get(kinds.get(card, ""), FAINT), rx=3)
            name = fitted(_card(card, language), width - 12, 15 if isinstance(card, str) else 24)
            size = 24 if isinstance(card, int) else 13
            canvas.text(left + (width - 6) / 2, y + height / 2 + 3, name, size, text_anchor="middle", font_weight=700)
