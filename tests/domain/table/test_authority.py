"""The authority for every command of the table, before the start and while the game runs, for each kind of actor.

ann is the host and sits, bob sits, eve does not, bot:greedy plays the third seat once the game runs, olga is an
operator.
`ok` where the command is heard.
"""

import pytest

from domain.table.clock import Clock
from domain.table.messages import (
    OPERATOR_ACTOR,
    SERVER_ACTOR,
    TABLE_COMMANDS,
    AddBot,
    ArrangeSeats,
    Begin,
    ChooseColour,
    ClearSeat,
    CloseTable,
    DeclineInvitation,
    ExpireTable,
    FollowOrder,
    HandSeat,
    LeaveSeat,
    OpenTable,
    PlayForced,
    ProposeAbandon,
    ProposeNoRounds,
    ProposeUndo,
    PutOut,
    Resign,
    SetReady,
    StartGame,
    StopTable,
    TakeHint,
    TakeSeat,
    TakeSeatBack,
    TakeVacation,
    Terms,
    TimeOut,
    Undo,
    Vote,
)
from support import demo
from tests.domain.table.table_kit import choose, given, opened, refused, when
from tests.kit import Refusal

ACTORS = ("ann", "bob", "eve", "bot:greedy", SERVER_ACTOR, OPERATOR_ACTOR + "olga")
TERMS = Terms(Clock(move_s=60, vacation_days=3), invited=("eve",))
TABLE = given(opened(TERMS), ("ann", TakeSeat()), ("bob", TakeSeat()))
GAME = given(
    given(TABLE, ("ann", AddBot("greedy")), ("ann", StartGame())),
    ("ann", choose(0, 1)),
    ("bob", choose(1, 1)),
    ("bob", ProposeUndo()),
)
UNASKED = "NOT_INVITED"
HOST, PLAYER, SERVER, OPERATOR = "NOT_THE_HOST", "NOT_A_PLAYER", "NOT_THE_SERVER", "NOT_AN_OPERATOR"
BEFORE_THE_START = {
    TakeSeat(): ("ALREADY_SEATED", "ALREADY_SEATED", "ok", "ok", "ok", "ok"),
    LeaveSeat(): ("ok", "ok", "NOT_SEATED", "NOT_SEATED", "NOT_SEATED", "NOT_SEATED"),
    DeclineInvitation("LATER"): (UNASKED, UNASKED, "ok", UNASKED, UNASKED, UNASKED),
    AddBot("random"): ("ok", HOST, HOST, HOST, HOST, HOST),
    ClearSeat(1): ("ok", HOST, HOST, HOST, HOST, HOST),
    ArrangeSeats((1, 0)): ("ok", HOST, HOST, HOST, HOST, HOST),
    ChooseColour(1, "black"): ("ok", "ok", HOST, HOST, HOST, HOST),
    ChooseColour(0, "black"): ("ok", HOST, HOST, HOST, HOST, HOST),
    SetReady(): ("ok", "ok", "NOT_SEATED", "NOT_SEATED", "NOT_SEATED", "NOT_SEATED"),
    StartGame(): ("ok", HOST, HOST, HOST, HOST, HOST),
    CloseTable(): ("ok", HOST, HOST, HOST, HOST, HOST),
    Begin(1, ""): ("NOT_STARTING",) * 6,
    StopTable(): (OPERATOR, OPERATOR, OPERATOR, OPERATOR, OPERATOR, "ok"),
    PutOut("bob"): (OPERATOR, OPERATOR, OPERATOR, OPERATOR, OPERATOR, "ok"),
    ExpireTable(): (SERVER, SERVER, SERVER, SERVER, "ok", SERVER),
}
WHILE_IT_RUNS = {
    StopTable(): (OPERATOR, OPERATOR, OPERATOR, OPERATOR, OPERATOR, "ok"),
    PutOut("bob"): (OPERATOR, OPERATOR, OPERATOR, OPERATOR, OPERATOR, "ok"),
    TimeOut(0): (SERVER, SERVER, SERVER, SERVER, Refusal("TIME_NOT_UP", place=0, deadline_ms=None), SERVER),
    TakeVacation(1): ("ok", "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    TakeHint(): ("NO_HINTS_HERE", "NO_HINTS_HERE", PLAYER, PLAYER, PLAYER, PLAYER),
    HandSeat(): ("ok", "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    TakeSeatBack(): ("ok", "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    Resign(): ("ok", "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    Undo(): (Refusal("UNDO_NEEDS_CONSENT", commands=1), "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    ProposeUndo(): ("PROPOSAL_PENDING", "PROPOSAL_PENDING", PLAYER, PLAYER, PLAYER, PLAYER),
    ProposeAbandon(): ("PROPOSAL_PENDING", "PROPOSAL_PENDING", PLAYER, PLAYER, PLAYER, PLAYER),
    ProposeNoRounds(): ("PROPOSAL_PENDING", "PROPOSAL_PENDING", PLAYER, PLAYER, PLAYER, PLAYER),
    Vote(False): ("ok", "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    choose(0, 2): ("ok", "NOT_YOUR_SEAT", PLAYER, PLAYER, PLAYER, PLAYER),
    choose(1, 2): ("NOT_YOUR_SEAT", "ok", PLAYER, PLAYER, PLAYER, PLAYER),
    choose(2, 2): ("NOT_YOUR_SEAT", "NOT_YOUR_SEAT", PLAYER, "ok", PLAYER, PLAYER),
}
CASES = [
    (aggregate, command, actor, verdict)
    for aggregate, matrix in ((TABLE, BEFORE_THE_START), (GAME, WHILE_IT_RUNS))
    for command, verdicts in matrix.items()
    for actor, verdict in zip(ACTORS, verdicts, strict=True)
]


def test_the_matrix_has_every_command():
    named = {type(command) for command in (*BEFORE_THE_START, *WHILE_IT_RUNS)}
    by_the_server = {FollowOrder, PlayForced}  # in the name of the seat's account: test_orders.py
    assert set(TABLE_COMMANDS) - named - by_the_server == {OpenTable}, "which anybody may give"


@pytest.mark.rule("TB-PLAY-01", "TB-SEAT-03", "TB-SEAT-04", "TB-SEAT-05", "TB-CLOSE-02", "TB-CLOSE-03", "TB-CLOCK-04")
@pytest.mark.parametrize(("aggregate", "command", "actor", "verdict"), CASES, ids=lambda value: str(value)[:40])
def test_each_command_is_heard_from_those_alone_who_may_give_it(aggregate, command, actor, verdict):
    if verdict == "ok":
        when(aggregate, actor, command)
    else:
        seat = {"player": command.player} if isinstance(command, demo.Choose) else {}
        assert refused(aggregate, actor, command) == (
            verdict if isinstance(verdict, Refusal) else Refusal(verdict, **seat)
        )


@pytest.mark.parametrize("command", [each for each in BEFORE_THE_START if each not in WHILE_IT_RUNS], ids=str)
def test_what_belongs_before_the_start_is_refused_to_everybody_afterwards(command):
    assert {refused(GAME, actor, command) for actor in ACTORS} == {"GAME_ALREADY_STARTED"}


@pytest.mark.parametrize("command", [each for each in WHILE_IT_RUNS if each not in BEFORE_THE_START], ids=str)
def test_what_belongs_to_the_game_is_refused_to_everybody_before_it(command):
    assert {refused(TABLE, actor, command) for actor in ACTORS} == {"GAME_NOT_STARTED"}
