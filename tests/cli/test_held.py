"""An operator prints the stored data about a person who cannot sign in."""

import asyncio
import json

import pytest
from typer.testing import CliRunner

from domain import stored
from domain.table.messages import OpenTable, TakeSeat
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.application.game_service import GameService
from services.cli.main import app
from services.store import open_sql, open_store
from services.store.schema import migrate


@pytest.fixture
def url(tmp_path):
    url = f"sqlite:///{tmp_path}/events.db"
    migrate(url)
    return url


@pytest.fixture
def ann(url, tmp_path):
    """The id of an account that signs in as Ann, and its game."""

    async def make_account():
        sql, store = open_sql(url), open_store(url)
        accounts = SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))
        account, _ = await accounts.as_guest("Ann")
        await accounts.upgrade(account.account_id, "Ann", "correct horse")
        games = GameService(store, stored.codec())
        table = OpenTable("card_game", 2)
        game_id = (await games.open_table(table, actor=account.account_id, request_id="open")).game_id
        await games.execute(game_id, TakeSeat(), actor=account.account_id, request_id="seat")
        await store.close()
        await sql.close()
        return account.account_id, game_id

    return asyncio.run(make_account())


def run_held(url, account):
    return CliRunner().invoke(app, ["held", account], env={"TURNLEDGER_STORE": url, "TURNLEDGER_VIEWS": "memory://"})


def test_by_id_or_name_the_account_and_its_games_are_printed_and_no_secret(url, ann):
    account_id, game_id = ann
    by_name, by_id = run_held(url, "ann"), run_held(url, account_id)
    assert (by_name.exit_code, by_name.stdout) == (0, by_id.stdout)
    lines = [json.loads(line) for line in by_id.stdout.splitlines()]
    assert [each["display_name"] for each in lines if each["kind"] == "account"] == ["Ann"]
    assert [each["game_id"] for each in lines if each["kind"] == "game"] == [game_id]
    assert "scrypt" not in by_id.stdout


def test_unknown_account_is_reported(url):
    for named in ("nobody", 26 * "a"):
        found = run_held(url, named)
        assert (found.exit_code, named in found.stderr) == (1, True)
