"""Phase 3: incomes and the new order row, then the resource market, then the plant market."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from domain.card_game.burning import cards_changed, cards_to_choose, check_cards
from domain.card_game.figures import BURNS, Plant
from domain.card_game.fuel import plans, profit_of, units_of
from domain.card_game.messages import (
    CardColumn,
    IncomePaid,
    Move,
    PhaseBegan,
    PlantsRun,
    ResourceCardsDealt,
    ResourceDeckReshuffled,
    ResourceMarketShifted,
    Run,
    RunPlants,
)
from domain.card_game.options import Production
from domain.card_game.phases import plants as market
from domain.card_game.phases.order import by_income
from domain.card_game.rules import Decision, Rules
from domain.card_game.state import BUREAUCRACY, State
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused

SHIFTS = ((3, 2), (4, 2), (4, 3))
"""Moves of cards between columns, in this order (CG-BUR-05)."""
DEALT_COLUMNS = (2, 3, 4)


def begin(decision: Decision) -> None:
    decision.record(PhaseBegan(BUREAUCRACY))


def end(decision: Decision) -> None:
    """All seats have reported."""
    pay_incomes(decision)
    refill_resources(decision)
    update_plants(decision)


# Step 1: production, order row, income


def run_plants(decision: Decision, command: RunPlants) -> None:
    rules, state, seat = decision.rules, decision.state, command.player
    if state.players[seat].ran is not None:
        raise Refused("ALREADY_REPORTED", "CG-BUR-02")
    if state.waiting[0] != seat:
        raise Refused("NOT_YOUR_TURN", "CG-BUR-02", to_act=state.waiting[0])
    burnt = checked_fuel(rules, state, seat, command.runs)
    check_cards(rules, state.players[seat].stock, burnt, command.cards)
    decision.record(PlantsRun(seat, command.runs, burnt))
    if burnt:
        decision.record(cards_changed(rules, seat, state.players[seat].stock, burnt, command.cards))
    decision.record_all(rules.company.report(decision.state))


def checked_fuel(rules: Rules, state: State, seat: Seat, runs: tuple[Run, ...]) -> dict[str, int]:
    """The units the runs burn by type, or the first refusal: each check looks at all runs (PG-GEN-02)."""
    _require_own_plants(state.players[seat].plants, runs)
    _require_fitting_fuel(rules.cards.plants, runs)
    burnt = Counter[str]()
    for run in runs:
        burnt.update(run.fuel)
    stock = units_of(rules.cards, state.players[seat].stock)
    for fuel, units in burnt.items():
        if units > stock[fuel]:
            raise Refused("INSUFFICIENT_FUEL", "CG-BUR-02", type=fuel, wanted=units, stock=stock[fuel])
    return dict(burnt)


def _require_own_plants(own: Collection[str], runs: tuple[Run, ...]) -> None:
    for run in runs:
        if run.card not in own:
            raise Refused("PLANT_NOT_OWNED", "CG-BUR-02", card=run.card)
    cards = [run.card for run in runs]
    if len(set(cards)) < len(cards):
        raise Refused("PLANT_RUN_TWICE", "CG-PLT-02", card=min(card for card, n in Counter(cards).items() if n > 1))


def _require_fitting_fuel(plants: Mapping[str, Plant], runs: tuple[Run, ...]) -> None:
    """The right kinds, and of these what a plant burns: no more and no less."""
    for run in runs:
        for fuel in run.fuel:
            if fuel not in BURNS[plants[run.card].fuel]:
                raise Refused("FUEL_TYPE_INVALID", "CG-BUR-02", card=run.card, type=fuel)
    for run in runs:
        need = plants[run.card].need
        if sum(run.fuel.values()) != need:
            raise Refused("FUEL_AMOUNT_INVALID", "CG-PLT-02", card=run.card, norm=need, fuel=run.fuel)


def income_of(rules: Rules, ran: tuple[str, ...]) -> int:
    """The profits, or 1 E when nothing ran (CG-BUR-03)."""
    return profit_of(rules.cards, ran) if ran else rules.cards.tables.guaranteed_income


def pay_incomes(decision: Decision) -> None:
    """The row is set first, then all are paid (CG-BUR-04, DEC-CG-27)."""
    players = decision.state.players
    incomes = [income_of(decision.rules, player.ran or ()) for player in players]
    event = by_income(decision.rules, decision.state, incomes)
    decision.record(event)
    for key in event.keys:
        seat, player = key.player, players[key.player]
        decision.record(IncomePaid(seat, incomes[seat], not player.ran, player.cash + incomes[seat]))


# Step 2: the resource market


def refill_resources(decision: Decision) -> None:
    shift(decision)
    deal(decision)


def shift(decision: Decision) -> None:
    """Cards left move to cheaper columns as far as there is room (CG-BUR-05)."""
    size, sorted_column = decision.rules.setup.column, decision.rules.cards.sorted_column
    columns: list[Sequence[str]] = [*decision.state.fuel.columns]
    moves: list[Move] = []
    for source, target in SHIFTS:
        free = size - len(columns[target - 1])
        if free and columns[source - 1]:
            cards = sorted_column(columns[source - 1])
            moved, columns[source - 1] = cards[:free], cards[free:]
            columns[target - 1] = [*columns[target - 1], *moved]
            moves += [Move(card, source, target) for card in moved]
    if moves:
        decision.record(ResourceMarketShifted(tuple(moves)))


def deal(decision: Decision) -> None:
    """Free places are filled from the deck, which is reshuffled from the discard pile when it is empty (CG-BUR-06,
    CG-BUR-07); without either, places stay free (DEC-CG-03)."""
    size, columns = decision.rules.setup.column, decision.state.fuel.columns
    free: list[int] = []
    for column in DEALT_COLUMNS:
        free += [column] * (size - len(columns[column - 1]))
    while free:
        deck = decision.state.fuel.deck
        if not deck:
            if not decision.state.fuel.discard:
                return
            reshuffle(decision)
            continue
        dealt = tuple(map(CardColumn, deck, free))
        free = free[len(dealt) :]
        decision.record(ResourceCardsDealt(dealt, len(deck) - len(dealt)))


def reshuffle(decision: Decision) -> None:
    """The discard pile becomes the deck; the first time the "++" cards begin the next one; the cheapest plant leaves
    (CG-BUR-08, CG-BUR-10)."""
    fuel, rules = decision.state.fuel, decision.rules
    count = fuel.reshuffles + 1
    order = Dice(bytes.fromhex(decision.state.seed)).roll(f"resource deck {count}").shuffle(fuel.discard)
    pile = tuple(card.id for card in rules.cards.figures.plus_plus) if count == 1 else ()
    decision.record(ResourceDeckReshuffled(count, pile, order))
    market.remove_cheapest(decision, "RESOURCE_RESHUFFLE")
    market.draw(decision, "RESOURCE_RESHUFFLE")


# Step 3: the plant market


def update_plants(decision: Decision) -> None:
    """The dearest plant goes under the deck (CG-BUR-11); once the market was cut this round, the cheapest leaves
    instead (CG-BUR-12, DEC-CG-06)."""
    if decision.state.plants.last == "OUT":
        market.remove_cheapest(decision, "LAST_ROUND_UPDATE")
    else:
        market.put_dearest_under_deck(decision)
    market.draw(decision, "UPDATE")


def options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    owner = state.players[seat]
    possible = tuple(plans(rules.cards, owner.plants, units_of(rules.cards, owner.stock)))
    return (Production(seat, possible, cards_to_choose(rules, owner.stock)),)
