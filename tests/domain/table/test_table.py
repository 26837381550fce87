from hashlib import sha256

import msgspec
import pytest
from msgspec import UNSET

from domain import catalogue
from domain.kernel.dice import Dice, game_seed
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table.aggregate import fold, redact
from domain.table.decide import decide, offered, open_table
from domain.table.messages import (
    AddBot,
    ArrangeSeats,
    BotSeated,
    ClearSeat,
    CloseTable,
    GameBegan,
    GameFinished,
    GameOpened,
    LeaveSeat,
    Lineage,
    OpenTable,
    PlayerSeated,
    Position,
    SeatCleared,
    SecretRevealed,
    StartGame,
    TableClosed,
    TakeSeat,
)
from support import demo
from tests.kit import Refusal, refusing

demo.register()
SECRET = b"\x07" * 32
NOW = 1_700_000_000_000
OPEN = OpenTable("demo", seats=3)


def opened(command=OPEN):
    return open_table(command, "ann", "game-1", SECRET)


def after(*given, command=OPEN):
    """The aggregate after commands given as (actor, command)."""
    aggregate = opened(command).aggregate
    for actor, each in given:
        aggregate = decide(aggregate, each, actor, NOW).aggregate
    return aggregate


def refused(aggregate, command, actor):
    with pytest.raises(Refused) as error:
        decide(aggregate, command, actor, NOW)
    return Refusal.of(error.value)


ANN_BOB = (("ann", TakeSeat(nonce="aa")), ("bob", TakeSeat("green", nonce="bb")))
STARTED = (*ANN_BOB, ("ann", StartGame()))
ROUND = (("ann", demo.Choose(Seat(0), 3)), ("bob", demo.Choose(Seat(1), 1)))


@pytest.mark.rule("TB-OPEN-01", "TB-DICE-01")
def test_opening_commits_to_the_secret_and_who_opens_is_the_host():
    (event,) = opened().events
    assert isinstance(event, GameOpened)
    assert (event.host, event.variant, event.seats, event.rated) == ("ann", "demo", 3, True)
    assert event.commitment == sha256(SECRET).hexdigest()


@pytest.mark.rule("TB-OPEN-01")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (OpenTable("chess", 2), Refusal("UNKNOWN_VARIANT", variant="chess", known=tuple(catalogue.VARIANTS))),
        (OpenTable("demo", 2, {"speed": "fast"}), Refusal("UNKNOWN_OPTION", options=("speed",))),
        (OpenTable("demo", 4), Refusal("PLAYER_COUNT_INVALID", players=4)),
        (
            OpenTable("demo", 2, rated=False, setup={"seats": "two"}),
            Refusal("MALFORMED_COMMAND", field="setup", problem="Expected `int`, got `str` - at `$.seats`"),
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(command, said):
    with pytest.raises(Refused) as error:
        opened(command)
    assert Refusal.of(error.value) == said


@pytest.mark.rule("TB-SEAT-01")
def test_players_sit_down_in_order_in_the_colour_they_want_or_any_that_is_free():
    aggregate = opened().aggregate
    assert decide(aggregate, TakeSeat(nonce="aa"), "ann", NOW).events == (PlayerSeated(0, "ann", "red", "aa"),)
    aggregate = after(("ann", TakeSeat("blue")))
    assert decide(aggregate, TakeSeat("green"), "bob", NOW).events == (PlayerSeated(1, "bob", "green"),)


@pytest.mark.rule("TB-RATE-07")
def test_who_sits_down_as_a_guest_is_one_when_the_game_begins_wherever_it_sits_then():
    taken = (("ann", TakeSeat()), ("bob", TakeSeat(guest=True)), ("ann", ArrangeSeats((1, 0))))
    aggregate = after(("ann", TakeSeat()))
    assert decide(aggregate, TakeSeat(guest=True), "bob", NOW).events == (PlayerSeated(1, "bob", "blue", guest=True),)
    began = decide(after(*taken), StartGame(), "ann", NOW).events[0]
    assert [(each.account, each.guest) for each in began.seats] == [("bob", True), ("ann", UNSET)]


@pytest.mark.rule("TB-SEAT-01", "TB-DICE-02")
def test_seats_that_cannot_be_taken():
    aggregate = after(("ann", TakeSeat("red")))
    assert refused(aggregate, TakeSeat(), "ann") == "ALREADY_SEATED"
    assert refused(aggregate, TakeSeat("red"), "bob") == Refusal("COLOUR_TAKEN", colour="red")
    assert refused(aggregate, TakeSeat("pink"), "bob") == Refusal(
        "UNKNOWN_COLOUR", colour="pink", known=("red", "blue", "green", "yellow", "black", "purple")
    )
    assert refused(aggregate, TakeSeat(nonce="xyz"), "bob") == Refusal(
        "MALFORMED_COMMAND", field="nonce", digits_max=64
    )
    assert refused(aggregate, TakeSeat(nonce="aa" * 33), "bob") == Refusal(
        "MALFORMED_COMMAND", field="nonce", digits_max=64
    )
    full = after(*ANN_BOB, ("cy", TakeSeat()))
    assert refused(full, TakeSeat(), "dan") == Refusal("TABLE_FULL", seats=3)


@pytest.mark.rule("TB-SEAT-02")
def test_who_leaves_makes_those_behind_move_up():
    aggregate = after(*ANN_BOB)
    assert decide(aggregate, LeaveSeat(), "ann", NOW).events == (SeatCleared(0, "LEFT"),)
    assert [each.account for each in after(*ANN_BOB, ("ann", LeaveSeat())).occupants] == ["bob"]
    assert refused(aggregate, LeaveSeat(), "cy") == "NOT_SEATED"


@pytest.mark.rule("TB-SEAT-03")
def test_only_the_host_seats_bots_and_only_known_ones():
    aggregate = after(("ann", TakeSeat()))
    assert decide(aggregate, AddBot("greedy"), "ann", NOW).events == (BotSeated(1, "greedy", "blue"),)
    assert refused(aggregate, AddBot("greedy"), "bob") == "NOT_THE_HOST"
    assert refused(aggregate, AddBot("genius"), "ann") == Refusal(
        "UNKNOWN_BOT", bot="genius", known=("random", "greedy")
    )


@pytest.mark.rule("TB-SEAT-04")
def test_the_host_may_ask_anybody_to_go():
    aggregate = after(*ANN_BOB)
    assert decide(aggregate, ClearSeat(1), "ann", NOW).events == (SeatCleared(1, "REMOVED"),)
    assert refused(aggregate, ClearSeat(0), "bob") == "NOT_THE_HOST"
    assert refused(aggregate, ClearSeat(2), "ann") == Refusal("PLACE_EMPTY", place=2, seated=2)


@pytest.mark.rule("TB-CLOSE-01")
def test_a_closed_table_takes_nothing_any_more():
    assert decide(after(), CloseTable(), "ann", NOW).events == (TableClosed("HOST"),)
    assert refused(after(), CloseTable(), "bob") == "NOT_THE_HOST"
    assert refused(after(("ann", CloseTable())), TakeSeat(), "bob") == "TABLE_CLOSED"
    assert refused(after(*STARTED), CloseTable(), "ann") == "GAME_ALREADY_STARTED"


@pytest.mark.rule("TB-START-01")
def test_the_start_pins_rules_and_data_and_begins_the_game_in_the_same_decision():
    began, first = decide(after(*ANN_BOB), StartGame(), "ann", NOW).events
    assert isinstance(began, GameBegan)
    assert [each.account for each in began.seats] == ["ann", "bob"]
    assert (began.editions[0].id, began.rules_version) == ("demo-1", 1)
    assert isinstance(first, demo.DemoStarted)


@pytest.mark.rule("TB-START-01")
def test_a_start_too_early_too_late_or_by_a_guest():
    assert refused(after(("ann", TakeSeat())), StartGame(), "ann") == Refusal(
        "TOO_FEW_PLAYERS", seated=1, players_min=2
    )
    assert refused(after(*ANN_BOB), StartGame(), "bob") == "NOT_THE_HOST"
    assert refused(after(*STARTED), StartGame(), "ann") == "GAME_ALREADY_STARTED"
    assert refused(after(*ANN_BOB), demo.Choose(Seat(0), 1), "ann") == "GAME_NOT_STARTED"


@pytest.mark.rule("TB-DICE-02")
def test_the_draws_follow_from_secret_game_and_all_nonces():
    dice = Dice(game_seed(SECRET, "game-1", [b"\xaa", b"\xbb"]))
    assert after(*STARTED).play.bonus == dice.roll("bonus").shuffle((0, 1))


@pytest.mark.rule("TB-DICE-04")
def test_a_seed_or_a_set_up_needs_an_unrated_table_and_is_followed():
    for cheat in (OpenTable("demo", 2, seed="s"), OpenTable("demo", 2, setup={"seats": 2, "bonus": [1, 0]})):
        with refusing("SEED_NEEDS_UNRATED"):
            opened(cheat)
    given = OpenTable("demo", 2, rated=False, setup={"seats": 2, "bonus": [1, 0]})
    assert after(*STARTED, command=given).play.bonus == (1, 0)
    seeded = after(*STARTED, command=OpenTable("demo", 2, rated=False, seed="s"))
    assert seeded.play.bonus == Dice.from_text("s").roll("bonus").shuffle((0, 1))


@pytest.mark.rule("TB-PLAY-01")
def test_a_seat_obeys_only_its_own_account():
    aggregate = after(*STARTED)
    assert refused(aggregate, demo.Choose(Seat(1), 1), "ann") == Refusal("NOT_YOUR_SEAT", player=1)
    assert refused(aggregate, demo.Choose(Seat(1), 1), "eve") == Refusal("NOT_A_PLAYER", player=1)
    assert refused(aggregate, demo.Choose(Seat(2), 1), "ann") == Refusal("UNKNOWN_PLAYER", player=2, seats=2)
    with_bot = after(("ann", TakeSeat()), ("ann", AddBot("greedy")), ("ann", StartGame()))
    assert refused(with_bot, demo.Choose(Seat(1), 1), "ann") == Refusal("NOT_YOUR_SEAT", player=1)
    assert decide(with_bot, demo.Choose(Seat(1), 1), "bot:greedy", NOW).events == (demo.NumberChosen(Seat(1), 1),)


@pytest.mark.rule("TB-PLAY-01")
def test_a_seat_that_may_do_nothing_is_told_who_acts():
    aggregate = after(*STARTED, command=OpenTable("power_grid/russia", 2, rated=False, seed="s"))
    (acts,) = aggregate.to_act
    waits = Seat(1 - acts)
    assert offered(aggregate, acts, ("ann", "bob")[acts])
    with refusing("NOT_YOUR_TURN", player=waits, to_act=(acts,)):
        offered(aggregate, waits, ("ann", "bob")[waits])


@pytest.mark.rule("TB-END-01", "TB-DICE-03")
def test_the_result_and_the_secret_come_with_the_last_command():
    aggregate = after(*STARTED, *ROUND, ("ann", demo.Choose(Seat(0), 2)))
    events = decide(aggregate, demo.Choose(Seat(1), 1), "bob", NOW).events
    finished, revealed = events[-2:]
    assert isinstance(finished, GameFinished)
    assert [(each.player, each.won) for each in finished.standings] == [(0, True), (1, False)]
    assert revealed == SecretRevealed(SECRET.hex(), ("aa", "bb"))
    over = decide(aggregate, demo.Choose(Seat(1), 1), "bob", NOW).aggregate
    assert over.to_act == ()
    assert refused(over, demo.Choose(Seat(0), 1), "ann") == "GAME_OVER"


@pytest.mark.rule("TB-DICE-01")
def test_nobody_sees_secret_seed_or_set_up_before_the_reveal():
    aggregate = after(command=OpenTable("demo", 2, rated=False, seed="s"))
    shown = redact(aggregate, aggregate.opened, None)
    assert (shown.secret, shown.seed, shown.setup) == ("", "", None)
    assert shown.commitment == aggregate.opened.commitment
    began = decide(after(*ANN_BOB), StartGame(), "ann", NOW).events[0]
    for event in (PlayerSeated(0, "ann", "red", "aa"), began):
        assert b"aa" not in msgspec.json.encode(redact(after(*STARTED), event, None))
    over = after(*STARTED, *ROUND, *ROUND)
    assert redact(over, over.opened, None).secret == SECRET.hex()


HALFWAY = after(*STARTED, *ROUND)
POSITION = Position(
    msgspec.to_builtins(HALFWAY.play), ("blue", "red"), demo.VARIANT.editions(), Lineage("BRANCH", "game-0", 7, "aa")
)
BRANCH = OpenTable("demo", 2, rated=False, position=POSITION)


@pytest.mark.rule("TB-BRANCH-01")
def test_a_table_opened_from_a_position_goes_on_from_there_and_names_where_it_comes_from():
    aggregate = after(("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame()), command=BRANCH)
    assert aggregate.play == HALFWAY.play
    assert aggregate.opened.position.lineage.game_id == "game-0"
    assert decide(aggregate, demo.Choose(Seat(0), 2), "ann", NOW).events == (demo.NumberChosen(Seat(0), 2),)


@pytest.mark.rule("TB-BRANCH-01")
def test_a_position_that_is_over_or_cannot_be_or_is_rated_is_refused():
    broken = msgspec.structs.replace(POSITION, state=POSITION.state | {"bonus": [7, 7]})
    shapeless = msgspec.structs.replace(POSITION, state={"bonus": "x"})
    over = msgspec.structs.replace(POSITION, state=POSITION.state | {"over": True})
    for position, problem in (
        (broken, "bonus cards lost"),
        (shapeless, "Expected `array`, got `str` - at `$.bonus`"),
    ):
        with refusing("MALFORMED_COMMAND", field="position", problem=problem):
            opened(OpenTable("demo", 2, rated=False, position=position))
    with refusing("GAME_OVER"):
        opened(OpenTable("demo", 2, rated=False, position=over))
    with refusing("SEED_NEEDS_UNRATED"):
        opened(OpenTable("demo", 2, position=POSITION))
    with refusing("MALFORMED_COMMAND", field="position", problem="colours"):
        opened(OpenTable("demo", 3, rated=False, position=POSITION))


@pytest.mark.rule("TB-BRANCH-02")
def test_in_a_position_who_takes_a_colour_takes_its_seat_and_all_must_be_taken():
    aggregate = after(("ann", TakeSeat("red")), command=BRANCH)
    assert refused(aggregate, StartGame(), "ann") == Refusal("TOO_FEW_PLAYERS", seated=1, players_min=2)
    assert refused(aggregate, TakeSeat("green"), "bob") == Refusal(
        "UNKNOWN_COLOUR", colour="green", known=("blue", "red")
    )
    aggregate = decide(aggregate, TakeSeat(), "bob", NOW).aggregate
    assert [each.account for each in decide(aggregate, StartGame(), "ann", NOW).events[0].seats] == ["bob", "ann"]


@pytest.mark.rule("TB-BRANCH-01", "TB-DICE-01")
def test_the_state_of_a_position_is_hidden_until_the_end_but_where_it_comes_from_is_not():
    aggregate = after(command=BRANCH)
    shown = redact(aggregate, aggregate.opened, None)
    assert (shown.position.state, shown.position.lineage) == ({}, POSITION.lineage)


@pytest.mark.rule("TB-BRANCH-03")
def test_what_nobody_knows_of_a_position_is_dealt_at_the_start_from_the_tables_own_seed():
    table = OpenTable("demo", 2, rated=False, position=msgspec.structs.replace(POSITION, known_to=Seat(1)))
    dealt = set()
    for nonce in range(16):
        seats = (("ann", TakeSeat("red", nonce=f"{nonce:02x}")), ("bob", TakeSeat("blue")))
        (began,) = decide(after(*seats, command=table), StartGame(), "ann", NOW).events
        aggregate = after(*seats, ("ann", StartGame()), command=table)
        dealt.add(aggregate.play.bonus)
        assert sorted(aggregate.play.bonus) == sorted(HALFWAY.play.bonus)
        assert (aggregate.play.totals, aggregate.play.round) == (HALFWAY.play.totals, HALFWAY.play.round)
        assert tuple(began.dealt["bonus"]) == aggregate.play.bonus
        assert redact(aggregate, began, Seat(0)).dealt is msgspec.UNSET
    assert len(dealt) == 2, "both orders of two cards come up"


def test_replaying_the_commands_gives_the_same_aggregate():
    replayed, aggregate = opened().aggregate, opened().aggregate
    for actor, command in (*STARTED, *ROUND, *ROUND):
        decision = decide(aggregate, command, actor, NOW)
        replayed, aggregate = fold(decision.events, replayed, actor), decision.aggregate
        assert replayed == aggregate
