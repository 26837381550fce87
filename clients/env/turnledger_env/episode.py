"""A game of the arena as a signed history: the file that `turnledger verify` proves, without the arena.

The commands are given again at an unrated table whose host gave the seed, so the verdict on the dice is that the draws
were known in advance. Needs the extra `sign`.
"""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from joserfc.jwk import OKPKey

from domain import stored
from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command
from domain.history.file import Signer, export
from domain.history.record import EventRow, milliseconds
from domain.kernel.messages import Command
from domain.table.decide import Ruling, decide, open_table
from domain.table.messages import OpenTable, StartGame, TableCommand, TakeSeat
from turnledger_env.game_in_play import SEEDS, Game

BEGAN = datetime(2000, 1, 1, tzinfo=UTC)
"""The time of the first command; each later one is a second after it. So equal games give equal files."""


class EpisodeKey:
    """An Ed25519 key that signs episodes. Publish `published()` next to your files."""

    def __init__(self, key: OKPKey) -> None:
        private: Any = key.get_op_key("sign")
        self._key, self.key, self.sign = key, key.thumbprint(), private.sign

    @classmethod
    def fresh(cls) -> "EpisodeKey":
        return cls(OKPKey.generate_key("Ed25519"))

    @classmethod
    def from_jwk(cls, jwk: dict[str, Any]) -> "EpisodeKey":
        """Return the key of a JSON Web Key with its private part."""
        return cls(OKPKey.import_key(jwk))

    def private(self) -> dict[str, Any]:
        """Return the key with its private part, as a JSON Web Key. Keep it secret."""
        return {**self._key.as_dict(private=True), "kid": self.key}

    def published(self) -> dict[str, Any]:
        """Return the public key as a key set, for `turnledger verify --keys FILE`."""
        public = self._key.as_dict(private=False)
        return {"keys": [{**public, "kid": self.key, "alg": "EdDSA", "use": "sig"}]}


def episode(game: Game, key: Signer) -> bytes:
    """Return the signed history of a game, finished or not. Raises ValueError for a game that was dealt again."""
    if game.is_redealt:
        raise ValueError("hidden parts of this game were dealt again: its commands do not lead to its state")
    table, players = _Table(game.seed), [f"player_{seat}" for seat in range(game.variant.players)]
    seed = SEEDS + game.seed
    of = game.variant
    table.open(OpenTable(of.name, of.players, of.options, rated=False, seed=seed), players[0])
    for player in players:
        table.give(TakeSeat(), player)
    table.give(StartGame(), players[0])
    for command in game.history():
        table.give(command, players[command.player])
    return export(table.rows, table.codec, key)


class _Table:
    """The stream of one table."""

    def __init__(self, seed: str) -> None:
        self.secret = sha256(f"{SEEDS}secret/{seed}".encode()).digest()
        self.game_id = "arena-" + sha256(f"{SEEDS}id/{seed}".encode()).hexdigest()[:24]
        self.codec: Codec = stored.codec()
        self.rows: list[EventRow] = []
        self.chain, self.number = "", 0

    def open(self, command: OpenTable, host: str) -> None:
        self._store(open_table(command, host, self.game_id, self.secret), command, host)

    def give(self, command: TableCommand | Command, player: str) -> None:
        self._store(decide(self.aggregate, command, player, milliseconds(self._now())), command, player)

    def _now(self) -> datetime:
        return BEGAN + timedelta(seconds=self.number)

    def _store(self, ruling: Ruling, command: TableCommand | Command, player: str) -> None:
        rows, self.chain = self.codec.seal(
            self.game_id,
            len(self.rows) + 1,
            ruling.events,
            at=self._now(),
            actor=player,
            request_id=f"{self.game_id}/{self.number}",
            command=canonical_command(command),
            secret=self.secret,
            chain=self.chain or first_link(self.game_id, ruling.aggregate.opened.commitment),
            rules_version=ruling.aggregate.rules_version,
        )
        self.aggregate = ruling.aggregate
        self.rows += rows
        self.number += 1
