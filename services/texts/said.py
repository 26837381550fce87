"""Texts of the terminal and the page, by their English."""

from functools import cache

import msgspec
from babel import Locale

from domain import catalogue
from domain.table.lobby import COLOURS
from services.texts import telling
from services.texts.catalogues import GENERAL, LANGUAGES, Text, texts


def said(english: str, language: str) -> str:
    return texts(GENERAL, language)[english].forms[0]


def guest_word(language: str) -> str:
    """Return the word before the number in the name of a guest who chose none."""
    return texts(GENERAL, language)["account guest"].forms[0]


def link_text(key: str, language: str) -> str:
    """Return a text of a link to a game."""
    return texts(GENERAL, language)[f"link {key}"].forms[0]


def statistics_text(key: str, language: str) -> str:
    """Return a text of the pages of statistics."""
    return texts(GENERAL, language)[f"statistics {key}"].forms[0]


def to_type(english: str, language: str) -> str:
    """A word that is typed."""
    return texts(GENERAL, language)[f"typed {english}"].forms[0]


@cache
def page_texts(language: str) -> bytes:
    """Return all texts of the page as JSON: `language`; `languages` by their own names; `texts` by their English,
    colours and bots by their ids. A text with plural forms is an object: the form by the category of the number (CLDR,
    as `Intl.PluralRules` has them), and in `of` the name of the field with the number."""
    bots = {bot for each in catalogue.VARIANTS.values() for bot in each.decider({}, each.players_min).bots}
    ids = {each: telling.word(each, language) for each in (*COLOURS, *sorted(bots))}
    ours = {key: _forms(text, language) for key, text in texts(GENERAL, language).items() if not key.startswith(_KEYS)}
    own_names = {each: Locale(each).get_language_name(each) for each in LANGUAGES}
    return msgspec.json.encode({"language": language, "languages": own_names, "texts": ids | ours})


def _forms(text: Text, language: str) -> str | dict[str, str]:
    if not text.of:
        return text.forms[0]
    category = Locale(language).plural_form
    forms = {category(number): text.form(number) for number in range(_NUMBERS)}
    return {"other": text.forms[-1], **forms, "of": text.of}


_NUMBERS = 200
"""Among so many each category has one."""
_KEYS = ("error ", "typed ", "notice ", "mail ", "link ", "statistics ", "account ")
