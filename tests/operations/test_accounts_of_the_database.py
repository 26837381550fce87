"""deploy/accounts.sql on a server that asks for passwords: a whole server runs as the account that only appends."""

import asyncio
import os
import subprocess
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.errors import InsufficientPrivilege

from services.main import running
from services.settings import Settings
from services.store.schema import migrate
from support.forked import turnledger
from support.servers import PostgresServer
from turnledger import sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
PASSWORDS = {
    "OWNER_PASSWORD": "o/w#n@e:r%41?",
    "SERVER_PASSWORD": "s'p@ss/w#rd\"\\ ü",
    "AUDITOR_PASSWORD": "a&u=d;i$t{o}r",
}


@pytest.fixture(scope="module")
def server():
    with PostgresServer() as running_server:
        binaries = running_server.binaries
        run = [
            binaries / "psql",
            "--no-psqlrc",
            "--quiet",
            "--file",
            ROOT / "deploy/accounts.sql",
            running_server.url(),
        ]
        for passwords in (PASSWORDS | {"SERVER_PASSWORD": "the first one"}, PASSWORDS):  # again: another password
            subprocess.run(run, env=os.environ | passwords, check=True)
        hba = running_server.data / "pg_hba.conf"
        hba.write_text("host all postgres all trust\nhost all all all scram-sha-256\n")
        with psycopg.connect(running_server.url()) as admin:
            admin.execute("SELECT pg_reload_conf()")
        yield running_server


@pytest.fixture
def as_account(server, monkeypatch):
    """The URL without a password, which libpq finds elsewhere."""

    def url(account: str) -> str:
        monkeypatch.setenv("PGPASSWORD", PASSWORDS[f"{account.upper()}_PASSWORD"])
        return f"postgresql://turnledger_{account}@127.0.0.1:{server.port}/turnledger"

    return url


def refused(url: str, *statements: str) -> list[str]:
    """Those that the account may not do."""
    found = []
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            try:
                connection.execute(statement.encode())
            except InsufficientPrivilege:
                found.append(statement)
    return found


async def test_a_server_plays_as_an_account_that_can_change_nothing_that_is_stored(as_account, tmp_path):
    migrate(as_account("owner"))
    url = as_account("server")
    settings = Settings(store=url, keys=tmp_path / "keys", listen="127.0.0.1:0", http="", metrics="")
    async with running(settings) as told, sign_in(told.grpc) as me:
        game = await me.create_table("card_game", seats=2, join=True)
        await game.add_bot("random")
        await game.start()
        async for turn in game.my_turns():
            await turn.submit(turn.options[0].first)
        await game.say("well played")
    with psycopg.connect(url) as connection:
        stored = connection.execute("SELECT count(*) FROM stored_events").fetchone()
    assert stored[0] > 30
    changes = (
        "UPDATE stored_events SET topic = ''",
        "DELETE FROM stored_events",
        "TRUNCATE stored_events",
        "ALTER TABLE stored_events DISABLE TRIGGER ALL",
        "DROP TABLE stored_events",
        "UPDATE checkpoints SET version = 0",
        "DELETE FROM checkpoints",
        "CREATE TABLE another (one int)",
        "CREATE ROLE another",
    )
    assert refused(url, *changes) == list(changes)

    reader = as_account("auditor")
    reads = (
        "SELECT * FROM accounts",
        "SELECT * FROM devices",
        "INSERT INTO chat_mutes VALUES ('a', 'b')",
    )
    assert refused(reader, *changes, *reads) == [*changes, *reads]
    environment = os.environ | {"TURNLEDGER_STORE": reader, "TURNLEDGER_KEYS": str(tmp_path / "keys")}
    audited = await asyncio.to_thread(turnledger, "audit", "--all", environment=environment)
    assert audited.returncode == 0, audited.stderr


def test_none_of_the_accounts_is_a_superuser_and_each_wants_its_own_password(server, as_account):
    with psycopg.connect(server.url()) as admin:
        ours = admin.execute(
            "SELECT count(*), count(*) FILTER (WHERE rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls)"
            " FROM pg_roles WHERE rolname LIKE 'turnledger%' AND rolcanlogin"
        ).fetchone()
    assert ours == (3, 0)
    as_account("owner")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(make_conninfo(f"postgresql://turnledger_server@127.0.0.1:{server.port}/turnledger"))
