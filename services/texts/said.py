"""What the terminal says and takes, and what the page says, by its English."""

from functools import cache

import msgspec

from domain.table.lobby import COLOURS
from services.texts import telling
from services.texts.catalogues import GENERAL, texts


def said(english: str, language: str) -> str:
    return texts(GENERAL, language)[english].forms[0]


def to_type(english: str, language: str) -> str:
    """A word that is typed."""
    return texts(GENERAL, language)[f"typed {english}"].forms[0]


@cache
def page_texts(language: str) -> bytes:
    """All that the page says, as JSON: `language`, and `texts` by their English; colours by their ids."""
    colours = {colour: telling.word(colour, language) for colour in COLOURS}
    texts_of_ours = {key: text.forms[0] for key, text in texts(GENERAL, language).items() if not key.startswith(_KEYS)}
    return msgspec.json.encode({"language": language, "texts": colours | texts_of_ours})


_KEYS = ("error ", "typed ")
