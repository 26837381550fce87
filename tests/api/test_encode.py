"""Bytes that are written in one step are those of the message that convert.py makes: for values of every type, and for
whole games of every variant."""

import json
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from domain import catalogue
from domain.kernel.decider import Moment, Table, fold
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.privacy import redact
from domain.kernel.simulation import play
from domain.table.clock import SeatClock
from domain.table.messages import TABLE_EVENTS
from services.api.messages import contract
from services.api.messages.convert import Converter, Family
from services.api.messages.encode import FamilyEncoder, Piece, StructEncoder
from services.api.messages.to_json import to_json
from support import demo
from turnledger.v1 import common_pb2, events_pb2, games_pb2, snapshot_pb2

demo.register()
COLOURS = ("red", "blue", "green")
NAMES = sorted({catalogue.find(name).decider({}, 2).name for name in catalogue.VARIANTS})
VARIANTS = [name for name in catalogue.VARIANTS if name != "demo"]
STRIDE = 7
"""Boards and options are compared after each command of so many, events after every one."""
TEXTS = st.sampled_from(["", "a", "Москва", 'a "quoted"\nline', "x" * 200])
INTS = st.sampled_from([0, 1, 2, 127, 128, 5000, 2**31 - 1])
PLAIN = {int: INTS, bool: st.booleans(), str: TEXTS, float: st.sampled_from([0.0, 1.0, -2.5, 1e300]), Any: INTS}


def same(piece_bytes: bytes, piece_json: bytes, message) -> None:
    assert type(message).FromString(piece_bytes) == message
    assert json.loads(piece_json) == json.loads(to_json(message))


def values(hint) -> st.SearchStrategy:
    """Values of a type of the domain, extreme ones among them."""
    hint = getattr(hint, "__supertype__", hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if hint in (NoneType, UnsetType):
        return st.just(None if hint is NoneType else UNSET)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, UnionType):
        return st.one_of(*map(values, arguments))
    if origin is tuple and arguments[1:] == (...,):
        return st.lists(values(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    if isinstance(hint, type) and issubclass(hint, Struct):
        hints = get_type_hints(hint)
        return st.builds(hint, **{name: values(hints[name]) for name in hint.__struct_fields__})
    return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "demo"])
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_any_value_of_any_type_of_a_game_is_written_as_its_message_is(name, data):
    game = contract.game(name)
    decider = game._decider
    event = data.draw(st.sampled_from(decider.event_types).flatmap(values))
    same(*written(game.event_piece(event)), games_pb2.Event(**game.event_field(event)))
    board = data.draw(values(decider.board_type))
    same(*written(Piece(game.board_encoder(), board)), game.board_message(board))


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=list(HealthCheck), deadline=None)
@given(event=st.sampled_from(TABLE_EVENTS).flatmap(values))
def test_any_event_of_a_table_is_written_as_its_message_is(event):
    encoder = FamilyEncoder(TABLE_EVENTS, events_pb2.TableEvent)
    message = Family(events_pb2.TableEvent, TABLE_EVENTS).to_message(event)
    same(encoder.binary(event), encoder.json(event), message)


@pytest.mark.parametrize(("kind", "message"), [(Moment, common_pb2.Moment), (SeatClock, common_pb2.SeatClock)])
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_parts_of_a_snapshot_are_written_as_their_messages_are(kind, message, data):
    value, encoder = data.draw(values(kind)), StructEncoder(kind, message)
    same(encoder.binary(value), encoder.json(value), Converter(kind, message).to_message(value))


EVENTS = StructEncoder(contract.SentEvent, events_pb2.GameEvent)


@pytest.mark.parametrize("variant", [*VARIANTS, "demo"])
def test_whole_games_are_written_as_their_messages_are(variant):
    rules = catalogue.find(variant).decider({}, 3)
    game, state = contract.game(rules.name), None
    setup = rules.draw_setup(Table(COLOURS), Dice.from_text("encode"))
    for number, turn in enumerate(play(rules, setup, [rules.bots["random"]] * 3, Roll(b"encode", "bots"))):
        for version, event in enumerate(turn.events, 1):
            for viewer in (None, Seat(0), Seat(1)):
                known = redact(event, viewer)
                fields = contract.event_fields(version, known, rules.name)
                sent = contract.sent_event(version, known, rules.name)
                same(EVENTS.binary(sent), EVENTS.json(sent), events_pb2.GameEvent(**fields))
        state = fold(rules, turn.events, state)
        if number % STRIDE:
            continue
        for viewer in (None, *map(Seat, range(3))):
            board = rules.view(state, viewer)
            same(*written(Piece(game.board_encoder(), board)), game.board_message(board))
            if viewer is not None:
                listed = rules.options(state, viewer)
                same(*written(game.options_piece(listed)), snapshot_pb2.Options(**game.options_field(listed)))


def written(piece: Piece) -> tuple[bytes, bytes]:
    return piece.SerializeToString(), piece.json()
