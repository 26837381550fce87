"""Proofs by a player's browser of a game with a beacon, on a server whose log has witnesses."""

import asyncio
import json
import threading
import uuid
from contextlib import AsyncExitStack, contextmanager

import pytest
from playwright.sync_api import expect

from services.tlog.installation import KEY_FILE, signer_at
from services.tlog.notes import ED25519
from support.bot_games import Caller
from support.browser import PATIENCE_MS, Service, picture
from support.servers import wait_until
from tests.api.test_beacon import chain_file
from tests.beacon import signed
from tests.page.test_looking_back import proven_by_clicks
from tests.page.test_shell import violations
from tests.page.test_table import open_table
from tests.tlog.tlog_kit import ORIGIN, W1, W2, W3, witness_at

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
FAR_S = 3_600
"""Of a round that no test waits for: who has the key of the chain signs it before its time."""


@contextmanager
def watching(folder, log):
    """Two witnesses of a log, one of each kind: their URLs."""
    loop, urls, over = asyncio.new_event_loop(), [], asyncio.Event()
    started = threading.Event()

    async def serve():
        async with AsyncExitStack() as stack:
            for each in (W1, W2):
                at = witness_at(folder / each.key.name.replace("/", "-"), each, logs=(log,))
                urls.append(await stack.enter_async_context(at))
            started.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert started.wait(PATIENCE_MS / 1000)
    yield urls
    loop.call_soon_threadsafe(over.set)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def witnessed():
    """A server whose tables have a beacon, and whose log two witnesses see."""
    service = Service()
    log = signer_at(service.folder / "keys" / KEY_FILE, ORIGIN, ED25519)
    with watching(service.folder, log) as urls:
        lines = [f"log {log.key.vkey}"]
        lines += [
            f"witness w{n} {each.key.vkey} {url}" for n, (each, url) in enumerate(zip((W1, W2), urls, strict=True))
        ]
        policy = service.folder / "policy.txt"
        policy.write_text("\n".join([*lines, "group both all w0 w1", "quorum both\n"]))
        service.settings = {
            "LOG": ORIGIN,
            "LOG_POLICY": str(policy),
            "BEACON": chain_file(service.folder),
            "BEACON_RELAYS": "",
            "BEACON_LEAD_S": str(FAR_S),
        }
        with service:
            yield service


def begun(page, caller):
    """Opens a table with a bot by clicks, and hands its round in: the id of the game."""
    open_table(page)
    page.wait_for_url("**/#/game/*")
    game = page.url.rpartition("/")[2]
    hand_in(caller, game)
    expect(page.locator(".actions.mine button").first).to_be_visible()
    return game


def hand_in(caller, game):
    """The round that a table waits for."""
    wait_until(lambda: "starting" in caller.call("Lobby/GetTable", gameId=game)["table"], "the start", 60)
    number = caller.call("Lobby/GetTable", gameId=game)["table"]["starting"]["round"]
    caller.call("Lobby/BeginGame", requestId=str(uuid.uuid4()), gameId=game, round=number, signature=signed(number))


@pytest.fixture(scope="module")
def logged(witnessed):
    """A game that is over and logged, and who can ask about it."""
    caller = Caller(witnessed)
    game = caller.begun("card_game")
    hand_in(caller, game)
    caller.call("Play/Act", requestId=str(uuid.uuid4()), gameId=game, resign={})
    wait_until_logged(caller, game)
    return game, caller


def wait_until_logged(caller, game):
    over = "TABLE_STATUS_FINISHED"
    wait_until(lambda: caller.call("Lobby/GetTable", gameId=game)["table"]["status"] == over, "the end", 60)
    wait_until(lambda: len(proofs_of(caller, game)) == 3, "three proofs", 60)


def proofs_of(caller, game):
    return caller.call("History/GetProofs", gameId=game).get("proofs", [])


def proof_in(page):
    proof = proven_by_clicks(page)
    expect(proof.get_by_role("heading", name="The history is genuine.")).to_be_visible()
    return proof


def test_a_player_proves_beacon_log_and_the_own_part_and_what_changed_since_is_found(visit, witnessed):
    visitor, caller, asked = visit(witnessed.url), Caller(witnessed), []
    playing = visitor.open()
    game = begun(playing, caller)
    playing.get_by_text("More", exact=True).click()
    playing.get_by_role("button", name="Resign").click()
    playing.get_by_role("dialog").get_by_role("button", name="Resign").click()
    wait_until_logged(caller, game)
    playing.close()
    visitor.context.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page = visitor.open(f"game/{game}/1")
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    assert not {"bls12-381.js", "ml-dsa.js", "verify.js"} & set(asked)
    proof = proof_in(page)
    assert {"bls12-381.js", "ml-dsa.js", "verify.js"} <= set(asked)
    for kind in ("opening", "start", "end"):
        expect(proof).to_contain_text(f"✔ The {kind} is in the log {ORIGIN}, seen by w0, w1")
    expect(proof).to_contain_text("✔ A quorum of them saw the start before its round of chance came")
    expect(proof).to_contain_text("by a chain that this page does not know")
    for own in ("Your own chance is in the seed", "bound to the same secret", "the one that the start named"):
        expect(proof.locator(".b-own")).to_contain_text(f"✔ {own}" if own[0] == "Y" else own)
    proof.get_by_text("Stored in this browser").click()
    kept = page.evaluate("JSON.parse(localStorage.getItem('turnledger.chances'))")[game]
    expect(proof.locator(".b-own")).to_contain_text(kept["nonce"])
    assert kept["commitment"] == caller.call("Lobby/GetTable", gameId=game)["table"]["commitment"]
    assert violations(page) == {}
    proof.scroll_into_view_if_needed()
    picture(page, "proof-of-log")

    # The log grows, and is held to what it was.
    lines = page.evaluate(f"JSON.parse(localStorage.getItem('turnledger.log.{ORIGIN}')).size")
    caller.begun("card_game")
    wait_until(lambda: newest_size(visitor) > int(lines), "a line more in the log", 60)
    page.reload()
    expect(proof_in(page)).to_contain_text(f"from {lines} lines to")

    # This browser kept other values: the server must have lied before, or now.
    page.evaluate(LIE, [game, f"turnledger.log.{ORIGIN}"])
    page.reload()
    proof = proof_in(page)
    expect(proof).to_contain_text("✘ The log is not the one that was shown before")
    expect(proof).to_contain_text("✘ Your own chance is not in the seed of the dice")
    expect(proof).to_contain_text("✘ When you sat down the server was bound to another secret")
    expect(proof).to_contain_text("✘ The start named another round of chance")
    assert violations(page) == {}


LIE = """([game, log]) => {
    const chances = JSON.parse(localStorage.getItem('turnledger.chances'));
    const other = (digits) => (digits[0] === '0' ? '1' : '0') + digits.slice(1);
    const {nonce, commitment, round} = chances[game];
    Object.assign(chances[game], {nonce: other(nonce), commitment: other(commitment), round: round + 1});
    localStorage.setItem('turnledger.chances', JSON.stringify(chances));
    const kept = JSON.parse(localStorage.getItem(log));
    localStorage.setItem(log, JSON.stringify({...kept, root: other(kept.root)}));
}"""


def newest_size(visitor):
    return int(visitor.context.request.get("/log/checkpoint").text().split("\n")[1])


def test_other_witnesses_than_before_are_named_and_a_log_that_they_have_not_seen_is_not_believed(
    visit, witnessed, logged
):
    game, _ = logged
    page = visit(witnessed.url).open(f"game/{game}/1")
    proof_in(page)
    other = f"witness w0 {W3.key.vkey}"

    def renamed(route):
        policy = route.fetch().text()
        route.fulfill(body="\n".join(other if line.startswith("witness w0") else line for line in policy.split("\n")))

    page.route("**/log/policy", renamed)
    page.reload()
    proof = proof_in(page)
    expect(proof).to_contain_text("✘ The server names other witnesses than it did at")
    expect(proof).to_contain_text("✘ It is not proven to stand in the log, as its witnesses saw it. LOG")
    proof.get_by_role("button", name="Believe the new ones").click()
    expect(proof).not_to_contain_text("✘ The server names other witnesses")


@contextmanager
def without_its_log(service):
    """The same server, which shows no log for so long."""
    settings = service.settings
    service.stop()
    service.settings = {name: value for name, value in settings.items() if not name.startswith("LOG")}
    service.start()
    try:
        yield
    finally:
        service.stop()
        service.settings = settings
        service.start()


def test_a_log_that_was_shown_and_is_shown_no_more_is_told_first_and_each_time(visit, witnessed, logged):
    game, _ = logged
    visitor, stranger = visit(witnessed.url), visit(witnessed.url)
    visitor.allowed = stranger.allowed = ("Failed to load resource",)  # it is away for a moment
    page = visitor.open(f"game/{game}/1")
    expect(proof_in(page)).to_contain_text("✔ This browser stores the present state of the log")
    kept = page.evaluate(f"JSON.parse(localStorage.getItem('turnledger.log.{ORIGIN}'))")
    with without_its_log(witnessed):
        for _ in range(2):
            page.reload()
            gone = proof_in(page).get_by_role("alert")
            expect(gone).to_contain_text("✘ This server showed a public log before, and shows none now.")
            expect(gone).to_contain_text(f"the log {ORIGIN}, lines: {kept['size']}. {kept['root']}")
            expect(gone.get_by_text("The witnesses that it named at")).to_be_visible()
        assert violations(page) == {}
        expect(proof_in(stranger.open(f"game/{game}/1")).get_by_role("alert")).to_have_count(0)
    page.reload()
    expect(proof_in(page).get_by_role("alert")).to_have_count(0)
    page.route("**/log/checkpoint", lambda route: route.fulfill(status=404, body="nothing here"))
    page.reload()
    expect(proof_in(page)).to_contain_text("✘ The log is not the one that was shown before")


def test_from_disk_a_file_is_held_to_the_reader_s_own_policy(visit, witnessed, logged, tmp_path):
    game, caller = logged
    page = visit(witnessed.url).open(f"game/{game}/1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Is this history genuine?").click()
        page.get_by_role("button", name="Download the file").click()
    file, proofs, policy = tmp_path / f"{game}.jsonl", tmp_path / "proofs.ndjson", tmp_path / "policy.txt"
    download.value.save_as(file)
    lines = [
        json.dumps({"game": game, "leaf": each["leaf"], "proof": each["proof"]}) for each in proofs_of(caller, game)
    ]
    proofs.write_text("\n".join(lines) + "\n")
    policy.write_bytes((witnessed.folder / "policy.txt").read_bytes())
    reader = visit(witnessed.url).open("prove")
    reader.get_by_label("A file from disk").set_input_files([file, proofs, policy])
    told = reader.get_by_role("region", name="Proof")
    expect(told).to_contain_text(f"✔ The end is in the log {ORIGIN}, seen by w0, w1")
    expect(told.locator(".b-own")).to_have_count(0)
    proofs.write_text("\n".join(lines[:2]) + "\n")
    reader.get_by_label("A file from disk").set_input_files([file, proofs, policy])
    expect(told).to_contain_text("✘ It is not proven to stand in the log, as its witnesses saw it. LOG")
