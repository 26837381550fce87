"""Recomputes bots' moves: a bot's move follows from its seat's view, its options and its own chance alone.

The chance is a label of the seed (without a beacon, of the secret): docs/dice.md, “Bots”. The request's number contains
the version at which the bot was asked, because a bot is asked once, and other seats may act before its command is
stored.
"""

import re
from collections import deque
from collections.abc import Sequence
from hashlib import sha1

from msgspec import UNSET, Struct, UnsetType

from domain.history.adjudicate import Fault, Wrong, command_of
from domain.history.bot_numbers import number_of
from domain.history.codec import Codec
from domain.history.record import EventRow, Recorded
from domain.history.replay import advance
from domain.kernel.decider import AnyDecider
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate
from domain.table.messages import BOT_ACTOR, GameBegan
from domain.table.tries import bot_named

_REQUESTS = bytes.fromhex("0d9c1d526f3c5b0e8a537e2f3f1b9c11")
ASKED_AT_MOST = 32
"""The most commands of other seats between a bot's question and its answer; far above those of any real game."""


def bot_request(game_id: str, version: int, seat: Seat) -> str:
    """The number of the request of a bot that was asked at that version: a UUID of version 5 (RFC 9562)."""
    name = _REQUESTS + f"{game_id}/{version}/{seat}".encode()
    digits = bytearray(sha1(name, usedforsecurity=False).digest()[:16])
    digits[6], digits[8] = digits[6] & 0x0F | 0x50, digits[8] & 0x3F | 0x80
    return re.sub("(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", digits.hex())


def bot_command(aggregate: Aggregate, version: int, seat: Seat) -> Command:
    """Return the bot's move for a seat that has to act at that version."""
    rules, play = aggregate.rules, aggregate.play
    assert rules, "a game that waits for a seat has begun"
    bot = bot_named(aggregate, aggregate.occupants[seat].bot)
    return bot(
        rules.view(play, seat), rules.options(play, seat), seat, Roll(aggregate.bots_seed, bot_label(version, seat))
    )


def bot_label(version: int, seat: Seat) -> str:
    """Return the label of the chance of a bot that is asked at that version."""
    return f"bot/{version}/{seat}"


class BotsProven(Struct, frozen=True):
    """`moves`: made again. `unknown`: bots that this program does not have, or that behave otherwise in it: of another
    number than the game pinned. `given`: the host gave the draws, and what plays there may have been simulated:
    nothing was made again."""

    moves: int = 0
    unknown: tuple[str, ...] = ()
    given: bool = False


def check_bots(rows: Sequence[EventRow], codec: Codec) -> BotsProven:
    """Check the bots' moves of proven rows. Raises Wrong (BOT) at the first move that its bot would not have made."""
    records = [codec.read(row) for row in rows]
    aggregate: Aggregate | None = None
    asked: deque[tuple[int, Aggregate]] = deque(maxlen=ASKED_AT_MOST)
    moves, unknown, pinned = 0, set[str](), _pinned(records)
    for record in records:
        actor = record.envelope.actor
        if aggregate and record.envelope.command:
            asked.append((record.version - 1, aggregate))
            if aggregate.opened.seed or aggregate.opened.setup is not None:
                return BotsProven(given=True)
            if actor.startswith(BOT_ACTOR):
                rules, name = aggregate.rules, actor.removeprefix(BOT_ACTOR)
                if rules and (odd := _unlike(rules, name, pinned)):
                    unknown.add(odd)
                else:
                    _check_move(record, asked)
                    moves += 1
        aggregate = advance(aggregate, record)
    return BotsProven(moves, tuple(sorted(unknown)))


def _pinned(records: Sequence[Recorded]) -> dict[str, int] | UnsetType:
    """The numbers of the bots, as the game began with them."""
    return next((each.event.bots for each in records if isinstance(each.event, GameBegan)), UNSET)


def _unlike(rules: AnyDecider, bot: str, pinned: dict[str, int] | UnsetType) -> str:
    """Return the bot's name, with its number where that differs, if this program's bot does not make its moves."""
    if bot not in rules.bots:
        return bot
    theirs, ours = number_of(bot, pinned), rules.bot_numbers[bot]
    return "" if theirs == ours else f"{bot} {theirs} (here it is {ours})"


def _check_move(record: Recorded, asked: Sequence[tuple[int, Aggregate]]) -> None:
    now = asked[-1][1]
    rules = now.rules
    assert rules, "bots play games that have begun"
    command = command_of(record.envelope.command, (*rules.command_types, *rules.retired_types))
    seat = command.player
    numbers = {bot_request(record.stream_id, version, seat): (version, then) for version, then in asked}
    if record.envelope.request_id not in numbers:
        raise _wrong(record, "no number of a request that a bot is asked under")
    version, then = numbers[record.envelope.request_id]
    if then.rules is None or seat not in then.to_act or rules.options(then.play, seat) != rules.options(now.play, seat):
        raise _wrong(record, f"the bot was not asked this at version {version}")
    chosen = bot_command(then, version, seat)
    if command != chosen and not (_is_refused(now, chosen) and command == rules.default(then.play, seat)):
        raise _wrong(record, f"the bot {now.occupants[seat].bot} does {chosen}, stored is {command}")


def _is_refused(aggregate: Aggregate, command: Command) -> bool:
    assert aggregate.rules, "the game has begun"
    try:
        aggregate.rules.judge(aggregate.play, command)
    except Refused:
        return True
    return False


def _wrong(record: Recorded, says: str) -> Wrong:
    return Wrong(Fault("BOT", "TB-SEAT-03", says[:400], record.version, type(record.event).__name__))
