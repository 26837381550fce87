"""Commands before the start: who sits where, in which colour, and who is ready."""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import AnyDecider, OnlyFromTheStart, Table
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from domain.table.aggregate import FINISHED, Aggregate, position_json, position_state
from domain.table.devices import check_device_keys
from domain.table.invite import invite_code
from domain.table.messages import (
    DECLINE_REASONS,
    SERVER_ACTOR,
    AddBot,
    ArrangeSeats,
    BotSeated,
    ChooseColour,
    ClearSeat,
    CloseTable,
    ColourChosen,
    DeclineInvitation,
    ExpireTable,
    GameBegan,
    InvitationDeclined,
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

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
NONCE_DIGITS_MAX = 64


class Pinned(Struct, frozen=True):
    """The versions that a game begins with; None means those in force. `bots`: UNSET in games that began before bots
    had numbers."""

    editions: tuple[Edition, ...] | None = None
    rules_version: int | None = None
    bots: dict[str, int] | UnsetType | None = None

    def numbers(self, rules: AnyDecider) -> dict[str, int] | UnsetType:
        return dict(rules.bot_numbers) if self.bots is None else self.bots


IN_FORCE = Pinned()


def begin(aggregate: Aggregate, pinned: Pinned) -> tuple[Event, ...]:
    """TB-START-01: the game begins with those who sit there."""
    opened, occupants = aggregate.opened, aggregate.occupants
    variant = catalogue.find(opened.variant)
    if opened.position:
        return (_begin_from(aggregate, opened.position, pinned),)
    if len(occupants) < variant.players_min:
        raise Refused("TOO_FEW_PLAYERS", "TB-START-01", seated=len(occupants), players_min=variant.players_min)
    editions = variant.editions() if pinned.editions is None else pinned.editions
    rules = variant.decider(opened.options, len(occupants), editions, pinned.rules_version)
    if opened.setup is not None:
        setup = given_setup(rules, opened.setup)
    else:
        setup = rules.draw_setup(
            Table(
                tuple(occupant.colour for occupant in occupants),
                opened.options,
                tuple(occupant.bot for occupant in occupants),
            ),
            aggregate.dice,
        )
    signature = aggregate.signature or UNSET
    began = GameBegan(occupants, editions, rules.rules_version, signature, bots=pinned.numbers(rules))
    return (began, *rules.begin(setup))


def _begin_from(aggregate: Aggregate, position: Position, pinned: Pinned) -> GameBegan:
    """TB-BRANCH-02: every seat of the position is taken, by its colour."""
    seated = {occupant.colour: occupant for occupant in aggregate.occupants}
    if len(seated) < len(position.colours):
        raise Refused("TOO_FEW_PLAYERS", "TB-BRANCH-02", seated=len(seated), players_min=len(position.colours))
    occupants = tuple(seated[colour] for colour in position.colours)
    opened = aggregate.opened
    rules = catalogue.find(opened.variant).decider(
        opened.options, len(occupants), position.editions, position.begun_under
    )
    return GameBegan(
        occupants,
        position.editions,
        position.begun_under,
        aggregate.signature or UNSET,
        _dealt(replace(aggregate, occupants=occupants), position, rules),
        pinned.numbers(rules),
    )


def _dealt(aggregate: Aggregate, position: Position, rules: AnyDecider) -> dict[str, Any] | UnsetType:
    """Deal the hidden parts of a position from the table's own seed, which was unknown when the position was chosen
    (TB-BRANCH-03)."""
    if position.known_to is UNSET:
        return UNSET
    viewer = None if position.known_to < 0 else Seat(position.known_to)
    return position_json(rules.redeal(position_state(rules, position.state), viewer, aggregate.dice))


def invite_for(aggregate: Aggregate, actor: str) -> str:
    """TB-INVITE-01: the invite code, for the host."""
    _only_host(aggregate, actor, "TB-INVITE-01")
    return invite_code(aggregate.secret)


def rematch(aggregate: Aggregate, actor: str) -> OpenTable:
    """TB-REMATCH-01: the table at which the players of a finished game meet again."""
    if aggregate.status != FINISHED:
        raise Refused("GAME_NOT_OVER", "TB-REMATCH-01")
    if aggregate.seat_of(actor) is None:
        raise Refused("NOT_A_PLAYER", "TB-REMATCH-01")
    opened = aggregate.opened
    players = tuple(occupant.account for occupant in aggregate.occupants if occupant.account)
    terms = replace(aggregate.terms, starts_when_full=True, invited=players, rematch_of=opened.game_id)
    return OpenTable(
        opened.variant, len(aggregate.occupants), opened.options, private=True, rated=opened.rated, terms=terms
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
    """The bot of that name that may stand in; for an empty name the last that the game names, its best."""
    return _one_of(
        tuple(name for name, each in decider.bots.items() if not isinstance(each, OnlyFromTheStart)), bot, rule
    )


def _one_of(bots: tuple[str, ...], bot: str, rule: str) -> str:
    if bot and bot not in bots:
        raise Refused("UNKNOWN_BOT", rule, bot=bot, known=bots)
    return bot or bots[-1]


def _take_seat(aggregate: Aggregate, command: TakeSeat, actor: str) -> tuple[Event, ...]:
    if aggregate.seat_of(actor) is not None:
        raise Refused("ALREADY_SEATED", "TB-SEAT-01")
    if actor in aggregate.removed:
        raise Refused("REMOVED_BY_HOST", "TB-SEAT-04")
    if aggregate.opened.private and not _invited(aggregate, command.invite or "", actor):
        raise Refused("INVITE_NEEDED", "TB-INVITE-01")
    if command.program and not _asks_for_programs(aggregate, actor):
        raise Refused("PROGRAM_NOT_INVITED", "TB-PROG-01")
    check_nonce(command.nonce)
    check_device_keys(command.device_keys, needed=bool(aggregate.terms.signed))
    place, colour = _free_place(aggregate), _free_colour(aggregate, command.colour)
    check_detours(aggregate, actor)
    seated = PlayerSeated(place, actor, colour, command.nonce, command.guest, command.device_keys, command.program)
    return (seated,)


def _decline(aggregate: Aggregate, command: DeclineInvitation, actor: str) -> tuple[Event, ...]:
    if command.reason not in DECLINE_REASONS:
        raise Refused("MALFORMED_COMMAND", "TB-PROG-03", field="reason", known=DECLINE_REASONS)
    if actor not in aggregate.terms.invited or aggregate.seat_of(actor) is not None:
        raise Refused("NOT_INVITED", "TB-PROG-03")
    return () if actor in aggregate.declined else (InvitationDeclined(actor, command.reason),)


def _leave_seat(aggregate: Aggregate, _: LeaveSeat, actor: str) -> tuple[Event, ...]:
    return emptied(aggregate, _own_place(aggregate, actor), "LEFT")


def emptied(aggregate: Aggregate, place: int, cause: str) -> tuple[Event, ...]:
    """The account at `place` goes."""
    left = SeatCleared(place, cause)
    if aggregate.opened.host == SERVER_ACTOR and len(aggregate.occupants) == 1:
        return (left, TableClosed("EMPTY"))  # TB-QUICK-03
    return (left,)


def _add_bot(aggregate: Aggregate, command: AddBot, actor: str) -> tuple[Event, ...]:
    _only_host(aggregate, actor, "TB-SEAT-03")
    rules = catalogue.find(aggregate.opened.variant).decider(aggregate.opened.options, aggregate.opened.seats)
    bot = _one_of(tuple(rules.bots), command.bot, "TB-SEAT-03")
    place, colour = _free_place(aggregate), _free_colour(aggregate, command.colour)
    check_detours(aggregate, actor)
    return (BotSeated(place, bot, colour),)


def _clear_seat(aggregate: Aggregate, command: ClearSeat, actor: str) -> tuple[Event, ...]:
    _only_host(aggregate, actor, "TB-SEAT-04")
    _must_be_taken(aggregate, command.place, "TB-SEAT-04")
    return (SeatCleared(command.place, "REMOVED"),)


def _arrange_seats(aggregate: Aggregate, command: ArrangeSeats, actor: str) -> tuple[Event, ...]:
    _only_host(aggregate, actor, "TB-SEAT-05")
    places = range(len(aggregate.occupants))
    if sorted(command.order) != list(places):
        raise Refused("MALFORMED_COMMAND", "TB-SEAT-05", field="order", seated=len(places))
    if command.order == tuple(places):
        return ()
    check_detours(aggregate, actor)
    return (SeatsArranged(command.order),)


def _choose_colour(aggregate: Aggregate, command: ChooseColour, actor: str) -> tuple[Event, ...]:
    if aggregate.seat_of(actor) != command.place:
        _only_host(aggregate, actor, "TB-SEAT-06")
    _must_be_taken(aggregate, command.place, "TB-SEAT-06")
    if aggregate.occupants[command.place].colour == command.colour:
        return ()
    colour = _free_colour(aggregate, command.colour)
    check_detours(aggregate, actor)
    return (ColourChosen(command.place, colour),)


def _set_ready(aggregate: Aggregate, command: SetReady, actor: str) -> tuple[Event, ...]:
    place = _own_place(aggregate, actor)
    if (actor in aggregate.ready) == command.ready:
        return ()
    check_detours(aggregate, actor)
    return (ReadinessChanged(place, command.ready),)


def _start(aggregate: Aggregate, _: StartGame, actor: str) -> tuple[Event, ...]:
    _only_host(aggregate, actor, "TB-START-01")
    if waits_for := _not_ready(aggregate):
        raise Refused("NOT_ALL_READY", "TB-READY-01", waits_for=waits_for)
    return ()  # what the start makes happen is `begin`


def _close(aggregate: Aggregate, _: CloseTable, actor: str) -> tuple[Event, ...]:
    _only_host(aggregate, actor, "TB-CLOSE-01")
    return (TableClosed("HOST"),)


def _expire(_aggregate: Aggregate, _: ExpireTable, actor: str) -> tuple[Event, ...]:
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "TB-CLOSE-02")
    return (TableClosed("EXPIRED"),)


BEFORE_THE_START: Mapping[type[TableCommand], Callable[[Aggregate, Any, str], tuple[Event, ...]]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    DeclineInvitation: _decline,
    AddBot: _add_bot,
    ClearSeat: _clear_seat,
    ArrangeSeats: _arrange_seats,
    ChooseColour: _choose_colour,
    SetReady: _set_ready,
    StartGame: _start,
    CloseTable: _close,
    ExpireTable: _expire,
}


def fills_up(aggregate: Aggregate) -> bool:
    """A quick-match table starts by itself, after a ready check, once all players are ready (TB-QUICK-01)."""
    full = len(aggregate.occupants) == aggregate.opened.seats
    return aggregate.terms.starts_when_full and full and not _not_ready(aggregate)


def _not_ready(aggregate: Aggregate) -> tuple[int, ...]:
    """TB-READY-01: the places that a table with a ready check waits for."""
    if not aggregate.terms.ready_check:
        return ()
    return tuple(
        place
        for place, occupant in enumerate(aggregate.occupants)
        if occupant.account and occupant.account not in aggregate.ready
    )


def _asks_for_programs(aggregate: Aggregate, actor: str) -> bool:
    """TB-PROG-01: people at this table know that this program may come: it is the host, was invited by name, or
    brings the code of a private table, which was checked before."""
    return aggregate.opened.private or actor in (aggregate.opened.host, *aggregate.terms.invited)


def _invited(aggregate: Aggregate, code: str, actor: str) -> bool:
    by_name = (aggregate.opened.host, *aggregate.terms.invited)
    return actor in by_name or compare_digest(code.encode(), invite_code(aggregate.secret).encode())


def _only_host(aggregate: Aggregate, actor: str, rule: str) -> None:
    if actor != aggregate.opened.host:
        raise Refused("NOT_THE_HOST", rule)


def _own_place(aggregate: Aggregate, actor: str) -> int:
    place = aggregate.seat_of(actor)
    if place is None:
        raise Refused("NOT_SEATED", "TB-SEAT-02")
    return place


def _must_be_taken(aggregate: Aggregate, place: int, rule: str) -> None:
    if not 0 <= place < len(aggregate.occupants):
        raise Refused("PLACE_EMPTY", rule, place=place, seated=len(aggregate.occupants))


def _free_place(aggregate: Aggregate) -> int:
    if len(aggregate.occupants) >= aggregate.opened.seats:
        raise Refused("TABLE_FULL", "TB-SEAT-01", seats=aggregate.opened.seats)
    return len(aggregate.occupants)


def _free_colour(aggregate: Aggregate, wanted: str) -> str:
    taken = {occupant.colour for occupant in aggregate.occupants}
    known = aggregate.opened.position.colours if aggregate.opened.position else COLOURS
    if not wanted:
        return next(colour for colour in known if colour not in taken)
    if wanted not in known:
        raise Refused("UNKNOWN_COLOUR", "TB-SEAT-01", colour=wanted, known=known)
    if wanted in taken:
        raise Refused("COLOUR_TAKEN", "TB-SEAT-01", colour=wanted)
    return wanted


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and all(digit in "0123456789abcdef" for digit in text)
