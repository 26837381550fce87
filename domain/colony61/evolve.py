"""The state after each event: finds the fold of the event's step, and folds turns and steps themselves."""

from msgspec.structs import replace

from domain.colony61 import collecting, deciding, ending, exchange, laying, start, supply
from domain.colony61.messages import (
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
)
from domain.colony61.state import State, with_corporation
from domain.kernel.decision import Folds


def evolve(state: State | None, event: ColonyEvent) -> State:
    return FOLDS[type(event)](state, event)


def after_turn(state: State, event: TurnBegan) -> State:
    corporations = tuple(
        corporation if corporation.recycled is None else replace(corporation, recycled=None)
        for corporation in state.corporations
    )
    return replace(state, turn=event.number, slots=event.slots, corporations=corporations)


def after_opening(state: State, event: StepOpened) -> State:
    corporations = tuple(
        [
            replace(corporation, choice=None, by_default=False, choices=0) if corporation.choices else corporation
            for corporation in state.corporations
        ]
    )
    return replace(state, step=event.step, owing=event.seats, waiting=event.seats, corporations=corporations)


def after_closing(state: State, _event: StepClosed) -> State:
    return replace(state, step=None, owing=(), waiting=())


def after_standing_defaults(state: State, event: StandingDefaultsSet) -> State:
    corporation = replace(
        state.corporations[event.player], income_default=event.income, exchange_default=event.exchange
    )
    return replace(state, corporations=with_corporation(state, event.player, corporation))


FOLDS: Folds[State] = {
    GameStarted: start.after_start,
    StartCardsDealt: start.after_deal,
    StepOpened: after_opening,
    StepClosed: after_closing,
    StartChosen: start.after_choice,
    StartHandTaken: start.after_hand,
    TurnBegan: after_turn,
    CardsLaid: laying.after_choice,
    CardsRevealed: laying.after_reveal,
    CardsDecided: deciding.after_choice,
    BuildPaid: deciding.after_payment,
    ModuleBuilt: deciding.after_build,
    CardRecycled: deciding.after_recycle,
    MarkersMoved: deciding.after_markers,
    ColonyDefeated: ending.after_defeat,
    EndConditionMet: ending.after_condition,
    IncomeResolved: collecting.after_income,
    SupplyDrawn: supply.after_draw,
    SupplyShort: supply.after_short,
    DeckReshuffled: supply.after_reshuffle,
    SwapChosen: exchange.after_swap_choice,
    CardsGivenUp: exchange.after_giving_up,
    CardsOffered: exchange.after_offer,
    KeepChosen: exchange.after_keep_choice,
    CardsExchanged: exchange.after_exchange,
    StandingDefaultsSet: after_standing_defaults,
    PlayerScored: ending.after_score,
    GameEnded: ending.after_end,
}
