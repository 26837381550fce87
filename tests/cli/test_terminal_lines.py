"""Lines of `turnledger play` without a game or with an unknown device, and of `turnledger history`."""

import asyncio
from types import SimpleNamespace

import pytest
import typer

from services.cli.player import history, play
from turnledger.v1 import accounts_pb2, lobby_pb2


class Nowhere:
    """A client whose account plays no game."""

    account = accounts_pb2.Account(display_name="Ann")

    async def my_games(self):
        for game in ():
            yield game


class Unsigned:
    """A game whose table knows no device of the caller."""

    async def signs(self):
        return False


def test_player_without_a_game_is_sent_to_play_with_exit_code_1(capsys):
    with pytest.raises(typer.Exit) as ended:
        asyncio.run(play._find_running_game(Nowhere(), SimpleNamespace(game="")))
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == "Ann plays no game here; `turnledger play` begins one\n"


def test_player_is_warned_when_the_table_does_not_know_the_device(capsys):
    asyncio.run(play._tell_keys(Nowhere(), SimpleNamespace(public_key="key"), Unsigned(), lobby_pb2.Table()))
    assert capsys.readouterr().err == "this table does not know this device: your commands are not signed here\n"


def test_sentences_of_a_history_begin_in_one_column(capsys):
    names = {"AUCTION": "Auction", "SETUP": "Setup"}
    told = [
        SimpleNamespace(version=2, moment=SimpleNamespace(round=0, phase="SETUP"), sentence="The game begins."),
        SimpleNamespace(version=12, moment=SimpleNamespace(round=3, phase="AUCTION"), sentence="Ann bids 28."),
    ]
    history._show_told(told, names, False)
    assert capsys.readouterr().out == "    2 Setup        The game begins.\n   12 3/Auction    Ann bids 28.\n"
