"""Events in sentences for people, in streams and lists of events."""

from contextlib import aclosing

import pytest

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.privacy import redact
from domain.kernel.simulation import play
from domain.table.messages import GameOpened, PlayerSeated
from projections.folds.tables import Sitter
from services.api.messages.words import Words
from tests.api.api_kit import RUSSIA
from turnledger import sign_in

GONE = "a" * 26


class Names:
    """The names that `SignIn.name` knows."""

    async def name(self, account):
        return {"b" * 26: "Ann", "c" * 26: "Bob"}.get(account, "")


@pytest.fixture
def words():
    return Words(Names())


ANN_AND_BOB = Sitter("red", "b" * 26, ""), Sitter("blue", "c" * 26, "")


@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game", "colony61"])
async def test_every_event_of_a_game_is_told_in_both_languages_whoever_watches(words, variant):
    rules = catalogue.find(variant).decider({}, 2)
    setup = rules.draw_setup(Table(("red", "blue")), Dice.from_text("a test"))
    for turn in play(rules, setup, [rules.bots["greedy"]] * 2, Roll(b"chance", "bots")):
        for viewer in (None, Seat(0), Seat(1)):
            seen = [redact(happened, viewer) for happened in turn.events]
            for language in ("en", "ru"):
                told = await words.sentences(seen, ANN_AND_BOB, language)
                assert [bool(said) for said in told] == [event is not None for event in seen]


async def test_accounts_go_by_their_names_and_who_is_gone_by_none(words):
    seated = [PlayerSeated(0, account, "red", "") for account in ("b" * 26, GONE)]
    assert await words.sentences(seated, ANN_AND_BOB, "en") == [
        "Ann sits down (red).",
        "a player who has left sits down (red).",
    ]
    opened = GameOpened("g", "card_game", {}, 2, "server", False, True, "00", "", "", None)
    (told,) = await words.sentences([opened], (), "ru")
    assert told.startswith("сервер открывает стол")


async def test_bots_of_one_kind_are_told_apart_by_their_colours_in_the_language_of_the_caller(server):
    async with sign_in(server.grpc, "Ann", language="ru-RU, en;q=0.5") as ann:
        game = await ann.create_table("card_game", seats=3, join=True)
        await game.add_bot("greedy")
        await game.add_bot("greedy")
        await game.start()
        version, said = (await game.table()).version, []
        async with aclosing(game.watch(words=True)) as messages:
            async for message in messages:
                said += [event.says for event in message.events]
                if message.version >= version:
                    break
        listed = await ann.history.list_events(game_id=game.game_id, page_size=len(said), words=True)
    assert said == [event.says for event in listed.events]
    assert "Ann садится за стол (красный)." in said
    assert any("Жадный (синий)" in each for each in said)
    assert any("Жадный (зелёный)" in each for each in said)


async def test_no_sentence_is_made_where_none_is_asked_for(server):
    async with sign_in(server.grpc, "Ann") as ann:
        game = await ann.create_table(RUSSIA, join=True)
        async with aclosing(game.watch()) as messages:
            message = await anext(messages)
    assert [event.says for event in message.events] == [""] * len(message.events)
    assert message.events
