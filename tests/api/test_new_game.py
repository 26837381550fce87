"""A game without any preparation: after one registration it is served, watched, drawn, described and verified."""

import asyncio
from hashlib import sha256
from io import StringIO

import grpc
import pytest
from google.protobuf import json_format
from rich.console import Console

from domain import catalogue
from domain.kernel.privacy import redact
from examples.three_lots import TITLE, BidMade
from services.cli import drawing
from services.cli.player.phrases import lines
from services.cli.reader import reader
from tests.api.api_kit import refused
from turnledger.v1 import games_pb2

Code = grpc.StatusCode


@pytest.fixture(autouse=True)
def registered():
    catalogue.register(TITLE)
    yield
    catalogue.unregister(TITLE)


@pytest.fixture
async def seated(player):
    """Ann and Bob at a table of it, and their games."""
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table("three_lots", seats=2, join=True)
    other = bob.game(game.game_id)
    await other.join()
    await game.start()
    return ann, game, other


def bid(amount):
    return games_pb2.Command(other={"game": "three_lots", "type": "Bid", "amount": amount})


async def test_a_game_without_messages_of_its_own_is_played_to_the_end_and_proves_itself(seated):
    _, game, other = seated
    for amount in (3, 2, 1):
        await game.submit(bid(amount))
        await other.submit(bid(amount - 1))
    table = await game.table()
    assert table.outcome.reason == "LOTS_SOLD"
    assert [standing.seat for standing in table.outcome.standings if standing.won] == [0]
    verdict = await game.verify()
    assert (verdict.right, verdict.commands) == (True, 10)
    content = b"".join([chunk async for chunk in game.export()])
    assert content.count(b"three_lots.LotSold/1") == 3


async def test_a_secret_bid_is_its_own_seats_and_is_told_in_words(seated):
    _, game, other = seated
    answer = await game.submit(bid(5))
    (mine,) = answer.events
    assert json_format.MessageToDict(mine.game.other) == {
        "game": "three_lots", "type": "BidMade", "player": 0.0, "amount": 5.0
    }  # fmt: skip
    board = await other.board(min_version=answer.version)
    assert json_format.MessageToDict(board.board.other)["own_bid"] is None
    async for event in other.events(words=True):
        if "type" in event.game.other.fields and event.game.other["type"] == "BidMade":
            assert (event.game.other["amount"], event.says) == (None, "Ann bids.")
            break
    assert redact(BidMade(0, 5), 1) == BidMade(0, None)


async def test_what_is_malformed_or_against_the_rules_is_refused_by_name(seated):
    _, game, _ = seated
    async with refused(Code.FAILED_PRECONDITION, "BID_OUT_OF_RANGE") as found:
        await game.submit(bid(21))
    assert found[0].says == "That cannot be bid: from 0 to 20."
    for command in (bid("much"), bid(1.5), games_pb2.Command(other={"game": "card_game"}), games_pb2.Command(other={})):
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await game.submit(command)


@pytest.mark.parametrize(("language", "words"), [("en", "Three lots; the first"), ("ru", "Три лота")])
async def test_the_terminal_draws_the_board_and_takes_bids(seated, language, words):
    _, game, _ = seated
    table, board, options = await game.table(), await game.board(), await game.options()
    by = reader(table, language)
    console = Console(width=200, record=True, file=StringIO())
    console.print(drawing.board(table, board, by))
    printed = console.export_text()
    assert "lots_left" in printed
    assert "Ann" in printed
    assert len(lines(options.options, by)) == 1


async def test_the_catalogue_has_it_with_its_edition_and_words(seated):
    ann, _, _ = seated
    assert "three_lots" in [variant.name for variant in await ann.variants()]
    printed = await ann.catalogue.get_game_data(variant="three_lots")
    assert json_format.MessageToDict(printed.data.other) == {"game": "three_lots", "editions": [{}]}
    assert [word.code for word in printed.words] == ["LOTS_SOLD", "bidding"]
    served = await ann.catalogue.get_edition(edition="three_lots-1")
    assert sha256(served.json).hexdigest() == served.edition.sha256


async def test_it_is_watched_while_it_is_played(seated):
    _, game, other = seated

    async def next_lot_sold():
        async for event in other.events(words=True):
            if "type" in event.game.other.fields and event.game.other["type"] == "LotSold":
                return event.says
        raise AssertionError("the game ended")

    watching = asyncio.create_task(next_lot_sold())
    await game.submit(bid(2))
    await other.submit(bid(1))
    async with asyncio.timeout(60):
        assert (await watching).startswith("Ann wins")
