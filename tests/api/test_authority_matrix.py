"""Every method of the contract × every kind of caller: `authority.tsv` has the outcome of each pair.

Each row gets a world of its own: a private table of Ann's (host) and Bob with a place left, or the same game running; a
club of Olga's; a tournament of Tom's. `python -m tests.api.test_authority_matrix` writes the table again from what the
server does; each changed line is read before it is committed.
"""

import asyncio
import csv
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from uuid import uuid4

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass

from services.accounts.account import Account, new_account_id
from services.accounts.account_storage import AccountStorage
from services.accounts.operator_actions import GRANT_GIVEN, OperatorActions, OperatorRequest
from services.accounts.tokens import Issuer, KeyRing
from services.api.gate.grants import grant_of, grant_word
from services.api.gate.scopes import PUBLIC as PUBLIC_SCOPE
from services.api.gate.scopes import SESSION, scope_of
from services.main import running
from services.store import open_sql
from services.store.schema import migrate
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from tests.api.methods import EXAMPLES, METHODS, OK, PUBLIC, call, request
from turnledger.v1 import scopes_pb2

NOW, HOUR_S = int(time.time()), 3_600
TABLE = Path(__file__).with_name("authority.tsv")
KINDS = (
    *("none", "deleted", "banned", "bot", "limited", "guest", "named", "blocked", "spectator"),
    *("entrant", "player", "member", "officer", "organiser", "owner", "host"),
    *(STAFF := ("read", "tables", "accounts", "expired", "moderate", "tournaments")),
    "operator",
)
"""`none`: no token; `bot`: a token of a bot's name; `limited`: a personal token
with the scope `games:read` alone; `guest`, `named`: strangers; `blocked`: by host, owner, organiser;
`spectator`: reads the board; `member`, `officer`, `owner`: of the club; `entrant`, `organiser`: of the tournament;
`player`, `host`: at the table; `read` to `tournaments`: hold this grant alone, `expired`: `moderate` until before,
and they call the methods that name a grant. Callers act in this order, because an owner's call may end what the others
ask about; the operator gets a fresh table, club and tournament, and outside of the service Operators so does the
staff."""
NOT_CALLED = "-"
WITHOUT_ACCOUNT = {"none": "TOKEN_MISSING", "deleted": "TOKEN_REVOKED", "banned": "BANNED", "bot": "TOKEN_INVALID"}
RUNNING = {
    *("Chat/Report", "Lobby/Rematch", "Lobby/BeginGame", "Operators/StopTable", "Operators/ListAccountTables"),
    *("People/GetGameNote", "People/SetGameNote"),
}
"""Methods that are called for a running game, besides those of Play, History and Views."""
MORE = {
    "Clubs/DecideClub name_officer": lambda target: {"appoint_officer": {"account_id": target}},
    "Clubs/DecideClub put_out": lambda target: {"remove_member": {"account_id": target}, "text": "a test"},
    "Tournaments/DecideTournament disqualify": lambda _: {"disqualify": {"entrant": 1}, "text": "a test"},
    "Tournaments/DecideTournament cancel": lambda _: {"cancel": {}, "text": "a test"},
    "Play/Act resign": lambda _: {"resign": {}},
    "Lobby/CreateTable club": lambda _: {"variant": RUSSIA},
    "Views/GetBoard own": lambda _: {"as_spectator": False},
}
"""Further calls of a method whose authority differs: fields by the account that they concern."""


NAMES = {
    "Accounts/SignIn": lambda kind: {"display_name": f"Nobody {kind}", "password": "not the one"},
    "Accounts/UpdateMe": lambda kind: {"account": {"display_name": f"Zoe {KINDS.index(kind)}"}},
    "Accounts/UpgradeMe": lambda kind: {"display_name": f"Zora {KINDS.index(kind)}", "password": "long enough"},
    "Operators/RenameAccount": lambda kind: {"display_name": f"Polite {KINDS.index(kind)}", "text": "insults"},
    "Clubs/CreateClub": lambda kind: {"profile": {"name": f"Riverside {KINDS.index(kind)}"}},
}
"""Calls that take a name, which differs by caller because it can be taken (or tried) by one caller alone."""


def rows():
    with TABLE.open(newline="", encoding="utf-8") as file:
        return {row.pop("call"): row for row in csv.DictReader(file, delimiter="\t")}


def test_every_method_and_kind_of_caller_has_its_cell():
    told = rows()
    assert set(told) == set(METHODS) | set(MORE)
    assert {kind for row in told.values() for kind in row} == set(KINDS)
    assert all(all(row.values()) for row in told.values())


def test_callers_without_an_account_reach_public_methods_alone():
    for name, row in rows().items():
        if name.partition(" ")[0] not in PUBLIC:
            assert {kind: row[kind] for kind in WITHOUT_ACCOUNT} == WITHOUT_ACCOUNT, name


def test_limited_token_reaches_methods_of_its_scope_and_public_ones_alone():
    for name, row in rows().items():
        scope = scope_of(METHODS[name.partition(" ")[0]])
        if scope == SESSION:
            assert row["limited"] == "SIGN_IN_NEEDED", name
        elif scope not in (PUBLIC_SCOPE, scopes_pb2.SCOPE_GAMES_READ):
            assert row["limited"] == "SCOPE_MISSING", name
        else:
            assert row["limited"] not in ("SIGN_IN_NEEDED", "SCOPE_MISSING"), name


def test_methods_of_operators_are_for_operators_alone():
    for name, row in rows().items():
        if name.startswith("Operators/"):
            others = {row[kind] for kind in KINDS if kind not in {*WITHOUT_ACCOUNT, "limited", *STAFF, "operator"}}
            assert others | {row["expired"]} == {"NOT_AN_OPERATOR"}, name
            assert row["operator"] not in ("NOT_AN_OPERATOR", "GRANT_MISSING"), name


def test_grants_reach_the_methods_of_operators_that_name_them_and_reads_alone():
    for name, row in rows().items():
        if name.startswith("Operators/"):
            wanted = grant_word(grant_of(METHODS[name]))
            for kind in set(STAFF) - {"expired"}:
                assert (row[kind] != "GRANT_MISSING") == (wanted in ("read", kind)), (name, kind)


def test_staff_is_called_for_every_method_that_names_a_grant():
    for name, row in rows().items():
        assert (NOT_CALLED in row.values()) != names_grant(name), name


def names_grant(name):
    return bool(grant_of(METHODS[name.partition(" ")[0]]))


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_every_caller_gets_from_every_method_what_its_cell_says(tmp_path):
    expected, differ = rows(), {}
    async for name, told in observed(tmp_path):
        if told != expected[name]:
            wrong = [kind for kind in KINDS if told[kind] != expected[name][kind]]
            differ[name] = {kind: (told[kind], expected[name][kind]) for kind in wrong}
    assert not differ


async def observed(folder):
    """Rows as the server answers them now."""
    names = sorted({*METHODS, *MORE})
    people = await accounts_of(folder, names)
    operators = tuple(each["operator"][0] for each in people)
    async with (
        running(settings(folder, calls_per_s=10_000, operators=operators)) as server,
        grpc.aio.insecure_channel(server.grpc) as channel,
    ):
        for name, accounts in zip(names, people, strict=True):
            yield name, await row_of(channel, name, accounts)


async def row_of(channel, name, accounts):
    world = World(channel, accounts)
    await world.end_accounts()
    running = name.partition("/")[0] in ("Play", "History", "Views") or name.partition(" ")[0] in RUNNING
    told = {}
    for kind in KINDS:
        if kind in STAFF and not names_grant(name):
            told[kind] = NOT_CALLED
            continue
        own = ("Accounts/", "Operators/BanAccount") if kind == "operator" else ("Operators/",)
        # some calls of Accounts end the caller's tokens, and a banned target cannot join again
        if kind == "none" or (kind in (STAFF[0], "operator") and not name.startswith(own)):
            await world.make(running=running)
        told[kind] = await world.answer(name, kind)
    return told


async def accounts_of(folder, names):
    """Id and access token by kind, for each call; `target` is the account that requests are about."""
    url = f"sqlite:///{folder / 'store.db'}"
    migrate(url)
    sql = open_sql(url)
    storage, issuer, numbers = AccountStorage(sql), Issuer(KeyRing(folder / "keys")), count()
    made = []
    for name in names:
        people = {"bot": ("bot:greedy", issuer.issue("bot:greedy")[0])}
        for kind in (*KINDS, "target"):
            if kind in ("none", "bot") or (kind in STAFF and not names_grant(name)):
                continue
            account = Account(new_account_id(), f"{kind} {next(numbers)}", guest=kind != "named", created_at=1)
            await storage.add(account)
            token = issuer.issue(account.account_id)[0]
            if kind == "limited":
                token, _ = await storage.personal_tokens.create(account.account_id, "", ["games:read"], NOW, HOUR_S)
            if kind in STAFF:
                await give(sql, account.account_id, kind)
            people[kind] = account.account_id, token
        made.append(people)
    await sql.close()
    return made


async def give(sql, account, kind):
    grant, left_s = ("moderate", -1) if kind == "expired" else (kind, HOUR_S)
    asked = OperatorRequest("setting", f"{account} {grant}", NOW * 1000, "a test", "setting")
    until_ms = (NOW + left_s) * 1000
    await OperatorActions(sql).do(GRANT_GIVEN, account, [], asked, granted=grant, until_ms=until_ms)


class World:
    """A table, a club and a tournament, and who has to do with them."""

    def __init__(self, channel, accounts):
        self._channel, self._accounts = channel, accounts
        self._game = self._club = self._event = ""

    async def end_accounts(self):
        """Delete, ban and block the callers that are deleted, banned and blocked."""
        await self._ask("deleted", "Accounts/DeleteMe", display_name=await self._name("deleted"))
        about = {"account_id": self._id("banned"), "text": "a test"}
        await self._ask("operator", "Operators/BanAccount", request_id=str(uuid4()), **about)
        for blocking in ("host", "owner", "organiser"):
            await self._ask(blocking, "People/Block", account_id=self._id("blocked"))

    async def make(self, *, running):
        await self._make_club()
        await self._make_tournament()
        await self._make_table(running=running)

    async def answer(self, name, kind):
        method = name.partition(" ")[0]
        fields = self._fields(name, kind)
        if method in ("Play/Submit", "Play/Session", "Play/ListCommands"):
            fields["expected_version"] = (await self._ask("host", "Lobby/GetTable", game_id=self._game)).table.version
        if name == "Lobby/CreateTable club":
            fields["terms"] = {"club_id": self._club}
        ids = {"tournament_id": self._event, "club_id": self._club}
        there = METHODS[method].input_type.fields_by_name
        fields = {field: value for field, value in ids.items() if field in there} | fields
        data = request(method, self._game, self._id("target"), fields).SerializeToString()
        told = await call(self._channel, method, data, "" if kind == "none" else self._accounts[kind][1])
        return told if told == OK else told.reason

    async def _make_club(self):
        profile = {"name": f"Club {uuid4()}", "admission": "CLUB_ADMISSION_OPEN"}
        made = await self._ask("owner", "Clubs/CreateClub", request_id=str(uuid4()), profile=profile)
        self._club = made.club.club_id
        for joining in ("member", "officer", "target"):
            await self._ask(joining, "Clubs/JoinClub", request_id=str(uuid4()), club_id=self._club)
        named = {"club_id": self._club, "name_officer": self._id("officer")}
        await self._ask("owner", "Clubs/DecideClub", request_id=str(uuid4()), **named)

    async def _make_tournament(self):
        terms = EXAMPLES["Tournaments/CreateTournament"]["terms"]
        made = await self._ask("organiser", "Tournaments/CreateTournament", request_id=str(uuid4()), terms=terms)
        self._event = made.tournament.tournament_id
        for entering in ("entrant", "target"):
            entry = {"request_id": str(uuid4()), "tournament_id": self._event}
            await self._ask(entering, "Tournaments/EnterTournament", **entry)

    async def _make_table(self, *, running):
        wanted = {"variant": "colony61", "seats": 3} if running else {"variant": RUSSIA, "seats": 6}
        made = await self._ask(
            "host", "Lobby/CreateTable", request_id=str(uuid4()), join=True, private=True, unrated=True, **wanted
        )
        self._game = made.table.game_id
        invite = (await self._ask("host", "Lobby/GetInvite", game_id=self._game)).invite
        for joining in ("player", "target"):
            await self._ask(joining, "Lobby/JoinTable", request_id=str(uuid4()), game_id=self._game, invite=invite)
        if running:
            await self._ask("host", "Lobby/StartGame", request_id=str(uuid4()), game_id=self._game)
            version = (await self._ask("host", "Lobby/GetTable", game_id=self._game)).table.version
            await self._ask("spectator", "Views/GetBoard", game_id=self._game, as_spectator=True, min_version=version)

    def _fields(self, name, kind):
        if name in MORE:
            return MORE[name](self._id("target"))
        return dict(NAMES[name](kind) if name in NAMES else EXAMPLES.get(name, {}))

    async def _name(self, kind):
        return (await self._ask(kind, "Accounts/GetMe")).account.display_name

    def _id(self, kind):
        return self._accounts[kind][0]

    async def _ask(self, kind, name, **fields):
        """The answer to a call that is allowed."""
        method = METHODS[name]
        data = GetMessageClass(method.input_type)(**fields).SerializeToString()
        ask = self._channel.unary_unary(
            f"/turnledger.v1.{name}", response_deserializer=GetMessageClass(method.output_type).FromString
        )
        return await ask(data, metadata=[("authorization", f"Bearer {self._accounts[kind][1]}")])


async def write(path):
    with tempfile.TemporaryDirectory() as folder:
        told = {name: row async for name, row in observed(Path(folder))}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(("call", *KINDS))
        writer.writerows((name, *(row[kind] for kind in KINDS)) for name, row in told.items())


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]) if sys.argv[1:] else TABLE))
