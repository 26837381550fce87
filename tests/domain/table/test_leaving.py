import pytest
from msgspec.structs import replace

from domain.colony61.messages import DecideCards
from domain.kernel.decider import Standing
from domain.table.aggregate import FINISHED
from domain.table.clock import Clock
from domain.table.decide import open_table
from domain.table.messages import (
    AbandonProposed,
    GameFinished,
    HandSeat,
    OpenTable,
    ProposeAbandon,
    ProposeUndo,
    Resign,
    SeatHanded,
    SeatResigned,
    SeatTakenBack,
    SecretRevealed,
    StartGame,
    TakeSeat,
    TakeSeatBack,
    Terms,
    TimeOut,
    Undo,
    Vote,
    VoteGiven,
)
from domain.table.running import resigned_last
from tests.domain.colony61.positions import Place, cubes, position
from tests.domain.table.table_kit import SECRET, SERVER, begun, choose, given, opened, refused, when
from tests.kit import Refusal


def ranks(finished):
    return [(each.player, each.rank, each.won) for each in finished.standings]


@pytest.mark.rule("TB-LEAVE-01")
def test_a_player_hands_the_seat_to_a_bot_and_takes_it_back():
    game = begun("ann", "bob")
    assert when(game, "bob", HandSeat()) == (SeatHanded(1, "greedy", "PLAYER"),)
    assert when(game, "bob", HandSeat("random")) == (SeatHanded(1, "random", "PLAYER"),)
    assert refused(game, "bob", HandSeat("genius")) == Refusal("UNKNOWN_BOT", bot="genius", known=("random", "greedy"))
    assert refused(game, "eve", HandSeat()) == "NOT_A_PLAYER"
    handed = given(game, ("bob", HandSeat()))
    assert handed.seat_of("bob") == 1
    assert refused(handed, "bob", HandSeat()) == Refusal("SEAT_IS_HANDED", player=1)
    assert when(handed, "bob", TakeSeatBack()) == (SeatTakenBack(1),)
    assert when(game, "bob", TakeSeatBack()) == ()
    assert refused(handed, "eve", TakeSeatBack()) == "NOT_A_PLAYER"
    assert given(handed, ("bob", TakeSeatBack()), ("bob", choose(1, 2))).play.chosen == (None, 2)


@pytest.mark.rule("TB-LEAVE-02")
def test_the_stand_in_plays_on_for_who_resigned_and_there_is_no_way_back():
    game = begun("ann", "bob", "cy")
    assert when(game, "cy", Resign()) == (SeatResigned(2, "greedy", "PLAYER"),)
    resigned = given(game, ("cy", Resign()))
    assert when(resigned, "cy", Resign()) == ()
    assert refused(resigned, "cy", TakeSeatBack()) == "RESIGNED"
    assert refused(resigned, "eve", Resign()) == "NOT_A_PLAYER"
    assert given(resigned, ("bot:greedy", choose(2, 3))).play.chosen == (None, None, 3)


@pytest.mark.rule("TB-LEAVE-02")
def test_who_resigned_stands_last_whatever_the_bot_achieves():
    game = given(begun("ann", "bob", "cy"), ("cy", Resign()))
    for _ in range(2):
        game = given(game, ("ann", choose(0, 1)), ("bob", choose(1, 1)))
        events = when(game, "bot:greedy", choose(2, 3))
        game = given(game, ("bot:greedy", choose(2, 3)))
    finished = next(event for event in events if isinstance(event, GameFinished))
    assert finished.reason == "ROUNDS_PLAYED"
    assert max(finished.standings, key=lambda each: each.score).player == 2
    assert [rank for _, rank, _ in ranks(finished)] == [1, 2, 3]
    assert ranks(finished)[-1] == (2, 3, False)
    assert ranks(finished)[0][2]


@pytest.mark.rule("TB-LEAVE-02", "C61-END-02")
def test_a_game_that_all_lose_has_no_winner_because_somebody_resigned():
    table = open_table(
        OpenTable("colony61", 3, options={"colony": "mining_asteroid"}), "ann", "game-1", SECRET
    ).aggregate
    seated = given(table, *((player, TakeSeat()) for player in ("ann", "bob", "cy")), ("ann", StartGame()))
    eve_of_defeat = position(
        Place(laid="mine", storage=cubes(fives=1)), Place(), Place(), step="DECIDE", turn=2, owing=[0],
        colony="mining_asteroid", mining=2, electricity=-7,
    )  # fmt: skip
    game = given(replace(seated, play=eve_of_defeat), ("cy", Resign()))
    events = when(game, "ann", DecideCards(0, 2, accept_default=True))
    finished = next(event for event in events if isinstance(event, GameFinished))
    assert finished.reason == "DEFEAT"
    assert ranks(finished) == [(0, 1, False), (1, 1, False), (2, 3, False)]


@pytest.mark.rule("TB-LEAVE-02")
def test_who_stands_next_has_won_where_the_stand_in_of_who_resigned_would_have():
    def outcome(*won):
        return tuple(Standing(seat, seat + 1, seat in won, 9 - seat) for seat in range(3))

    def winners(standings, *resigned):
        return [each.player for each in resigned_last(standings, resigned, [None] * len(resigned)) if each.won]

    assert winners(outcome(0), 2) == [0]
    assert winners(outcome(0), 0) == [1]
    assert winners(outcome(0), 0, 1) == [2]
    assert winners(outcome(), 0) == []


@pytest.mark.rule("TB-LEAVE-02", "TB-CLOCK-04")
def test_whose_time_ended_at_the_same_moment_share_the_rank_and_nobody_else_does():
    game = begun("ann", "bob", "cy", terms=Terms(Clock(move_s=60, on_timeout="FORFEIT")))
    game = given(game, ("cy", choose(2, 1), 50))
    together = given(game, (SERVER, TimeOut(0), 60), (SERVER, TimeOut(1), 60.004))
    assert ranks(together.outcome) == [(2, 1, True), (0, 2, False), (1, 2, False)]
    one_by_one = given(game, (SERVER, TimeOut(0), 60), ("bob", Resign(), 60))
    assert ranks(one_by_one.outcome) == [(2, 1, True), (1, 2, False), (0, 3, False)]


@pytest.mark.rule("TB-LEAVE-02")
def test_who_lost_the_seat_at_other_moments_stands_in_that_order():
    standings = tuple(Standing(seat, seat + 1, seat == 0, 0) for seat in range(5))
    placed = resigned_last(standings, (3, 0, 4, 1), (7, 7, None, None))
    assert [(each.player, each.rank) for each in placed] == [(2, 1), (1, 2), (4, 3), (0, 4), (3, 4)]


@pytest.mark.rule("TB-LEAVE-02")
def test_the_last_one_left_has_won():
    game = given(begun("ann", "bob", "cy"), ("cy", Resign()))
    resigned, finished, revealed = when(game, "ann", Resign())
    assert resigned == SeatResigned(0, "greedy", "PLAYER")
    assert finished.reason == "RESIGNED"
    assert ranks(finished) == [(1, 1, True), (0, 2, False), (2, 3, False)]
    assert revealed == SecretRevealed(SECRET.hex(), ("", "", ""))
    assert refused(given(game, ("ann", Resign())), "bob", choose(1, 1)) == "GAME_OVER"


@pytest.mark.rule("TB-LEAVE-02")
def test_bots_do_not_play_on_alone_and_share_the_first_rank():
    finished = when(begun("ann", bots=2), "ann", Resign())[1]
    assert ranks(finished) == [(1, 1, True), (2, 1, True), (0, 3, False)]


@pytest.mark.rule("TB-LEAVE-03")
def test_a_game_is_abandoned_when_all_agree_and_has_no_standings():
    game = begun("ann", "bob", bots=1)
    assert when(game, "ann", ProposeAbandon()) == (AbandonProposed(0),)
    asked = given(game, ("ann", ProposeAbandon()))
    assert refused(asked, "bob", ProposeAbandon()) == "PROPOSAL_PENDING"
    assert when(asked, "ann", Vote(True)) == ()
    vote, finished, revealed = when(asked, "bob", Vote(True))
    assert (vote, finished) == (VoteGiven(1, True), GameFinished("ABANDONED", ()))
    assert isinstance(revealed, SecretRevealed)
    assert given(asked, ("bob", Vote(True))).status == FINISHED


@pytest.mark.rule("TB-LEAVE-03")
def test_the_game_goes_on_while_an_abandonment_is_voted_on_and_after_a_no():
    asked = given(begun("ann", "bob"), ("ann", ProposeAbandon()), ("ann", choose(0, 1)))
    assert asked.proposal is not None
    no = given(asked, ("bob", Vote(False)))
    assert no.proposal is None
    assert refused(no, "bob", Vote(True)) == "NO_PROPOSAL"
    assert refused(no, "eve", Vote(True)) == "NOT_A_PLAYER"


@pytest.mark.rule("TB-LEAVE-04")
def test_at_a_rated_table_nothing_is_agreed_behind_the_back_of_who_lets_a_bot_play():
    away = given(begun("ann", "bob"), ("ann", choose(0, 3)), ("bob", HandSeat()))
    for proposal in (ProposeAbandon(), ProposeUndo()):
        asked = given(away, ("ann", proposal))
        assert asked.proposal is not None
        assert refused(asked, "bob", Vote(True)) == Refusal("SEAT_IS_HANDED", player=1)
        assert given(asked, ("bob", TakeSeatBack()), ("bob", Vote(True))).proposal is None
    assert given(begun("ann", "bob", rated=False), ("bob", HandSeat()), ("ann", ProposeAbandon())).status == FINISHED


@pytest.mark.rule("TB-LEAVE-04")
def test_who_resigned_has_no_voice_at_a_rated_table_either():
    game = given(begun("ann", "bob", "cy"), ("cy", Resign()), ("ann", ProposeAbandon()))
    assert given(game, ("bob", Vote(True))).outcome.reason == "ABANDONED"


@pytest.mark.rule("TB-LEAVE-04")
def test_a_single_player_among_bots_takes_no_rated_result_back():
    alone = given(begun("ann", bots=2), ("ann", choose(0, 3)))
    assert refused(alone, "ann", ProposeAbandon()) == "NOBODY_TO_AGREE"
    assert refused(alone, "ann", ProposeUndo()) == "NOBODY_TO_AGREE"
    assert given(begun("ann", bots=2, rated=False), ("ann", ProposeAbandon())).status == FINISHED


@pytest.mark.rule("TB-LEAVE-02", "TB-LEAVE-04")
def test_a_proposal_that_nobody_else_is_left_to_answer_is_dropped_at_a_rated_table():
    for proposal in (ProposeAbandon(), ProposeUndo()):
        asked = given(begun("ann", "bob", bots=1), ("ann", choose(0, 3)), ("ann", proposal))
        assert when(asked, "bob", Resign()) == (SeatResigned(1, "greedy", "PLAYER"),)
        assert given(asked, ("bob", Resign())).proposal is None
    asked = given(begun("ann", "bob"), ("ann", ProposeAbandon()), ("bob", Resign()))
    assert (asked.outcome.reason, ranks(asked.outcome)) == ("RESIGNED", [(0, 1, True), (1, 2, False)])


@pytest.mark.rule("TB-LEAVE-03", "TB-UNDO-01")
def test_who_takes_back_the_own_move_does_not_end_what_all_are_asked_for():
    asked = given(begun("ann", "bob"), ("ann", choose(0, 1)), ("bob", ProposeAbandon()), ("ann", Undo()))
    assert asked.proposal is not None
    assert given(asked, ("ann", Vote(True))).outcome.reason == "ABANDONED"


@pytest.mark.rule("TB-LEAVE-02")
@pytest.mark.parametrize("command", [choose(0, 1), HandSeat(), TakeSeatBack(), Vote(True), Undo(), ProposeAbandon()])
def test_who_resigned_is_told_so_and_not_to_take_the_seat_back(command):
    said = "RESIGNED" if command == TakeSeatBack() else Refusal("RESIGNED", player=0)
    assert refused(given(begun("ann", "bob", "cy"), ("ann", Resign())), "ann", command) == said


@pytest.mark.rule("TB-LEAVE-03")
def test_a_proposal_needs_a_game_that_runs():
    table = opened()
    assert refused(table, "ann", ProposeAbandon()) == "GAME_NOT_STARTED"
    assert refused(table, "ann", StartGame()) == Refusal("TOO_FEW_PLAYERS", seated=0, players_min=2)
