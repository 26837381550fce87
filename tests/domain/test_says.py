"""A client finds whether the command that it is to sign is the one that it sent, in every game, and no other passes."""

import json
import re
from random import Random

import pytest

from domain import catalogue
from domain.history.codec import canonical_command
from domain.kernel.decider import Table
from domain.kernel.dice import Dice, Roll
from domain.kernel.simulation import play
from domain.table import messages
from services.api.messages import contract
from services.api.messages.contract import _SEAT_COMMANDS
from tests.kit import COLOURS
from turnledger.says import says_the_same
from turnledger.v1 import play_pb2

VARIANTS = ("power_grid/russia", "power_grid/japan", "card_game", "colony61")
PLAYER = re.compile('"player":[0-9]+')
SEAT_COMMANDS = (
    messages.TakeVacation(2), messages.HandSeat("greedy"), messages.HandSeat(), messages.TakeSeatBack(),
    messages.Resign(), messages.Undo(3), messages.ProposeUndo(2), messages.ProposeAbandon(), messages.ProposeNoRounds(),
    messages.Vote(True), messages.Vote(False),
)  # fmt: skip


def commands_of(variant, players=3):
    """All that is offered or done in a game of bots, as stored and as sent."""
    found = catalogue.find(variant)
    players = max(players, found.players_min)
    rules = found.decider({}, players)
    setup = rules.draw_setup(Table(COLOURS[:players]), Dice.from_text("a test"))
    given, rng = {}, Random(1)
    for turn in play(rules, setup, [rules.bots["greedy"], *[rules.bots["random"]] * (players - 1)], Roll(b"c", "b")):
        offered = [turn.command] if turn.command else []
        for seat in rules.to_act(turn.state):
            for option in rules.options(turn.state, seat):
                offered += [option.nth(0), option.nth(rng.randrange(option.count()))]
        given |= {canonical_command(each): each for each in offered}
        if len(given) > 3_000:
            break
    spoken = contract.game(rules.name)
    return [(stored.decode(), message_of(spoken, each), each.player) for stored, each in given.items()]


def message_of(spoken, command):
    message = spoken.command_message(command)
    return getattr(message, message.WhichOneof("game"))


def changed(value, rng):
    """Another value somewhere in it."""
    if value in ({}, []):
        return None
    if isinstance(value, dict):
        name = rng.choice([name for name in value if name != "type"] or list(value))
        return {**value, name: changed(value[name], rng)}
    if isinstance(value, list):
        place = rng.randrange(len(value) + 1)
        return value[:place] + [changed(each, rng) for each in value[place : place + 1]] + value[place + 1 :] or [1]
    if isinstance(value, bool) or value is None:
        return not value
    return value + 1 if isinstance(value, int) else value + "x"


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_was_sent_is_known_again_and_nothing_else_is(variant):
    rng, commands = Random(7), commands_of(variant)
    kinds = {json.loads(stored)["type"] for stored, _, _ in commands}
    assert len(kinds) > 3
    for stored, message, seat in commands:
        assert says_the_same(stored, message, seat), stored
        assert not says_the_same(stored, message, seat + 1)
        other = json.dumps(changed(json.loads(stored), rng), ensure_ascii=False, separators=(",", ":"))
        assert other == stored or not says_the_same(other, message, seat), (stored, other)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_command_says_what_another_says(variant):
    commands = commands_of(variant)[:60]
    for stored, _, seat in commands:
        same = [other for other, message, _ in commands if says_the_same(stored, message, seat)]
        assert {PLAYER.sub("", each) for each in same} == {PLAYER.sub("", stored)}


@pytest.mark.parametrize("command", SEAT_COMMANDS, ids=str)
def test_what_is_said_about_a_seat_is_known_again(command):
    stored = canonical_command(command).decode()
    request = play_pb2.ActRequest(game_id="g", request_id="r", **_SEAT_COMMANDS.fields(command))
    assert says_the_same(stored, request, None)
    for other in SEAT_COMMANDS:
        if other != command:
            assert not says_the_same(canonical_command(other).decode(), request, None)


@pytest.mark.parametrize(
    "odd",
    ['{"type":"Vote","agree":true,"agree":true}', '{"type": "Vote","agree":true}', '{"agree":true,"type":"Vote"',
     '{"type":"Vote","agree":true,"more":1}', '{"type":"Vote"}', '{"type":"Vote","agree":1}', "[]", "null", ""],
)  # fmt: skip
def test_what_is_spelled_otherwise_is_not_signed(odd):
    assert not says_the_same(odd, play_pb2.ActRequest(vote=play_pb2.ActRequest.Vote(agree=True)), None)
