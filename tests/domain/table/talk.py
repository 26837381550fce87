"""Random tables of every kind, with random commands at any moment, by a clock that jumps."""

from dataclasses import dataclass

from msgspec.structs import replace

from domain import catalogue
from domain.kernel.refused import Refused
from domain.table.aggregate import OPEN, RUNNING, STARTING
from domain.table.clock import Clock
from domain.table.decide import decide, open_table
from domain.table.invite import invite_code
from domain.table.messages import (
    AddBot,
    ArrangeSeats,
    Begin,
    ChooseColour,
    ClearSeat,
    CloseTable,
    ExpireTable,
    HandSeat,
    LeaveSeat,
    OpenTable,
    ProposeAbandon,
    ProposeNoRounds,
    ProposeUndo,
    PutOut,
    Resign,
    SetReady,
    StartGame,
    StopTable,
    TakeSeat,
    TakeSeatBack,
    TakeVacation,
    Terms,
    TimeOut,
    Undo,
    Vote,
)
from support import demo
from tests.beacon import a_beacon, signed
from tests.domain.table.table_kit import SECRET, START_MS

demo.register()
PLAYERS = ("ann", "bob", "cy", "dan")
OTHERS = ("eve", "server", "operator:olga", "operator:ann")
VARIANTS = ("demo", "power_grid/russia", "card_game", "colony61")
CLOCKS = {
    "none": None,
    "move": Clock(move_s=60, vacation_days=4),
    "move, forfeit": Clock(move_s=40, on_timeout="FORFEIT"),
    "bank": Clock(bank_s=300, increment_s=5, vacation_days=3),
    "bank, bot": Clock(bank_s=200, increment_s=20, on_timeout="BOT"),
    "days": Clock(move_s=86_400, bank_s=172_800, increment_s=3_600, vacation_days=9, on_timeout="BOT"),
    "both, forfeit": Clock(move_s=30, bank_s=100, vacation_days=4, on_timeout="FORFEIT"),
}
SAYINGS, AFTER_THE_END = 300, 5
PAUSES_S = (0, 0, 1, 1, 2, 7, 31, 61, -40, 301)
DAY_S = 86_400


@dataclass
class Reply:
    """An answer. `refused`: the reason, empty for an accepted command, whose `events` led to the table `after`."""

    actor: str
    command: object
    now_ms: int
    before: object
    after: object
    events: tuple = ()
    refused: str = ""


def a_table(dice, variant, clock):
    """Opening and host."""
    found = catalogue.find(variant)
    terms = Terms(
        clock,
        ready_check=dice.random() < 0.2,
        starts_when_full=dice.random() < 0.6,
        invited=("bob",) if dice.random() < 0.5 else (),
    )
    seats = dice.randint(found.players_min, min(found.players_max, len(PLAYERS)))
    opening = OpenTable(variant, seats, private=dice.random() < 0.3, rated=dice.random() < 0.6, terms=terms)
    return opening, dice.choice(("ann", "ann", "hal", "server"))


def whose_draws_wait(opening):
    """The same table with a beacon that each of its draws waits for."""
    return replace(opening, terms=replace(opening.terms, draws="beacon"), beacon=a_beacon())


def talk(dice, opening, host, game_id="game-1", decide=decide):
    """Everything that is said at the table, until a little after its end."""
    aggregate, now_ms, left = open_table(opening, host, game_id, SECRET).aggregate, START_MS, SAYINGS
    while left:
        now_ms += 1000 * (dice.choice(PAUSES_S) if dice.random() < 0.99 else DAY_S)
        actor, command = _WHEN.get(aggregate.status, _before_the_start)(dice, aggregate)
        if isinstance(command, TimeOut):
            now_ms, command = _about_a_deadline(dice, aggregate, now_ms, command)
        said = Reply(actor, command, now_ms, aggregate, aggregate)
        try:
            decision = decide(aggregate, command, actor, now_ms)
            said.events, said.after = decision.events, decision.aggregate
        except Refused as refused:
            said.refused = refused.code
        yield said
        aggregate = said.after
        left = left - 1 if aggregate.status in (OPEN, STARTING, RUNNING) else min(left - 1, AFTER_THE_END)


def _before_the_start(dice, aggregate):
    place, colour = dice.randrange(-1, 4), dice.choice(("", "", "", "red", "pink"))
    host = aggregate.opened.host
    chance = dice.random()
    if chance < 0.5:
        invite = invite_code(SECRET) if dice.random() < 0.7 else "AAAA"
        return dice.choice((*PLAYERS, "eve")), TakeSeat(colour, invite=invite)
    if chance < 0.65:
        return dice.choice((*PLAYERS, "eve")), dice.choice((SetReady(), SetReady(), SetReady(False), LeaveSeat()))
    order = list(range(len(aggregate.occupants)))
    dice.shuffle(order)
    rare = dice.choice((CloseTable(), ExpireTable(), StopTable(), _ban(dice), Vote(True), Undo(), TakeVacation(1)))
    bot = AddBot(dice.choice(("", "random", "genius")), colour)
    theirs = (bot, bot, ClearSeat(place), ArrangeSeats(tuple(order)), ChooseColour(place, colour or "blue"))
    command = rare if dice.random() < 0.03 else dice.choice((*theirs, StartGame(), StartGame()))
    return dice.choice((host, host, *PLAYERS, *OTHERS)), command


def _while_it_starts(dice, aggregate):
    """Earlier commands still apply, until a caller has the round."""
    number = aggregate.starting.round + dice.choice((0, 0, 0, 0, 1, -1))
    round_ = Begin(number, signed(number) if dice.random() < 0.8 else signed(number - 1))
    others = _before_the_start(dice, aggregate) if dice.random() < 0.5 else _while_it_runs(dice, aggregate)
    return (dice.choice((*PLAYERS, *OTHERS)), round_) if dice.random() < 0.3 else others


def _while_it_runs(dice, aggregate):
    if aggregate.awaited and dice.random() < 0.3:
        number = aggregate.awaited.asked.round
        return dice.choice((*PLAYERS, *OTHERS)), Begin(number, signed(number))
    chance, away = dice.random(), [each.account for each in aggregate.occupants if each.account and each.bot]
    if aggregate.proposal and chance < 0.3:
        return dice.choice(PLAYERS), Vote(dice.random() < 0.9)
    if aggregate.undo_points and aggregate.undo_points[-1].seat is not None and chance > 0.9:
        actor = aggregate.occupants[aggregate.undo_points[-1].seat].account
        return actor, dice.choice((Undo(), Undo(), Undo(2), TakeVacation(1), HandSeat()))
    if away and chance < 0.1:
        return dice.choice(away), TakeSeatBack()
    if chance < 0.65 and aggregate.rules:
        return _move(dice, aggregate)
    if aggregate.clocks and chance < 0.75:
        return dice.choice(("server", "server", "server", "ann")), TimeOut(dice.randrange(-1, 4))
    number, bot = dice.choice((1, 1, 1, 2, 3, 5, 17, 0)), dice.choice(("", "", "random", "genius"))
    often = (Undo(number), ProposeUndo(number), Vote(dice.random() < 0.8))
    if aggregate.awaited:
        often = (*often, ProposeNoRounds())
    seldom = (HandSeat(bot), TakeSeatBack(), TakeVacation(dice.randrange(3)))
    rare = (ProposeAbandon(), ProposeAbandon(), Resign(), StartGame(), TakeSeat(), LeaveSeat())
    pile = dice.choices((often, seldom, rare, (StopTable(), _ban(dice))), (8, 6, 2, 0.2))[0]
    return dice.choice((*PLAYERS, *PLAYERS, *OTHERS)), dice.choice(pile)


def _ban(dice):
    return PutOut(dice.choice((*PLAYERS, "eve")))


def _move(dice, aggregate):
    rules, play = aggregate.rules, aggregate.play
    awaited = rules.to_act(play)
    seat = dice.choice(awaited) if dice.random() < 0.9 else dice.randrange(len(aggregate.occupants))
    option = dice.choice(rules.options(play, seat) or rules.options(play, awaited[0]))
    command = option.nth(dice.randrange(option.count()))
    plays = aggregate.occupants[command.player].actor
    return (plays if dice.random() < 0.95 else dice.choice((*PLAYERS, *OTHERS, "bot:random"))), command


def _about_a_deadline(dice, aggregate, now_ms, command):
    """Mostly the next one, at its very moment, a moment before or a while after."""
    dues = [(each.deadline_ms, place) for place, each in enumerate(aggregate.clocks) if each.deadline_ms is not None]
    if not dues or dice.random() < 0.2:
        return now_ms, command
    deadline_ms, place = min(dues)
    return deadline_ms + dice.choice((0, 0, 0, -1, 5000, 400_000)), TimeOut(place)


_WHEN = {RUNNING: _while_it_runs, STARTING: _while_it_starts}
