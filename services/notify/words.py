"""Texts of notices for people. They contain only public information of the table."""

from msgspec import Struct

from domain import catalogue
from services.notify.news import Notice
from services.texts.catalogues import GENERAL, LANGUAGES, texts
from services.texts.telling import names_of


def mail_text(key: str, language: str) -> str:
    """The text of a mail, or of the page that its link opens."""
    return texts(GENERAL, language if language in LANGUAGES else LANGUAGES[0])[f"mail {key}"].forms[0]


class NoticeText(Struct, frozen=True):
    """`title`: the game or the tournament; `url`: where it is played, empty where the operator has not
    said where the page is."""

    title: str
    text: str
    url: str


def notice_text(notice: Notice, language: str, public_url: str) -> NoticeText:
    language = language if language in LANGUAGES else LANGUAGES[0]
    text = texts(GENERAL, language)[f"notice {notice.kind} {notice.ending}".rstrip()].forms[0]
    says = text.format(round=notice.round, place=notice.place) if notice.tournament_id else text
    return NoticeText(_title(notice, language), says, _url(notice, public_url))


def _url(notice: Notice, public_url: str) -> str:
    if public_url and notice.tournament_id:
        return f"{public_url}/#/tournament/{notice.tournament_id}"
    return f"{public_url}/#/game/{notice.game_id}" if public_url and notice.game_id else public_url


def _title(notice: Notice, language: str) -> str:
    """The tournament's name, or the game's; of one that this program does not know nothing."""
    if notice.title:
        return notice.title
    variant = catalogue.VARIANTS.get(notice.variant)
    return names_of(variant, f"variant {notice.variant}")[language] if variant else ""
