"""A second referee for tables, written from docs/rules/table.md: he shares no rule with domain/table.

It gets every command and returns the possible reasons of a refusal and the table afterwards. It takes the game itself
from the game's own rules. Moments are milliseconds.
"""

from copy import deepcopy
from dataclasses import dataclass, field, replace

from domain.kernel.refused import Refused
from domain.table import messages as m
from domain.table.invite import invite_code
from tests.beacon import signed

COLOURS = ["red", "blue", "green", "yellow", "black", "purple"]
TAKEN_BACK_MAX, DETOURS_MAX = 16, 200
DAY_MS = 86_400_000


@dataclass
class Chair:
    account: str
    bot: str
    colour: str
    ready: bool = False


@dataclass
class Watch:
    bank: int
    days: int
    away_until: int = 0
    deadline: int | None = None


@dataclass
class TakenCommand:
    """A command of the game that may be taken back. `alone`: by its own player without asking."""

    by: int | None
    state: object
    watches: list
    version: int
    alone: bool = True


@dataclass
class Question:
    """`undo`: the version to go back to, None for abandoning the game."""

    by: int
    undo: int | None
    yes: set = field(default_factory=set)


class TableReferee:
    def __init__(self, opening, host, secret, variant):
        self.opening, self.host, self.secret, self.variant = opening, host, secret, variant
        self.terms = opening.terms or m.Terms()
        self.clock = self.terms.clock
        self.status, self.chairs, self.asked_to_go, self.begins = "OPEN", [], set(), False
        self.rules = self.state = self.question = self.result = None
        self.watches, self.gone, self.lost_at, self.taken, self.time = [], [], {}, [], 0
        self.detours, self.round = {}, 0

    # Refusals

    def objections(self, actor, command, now):
        """The codes of all reasons to refuse; none where the command must be heard."""
        kind = type(command).__name__
        if kind == "StopTable":
            return set(self._against_stop(actor))
        if kind == "PutOut":
            return set(self._against_put_out(actor))
        running = isinstance(command, m.SEAT_COMMANDS) or kind == "TimeOut" or not isinstance(command, m.TableCommand)
        if running and self.status != "RUNNING":
            return {"GAME_OVER" if self.status == "FINISHED" else "GAME_NOT_STARTED"}
        if kind == "Begin":
            return set(self._against_begin(command))
        if not running and self.status == "STARTING" and kind == "ExpireTable":
            return set(self._against_expiretable(actor))
        if not running and self.status != "OPEN":
            return {"TABLE_CLOSED" if self.status == "CLOSED" else "GAME_ALREADY_STARTED"}
        if not isinstance(command, m.TableCommand):
            against = [*self._against_move(actor, command)]
        else:
            against = [*getattr(self, "_against_" + kind.lower())(actor, command, now)]
        return set(against or self._against_detours(actor, command))

    def _detour(self, actor, command):
        """TB-PACE-01: how many such commands this one counts as."""
        kind = type(command).__name__
        if kind in ("TakeSeat", "AddBot", "HandSeat", "ProposeAbandon"):
            return 1
        if kind == "SetReady":
            seat = self.seat(actor)
            return int(seat is not None and self.chairs[seat].ready != command.ready)
        if kind == "ArrangeSeats":
            return int(command.order != tuple(range(len(self.chairs))))
        if kind == "ChooseColour":
            there = 0 <= command.place < len(self.chairs)
            return int(there and self.chairs[command.place].colour != command.colour)
        if kind in ("Undo", "ProposeUndo"):
            return command.commands
        if isinstance(command, m.TableCommand):
            return 0
        if self.chairs[command.player].bot or command.player in self.rules.to_act(self.state):
            return 0
        return int(bool(self.rules.judge(self.state, command)[0]))

    def _against_detours(self, actor, command):
        if self.detours.get(actor, 0) + (more := self._detour(actor, command)) > DETOURS_MAX and more:
            yield "DETOURS_USED_UP"

    def _against_stop(self, actor):
        if not actor.startswith("operator:"):
            yield "NOT_AN_OPERATOR"
        elif self.seat(actor.removeprefix("operator:")) is not None:
            yield "OPERATOR_SITS_HERE"
        if self.status in ("CLOSED", "FINISHED"):
            yield {"CLOSED": "TABLE_CLOSED", "FINISHED": "GAME_OVER"}[self.status]

    def _against_move(self, actor, command):
        if not 0 <= command.player < len(self.chairs):
            yield "UNKNOWN_PLAYER"
            return
        chair = self.chairs[command.player]
        plays = f"bot:{chair.bot}" if chair.bot else chair.account
        if actor != plays:
            own = self.seat(actor)
            if own == command.player:
                yield "RESIGNED" if own in self.gone else "SEAT_IS_HANDED"
            else:
                yield "NOT_A_PLAYER" if own is None else "NOT_YOUR_SEAT"
            return
        try:
            self.rules.judge(self.state, command)
        except Refused as refused:
            yield refused.code

    def _against_takeseat(self, actor, command, _):
        if self.seat(actor) is not None:
            yield "ALREADY_SEATED"
        if actor in self.asked_to_go:
            yield "REMOVED_BY_HOST"
        known = {self.host, *self.terms.invited}
        if self.opening.private and actor not in known and command.invite != invite_code(self.secret):
            yield "INVITE_NEEDED"
        yield from self._against_sitting(command.colour)

    def _against_sitting(self, colour):
        if len(self.chairs) == self.opening.seats:
            yield "TABLE_FULL"
        yield from self._against_colour(colour)

    def _against_colour(self, colour):
        if colour and colour not in COLOURS:
            yield "UNKNOWN_COLOUR"
        if colour in [chair.colour for chair in self.chairs]:
            yield "COLOUR_TAKEN"

    def _against_put_out(self, actor):
        if not actor.startswith("operator:"):
            yield "NOT_AN_OPERATOR"
        past = {"CLOSED": "TABLE_CLOSED", "FINISHED": "GAME_OVER", "STARTING": "GAME_NOT_STARTED"}
        if self.status in past:
            yield past[self.status]

    def _against_leaveseat(self, actor, *_):
        if self.seat(actor) is None:
            yield "NOT_SEATED"

    def _not_host(self, actor):
        if actor != self.host:
            yield "NOT_THE_HOST"

    def _against_addbot(self, actor, command, _):
        yield from self._not_host(actor)
        if command.bot not in ("", *self._bots()):
            yield "UNKNOWN_BOT"
        yield from self._against_sitting(command.colour)

    def _against_clearseat(self, actor, command, _):
        yield from self._not_host(actor)
        if not 0 <= command.place < len(self.chairs):
            yield "PLACE_EMPTY"

    def _against_arrangeseats(self, actor, command, _):
        yield from self._not_host(actor)
        if sorted(command.order) != list(range(len(self.chairs))):
            yield "MALFORMED_COMMAND"

    def _against_choosecolour(self, actor, command, _):
        if self.seat(actor) != command.place:
            yield from self._not_host(actor)
        if not 0 <= command.place < len(self.chairs):
            yield "PLACE_EMPTY"
        elif self.chairs[command.place].colour != command.colour:
            yield from self._against_colour(command.colour)

    def _against_setready(self, actor, *_):
        if self.seat(actor) is None:
            yield "NOT_SEATED"

    def _against_startgame(self, actor, *_):
        yield from self._not_host(actor)
        if self.terms.ready_check and not self._all_ready():
            yield "NOT_ALL_READY"
        if len(self.chairs) < self.variant.players_min:
            yield "TOO_FEW_PLAYERS"

    def _against_begin(self, command):
        if self.status != "STARTING":
            yield {"OPEN": "NOT_STARTING", "CLOSED": "TABLE_CLOSED"}.get(self.status, "GAME_ALREADY_STARTED")
        elif command.round != self.round:
            yield "WRONG_ROUND"
        elif command.signature != signed(command.round):
            yield "ROUND_NOT_SIGNED"

    def _against_closetable(self, actor, *_):
        yield from self._not_host(actor)

    def _against_expiretable(self, actor, *_):
        if actor != "server":
            yield "NOT_THE_SERVER"

    def _against_timeout(self, actor, command, now):
        if actor != "server":
            yield "NOT_THE_SERVER"
        deadline = self.watches[command.place].deadline if 0 <= command.place < len(self.watches) else None
        if deadline is None or now < deadline:
            yield "TIME_NOT_UP"

    def _plays_own(self, actor):
        seat = self.seat(actor)
        if seat is None:
            yield "NOT_A_PLAYER"
        elif seat in self.gone:
            yield "RESIGNED"
        elif self.chairs[seat].bot:
            yield "SEAT_IS_HANDED"

    def _against_takevacation(self, actor, command, _):
        yield from (out := list(self._plays_own(actor)))
        if out or not self.watches or not 1 <= command.days <= self.watches[self.seat(actor)].days:
            yield "VACATION_USED_UP"

    def _against_handseat(self, actor, command, _):
        yield from self._plays_own(actor)
        if command.bot not in ("", *self._bots()):
            yield "UNKNOWN_BOT"

    def _against_takeseatback(self, actor, *_):
        seat = self.seat(actor)
        if seat is None:
            yield "NOT_A_PLAYER"
        if seat in self.gone:
            yield "RESIGNED"

    def _against_resign(self, actor, *_):
        if self.seat(actor) is None:
            yield "NOT_A_PLAYER"

    def _too_far(self, commands):
        if not 1 <= commands <= min(TAKEN_BACK_MAX, len(self.taken)):
            yield "UNDO_TOO_FAR"

    def _against_undo(self, actor, command, now):
        yield from (out := [*self._plays_own(actor), *self._too_far(command.commands)])
        if out:
            return
        last, seat = self.taken[-command.commands :], self.seat(actor)
        if any(each.by != seat or not each.alone for each in last):
            yield "UNDO_NEEDS_CONSENT"
        deadline = last[0].watches[seat].deadline if self.clock else None
        if deadline is not None and deadline <= max(now, self.time):
            yield "UNDO_TOO_LATE"

    def _against_question(self, actor):
        yield from self._plays_own(actor)
        if self.question:
            yield "PROPOSAL_PENDING"
        if self.opening.rated and len(self.must_agree()) < 2:
            yield "NOBODY_TO_AGREE"

    def _against_proposeundo(self, actor, command, _):
        yield from self._against_question(actor)
        yield from self._too_far(command.commands)

    def _against_proposeabandon(self, actor, *_):
        yield from self._against_question(actor)

    def _against_vote(self, actor, *_):
        yield from self._plays_own(actor)
        if not self.question:
            yield "NO_PROPOSAL"

    # Effects of a command

    def hear(self, actor, command, now, version):
        """Return whether an event happened. `version`: of the table before the command. If the game `begins` with it,
        the next call describes its set-up."""
        kind = type(command).__name__.lower()
        if more := self._detour(actor, command):
            self.detours[actor] = self.detours.get(actor, 0) + more
        if kind == "stoptable":
            self._end("STOPPED", None) if self.status == "RUNNING" else self._close()
            return True
        if kind == "putout" and self.status == "OPEN":
            return self._banned_before_the_start(command.account)
        if self.status in ("OPEN", "STARTING"):
            return self._hear_before_the_start(actor, command, kind, now)
        now = max(now, self.time)
        before = self.state
        if isinstance(command, m.TableCommand):
            happened = getattr(self, "_do_" + kind)(actor, command, now, version)
        elif happened := bool(self.rules.judge(self.state, command)[0]):
            self._play(None if self.chairs[command.player].bot else command.player, [command], version)
        if happened and self.status == "RUNNING":
            self._conclude(before, now, took_back=kind == "undo")
        return happened

    def _hear_before_the_start(self, actor, command, kind, now):
        before = deepcopy((self.status, self.chairs))
        getattr(self, "_do_" + kind)(actor, command)
        full = len(self.chairs) == self.opening.seats
        self.begins |= self.status == "OPEN" and self.terms.starts_when_full and full and self._all_ready()
        if self.begins and self.opening.beacon and kind != "begin":
            self.begins, self.status, self.round = False, "STARTING", self._round(now)
        return self.begins or before != (self.status, self.chairs)

    def _round(self, now):
        """TB-BEACON-02: the first that comes at or after the lead."""
        beacon, number = self.opening.beacon, 1
        first = beacon.genesis_s * 1000
        if now + beacon.lead_s * 1000 > first:
            number = (now + beacon.lead_s * 1000 - first) // (beacon.period_s * 1000) + 1
        while first + (number - 1) * beacon.period_s * 1000 < now + beacon.lead_s * 1000:
            number += 1
        return number

    def _close(self):
        self.status = "CLOSED"

    def _do_takeseat(self, actor, command):
        self._sit(Chair(actor, "", command.colour))

    def _do_addbot(self, _, command):
        self._sit(Chair("", command.bot or self._bots()[-1], command.colour))

    def _sit(self, chair):
        taken = [each.colour for each in self.chairs]
        chair.colour = chair.colour or next(colour for colour in COLOURS if colour not in taken)
        self.chairs.append(chair)

    def _do_leaveseat(self, actor, _):
        del self.chairs[self.seat(actor)]
        if self.host == "server" and not self.chairs:
            self._close()

    def _banned_before_the_start(self, account):
        if account == self.host:
            self._close()
        elif self.seat(account) is None:
            return False
        else:
            self._do_leaveseat(account, None)
        return True

    def _do_putout(self, _, command, *more):
        """It resigns, whichever player or bot plays its seat (TB-CLOSE-04)."""
        return self.seat(command.account) is not None and self._do_resign(command.account, command, *more)

    def _do_clearseat(self, actor, command):
        out = self.chairs.pop(command.place).account
        if out and out != self.host:
            self.asked_to_go.add(out)

    def _do_arrangeseats(self, _, command):
        self.chairs = [self.chairs[place] for place in command.order]

    def _do_choosecolour(self, _, command):
        self.chairs[command.place].colour = command.colour

    def _do_setready(self, actor, command):
        self.chairs[self.seat(actor)].ready = command.ready

    def _do_startgame(self, *_):
        self.begins = True

    def _do_begin(self, *_):
        self.begins = True

    def _do_closetable(self, *_):
        self._close()

    def _do_expiretable(self, *_):
        self._close()

    def begin(self, rules, state, now):
        self.status, self.begins, self.rules, self.state = "RUNNING", False, rules, state
        self.detours = {}
        if self.clock:
            self.time = max(now, self.time)
            self.watches = [Watch(self.clock.bank_s * 1000, self.clock.vacation_days) for _ in self.chairs]
            self._run_watches(self.time, other_phase=False)

    def _play(self, by, commands, version):
        self.taken.append(TakenCommand(by, self.state, deepcopy(self.watches), version))
        self.taken = self.taken[-TAKEN_BACK_MAX:]
        for command in commands:
            events, self.state = self.rules.judge(self.state, command)
            if any(event.reveals for event in events):
                self._nothing_alone()
        if self.question and self.question.undo is not None:
            self.question = None

    def _nothing_alone(self):
        for each in self.taken:
            each.alone = False

    def _do_timeout(self, _, command, now, version):
        seat, what = command.place, self.clock.on_timeout
        if self.chairs[seat].bot:
            return False
        if what == "DEFAULT":
            self._play_defaults(seat, version)
        elif what == "FORFEIT" and all(
            watch.deadline is not None and watch.deadline <= now
            for place, watch in enumerate(self.watches)
            if place not in self.gone
        ):
            self._end("ABANDONED", None)
        else:
            self.watches[seat].bank = 0
            self.time = now
            self._bot_plays(seat, self._stand_in(""))
            if what == "FORFEIT":
                self.gone.append(seat)
                self.lost_at[seat] = self.watches[seat].deadline
        return True

    def _play_defaults(self, seat, version):
        state, commands = self.state, []
        while seat in self.rules.to_act(state) and self.rules.moment(state) == self.rules.moment(self.state):
            commands.append(self.rules.default(state, seat))
            _, state = self.rules.judge(state, commands[-1])
        self._play(None, commands, version)

    def _bot_plays(self, seat, bot):
        self.chairs[seat].bot = bot
        self._nothing_alone()
        if self.question and self.question.by == seat:
            self.question = None

    def _stand_in(self, wanted):
        return wanted or self.terms.stand_in or self._bots()[-1]

    def _do_takevacation(self, actor, command, now, _):
        watch = self.watches[self.seat(actor)]
        watch.days -= command.days
        watch.away_until = max(now, watch.away_until) + command.days * DAY_MS
        if watch.deadline is not None:
            watch.deadline += command.days * DAY_MS
        self.time = now
        self._nothing_alone()
        return True

    def _do_handseat(self, actor, command, *_):
        self._bot_plays(self.seat(actor), self._stand_in(command.bot))
        return True

    def _do_takeseatback(self, actor, _, now, __):
        seat = self.seat(actor)
        if not self.chairs[seat].bot:
            return False
        self.chairs[seat].bot = ""
        self._nothing_alone()
        if self.watches and (deadline := self.watches[seat].deadline) is not None and deadline <= now:
            self.watches[seat].deadline, self.time = max(now, deadline + 1), now
        return True

    def _do_resign(self, actor, *_):
        seat = self.seat(actor)
        if seat in self.gone:
            return False
        self._bot_plays(seat, self._stand_in(""))
        self.gone.append(seat)
        return True

    def _do_undo(self, _, command, now, __):
        self._back_to(self.taken[-command.commands])
        if self.clock:
            self.time = now
        return True

    def _back_to(self, then):
        self.taken = self.taken[: self.taken.index(then)]
        self.state = then.state
        self.watches = deepcopy(then.watches)
        if self.question and self.question.undo is not None:
            self.question = None

    def _do_proposeundo(self, actor, command, *_):
        seat = self.seat(actor)
        self.question = Question(seat, self.taken[-command.commands].version, {seat})
        return True

    def _do_proposeabandon(self, actor, *_):
        self.question = Question(self.seat(actor), None, {self.seat(actor)})
        return True

    def _do_vote(self, actor, command, *_):
        seat = self.seat(actor)
        if not command.agree:
            self.question = None
        elif seat in self.question.yes:
            return False
        else:
            self.question.yes.add(seat)
        return True

    # Consequences

    def _conclude(self, before, now, took_back):
        if self.opening.rated and len(self.must_agree()) < 2:
            self.question = None  # one player alone cannot take a rated result back
        if self.question and self.must_agree() <= self.question.yes:
            if self.question.undo is None:
                self._end("ABANDONED", None)
                return
            self._all_go_back(now)
            took_back = True
        outcome = self.rules.outcome(self.state)
        left = [seat for seat in range(len(self.chairs)) if seat not in self.gone]
        if outcome:
            self._end(outcome.reason, outcome.standings)
        elif self.gone and (len(left) == 1 or not any(self.chairs[seat].account for seat in left)):
            self._end("RESIGNED", "LEFT")
        elif self.clock and not took_back:
            self._run_watches(now, self.rules.moment(before) != self.rules.moment(self.state))

    def _all_go_back(self, now):
        then = next(each for each in self.taken if each.version == self.question.undo)
        vacations = [(watch.days, watch.away_until) for watch in self.watches]
        self._back_to(then)
        for watch, (days, away_until) in zip(self.watches, vacations, strict=True):
            watch.days, watch.away_until, watch.deadline = days, away_until, None
        if self.clock:
            self.time = now
            self._run_watches(now, other_phase=False)

    def _run_watches(self, now, other_phase):
        awaited = self.rules.to_act(self.state)
        for seat, watch in enumerate(self.watches):
            before = replace(watch)
            if watch.deadline is not None and (other_phase or seat not in awaited):
                watch.bank = max(0, min(watch.bank, watch.deadline - now)) + self.clock.increment_s * 1000
                watch.deadline = None
            if watch.deadline is None and seat in awaited and not self.chairs[seat].bot:
                watch.deadline = max(now, watch.away_until) + self.clock.move_s * 1000 + watch.bank
            if watch != before:
                self.time = now

    def _end(self, reason, standings):
        """`result`: the reason, and each seat's rank and whether it won, where there are standings."""
        self.status, self.question, self.watches, self.taken = "FINISHED", None, [], []
        if standings is None:
            self.result = (reason, {})
        elif standings == "LEFT":
            places = {s: (1, True) for s in range(len(self.chairs)) if s not in self.gone}
            self.result = (reason, self._with_gone(places))
        else:
            stayed = [each for each in standings if each.player not in self.gone]
            places = {each.player: (1 + sum(o.rank < each.rank for o in stayed), each.won) for each in stayed}
            if any(each.won for each in standings) and not any(won for _, won in places.values()):
                places = {seat: (rank, rank == 1) for seat, (rank, _) in places.items()}
            self.result = (reason, self._with_gone(places))

    def _with_gone(self, places):
        """Equal moments make a group, and the group has the place of its first member."""
        groups = []
        for seat in self.gone:
            if groups and seat in self.lost_at and self.lost_at[seat] == self.lost_at.get(groups[-1][-1]):
                groups[-1].append(seat)
            else:
                groups.append([seat])
        before = len(places)
        for group in reversed(groups):
            places = places | dict.fromkeys(group, (before + 1, False))
            before += len(group)
        return places

    # Public questions

    def seat(self, account):
        return next((n for n, chair in enumerate(self.chairs) if account and chair.account == account), None)

    def must_agree(self):
        """TB-LEAVE-01, TB-LEAVE-04."""
        return {
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.account and seat not in self.gone and (self.opening.rated or not chair.bot)
        }

    def _all_ready(self):
        return all(chair.ready or not chair.account for chair in self.chairs) or not self.terms.ready_check

    def _bots(self):
        return tuple(self.variant.decider(self.opening.options, self.opening.seats).bots)
