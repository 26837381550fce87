"""The view `lists`: tables to join or to watch, each account's games and turns (newest first), and their changes.

Changes are a ranking of games by the log position of their last change. A reader that was away continues from any
position: each game once, in its current form, in the order of the changes. See docs/decisions/0013-watching-lists.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from domain.table.aggregate import FINISHED, OPEN, RUNNING, STARTING, Aggregate
from domain.table.messages import GameFinished, SeatCleared
from projections.folds.tables import table_view
from projections.folds.transitions import Transition
from projections.stores.interface import SHARED, AdvanceVersion, Change, Changes, Put, SetRank, Unrank

LISTED = (OPEN, STARTING, RUNNING, FINISHED)
"""Tables of these statuses are listed, unless they are private."""
_encode = msgspec.json.Encoder(order="deterministic").encode
_END_OF_TIME = 10**17  # microseconds; far above any date that can be written with four digits of the year
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def table_key(game_id: str) -> str:
    return f"table.{game_id}"


def tables_key(status: str, variant: str) -> str:
    return f"tables.{status}.{variant}"


def mine_key(account: str) -> str:
    """Open and running games of the account."""
    return f"mine.{account}"


def rematches_key(account: str) -> str:
    """Open rematches of the account's games at which it does not sit yet."""
    return f"rematches.{account}"


def challenges_key(account: str) -> str:
    """Open tables to which the account is invited by name, where it neither sits nor has declined."""
    return f"challenges.{account}"


def open_key(account: str) -> str:
    """Tables that are not over which the account hosts or sits at."""
    return f"open.{account}"


def turns_key(account: str) -> str:
    """Games that wait for the account."""
    return f"turns.{account}"


def played_key(account: str) -> str:
    """Finished games of the account, by when they ended."""
    return f"played.{account}"


def changed_tables_key(variant: str = "") -> str:
    """Public tables by their last change that a lobby shows: all but the moves. Also the home that wakes waiters."""
    return f"changed.tables.{variant}"


def changed_mine_key(account: str) -> str:
    """Games that the account has or had a seat in by their last change that concerns it; also a home as above."""
    return f"changed.mine.{account}"


UPTO = "upto"
"""The position of the lists in the log."""


def listed_at(moment: datetime, game_id: str) -> str:
    """Return a ranking member that sorts before members of earlier moments."""
    age = (moment - _EPOCH) // (datetime.resolution)
    return f"{_END_OF_TIME - age:018d}.{game_id}"


def game_of(member: str) -> str:
    return member.partition(".")[2]


class Lists:
    name, schema, by_game, ends_only = "lists", 10, False, False

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        return ()

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes:
        first: dict[str, Transition] = {}
        last: dict[str, Transition] = {}
        changes: list[Change] = []
        for transition in transitions:
            record = transition.record
            if record.stream_id not in last:
                first[record.stream_id] = transition
            last[record.stream_id] = transition
            if type(record.event) in _TELLING:
                changes += _changes_of_event(transition)
        for game_id, transition in last.items():
            changes.append(Put(table_key(game_id), _encode(table_view(transition))))
            changes += _relisted(first[game_id].before, transition)
        changed = _changed(transitions)
        changes += (
            SetRank(key, game_id, position) for key, games in changed.items() for game_id, position in games.items()
        )
        changes.append(Put(UPTO, b"%d" % transitions[-1].position))
        return {SHARED: changes} | {key: [AdvanceVersion(max(games.values()))] for key, games in changed.items()}


def _changed(transitions: Sequence[Transition]) -> dict[str, dict[str, int]]:
    """Key -> games that changed for it, with the position of each one's last change. Batches are of whole commands."""
    found: dict[str, dict[str, int]] = {}
    waiting: dict[str, set[str]] = {}
    for first, last in _commands(transitions):
        before, aggregate, game_id = first.before, last.aggregate, last.record.stream_id
        waited = waiting.get(game_id)  # asking the rules once a command, not twice, is a fifth of the whole fold
        if waited is None:
            waited = _waits_for(before) if before else set()
        waits = waiting[game_id] = _waits_for(aggregate)
        if before is None or not before.status == aggregate.status != OPEN:
            keys = _concerned(before, last)
        elif waits == waited or last.imported:
            continue
        else:
            keys = map(changed_mine_key, sorted(waits ^ waited))
        for key in keys:
            found.setdefault(key, {})[game_id] = last.position
    return found


def _commands(transitions: Sequence[Transition]) -> Iterator[tuple[Transition, Transition]]:
    """The first and the last of each command."""
    first = last = transitions[0]
    for each in transitions[1:]:
        one, other = last.record, each.record
        if one.envelope.request_id != other.envelope.request_id or one.stream_id != other.stream_id:
            yield first, last
            first = each
        last = each
    yield first, last


def _concerned(before: Aggregate | None, last: Transition) -> Iterator[str]:
    """Change the lists after a command that opened, filled, emptied, began, ended or closed a table. Accounts of an
    imported game are not accounts of this server (TB-RATE-06)."""
    aggregate = last.aggregate
    if not aggregate.opened.private:
        yield from (changed_tables_key(), changed_tables_key(aggregate.opened.variant))
    if not last.imported:
        had = set(_accounts(before)) if before else set()
        for account in sorted(had.union(_accounts(aggregate), _awaited(before), _awaited(aggregate))):
            yield changed_mine_key(account)


_TELLING = (SeatCleared, GameFinished)


def _changes_of_event(transition: Transition) -> Iterator[Change]:
    """Apply changes that only the event knows: who gave up a seat, when a game ended. `_relisted` runs later and
    wins."""
    event = transition.record.event
    if transition.imported:
        return
    if isinstance(event, SeatCleared):
        assert transition.before, "somebody sat there"
        account = transition.before.occupants[event.place].account
        if account:
            for key in (mine_key(account), open_key(account)):
                yield Unrank(key, listed_at(transition.opened_at, transition.record.stream_id))
    elif isinstance(event, GameFinished):
        ended = listed_at(transition.record.envelope.at, transition.record.stream_id)
        for account in _accounts(transition.aggregate):
            yield SetRank(played_key(account), ended)


def _relisted(before: Aggregate | None, transition: Transition) -> Iterator[Change]:
    aggregate = transition.aggregate
    member = listed_at(transition.opened_at, transition.record.stream_id)
    if before is None or before.status != aggregate.status:
        yield from _tables(before, aggregate, member)
    if transition.imported:
        return
    if aggregate.status == OPEN or before is None or before.status != aggregate.status:
        change = SetRank if aggregate.status in (OPEN, STARTING, RUNNING) else Unrank
        for account in _accounts(aggregate):
            yield change(mine_key(account), member)
        for account in sorted({aggregate.opened.host, *_accounts(aggregate)}):
            yield change(open_key(account), member)
    yield from _of_accounts(rematches_key, _awaited(before), _awaited(aggregate), member)
    yield from _of_accounts(challenges_key, _invited(before), _invited(aggregate), member)
    yield from _of_accounts(turns_key, _waits_for(before) if before else set(), _waits_for(aggregate), member)


def _of_accounts(key: Callable[[str], str], had: set[str], have: set[str], member: str) -> Iterator[Change]:
    """Put the game into the lists of accounts that now belong there, and take it out of those of the others."""
    for account in sorted(have - had):
        yield SetRank(key(account), member)
    for account in sorted(had - have):
        yield Unrank(key(account), member)


def _tables(before: Aggregate | None, aggregate: Aggregate, member: str) -> Iterator[Change]:
    opened = aggregate.opened
    if opened.private:
        return
    for variant in ("", opened.variant):
        if before and before.status in LISTED:
            yield Unrank(tables_key(before.status, variant), member)
        if aggregate.status in LISTED:
            yield SetRank(tables_key(aggregate.status, variant), member)


def _accounts(aggregate: Aggregate) -> tuple[str, ...]:
    return tuple(each.account for each in aggregate.occupants if each.account)


def _awaited(aggregate: Aggregate | None) -> set[str]:
    """Return the players of the game before who may still sit down at its rematch (TB-REMATCH-01)."""
    return _invited(aggregate) if aggregate and aggregate.terms.rematch_of else set()


def _invited(aggregate: Aggregate | None) -> set[str]:
    """Return the accounts that were invited by name to an open table and have not answered."""
    if aggregate is None or aggregate.status != OPEN:
        return set()
    return set(aggregate.terms.invited) - {*_accounts(aggregate), *aggregate.declined, *aggregate.removed}


def _waits_for(aggregate: Aggregate) -> set[str]:
    """Return accounts whose own move is awaited. A seat that was handed to a bot waits for no account."""
    if aggregate.play is None:
        return set()
    return {aggregate.occupants[seat].account for seat in aggregate.thinking}
