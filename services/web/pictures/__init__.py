"""Pictures of boards for links in chats, drawn from a spectator's board alone.

A game has a module here with its name, with `draw(board, frame)`; any other game gets a list of its players.
"""

from services.platform.per_game import module_of
from services.web.pictures.canvas import Frame, SeatRow, begin, draw_seats


def picture_of(game: str, board: bytes, frame: Frame) -> str:
    """Return an SVG. `board`: JSON of a spectator's board, `null` before the game began."""
    own = module_of(__name__, game)
    if own is None or board == b"null":
        return _without_board(frame)
    drawn: str = own.draw(board, frame)
    return drawn


def _without_board(frame: Frame) -> str:
    canvas = begin(frame)
    draw_seats(canvas, frame, [SeatRow(seat) for seat in range(len(frame.seats))], left=16, tall=540)
    return canvas.svg()
