"""Stage 2 as a step: each seat settles its income in one command, public and in effect at once (C61-INC-11)."""

from msgspec.structs import replace

from domain.colony61 import turns
from domain.colony61.cubes import total
from domain.colony61.default_income import default_income, spelt_out
from domain.colony61.income import Basis, basis, has_choice
from domain.colony61.messages import IncomeResolved, ResolveIncome
from domain.colony61.rules import Decision, Ground, Rules
from domain.colony61.settling import chosen_spending, paid_out
from domain.colony61.state import State, with_corporation, without
from domain.kernel.ids import Seat


def open_step(decision: Decision) -> None:
    """Seats with one outcome or a standing default are resolved by the server."""
    rules, state = decision.rules, decision.state
    ground = Ground(rules, state)
    owing = tuple(
        [
            seat
            for seat in state.seats
            if not state.corporations[seat].income_default and has_choice(rules, state, seat, ground)
        ]
    )
    turns.open_step(decision, "INCOME", owing)
    for seat in state.seats:
        if seat not in owing:
            resolve_by_default(decision, seat, basis(rules, state, seat, ground))


def default(rules: Rules, state: State, seat: Seat) -> ResolveIncome:
    """C61-INC-12."""
    found = basis(rules, state, seat, Ground(rules, state))
    return spelt_out(found, seat, default_income(found))


def choose(decision: Decision, command: ResolveIncome) -> None:
    rules, state = decision.rules, decision.state
    found = basis(rules, state, command.player, Ground(rules, state))
    if command.accept_default:
        resolve_by_default(decision, command.player, found)
    else:
        decision.record(paid_out(found, command.player, chosen_spending(found, command), by_default=False))


def resolve_by_default(decision: Decision, seat: Seat, found: Basis) -> None:
    decision.record(paid_out(found, seat, default_income(found), by_default=True))


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_income(state: State, event: IncomeResolved) -> State:
    given_out = total([state.given_out, *[portion.cubes for portion in event.portions]])
    if event.exchange is not None:
        given_out = given_out - event.exchange.before + event.exchange.after
    for upkeep in event.upkeep:
        given_out -= upkeep.cubes
    corporation = replace(state.corporations[event.player], storage=event.storage_after)
    return replace(
        state,
        corporations=with_corporation(state, event.player, corporation),
        given_out=given_out - event.lost,
        owing=without(state.owing, event.player),
        waiting=without(state.waiting, event.player),
    )
