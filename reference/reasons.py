"""The reason codes as a list for programs: docs/reference/reasons.json."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from domain.history.adjudicate import Fault
from domain.kernel.refused import Refused
from projections.read.games import NotShown
from projections.stores.interface import ViewUnavailable
from reference.raised import ORDER, ROOT, Place, raised
from services.accounts.account import NameRefused, UnknownAccount
from services.accounts.device_keys import DeviceKeyRefused
from services.accounts.oidc import IssuerUnavailable
from services.accounts.passkeys import PasskeyRefused
from services.accounts.personal_tokens import PersonalTokensFull
from services.accounts.program_storage import ProgramRefused
from services.accounts.proof import ProofNeeded
from services.accounts.sign_in import PasswordRefused
from services.accounts.tokens import Unauthenticated
from services.accounts.with_issuer import LinkRefused
from services.api.gate.api_errors import Draining, NotAllowed, NotPossible
from services.api.gate.grants import GrantMissing
from services.api.gate.masks import MaskRefused
from services.api.gate.scopes import SESSION, ScopeMissing
from services.api.gate.status import status_of
from services.api.messages.convert import MalformedMessage
from services.application.command_errors import (
    Contended,
    ExpectedVersionMismatch,
    RequestReused,
    UnknownGame,
    UnknownVersion,
)
from services.apps.apps import AppRequestRefused, AppsFull, AppTooFast, AppUnknown, DeviceUnknown, NoApps
from services.clubs.club_errors import UnknownClub
from services.history.branches import AlreadyHere, WrongFile
from services.platform.rate_limiter import TooFast, TooMany
from services.store.archive.objects import NotInArchive
from services.store.interface import QueueFull, StoreUnavailable
from services.texts.error_texts import texts
from services.tournaments.tournament_errors import UnknownTournament
from services.web.connect_errors import error_of
from turnledger.v1 import grants_pb2, scopes_pb2

_ITEM = re.compile(r"^#### (\S+) · .*\n((?:(?!#).*\n)*)", re.MULTILINE)
_ROW = re.compile(r"^\| ((?:TB|EV|CL|EX|DEC)-[A-Z0-9-]*\d+) \|(.*)$", re.MULTILINE)
_CODE = re.compile(r"`([A-Z][A-Z0-9_]+)`")
_EXAMPLES = (
    MalformedMessage("", ""),
    MaskRefused(""),
    UnknownGame(""),
    UnknownTournament(""),
    UnknownClub(""),
    UnknownVersion("", 2, 1),
    NotShown("", 2, 1),
    ViewUnavailable(),
    UnknownAccount(""),
    ProofNeeded(("PASSKEY",)),
    PersonalTokensFull(),
    AppUnknown(""),
    AppRequestRefused(""),
    AppsFull(),
    DeviceUnknown(),
    NoApps(),
    ScopeMissing(SESSION),
    ScopeMissing(scopes_pb2.SCOPE_GAMES_PLAY),
    GrantMissing(grants_pb2.GRANT_MODERATE, is_staff=True),
    GrantMissing(grants_pb2.GRANT_MODERATE, is_staff=False),
    ExpectedVersionMismatch("", 2, 1),
    RequestReused("", ""),
    Contended("", 1),
    IssuerUnavailable(""),
    StoreUnavailable(""),
    NotInArchive(""),
    QueueFull(1.0),
    TooFast(1.0),
    AppTooFast(1.0),
    TimeoutError(),
    Draining(0),
    WrongFile(Fault("", "", "")),
    AlreadyHere(""),
)
"""An error of each class that has one reason."""
_OURS = "INTERNAL"


def reasons() -> list[dict[str, Any]]:
    """Return the reasons by name. A code's meaning never changes; new codes are added."""
    return [_reason(name, places) for name, places in sorted(raised().items())]


def text() -> str:
    """The file."""
    return json.dumps({"domain": "turnledger", "reasons": reasons()}, ensure_ascii=False, indent=1) + "\n"


def _reason(name: str, places: list[Place]) -> dict[str, Any]:
    told: dict[str, Any] = {"reason": name, "of": sorted({_of(place) for place in places})}
    errors = [place for place in places if place.raises != ORDER]
    if errors:
        status = _status(name, errors)
        told |= {"code": Code.Name(status.code), "http_status": error_of(status)[0], "retry": _is_retried(status)}
    told["ends_orders"] = len(errors) < len(places)
    return told | {"rules": _rules().get(name, []), "figures": _figures(name, places), "texts": texts()[name]}


def _of(place: Place) -> str:
    """The game whose rules give it, or `table`, `event`, `kernel` (every game); `server` for reasons outside the
    rules."""
    top, inside = place.path.parts[:2]
    return inside if top == "domain" else "server"


def _status(name: str, errors: list[Place]) -> Status:
    """Return the status that a caller would get."""
    raises = {place.raises for place in errors}
    if "Refused" in raises:
        return status_of(Refused(name, ""))
    match min(raises):  # classes that share a code share its status
        case "StatusFields":
            return Status(code=Code.INTERNAL) if name == _OURS else _by_example()[name]
        case "NotAllowed":
            error: Exception = NotAllowed(name, "")
        case "NotPossible":
            error = NotPossible(name, "")
        case "NameRefused":
            error = NameRefused(name, "")
        case "TooMany" | "ConcurrencyLimiter":
            error = TooMany(name, 1, 1.0)
        case kind:
            error = _BARE[kind](name)
    return status_of(error)


_BARE = {
    each.__name__: each
    for each in (Unauthenticated, PasswordRefused, LinkRefused, DeviceKeyRefused, PasskeyRefused, ProgramRefused)
}


@cache
def _by_example() -> Mapping[str, Status]:
    found = [status_of(error) for error in _EXAMPLES]
    return {_info(status).reason: status for status in found}


def _info(status: Status) -> ErrorInfo:
    info = ErrorInfo()
    for detail in status.details:
        detail.Unpack(info)
    return info


def _is_retried(status: Status) -> bool:
    """Says when the same call may be sent again (RetryInfo)."""
    return any(detail.Is(RetryInfo.DESCRIPTOR) for detail in status.details)


def _figures(name: str, places: list[Place]) -> list[dict[str, Any]]:
    """`always`: each place that gives the code tells the figure."""
    given = [_facts_given(name, place) for place in places]
    return [{"name": each, "always": all(each in facts for facts in given)} for each in sorted(set().union(*given))]


def _facts_given(name: str, place: Place) -> set[str]:
    if name == _OURS:
        return {"incident"}
    if place.raises == "Refused":
        return {"rule", *(place.facts or ())}
    if place.raises == ORDER:
        return set(place.facts or ())
    return set(_info(_status(name, [place])).metadata)


@cache
def _rules() -> Mapping[str, list[str]]:
    """The rules of docs/rules/ that list a code."""
    found: dict[str, list[str]] = {}
    for page in sorted((ROOT / "docs/rules").glob("*.md")):
        items = [item for pattern in (_ITEM, _ROW) for item in pattern.findall(page.read_text())]
        for rule, said in items:
            for code in _CODE.findall(said):
                if rule not in found.setdefault(code, []):
                    found[code].append(rule)
    return found
