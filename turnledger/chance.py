"""A player's own randomness of a game, kept so that the dice cannot have been chosen unnoticed (docs/dice.md).

The nonce goes into the seed when the player takes a seat, after the server is bound to its secret. It is not shown
before the end; then secret and nonces are revealed, and are compared with the values kept here.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from secrets import token_hex

from turnledger.v1 import events_pb2, lobby_pb2

NONCE_BYTES = 16


def new_nonce() -> str:
    """The player's own chance: hexadecimal, of the operating system."""
    return token_hex(NONCE_BYTES)


class ChanceMismatch(Exception):
    """The server has revealed something else than it was bound to, or left the player's chance out."""


@dataclass(frozen=True)
class Chance:
    """The kept values of one game. `commitment`: the server's when the player took a seat; `nonce`: the player's own,
    empty if this program does not know it; `round`: of the beacon, named by the start; `started_s`: when that was first
    seen, seconds since 1970 by the local clock."""

    commitment: str
    nonce: str = ""
    round: int = 0
    started_s: int = 0

    def seen(self, table: lobby_pb2.Table) -> "Chance":
        """Add the table's current values. Raises ChanceMismatch if they differ from earlier ones."""
        if table.commitment != self.commitment:
            raise ChanceMismatch(f"bound to {self.commitment} before, to {table.commitment} now")
        if not table.HasField("starting") or table.starting.round == self.round:
            return self
        if self.round:
            raise ChanceMismatch(f"the game waited for round {self.round} before, for {table.starting.round} now")
        return replace(self, round=table.starting.round, started_s=int(time.time()))

    def check(self, revealed: events_pb2.TableEvent.SecretRevealed, seat: int) -> None:
        """Check the revealed values after the end. Raises ChanceMismatch."""
        if sha256(bytes.fromhex(revealed.secret)).hexdigest() != self.commitment:
            raise ChanceMismatch("the secret is not the one that the server was bound to")
        if self.nonce and list(revealed.nonces[seat : seat + 1]) != [self.nonce]:
            raise ChanceMismatch(f"the nonce of seat {seat} is not the one that was given")


class Chances:
    """The kept values of all games of an account. `keep` is called with each new or changed one, to store it."""

    def __init__(self) -> None:
        self.of: dict[str, Chance] = {}
        """By game id."""
        self.keep: Callable[[str, Chance], None] = lambda _game_id, _chance: None

    def load(self, kept: Mapping[str, Mapping[str, str | int]]) -> None:
        """Load the values that `stored` wrote."""
        self.of |= {game_id: Chance(**each) for game_id, each in kept.items()}  # type: ignore[arg-type]

    def sat_down(self, table: lobby_pb2.Table, nonce: str = "") -> None:
        self._know(table.game_id, Chance(table.commitment, nonce).seen(table))

    def saw(self, table: lobby_pb2.Table) -> None:
        """Raises ChanceMismatch."""
        if known := self.of.get(table.game_id):
            self._know(table.game_id, known.seen(table))

    def _know(self, game_id: str, chance: Chance) -> None:
        if self.of.get(game_id) != chance:
            self.of[game_id] = chance
            self.keep(game_id, chance)


def stored(chance: Chance) -> dict[str, str | int]:
    return asdict(chance)
