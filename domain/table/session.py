"""The aggregate of one stream: the state of the table and of the game that is played at it."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import AnyDecider, Event
from domain.kernel.dice import Dice, game_seed
from domain.kernel.ids import Seat, Viewer
from domain.kernel.variant import Edition
from domain.table.messages import (
    BotSeated,
    GameBegan,
    GameFinished,
    GameOpened,
    Occupant,
    PlayerSeated,
    Position,
    SeatCleared,
    SecretRevealed,
    TableClosed,
)

OPEN, RUNNING, FINISHED, CLOSED = "OPEN", "RUNNING", "FINISHED", "CLOSED"


class Session(Struct, frozen=True):
    """`opened` is the table as it was opened; `editions`, `rules` and `play` are set once the game began."""

    opened: GameOpened
    status: str = OPEN
    occupants: tuple[Occupant, ...] = ()
    editions: tuple[Edition, ...] = ()
    rules: AnyDecider | None = None
    play: Any = None

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.opened.secret)

    @property
    def dice(self) -> Dice:
        """The game's own dice: from the table's seed if it has one, else from the secret and all players' nonces."""
        if self.opened.seed:
            return Dice.from_text(self.opened.seed)
        nonces = [bytes.fromhex(occupant.nonce) for occupant in self.occupants]
        return Dice(game_seed(self.secret, self.opened.game_id, nonces))

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.play) if self.rules and self.status == RUNNING else ()

    def seat_of(self, account: str) -> Viewer:
        """The seat of an account, None for a spectator."""
        for place, occupant in enumerate(self.occupants):
            if account and occupant.account == account:
                return Seat(place)
        return None


def fold(events: Iterable[Event], session: Session | None = None) -> Session:
    after = reduce(evolve, events, session)
    assert after, "a stream begins with GameOpened"
    return after


def evolve(session: Session | None, event: Event) -> Session:
    if isinstance(event, GameOpened):
        return Session(event)
    assert session, "a stream begins with GameOpened"
    change = _CHANGES.get(type(event))
    if change:
        return change(session, event)
    assert session.rules, "the game has begun"
    return replace(session, play=session.rules.evolve(session.play, event))


def position_state(rules: AnyDecider, position: Position) -> Any:
    """The state that a position's JSON stands for. Raises msgspec.ValidationError."""
    return msgspec.json.decode(msgspec.json.encode(position.state), type=rules.state_type)


def redact(session: Session, event: Event, viewer: Viewer) -> Event | None:
    """What the viewer may know of an event of this stream. Everything, once the game is over."""
    if session.status == FINISHED:
        return event
    if isinstance(event, GameOpened):
        shown = replace(event.position, state={}) if event.position else UNSET
        return replace(event, secret="", seed="", setup=None, position=shown)
    if type(event) in _CHANGES:
        return event
    assert session.rules, "the game has begun"
    return session.rules.redact(event, viewer)


def _seated(session: Session, event: PlayerSeated) -> Session:
    occupant = Occupant(event.colour, account=event.account, nonce=event.nonce)
    return replace(session, occupants=(*session.occupants, occupant))


def _bot_seated(session: Session, event: BotSeated) -> Session:
    return replace(session, occupants=(*session.occupants, Occupant(event.colour, bot=event.bot)))


def _cleared(session: Session, event: SeatCleared) -> Session:
    left = tuple(occupant for place, occupant in enumerate(session.occupants) if place != event.place)
    return replace(session, occupants=left)


def _began(session: Session, event: GameBegan) -> Session:
    opened = session.opened
    rules = catalogue.find(opened.variant).decider(opened.options, len(event.seats), event.editions)
    play = position_state(rules, opened.position) if opened.position else None
    return replace(session, status=RUNNING, occupants=event.seats, editions=event.editions, rules=rules, play=play)


def _finished(session: Session, _: GameFinished) -> Session:
    return replace(session, status=FINISHED)


def _closed(session: Session, _: TableClosed) -> Session:
    return replace(session, status=CLOSED)


def _unchanged(session: Session, _: SecretRevealed) -> Session:
    return session


_CHANGES: dict[type[Event], Callable[[Session, Any], Session]] = {
    PlayerSeated: _seated,
    BotSeated: _bot_seated,
    SeatCleared: _cleared,
    GameBegan: _began,
    GameFinished: _finished,
    TableClosed: _closed,
    SecretRevealed: _unchanged,
}
