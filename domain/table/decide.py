"""What a command to a table or its game makes happen. The order of the checks is the order of the answers."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import AnyDecider, Command, Event, Table
from domain.kernel.decider import fold as fold_play
from domain.kernel.dice import SEED_BYTES, commitment
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from domain.table.messages import (
    AddBot,
    BotSeated,
    ClearSeat,
    CloseTable,
    GameBegan,
    GameFinished,
    GameOpened,
    LeaveSeat,
    OpenTable,
    PlayerSeated,
    Position,
    SeatCleared,
    SecretRevealed,
    StartGame,
    TableClosed,
    TableCommand,
    TakeSeat,
)
from domain.table.session import CLOSED, FINISHED, OPEN, Session, fold, position_state

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
NONCE_DIGITS_MAX = 64


class Decision(Struct, frozen=True):
    """What happens, and how things stand afterwards."""

    events: tuple[Event, ...]
    session: Session


def open_table(command: OpenTable, actor: str, game_id: str, secret: bytes) -> Decision:
    """TB-OPEN: refuses a variant, options or player count that do not exist. `secret`: 32 bytes from the operating
    system's randomness; its commitment is public from now on."""
    assert len(secret) == SEED_BYTES
    if command.rated and (command.seed or command.setup is not None or command.position):
        raise Refused("SEED_NEEDS_UNRATED", "TB-DICE-04")
    editions = command.position.editions if command.position else None
    decider = catalogue.find(command.variant).decider(command.options, command.seats, editions)
    if command.setup is not None:
        decider.begin(_given_setup(decider, command.setup))
    if command.position:
        _check_position(decider, command.position, command.seats)
    opened = GameOpened(
        game_id=game_id,
        variant=command.variant,
        options=command.options,
        seats=command.seats,
        host=actor,
        private=command.private,
        rated=command.rated,
        commitment=commitment(secret),
        secret=secret.hex(),
        seed=command.seed,
        setup=command.setup,
        position=command.position,
    )
    return Decision((opened,), fold([opened]))


def decide(
    session: Session, command: TableCommand | Command, actor: str, pinned: Sequence[Edition] | None = None
) -> Decision:
    """Refuses, or says what happens. Any actor may ask; the rules say who is heard. `pinned`: the editions to start
    with, when an old start is adjudicated again; those in force otherwise."""
    if isinstance(command, Command):
        return _play(session, command, actor)
    if session.status == CLOSED:
        raise Refused("TABLE_CLOSED", "TB-CLOSE-01")
    if session.status != OPEN:
        raise Refused("GAME_ALREADY_STARTED", "TB-START-01")
    if isinstance(command, StartGame):
        events = _start(session, actor, pinned)
    else:
        events = _DECISIONS[type(command)](session, command, actor)
    return Decision(events, fold(events, session))


def _take_seat(session: Session, command: TakeSeat, actor: str) -> tuple[Event, ...]:
    if session.seat_of(actor) is not None:
        raise Refused("ALREADY_SEATED", "TB-SEAT-01")
    if len(command.nonce) > NONCE_DIGITS_MAX or not _is_hex(command.nonce):
        raise Refused("MALFORMED_COMMAND", "TB-DICE-02", field="nonce", digits_max=NONCE_DIGITS_MAX)
    return (PlayerSeated(_free_place(session), actor, _free_colour(session, command.colour), command.nonce),)


def _leave_seat(session: Session, _: LeaveSeat, actor: str) -> tuple[Event, ...]:
    place = session.seat_of(actor)
    if place is None:
        raise Refused("NOT_SEATED", "TB-SEAT-02")
    return (SeatCleared(place, "LEFT"),)


def _add_bot(session: Session, command: AddBot, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-SEAT-03")
    bots = tuple(_rules(session, session.opened.seats).bots)
    if command.bot not in bots:
        raise Refused("UNKNOWN_BOT", "TB-SEAT-03", bot=command.bot, known=bots)
    return (BotSeated(_free_place(session), command.bot, _free_colour(session, command.colour)),)


def _clear_seat(session: Session, command: ClearSeat, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-SEAT-04")
    if not 0 <= command.place < len(session.occupants):
        raise Refused("NOT_SEATED", "TB-SEAT-04", place=command.place, seated=len(session.occupants))
    return (SeatCleared(command.place, "REMOVED"),)


def _close(session: Session, _: CloseTable, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-CLOSE-01")
    return (TableClosed("HOST"),)


def _start(session: Session, actor: str, pinned: Sequence[Edition] | None) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-START-01")
    opened, occupants = session.opened, session.occupants
    variant = catalogue.find(opened.variant)
    if opened.position:
        return (_start_from(session, opened.position),)
    if len(occupants) < variant.players_min:
        raise Refused("TOO_FEW_PLAYERS", "TB-START-01", seated=len(occupants), players_min=variant.players_min)
    editions = variant.editions() if pinned is None else tuple(pinned)
    rules = variant.decider(opened.options, len(occupants), editions)
    if opened.setup is not None:
        setup = _given_setup(rules, opened.setup)
    else:
        setup = rules.draw_setup(Table(tuple(occupant.colour for occupant in occupants), opened.options), session.dice)
    return (GameBegan(occupants, editions, rules.rules_version), *rules.begin(setup))


def _start_from(session: Session, position: Position) -> GameBegan:
    """TB-BRANCH-02: every seat of the position is taken, by its colour."""
    seated = {occupant.colour: occupant for occupant in session.occupants}
    if len(seated) < len(position.colours):
        raise Refused("TOO_FEW_PLAYERS", "TB-BRANCH-02", seated=len(seated), players_min=len(position.colours))
    occupants = tuple(seated[colour] for colour in position.colours)
    rules = catalogue.find(session.opened.variant).decider(session.opened.options, len(occupants), position.editions)
    return GameBegan(occupants, position.editions, rules.rules_version)


_DECISIONS: dict[type[TableCommand], Callable[[Session, Any, str], tuple[Event, ...]]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    AddBot: _add_bot,
    ClearSeat: _clear_seat,
    CloseTable: _close,
}


def _play(session: Session, command: Command, actor: str) -> Decision:
    if session.rules is None:
        raise Refused("GAME_NOT_STARTED", "TB-START-01")
    if not 0 <= command.player < len(session.occupants):
        raise Refused("UNKNOWN_PLAYER", "TB-PLAY-01", player=command.player, seats=len(session.occupants))
    occupant = session.occupants[command.player]
    if actor != occupant.actor:
        code = "NOT_A_PLAYER" if session.seat_of(actor) is None else "NOT_YOUR_SEAT"
        raise Refused(code, "TB-PLAY-01", player=command.player)
    if session.status == FINISHED:
        raise Refused("GAME_OVER", "TB-END-01")
    events = session.rules.decide(session.play, command)
    play = fold_play(session.rules, events, session.play)
    after = replace(session, play=play)
    outcome = session.rules.outcome(play)
    if outcome is None:
        return Decision(tuple(events), after)
    nonces = tuple(occupant.nonce for occupant in session.occupants)
    end = (GameFinished(outcome.reason, outcome.standings), SecretRevealed(session.opened.secret, nonces))
    return Decision((*events, *end), fold(end, after))


def _rules(session: Session, players: int) -> AnyDecider:
    return catalogue.find(session.opened.variant).decider(session.opened.options, players)


def _given_setup(decider: AnyDecider, setup: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(setup, decider.setup_type)
    except msgspec.ValidationError as error:
        raise Refused("MALFORMED_COMMAND", "TB-OPEN-01", field="setup", problem=str(error)) from error


def _check_position(rules: AnyDecider, position: Position, seats: int) -> None:
    """TB-BRANCH-01: a position that the rules know, with somebody to act."""
    try:
        state = position_state(rules, position)
    except msgspec.ValidationError as error:
        raise Refused("MALFORMED_COMMAND", "TB-BRANCH-01", field="position", problem=str(error)) from error
    wrong = rules.broken_invariants(state)
    if wrong or len(set(position.colours)) != seats or not set(position.colours) <= set(COLOURS):
        raise Refused("MALFORMED_COMMAND", "TB-BRANCH-01", field="position", problem="; ".join(wrong) or "colours")
    if not rules.to_act(state):
        raise Refused("GAME_OVER", "TB-BRANCH-01")


def _only_host(session: Session, actor: str, rule: str) -> None:
    if actor != session.opened.host:
        raise Refused("NOT_THE_HOST", rule)


def _free_place(session: Session) -> int:
    if len(session.occupants) >= session.opened.seats:
        raise Refused("TABLE_FULL", "TB-SEAT-01", seats=session.opened.seats)
    return len(session.occupants)


def _free_colour(session: Session, wanted: str) -> str:
    taken = {occupant.colour for occupant in session.occupants}
    known = session.opened.position.colours if session.opened.position else COLOURS
    if not wanted:
        return next(colour for colour in known if colour not in taken)
    if wanted not in known:
        raise Refused("UNKNOWN_COLOUR", "TB-SEAT-01", colour=wanted, known=known)
    if wanted in taken:
        raise Refused("COLOUR_TAKEN", "TB-SEAT-01", colour=wanted)
    return wanted


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and all(digit in "0123456789abcdef" for digit in text)
