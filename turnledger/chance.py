"""What a player keeps of a game, so that nobody can have chosen its dice unseen (docs/dice.md).

The own chance goes into the seed when the player sits down, after the server was bound to its secret. Nobody is shown
it before the end; then secret and nonces are revealed, and are held to what was kept here meanwhile.
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
    """Of one game. `commitment`: as the server said it when the player sat down; `nonce`: the player's own, empty where
    this program does not know it; `round`: of the beacon, as the start named it; `started_s`: when that was first seen,
    seconds since 1970 by the own clock."""

    commitment: str
    nonce: str = ""
    round: int = 0
    started_s: int = 0

    def seen(self, table: lobby_pb2.Table) -> "Chance":
        """With what the table says by now. Raises ChanceMismatch where it says something else than before."""
        if table.commitment != self.commitment:
            raise ChanceMismatch(f"bound to {self.commitment} before, to {table.commitment} now")
        if not table.HasField("starting") or table.starting.round == self.round:
            return self
        if self.round:
            raise ChanceMismatch(f"the game waited for round {self.round} before, for {table.starting.round} now")
        return replace(self, round=table.starting.round, started_s=int(time.time()))

    def check(self, revealed: events_pb2.TableEvent.SecretRevealed, seat: int) -> None:
        """After the end. Raises ChanceMismatch."""
        if sha256(bytes.fromhex(revealed.secret)).hexdigest() != self.commitment:
            raise ChanceMismatch("the secret is not the one that the server was bound to")
        if self.nonce and list(revealed.nonces[seat : seat + 1]) != [self.nonce]:
            raise ChanceMismatch(f"the nonce of seat {seat} is not the one that was given")


class Chances:
    """Of all games of an account in this program. `keep` is told each that is new or knows more, to store it."""

    def __init__(self) -> None:
        self.of: dict[str, Chance] = {}
        """By game id."""
        self.keep: Callable[[str, Chance], None] = lambda _game_id, _chance: None

    def load(self, kept: Mapping[str, Mapping[str, str | int]]) -> None:
        """What was kept before, as `stored` wrote it."""
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
