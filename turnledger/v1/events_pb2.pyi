import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import games_pb2 as _games_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameEvent(_message.Message):
    __slots__ = ("version", "event_time", "says", "hidden", "table", "game")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    version: int
    event_time: _timestamp_pb2.Timestamp
    says: str
    hidden: bool
    table: TableEvent
    game: _games_pb2.Event
    def __init__(self, version: _Optional[int] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., says: _Optional[str] = ..., hidden: _Optional[bool] = ..., table: _Optional[_Union[TableEvent, _Mapping]] = ..., game: _Optional[_Union[_games_pb2.Event, _Mapping]] = ...) -> None: ...

class TableEvent(_message.Message):
    __slots__ = ("game_opened", "player_seated", "bot_seated", "seat_cleared", "table_closed", "game_began", "game_finished", "secret_revealed", "seats_arranged", "colour_chosen", "readiness_changed", "clocks_set", "time_ran_out", "vacation_taken", "seat_handed", "seat_taken_back", "seat_resigned", "commands_undone", "undo_proposed", "abandon_proposed", "vote_given", "game_starting", "hint_taken", "draw_awaited", "draw_made", "invitation_declined", "no_rounds_proposed", "rounds_given_up")
    class GameOpened(_message.Message):
        __slots__ = ("game_id", "variant", "options", "seats", "host_account_id", "private", "rated", "commitment", "secret", "seed", "setup", "position", "terms", "beacon")
        class OptionsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: str
            def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
        GAME_ID_FIELD_NUMBER: _ClassVar[int]
        VARIANT_FIELD_NUMBER: _ClassVar[int]
        OPTIONS_FIELD_NUMBER: _ClassVar[int]
        SEATS_FIELD_NUMBER: _ClassVar[int]
        HOST_ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
        PRIVATE_FIELD_NUMBER: _ClassVar[int]
        RATED_FIELD_NUMBER: _ClassVar[int]
        COMMITMENT_FIELD_NUMBER: _ClassVar[int]
        SECRET_FIELD_NUMBER: _ClassVar[int]
        SEED_FIELD_NUMBER: _ClassVar[int]
        SETUP_FIELD_NUMBER: _ClassVar[int]
        POSITION_FIELD_NUMBER: _ClassVar[int]
        TERMS_FIELD_NUMBER: _ClassVar[int]
        BEACON_FIELD_NUMBER: _ClassVar[int]
        game_id: str
        variant: str
        options: _containers.ScalarMap[str, str]
        seats: int
        host_account_id: str
        private: bool
        rated: bool
        commitment: str
        secret: str
        seed: str
        setup: _struct_pb2.Struct
        position: TableEvent.Position
        terms: _common_pb2.Terms
        beacon: _common_pb2.Beacon
        def __init__(self, game_id: _Optional[str] = ..., variant: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., host_account_id: _Optional[str] = ..., private: _Optional[bool] = ..., rated: _Optional[bool] = ..., commitment: _Optional[str] = ..., secret: _Optional[str] = ..., seed: _Optional[str] = ..., setup: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., position: _Optional[_Union[TableEvent.Position, _Mapping]] = ..., terms: _Optional[_Union[_common_pb2.Terms, _Mapping]] = ..., beacon: _Optional[_Union[_common_pb2.Beacon, _Mapping]] = ...) -> None: ...
    class Position(_message.Message):
        __slots__ = ("state", "colours", "editions", "lineage", "rules_version", "known_to")
        STATE_FIELD_NUMBER: _ClassVar[int]
        COLOURS_FIELD_NUMBER: _ClassVar[int]
        EDITIONS_FIELD_NUMBER: _ClassVar[int]
        LINEAGE_FIELD_NUMBER: _ClassVar[int]
        RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
        KNOWN_TO_FIELD_NUMBER: _ClassVar[int]
        state: _struct_pb2.Struct
        colours: _containers.RepeatedScalarFieldContainer[str]
        editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
        lineage: TableEvent.Lineage
        rules_version: int
        known_to: int
        def __init__(self, state: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., colours: _Optional[_Iterable[str]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., lineage: _Optional[_Union[TableEvent.Lineage, _Mapping]] = ..., rules_version: _Optional[int] = ..., known_to: _Optional[int] = ...) -> None: ...
    class Lineage(_message.Message):
        __slots__ = ("kind", "game_id", "version", "chain")
        KIND_FIELD_NUMBER: _ClassVar[int]
        GAME_ID_FIELD_NUMBER: _ClassVar[int]
        VERSION_FIELD_NUMBER: _ClassVar[int]
        CHAIN_FIELD_NUMBER: _ClassVar[int]
        kind: _common_pb2.LineageKind
        game_id: str
        version: int
        chain: str
        def __init__(self, kind: _Optional[_Union[_common_pb2.LineageKind, str]] = ..., game_id: _Optional[str] = ..., version: _Optional[int] = ..., chain: _Optional[str] = ...) -> None: ...
    class PlayerSeated(_message.Message):
        __slots__ = ("seat", "account_id", "colour", "nonce", "guest", "device_keys", "program")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        NONCE_FIELD_NUMBER: _ClassVar[int]
        GUEST_FIELD_NUMBER: _ClassVar[int]
        DEVICE_KEYS_FIELD_NUMBER: _ClassVar[int]
        PROGRAM_FIELD_NUMBER: _ClassVar[int]
        seat: int
        account_id: str
        colour: str
        nonce: str
        guest: bool
        device_keys: TableEvent.DeviceKeys
        program: bool
        def __init__(self, seat: _Optional[int] = ..., account_id: _Optional[str] = ..., colour: _Optional[str] = ..., nonce: _Optional[str] = ..., guest: _Optional[bool] = ..., device_keys: _Optional[_Union[TableEvent.DeviceKeys, _Mapping]] = ..., program: _Optional[bool] = ...) -> None: ...
    class DeviceKeys(_message.Message):
        __slots__ = ("keys",)
        KEYS_FIELD_NUMBER: _ClassVar[int]
        keys: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, keys: _Optional[_Iterable[str]] = ...) -> None: ...
    class BotSeated(_message.Message):
        __slots__ = ("seat", "bot", "colour")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        BOT_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        seat: int
        bot: str
        colour: str
        def __init__(self, seat: _Optional[int] = ..., bot: _Optional[str] = ..., colour: _Optional[str] = ...) -> None: ...
    class SeatCleared(_message.Message):
        __slots__ = ("seat", "cause")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cause: str
        def __init__(self, seat: _Optional[int] = ..., cause: _Optional[str] = ...) -> None: ...
    class TableClosed(_message.Message):
        __slots__ = ("cause",)
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        cause: str
        def __init__(self, cause: _Optional[str] = ...) -> None: ...
    class GameStarting(_message.Message):
        __slots__ = ("round", "editions", "rules_version", "bots")
        ROUND_FIELD_NUMBER: _ClassVar[int]
        EDITIONS_FIELD_NUMBER: _ClassVar[int]
        RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
        BOTS_FIELD_NUMBER: _ClassVar[int]
        round: int
        editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
        rules_version: int
        bots: TableEvent.BotNumbers
        def __init__(self, round: _Optional[int] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., rules_version: _Optional[int] = ..., bots: _Optional[_Union[TableEvent.BotNumbers, _Mapping]] = ...) -> None: ...
    class BotNumbers(_message.Message):
        __slots__ = ("numbers",)
        class NumbersEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        NUMBERS_FIELD_NUMBER: _ClassVar[int]
        numbers: _containers.ScalarMap[str, int]
        def __init__(self, numbers: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class GameBegan(_message.Message):
        __slots__ = ("seats", "editions", "rules_version", "signature", "dealt", "bots")
        SEATS_FIELD_NUMBER: _ClassVar[int]
        EDITIONS_FIELD_NUMBER: _ClassVar[int]
        RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
        SIGNATURE_FIELD_NUMBER: _ClassVar[int]
        DEALT_FIELD_NUMBER: _ClassVar[int]
        BOTS_FIELD_NUMBER: _ClassVar[int]
        seats: _containers.RepeatedCompositeFieldContainer[TableEvent.Seated]
        editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
        rules_version: int
        signature: str
        dealt: _struct_pb2.Struct
        bots: TableEvent.BotNumbers
        def __init__(self, seats: _Optional[_Iterable[_Union[TableEvent.Seated, _Mapping]]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., rules_version: _Optional[int] = ..., signature: _Optional[str] = ..., dealt: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., bots: _Optional[_Union[TableEvent.BotNumbers, _Mapping]] = ...) -> None: ...
    class SeatsArranged(_message.Message):
        __slots__ = ("order",)
        ORDER_FIELD_NUMBER: _ClassVar[int]
        order: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, order: _Optional[_Iterable[int]] = ...) -> None: ...
    class ColourChosen(_message.Message):
        __slots__ = ("seat", "colour")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        seat: int
        colour: str
        def __init__(self, seat: _Optional[int] = ..., colour: _Optional[str] = ...) -> None: ...
    class ReadinessChanged(_message.Message):
        __slots__ = ("seat", "ready")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        READY_FIELD_NUMBER: _ClassVar[int]
        seat: int
        ready: bool
        def __init__(self, seat: _Optional[int] = ..., ready: _Optional[bool] = ...) -> None: ...
    class ClocksSet(_message.Message):
        __slots__ = ("set_time", "seats")
        SET_TIME_FIELD_NUMBER: _ClassVar[int]
        SEATS_FIELD_NUMBER: _ClassVar[int]
        set_time: _timestamp_pb2.Timestamp
        seats: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatClock]
        def __init__(self, set_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[_common_pb2.SeatClock, _Mapping]]] = ...) -> None: ...
    class TimeRanOut(_message.Message):
        __slots__ = ("seat", "consequence")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CONSEQUENCE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        consequence: _common_pb2.TimeoutAction
        def __init__(self, seat: _Optional[int] = ..., consequence: _Optional[_Union[_common_pb2.TimeoutAction, str]] = ...) -> None: ...
    class VacationTaken(_message.Message):
        __slots__ = ("seat", "days")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        DAYS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        days: int
        def __init__(self, seat: _Optional[int] = ..., days: _Optional[int] = ...) -> None: ...
    class InvitationDeclined(_message.Message):
        __slots__ = ("account_id", "reason")
        ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
        REASON_FIELD_NUMBER: _ClassVar[int]
        account_id: str
        reason: str
        def __init__(self, account_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...
    class HintTaken(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class DrawAwaited(_message.Message):
        __slots__ = ("seat", "round", "command")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ROUND_FIELD_NUMBER: _ClassVar[int]
        COMMAND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        round: int
        command: _struct_pb2.Struct
        def __init__(self, seat: _Optional[int] = ..., round: _Optional[int] = ..., command: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...
    class DrawMade(_message.Message):
        __slots__ = ("round", "signature", "dealt")
        ROUND_FIELD_NUMBER: _ClassVar[int]
        SIGNATURE_FIELD_NUMBER: _ClassVar[int]
        DEALT_FIELD_NUMBER: _ClassVar[int]
        round: int
        signature: str
        dealt: _struct_pb2.Struct
        def __init__(self, round: _Optional[int] = ..., signature: _Optional[str] = ..., dealt: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...
    class NoRoundsProposed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class RoundsGivenUp(_message.Message):
        __slots__ = ("round", "dealt")
        ROUND_FIELD_NUMBER: _ClassVar[int]
        DEALT_FIELD_NUMBER: _ClassVar[int]
        round: int
        dealt: _struct_pb2.Struct
        def __init__(self, round: _Optional[int] = ..., dealt: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...
    class SeatHanded(_message.Message):
        __slots__ = ("seat", "bot", "cause")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        BOT_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        bot: str
        cause: str
        def __init__(self, seat: _Optional[int] = ..., bot: _Optional[str] = ..., cause: _Optional[str] = ...) -> None: ...
    class SeatTakenBack(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class SeatResigned(_message.Message):
        __slots__ = ("seat", "bot", "cause")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        BOT_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        bot: str
        cause: str
        def __init__(self, seat: _Optional[int] = ..., bot: _Optional[str] = ..., cause: _Optional[str] = ...) -> None: ...
    class CommandsUndone(_message.Message):
        __slots__ = ("seat", "to_version")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        TO_VERSION_FIELD_NUMBER: _ClassVar[int]
        seat: int
        to_version: int
        def __init__(self, seat: _Optional[int] = ..., to_version: _Optional[int] = ...) -> None: ...
    class UndoProposed(_message.Message):
        __slots__ = ("seat", "to_version")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        TO_VERSION_FIELD_NUMBER: _ClassVar[int]
        seat: int
        to_version: int
        def __init__(self, seat: _Optional[int] = ..., to_version: _Optional[int] = ...) -> None: ...
    class AbandonProposed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class VoteGiven(_message.Message):
        __slots__ = ("seat", "agree")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        AGREE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        agree: bool
        def __init__(self, seat: _Optional[int] = ..., agree: _Optional[bool] = ...) -> None: ...
    class GameFinished(_message.Message):
        __slots__ = ("reason", "standings")
        REASON_FIELD_NUMBER: _ClassVar[int]
        STANDINGS_FIELD_NUMBER: _ClassVar[int]
        reason: str
        standings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Standing]
        def __init__(self, reason: _Optional[str] = ..., standings: _Optional[_Iterable[_Union[_common_pb2.Standing, _Mapping]]] = ...) -> None: ...
    class SecretRevealed(_message.Message):
        __slots__ = ("secret", "nonces")
        SECRET_FIELD_NUMBER: _ClassVar[int]
        NONCES_FIELD_NUMBER: _ClassVar[int]
        secret: str
        nonces: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, secret: _Optional[str] = ..., nonces: _Optional[_Iterable[str]] = ...) -> None: ...
    class Seated(_message.Message):
        __slots__ = ("colour", "account_id", "bot", "nonce", "guest", "device_keys", "program")
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
        BOT_FIELD_NUMBER: _ClassVar[int]
        NONCE_FIELD_NUMBER: _ClassVar[int]
        GUEST_FIELD_NUMBER: _ClassVar[int]
        DEVICE_KEYS_FIELD_NUMBER: _ClassVar[int]
        PROGRAM_FIELD_NUMBER: _ClassVar[int]
        colour: str
        account_id: str
        bot: str
        nonce: str
        guest: bool
        device_keys: TableEvent.DeviceKeys
        program: bool
        def __init__(self, colour: _Optional[str] = ..., account_id: _Optional[str] = ..., bot: _Optional[str] = ..., nonce: _Optional[str] = ..., guest: _Optional[bool] = ..., device_keys: _Optional[_Union[TableEvent.DeviceKeys, _Mapping]] = ..., program: _Optional[bool] = ...) -> None: ...
    GAME_OPENED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_SEATED_FIELD_NUMBER: _ClassVar[int]
    BOT_SEATED_FIELD_NUMBER: _ClassVar[int]
    SEAT_CLEARED_FIELD_NUMBER: _ClassVar[int]
    TABLE_CLOSED_FIELD_NUMBER: _ClassVar[int]
    GAME_BEGAN_FIELD_NUMBER: _ClassVar[int]
    GAME_FINISHED_FIELD_NUMBER: _ClassVar[int]
    SECRET_REVEALED_FIELD_NUMBER: _ClassVar[int]
    SEATS_ARRANGED_FIELD_NUMBER: _ClassVar[int]
    COLOUR_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    READINESS_CHANGED_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_SET_FIELD_NUMBER: _ClassVar[int]
    TIME_RAN_OUT_FIELD_NUMBER: _ClassVar[int]
    VACATION_TAKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_HANDED_FIELD_NUMBER: _ClassVar[int]
    SEAT_TAKEN_BACK_FIELD_NUMBER: _ClassVar[int]
    SEAT_RESIGNED_FIELD_NUMBER: _ClassVar[int]
    COMMANDS_UNDONE_FIELD_NUMBER: _ClassVar[int]
    UNDO_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    ABANDON_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    VOTE_GIVEN_FIELD_NUMBER: _ClassVar[int]
    GAME_STARTING_FIELD_NUMBER: _ClassVar[int]
    HINT_TAKEN_FIELD_NUMBER: _ClassVar[int]
    DRAW_AWAITED_FIELD_NUMBER: _ClassVar[int]
    DRAW_MADE_FIELD_NUMBER: _ClassVar[int]
    INVITATION_DECLINED_FIELD_NUMBER: _ClassVar[int]
    NO_ROUNDS_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    game_opened: TableEvent.GameOpened
    player_seated: TableEvent.PlayerSeated
    bot_seated: TableEvent.BotSeated
    seat_cleared: TableEvent.SeatCleared
    table_closed: TableEvent.TableClosed
    game_began: TableEvent.GameBegan
    game_finished: TableEvent.GameFinished
    secret_revealed: TableEvent.SecretRevealed
    seats_arranged: TableEvent.SeatsArranged
    colour_chosen: TableEvent.ColourChosen
    readiness_changed: TableEvent.ReadinessChanged
    clocks_set: TableEvent.ClocksSet
    time_ran_out: TableEvent.TimeRanOut
    vacation_taken: TableEvent.VacationTaken
    seat_handed: TableEvent.SeatHanded
    seat_taken_back: TableEvent.SeatTakenBack
    seat_resigned: TableEvent.SeatResigned
    commands_undone: TableEvent.CommandsUndone
    undo_proposed: TableEvent.UndoProposed
    abandon_proposed: TableEvent.AbandonProposed
    vote_given: TableEvent.VoteGiven
    game_starting: TableEvent.GameStarting
    hint_taken: TableEvent.HintTaken
    draw_awaited: TableEvent.DrawAwaited
    draw_made: TableEvent.DrawMade
    invitation_declined: TableEvent.InvitationDeclined
    no_rounds_proposed: TableEvent.NoRoundsProposed
    rounds_given_up: TableEvent.RoundsGivenUp
    def __init__(self, game_opened: _Optional[_Union[TableEvent.GameOpened, _Mapping]] = ..., player_seated: _Optional[_Union[TableEvent.PlayerSeated, _Mapping]] = ..., bot_seated: _Optional[_Union[TableEvent.BotSeated, _Mapping]] = ..., seat_cleared: _Optional[_Union[TableEvent.SeatCleared, _Mapping]] = ..., table_closed: _Optional[_Union[TableEvent.TableClosed, _Mapping]] = ..., game_began: _Optional[_Union[TableEvent.GameBegan, _Mapping]] = ..., game_finished: _Optional[_Union[TableEvent.GameFinished, _Mapping]] = ..., secret_revealed: _Optional[_Union[TableEvent.SecretRevealed, _Mapping]] = ..., seats_arranged: _Optional[_Union[TableEvent.SeatsArranged, _Mapping]] = ..., colour_chosen: _Optional[_Union[TableEvent.ColourChosen, _Mapping]] = ..., readiness_changed: _Optional[_Union[TableEvent.ReadinessChanged, _Mapping]] = ..., clocks_set: _Optional[_Union[TableEvent.ClocksSet, _Mapping]] = ..., time_ran_out: _Optional[_Union[TableEvent.TimeRanOut, _Mapping]] = ..., vacation_taken: _Optional[_Union[TableEvent.VacationTaken, _Mapping]] = ..., seat_handed: _Optional[_Union[TableEvent.SeatHanded, _Mapping]] = ..., seat_taken_back: _Optional[_Union[TableEvent.SeatTakenBack, _Mapping]] = ..., seat_resigned: _Optional[_Union[TableEvent.SeatResigned, _Mapping]] = ..., commands_undone: _Optional[_Union[TableEvent.CommandsUndone, _Mapping]] = ..., undo_proposed: _Optional[_Union[TableEvent.UndoProposed, _Mapping]] = ..., abandon_proposed: _Optional[_Union[TableEvent.AbandonProposed, _Mapping]] = ..., vote_given: _Optional[_Union[TableEvent.VoteGiven, _Mapping]] = ..., game_starting: _Optional[_Union[TableEvent.GameStarting, _Mapping]] = ..., hint_taken: _Optional[_Union[TableEvent.HintTaken, _Mapping]] = ..., draw_awaited: _Optional[_Union[TableEvent.DrawAwaited, _Mapping]] = ..., draw_made: _Optional[_Union[TableEvent.DrawMade, _Mapping]] = ..., invitation_declined: _Optional[_Union[TableEvent.InvitationDeclined, _Mapping]] = ..., no_rounds_proposed: _Optional[_Union[TableEvent.NoRoundsProposed, _Mapping]] = ..., rounds_given_up: _Optional[_Union[TableEvent.RoundsGivenUp, _Mapping]] = ...) -> None: ...
