"""Commands before the start: who sits where, in which colour, and who is ready."""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import AnyDecider, Event, Table
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from domain.table.invite import invite_code
from domain.table.messages import (
    SERVER_ACTOR,
    AddBot,
    ArrangeSeats,
    BotSeated,
    ChooseColour,
    ClearSeat,
    CloseTable,
    ColourChosen,
    ExpireTable,
    GameBegan,
    LeaveSeat,
    OpenTable,
    PlayerSeated,
    Position,
    ReadinessChanged,
    SeatCleared,
    SeatsArranged,
    SetReady,
    StartGame,
    TableClosed,
    TableCommand,
    TakeSeat,
)
from domain.table.pace import check_detours
from domain.table.session import FINISHED, Session

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
NONCE_DIGITS_MAX = 64


class Pinned(Struct, frozen=True):
    """What a game begins with; None for what is in force."""

    editions: tuple[Edition, ...] | None = None
    rules_version: int | None = None


IN_FORCE = Pinned()


def begin(session: Session, pinned: Pinned) -> tuple[Event, ...]:
    """TB-START-01: the game begins with those who sit there."""
    opened, occupants = session.opened, session.occupants
    variant = catalogue.find(opened.variant)
    if opened.position:
        return (_begin_from(session, opened.position),)
    if len(occupants) < variant.players_min:
        raise Refused("TOO_FEW_PLAYERS", "TB-START-01", seated=len(occupants), players_min=variant.players_min)
    editions = variant.editions() if pinned.editions is None else pinned.editions
    rules = variant.decider(opened.options, len(occupants), editions, pinned.rules_version)
    if opened.setup is not None:
        setup = given_setup(rules, opened.setup)
    else:
        setup = rules.draw_setup(Table(tuple(occupant.colour for occupant in occupants), opened.options), session.dice)
    return (GameBegan(occupants, editions, rules.rules_version), *rules.begin(setup))


def _begin_from(session: Session, position: Position) -> GameBegan:
    """TB-BRANCH-02: every seat of the position is taken, by its colour."""
    seated = {occupant.colour: occupant for occupant in session.occupants}
    if len(seated) < len(position.colours):
        raise Refused("TOO_FEW_PLAYERS", "TB-BRANCH-02", seated=len(seated), players_min=len(position.colours))
    occupants = tuple(seated[colour] for colour in position.colours)
    return GameBegan(occupants, position.editions, position.begun_under)


def invite_for(session: Session, actor: str) -> str:
    """TB-INVITE-01: the invite code, for the host."""
    _only_host(session, actor, "TB-INVITE-01")
    return invite_code(session.secret)


def rematch(session: Session, actor: str) -> OpenTable:
    """TB-REMATCH-01: the table at which the players of a finished game meet again."""
    if session.status != FINISHED:
        raise Refused("GAME_NOT_OVER", "TB-REMATCH-01")
    if session.seat_of(actor) is None:
        raise Refused("NOT_A_PLAYER", "TB-REMATCH-01")
    opened = session.opened
    players = tuple(occupant.account for occupant in session.occupants if occupant.account)
    terms = replace(session.terms, starts_when_full=True, invited=players, rematch_of=opened.game_id)
    return OpenTable(
        opened.variant, len(session.occupants), opened.options, private=True, rated=opened.rated, terms=terms
    )


def given_setup(decider: AnyDecider, setup: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(setup, decider.setup_type)
    except msgspec.ValidationError as error:
        raise Refused("MALFORMED_COMMAND", "TB-OPEN-01", field="setup", problem=str(error)) from error


def check_nonce(nonce: str) -> None:
    """TB-DICE-02."""
    if len(nonce) > NONCE_DIGITS_MAX or not _is_hex(nonce):
        raise Refused("MALFORMED_COMMAND", "TB-DICE-02", field="nonce", digits_max=NONCE_DIGITS_MAX)


def known_bot(decider: AnyDecider, bot: str, rule: str) -> str:
    """The bot of that name; for an empty name the last that the game names, its best."""
    bots = tuple(decider.bots)
    if bot and bot not in bots:
        raise Refused("UNKNOWN_BOT", rule, bot=bot, known=bots)
    return bot or bots[-1]


def _take_seat(session: Session, command: TakeSeat, actor: str) -> tuple[Event, ...]:
    if session.seat_of(actor) is not None:
        raise Refused("ALREADY_SEATED", "TB-SEAT-01")
    if actor in session.removed:
        raise Refused("REMOVED_BY_HOST", "TB-SEAT-04")
    if session.opened.private and not _invited(session, command.invite or "", actor):
        raise Refused("INVITE_NEEDED", "TB-INVITE-01")
    check_nonce(command.nonce)
    place, colour = _free_place(session), _free_colour(session, command.colour)
    check_detours(session, actor)
    return (PlayerSeated(place, actor, colour, command.nonce),)


def _leave_seat(session: Session, _: LeaveSeat, actor: str) -> tuple[Event, ...]:
    left = SeatCleared(_own_place(session, actor), "LEFT")
    if session.opened.host == SERVER_ACTOR and len(session.occupants) == 1:
        return (left, TableClosed("EMPTY"))  # TB-QUICK-03
    return (left,)


def _add_bot(session: Session, command: AddBot, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-SEAT-03")
    rules = catalogue.find(session.opened.variant).decider(session.opened.options, session.opened.seats)
    bot = known_bot(rules, command.bot, "TB-SEAT-03")
    place, colour = _free_place(session), _free_colour(session, command.colour)
    check_detours(session, actor)
    return (BotSeated(place, bot, colour),)


def _clear_seat(session: Session, command: ClearSeat, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-SEAT-04")
    _must_be_taken(session, command.place, "TB-SEAT-04")
    return (SeatCleared(command.place, "REMOVED"),)


def _arrange_seats(session: Session, command: ArrangeSeats, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-SEAT-05")
    places = range(len(session.occupants))
    if sorted(command.order) != list(places):
        raise Refused("MALFORMED_COMMAND", "TB-SEAT-05", field="order", seated=len(places))
    if command.order == tuple(places):
        return ()
    check_detours(session, actor)
    return (SeatsArranged(command.order),)


def _choose_colour(session: Session, command: ChooseColour, actor: str) -> tuple[Event, ...]:
    if session.seat_of(actor) != command.place:
        _only_host(session, actor, "TB-SEAT-06")
    _must_be_taken(session, command.place, "TB-SEAT-06")
    if session.occupants[command.place].colour == command.colour:
        return ()
    colour = _free_colour(session, command.colour)
    check_detours(session, actor)
    return (ColourChosen(command.place, colour),)


def _set_ready(session: Session, command: SetReady, actor: str) -> tuple[Event, ...]:
    place = _own_place(session, actor)
    if (actor in session.ready) == command.ready:
        return ()
    check_detours(session, actor)
    return (ReadinessChanged(place, command.ready),)


def _start(session: Session, _: StartGame, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-START-01")
    if waits_for := _not_ready(session):
        raise Refused("NOT_ALL_READY", "TB-READY-01", waits_for=waits_for)
    return ()  # what the start makes happen is `begin`


def _close(session: Session, _: CloseTable, actor: str) -> tuple[Event, ...]:
    _only_host(session, actor, "TB-CLOSE-01")
    return (TableClosed("HOST"),)


def _expire(_session: Session, _: ExpireTable, actor: str) -> tuple[Event, ...]:
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "TB-CLOSE-02")
    return (TableClosed("EXPIRED"),)


BEFORE_THE_START: Mapping[type[TableCommand], Callable[[Session, Any, str], tuple[Event, ...]]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    AddBot: _add_bot,
    ClearSeat: _clear_seat,
    ArrangeSeats: _arrange_seats,
    ChooseColour: _choose_colour,
    SetReady: _set_ready,
    StartGame: _start,
    CloseTable: _close,
    ExpireTable: _expire,
}


def fills_up(session: Session) -> bool:
    """TB-QUICK-01: such a table starts by itself, with a ready check once everybody is ready."""
    full = len(session.occupants) == session.opened.seats
    return session.terms.starts_when_full and full and not _not_ready(session)


def _not_ready(session: Session) -> tuple[int, ...]:
    """TB-READY-01: the places that a table with a ready check waits for."""
    if not session.terms.ready_check:
        return ()
    return tuple(
        place
        for place, occupant in enumerate(session.occupants)
        if occupant.account and occupant.account not in session.ready
    )


def _invited(session: Session, code: str, actor: str) -> bool:
    by_name = (session.opened.host, *session.terms.invited)
    return actor in by_name or compare_digest(code.encode(), invite_code(session.secret).encode())


def _only_host(session: Session, actor: str, rule: str) -> None:
    if actor != session.opened.host:
        raise Refused("NOT_THE_HOST", rule)


def _own_place(session: Session, actor: str) -> int:
    place = session.seat_of(actor)
    if place is None:
        raise Refused("NOT_SEATED", "TB-SEAT-02")
    return place


def _must_be_taken(session: Session, place: int, rule: str) -> None:
    if not 0 <= place < len(session.occupants):
        raise Refused("PLACE_EMPTY", rule, place=place, seated=len(session.occupants))


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
