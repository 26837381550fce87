"""The History service: what is seen, taken out, taken in, proven, and played on from."""

import asyncio
import gzip
import json
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from typer.testing import CliRunner

from domain import stored
from domain.history.branching import branched, check_origin, position_of
from domain.history.codec import link_of
from domain.history.file import export
from domain.history.verify import verify, verify_rows
from domain.kernel.decider import digest
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.kernel.simulation import random_bot
from domain.table.aggregate import FINISHED
from domain.table.messages import Lineage, OpenTable, StartGame, TakeSeat, Terms
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.api.gate.api_errors import NotAllowed
from services.api.gate.gate import Call
from services.api.gate.stopping import Stopping
from services.api.history import History
from services.api.messages.convert import MalformedMessage
from services.application.command_errors import UnknownGame, UnknownVersion
from services.application.game_service import GameService
from services.cli.main import app
from services.history.branches import AlreadyHere, WrongFile
from services.history.history_parts import history_parts
from services.history.keys import published_keys
from services.history.seals import Seals
from services.platform.history_quota import HistoryQuota
from services.store import open_sql, open_store
from services.store.schema import migrate
from support import demo
from support.histories import Game, ListLog
from support.played_games import KEYS
from tests.stores import new_sqlite
from turnledger.v1 import history_pb2

demo.register()


def new_id():
    return str(uuid4())


def message(name, **fields):
    return getattr(history_pb2, name + "Request")(**fields)


class Server:
    """One installation: its store, its keys, its History service."""

    def __init__(self, store, games, parts, service, sign_in):
        self.store, self.games, self.parts, self.service, self.sign_in = store, games, parts, service, sign_in

    async def call(self, account, method, **fields):
        name = "".join(word.capitalize() for word in method.split("_"))
        call = Call(account, asyncio.get_running_loop().time() + 10)
        return await getattr(self.service, method)(message(name, **fields), call)

    async def export(self, account, game_id, **fields):
        call = Call(account, asyncio.get_running_loop().time() + 10)
        chunks = self.service.export_game(message("ExportGame", game_id=game_id, **fields), call)
        return b"".join([chunk.content async for chunk in chunks])

    async def execute(self, game_id, actor, command):
        return await self.games.execute(game_id, command, actor=actor, request_id=new_id())

    async def open(self, variant="demo", players=("ann", "bob")):
        """The id of a game that has begun."""
        opened = await self.games.open_table(OpenTable(variant, len(players)), actor=players[0], request_id=new_id())
        for player in players:
            await self.execute(opened.game_id, player, TakeSeat())
        await self.execute(opened.game_id, players[0], StartGame())
        return opened.game_id

    async def choose(self, game_id, *numbers):
        """Numbers of the two players in turn."""
        players = [each.account for each in (await self.aggregate(game_id)).occupants]
        for turn, number in enumerate(numbers):
            seat = turn % 2
            await self.execute(game_id, players[seat], demo.Choose(Seat(seat), number))

    async def play(self, game_id, commands):
        """Give random commands of the seats that must act."""
        roll = Roll(b"p" * 32, "play")
        for _ in range(commands):
            aggregate = (await self.games.load(game_id)).aggregate
            if not aggregate.to_act:
                return
            seat = aggregate.to_act[0]
            command = random_bot(None, aggregate.rules.options(aggregate.play, seat), seat, roll)
            await self.execute(game_id, aggregate.occupants[seat].actor, command)

    async def records(self, game_id):
        return [self.games.codec.read(row) for row in await self.store.load(game_id)]

    async def aggregate(self, game_id):
        return (await self.games.load(game_id)).aggregate


@asynccontextmanager
async def serving(folder, url=None):
    folder.mkdir(exist_ok=True)
    url = url or new_sqlite(folder / "games.db")
    store, sql = open_store(url), open_sql(url)
    storage = AccountStorage(sql)
    games = GameService(store, stored.codec())
    parts = history_parts(games, store, sql, folder / "keys")
    sign_in = SignIn(storage, Issuer(KeyRing(folder / "keys")))
    try:
        yield Server(
            store, games, parts, History(games, parts, sign_in, HistoryQuota(1_000, 1_000), Stopping()), sign_in
        )
    finally:
        await store.close()
        await sql.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
async def server(request, tmp_path):
    url = None
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        await asyncio.to_thread(migrate, url)
    async with serving(tmp_path / "one", url) as one:
        yield one


# Events.


async def test_events_come_in_pages_as_the_caller_may_see_them(server):
    game_id = await server.open("colony61")
    events, token = [], ""
    while not events or token:
        page = await server.call("bob", "list_events", game_id=game_id, page_size=3, page_token=token)
        events, token = [*events, *page.events], page.next_page_token
    assert [event.version for event in events] == list(range(1, (await server.games.load(game_id)).version + 1))
    assert events[0].table.game_opened.secret == ""
    dealt = [
        event.game.colony61.start_cards_dealt for event in events if event.game.colony61.HasField("start_cards_dealt")
    ]
    assert [each.HasField("offered") for each in dealt] == [False, True], "bob sees his own offer alone"
    with pytest.raises(MalformedMessage):
        await server.call("bob", "list_events", game_id=game_id, page_token="x")


async def test_everything_is_seen_once_the_game_is_over(server):
    game_id = await server.open("card_game")
    await server.play(game_id, 10_000)
    page = await server.call("eve", "list_events", game_id=game_id, page_size=100)
    assert len(page.events[0].table.game_opened.secret) == 64


# Knowledge.


async def knowers(server, account, game_id, version, field):
    answer = await server.call(account, "knowledge", game_id=game_id, version=version, field=field)
    assert not answer.knowers[0].HasField("seat")
    return [each.from_version if each.HasField("from_version") else None for each in answer.knowers]


async def test_who_could_know_a_choice_is_told_to_its_seat_while_the_game_runs_and_to_everybody_afterwards(server):
    game_id = await server.open()
    await server.choose(game_id, 3)
    assert await knowers(server, "ann", game_id, 6, "number") == [None, 6, None]
    for other in ("bob", "eve"):
        for hidden in ((6, "number"), (1, "secret"), (2, "nonce"), (4, "seats"), (5, "bonus")):
            with pytest.raises(NotAllowed) as refused:
                await server.call(other, "knowledge", game_id=game_id, version=hidden[0], field=hidden[1])
            assert refused.value.reason == "FACT_HIDDEN"
    await server.execute(game_id, "bob", demo.Choose(Seat(1), 1))
    assert await knowers(server, "ann", game_id, 6, "number") == [8, 6, 8]
    await server.choose(game_id, 2, 1)
    last = (await server.aggregate(game_id)).version
    assert await knowers(server, "eve", game_id, 6, "number") == [8, 6, 8]
    assert await knowers(server, "eve", game_id, 1, "secret") == [last, last, last]


async def test_a_fact_is_named_as_the_contract_or_the_history_names_it_and_one_that_is_none_is_refused(server):
    game_id = await server.open()
    assert await knowers(server, "eve", game_id, 2, "account_id") == [2, 2, 2]
    assert await knowers(server, "eve", game_id, 2, "account") == [2, 2, 2]
    for field in ("", "number", "__class__", "reveals", "public"):
        with pytest.raises(MalformedMessage):
            await server.call("ann", "knowledge", game_id=game_id, version=2, field=field)
    for version in (0, 6):
        with pytest.raises(UnknownVersion):
            await server.call("ann", "knowledge", game_id=game_id, version=version, field="account")


# Files.


async def test_a_branch_is_held_to_the_game_that_it_goes_on_from(tmp_path):
    async def sealed(game_id):
        file = tmp_path / f"{game_id}.jsonl"
        file.write_bytes(await server.parts.exporter.export(game_id))
        return str(file)

    async def table_from(link, known_to=UNSET):
        aggregate = await server.aggregate(game_id)
        origin = Lineage("BRANCH", game_id, aggregate.version, link)
        whole = position_of(aggregate, aggregate.play, origin)
        position = whole if known_to is UNSET else branched(aggregate, known_to, origin)
        opening = OpenTable("card_game", 2, rated=False, position=position)
        return (await server.games.open_table(opening, actor="ann", request_id=new_id())).game_id

    async with serving(tmp_path / "one") as server:
        game_id = await server.open("card_game")
        await server.play(game_id, 10)
        link = (await server.records(game_id))[-1].envelope.chain
        branches = [await table_from(link, Seat(0)), await table_from(link), await table_from("0" * 64)]
        files = [await sealed(each) for each in (game_id, *branches)]
        (tmp_path / "keys.json").write_text(json.dumps(server.parts.keys.published()))
    proven = await asyncio.to_thread(
        CliRunner().invoke, app, ["verify", *files, "--keys", str(tmp_path / "keys.json"), "--json"]
    )
    faults = [json.loads(line)["verdict"]["fault"] for line in proven.stdout.splitlines()]
    assert (faults[:3], faults[3]["code"], faults[3]["rule"]) == ([None] * 3, "CONTRADICTION", "TB-BRANCH-01")
    told = [json.loads(line) for line in proven.stdout.splitlines()]
    assert ["parent" in each["proven"] for each in told] == [False, True, False, False]
    assert ["parent" in each["unproven"] for each in told] == [False, False, True, False]


async def test_a_finished_game_is_exported_whole_to_anybody_and_proves_itself(server):
    game_id = await server.open()
    await server.choose(game_id, 3, 1, 2, 1)
    keys = json.loads((await server.call("eve", "list_signing_keys")).key_set)
    verdict = verify(await server.export("eve", game_id), server.games.codec, published_keys(keys))
    assert (verdict.fault, verdict.status, verdict.viewer) == (None, "FINISHED", "all")


async def test_a_running_game_is_exported_as_the_caller_may_see_it(server):
    game_id = await server.open()
    await server.choose(game_id, 3)
    secret = (await server.aggregate(game_id)).opened.secret.encode()
    own, others = await server.export("ann", game_id), await server.export("bob", game_id)
    assert b'"number":3' in own
    assert b'"number":3' not in others
    assert secret not in own + others


async def test_a_game_is_verified_where_it_is_with_its_checkpoints(server):
    game_id = await server.open()
    await server.parts.checkpoints.sign_what_is_new()
    await server.choose(game_id, 3, 1)
    answer = await server.call("eve", "verify_game", game_id=game_id)
    assert (answer.right, answer.events, answer.commands) == (True, 8, 6)
    (kept,) = (await server.call("eve", "list_checkpoints", game_id=game_id)).checkpoints
    assert (kept.version, kept.key) == (5, server.parts.keys.signer.key)


async def test_a_game_that_goes_on_and_is_signed_while_it_is_verified_is_right(server, monkeypatch):
    game_id = await server.open()
    real = Seals.of

    async def moving(seals, asked):
        monkeypatch.setattr(Seals, "of", real)
        await server.choose(game_id, 3, 1)
        await server.parts.checkpoints.sign_what_is_new()
        return await seals.of(asked)

    monkeypatch.setattr(Seals, "of", moving)
    answer = await server.call("eve", "verify_game", game_id=game_id)
    assert (answer.right, answer.events) == (True, 8)


async def test_what_does_not_exist_is_named(server):
    for method in ("list_events", "verify_game"):
        with pytest.raises(UnknownGame):
            await server.call("ann", method, game_id=new_id())
    game_id = await server.open()
    for version in (0, 99):
        with pytest.raises(UnknownVersion):
            await server.call("ann", "branch_game", game_id=game_id, version=version, request_id=new_id())


# Branches.


@pytest.mark.rule("TB-BRANCH-01")
async def test_a_player_goes_on_from_an_earlier_moment_of_a_running_game(server):
    game_id = await server.open()
    await server.choose(game_id, 3, 1, 2)
    request = new_id()
    made = await server.call("ann", "branch_game", game_id=game_id, version=6, request_id=request)
    assert (made.table.rated, made.table.seats, made.table.host_account_id) == (False, 2, "ann")
    again = await server.call("ann", "branch_game", game_id=game_id, version=6, request_id=request)
    assert again.table.game_id == made.table.game_id
    branch = made.table.game_id
    for player, colour in (("eve", "blue"), ("ann", "red")):
        await server.execute(branch, player, TakeSeat(colour))
    await server.execute(branch, "ann", StartGame())
    aggregate = await server.aggregate(branch)
    assert [occupant.account for occupant in aggregate.occupants] == ["ann", "eve"], "who takes a colour takes its seat"
    assert (aggregate.play.round, aggregate.play.chosen) == (1, (3, None)), "ann's own choice stands"
    await server.execute(branch, "eve", demo.Choose(Seat(1), 2))
    assert verify_rows(await server.store.load(branch), server.games.codec).fault is None


@pytest.mark.rule("TB-BRANCH-01")
async def test_a_secret_choice_of_another_seat_does_not_come_along(server):
    game_id = await server.open()
    await server.choose(game_id, 3)
    made = await server.call("bob", "branch_game", game_id=game_id, version=6, request_id=new_id())
    assert (await server.aggregate(made.table.game_id)).opened.position.state["chosen"] == (None, None)


@pytest.mark.rule("TB-BRANCH-03")
async def test_no_request_chooses_what_is_dealt_and_two_tables_are_dealt_differently(server):
    players = ("ann", "bob")
    game_id = await server.open("power_grid/russia", players)
    await server.play(game_id, 12)
    version, decks, positions = (await server.games.load(game_id)).version, set(), set()
    for _ in range(3):
        made = await server.call("ann", "branch_game", game_id=game_id, version=version, request_id=new_id())
        positions.add(digest((await server.aggregate(made.table.game_id)).opened.position))
        for player, colour in zip(players, ("red", "blue"), strict=True):
            await server.execute(made.table.game_id, player, TakeSeat(colour))
        await server.execute(made.table.game_id, "ann", StartGame())
        decks.add((await server.aggregate(made.table.game_id)).play.deck)
        assert verify_rows(await server.store.load(made.table.game_id), server.games.codec).fault is None
    assert (len(positions), len(decks)) == (1, 3)


@pytest.mark.rule("TB-BRANCH-01")
async def test_a_branch_is_proven_only_as_the_position_that_its_host_knew(server):
    players = ("ann", "bob")
    game_id = await server.open("power_grid/russia", players)
    await server.play(game_id, 12)
    parent, codec = await server.store.load(game_id), server.games.codec
    then = await server.aggregate(game_id)
    origin = Lineage("BRANCH", game_id, len(parent), link_of(parent[-1]))
    honest = branched(then, Seat(0), origin)
    peeked = replace(position_of(then, then.play, origin), known_to=Seat(0))
    anothers = branched(then, None, origin)
    said = []
    unsigned = replace(position_of(then, then.play, origin), known_to=UNSET)
    for position in (honest, peeked, anothers, unsigned):
        opening = OpenTable("power_grid/russia", 2, rated=False, position=position)
        child = (await server.games.open_table(opening, actor="ann", request_id=new_id())).game_id
        found = check_origin(parent, await server.store.load(child), codec)
        fault = found.fault
        said.append(found.proven if fault is None else (fault.code, fault.rule, fault.says))
    wrong = ("CONTRADICTION", "TB-BRANCH-01", "not the position that its host knew")
    assert said == [True, wrong, wrong, False]


@pytest.mark.rule("TB-BRANCH-01")
async def test_players_branch_a_game_that_runs_and_anybody_one_that_is_over(server):
    game_id = await server.open()
    await server.choose(game_id, 3, 1)
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        await server.call("eve", "branch_game", game_id=game_id, version=6, request_id=new_id())
    with pytest.raises(Refused, match="GAME_NOT_STARTED"):
        await server.call("ann", "branch_game", game_id=game_id, version=2, request_id=new_id())
    await server.choose(game_id, 2, 1)
    assert (await server.call("eve", "branch_game", game_id=game_id, version=6, request_id=new_id())).table.game_id
    with pytest.raises(Refused, match="GAME_OVER"):
        await server.call("eve", "branch_game", game_id=game_id, version=14, request_id=new_id())


async def test_branches_are_listed_and_found_again_from_the_log(server):
    game_id = await server.open()
    await server.choose(game_id, 3, 1)
    ids = []
    for private in (False, True, False):
        made = await server.call("ann", "branch_game", game_id=game_id, version=6, request_id=new_id(), private=private)
        ids.append(made.table.game_id)
    page = await server.call("bob", "list_branches", game_id=game_id, page_size=1)
    rest = await server.call("bob", "list_branches", game_id=game_id, page_token=page.next_page_token)
    assert [each.game_id for each in (*page.branches, *rest.branches)] == sorted((ids[0], ids[2]))
    assert len((await server.call("ann", "list_branches", game_id=game_id)).branches) == 3
    await server.parts.lineages._sql.run("DELETE FROM lineages")
    await server.parts.checkpoints.sign_what_is_new()
    assert len((await server.call("ann", "list_branches", game_id=game_id)).branches) == 3


@pytest.mark.rule("TB-BRANCH-01", "TB-BRANCH-02")
@pytest.mark.parametrize("variant", ["card_game", "colony61", "power_grid/australia"])
async def test_a_branch_of_a_real_game_is_played_to_its_end_and_proves_itself(server, variant):
    players = ("ann", "bob", "cy")
    game_id = await server.open(variant, players)
    await server.play(game_id, 40)
    before = await server.aggregate(game_id)
    version = (await server.games.load(game_id)).version
    made = await server.call("bob", "branch_game", game_id=game_id, version=version, request_id=new_id())
    branch = made.table.game_id
    for player, occupant in zip(players, before.occupants, strict=True):
        await server.execute(branch, player, TakeSeat(occupant.colour))
    await server.execute(branch, "bob", StartGame())
    await server.play(branch, 20_000)
    assert (await server.aggregate(branch)).status == FINISHED
    verdict = verify(await server.export("eve", branch), server.games.codec, server.parts.keys.keys)
    assert verdict.fault is None
    assert before.play.seed.encode() not in await server.export("eve", branch), "nothing of the old game is revealed"


# Taking files in.

PEOPLE = "anna" + 22 * "a", "boris" + 21 * "b"
"""Ids as this program gives them out."""
GAME_ID = "0f0e0d0c-0b0a-4908-8706-050403020100"


async def test_a_game_that_was_taken_in_is_marked_before_it_is_stored_and_one_of_ours_is_not(server, tmp_path):
    game_id = await server.open(players=PEOPLE)
    await server.choose(game_id, 3, 1, 2, 1)
    content = await server.export("ann", game_id)
    await server.call("ann", "import_game", content=content, request_id=new_id())
    assert await server.parts.imports.all() == []
    (tmp_path / "two/keys").mkdir(parents=True)
    (tmp_path / "two/keys/trusted.json").write_text(json.dumps(server.parts.keys.published()))
    async with serving(tmp_path / "two") as other:
        await other.call("eve", "import_game", content=content, request_id=new_id())
        assert await other.parts.imports.all() == [(game_id, server.parts.keys.signer.key)]
        assert await other.parts.imports.among([new_id(), game_id]) == {game_id}


def signed(players=PEOPLE, game_id=GAME_ID, at=datetime(2026, 11, 1, tzinfo=UTC), invited=(), seed=""):
    """A finished game as a trusted server that makes things up would sign it."""
    game = Game(ListLog(), game_id, at=at, codec=stored.codec()).open(
        players[0], rated=not seed, seed=seed, terms=Terms(invited=invited) if invited else UNSET
    )
    game.seat(*players).start().choose(3, 1, 2, 1)
    return export(game.log.streams[game_id], stored.codec(), KEYS.signer)


@pytest.mark.parametrize(
    ("made_up", "code", "says"),
    [
        ({"game_id": "x" * 9_000}, "GAME_ID", "no id of a game"),
        ({"game_id": "../../pwn"}, "FOREIGN", "no id of a game"),
        ({"game_id": ""}, "GAME_ID", "no id of a game"),
        ({"game_id": "a\0b"}, "GAME_ID", "no id of a game"),
        ({"game_id": GAME_ID.upper()}, "FOREIGN", "no id of a game"),
        ({"players": ("server", PEOPLE[1])}, "FOREIGN", "no account: 'server'"),
        ({"players": (PEOPLE[0], "operator:x")}, "FOREIGN", "no account: 'operator:x'"),
        ({"players": (PEOPLE[0], "\x1b[31m")}, "ACTOR", "nobody acts under this name"),
        ({"invited": ("everybody",)}, "FOREIGN", "no account: 'everybody'"),
        ({"seed": "\x1b[31m"}, "FOREIGN", "control characters"),
        ({"seed": "s" * 201}, "FOREIGN", "too long"),
        ({"at": datetime(2031, 1, 1, tzinfo=UTC)}, "FOREIGN", "no moment of the past"),
        ({"at": datetime(1969, 1, 1, tzinfo=UTC)}, "FOREIGN", "no moment of the past"),
    ],
)
async def test_what_no_server_of_ours_gives_out_is_not_taken_in(server, made_up, code, says):
    server.parts.branches._trusted = KEYS.keys
    with pytest.raises(WrongFile) as wrong:
        await server.call("ann", "import_game", content=signed(**made_up), request_id=new_id())
    assert (wrong.value.fault.code, says in wrong.value.fault.says) == (code, True)
    assert await server.store.log_head() == 0
    assert (await server.call("ann", "import_game", content=signed(), request_id=new_id())).table.game_id == GAME_ID


async def test_a_finished_game_from_a_trusted_server_becomes_a_game_here(server, tmp_path):
    game_id = await server.open(players=PEOPLE)
    await server.choose(game_id, 3, 1, 2, 1)
    content = await server.export("ann", game_id)
    (tmp_path / "two/keys").mkdir(parents=True)
    (tmp_path / "two/keys/trusted.json").write_text(json.dumps(server.parts.keys.published()))
    async with serving(tmp_path / "two") as other:
        for packed in (content, gzip.compress(content)):
            answer = await other.call("eve", "import_game", content=packed, request_id=new_id())
            assert answer.table.game_id == game_id
        assert (await other.call("eve", "verify_game", game_id=game_id)).right
        assert await other.store.load(game_id) == await server.store.load(game_id)


async def test_a_file_of_another_server_that_names_an_account_of_ours_is_not_taken_in(server):
    server.parts.branches._trusted = KEYS.keys
    account, _ = await server.sign_in.as_guest("Ann")
    for players in ((account.account_id, PEOPLE[1]), (PEOPLE[0], account.account_id)):
        with pytest.raises(WrongFile, match="accounts of this installation"):
            await server.call("ann", "import_game", content=signed(players), request_id=new_id())
    assert await server.store.log_head() == 0


async def test_a_running_game_goes_on_elsewhere_at_an_unrated_table(server, tmp_path):
    game_id = await server.open(players=PEOPLE)
    await server.choose(game_id, 3)
    content = await server.parts.exporter.export(game_id)
    made = await server.call("ann", "import_game", content=content, request_id=new_id())
    moved = await server.aggregate(made.table.game_id)
    assert moved.opened.position.lineage.kind == "IMPORT"
    assert moved.opened.position.lineage.game_id == game_id
    assert not moved.opened.rated


async def test_a_file_that_does_not_prove_itself_is_not_taken_in(server):
    game_id = await server.open(players=PEOPLE)
    await server.choose(game_id, 3, 1, 2, 1)
    content = await server.export("ann", game_id)
    for wrong in (content.replace(b'"number":3', b'"number":2'), content[:-10], b""):
        with pytest.raises(WrongFile):
            await server.call("ann", "import_game", content=wrong, request_id=new_id())
    with pytest.raises(MalformedMessage, match="gzip"):
        await server.call("ann", "import_game", content=b"\x1f\x8bnothing", request_id=new_id())
    seen = await server.open(players=PEOPLE)
    with pytest.raises(WrongFile, match="VIEWER"):
        await server.call("ann", "import_game", content=await server.export("ann", seen), request_id=new_id())


async def test_what_no_trusted_key_has_signed_is_not_even_adjudicated(server, tmp_path, monkeypatch):
    async with serving(tmp_path / "two") as other:
        game_id = await other.open(players=PEOPLE)
        await other.choose(game_id, 3, 1, 2, 1)
        content = await other.export("ann", game_id)
    monkeypatch.setattr("services.history.branches.verify", None)
    with pytest.raises(WrongFile, match="SIGNATURE"):
        await server.call("ann", "import_game", content=content, request_id=new_id())


async def test_two_histories_of_one_game_cannot_both_be_here(server, tmp_path):
    async with serving(tmp_path / "two") as other:
        game_id = await other.open(players=PEOPLE)
        await other.choose(game_id, 3, 1, 2, 1)
        running = (await other.store.load(game_id))[:7]
        await server.store.append(running, 5.0)
        server.parts.branches._trusted = other.parts.keys.keys
        with pytest.raises(AlreadyHere):
            await server.call("ann", "import_game", content=await other.export("ann", game_id), request_id=new_id())
