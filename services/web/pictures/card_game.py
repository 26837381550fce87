"""The picture of the card game: plants on offer and in outlook, the columns of the fuel market, and the players."""

from collections.abc import Sequence

import msgspec

from domain.card_game.view import CardGameBoard, Column, Owner, PlantFace
from services.texts import telling
from services.web.pictures.canvas import (
    FAINT,
    FUELS,
    INK,
    LINE,
    PAPER,
    Canvas,
    Frame,
    SeatRow,
    begin,
    draw_seats,
    fitted,
)

GAME = "card_game"
_read = msgspec.json.Decoder(CardGameBoard).decode


def draw(board: bytes, frame: Frame) -> str:
    shown = _read(board)
    canvas = begin(frame)
    lot = shown.lot.card if shown.lot else ""
    _draw_plants(canvas, [each.plant for each in shown.offer], 72, lot, frame.language)
    _draw_plants(canvas, shown.outlook, 214, lot, frame.language)
    for place, column in enumerate(shown.columns):
        _draw_column(canvas, column, 16 + place * 197, frame.language)
    order = [each for each in shown.row if isinstance(each, int)]
    owners = {each.seat: each for each in shown.players}
    rows = [_row(owners[seat], frame.language) for seat in [*order, *(each for each in owners if each not in order)]]
    draw_seats(canvas, frame, rows, tall=540)
    return canvas.svg()


def _row(owner: Owner, language: str) -> SeatRow:
    plants = ", ".join(telling.word(each.card, language, GAME) for each in owner.plants)
    return SeatRow(owner.seat, str(owner.cash), plants or "–")


def _draw_plants(canvas: Canvas, plants: Sequence[PlantFace], top: float, lot: str, language: str) -> None:
    width = 784 / max(5, len(plants))
    for place, plant in enumerate(plants):
        left = 16 + place * width
        edge = {"stroke": "#d97706", "stroke_width": 4} if plant.card == lot else {"stroke": INK}
        canvas.box(left, top, width - 10, 130, rx=8, **edge)
        canvas.text(left + 12, top + 36, str(plant.number), 30, font_weight=700)
        canvas.text(left + width - 22, top + 36, f"+{plant.profit}", 24, text_anchor="end")
        canvas.box(left + 10, top + 78, width - 30, 10, FUELS.get(plant.fuel, FAINT), rx=4)
        fuel = telling.word(plant.fuel, language, GAME)
        needs = f"{plant.need} {fuel}" if plant.need else fuel
        canvas.text(left + 12, top + 114, fitted(needs, width - 30, 17), 17)


def _draw_column(canvas: Canvas, column: Column, left: float, language: str) -> None:
    canvas.box(left, 360, 187, 256, "#eeeae0", rx=8, stroke=LINE)
    canvas.text(left + 93, 394, str(column.price), 28, text_anchor="middle", font_weight=700)
    height = min(38.0, 212 / max(1, len(column.cards)))
    for place, card in enumerate(column.cards):
        top = 404 + place * height
        canvas.box(left + 8, top, 171, height - 4, PAPER, rx=5, stroke=INK)
        canvas.text(left + 18, top + height / 2 + 4, telling.word(card.fuel, language, GAME), 15)
        for unit in range(card.units):
            canvas.circle(left + 166 - unit * 16, top + height / 2 - 2, 6, FUELS.get(card.fuel, FAINT))
