"""Whom a verifier trusts: a log policy (https://c2sp.org/tlog-policy), the only root of trust of a proof."""

import re
from collections.abc import Collection, Mapping

from msgspec import Struct

from services.tlog.notes import (
    COSIGNED_ED25519,
    COSIGNED_ML_DSA,
    ED25519,
    Key,
    MalformedNote,
    Note,
    Tree,
    cosigned_at,
    is_signed,
    read_vkey,
)

POLICY_BYTES_MAX, LINES_MAX = 1 << 20, 1_000
NONE = "none"
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
_BLANK = re.compile(r"[ \t]+")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_TRUSTED_SMALL_ORDER = frozenset(
    bytes.fromhex(point)
    for point in (
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    )
)
"""Points of Ed25519 under which signatures of anything can be made."""


class MalformedPolicy(ValueError):
    """Says what is wrong with which line (from 1)."""


class Witness(Struct, frozen=True):
    """`url`: the prefix to which checkpoints are submitted; empty if the policy names none."""

    name: str
    key: Key
    url: str = ""


class Log(Struct, frozen=True):
    """`url`: the prefix of its tiles; empty if the policy names none."""

    key: Key
    url: str = ""


class Group(Struct, frozen=True):
    wanted: int
    members: tuple[str, ...]


class Policy(Struct, frozen=True):
    """`quorum`: name of a witness or group, or `none`."""

    logs: tuple[Log, ...]
    witnesses: Mapping[str, Witness]
    groups: Mapping[str, Group]
    quorum: str

    def log_of(self, tree: Tree, note: Note) -> Log | None:
        """The log of the policy that signed the checkpoint."""
        own = (log for log in self.logs if log.key.name == tree.origin)
        return next((log for log in own if is_signed(note, log.key)), None)

    def cosigned(self, note: Note, tree: Tree) -> dict[str, int]:
        """Return which witnesses cosigned the checkpoint, and when: seconds since 1970 UTC."""
        found = {name: cosigned_at(note, each.key, tree) for name, each in self.witnesses.items()}
        return {name: at for name, at in found.items() if at is not None}

    def is_quorum(self, witnesses: Collection[str]) -> bool:
        return self.quorum == NONE or self._has(self.quorum, witnesses)

    def _has(self, name: str, witnesses: Collection[str]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return name in witnesses
        return sum(self._has(member, witnesses) for member in group.members) >= group.wanted


def read_policy(content: bytes) -> Policy:
    """Raises MalformedPolicy."""
    if len(content) > POLICY_BYTES_MAX or content.count(b"\n") > LINES_MAX or _CONTROL.search(content):
        raise MalformedPolicy("a policy is short, and its only control characters are tabs and line feeds")
    reading = _Reading()
    for number, line in enumerate(content.decode(errors="surrogateescape").split("\n"), 1):
        words = [word for word in _BLANK.split(line) if word]
        if not words or words[0].startswith("#"):
            continue
        try:
            reading.line(words)
        except (MalformedNote, MalformedPolicy) as wrong:
            raise MalformedPolicy(f"line {number}: {wrong}") from wrong
    if reading.quorum is None:
        raise MalformedPolicy("a policy has one quorum")
    return Policy(tuple(reading.logs), reading.witnesses, reading.groups, reading.quorum)


class _Reading:
    def __init__(self) -> None:
        self.logs: list[Log] = []
        self.witnesses: dict[str, Witness] = {}
        self.groups: dict[str, Group] = {}
        self.quorum: str | None = None
        self._keys: set[bytes] = set()
        self._members: set[str] = set()

    def line(self, words: list[str]) -> None:
        kind, *rest = words
        if kind == "log" and len(rest) in (1, 2):
            self.logs.append(Log(self._key(rest[0], (ED25519,)), *rest[1:]))
        elif kind == "witness" and len(rest) in (2, 3):
            name, vkey, *url = rest
            key = self._key(vkey, (COSIGNED_ED25519, COSIGNED_ML_DSA))
            self.witnesses[self._fresh(name)] = Witness(name, key, *url)
        elif kind == "group" and len(rest) > 2:
            name, wanted, *members = rest
            group = self._group(wanted, members)
            self.groups[self._fresh(name)] = group
        elif kind == "quorum" and len(rest) == 1:
            if self.quorum is not None:
                raise MalformedPolicy("a policy has one quorum")
            self.quorum = rest[0] if rest[0] == NONE else self._known(rest[0])
        else:
            raise MalformedPolicy(f"not a line of a policy: {' '.join(words)[:80]!r}")

    def _key(self, vkey: str, kinds: Collection[int]) -> Key:
        key = read_vkey(vkey)
        if key.kind not in kinds:
            raise MalformedPolicy("a key of that kind does not sign here")
        if key.public in _TRUSTED_SMALL_ORDER:
            raise MalformedPolicy("anybody can sign under that key")
        if key.public in self._keys:
            raise MalformedPolicy("the key is there already")
        self._keys.add(key.public)
        return key

    def _group(self, wanted: str, members: list[str]) -> Group:
        for member in members:
            self._known(member)
            if member in self._members:
                raise MalformedPolicy(f"{member!r} is a member already")
            self._members.add(member)
        least = {"all": len(members), "any": 1}.get(wanted)
        if least is None:
            least = int(wanted) if _NUMBER.fullmatch(wanted) else 0
        if not 1 <= least <= len(members):
            raise MalformedPolicy(f"{wanted!r} of {len(members)} members")
        return Group(least, tuple(members))

    def _fresh(self, name: str) -> str:
        if name == NONE or name in self.witnesses or name in self.groups:
            raise MalformedPolicy(f"the name {name!r} is taken")
        return name

    def _known(self, name: str) -> str:
        if name not in self.witnesses and name not in self.groups:
            raise MalformedPolicy(f"no witness or group {name!r} stands above")
        return name
