"""A referee of Colony-61: follows a whole game by its events and objects to the first one that breaks a rule.

Why a second one: the rules of `domain/colony61` decide, fold and offer from one understanding of the rulebook, and a
test that asks them for the expected figure repeats their mistakes. This referee was written from the rulebook and the
catalogue by another author, in the plainest way: no speed, no cache, everything counted again. Where the two differ,
one of them misreads the rules, and the catalogue decides which.

It must not share any rule, state or helper of `domain/colony61`. It knows the messages (their shape is the contract)
and the published figures as plain JSON; only `cases.py`, which makes positions for both, reads a state. It does not
judge randomness: a stored order of cards is accepted, as long as it has the right cards.
"""

from collections.abc import Callable
from typing import Any

from domain.colony61.cubes import Cubes
from domain.colony61.messages import (
    Bonus,
    BuildPaid,
    CardRecycled,
    CardsDecided,
    CardsExchanged,
    CardsGivenUp,
    CardsLaid,
    CardsOffered,
    CardsRevealed,
    ColonyDefeated,
    ColonyEvent,
    DeckReshuffled,
    EndConditionMet,
    GameEnded,
    GameStarted,
    IncomeResolved,
    KeepChosen,
    MarkersMoved,
    ModuleBuilt,
    PlayerScored,
    PortionCubes,
    ResolveIncome,
    StandingDefaultsSet,
    StartCardsDealt,
    StartChosen,
    StartHandTaken,
    StepClosed,
    StepOpened,
    SupplyDrawn,
    SupplyShort,
    SwapChosen,
    TurnBegan,
    UpkeepPayment,
)
from tests.domain.colony61.referee import building, cards
from tests.domain.colony61.referee.default_income import default_income
from tests.domain.colony61.referee.ending import defeats, ranking_of, score_of, winners_of
from tests.domain.colony61.referee.figures import Objection, Purse, agree
from tests.domain.colony61.referee.income import Illegal, judge_income
from tests.domain.colony61.referee.table import Draw, Table

Choice = StartChosen | CardsLaid | CardsDecided | SwapChosen | KeepChosen

NEXT_STEP = {
    None: "START",
    "START": "LAY",
    "LAY": "DECIDE",
    "DECIDE": "INCOME",
    "INCOME": "SWAP",
    "SWAP": "KEEP",
    "KEEP": "LAY",
}


def follow(table: Table, event: ColonyEvent) -> None:
    """Takes the event over, or raises an `Objection` that names the rule."""
    agree("C61-END-05", "an event after the end", table.over, False)
    FOLLOWS[type(event)](table, event)


def step_opened(table: Table, event: StepOpened) -> None:
    """C61-SIM-01, C61-SIM-07: the steps come in order, and who has something to choose owes it."""
    agree("C61-SIM-07", "step", event.step, NEXT_STEP[table.step])
    agree("C61-END-03", "an exchange in the last turn", table.last_turn and event.step == "SWAP", False)
    if event.step == "INCOME":
        building.end_stage_1(table)
        agree("C61-END-03", "a last turn", table.last_turn, bool(table.end_conditions()))
        agree("C61-END-02", "defeat conditions before the income", defeats(table.colony, table.markers), [])
    if event.step == "KEEP":
        agree("C61-EXC-04", "cards still to look at", table.piles_empty or not table.to_draw, True)
        table.to_draw = []
    table.step = event.step
    table.owing = tuple(event.seats)
    expected = tuple(seat for seat, player in enumerate(table.players) if table.owes(player))
    if event.step == "INCOME":  # a seat whose income has one outcome is resolved too
        agree("C61-SIM-09", "seats that owe an income", set(table.owing) <= set(expected), True)
    else:
        agree("C61-SIM-01", f"seats that owe a choice in {event.step}", table.owing, expected)
    table.resolved = set[int]()
    held = [card for player in table.players for card in player.cards]
    agree("C61-GEN-05", "all cards", sorted(held + table.draw_pile + table.discard_pile), table.deck)


def chosen(table: Table, event: Choice) -> None:
    """C61-SIM-02; a choice may be replaced while the step is open (C61-SIM-04)."""
    agree("C61-SIM-05", "step of the choice", (event.turn, event.step), (table.turn, table.step))
    agree("C61-SIM-05", "a choice that is owed", event.player in table.owing, True)
    table.players[event.player].chosen = event


def step_closed(table: Table, event: StepClosed) -> None:
    """All have chosen; automatic consequences are recorded here and compared with the events (C61-SIM-07)."""
    agree("C61-SIM-07", "step", event.step, table.step)
    if table.step == "INCOME":
        agree("C61-INC-11", "seats with an income", table.resolved, set(range(len(table.players))))
        table.to_draw = [Draw(seat, table.hand_target - len(each.hand)) for seat, each in enumerate(table.players)]
    else:
        missing = [seat for seat in table.owing if table.players[seat].chosen is None]
        agree("C61-SIM-07", "seats that have not chosen", missing, [])
    if table.step == "DECIDE":
        table.to_show = [fact for seat in range(len(table.players)) for fact in building.decisions_shown(table, seat)]
    if table.step == "SWAP":
        table.to_show = [fact for seat in range(len(table.players)) for fact in cards.swaps_shown(table, seat)]
    table.to_draw = [draw for draw in table.to_draw if draw.count]


def standing_defaults_set(table: Table, event: StandingDefaultsSet) -> None:
    """C61-SIM-09."""
    player = table.players[event.player]
    player.income_by_default, player.exchange_by_default = event.income, event.exchange


def income_resolved(table: Table, event: IncomeResolved) -> None:
    """C61-INC: the event, read as a choice again, must be legal and lead where it says."""
    agree("C61-INC-11", "a second income", event.player in table.resolved, False)
    table.resolved.add(event.player)
    home = table.household(event.player)
    try:
        settled = judge_income(home, choice_of(event))
    except Illegal as illegal:
        raise Objection(f"C61-INC-13: refused for {illegal} by the referee: {event}") from None
    if event.exchange:
        agree("C61-INC-02", "storage before", Purse.of(event.exchange.before), home.storage)
    told = {portion.portion: (portion.modules, portion.amount) for portion in event.portions}
    agree("C61-INC-07", "portions", told, settled.portions)
    agree("C61-INC-07", "earned", event.earned, sum(amount for _, amount in told.values()))
    agree("C61-INC-09", "unpaid upkeep", tuple(upkeep.short for upkeep in event.upkeep), settled.short)
    agree("C61-STO-03", "thrown away", Purse.of(event.lost), settled.lost)
    agree("C61-STO-03", "storage", Purse.of(event.storage_after), settled.storage)
    if event.by_default:
        agree("C61-INC-12", "income by default", choice_of(event), default_income(home, event.player, event.turn))
    if event.player not in table.owing and not table.players[event.player].income_by_default:
        agree("C61-SIM-01", "an income with a choice", bool(settled.portions or event.upkeep or home.recycled), False)
    table.players[event.player].storage = settled.storage


def colony_defeated(table: Table, event: ColonyDefeated) -> None:
    """C61-END-01, C61-END-02."""
    building.end_stage_1(table)
    told = [(condition.resource, condition.bound) for condition in event.conditions]
    agree("C61-END-02", "defeat conditions", told, defeats(table.colony, table.markers))
    table.defeated = True


def end_condition_met(table: Table, event: EndConditionMet) -> None:
    """C61-END-03, C61-END-04."""
    building.end_stage_1(table)
    told = [(condition.kind, condition.bound) for condition in event.conditions]
    agree("C61-END-03", "end conditions", told, table.end_conditions())
    table.last_turn = True


def player_scored(table: Table, event: PlayerScored) -> None:
    """C61-SCO-01…04."""
    agree("C61-SUP-01", "cards still to draw before scoring", table.to_draw, [])
    agree("C61-SCO-05", "seat that is scored", event.player, len(table.scores))
    score = score_of(table.colony, table.markers, table.estates(), event.player)
    agree("C61-SCO-01", "score", {name: getattr(event, name) for name in score}, score)
    table.scores.append(score)


def game_ended(table: Table, event: GameEnded) -> None:
    """Check the ranking (C61-SCO-05); a defeat has none (C61-END-02)."""
    agree("C61-END-03", "a last turn or a defeat", table.last_turn or table.defeated, True)
    agree("C61-END-02", "reason", event.reason, "DEFEAT" if table.defeated else "END_CONDITION")
    ranking = ranking_of(table.scores)
    agree("C61-SCO-05", "seats scored", len(table.scores), 0 if table.defeated else len(table.players))
    agree("C61-SCO-05", "ranking", [(row.rank, row.player) for row in event.ranking], ranking)
    agree("C61-SCO-05", "winners", list(event.winners), winners_of(ranking))
    table.over = True


def choice_of(event: IncomeResolved) -> ResolveIncome:
    """The choice that the event tells, spelt out."""
    return ResolveIncome(
        event.player,
        event.turn,
        effect=event.effect,
        exchange=event.exchange.after if event.exchange else None,
        bonuses=tuple(Bonus(bonus.source, bonus.target) for bonus in event.bonuses),
        merges=event.merges,
        upkeep=tuple(
            UpkeepPayment(each.module, each.portion, None if each.portion else each.cubes) for each in event.upkeep
        ),
        cubes=tuple(PortionCubes(each.portion, each.cubes) for each in event.portions if each.cubes != Cubes()),
        keep=event.storage_after,
    )


FOLLOWS: dict[type[ColonyEvent], Callable[[Table, Any], None]] = {
    GameStarted: cards.game_started,
    StartCardsDealt: cards.start_cards_dealt,
    StartChosen: chosen,
    StartHandTaken: cards.start_hand_taken,
    StepOpened: step_opened,
    StepClosed: step_closed,
    StandingDefaultsSet: standing_defaults_set,
    TurnBegan: building.turn_began,
    CardsLaid: chosen,
    CardsRevealed: building.cards_revealed,
    CardsDecided: chosen,
    BuildPaid: building.build_paid,
    ModuleBuilt: building.module_built,
    CardRecycled: building.card_recycled,
    MarkersMoved: building.markers_moved,
    ColonyDefeated: colony_defeated,
    EndConditionMet: end_condition_met,
    IncomeResolved: income_resolved,
    SupplyDrawn: cards.supply_drawn,
    SupplyShort: cards.supply_short,
    DeckReshuffled: cards.deck_reshuffled,
    SwapChosen: chosen,
    CardsGivenUp: cards.cards_given_up,
    CardsOffered: cards.cards_offered,
    KeepChosen: chosen,
    CardsExchanged: cards.cards_exchanged,
    PlayerScored: player_scored,
    GameEnded: game_ended,
}
