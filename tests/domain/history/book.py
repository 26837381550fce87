"""A stream as a store would hold it, written by giving commands: for tests of what is made of streams."""

from datetime import UTC, datetime, timedelta

from msgspec import UNSET

from domain import stored
from domain.history.chain import first_link
from domain.history.codec import canonical_command
from domain.history.record import milliseconds
from domain.kernel.ids import Seat
from domain.table.aggregate import RUNNING
from domain.table.decide import decide, open_table
from domain.table.messages import OpenTable, StartGame, TakeSeat
from services.history.keys import SigningKeys
from support import demo
from tests.devices import message

demo.register()
CODEC = stored.codec()
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECRET = bytes(range(32))
RING = SigningKeys.from_secrets("a secret of the tests")


def sign(device, place):
    return device.signed(message(*place))


class Book:
    """`decide` and `sign` can be replaced to write what a server that cheats would write. `devices`: by actor, which
    signs each command of that player once the game runs."""

    def __init__(self, opening=None, host="ann", game_id="game-1", secret=SECRET, decide=decide, devices=None):
        self.devices, self.sign = devices or {}, sign
        self.codec, self.game_id, self.secret, self.decide = CODEC, game_id, secret, decide
        self.rows, self.aggregates, self.chain, self.aggregate = [], [], "", None
        self.later = timedelta()
        """What has passed besides the minute of each event."""
        self.request = ""
        """The number of the next command's request, if it has another than its place."""
        opening = opening or OpenTable("demo", 2)
        self._write(opening, host, open_table(opening, host, game_id, secret))

    def execute(self, *given):
        for actor, command in given:
            self._write(command, actor, self.decide(self.aggregate, command, actor, milliseconds(self.now)))
        return self

    @property
    def now(self):
        return NOON + timedelta(minutes=len(self.rows)) + self.later

    def _write(self, command, actor, decision):
        request_id, stored = self.request or f"request-{len(self.rows) + 1}", canonical_command(command)
        device, runs = UNSET, self.aggregate and self.aggregate.status == RUNNING
        if actor in self.devices and runs:
            place = (self.game_id, actor, len(self.rows), self.chain, request_id, stored)
            device = self.sign(self.devices[actor], place)
        rows, self.chain = CODEC.seal(
            self.game_id,
            len(self.rows) + 1,
            decision.events,
            at=self.now,
            actor=actor,
            request_id=request_id,
            command=stored,
            device=device,
            secret=self.secret,
            chain=self.chain or first_link(self.game_id, decision.aggregate.opened.commitment),
            rules_version=decision.aggregate.rules_version,
        )
        self.rows += rows
        self.aggregate, self.request = decision.aggregate, ""


ANN_BOB = (("ann", TakeSeat(nonce="aa")), ("bob", TakeSeat("green", nonce="bb")))
STARTED = (*ANN_BOB, ("ann", StartGame()))


def chosen(ann, bob):
    return ("ann", demo.Choose(Seat(0), ann)), ("bob", demo.Choose(Seat(1), bob))


def seated(*devices):
    """Like STARTED, with these devices of ann and bob."""
    ann, bob = ((UNSET if each is None else (each.key,)) for each in devices)
    seats = (("ann", TakeSeat(nonce="aa", device_keys=ann)), ("bob", TakeSeat("green", nonce="bb", device_keys=bob)))
    return (*seats, ("ann", StartGame()))


def running():
    return Book().execute(*STARTED, *chosen(3, 1), chosen(2, 1)[0])


def finished(**how):
    return Book(**how).execute(*STARTED, *chosen(3, 1), *chosen(2, 1))
