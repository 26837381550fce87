"""The spelling of histories: every value has exactly one accepted spelling. Specified in docs/history-format.md,
“Spelling”.

Whole histories are made again and compared byte for byte, which checks most spellings at no cost. Values that are
copied from the file (moments, actors, ids, commands) are checked here. Where bytes differ, `row_fault` says whether
only the spelling differs or the content too.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from domain.history.record import EventRow
from domain.kernel.device_keys import KEY, SIGNATURE, DeviceSignature

DEPTH_MAX = 64
NUMBER_MAX = 2**53 - 1


class Misspelled(NamedTuple):
    """`code` of docs/history-format.md, and what is wrong in words."""

    code: str
    says: str


class Spelling(Struct, frozen=True):
    """The differences between formats: ids, as whole texts."""

    account: str
    request_id: str

    @property
    def actor(self) -> str:
        return f"server|bot:[a-z][a-z0-9_]{{0,39}}|(?:operator:)?{self.account}"


RECORDED = Spelling(r"[!-9;-~]{1,64}", r"[!-~]{1,64}")
"""Format 1: recordings of its time have players and requests of any visible letters."""
STRICT = Spelling("[a-z2-7]{26}", "X{8}-X{4}-X{4}-X{4}-X{12}".replace("X", "[0-9a-f]"))
GAME_ID = re.compile(r"[!-~]{1,64}")
_LINK = re.compile(r"[0-9a-f]{64}")
_DIGITS = re.compile(rb'"([0-9A-Fa-f]{64})"')
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(?!000000)\d{6})?Z", re.ASCII)
_BODY_MEMBERS = ("event", "at", "actor", "request_id", "command", "device", "chain")
_LEFT_OUT = ((), ("device",), ("command", "device"))
"""Members of events that are not the first of a command, and of commands without a device signature."""
_MAY_STAND = tuple(tuple(name for name in _BODY_MEMBERS if name not in without) for without in _LEFT_OUT)
_LONG_NUMBER = re.compile(rb"[0-9]{16}")
_ESCAPES = re.compile(r'\\(?:["\\bfnrt]|u00(?:0[0-7be-f]|1[0-9a-f]))', re.ASCII)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_NUMBER = re.compile(rb"0|-?[1-9][0-9]{0,15}")
_TOKEN = re.compile(rb'[{}\[\],:]|"(?:[^"\\]|\\.)*"|true|false|null|-?[0-9][0-9.eE+-]*|[ \t\r\n]+|.', re.DOTALL)


MEMBERS_DIFFER = re.compile("missing required field|contains unknown field")
"""The message of msgspec for this error."""


def has_loud_digits(raw: bytes) -> bool:
    """Return whether a text in it has 64 hex digits that are not all lower case."""
    return any(digits != digits.lower() for digits in _DIGITS.findall(raw))


def is_link(text: str) -> bool:
    return _LINK.fullmatch(text) is not None


def has_long_number(raw: bytes) -> bool:
    """Return whether it may contain a number that other languages cannot hold; `lexical_fault` decides it."""
    return _LONG_NUMBER.search(raw) is not None


class EnvelopeCheck:
    """Checks the envelopes of a history in their order. A value that was valid once is not checked again."""

    def __init__(self, spelling: Spelling) -> None:
        self._actor, self._request = re.compile(spelling.actor), re.compile(spelling.request_id)
        self._actors: set[str] = set()
        self._before = datetime.min.replace(tzinfo=UTC)

    def fault(self, at: datetime, actor: str, request_id: str, *, continues: bool = False) -> Misspelled | None:
        """Return the first fault: spelling, then order. `continues`: the event belongs to the command of the one
        before."""
        if at.tzinfo != UTC:
            return Misspelled("TIME", f"{at.isoformat()} is not in UTC")
        if actor not in self._actors:
            if not self._actor.fullmatch(actor):
                return Misspelled("ACTOR", f"nobody acts under this name: {actor!r:.80}")
            self._actors.add(actor)
        if not self._request.fullmatch(request_id):
            return Misspelled("REQUEST_ID", f"no id of a request: {request_id!r:.80}")
        if continues and at != self._before:
            return Misspelled("ENVELOPE", "the events of one command have one moment")
        if at < self._before:
            return Misspelled("TIME_ORDER", f"{at.isoformat()} comes after {self._before.isoformat()}")
        self._before = at
        return None


def row_fault(row: EventRow, spelling: Spelling) -> Misspelled | None:
    """Return the wrong spelling in the bytes of a row of a whole history, whatever they contain."""
    if wrong := lexical_fault(row.body):
        return wrong
    try:
        body = msgspec.json.decode(row.body, type=dict[str, Raw])
    except (msgspec.MsgspecError, RecursionError) as error:
        return Misspelled("MALFORMED", f"not a stored body: {error}")
    return body_fault(body, spelling)


def body_fault(body: Mapping[str, Raw], spelling: Spelling) -> Misspelled | None:
    """Check the members of a body that has no white space and no duplicate names."""
    if tuple(body) not in _MAY_STAND:
        return Misspelled("MEMBERS", f"a body has {', '.join(_BODY_MEMBERS)}, not {', '.join(body)!r:.80}")
    texts = {name: _text(body[name]) for name in ("at", "actor", "request_id", "chain")}
    checks = (
        ("at", _AT, "TIME", "no moment in UTC"),
        ("actor", re.compile(spelling.actor), "ACTOR", "nobody acts under this name"),
        ("request_id", re.compile(spelling.request_id), "REQUEST_ID", "no id of a request"),
        ("chain", _LINK, "HEX", "no link of a chain"),
    )
    for name, form, code, says in checks:
        if not form.fullmatch(texts[name]):
            return Misspelled(code, f"{says}: {texts[name]!r:.80}")
    return _device_fault(body["device"]) if "device" in body else None


def _device_fault(device: Raw) -> Misspelled | None:
    try:
        read = msgspec.json.decode(device, type=DeviceSignature)
    except msgspec.MsgspecError as error:
        code = "MEMBERS" if MEMBERS_DIFFER.search(str(error)) else "MALFORMED"
        return Misspelled(code, f"no signature of a device: {error}")
    if msgspec.json.encode(read) != bytes(device):
        return Misspelled("MEMBERS", "the signature's members are not all there, in order")
    if not KEY.fullmatch(read.key) or not SIGNATURE.fullmatch(read.signature):
        return Misspelled("HEX", "a device's key is 64 hex digits, its signature 128")
    return None


def _text(raw: Raw) -> str:
    try:
        return msgspec.json.decode(raw, type=str)
    except msgspec.MsgspecError:
        return ""


def lexical_fault(raw: bytes) -> Misspelled | None:
    """Return the wrong spelling in one JSON value: white space, escapes, numbers, duplicate names, depth. The decoder
    decides whether it is JSON at all."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return Misspelled("UTF8", f"not UTF-8: {error.reason} at byte {error.start}")
    open_objects: list[set[bytes] | None] = []
    before = b""
    for token in _TOKEN.findall(raw):
        if token in (b"{", b"["):
            open_objects.append(set() if token == b"{" else None)
            if len(open_objects) > DEPTH_MAX:
                return Misspelled("DEPTH", f"nested more than {DEPTH_MAX} deep")
        elif token in (b"}", b"]"):
            del open_objects[-1:]
        elif token[:1] == b'"':
            names = open_objects[-1] if open_objects else None
            if wrong := _text_fault(token, names if before in (b"{", b",") else None):
                return wrong
        elif wrong := _plain_fault(token):
            return wrong
        before = token
    return None


def _text_fault(token: bytes, names: set[bytes] | None) -> Misspelled | None:
    """`names`: those of the object so far, if this is a name."""
    if b"\\" in token:
        text = token.decode()
        odd = _ESCAPES.sub("", text)
        if _SURROGATE.search(odd):
            return Misspelled("SURROGATE", f"a surrogate is no letter: {text:.80}")
        if "\\" in odd:
            return Misspelled("ESCAPE", f"a letter is escaped that needs no escape, or otherwise than so: {text:.80}")
    if names is not None:
        if token in names:
            return Misspelled("DOUBLED_MEMBER", f"an object has {token.decode():.80} twice")
        names.add(token)
    return None


def _plain_fault(token: bytes) -> Misspelled | None:
    if token.isspace():
        return Misspelled("WHITE_SPACE", "white space between tokens")
    if token[:1] in b"-0123456789" and (not _NUMBER.fullmatch(token) or abs(int(token)) > NUMBER_MAX):
        return Misspelled("NUMBER", f"no whole number between ±(2^53 - 1): {token.decode():.40}")
    return None
