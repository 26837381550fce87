"""What a notice says to a person. Nothing of it is hidden from anybody at the table."""

from msgspec import Struct

from domain import catalogue
from services.notify.news import Notice
from services.texts.catalogues import GENERAL, LANGUAGES, texts
from services.texts.telling import names_of


def mail_text(key: str, language: str) -> str:
    """What a mail says, or the page that its link leads to."""
    return texts(GENERAL, language if language in LANGUAGES else LANGUAGES[0])[f"mail {key}"].forms[0]


class Told(Struct, frozen=True):
    """`title`: the game; `url`: where it is played, empty where the operator has not said where the page is."""

    title: str
    text: str
    url: str


def told(notice: Notice, language: str, public_url: str) -> Told:
    language = language if language in LANGUAGES else LANGUAGES[0]
    url = f"{public_url}/#/game/{notice.game_id}" if public_url and notice.game_id else public_url
    return Told(_title(notice, language), texts(GENERAL, language)[f"notice {notice.kind}"].forms[0], url)


def _title(notice: Notice, language: str) -> str:
    """The game's name; of one that this program does not know nothing."""
    variant = catalogue.VARIANTS.get(notice.variant)
    return names_of(variant, f"variant {notice.variant}")[language] if variant else ""
