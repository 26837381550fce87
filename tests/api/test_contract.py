"""The contract and the domain fit together, and the stubs are those of the contract."""

import subprocess
import sys
from pathlib import Path

import pytest

from domain import catalogue
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.simulation import play
from services.api.messages import contract
from services.api.messages.convert import ContractGap, Converter, MalformedMessage
from turnledger.v1 import common_pb2, games_pb2

ROOT = Path(__file__).parents[2]
STUBS = "turnledger/v1"
COLOURS = ("red", "blue", "green", "yellow", "black", "purple")


VARIANTS = [name for name in catalogue.VARIANTS if name != "demo"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_type_of_every_game_has_its_message(variant):
    """Compiling a converter fails on any field that one side lacks; the table's is compiled at import."""
    name = catalogue.find(variant).decider({}, 2).name
    assert contract.game(name).name == name


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_survive_the_way_to_messages_and_back(variant):
    rules = catalogue.find(variant).decider({}, 3)
    game = contract.game(rules.name)
    setup = rules.draw_setup(Table(COLOURS[:3]), Dice.from_text("contract"))
    state = None
    for turn in play(rules, setup, [rules.bots["random"]] * 3, Roll(b"contract", "bots")):
        for event in turn.events:
            assert game.event(games_pb2.Event(**game.event_field(event))) == event
        state = fold(rules, turn.events, state)
        if turn.command:
            spoken = game.of_seat(turn.command.player)
            assert spoken.command(game.command_message(turn.command)) == turn.command
        for seat in rules.to_act(state):
            board = rules.view(state, seat)
            assert game.board(game.board_message(board)) == board
            for option in rules.options(state, seat):
                assert game.of_seat(seat).option(game.option_message(option)) == option


def test_a_struct_and_a_message_that_differ_are_found_when_the_converter_is_made():
    from domain.kernel.decider import Standing

    with pytest.raises(ContractGap, match="differ in"):
        Converter(Standing, common_pb2.Edition)


def test_a_command_that_is_not_there_is_malformed():
    spoken = contract.game("card_game").of_seat(Seat(0))
    for empty in (games_pb2.Command(), games_pb2.Command(card_game={})):
        with pytest.raises(MalformedMessage):
            spoken.command(empty)


def test_the_stubs_are_what_make_proto_generates(tmp_path):
    protos = sorted((ROOT / "proto" / STUBS).glob("*.proto"))
    command = [sys.executable, "-m", "grpc_tools.protoc", "-Iproto"]
    outs = [f"--{kind}_out={tmp_path}" for kind in ("python", "pyi", "grpc_python")]
    subprocess.run([*command, *outs, *(str(path.relative_to(ROOT)) for path in protos)], cwd=ROOT, check=True)
    committed = {path.name: path.read_text() for path in (ROOT / STUBS).glob("*_pb2*")}
    generated = {path.name: path.read_text() for path in (tmp_path / STUBS).glob("*_pb2*")}
    assert {name: text for name, text in generated.items() if name in committed} == committed
    assert {path.name.removesuffix(".proto") + "_pb2.py" for path in protos} <= set(committed)
