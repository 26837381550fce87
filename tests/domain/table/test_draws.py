"""Draws that wait for a round of their own (TB-DRAW): what is asked for, drawn, refused and left as it was."""

from math import sqrt
from random import Random

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.history.snapshot import pack, unpack
from domain.kernel.dice import Dice, Roll, draw_seed
from domain.power_grid.messages import STAGE_3, PassBid, PlantDrawn, RobotDrew
from domain.table.aggregate import FINISHED, RUNNING, fold, options, redact
from domain.table.clock import Clock
from domain.table.decide import decide, offered, open_table
from domain.table.draws import LEAD_MS, OVERDUE_MS
from domain.table.messages import (
    Begin,
    ClocksSet,
    DrawAwaited,
    DrawMade,
    GameFinished,
    HandSeat,
    OpenTable,
    ProposeAbandon,
    ProposeNoRounds,
    ProposeUndo,
    PutOut,
    Resign,
    RoundsGivenUp,
    SecretRevealed,
    StopTable,
    TakeHint,
    TakeVacation,
    Terms,
    TimeOut,
    TimeRanOut,
    Undo,
    Vote,
    VoteGiven,
)
from tests.beacon import a_beacon, signed
from tests.domain.table.drawn import DRAWS, SECRET, STEP_MS, begun, opened, play_on, waiting, without_term
from tests.domain.table.talk import CLOCKS, a_table, talk, whose_draws_wait
from tests.kit import Refusal, refusing

GAMES = ("power_grid/russia", "power_grid/japan", "card_game")


def roll(label="moves"):
    return Roll(b"b" * 32, label)


def question(game):
    return game.table.awaited.asked


@pytest.mark.rule("TB-DRAW-01")
@pytest.mark.parametrize("variant", GAMES)
def test_a_table_states_that_its_draws_wait(variant):
    assert opened(variant).terms.draws == "beacon"


@pytest.mark.rule("TB-DRAW-01")
@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"beacon": UNSET}, Refusal("DRAWS_NEED_BEACON")),
        ({"variant": "colony61", "terms": DRAWS}, Refusal("DRAWS_NOT_PUBLIC")),
        ({"terms": Terms(draws="dice")}, Refusal("MALFORMED_COMMAND", field="draws", known=("beacon",))),
    ],
)
def test_the_term_is_refused_where_it_would_promise_too_much(fields, refusal):
    wanted = {"variant": "card_game", "seats": 3, "rated": False, "terms": DRAWS, "beacon": a_beacon()} | fields
    with refusing(refusal, **refusal.facts):
        open_table(OpenTable(**wanted), "ann", "game-1", SECRET)


@pytest.mark.rule("TB-DRAW-02")
@pytest.mark.parametrize("variant", GAMES)
def test_a_command_that_draws_is_stored_with_the_first_round_after_it(variant):
    game = waiting(variant)
    actor, command, events, before = game.log[-1]
    beacon = game.table.opened.beacon
    assert [type(each) for each in events] == [DrawAwaited]
    assert events[0].place == command.player == before.to_act[0]
    assert events[0].command["type"] == type(command).__name__
    assert beacon.time_ms(events[0].round - 1) < game.now_ms + LEAD_MS <= beacon.time_ms(events[0].round)
    assert (game.table.play, game.table.status) == (before.play, RUNNING)
    assert before.seat_of(actor) in game.table.moved


@pytest.mark.rule("TB-DRAW-02")
def test_commands_that_draw_nothing_do_not_wait():
    game = waiting()
    quiet = [events for _, command, events, before in game.log[5:-1] if before.status == RUNNING]
    assert quiet
    assert not any(isinstance(event, DrawAwaited) for events in quiet for event in events)


@pytest.mark.rule("TB-DRAW-02")
def test_a_round_is_taken_once_even_when_the_clock_stood_still():
    game = waiting()
    first = question(game).round
    game.round_comes()
    play_on(game, roll(), until=lambda table: table.awaited, most=100)
    later = question(game).round
    assert later > first
    again = replace(game.table, awaited=None, drawn_round=later + 40)
    events = decide(again, game.log[-1][1], game.log[-1][0], game.now_ms).events
    assert events[0].round == later + 41
    begins = replace(game.table, awaited=None, drawn_round=0, starting=replace(game.table.starting, round=later + 9))
    assert decide(begins, game.log[-1][1], game.log[-1][0], game.now_ms).events[0].round == later + 10


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize("variant", GAMES)
def test_the_round_makes_the_draw_and_the_command_happens(variant):
    game = waiting(variant)
    before, round_number = game.table, question(game).round
    made, *events = game.round_comes()
    assert (made.round, made.signature) == (round_number, signed(round_number))
    seed = draw_seed(before.dice.seed, round_number, bytes.fromhex(signed(round_number)))
    dealt = before.rules.redeal(before.play, None, Dice(seed))
    assert (game.table.play.seed, game.table.awaited) == (seed.hex(), None)
    command = game.log[-2][1]
    assert events == before.rules.judge(dealt, command)[0]
    assert any(event.reveals for event in events)


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize(
    ("shift", "signature", "refusal"),
    [
        (1, None, "WRONG_ROUND"),
        (-1, None, "WRONG_ROUND"),
        (0, -1, "ROUND_NOT_SIGNED"),
    ],
)
def test_another_round_and_other_bytes_draw_nothing(shift, signature, refusal):
    game = waiting()
    number = question(game).round
    command = Begin(number + shift, signed(number + (signature or shift)))
    wanted = {"wanted": number} if shift else {}
    with refusing(refusal, round=number + shift, **wanted):
        game.give("server", command)


@pytest.mark.rule("TB-DRAW-03")
def test_a_round_is_handed_in_once():
    game = waiting()
    game.round_comes()
    number = game.table.drawn_round
    with refusing("NOT_STARTING"):
        game.give("eve", Begin(number, signed(number)))


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize("variant", GAMES)
def test_random_choices_of_bots_follow_from_the_last_draw(variant):
    game = waiting(variant)
    start = game.table.dice.seed
    assert game.table.bots_seed == start
    game.round_comes()
    number = game.table.drawn_round
    assert game.table.bots_seed == draw_seed(start, number, bytes.fromhex(signed(number)))


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize("variant", GAMES)
def test_a_whole_game_is_the_same_when_it_is_read_again(variant):
    game = play_on(begun(variant), roll(variant), until=lambda table: table.status == FINISHED)
    table = None
    for actor, _, events, before in game.log:
        table = fold(events, table or before, actor)
        assert table.rules is None or table.rules.broken_invariants(table.play) == ()
    assert table == game.table
    assert sum(isinstance(events[0], DrawMade) for _, _, events, _ in game.log) > 10


@pytest.mark.rule("TB-DRAW-03")
def test_known_cards_stay_where_players_saw_them_go():
    """A plant that went under the Stage 3 card, that card, and the printed top card."""
    game = waiting()
    assert game.table.play.deck[0] == 13
    game = play_on(game, roll("under"), until=lambda table: table.awaited and len(below(table.play)) > 3)
    before = below(game.table.play)
    (made, *_) = game.round_comes()
    dealt = made.dealt["deck"]
    assert tuple(dealt[dealt.index(STAGE_3) :][: len(before)]) == before
    assert len(made.dealt["removed_blind"]) == len(game.log[-1][3].play.removed_blind)


def below(play):
    return play.deck[play.deck.index(STAGE_3) :] if STAGE_3 in play.deck else ()


@pytest.mark.rule("TB-DRAW-04")
def test_while_a_draw_is_awaited_no_seat_is_to_act():
    game = waiting()
    assert game.table.to_act == game.table.thinking == ()
    assert [options(game.table, seat) for seat in range(3)] == [()] * 3
    with refusing("DRAW_AWAITED", round=question(game).round):
        offered(game.table, 0, "ann")


@pytest.mark.rule("TB-DRAW-04")
@pytest.mark.parametrize(
    "command",
    [PassBid(0), Undo(), ProposeUndo(), HandSeat(), TakeVacation(1), TakeHint(), TimeOut(0)],
    ids=lambda command: type(command).__name__,
)
def test_while_a_draw_is_awaited_the_game_is_not_changed(command):
    game = waiting(terms=Terms(clock=Clock(move_s=60, vacation_days=3), draws="beacon", hints=3))
    for actor in ("ann", "server"):
        with refusing("DRAW_AWAITED", round=question(game).round):
            game.give(actor, command)


@pytest.mark.rule("TB-DRAW-04")
def test_players_may_leave_a_game_whose_round_does_not_come():
    game = waiting()
    game.give("ann", ProposeAbandon())
    game.give("bob", Vote(True))
    _, finished, revealed = game.give("cid", Vote(True))
    assert (type(finished), finished.reason, type(revealed)) == (GameFinished, "ABANDONED", SecretRevealed)
    assert game.table.awaited is None
    with refusing("GAME_ALREADY_STARTED"):
        game.give("eve", Begin(5, signed(5)))


@pytest.mark.rule("TB-DRAW-04")
@pytest.mark.parametrize(("actor", "command"), [("bob", Resign()), ("operator:olga", PutOut("bob"))])
def test_a_draw_is_made_for_a_seat_that_was_left_meanwhile(actor, command):
    game = waiting()
    before = game.table
    game.give(actor, command)
    assert (game.table.awaited, game.table.resigned) == (before.awaited, (1,))
    _, *events = game.round_comes()
    assert any(event.reveals for event in events)


@pytest.mark.rule("TB-DRAW-04", "TB-CLOSE-03")
def test_an_operator_stops_a_table_that_waits():
    game = waiting()
    assert game.give("operator:olga", StopTable())[0].reason == "STOPPED"


@pytest.mark.rule("TB-DRAW-05")
def test_no_undo_goes_back_behind_a_draw():
    game = waiting()
    assert game.table.undo_points
    game.round_comes()
    assert game.table.undo_points == ()
    for command in (Undo(), ProposeUndo()):
        with refusing("UNDO_TOO_FAR", commands=1, commands_max=0):
            game.give("ann", command)


@pytest.mark.rule("TB-DRAW-05")
def test_a_proposal_to_undo_lapses_with_a_command_that_draws():
    game = waiting()
    actor, command, _, before = game.log[-1]
    proposed = decide(before, ProposeUndo(), actor, game.now_ms).aggregate
    assert proposed.proposal
    assert decide(proposed, command, actor, game.now_ms).aggregate.proposal is None


@pytest.mark.rule("TB-DRAW-06", "TB-CLOCK-02")
def test_the_wait_costs_no_player_time():
    terms = Terms(clock=Clock(move_s=30, bank_s=600, increment_s=5), draws="beacon")
    game = waiting(terms=terms)
    actor, command, events, before = game.log[-1]
    assert [type(each) for each in events] == [DrawAwaited, ClocksSet]
    assert all(each.deadline_ms is None for each in game.table.clocks)
    banks = [each.bank_ms for each in before.clocks]
    assert [each.bank_ms for each in game.table.clocks] == banks
    stored = game.table
    fast = decide(stored, Begin(question(game).round, signed(question(game).round)), "eve", game.now_ms).aggregate
    slow = decide(
        stored, Begin(question(game).round, signed(question(game).round)), "eve", game.now_ms + 900_000
    ).aggregate
    assert [each.bank_ms for each in fast.clocks] == [each.bank_ms for each in slow.clocks]
    for quick, late in zip(fast.clocks, slow.clocks, strict=True):
        assert late.deadline_ms == (None if quick.deadline_ms is None else quick.deadline_ms + 900_000)
    assert any(each.deadline_ms for each in slow.clocks)
    plain = decide(without_term(before), command, actor, game.now_ms).aggregate
    assert [each.bank_ms for each in plain.clocks] == [each.bank_ms for each in fast.clocks]


@pytest.mark.rule("TB-DRAW-02", "TB-CLOCK-04")
def test_time_that_runs_out_waits_for_a_draw_and_has_run_out_when_it_is_made():
    terms = Terms(clock=Clock(move_s=30), draws="beacon")
    trial = play_on(begun(terms=terms), roll("late"), until=about_to_draw_by_default)
    seat = trial.table.to_act[0]
    late_ms = trial.table.clocks[seat].deadline_ms
    (named, stopped) = decide(trial.table, TimeOut(seat), "server", late_ms).events
    assert (named.place, named.command) == (seat, UNSET)
    waits = fold((named, stopped), trial.table, "server")
    events = decide(waits, Begin(named.round, signed(named.round)), "eve", late_ms + 60_000).events
    assert [type(each) for each in events[:3]] == [DrawMade, ClocksSet, TimeRanOut]
    assert any(isinstance(each, PlantDrawn) for each in events)


def about_to_draw_by_default(table):
    """The default action of the seat to act draws a card."""
    if not table.to_act:
        return False
    command = table.rules.default(table.play, table.to_act[0])
    return any(event.reveals for event in table.rules.judge(table.play, command)[0])


@pytest.mark.rule("TB-DRAW-03")
def test_robots_draw_their_cities_from_the_round():
    game = play_on(
        begun(players=("ann", "bob"), robots=1),
        roll("robots"),
        until=lambda table: table.status == FINISHED,
    )
    drew = [events for *_, events, _ in game.log if any(isinstance(each, RobotDrew) for each in events)]
    assert drew
    assert all(isinstance(events[0], DrawMade) for events in drew)


def test_a_table_that_waits_is_packed_and_found_again_as_it_was():
    game = waiting(terms=Terms(clock=Clock(move_s=60), draws="beacon"))
    assert unpack(pack(game.table)) == game.table
    game.round_comes()
    assert unpack(pack(game.table)) == game.table


@pytest.mark.rule("TB-DRAW-02")
@pytest.mark.parametrize("variant", GAMES)
def test_without_the_term_nothing_waits(variant):
    game = play_on(begun(variant, terms=Terms()), roll(), until=lambda table: table.status == FINISHED)
    assert not any(isinstance(event, DrawAwaited | DrawMade) for *_, events, _ in game.log for event in events)


@pytest.mark.rule("TB-DRAW-04", "TB-DRAW-05", "TB-DRAW-06")
@pytest.mark.parametrize("clock", ["none", "bank, bot", "both, forfeit"])
@pytest.mark.parametrize("variant", GAMES[1:])
def test_whatever_is_said_while_a_draw_is_awaited_the_table_stays_sound(variant, clock):
    waits = 0
    for seed in range(2):
        dice = Random(f"{variant}/{clock}/{seed}")
        opening, host = a_table(dice, variant, CLOCKS[clock])
        for said in talk(dice, whose_draws_wait(opening), host):
            after = said.after
            if said.events:
                assert fold(said.events, said.before, said.actor) == after
            if after.awaited:
                waits += 1
                assert (after.to_act, after.status) == ((), RUNNING)
                assert not any(each.deadline_ms for each in after.clocks)
                assert unpack(pack(after)) == after
            elif said.before.awaited and after.status == RUNNING:
                assert after.undo_points == ()
                assert not after.clocks or all(after.clocks[seat].deadline_ms for seat in after.thinking)
    assert waits > 5


@pytest.mark.rule("TB-DRAW-01", "C61-SUP-01", "C61-EXC-04")
def test_no_card_that_leaves_the_pile_of_colony61_is_public():
    """The reason why the term is refused there (docs/dice.md)."""
    game = play_on(begun("colony61", terms=Terms()), roll(), until=lambda table: table.status == FINISHED)
    left = 0
    for *_, events, before in game.log:
        for event in events:
            after = fold((event,), before)
            gone = set(before.play.draw) - set(after.play.draw) if before.play else set()
            left += len(gone)
            assert not any(f'"{card}"' in str(msgspec.json.encode(redact(before, event, None))) for card in gone)
            before = after
    assert left > 20


# ---- going on without rounds


def overdue(**how):
    """A table whose awaited round has not come for ten minutes."""
    game = waiting(**how)
    game.now_ms = game.table.awaited_round.round_ms + OVERDUE_MS - STEP_MS
    return game


def give_up(game):
    game.give("ann", ProposeNoRounds())
    game.give("bob", Vote(True))
    return game.give("cid", Vote(True))


@pytest.mark.rule("TB-DRAW-07")
@pytest.mark.parametrize("variant", GAMES)
def test_when_all_agree_the_draw_that_waits_is_made_from_the_seed_of_the_game(variant):
    game = overdue(variant=variant)
    before, number, command = game.table, question(game).round, game.log[-1][1]
    voted, given, *events = give_up(game)
    assert (type(voted), type(given), given.round) == (VoteGiven, RoundsGivenUp, number)
    dealt = before.rules.redeal(before.play, None, Dice(draw_seed(before.dice.seed, number, b"")))
    assert events == list(before.rules.judge(dealt, command)[0])
    assert (game.table.awaited, game.table.proposal, game.table.undo_points) == (None, None, ())


@pytest.mark.rule("TB-DRAW-07")
@pytest.mark.parametrize("variant", GAMES)
def test_after_the_vote_no_draw_waits_and_the_server_knows_the_cards(variant):
    game = overdue(variant=variant)
    give_up(game)
    voted = len(game.log)
    play_on(game, roll("after"), until=lambda table: table.status == FINISHED)
    later = [event for *_, events, _ in game.log[voted:] for event in events]
    assert any(event.reveals for event in later[:-1])
    assert not any(isinstance(event, DrawAwaited | DrawMade) for event in later)


@pytest.mark.rule("TB-DRAW-07", "TB-UNDO-01")
def test_after_the_vote_draws_are_undone_as_at_other_tables():
    game = overdue()
    give_up(game)
    voted = len(game.log)
    play_on(game, roll("undo"), until=lambda table: reveals_since(game, voted))
    assert game.table.undo_points
    assert game.table.final_to == game.table.undo_points[-1].version
    with refusing("UNDO_NEEDS_CONSENT", commands=1):
        game.give(game.log[-1][0], Undo())


def reveals_since(game, start):
    return any(event.reveals for *_, events, _ in game.log[start:] for event in events)


@pytest.mark.rule("TB-DRAW-07")
def test_a_round_is_given_up_ten_minutes_after_its_moment_at_the_earliest():
    game = overdue()
    due = game.table.awaited_round
    with refusing("ROUND_NOT_OVERDUE", round=due.round, overdue_ms=due.round_ms + 600_000):
        game.give("ann", ProposeNoRounds(), after_ms=STEP_MS - 1)
    game.give("ann", ProposeNoRounds(), after_ms=1)
    assert game.table.proposal.no_rounds


@pytest.mark.rule("TB-DRAW-07")
def test_the_round_makes_the_draw_until_the_last_vote():
    game = overdue()
    game.give("ann", ProposeNoRounds())
    game.give("bob", Vote(True))
    assert isinstance(game.round_comes()[0], DrawMade)
    assert (game.table.proposal, game.table.draws_wait) == (None, True)
    with refusing("NO_PROPOSAL"):
        game.give("cid", Vote(True))


@pytest.mark.rule("TB-DRAW-07")
def test_one_vote_against_keeps_the_wait():
    game = overdue()
    game.give("ann", ProposeNoRounds())
    game.give("bob", Vote(False))
    assert (game.table.proposal, bool(game.table.awaited)) == (None, True)


@pytest.mark.rule("TB-DRAW-07", "TB-LEAVE-02")
def test_a_player_who_resigns_has_no_vote_on_rounds():
    game = overdue()
    game.give("ann", ProposeNoRounds())
    game.give("bob", Vote(True))
    assert any(isinstance(event, RoundsGivenUp) for event in game.give("cid", Resign()))


@pytest.mark.rule("TB-DRAW-07")
def test_rounds_are_given_up_only_by_players_and_only_while_a_draw_waits():
    game = overdue()
    with refusing("NOT_A_PLAYER"):
        game.give("eve", ProposeNoRounds())
    game.give("ann", ProposeAbandon())
    with refusing("PROPOSAL_PENDING"):
        game.give("bob", ProposeNoRounds())
    game.give("bob", Vote(False))
    game.round_comes()
    with refusing("NO_DRAW_AWAITED"):
        game.give("ann", ProposeNoRounds())
    give_up_later = without_term(game.table)
    with refusing("NO_DRAW_AWAITED"):
        decide(give_up_later, ProposeNoRounds(), "ann", game.now_ms)


@pytest.mark.rule("TB-DRAW-06", "TB-DRAW-07")
def test_clocks_run_on_after_the_vote_as_they_were_before_the_wait():
    game = overdue(terms=Terms(clock=Clock(move_s=30, bank_s=600, increment_s=5), draws="beacon"))
    before = game.log[-1][3].clocks
    events = give_up(game)
    running = next(event for event in events if isinstance(event, ClocksSet))
    assert isinstance(events[events.index(running) - 1], RoundsGivenUp)
    waited_ms = game.now_ms - game.log[-4][2][-1].at_ms
    for seat, each in enumerate(before):
        later = None if each.deadline_ms is None else each.deadline_ms + waited_ms
        assert running.seats[seat] == replace(each, deadline_ms=later)
    assert any(each.deadline_ms for each in game.table.clocks)


def test_a_table_that_gave_up_is_packed_and_found_again_as_it_was():
    game = overdue()
    game.give("ann", ProposeNoRounds())
    assert unpack(pack(game.table)) == game.table
    game.give("bob", Vote(True))
    game.give("cid", Vote(True))
    assert unpack(pack(game.table)) == game.table


# ---- an adversary with the database, the secret, the source and the log

DRAWN = 10_000
SIGMAS = 5
"""By the normal bound, chance alone exceeds so many deviations once in 3.5 million runs."""


def next_card(table, command):
    """The card that the program draws from what the store has, as the server itself would."""
    for event in table.rules.judge(table.play, command)[0]:
        if isinstance(event, PlantDrawn):
            return event.plant
    return None


def unknown(play):
    return len(play.deck[: play.deck.index(STAGE_3)]) + len(play.removed_blind)


@pytest.fixture(scope="module")
def before_draws():
    """Tables at which a command waits for its draw, and the command. The printed top card is gone."""
    found = []
    for seed in range(4):
        game = begun()
        while len(found) < 10 * (seed + 1):
            play_on(game, roll(f"adversary {seed}"), until=lambda table: table.awaited or table.status == FINISHED)
            if game.table.status == FINISHED or STAGE_3 not in game.table.play.deck:
                break
            command = game.log[-1][1]
            if game.table.play.deck[0] not in (13, STAGE_3) and next_card(game.table, command):
                found.append((game.table, command))
            game.round_comes()
    return found


@pytest.mark.slow
@pytest.mark.rule("TB-DRAW-03")
def test_an_adversary_with_all_that_is_stored_predicts_cards_no_better_than_chance(before_draws):
    """Hits over 10,000 draws on simulated rounds stay within five deviations of the sum of the chances, 1 in the number
    of unknown cards."""
    random, hits, mean, variance = Random(39), 0, 0.0, 0.0
    for number in range(DRAWN):
        table, command = before_draws[number % len(before_draws)]
        predicted = next_card(table, command)
        seed = draw_seed(table.dice.seed, table.awaited.asked.round, random.randbytes(48))
        dealt = table.rules.redeal(table.play, None, Dice(seed))
        hits += next_card(replace(table, play=dealt), command) == predicted
        chance = 1 / unknown(table.play)
        mean, variance = mean + chance, variance + chance * (1 - chance)
    assert abs(hits - mean) < SIGMAS * sqrt(variance), f"{hits} hits, chance gives {mean:.0f}"


@pytest.mark.rule("TB-DRAW-02")
def test_the_same_adversary_always_wins_at_a_table_without_the_term(before_draws):
    for table, command in before_draws:
        plain = replace(without_term(table), awaited=None)
        actor = plain.occupants[command.player].actor
        events = decide(plain, command, actor, 2_000_000_000_000).events
        drawn = next(event.plant for event in events if isinstance(event, PlantDrawn))
        assert drawn == next_card(plain, command)
    assert len(before_draws) > 20
