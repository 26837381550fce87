"""The plant market: what leaves it, what is drawn, and what a draw sets off (PG-AUC-14 to -20, PG-STG-05)."""

from collections.abc import Iterable

from domain.kernel.dice import Dice
from domain.power_grid.cards import by_rank
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    FLOW_GENERATOR,
    RESOURCES,
    STAGE_3,
    TURN_ORDER,
    Card,
    DeckShuffled,
    PhaseOfRound,
    PlantDrawn,
    PlantPutUnderDeck,
    PlantRemoved,
    Stage3CardDrawn,
    Stage3CardRemoved,
)  # fmt: skip
from domain.power_grid.rules import Decision, Ruleset, cheapest
from domain.power_grid.state import State

Rows = tuple[tuple[Card, ...], tuple[Card, ...]]


def rows(rules: Ruleset, state: State, cards: Iterable[Card]) -> Rows:
    """Current and future offer. Once the Stage 3 card has left, all is current offer (PG-STG-09)."""
    ranked = by_rank(rules.cards, cards)
    if state.stage_3_drawn and STAGE_3 not in ranked:
        return ranked, ()
    return ranked[: rules.offer_size], ranked[rules.offer_size :]


def rows_without(rules: Ruleset, state: State, card: Card) -> Rows:
    return rows(rules, state, (other for other in state.current + state.future if other != card))


def remove(decision: Decision, card: Card, cause: str) -> None:
    """A plant leaves the game from the market; nothing comes for it."""
    decision.record(PlantRemoved(card, cause, *rows_without(decision.rules, decision.state, card)))


def replace(decision: Decision, card: Card, cause: str) -> None:
    """A plant leaves the game from the market and a card is drawn for it."""
    remove(decision, card, cause)
    draw(decision, cause)


def draw(decision: Decision, reason: str) -> None:
    """The top card comes to the market, with all that follows (PG-AUC-20)."""
    rules = decision.rules
    if not decision.state.deck:
        return
    card = decision.state.deck[0]
    if card == STAGE_3:
        draw_stage_3_card(decision)
    else:
        state = decision.state
        offer = rows(rules, state, (*state.current, *state.future, card))
        decision.record(PlantDrawn(card, reason, *offer, len(state.deck) - 1))
        if card == FLOW_GENERATOR:
            lowest = cheapest(decision.state)
            assert lowest is not None, "the Flow Generator has just come"
            replace(decision, lowest, "FLOW_GENERATOR")
    remove_outgrown(decision)


def remove_outgrown(decision: Decision) -> None:
    rules = decision.rules
    while (plant := rules.stale_plants.outgrown(rules, decision.state)) is not None:
        replace(decision, plant, "OBSOLETE")


def draw_stage_3_card(decision: Decision) -> None:
    rules, state = decision.rules, decision.state
    number, phase = state.round, state.phase
    starts = {
        AUCTION: PhaseOfRound(number, RESOURCES),
        BUILDING: PhaseOfRound(number, BUREAUCRACY),
        BUREAUCRACY: PhaseOfRound(number + 1, TURN_ORDER),
    }
    left = len(state.deck) - 1
    if phase == AUCTION:
        offer = by_rank(rules.cards, (*state.current, *state.future, STAGE_3))
        current, future = offer[: rules.offer_size], offer[rules.offer_size :]
        decision.record(Stage3CardDrawn(phase, starts[phase], True, current, future, left))
    else:
        decision.record(Stage3CardDrawn(phase, starts[phase], False, state.current, state.future, left))
        remove_stage_3_card(decision)
        remove_cheapest_for_stage_3(decision)
    deck = Dice(bytes.fromhex(state.seed)).roll("deck/stage_3").shuffle(decision.state.deck)
    decision.record(DeckShuffled(left, deck))


def remove_stage_3_card(decision: Decision) -> None:
    decision.record(Stage3CardRemoved(*rows_without(decision.rules, decision.state, STAGE_3)))


def remove_cheapest_for_stage_3(decision: Decision) -> None:
    plant = cheapest(decision.state)
    if plant is not None:
        remove(decision, plant, "STAGE_3")


def clean_up_stage_3_card(decision: Decision) -> None:
    """End of the auction in which the card was drawn: it leaves with the cheapest plant (PG-STG-06)."""
    if STAGE_3 in decision.state.current + decision.state.future:
        remove_cheapest_for_stage_3(decision)
        remove_stage_3_card(decision)


def update_in_bureaucracy(decision: Decision) -> None:
    """PG-BUR-12 and PG-BUR-13."""
    rules, state = decision.rules, decision.state
    plants = state.plants_on_market
    if state.stage == 3:
        if plants:
            replace(decision, plants[0], "STAGE_3_BUREAUCRACY")
    elif state.future:
        dearest = state.future[-1]
        offer = rows_without(rules, state, dearest)
        decision.record(PlantPutUnderDeck(dearest, *offer, len(state.deck) + 1))
        draw(decision, "BUREAUCRACY")
