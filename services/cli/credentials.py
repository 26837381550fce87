"""Stored sign-ins, by server: on the next run the same person continues as the same player.

One file per server below `$XDG_CONFIG_HOME/turnledger` (`~/.config/turnledger`), readable by its owner only.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

import msgspec
from google.protobuf.json_format import MessageToDict, ParseDict
from msgspec import Struct

from turnledger.chance import Chance, stored
from turnledger.log import Head
from turnledger.log import stored as head_stored
from turnledger.v1 import accounts_pb2

LOOKS_S = 0.05
"""Between two looks whether another program is done."""
CHANCES_MAX = 200


class SignedIn(Struct):
    """`last`: the display name that was used last. `tokens`: by display name, as the API writes them. `game`: the game
    that was played last. `issuers`: by display name, the public URL at which tokens of `turnledger sign-in` are
    renewed."""

    last: str = ""
    tokens: dict[str, dict[str, str]] = {}
    issuers: dict[str, str] = {}
    game: str = ""


class StoredCredentials:
    """The stored data of one server. `name`: the player; empty for the player of the last run."""

    def __init__(self, server: str, name: str = "") -> None:
        self._path = folder() / f"{re.sub(r'[^A-Za-z0-9.-]', '_', server)}.json"
        self.name = name or self._read().last
        self._newest: accounts_pb2.Tokens | None = None
        self.issuer = self._read().issuers.get(self.name, "")
        """Where the tokens are renewed, if `turnledger sign-in` got them; else empty."""

    def tokens(self) -> accounts_pb2.Tokens | None:
        found = self._read().tokens.get(self.name)
        return ParseDict(found, accounts_pb2.Tokens()) if found else None

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[accounts_pb2.Tokens | None]:
        """While this runs no other program exchanges what is kept for this server. The tokens as they are kept now."""
        self._make_folder()
        lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while not _locked(lock):  # noqa: ASYNC110  # nothing tells when another process is done
                await asyncio.sleep(LOOKS_S)
            yield self.tokens()
        finally:
            os.close(lock)

    def keep(self, tokens: accounts_pb2.Tokens) -> None:
        self._newest = tokens
        if self.name:
            kept = self._read()
            kept.tokens[self.name], kept.last = MessageToDict(tokens), self.name
            kept.issuers.pop(self.name, None)
            if self.issuer:
                kept.issuers[self.name] = self.issuer
            self._write(kept)

    def forget(self) -> None:
        kept = self._read()
        kept.tokens.pop(self.name, None)
        kept.issuers.pop(self.name, None)
        kept.last = "" if kept.last == self.name else kept.last
        self._write(kept)

    @property
    def game(self) -> str:
        return self._read().game

    def playing(self, game_id: str) -> None:
        kept = self._read()
        kept.game = game_id
        self._write(kept)

    def chances(self) -> dict[str, dict[str, str | int]]:
        """By game, the data that proves that its dice were not chosen (docs/dice.md). It has a file of its own, so that
        storing it overwrites no tokens."""
        try:
            return msgspec.json.decode(self._chances_path.read_bytes(), type=dict[str, dict[str, str | int]])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}

    def keep_chance(self, game_id: str, chance: Chance) -> None:
        """The newest of CHANCES_MAX games."""
        kept = {**self.chances()}
        kept.pop(game_id, None)
        kept[game_id] = stored(chance)
        self._replace(self._chances_path, dict(list(kept.items())[-CHANCES_MAX:]))

    def log_head(self) -> dict[str, str | int]:
        """The last tree that this server's log was seen as; nothing where none was."""
        try:
            return msgspec.json.decode(self._log_path.read_bytes(), type=dict[str, str | int])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}

    def keep_log_head(self, head: Head) -> None:
        """Never a smaller one: another program may have seen more meanwhile."""
        if head.size >= int(self.log_head().get("size", 0)):
            self._replace(self._log_path, head_stored(head))

    def device(self, account_id: str) -> bytes | None:
        """Return the private key of this device for an account, or None."""
        found = self._devices().get(account_id)
        return bytes.fromhex(found) if found else None

    def keep_device(self, account_id: str, private: bytes | None) -> None:
        """None removes it."""
        others = {each: key for each, key in self._devices().items() if each != account_id}
        self._replace(self._devices_path, others | ({account_id: private.hex()} if private else {}))

    def _devices(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._devices_path.read_bytes(), type=dict[str, str])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}

    @property
    def _devices_path(self) -> Path:
        return self._path.with_suffix(".devices.json")

    @property
    def _log_path(self) -> Path:
        return self._path.with_suffix(".log.json")

    @property
    def _chances_path(self) -> Path:
        return self._path.with_suffix(".chances.json")

    def belong_to(self, name: str) -> None:
        """Use the name that the server gave the account, which may be another than was asked for."""
        former, self.name = self.name, name
        if self.issuer and former != name:
            self._rename(former)
        if self._newest:
            self.keep(self._newest)

    def _rename(self, former: str) -> None:
        """Move what is stored under a former name: a refresh token that is good once must not be there twice."""
        kept = self._read()
        if tokens := kept.tokens.pop(former, None):
            kept.tokens[self.name], kept.issuers[self.name], kept.last = tokens, self.issuer, self.name
            kept.issuers.pop(former, None)
            self._write(kept)

    def _read(self) -> SignedIn:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=SignedIn)
        except (FileNotFoundError, msgspec.DecodeError):
            return SignedIn()

    def _write(self, kept: SignedIn) -> None:
        self._replace(self._path, kept)

    def _replace(self, path: Path, kept: object) -> None:
        """Write the whole file at once; it is never readable by other users, not even for a moment."""
        self._make_folder()
        new = path.with_suffix(f".{os.getpid()}")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(kept))
        new.replace(path)

    def _make_folder(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path.parent.chmod(0o700)


def _locked(file: int) -> bool:
    """Poll without blocking: Ctrl-C ends the program at once, also while it waits here."""
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def folder() -> Path:
    """The specification of XDG wants an absolute path; any other counts as none."""
    given = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".config") / "turnledger"
