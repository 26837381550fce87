"""Kinds of values: how each is read from text, what is allowed, and what of it may be shown."""

import math
import re
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from services.store.backends import is_store, urls_of

T = TypeVar("T")
N = TypeVar("N", int, float)
PORT_MAX = 65_535
HIDDEN = "(hidden: it may hold a password)"
_VIEWS = re.compile(
    r"memory://$|rediss?://[^/?]*(/[0-9]*)?(\?.*)?$|rediss?\+sentinel://[^/?]*/[^/?]+(/[0-9]*)?(\?.*)?$", re.ASCII
)
_PASSWORD = re.compile(r"(?<=://)\S*@|(?<=password=)[^&\s]*")
_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]\s]+):(?P<port>[0-9]{1,5})", re.ASCII)
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]]*)(:(?P<port>[0-9]{1,5})?)?", re.ASCII)
_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


class BadSettings(ValueError):
    """A variable that does not exist, or has a value that is not allowed."""


class Kind(Struct, frozen=True):
    """A kind of value. `read` raises ValueError for text that is not allowed; `allowed` names what is. `secret`: the
    value may hold a password, so messages do not repeat it and lists show `printable(value)`."""

    allowed: str
    read: Callable[[str], Any]
    secret: bool = False

    def printable(self, value: Any) -> str:
        """Return the value as a variable would give it, without passwords."""
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        if isinstance(value, bool):
            return str(value).lower()
        text = "" if value is None else str(value)
        return _PASSWORD.sub(lambda part: "***@" if part[0].endswith("@") else "***", text) if self.secret else text


def whole(least: int, most: int) -> Kind:
    def read(text: str) -> int:
        return _within(int(text), least, most)

    return Kind(f"a whole number from {least} to {most}", read)


def number(least: float, most: float) -> Kind:
    def read(text: str) -> float:
        return _within(float(text), least, most)

    return Kind(f"a number from {least} to {most}", read)


def switch() -> Kind:
    def read(text: str) -> bool:
        if (word := text.lower()) in _TRUE + _FALSE:
            return word in _TRUE
        raise ValueError

    return Kind("true or false", read)


def automatic_switch(meaning: str) -> Kind:
    """A switch that may be left to the program: empty, or not set."""

    def read(text: str) -> bool | None:
        return switch().read(text) if text else None

    return Kind(f"true, false, or empty: {meaning}", read)


def one_of(*choices: str) -> Kind:
    def read(text: str) -> str:
        return _matching(text, text in choices)

    return Kind(f"one of {', '.join(choices)}", read)


def matching(pattern: str, allowed: str, *, optional: bool = True, secret: bool = False) -> Kind:
    """Text that a pattern describes as a whole; empty text, if it is optional."""
    compiled = re.compile(pattern, re.ASCII)

    def read(text: str) -> str:
        return _matching(text, bool(compiled.fullmatch(text)) or (optional and not text))

    return Kind(f"{allowed}, or empty" if optional else allowed, read, secret)


def several(kind: Kind, *, empty: bool = True) -> Kind:
    """Values of one kind with commas between them."""

    def read(text: str) -> tuple[Any, ...]:
        parts = tuple(kind.read(part.strip()) for part in text.split(",") if part.strip())
        return _matching(parts, empty or bool(parts))

    return Kind(f"{'any number of' if empty else 'at least one'}, separated by commas: {kind.allowed}", read)


def address(*, optional: bool = False) -> Kind:
    def read(text: str) -> str:
        if text or not optional:
            host_and_port(text)
        return text

    allowed = f"HOST:PORT with a port from 0 to {PORT_MAX}"
    return Kind(f"{allowed}, or empty for none" if optional else allowed, read)


def network() -> Kind:
    def read(text: str) -> str:
        ip_network(text)
        return text

    return Kind("an IP address or a network as 10.0.0.0/8", read)


def file_path() -> Kind:
    return Kind("the path of a file, or empty for none", lambda text: Path(text) if text else None)


def folder_path() -> Kind:
    return Kind("the path of a folder", lambda text: Path(_matching(text, bool(text))))


def store_url() -> Kind:
    def read(text: str) -> str:
        return _matching(text, is_store(text) and all(map(_names_hosts, urls_of(text))))

    return Kind("sqlite:///PATH or postgresql://…; several postgresql://… with spaces between them", read, secret=True)


def views_url() -> Kind:
    def read(text: str) -> str:
        return _matching(text, bool(_VIEWS.match(text)) and _names_hosts(text))

    return Kind(
        "memory://, redis://HOST:PORT/DATABASE, rediss://… or redis+sentinel://HOST:PORT/SERVICE/DATABASE",
        read,
        secret=True,
    )


def host_and_port(text: str) -> tuple[str, int]:
    """`127.0.0.1:8080` or `[::1]:8080` as a socket takes it. Raises BadSettings."""
    parts = _ADDRESS.fullmatch(text)
    if not parts or int(parts["port"]) > PORT_MAX:
        raise BadSettings(f"{text!r} is not HOST:PORT, as listen, http and metrics must be")
    return parts["host"].strip("[]"), int(parts["port"])


def _names_hosts(url: str) -> bool:
    """Return whether the hosts of a URL have ports that exist, where they have any."""
    hosts = re.split("[/?]", url.partition("://")[2].rpartition("@")[2])[0]
    found = [_HOST.fullmatch(each) for each in hosts.split(",")]
    return url.startswith("sqlite:") or all(each and 0 < int(each["port"] or 1) <= PORT_MAX for each in found)


def _within(value: N, least: float, most: float) -> N:
    if not math.isfinite(value) or not least <= value <= most:
        raise ValueError
    return value


def _matching(value: T, is_allowed: bool) -> T:
    if not is_allowed:
        raise ValueError
    return value
