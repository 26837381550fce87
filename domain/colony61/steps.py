"""The order of steps (C61-SIM-07): who may choose now, what follows when all have chosen, and which step knows what."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.colony61 import collecting, deciding, ending, exchange, laying, start, supply
from domain.colony61.ledger import Ledger
from domain.colony61.messages import (
    BuildPaid,
    CardRecycled,
    CardsDecided,
    CardsExchanged,
    CardsGivenUp,
    CardsLaid,
    CardsOffered,
    CardsRevealed,
    ChooseStart,
    ChooseSwap,
    ColonyDefeated,
    DecideCards,
    DeckReshuffled,
    EndConditionMet,
    GameEnded,
    GameStarted,
    IncomeResolved,
    KeepCards,
    KeepChosen,
    LayCards,
    MarkersMoved,
    ModuleBuilt,
    PlayerScored,
    ResolveIncome,
    SetStandingDefaults,
    StandingDefaultsSet,
    StartCardsDealt,
    StartChosen,
    StartHandTaken,
    Step,
    StepClosed,
    StepCommand,
    StepOpened,
    SupplyDrawn,
    SupplyShort,
    SwapChosen,
    TurnBegan,
)
from domain.colony61.state import Game, with_corporation
from domain.kernel.refused import Refused

STEPS: tuple[Step, ...] = ("START", "LAY", "DECIDE", "INCOME", "SWAP", "KEEP")
ORDER = {step: place for place, step in enumerate(STEPS)}
STAGE = {"START": 0, "LAY": 1, "DECIDE": 1, "INCOME": 2, "SWAP": 4, "KEEP": 4}
STEP_OF: dict[type, Step] = {
    ChooseStart: "START",
    LayCards: "LAY",
    DecideCards: "DECIDE",
    ResolveIncome: "INCOME",
    ChooseSwap: "SWAP",
    KeepCards: "KEEP",
}


def check_step(state: Game, command: StepCommand) -> None:
    """C61-SIM-05: the pair of turn and command tells the step meant."""
    step = STEP_OF[type(command)]
    assert state.step is not None, "a game that is not over has an open step"
    if step != state.step or command.turn != state.turn:
        past = (command.turn, ORDER[step]) < (state.turn, ORDER[state.step])
        raise Refused("STEP_CLOSED" if past else "STEP_NOT_OPEN", "C61-SIM-05", turn=state.turn, step=state.step)
    if command.player not in state.owing:
        code = "ALREADY_RESOLVED" if step == "INCOME" else "NO_CHOICE_DUE"
        raise Refused(code, "C61-SIM-05", turn=state.turn, step=state.step)


def set_standing_defaults(ledger: Ledger, command: SetStandingDefaults) -> None:
    """C61-SIM-09."""
    corporation = ledger.state.corporations[command.player]
    if (corporation.income_default, corporation.exchange_default) != (command.income, command.exchange):
        ledger.record(StandingDefaultsSet(command.player, command.income, command.exchange))


def close_step(ledger: Ledger, step: Step) -> None:
    ledger.close_step()
    match step:
        case "START":
            start.close(ledger)
            begin_turn(ledger)
        case "LAY":
            laying.close(ledger)
            deciding.open_step(ledger)
        case "DECIDE":
            deciding.close(ledger)
            ending.check_conditions(ledger)
            if ledger.state.result is None:
                collecting.open_step(ledger)
        case "INCOME":
            supply.supply(ledger)
            if ledger.state.last_turn:
                ending.score(ledger)
            else:
                exchange.open_swap(ledger)
        case "SWAP":
            exchange.close_swap(ledger)
            exchange.open_keep(ledger)
        case "KEEP":
            exchange.close_keep(ledger)
            begin_turn(ledger)


def begin_turn(ledger: Ledger) -> None:
    state = ledger.state
    ledger.begin_turn(state.turn + 1, ledger.rules.slots(state))
    laying.open_step(ledger)


def after_turn(state: Game, event: TurnBegan) -> Game:
    corporations = tuple(
        corporation if corporation.recycled is None else replace(corporation, recycled=None)
        for corporation in state.corporations
    )
    return replace(state, turn=event.number, slots=event.slots, corporations=corporations)


def after_opening(state: Game, event: StepOpened) -> Game:
    corporations = tuple(
        [
            replace(corporation, choice=None, by_default=False, choices=0) if corporation.choices else corporation
            for corporation in state.corporations
        ]
    )
    return replace(state, step=event.step, owing=event.seats, waiting=event.seats, corporations=corporations)


def after_closing(state: Game, _event: StepClosed) -> Game:
    return replace(state, step=None, owing=(), waiting=())


def after_standing_defaults(state: Game, event: StandingDefaultsSet) -> Game:
    corporation = replace(
        state.corporations[event.player], income_default=event.income, exchange_default=event.exchange
    )
    return replace(state, corporations=with_corporation(state, event.player, corporation))


# ---- tables ------------------------------------------------------------------------------------------------------


CHOOSE: dict[type, Callable[..., None]] = {
    ChooseStart: start.choose,
    LayCards: laying.choose,
    DecideCards: deciding.choose,
    ResolveIncome: collecting.choose,
    ChooseSwap: exchange.choose_swap,
    KeepCards: exchange.choose_keep,
}
EVOLVE: dict[type, Callable[..., Game]] = {
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
