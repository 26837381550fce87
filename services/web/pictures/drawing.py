"""The process that draws pictures: resvg holds the interpreter for as long as it makes a PNG (decision 117)."""

import fontpkg
import msgspec
import resvg_py
from msgspec import Struct

from services.platform.worker_process import answer_questions
from services.web.pictures import picture_of
from services.web.pictures.canvas import FONT, Frame

PNG, SVG = "png", "svg"


class PictureQuestion(Struct, frozen=True):
    """`board`: JSON of a spectator's board."""

    game: str
    board: bytes
    frame: Frame
    form: str


def answer(question: bytes) -> bytes:
    asked = msgspec.msgpack.decode(question, type=PictureQuestion)
    svg = picture_of(asked.game, asked.board, asked.frame)
    return png_of(svg) if asked.form == PNG else svg.encode()


def png_of(svg: str) -> bytes:
    """Draw with our font alone, so that every machine draws the same."""
    font = str(fontpkg.path(FONT))
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[font], font_family=FONT, sans_serif_family=FONT
    )
    return drawn


if __name__ == "__main__":
    answer_questions(answer)
