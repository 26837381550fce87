from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Colony61Command(_message.Message):
    __slots__ = ("choose_start", "lay_cards", "decide_cards", "resolve_income", "choose_swap", "keep_cards", "set_standing_defaults")
    class ChooseStart(_message.Message):
        __slots__ = ("keep", "cubes", "accept_default")
        KEEP_FIELD_NUMBER: _ClassVar[int]
        CUBES_FIELD_NUMBER: _ClassVar[int]
        ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        keep: Colony61Cards
        cubes: Colony61Cubes
        accept_default: bool
        def __init__(self, keep: _Optional[_Union[Colony61Cards, _Mapping]] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., accept_default: _Optional[bool] = ...) -> None: ...
    class LayCards(_message.Message):
        __slots__ = ("turn", "cards", "accept_default")
        TURN_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        turn: int
        cards: Colony61Cards
        accept_default: bool
        def __init__(self, turn: _Optional[int] = ..., cards: _Optional[_Union[Colony61Cards, _Mapping]] = ..., accept_default: _Optional[bool] = ...) -> None: ...
    class DecideCards(_message.Message):
        __slots__ = ("turn", "build", "recycle", "payments", "accept_default")
        TURN_FIELD_NUMBER: _ClassVar[int]
        BUILD_FIELD_NUMBER: _ClassVar[int]
        RECYCLE_FIELD_NUMBER: _ClassVar[int]
        PAYMENTS_FIELD_NUMBER: _ClassVar[int]
        ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        turn: int
        build: Colony61Cards
        recycle: str
        payments: Colony61Payments
        accept_default: bool
        def __init__(self, turn: _Optional[int] = ..., build: _Optional[_Union[Colony61Cards, _Mapping]] = ..., recycle: _Optional[str] = ..., payments: _Optional[_Union[Colony61Payments, _Mapping]] = ..., accept_default: _Optional[bool] = ...) -> None: ...
    class ResolveIncome(_message.Message):
        __slots__ = ("turn", "effect", "exchange", "bonuses", "merges", "upkeep", "cubes", "keep", "accept_default")
        TURN_FIELD_NUMBER: _ClassVar[int]
        EFFECT_FIELD_NUMBER: _ClassVar[int]
        EXCHANGE_FIELD_NUMBER: _ClassVar[int]
        BONUSES_FIELD_NUMBER: _ClassVar[int]
        MERGES_FIELD_NUMBER: _ClassVar[int]
        UPKEEP_FIELD_NUMBER: _ClassVar[int]
        CUBES_FIELD_NUMBER: _ClassVar[int]
        KEEP_FIELD_NUMBER: _ClassVar[int]
        ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        turn: int
        effect: str
        exchange: Colony61Cubes
        bonuses: Colony61Bonuses
        merges: Colony61Merges
        upkeep: Colony61Upkeep
        cubes: Colony61PortionsCubes
        keep: Colony61Cubes
        accept_default: bool
        def __init__(self, turn: _Optional[int] = ..., effect: _Optional[str] = ..., exchange: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., bonuses: _Optional[_Union[Colony61Bonuses, _Mapping]] = ..., merges: _Optional[_Union[Colony61Merges, _Mapping]] = ..., upkeep: _Optional[_Union[Colony61Upkeep, _Mapping]] = ..., cubes: _Optional[_Union[Colony61PortionsCubes, _Mapping]] = ..., keep: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., accept_default: _Optional[bool] = ...) -> None: ...
    class ChooseSwap(_message.Message):
        __slots__ = ("turn", "cards", "accept_default")
        TURN_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        turn: int
        cards: Colony61Cards
        accept_default: bool
        def __init__(self, turn: _Optional[int] = ..., cards: _Optional[_Union[Colony61Cards, _Mapping]] = ..., accept_default: _Optional[bool] = ...) -> None: ...
    class KeepCards(_message.Message):
        __slots__ = ("turn", "keep", "accept_default")
        TURN_FIELD_NUMBER: _ClassVar[int]
        KEEP_FIELD_NUMBER: _ClassVar[int]
        ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        turn: int
        keep: Colony61Cards
        accept_default: bool
        def __init__(self, turn: _Optional[int] = ..., keep: _Optional[_Union[Colony61Cards, _Mapping]] = ..., accept_default: _Optional[bool] = ...) -> None: ...
    class SetStandingDefaults(_message.Message):
        __slots__ = ("income", "exchange")
        INCOME_FIELD_NUMBER: _ClassVar[int]
        EXCHANGE_FIELD_NUMBER: _ClassVar[int]
        income: bool
        exchange: bool
        def __init__(self, income: _Optional[bool] = ..., exchange: _Optional[bool] = ...) -> None: ...
    CHOOSE_START_FIELD_NUMBER: _ClassVar[int]
    LAY_CARDS_FIELD_NUMBER: _ClassVar[int]
    DECIDE_CARDS_FIELD_NUMBER: _ClassVar[int]
    RESOLVE_INCOME_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SWAP_FIELD_NUMBER: _ClassVar[int]
    KEEP_CARDS_FIELD_NUMBER: _ClassVar[int]
    SET_STANDING_DEFAULTS_FIELD_NUMBER: _ClassVar[int]
    choose_start: Colony61Command.ChooseStart
    lay_cards: Colony61Command.LayCards
    decide_cards: Colony61Command.DecideCards
    resolve_income: Colony61Command.ResolveIncome
    choose_swap: Colony61Command.ChooseSwap
    keep_cards: Colony61Command.KeepCards
    set_standing_defaults: Colony61Command.SetStandingDefaults
    def __init__(self, choose_start: _Optional[_Union[Colony61Command.ChooseStart, _Mapping]] = ..., lay_cards: _Optional[_Union[Colony61Command.LayCards, _Mapping]] = ..., decide_cards: _Optional[_Union[Colony61Command.DecideCards, _Mapping]] = ..., resolve_income: _Optional[_Union[Colony61Command.ResolveIncome, _Mapping]] = ..., choose_swap: _Optional[_Union[Colony61Command.ChooseSwap, _Mapping]] = ..., keep_cards: _Optional[_Union[Colony61Command.KeepCards, _Mapping]] = ..., set_standing_defaults: _Optional[_Union[Colony61Command.SetStandingDefaults, _Mapping]] = ...) -> None: ...

class Colony61Option(_message.Message):
    __slots__ = ("accept_default", "start_option", "lay_option", "decide_option", "income_option", "swap_option", "keep_option", "standing_option")
    class AcceptDefault(_message.Message):
        __slots__ = ("command",)
        COMMAND_FIELD_NUMBER: _ClassVar[int]
        command: Colony61Command
        def __init__(self, command: _Optional[_Union[Colony61Command, _Mapping]] = ...) -> None: ...
    class StartOption(_message.Message):
        __slots__ = ("offered", "pick", "purses")
        OFFERED_FIELD_NUMBER: _ClassVar[int]
        PICK_FIELD_NUMBER: _ClassVar[int]
        PURSES_FIELD_NUMBER: _ClassVar[int]
        offered: _containers.RepeatedScalarFieldContainer[str]
        pick: int
        purses: _containers.RepeatedCompositeFieldContainer[Colony61Cubes]
        def __init__(self, offered: _Optional[_Iterable[str]] = ..., pick: _Optional[int] = ..., purses: _Optional[_Iterable[_Union[Colony61Cubes, _Mapping]]] = ...) -> None: ...
    class LayOption(_message.Message):
        __slots__ = ("turn", "sets")
        TURN_FIELD_NUMBER: _ClassVar[int]
        SETS_FIELD_NUMBER: _ClassVar[int]
        turn: int
        sets: _containers.RepeatedCompositeFieldContainer[Colony61Cards]
        def __init__(self, turn: _Optional[int] = ..., sets: _Optional[_Iterable[_Union[Colony61Cards, _Mapping]]] = ...) -> None: ...
    class DecideOption(_message.Message):
        __slots__ = ("turn", "build", "recycle", "costs", "storage", "together", "unpayable")
        class TogetherEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        TURN_FIELD_NUMBER: _ClassVar[int]
        BUILD_FIELD_NUMBER: _ClassVar[int]
        RECYCLE_FIELD_NUMBER: _ClassVar[int]
        COSTS_FIELD_NUMBER: _ClassVar[int]
        STORAGE_FIELD_NUMBER: _ClassVar[int]
        TOGETHER_FIELD_NUMBER: _ClassVar[int]
        UNPAYABLE_FIELD_NUMBER: _ClassVar[int]
        turn: int
        build: _containers.RepeatedScalarFieldContainer[str]
        recycle: str
        costs: _containers.RepeatedScalarFieldContainer[int]
        storage: Colony61Cubes
        together: _containers.ScalarMap[str, int]
        unpayable: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, turn: _Optional[int] = ..., build: _Optional[_Iterable[str]] = ..., recycle: _Optional[str] = ..., costs: _Optional[_Iterable[int]] = ..., storage: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., together: _Optional[_Mapping[str, int]] = ..., unpayable: _Optional[_Iterable[str]] = ...) -> None: ...
    class IncomeOption(_message.Message):
        __slots__ = ("vary", "effect", "basis")
        VARY_FIELD_NUMBER: _ClassVar[int]
        EFFECT_FIELD_NUMBER: _ClassVar[int]
        BASIS_FIELD_NUMBER: _ClassVar[int]
        vary: str
        effect: str
        basis: Colony61Basis
        def __init__(self, vary: _Optional[str] = ..., effect: _Optional[str] = ..., basis: _Optional[_Union[Colony61Basis, _Mapping]] = ...) -> None: ...
    class SwapOption(_message.Message):
        __slots__ = ("turn", "cards", "most")
        TURN_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        MOST_FIELD_NUMBER: _ClassVar[int]
        turn: int
        cards: _containers.RepeatedScalarFieldContainer[str]
        most: int
        def __init__(self, turn: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., most: _Optional[int] = ...) -> None: ...
    class KeepOption(_message.Message):
        __slots__ = ("turn", "cards", "keep")
        TURN_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        KEEP_FIELD_NUMBER: _ClassVar[int]
        turn: int
        cards: _containers.RepeatedScalarFieldContainer[str]
        keep: int
        def __init__(self, turn: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., keep: _Optional[int] = ...) -> None: ...
    class StandingOption(_message.Message):
        __slots__ = ("income", "exchange")
        INCOME_FIELD_NUMBER: _ClassVar[int]
        EXCHANGE_FIELD_NUMBER: _ClassVar[int]
        income: bool
        exchange: bool
        def __init__(self, income: _Optional[bool] = ..., exchange: _Optional[bool] = ...) -> None: ...
    ACCEPT_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    START_OPTION_FIELD_NUMBER: _ClassVar[int]
    LAY_OPTION_FIELD_NUMBER: _ClassVar[int]
    DECIDE_OPTION_FIELD_NUMBER: _ClassVar[int]
    INCOME_OPTION_FIELD_NUMBER: _ClassVar[int]
    SWAP_OPTION_FIELD_NUMBER: _ClassVar[int]
    KEEP_OPTION_FIELD_NUMBER: _ClassVar[int]
    STANDING_OPTION_FIELD_NUMBER: _ClassVar[int]
    accept_default: Colony61Option.AcceptDefault
    start_option: Colony61Option.StartOption
    lay_option: Colony61Option.LayOption
    decide_option: Colony61Option.DecideOption
    income_option: Colony61Option.IncomeOption
    swap_option: Colony61Option.SwapOption
    keep_option: Colony61Option.KeepOption
    standing_option: Colony61Option.StandingOption
    def __init__(self, accept_default: _Optional[_Union[Colony61Option.AcceptDefault, _Mapping]] = ..., start_option: _Optional[_Union[Colony61Option.StartOption, _Mapping]] = ..., lay_option: _Optional[_Union[Colony61Option.LayOption, _Mapping]] = ..., decide_option: _Optional[_Union[Colony61Option.DecideOption, _Mapping]] = ..., income_option: _Optional[_Union[Colony61Option.IncomeOption, _Mapping]] = ..., swap_option: _Optional[_Union[Colony61Option.SwapOption, _Mapping]] = ..., keep_option: _Optional[_Union[Colony61Option.KeepOption, _Mapping]] = ..., standing_option: _Optional[_Union[Colony61Option.StandingOption, _Mapping]] = ...) -> None: ...

class Colony61Order(_message.Message):
    __slots__ = ("take_default", "lay_these", "swap_these")
    class TakeDefault(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class LayThese(_message.Message):
        __slots__ = ("cards",)
        CARDS_FIELD_NUMBER: _ClassVar[int]
        cards: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...
    class SwapThese(_message.Message):
        __slots__ = ("cards",)
        CARDS_FIELD_NUMBER: _ClassVar[int]
        cards: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...
    TAKE_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    LAY_THESE_FIELD_NUMBER: _ClassVar[int]
    SWAP_THESE_FIELD_NUMBER: _ClassVar[int]
    take_default: Colony61Order.TakeDefault
    lay_these: Colony61Order.LayThese
    swap_these: Colony61Order.SwapThese
    def __init__(self, take_default: _Optional[_Union[Colony61Order.TakeDefault, _Mapping]] = ..., lay_these: _Optional[_Union[Colony61Order.LayThese, _Mapping]] = ..., swap_these: _Optional[_Union[Colony61Order.SwapThese, _Mapping]] = ...) -> None: ...

class Colony61Event(_message.Message):
    __slots__ = ("game_started", "start_cards_dealt", "step_opened", "step_closed", "start_chosen", "start_hand_taken", "turn_began", "cards_laid", "cards_revealed", "cards_decided", "build_paid", "module_built", "card_recycled", "markers_moved", "colony_defeated", "end_condition_met", "income_resolved", "supply_drawn", "supply_short", "deck_reshuffled", "swap_chosen", "cards_given_up", "cards_offered", "keep_chosen", "cards_exchanged", "standing_defaults_set", "player_scored", "game_ended")
    class GameStarted(_message.Message):
        __slots__ = ("ruleset", "edition", "players", "colony", "colony_drawn", "capital", "hand_target", "markers", "state_modules", "draw_left", "draw_pile", "seed", "turn", "step", "options")
        class MarkersEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        RULESET_FIELD_NUMBER: _ClassVar[int]
        EDITION_FIELD_NUMBER: _ClassVar[int]
        PLAYERS_FIELD_NUMBER: _ClassVar[int]
        COLONY_FIELD_NUMBER: _ClassVar[int]
        COLONY_DRAWN_FIELD_NUMBER: _ClassVar[int]
        CAPITAL_FIELD_NUMBER: _ClassVar[int]
        HAND_TARGET_FIELD_NUMBER: _ClassVar[int]
        MARKERS_FIELD_NUMBER: _ClassVar[int]
        STATE_MODULES_FIELD_NUMBER: _ClassVar[int]
        DRAW_LEFT_FIELD_NUMBER: _ClassVar[int]
        DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
        SEED_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        OPTIONS_FIELD_NUMBER: _ClassVar[int]
        ruleset: str
        edition: str
        players: _containers.RepeatedScalarFieldContainer[int]
        colony: str
        colony_drawn: bool
        capital: int
        hand_target: int
        markers: _containers.ScalarMap[str, int]
        state_modules: _containers.RepeatedCompositeFieldContainer[Colony61CardFace]
        draw_left: int
        draw_pile: Colony61Cards
        seed: str
        turn: int
        step: str
        options: Colony61Readings
        def __init__(self, ruleset: _Optional[str] = ..., edition: _Optional[str] = ..., players: _Optional[_Iterable[int]] = ..., colony: _Optional[str] = ..., colony_drawn: _Optional[bool] = ..., capital: _Optional[int] = ..., hand_target: _Optional[int] = ..., markers: _Optional[_Mapping[str, int]] = ..., state_modules: _Optional[_Iterable[_Union[Colony61CardFace, _Mapping]]] = ..., draw_left: _Optional[int] = ..., draw_pile: _Optional[_Union[Colony61Cards, _Mapping]] = ..., seed: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ..., options: _Optional[_Union[Colony61Readings, _Mapping]] = ...) -> None: ...
    class StartCardsDealt(_message.Message):
        __slots__ = ("seat", "fixed", "offered_count", "offered", "draw_left", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        FIXED_FIELD_NUMBER: _ClassVar[int]
        OFFERED_COUNT_FIELD_NUMBER: _ClassVar[int]
        OFFERED_FIELD_NUMBER: _ClassVar[int]
        DRAW_LEFT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        fixed: _containers.RepeatedScalarFieldContainer[str]
        offered_count: int
        offered: Colony61Cards
        draw_left: int
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., fixed: _Optional[_Iterable[str]] = ..., offered_count: _Optional[int] = ..., offered: _Optional[_Union[Colony61Cards, _Mapping]] = ..., draw_left: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class StepOpened(_message.Message):
        __slots__ = ("seats", "turn", "step")
        SEATS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seats: _containers.RepeatedScalarFieldContainer[int]
        turn: int
        step: str
        def __init__(self, seats: _Optional[_Iterable[int]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class StepClosed(_message.Message):
        __slots__ = ("turn", "step")
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        turn: int
        step: str
        def __init__(self, turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class StartChosen(_message.Message):
        __slots__ = ("seat", "keep", "cubes", "by_default", "salt", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KEEP_FIELD_NUMBER: _ClassVar[int]
        CUBES_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        SALT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        keep: Colony61Cards
        cubes: Colony61Cubes
        by_default: bool
        salt: str
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., keep: _Optional[_Union[Colony61Cards, _Mapping]] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., by_default: _Optional[bool] = ..., salt: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class StartHandTaken(_message.Message):
        __slots__ = ("seat", "kept", "hand_count", "discarded", "storage", "by_default", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KEPT_FIELD_NUMBER: _ClassVar[int]
        HAND_COUNT_FIELD_NUMBER: _ClassVar[int]
        DISCARDED_FIELD_NUMBER: _ClassVar[int]
        STORAGE_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        kept: Colony61Cards
        hand_count: int
        discarded: _containers.RepeatedScalarFieldContainer[str]
        storage: Colony61Cubes
        by_default: bool
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., kept: _Optional[_Union[Colony61Cards, _Mapping]] = ..., hand_count: _Optional[int] = ..., discarded: _Optional[_Iterable[str]] = ..., storage: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., by_default: _Optional[bool] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class TurnBegan(_message.Message):
        __slots__ = ("number", "slots", "turn", "step")
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        SLOTS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        number: int
        slots: int
        turn: int
        step: str
        def __init__(self, number: _Optional[int] = ..., slots: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardsLaid(_message.Message):
        __slots__ = ("seat", "cards", "by_default", "salt", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        SALT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cards: Colony61Cards
        by_default: bool
        salt: str
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Union[Colony61Cards, _Mapping]] = ..., by_default: _Optional[bool] = ..., salt: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardsRevealed(_message.Message):
        __slots__ = ("laid", "turn", "step")
        LAID_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        laid: _containers.RepeatedCompositeFieldContainer[Colony61LaidCards]
        turn: int
        step: str
        def __init__(self, laid: _Optional[_Iterable[_Union[Colony61LaidCards, _Mapping]]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardsDecided(_message.Message):
        __slots__ = ("seat", "build", "recycle", "payments", "by_default", "salt", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        BUILD_FIELD_NUMBER: _ClassVar[int]
        RECYCLE_FIELD_NUMBER: _ClassVar[int]
        PAYMENTS_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        SALT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        build: Colony61Cards
        recycle: str
        payments: Colony61Payments
        by_default: bool
        salt: str
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., build: _Optional[_Union[Colony61Cards, _Mapping]] = ..., recycle: _Optional[str] = ..., payments: _Optional[_Union[Colony61Payments, _Mapping]] = ..., by_default: _Optional[bool] = ..., salt: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class BuildPaid(_message.Message):
        __slots__ = ("seat", "cards", "cost", "cubes", "overpaid", "by", "storage_after", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        COST_FIELD_NUMBER: _ClassVar[int]
        CUBES_FIELD_NUMBER: _ClassVar[int]
        OVERPAID_FIELD_NUMBER: _ClassVar[int]
        BY_FIELD_NUMBER: _ClassVar[int]
        STORAGE_AFTER_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cards: _containers.RepeatedScalarFieldContainer[str]
        cost: int
        cubes: Colony61Cubes
        overpaid: int
        by: str
        storage_after: Colony61Cubes
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., cost: _Optional[int] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., overpaid: _Optional[int] = ..., by: _Optional[str] = ..., storage_after: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class ModuleBuilt(_message.Message):
        __slots__ = ("seat", "card", "kind", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        kind: str
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., kind: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardRecycled(_message.Message):
        __slots__ = ("seat", "card", "kind", "forced", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        FORCED_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        kind: str
        forced: bool
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., kind: _Optional[str] = ..., forced: _Optional[bool] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class MarkersMoved(_message.Message):
        __slots__ = ("supplies", "moves", "markers", "turn", "step")
        class SuppliesEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class MarkersEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SUPPLIES_FIELD_NUMBER: _ClassVar[int]
        MOVES_FIELD_NUMBER: _ClassVar[int]
        MARKERS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        supplies: _containers.ScalarMap[str, int]
        moves: _containers.RepeatedCompositeFieldContainer[Colony61Move]
        markers: _containers.ScalarMap[str, int]
        turn: int
        step: str
        def __init__(self, supplies: _Optional[_Mapping[str, int]] = ..., moves: _Optional[_Iterable[_Union[Colony61Move, _Mapping]]] = ..., markers: _Optional[_Mapping[str, int]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class ColonyDefeated(_message.Message):
        __slots__ = ("conditions", "turn", "step")
        CONDITIONS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        conditions: _containers.RepeatedCompositeFieldContainer[Colony61Condition]
        turn: int
        step: str
        def __init__(self, conditions: _Optional[_Iterable[_Union[Colony61Condition, _Mapping]]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class EndConditionMet(_message.Message):
        __slots__ = ("conditions", "turn", "step")
        CONDITIONS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        conditions: _containers.RepeatedCompositeFieldContainer[Colony61Condition]
        turn: int
        step: str
        def __init__(self, conditions: _Optional[_Iterable[_Union[Colony61Condition, _Mapping]]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class IncomeResolved(_message.Message):
        __slots__ = ("seat", "effect", "exchange", "bonuses", "merges", "portions", "upkeep", "lost", "storage_after", "by_default", "turn", "step", "earned")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        EFFECT_FIELD_NUMBER: _ClassVar[int]
        EXCHANGE_FIELD_NUMBER: _ClassVar[int]
        BONUSES_FIELD_NUMBER: _ClassVar[int]
        MERGES_FIELD_NUMBER: _ClassVar[int]
        PORTIONS_FIELD_NUMBER: _ClassVar[int]
        UPKEEP_FIELD_NUMBER: _ClassVar[int]
        LOST_FIELD_NUMBER: _ClassVar[int]
        STORAGE_AFTER_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        EARNED_FIELD_NUMBER: _ClassVar[int]
        seat: int
        effect: str
        exchange: Colony61Exchange
        bonuses: _containers.RepeatedCompositeFieldContainer[Colony61BonusGiven]
        merges: _containers.RepeatedCompositeFieldContainer[Colony61Merge]
        portions: _containers.RepeatedCompositeFieldContainer[Colony61PortionPaid]
        upkeep: _containers.RepeatedCompositeFieldContainer[Colony61UpkeepPaid]
        lost: Colony61Cubes
        storage_after: Colony61Cubes
        by_default: bool
        turn: int
        step: str
        earned: int
        def __init__(self, seat: _Optional[int] = ..., effect: _Optional[str] = ..., exchange: _Optional[_Union[Colony61Exchange, _Mapping]] = ..., bonuses: _Optional[_Iterable[_Union[Colony61BonusGiven, _Mapping]]] = ..., merges: _Optional[_Iterable[_Union[Colony61Merge, _Mapping]]] = ..., portions: _Optional[_Iterable[_Union[Colony61PortionPaid, _Mapping]]] = ..., upkeep: _Optional[_Iterable[_Union[Colony61UpkeepPaid, _Mapping]]] = ..., lost: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., storage_after: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., by_default: _Optional[bool] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ..., earned: _Optional[int] = ...) -> None: ...
    class SupplyDrawn(_message.Message):
        __slots__ = ("seat", "count", "cards", "hand_count", "draw_left", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        COUNT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        HAND_COUNT_FIELD_NUMBER: _ClassVar[int]
        DRAW_LEFT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        count: int
        cards: Colony61Cards
        hand_count: int
        draw_left: int
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ..., cards: _Optional[_Union[Colony61Cards, _Mapping]] = ..., hand_count: _Optional[int] = ..., draw_left: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class SupplyShort(_message.Message):
        __slots__ = ("seat", "missing", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        MISSING_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        missing: int
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., missing: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class DeckReshuffled(_message.Message):
        __slots__ = ("count", "order", "turn", "step")
        COUNT_FIELD_NUMBER: _ClassVar[int]
        ORDER_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        count: int
        order: Colony61Cards
        turn: int
        step: str
        def __init__(self, count: _Optional[int] = ..., order: _Optional[_Union[Colony61Cards, _Mapping]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class SwapChosen(_message.Message):
        __slots__ = ("seat", "cards", "by_default", "salt", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        SALT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cards: Colony61Cards
        by_default: bool
        salt: str
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Union[Colony61Cards, _Mapping]] = ..., by_default: _Optional[bool] = ..., salt: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardsGivenUp(_message.Message):
        __slots__ = ("seat", "cards", "hand_count", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        HAND_COUNT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cards: _containers.RepeatedScalarFieldContainer[str]
        hand_count: int
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., hand_count: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardsOffered(_message.Message):
        __slots__ = ("seat", "count", "keep_count", "cards", "draw_left", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        COUNT_FIELD_NUMBER: _ClassVar[int]
        KEEP_COUNT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        DRAW_LEFT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        count: int
        keep_count: int
        cards: Colony61Cards
        draw_left: int
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ..., keep_count: _Optional[int] = ..., cards: _Optional[_Union[Colony61Cards, _Mapping]] = ..., draw_left: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class KeepChosen(_message.Message):
        __slots__ = ("seat", "keep", "by_default", "salt", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KEEP_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        SALT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        keep: Colony61Cards
        by_default: bool
        salt: str
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., keep: _Optional[_Union[Colony61Cards, _Mapping]] = ..., by_default: _Optional[bool] = ..., salt: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class CardsExchanged(_message.Message):
        __slots__ = ("seat", "kept", "hand_count", "discarded", "by_default", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KEPT_FIELD_NUMBER: _ClassVar[int]
        HAND_COUNT_FIELD_NUMBER: _ClassVar[int]
        DISCARDED_FIELD_NUMBER: _ClassVar[int]
        BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        kept: Colony61Cards
        hand_count: int
        discarded: _containers.RepeatedScalarFieldContainer[str]
        by_default: bool
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., kept: _Optional[_Union[Colony61Cards, _Mapping]] = ..., hand_count: _Optional[int] = ..., discarded: _Optional[_Iterable[str]] = ..., by_default: _Optional[bool] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class StandingDefaultsSet(_message.Message):
        __slots__ = ("seat", "income", "exchange", "turn", "step")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        INCOME_FIELD_NUMBER: _ClassVar[int]
        EXCHANGE_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        income: bool
        exchange: bool
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., income: _Optional[bool] = ..., exchange: _Optional[bool] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class PlayerScored(_message.Message):
        __slots__ = ("seat", "influence", "modules", "by_resource", "colony", "monopolies", "credits", "module_costs", "turn", "step")
        class MonopoliesEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SEAT_FIELD_NUMBER: _ClassVar[int]
        INFLUENCE_FIELD_NUMBER: _ClassVar[int]
        MODULES_FIELD_NUMBER: _ClassVar[int]
        BY_RESOURCE_FIELD_NUMBER: _ClassVar[int]
        COLONY_FIELD_NUMBER: _ClassVar[int]
        MONOPOLIES_FIELD_NUMBER: _ClassVar[int]
        CREDITS_FIELD_NUMBER: _ClassVar[int]
        MODULE_COSTS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        influence: int
        modules: int
        by_resource: int
        colony: int
        monopolies: _containers.ScalarMap[str, int]
        credits: int
        module_costs: int
        turn: int
        step: str
        def __init__(self, seat: _Optional[int] = ..., influence: _Optional[int] = ..., modules: _Optional[int] = ..., by_resource: _Optional[int] = ..., colony: _Optional[int] = ..., monopolies: _Optional[_Mapping[str, int]] = ..., credits: _Optional[int] = ..., module_costs: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    class GameEnded(_message.Message):
        __slots__ = ("reason", "ranking", "winners", "turn", "step")
        REASON_FIELD_NUMBER: _ClassVar[int]
        RANKING_FIELD_NUMBER: _ClassVar[int]
        WINNERS_FIELD_NUMBER: _ClassVar[int]
        TURN_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        reason: str
        ranking: _containers.RepeatedCompositeFieldContainer[Colony61Rank]
        winners: _containers.RepeatedScalarFieldContainer[int]
        turn: int
        step: str
        def __init__(self, reason: _Optional[str] = ..., ranking: _Optional[_Iterable[_Union[Colony61Rank, _Mapping]]] = ..., winners: _Optional[_Iterable[int]] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...
    GAME_STARTED_FIELD_NUMBER: _ClassVar[int]
    START_CARDS_DEALT_FIELD_NUMBER: _ClassVar[int]
    STEP_OPENED_FIELD_NUMBER: _ClassVar[int]
    STEP_CLOSED_FIELD_NUMBER: _ClassVar[int]
    START_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    START_HAND_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGAN_FIELD_NUMBER: _ClassVar[int]
    CARDS_LAID_FIELD_NUMBER: _ClassVar[int]
    CARDS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DECIDED_FIELD_NUMBER: _ClassVar[int]
    BUILD_PAID_FIELD_NUMBER: _ClassVar[int]
    MODULE_BUILT_FIELD_NUMBER: _ClassVar[int]
    CARD_RECYCLED_FIELD_NUMBER: _ClassVar[int]
    MARKERS_MOVED_FIELD_NUMBER: _ClassVar[int]
    COLONY_DEFEATED_FIELD_NUMBER: _ClassVar[int]
    END_CONDITION_MET_FIELD_NUMBER: _ClassVar[int]
    INCOME_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_DRAWN_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_SHORT_FIELD_NUMBER: _ClassVar[int]
    DECK_RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    SWAP_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    CARDS_GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    CARDS_OFFERED_FIELD_NUMBER: _ClassVar[int]
    KEEP_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    CARDS_EXCHANGED_FIELD_NUMBER: _ClassVar[int]
    STANDING_DEFAULTS_SET_FIELD_NUMBER: _ClassVar[int]
    PLAYER_SCORED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    game_started: Colony61Event.GameStarted
    start_cards_dealt: Colony61Event.StartCardsDealt
    step_opened: Colony61Event.StepOpened
    step_closed: Colony61Event.StepClosed
    start_chosen: Colony61Event.StartChosen
    start_hand_taken: Colony61Event.StartHandTaken
    turn_began: Colony61Event.TurnBegan
    cards_laid: Colony61Event.CardsLaid
    cards_revealed: Colony61Event.CardsRevealed
    cards_decided: Colony61Event.CardsDecided
    build_paid: Colony61Event.BuildPaid
    module_built: Colony61Event.ModuleBuilt
    card_recycled: Colony61Event.CardRecycled
    markers_moved: Colony61Event.MarkersMoved
    colony_defeated: Colony61Event.ColonyDefeated
    end_condition_met: Colony61Event.EndConditionMet
    income_resolved: Colony61Event.IncomeResolved
    supply_drawn: Colony61Event.SupplyDrawn
    supply_short: Colony61Event.SupplyShort
    deck_reshuffled: Colony61Event.DeckReshuffled
    swap_chosen: Colony61Event.SwapChosen
    cards_given_up: Colony61Event.CardsGivenUp
    cards_offered: Colony61Event.CardsOffered
    keep_chosen: Colony61Event.KeepChosen
    cards_exchanged: Colony61Event.CardsExchanged
    standing_defaults_set: Colony61Event.StandingDefaultsSet
    player_scored: Colony61Event.PlayerScored
    game_ended: Colony61Event.GameEnded
    def __init__(self, game_started: _Optional[_Union[Colony61Event.GameStarted, _Mapping]] = ..., start_cards_dealt: _Optional[_Union[Colony61Event.StartCardsDealt, _Mapping]] = ..., step_opened: _Optional[_Union[Colony61Event.StepOpened, _Mapping]] = ..., step_closed: _Optional[_Union[Colony61Event.StepClosed, _Mapping]] = ..., start_chosen: _Optional[_Union[Colony61Event.StartChosen, _Mapping]] = ..., start_hand_taken: _Optional[_Union[Colony61Event.StartHandTaken, _Mapping]] = ..., turn_began: _Optional[_Union[Colony61Event.TurnBegan, _Mapping]] = ..., cards_laid: _Optional[_Union[Colony61Event.CardsLaid, _Mapping]] = ..., cards_revealed: _Optional[_Union[Colony61Event.CardsRevealed, _Mapping]] = ..., cards_decided: _Optional[_Union[Colony61Event.CardsDecided, _Mapping]] = ..., build_paid: _Optional[_Union[Colony61Event.BuildPaid, _Mapping]] = ..., module_built: _Optional[_Union[Colony61Event.ModuleBuilt, _Mapping]] = ..., card_recycled: _Optional[_Union[Colony61Event.CardRecycled, _Mapping]] = ..., markers_moved: _Optional[_Union[Colony61Event.MarkersMoved, _Mapping]] = ..., colony_defeated: _Optional[_Union[Colony61Event.ColonyDefeated, _Mapping]] = ..., end_condition_met: _Optional[_Union[Colony61Event.EndConditionMet, _Mapping]] = ..., income_resolved: _Optional[_Union[Colony61Event.IncomeResolved, _Mapping]] = ..., supply_drawn: _Optional[_Union[Colony61Event.SupplyDrawn, _Mapping]] = ..., supply_short: _Optional[_Union[Colony61Event.SupplyShort, _Mapping]] = ..., deck_reshuffled: _Optional[_Union[Colony61Event.DeckReshuffled, _Mapping]] = ..., swap_chosen: _Optional[_Union[Colony61Event.SwapChosen, _Mapping]] = ..., cards_given_up: _Optional[_Union[Colony61Event.CardsGivenUp, _Mapping]] = ..., cards_offered: _Optional[_Union[Colony61Event.CardsOffered, _Mapping]] = ..., keep_chosen: _Optional[_Union[Colony61Event.KeepChosen, _Mapping]] = ..., cards_exchanged: _Optional[_Union[Colony61Event.CardsExchanged, _Mapping]] = ..., standing_defaults_set: _Optional[_Union[Colony61Event.StandingDefaultsSet, _Mapping]] = ..., player_scored: _Optional[_Union[Colony61Event.PlayerScored, _Mapping]] = ..., game_ended: _Optional[_Union[Colony61Event.GameEnded, _Mapping]] = ...) -> None: ...

class Colony61Board(_message.Message):
    __slots__ = ("edition", "colony", "turn", "step", "slots", "capital", "hand_target", "markers", "prices", "state_modules", "draw_left", "discard", "last_turn", "owing", "waiting", "corporations", "scores", "result", "own")
    class MarkersEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class PricesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    EDITION_FIELD_NUMBER: _ClassVar[int]
    COLONY_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    CAPITAL_FIELD_NUMBER: _ClassVar[int]
    HAND_TARGET_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    PRICES_FIELD_NUMBER: _ClassVar[int]
    STATE_MODULES_FIELD_NUMBER: _ClassVar[int]
    DRAW_LEFT_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_FIELD_NUMBER: _ClassVar[int]
    OWING_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    CORPORATIONS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    edition: str
    colony: str
    turn: int
    step: str
    slots: int
    capital: int
    hand_target: int
    markers: _containers.ScalarMap[str, int]
    prices: _containers.ScalarMap[str, int]
    state_modules: _containers.RepeatedCompositeFieldContainer[Colony61Module]
    draw_left: int
    discard: _containers.RepeatedScalarFieldContainer[str]
    last_turn: bool
    owing: _containers.RepeatedScalarFieldContainer[int]
    waiting: _containers.RepeatedScalarFieldContainer[int]
    corporations: _containers.RepeatedCompositeFieldContainer[Colony61CorporationBoard]
    scores: _containers.RepeatedCompositeFieldContainer[Colony61Event.PlayerScored]
    result: Colony61Result
    own: Colony61OwnBoard
    def __init__(self, edition: _Optional[str] = ..., colony: _Optional[str] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ..., slots: _Optional[int] = ..., capital: _Optional[int] = ..., hand_target: _Optional[int] = ..., markers: _Optional[_Mapping[str, int]] = ..., prices: _Optional[_Mapping[str, int]] = ..., state_modules: _Optional[_Iterable[_Union[Colony61Module, _Mapping]]] = ..., draw_left: _Optional[int] = ..., discard: _Optional[_Iterable[str]] = ..., last_turn: _Optional[bool] = ..., owing: _Optional[_Iterable[int]] = ..., waiting: _Optional[_Iterable[int]] = ..., corporations: _Optional[_Iterable[_Union[Colony61CorporationBoard, _Mapping]]] = ..., scores: _Optional[_Iterable[_Union[Colony61Event.PlayerScored, _Mapping]]] = ..., result: _Optional[_Union[Colony61Result, _Mapping]] = ..., own: _Optional[_Union[Colony61OwnBoard, _Mapping]] = ...) -> None: ...

class Colony61Cubes(_message.Message):
    __slots__ = ("ones", "fives", "tens")
    ONES_FIELD_NUMBER: _ClassVar[int]
    FIVES_FIELD_NUMBER: _ClassVar[int]
    TENS_FIELD_NUMBER: _ClassVar[int]
    ones: int
    fives: int
    tens: int
    def __init__(self, ones: _Optional[int] = ..., fives: _Optional[int] = ..., tens: _Optional[int] = ...) -> None: ...

class Colony61Payment(_message.Message):
    __slots__ = ("cards", "cubes", "by")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    cubes: Colony61Cubes
    by: str
    def __init__(self, cards: _Optional[_Iterable[str]] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., by: _Optional[str] = ...) -> None: ...

class Colony61Bonus(_message.Message):
    __slots__ = ("source", "target")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    source: str
    target: str
    def __init__(self, source: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class Colony61Merge(_message.Message):
    __slots__ = ("by", "a", "b")
    BY_FIELD_NUMBER: _ClassVar[int]
    A_FIELD_NUMBER: _ClassVar[int]
    B_FIELD_NUMBER: _ClassVar[int]
    by: str
    a: str
    b: str
    def __init__(self, by: _Optional[str] = ..., a: _Optional[str] = ..., b: _Optional[str] = ...) -> None: ...

class Colony61UpkeepPayment(_message.Message):
    __slots__ = ("module", "portion", "cubes")
    MODULE_FIELD_NUMBER: _ClassVar[int]
    PORTION_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    module: str
    portion: str
    cubes: Colony61Cubes
    def __init__(self, module: _Optional[str] = ..., portion: _Optional[str] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ...) -> None: ...

class Colony61PortionCubes(_message.Message):
    __slots__ = ("portion", "cubes")
    PORTION_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    portion: str
    cubes: Colony61Cubes
    def __init__(self, portion: _Optional[str] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ...) -> None: ...

class Colony61CardFace(_message.Message):
    __slots__ = ("card", "kind")
    CARD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    card: str
    kind: str
    def __init__(self, card: _Optional[str] = ..., kind: _Optional[str] = ...) -> None: ...

class Colony61LaidCards(_message.Message):
    __slots__ = ("seat", "cards", "by_default")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedCompositeFieldContainer[Colony61CardFace]
    by_default: bool
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Colony61CardFace, _Mapping]]] = ..., by_default: _Optional[bool] = ...) -> None: ...

class Colony61Condition(_message.Message):
    __slots__ = ("kind", "bound", "resource")
    KIND_FIELD_NUMBER: _ClassVar[int]
    BOUND_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    kind: str
    bound: int
    resource: str
    def __init__(self, kind: _Optional[str] = ..., bound: _Optional[int] = ..., resource: _Optional[str] = ...) -> None: ...

class Colony61Exchange(_message.Message):
    __slots__ = ("before", "after")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    before: Colony61Cubes
    after: Colony61Cubes
    def __init__(self, before: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., after: _Optional[_Union[Colony61Cubes, _Mapping]] = ...) -> None: ...

class Colony61BonusGiven(_message.Message):
    __slots__ = ("source", "target", "amount")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    source: str
    target: str
    amount: int
    def __init__(self, source: _Optional[str] = ..., target: _Optional[str] = ..., amount: _Optional[int] = ...) -> None: ...

class Colony61PortionPaid(_message.Message):
    __slots__ = ("portion", "modules", "amount", "cubes")
    PORTION_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    portion: str
    modules: _containers.RepeatedScalarFieldContainer[str]
    amount: int
    cubes: Colony61Cubes
    def __init__(self, portion: _Optional[str] = ..., modules: _Optional[_Iterable[str]] = ..., amount: _Optional[int] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ...) -> None: ...

class Colony61UpkeepPaid(_message.Message):
    __slots__ = ("module", "amount", "portion", "cubes", "unpaid")
    MODULE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    PORTION_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    UNPAID_FIELD_NUMBER: _ClassVar[int]
    module: str
    amount: int
    portion: str
    cubes: Colony61Cubes
    unpaid: int
    def __init__(self, module: _Optional[str] = ..., amount: _Optional[int] = ..., portion: _Optional[str] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., unpaid: _Optional[int] = ...) -> None: ...

class Colony61Rank(_message.Message):
    __slots__ = ("seat", "rank", "influence", "credits", "module_costs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    CREDITS_FIELD_NUMBER: _ClassVar[int]
    MODULE_COSTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    rank: int
    influence: int
    credits: int
    module_costs: int
    def __init__(self, seat: _Optional[int] = ..., rank: _Optional[int] = ..., influence: _Optional[int] = ..., credits: _Optional[int] = ..., module_costs: _Optional[int] = ...) -> None: ...

class Colony61Move(_message.Message):
    __slots__ = ("resource", "start", "end", "by")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    resource: str
    start: int
    end: int
    by: str
    def __init__(self, resource: _Optional[str] = ..., start: _Optional[int] = ..., end: _Optional[int] = ..., by: _Optional[str] = ...) -> None: ...

class Colony61Module(_message.Message):
    __slots__ = ("card", "kind", "turn")
    CARD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    card: str
    kind: str
    turn: int
    def __init__(self, card: _Optional[str] = ..., kind: _Optional[str] = ..., turn: _Optional[int] = ...) -> None: ...

class Colony61StartChoice(_message.Message):
    __slots__ = ("keep", "cubes")
    KEEP_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    keep: _containers.RepeatedScalarFieldContainer[str]
    cubes: Colony61Cubes
    def __init__(self, keep: _Optional[_Iterable[str]] = ..., cubes: _Optional[_Union[Colony61Cubes, _Mapping]] = ...) -> None: ...

class Colony61CardsChoice(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class Colony61BuildChoice(_message.Message):
    __slots__ = ("build", "recycle", "payments")
    BUILD_FIELD_NUMBER: _ClassVar[int]
    RECYCLE_FIELD_NUMBER: _ClassVar[int]
    PAYMENTS_FIELD_NUMBER: _ClassVar[int]
    build: _containers.RepeatedScalarFieldContainer[str]
    recycle: str
    payments: _containers.RepeatedCompositeFieldContainer[Colony61Payment]
    def __init__(self, build: _Optional[_Iterable[str]] = ..., recycle: _Optional[str] = ..., payments: _Optional[_Iterable[_Union[Colony61Payment, _Mapping]]] = ...) -> None: ...

class Colony61Result(_message.Message):
    __slots__ = ("reason", "ranking", "winners")
    REASON_FIELD_NUMBER: _ClassVar[int]
    RANKING_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    reason: str
    ranking: _containers.RepeatedCompositeFieldContainer[Colony61Rank]
    winners: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, reason: _Optional[str] = ..., ranking: _Optional[_Iterable[_Union[Colony61Rank, _Mapping]]] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...

class Colony61CorporationBoard(_message.Message):
    __slots__ = ("seat", "storage", "cells", "modules", "hand_count", "looks_at", "keeps", "laid", "recycled", "view", "swap", "look", "income_default", "exchange_default", "owes", "has_chosen", "influence")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STORAGE_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    HAND_COUNT_FIELD_NUMBER: _ClassVar[int]
    LOOKS_AT_FIELD_NUMBER: _ClassVar[int]
    KEEPS_FIELD_NUMBER: _ClassVar[int]
    LAID_FIELD_NUMBER: _ClassVar[int]
    RECYCLED_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    SWAP_FIELD_NUMBER: _ClassVar[int]
    LOOK_FIELD_NUMBER: _ClassVar[int]
    INCOME_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    OWES_FIELD_NUMBER: _ClassVar[int]
    HAS_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    storage: Colony61Cubes
    cells: int
    modules: _containers.RepeatedCompositeFieldContainer[Colony61Module]
    hand_count: int
    looks_at: int
    keeps: int
    laid: _containers.RepeatedCompositeFieldContainer[Colony61CardFace]
    recycled: str
    view: int
    swap: int
    look: int
    income_default: bool
    exchange_default: bool
    owes: bool
    has_chosen: bool
    influence: int
    def __init__(self, seat: _Optional[int] = ..., storage: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., cells: _Optional[int] = ..., modules: _Optional[_Iterable[_Union[Colony61Module, _Mapping]]] = ..., hand_count: _Optional[int] = ..., looks_at: _Optional[int] = ..., keeps: _Optional[int] = ..., laid: _Optional[_Iterable[_Union[Colony61CardFace, _Mapping]]] = ..., recycled: _Optional[str] = ..., view: _Optional[int] = ..., swap: _Optional[int] = ..., look: _Optional[int] = ..., income_default: _Optional[bool] = ..., exchange_default: _Optional[bool] = ..., owes: _Optional[bool] = ..., has_chosen: _Optional[bool] = ..., influence: _Optional[int] = ...) -> None: ...

class Colony61OwnBoard(_message.Message):
    __slots__ = ("hand", "offer", "choice", "by_default", "cost")
    class CostEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    HAND_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[str]
    offer: _containers.RepeatedScalarFieldContainer[str]
    choice: Colony61Choice
    by_default: bool
    cost: _containers.ScalarMap[str, int]
    def __init__(self, hand: _Optional[_Iterable[str]] = ..., offer: _Optional[_Iterable[str]] = ..., choice: _Optional[_Union[Colony61Choice, _Mapping]] = ..., by_default: _Optional[bool] = ..., cost: _Optional[_Mapping[str, int]] = ...) -> None: ...

class Colony61OwnModule(_message.Message):
    __slots__ = ("card", "kind", "income")
    CARD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    INCOME_FIELD_NUMBER: _ClassVar[int]
    card: str
    kind: str
    income: int
    def __init__(self, card: _Optional[str] = ..., kind: _Optional[str] = ..., income: _Optional[int] = ...) -> None: ...

class Colony61BonusRight(_message.Message):
    __slots__ = ("by", "amount", "targets")
    BY_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    by: str
    amount: int
    targets: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, by: _Optional[str] = ..., amount: _Optional[int] = ..., targets: _Optional[_Iterable[str]] = ...) -> None: ...

class Colony61MergeRight(_message.Message):
    __slots__ = ("by", "ends")
    BY_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    by: str
    ends: _containers.RepeatedCompositeFieldContainer[Colony61Ends]
    def __init__(self, by: _Optional[str] = ..., ends: _Optional[_Iterable[_Union[Colony61Ends, _Mapping]]] = ...) -> None: ...

class Colony61UpkeepDue(_message.Message):
    __slots__ = ("module", "amount")
    MODULE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    module: str
    amount: int
    def __init__(self, module: _Optional[str] = ..., amount: _Optional[int] = ...) -> None: ...

class Colony61Basis(_message.Message):
    __slots__ = ("turn", "storage", "cells", "recycled", "recycle_bonus", "multiplier", "subsidy", "modules", "bonuses", "merges", "upkeep", "doubles_bonuses")
    TURN_FIELD_NUMBER: _ClassVar[int]
    STORAGE_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    RECYCLED_FIELD_NUMBER: _ClassVar[int]
    RECYCLE_BONUS_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    SUBSIDY_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    MERGES_FIELD_NUMBER: _ClassVar[int]
    UPKEEP_FIELD_NUMBER: _ClassVar[int]
    DOUBLES_BONUSES_FIELD_NUMBER: _ClassVar[int]
    turn: int
    storage: Colony61Cubes
    cells: int
    recycled: bool
    recycle_bonus: int
    multiplier: int
    subsidy: int
    modules: _containers.RepeatedCompositeFieldContainer[Colony61OwnModule]
    bonuses: _containers.RepeatedCompositeFieldContainer[Colony61BonusRight]
    merges: _containers.RepeatedCompositeFieldContainer[Colony61MergeRight]
    upkeep: _containers.RepeatedCompositeFieldContainer[Colony61UpkeepDue]
    doubles_bonuses: bool
    def __init__(self, turn: _Optional[int] = ..., storage: _Optional[_Union[Colony61Cubes, _Mapping]] = ..., cells: _Optional[int] = ..., recycled: _Optional[bool] = ..., recycle_bonus: _Optional[int] = ..., multiplier: _Optional[int] = ..., subsidy: _Optional[int] = ..., modules: _Optional[_Iterable[_Union[Colony61OwnModule, _Mapping]]] = ..., bonuses: _Optional[_Iterable[_Union[Colony61BonusRight, _Mapping]]] = ..., merges: _Optional[_Iterable[_Union[Colony61MergeRight, _Mapping]]] = ..., upkeep: _Optional[_Iterable[_Union[Colony61UpkeepDue, _Mapping]]] = ..., doubles_bonuses: _Optional[bool] = ...) -> None: ...

class Colony61Readings(_message.Message):
    __slots__ = ("options",)
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.ScalarMap[str, str]
    def __init__(self, options: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Colony61Cards(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class Colony61Payments(_message.Message):
    __slots__ = ("payments",)
    PAYMENTS_FIELD_NUMBER: _ClassVar[int]
    payments: _containers.RepeatedCompositeFieldContainer[Colony61Payment]
    def __init__(self, payments: _Optional[_Iterable[_Union[Colony61Payment, _Mapping]]] = ...) -> None: ...

class Colony61Bonuses(_message.Message):
    __slots__ = ("bonuses",)
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    bonuses: _containers.RepeatedCompositeFieldContainer[Colony61Bonus]
    def __init__(self, bonuses: _Optional[_Iterable[_Union[Colony61Bonus, _Mapping]]] = ...) -> None: ...

class Colony61Merges(_message.Message):
    __slots__ = ("merges",)
    MERGES_FIELD_NUMBER: _ClassVar[int]
    merges: _containers.RepeatedCompositeFieldContainer[Colony61Merge]
    def __init__(self, merges: _Optional[_Iterable[_Union[Colony61Merge, _Mapping]]] = ...) -> None: ...

class Colony61Upkeep(_message.Message):
    __slots__ = ("payments",)
    PAYMENTS_FIELD_NUMBER: _ClassVar[int]
    payments: _containers.RepeatedCompositeFieldContainer[Colony61UpkeepPayment]
    def __init__(self, payments: _Optional[_Iterable[_Union[Colony61UpkeepPayment, _Mapping]]] = ...) -> None: ...

class Colony61PortionsCubes(_message.Message):
    __slots__ = ("portions",)
    PORTIONS_FIELD_NUMBER: _ClassVar[int]
    portions: _containers.RepeatedCompositeFieldContainer[Colony61PortionCubes]
    def __init__(self, portions: _Optional[_Iterable[_Union[Colony61PortionCubes, _Mapping]]] = ...) -> None: ...

class Colony61Ends(_message.Message):
    __slots__ = ("firsts", "seconds")
    FIRSTS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    firsts: _containers.RepeatedScalarFieldContainer[str]
    seconds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, firsts: _Optional[_Iterable[str]] = ..., seconds: _Optional[_Iterable[str]] = ...) -> None: ...

class Colony61Choice(_message.Message):
    __slots__ = ("start_choice", "cards_choice", "build_choice")
    START_CHOICE_FIELD_NUMBER: _ClassVar[int]
    CARDS_CHOICE_FIELD_NUMBER: _ClassVar[int]
    BUILD_CHOICE_FIELD_NUMBER: _ClassVar[int]
    start_choice: Colony61StartChoice
    cards_choice: Colony61CardsChoice
    build_choice: Colony61BuildChoice
    def __init__(self, start_choice: _Optional[_Union[Colony61StartChoice, _Mapping]] = ..., cards_choice: _Optional[_Union[Colony61CardsChoice, _Mapping]] = ..., build_choice: _Optional[_Union[Colony61BuildChoice, _Mapping]] = ...) -> None: ...

class Colony61Data(_message.Message):
    __slots__ = ("total_cards", "recycle", "state_modules", "types", "storage_levels", "view_table", "resources", "modules", "colonies")
    TOTAL_CARDS_FIELD_NUMBER: _ClassVar[int]
    RECYCLE_FIELD_NUMBER: _ClassVar[int]
    STATE_MODULES_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    STORAGE_LEVELS_FIELD_NUMBER: _ClassVar[int]
    VIEW_TABLE_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    COLONIES_FIELD_NUMBER: _ClassVar[int]
    total_cards: int
    recycle: Colony61Recycle
    state_modules: _containers.RepeatedScalarFieldContainer[str]
    types: _containers.RepeatedCompositeFieldContainer[Colony61Type]
    storage_levels: _containers.RepeatedCompositeFieldContainer[Colony61StorageLevel]
    view_table: _containers.RepeatedCompositeFieldContainer[Colony61ViewRow]
    resources: _containers.RepeatedCompositeFieldContainer[Colony61Resource]
    modules: _containers.RepeatedCompositeFieldContainer[Colony61ModuleKind]
    colonies: _containers.RepeatedCompositeFieldContainer[Colony61ColonyCard]
    def __init__(self, total_cards: _Optional[int] = ..., recycle: _Optional[_Union[Colony61Recycle, _Mapping]] = ..., state_modules: _Optional[_Iterable[str]] = ..., types: _Optional[_Iterable[_Union[Colony61Type, _Mapping]]] = ..., storage_levels: _Optional[_Iterable[_Union[Colony61StorageLevel, _Mapping]]] = ..., view_table: _Optional[_Iterable[_Union[Colony61ViewRow, _Mapping]]] = ..., resources: _Optional[_Iterable[_Union[Colony61Resource, _Mapping]]] = ..., modules: _Optional[_Iterable[_Union[Colony61ModuleKind, _Mapping]]] = ..., colonies: _Optional[_Iterable[_Union[Colony61ColonyCard, _Mapping]]] = ...) -> None: ...

class Colony61Recycle(_message.Message):
    __slots__ = ("bonus", "multiplier", "per_turn")
    BONUS_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    PER_TURN_FIELD_NUMBER: _ClassVar[int]
    bonus: int
    multiplier: int
    per_turn: int
    def __init__(self, bonus: _Optional[int] = ..., multiplier: _Optional[int] = ..., per_turn: _Optional[int] = ...) -> None: ...

class Colony61Type(_message.Message):
    __slots__ = ("id", "names", "colour")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.ScalarMap[str, str]
    colour: str
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., colour: _Optional[str] = ...) -> None: ...

class Colony61StorageLevel(_message.Message):
    __slots__ = ("level", "cells")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    level: int
    cells: int
    def __init__(self, level: _Optional[int] = ..., cells: _Optional[int] = ...) -> None: ...

class Colony61ViewRow(_message.Message):
    __slots__ = ("view", "swap", "look")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    SWAP_FIELD_NUMBER: _ClassVar[int]
    LOOK_FIELD_NUMBER: _ClassVar[int]
    view: int
    swap: int
    look: int
    def __init__(self, view: _Optional[int] = ..., swap: _Optional[int] = ..., look: _Optional[int] = ...) -> None: ...

class Colony61Resource(_message.Message):
    __slots__ = ("id", "order", "names", "min", "max", "start", "prices", "black_pictograms", "monopoly_influence", "supplied_by_state")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    PRICES_FIELD_NUMBER: _ClassVar[int]
    BLACK_PICTOGRAMS_FIELD_NUMBER: _ClassVar[int]
    MONOPOLY_INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    SUPPLIED_BY_STATE_FIELD_NUMBER: _ClassVar[int]
    id: str
    order: int
    names: _containers.ScalarMap[str, str]
    min: int
    max: int
    start: int
    prices: _containers.RepeatedScalarFieldContainer[int]
    black_pictograms: _containers.RepeatedCompositeFieldContainer[Colony61Pictogram]
    monopoly_influence: int
    supplied_by_state: bool
    def __init__(self, id: _Optional[str] = ..., order: _Optional[int] = ..., names: _Optional[_Mapping[str, str]] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., start: _Optional[int] = ..., prices: _Optional[_Iterable[int]] = ..., black_pictograms: _Optional[_Iterable[_Union[Colony61Pictogram, _Mapping]]] = ..., monopoly_influence: _Optional[int] = ..., supplied_by_state: _Optional[bool] = ...) -> None: ...

class Colony61Pictogram(_message.Message):
    __slots__ = ("position", "reduces")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    REDUCES_FIELD_NUMBER: _ClassVar[int]
    position: int
    reduces: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, position: _Optional[int] = ..., reduces: _Optional[_Iterable[str]] = ...) -> None: ...

class Colony61ModuleKind(_message.Message):
    __slots__ = ("id", "names", "count", "type", "influence", "cost", "supplies", "effects")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class SuppliesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    SUPPLIES_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.ScalarMap[str, str]
    count: int
    type: str
    influence: int
    cost: int
    supplies: _containers.ScalarMap[str, int]
    effects: _containers.RepeatedCompositeFieldContainer[Colony61Effect]
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., count: _Optional[int] = ..., type: _Optional[str] = ..., influence: _Optional[int] = ..., cost: _Optional[int] = ..., supplies: _Optional[_Mapping[str, int]] = ..., effects: _Optional[_Iterable[_Union[Colony61Effect, _Mapping]]] = ...) -> None: ...

class Colony61Effect(_message.Message):
    __slots__ = ("kind", "resource", "module", "type", "amount", "times", "plus", "levels", "at_least", "builds", "cards", "per", "steps")
    KIND_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TIMES_FIELD_NUMBER: _ClassVar[int]
    PLUS_FIELD_NUMBER: _ClassVar[int]
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    BUILDS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    PER_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    kind: str
    resource: str
    module: str
    type: str
    amount: int
    times: int
    plus: int
    levels: int
    at_least: int
    builds: int
    cards: int
    per: int
    steps: _containers.RepeatedCompositeFieldContainer[Colony61InfluenceStep]
    def __init__(self, kind: _Optional[str] = ..., resource: _Optional[str] = ..., module: _Optional[str] = ..., type: _Optional[str] = ..., amount: _Optional[int] = ..., times: _Optional[int] = ..., plus: _Optional[int] = ..., levels: _Optional[int] = ..., at_least: _Optional[int] = ..., builds: _Optional[int] = ..., cards: _Optional[int] = ..., per: _Optional[int] = ..., steps: _Optional[_Iterable[_Union[Colony61InfluenceStep, _Mapping]]] = ...) -> None: ...

class Colony61InfluenceStep(_message.Message):
    __slots__ = ("position", "influence")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    position: int
    influence: int
    def __init__(self, position: _Optional[int] = ..., influence: _Optional[int] = ...) -> None: ...

class Colony61ColonyCard(_message.Message):
    __slots__ = ("id", "names", "start_capital", "start_hand", "turn_track", "end", "defeat", "bonuses")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    START_CAPITAL_FIELD_NUMBER: _ClassVar[int]
    START_HAND_FIELD_NUMBER: _ClassVar[int]
    TURN_TRACK_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    DEFEAT_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.ScalarMap[str, str]
    start_capital: int
    start_hand: Colony61StartHand
    turn_track: int
    end: _containers.RepeatedCompositeFieldContainer[Colony61EndCondition]
    defeat: _containers.RepeatedCompositeFieldContainer[Colony61EndCondition]
    bonuses: _containers.RepeatedCompositeFieldContainer[Colony61Effect]
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., start_capital: _Optional[int] = ..., start_hand: _Optional[_Union[Colony61StartHand, _Mapping]] = ..., turn_track: _Optional[int] = ..., end: _Optional[_Iterable[_Union[Colony61EndCondition, _Mapping]]] = ..., defeat: _Optional[_Iterable[_Union[Colony61EndCondition, _Mapping]]] = ..., bonuses: _Optional[_Iterable[_Union[Colony61Effect, _Mapping]]] = ...) -> None: ...

class Colony61StartHand(_message.Message):
    __slots__ = ("fixed", "pick", "offered")
    FIXED_FIELD_NUMBER: _ClassVar[int]
    PICK_FIELD_NUMBER: _ClassVar[int]
    OFFERED_FIELD_NUMBER: _ClassVar[int]
    fixed: _containers.RepeatedScalarFieldContainer[str]
    pick: int
    offered: int
    def __init__(self, fixed: _Optional[_Iterable[str]] = ..., pick: _Optional[int] = ..., offered: _Optional[int] = ...) -> None: ...

class Colony61EndCondition(_message.Message):
    __slots__ = ("kind", "resource", "at_least", "at_most", "not_before_turn", "count")
    class AtLeastEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    AT_MOST_FIELD_NUMBER: _ClassVar[int]
    NOT_BEFORE_TURN_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: str
    resource: str
    at_least: _containers.ScalarMap[int, int]
    at_most: int
    not_before_turn: int
    count: int
    def __init__(self, kind: _Optional[str] = ..., resource: _Optional[str] = ..., at_least: _Optional[_Mapping[int, int]] = ..., at_most: _Optional[int] = ..., not_before_turn: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...
