"""Phase 3: incomes and the new order row, then the resource market, then the plant market."""

from collections import Counter
from collections.abc import Sequence

from domain.card_game.figures import BURNS
from domain.card_game.fuel import burn, plans, profit_of, units_of
from domain.card_game.messages import (
    CardColumn,
    IncomePaid,
    Move,
    PhaseBegan,
    PlantsRun,
    ResourceCardsChanged,
    ResourceCardsDealt,
    ResourceDeckReshuffled,
    ResourceMarketShifted,
    Run,
    RunPlants,
)
from domain.card_game.options import Production
from domain.card_game.phases import plants as market
from domain.card_game.phases.order import by_income
from domain.card_game.rules import Rules
from domain.card_game.state import BUREAUCRACY, State
from domain.card_game.story import Story
from domain.kernel.decider import Option
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused

SHIFTS = ((3, 2), (4, 2), (4, 3))
"""From which column to which, in this order (CG-BUR-05)."""
DEALT_COLUMNS = (2, 3, 4)


def begin(story: Story) -> None:
    story.tell(PhaseBegan(BUREAUCRACY))


def end(story: Story) -> None:
    """All have reported."""
    pay_incomes(story)
    refill_resources(story)
    update_plants(story)


# Step 1: production, order row, income


def run_plants(story: Story, command: RunPlants) -> None:
    rules, state, seat = story.rules, story.state, command.player
    if state.players[seat].ran is not None:
        raise Refused("ALREADY_REPORTED", "CG-BUR-02")
    if state.waiting[0] != seat:
        raise Refused("NOT_YOUR_TURN", "CG-BUR-02", to_act=state.waiting[0])
    burnt = checked_fuel(rules, state, seat, command.runs)
    story.tell(PlantsRun(seat, command.runs, burnt))
    if burnt:
        change = burn(rules.cards, state.players[seat].stock, burnt)
        story.tell(ResourceCardsChanged(seat, change.turned, change.discarded, change.leftovers))
    story.tell_all(rules.company.report(story.state))


def checked_fuel(rules: Rules, state: State, seat: Seat, runs: tuple[Run, ...]) -> dict[str, int]:
    """The units the runs burn by type, or the first refusal: each check looks at all runs (PG-GEN-02)."""
    if not runs:
        return {}
    owner, plants = state.players[seat], rules.cards.plants
    for run in runs:
        if run.card not in owner.plants:
            raise Refused("PLANT_NOT_OWNED", "CG-BUR-02", card=run.card)
    cards = [run.card for run in runs]
    if len(set(cards)) < len(cards):
        raise Refused("PLANT_RUN_TWICE", "CG-PLT-02", card=min(card for card, n in Counter(cards).items() if n > 1))
    for run in runs:
        for fuel in run.fuel:
            if fuel not in BURNS[plants[run.card].fuel]:
                raise Refused("FUEL_TYPE_INVALID", "CG-BUR-02", card=run.card, type=fuel)
    burnt: dict[str, int] = {}
    for run in runs:
        need = plants[run.card].need
        if sum(run.fuel.values()) != need:
            raise Refused("FUEL_AMOUNT_INVALID", "CG-PLT-02", card=run.card, norm=need, fuel=run.fuel)
        for fuel, units in run.fuel.items():
            burnt[fuel] = burnt.get(fuel, 0) + units
    stock = units_of(rules.cards, owner.stock)
    for fuel, units in burnt.items():
        if units > stock[fuel]:
            raise Refused("INSUFFICIENT_FUEL", "CG-BUR-02", type=fuel, wanted=units, stock=stock[fuel])
    return burnt


def income_of(rules: Rules, ran: tuple[str, ...]) -> int:
    """The profits, or 1 E when nothing ran (CG-BUR-03)."""
    return profit_of(rules.cards, ran) if ran else rules.cards.tables.guaranteed_income


def pay_incomes(story: Story) -> None:
    """The row is set first, then all are paid (CG-BUR-04, DEC-CG-27)."""
    players = story.state.players
    incomes = [income_of(story.rules, player.ran or ()) for player in players]
    event = by_income(story.rules, story.state, incomes)
    story.tell(event)
    for key in event.keys:
        seat, player = key.player, players[key.player]
        story.tell(IncomePaid(seat, incomes[seat], not player.ran, player.cash + incomes[seat]))


# Step 2: the resource market


def refill_resources(story: Story) -> None:
    shift(story)
    deal(story)


def shift(story: Story) -> None:
    """Cards left move to cheaper columns as far as there is room (CG-BUR-05)."""
    size, sorted_column = story.rules.setup.column, story.rules.cards.sorted_column
    columns: list[Sequence[str]] = [*story.state.fuel.columns]
    moves: list[Move] = []
    for source, target in SHIFTS:
        free = size - len(columns[target - 1])
        if free and columns[source - 1]:
            cards = sorted_column(columns[source - 1])
            moved, columns[source - 1] = cards[:free], cards[free:]
            columns[target - 1] = [*columns[target - 1], *moved]
            moves += [Move(card, source, target) for card in moved]
    if moves:
        story.tell(ResourceMarketShifted(tuple(moves)))


def deal(story: Story) -> None:
    """Free places are filled from the deck, which is made anew from the discard pile when it is empty (CG-BUR-06,
    CG-BUR-07); without either, places stay free (DEC-CG-03)."""
    size, columns = story.rules.setup.column, story.state.fuel.columns
    free: list[int] = []
    for column in DEALT_COLUMNS:
        free += [column] * (size - len(columns[column - 1]))
    while free:
        deck = story.state.fuel.deck
        if not deck:
            if not story.state.fuel.discard:
                return
            reshuffle(story)
            continue
        dealt = tuple(map(CardColumn, deck, free))
        free = free[len(dealt) :]
        story.tell(ResourceCardsDealt(dealt, len(deck) - len(dealt)))


def reshuffle(story: Story) -> None:
    """The discard pile becomes the deck; the first time the "++" cards begin the next one; the cheapest plant leaves
    (CG-BUR-08, CG-BUR-10)."""
    fuel, rules = story.state.fuel, story.rules
    count = fuel.reshuffles + 1
    order = Dice(bytes.fromhex(story.state.seed)).roll(f"resource deck {count}").shuffle(fuel.discard)
    pile = tuple(card.id for card in rules.cards.figures.plus_plus) if count == 1 else ()
    story.tell(ResourceDeckReshuffled(count, pile, order))
    market.remove_cheapest(story, "RESOURCE_RESHUFFLE")
    market.draw(story, "RESOURCE_RESHUFFLE")


# Step 3: the plant market


def update_plants(story: Story) -> None:
    """The dearest plant goes under the deck (CG-BUR-11); once the market was cut this round, the cheapest leaves
    instead (CG-BUR-12, DEC-CG-06)."""
    if story.state.plants.last == "OUT":
        market.remove_cheapest(story, "LAST_ROUND_UPDATE")
    else:
        market.put_dearest_under_deck(story)
    market.draw(story, "UPDATE")


def options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    owner = state.players[seat]
    return (Production(seat, tuple(plans(rules.cards, owner.plants, units_of(rules.cards, owner.stock)))),)
