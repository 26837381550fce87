"""Checks of imported files: ids, players, texts and dates must have the forms that this program writes.

A verified file proves that the rules were followed; its signer may have invented everything else.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from domain.history.adjudicate import Fault
from domain.history.record import Recorded
from domain.table.messages import BOT_ACTOR, OPERATOR_ACTOR, SERVER_ACTOR, GameOpened, PlayerSeated
from services.accounts.account import is_account_id

CLOCKS_APART = timedelta(minutes=10)
"""The most that another server's clock may be ahead of ours."""
OLDEST = datetime(2020, 1, 1, tzinfo=UTC)
TEXT_MAX = 200
_GAME_ID = re.compile(r"X{8}-X{4}-X{4}-X{4}-X{12}".replace("X", "[0-9a-f]"))
_LINK = re.compile("[0-9a-f]{64}")
_BOT = re.compile(f"{BOT_ACTOR}[a-z][a-z0-9_]{{0,39}}")


def foreign_fault(records: Sequence[Recorded], now: datetime) -> Fault | None:
    """The first thing in a game that no server of ours would have stored."""
    for record in records:
        for says in _strange(record, now):
            return Fault("FOREIGN", "format", says, record.version, type(record.event).__name__)
    return None


def _strange(record: Recorded, now: datetime) -> Iterator[str]:
    event, envelope = record.event, record.envelope
    if isinstance(event, GameOpened):
        yield from _strange_opening(event)
    if isinstance(event, PlayerSeated) and not is_account_id(event.account):
        yield f"no account: {event.account!r:.80}"
    if not _is_actor(envelope.actor):
        yield f"nobody acts under this name: {envelope.actor!r:.80}"
    if envelope.at.utcoffset() != timedelta(0) or not OLDEST <= envelope.at <= now + CLOCKS_APART:
        yield f"no moment of the past in UTC: {envelope.at.isoformat()}"
    command = msgspec.json.decode(envelope.command) if envelope.command else None
    for text in _texts([msgspec.to_builtins(event), command, envelope.request_id]):
        if len(text) > TEXT_MAX or any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
            yield f"too long, or with control characters: {text!r:.80}"


def _strange_opening(opened: GameOpened) -> Iterator[str]:
    lineage = opened.position.lineage if opened.position else None
    terms = opened.terms or None
    games = [opened.game_id, *([lineage.game_id] if lineage else ())]
    if terms and terms.rematch_of:
        games.append(terms.rematch_of)
    yield from (f"no id of a game: {each!r:.80}" for each in games if not _GAME_ID.fullmatch(each))
    if lineage and not _LINK.fullmatch(lineage.chain):
        yield f"no link of a chain: {lineage.chain!r:.80}"
    people = [*(terms.invited if terms else ()), *(() if opened.host == SERVER_ACTOR else (opened.host,))]
    yield from (f"no account: {each!r:.80}" for each in people if not is_account_id(each))


def _is_actor(actor: str) -> bool:
    person = actor.removeprefix(OPERATOR_ACTOR)
    return actor == SERVER_ACTOR or is_account_id(person) or _BOT.fullmatch(actor) is not None


def _texts(value: object) -> Iterator[str]:
    """Return all texts in a JSON value, including names of members, at any depth."""
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            left += (*each, *each.values())
        elif isinstance(each, list | tuple):
            left += each
