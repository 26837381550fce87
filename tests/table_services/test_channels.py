"""Notices for people: by messengers and browsers, once a day or after a while, about the games that they chose."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from domain.kernel.ids import Seat
from domain.table.clock import Clock
from domain.table.messages import CloseTable, ProposeAbandon, TakeSeat, Terms, Vote
from services.accounts.people import BLOCK, People
from services.application.game_service import GameService
from services.notify.guard import Guard
from services.notify.messengers import Messengers, is_of
from services.notify.news import GAME_OVER, INVITED, KINDS, MENTIONED, YOUR_TURN, told_by
from services.notify.notifier import Notifier
from services.notify.posting import Poster
from services.notify.targets import DISCORD, SLACK, TELEGRAM, WEB_PUSH, WEBHOOK, Hours, Target, digest_ms, quiet_for_ms
from services.notify.web_push import PushKey, WebPush, browser_keys, encrypted, is_push_service
from services.notify.webhook import Webhooks
from services.roles.matchmaking import Matchmaking
from support import demo
from tests.table_services.services_kit import CODEC

PAGE = "https://play.example"
HOUR_S = 3600


@pytest.fixture
def key(tmp_path):
    return PushKey.of(tmp_path / "keys")


@pytest.fixture
async def work(store, storage, clock, key):
    poster = Poster(Guard(private=True))
    channels = dict.fromkeys((DISCORD, SLACK, TELEGRAM), Messengers(poster, PAGE))
    channels |= {WEBHOOK: Webhooks(poster), WEB_PUSH: WebPush(poster, key, PAGE)}
    notifier = Notifier(GameService(store, CODEC, clock), store, storage, channels, clock)
    await notifier.begin()

    async def work():
        await notifier.follow()
        await notifier.send()
        await notifier.idle()

    yield work
    await poster.close()


@pytest.fixture
def target(storage, receiver):
    async def target(channel=WEBHOOK, account="bob", hours=None, **fields):
        if hours:
            await storage.set_hours(account, hours)
        given = {"address": receiver.url, "secret": b"\x01" * 32, "kinds": KINDS, "proven": True} | fields
        return await storage.set(Target(account, channel, **given))

    return target


def choose(seat, number):
    return demo.Choose(Seat(seat), number)


def bodies(receiver):
    return [json.loads(call.body) for call in receiver.calls]


@pytest.mark.parametrize(
    ("channel", "query", "body"),
    [
        (DISCORD, "", {"content": "Демо: Ваш ход. {}", "allowed_mentions": {"parse": []}}),
        (SLACK, "", {"text": "Демо: Ваш ход. {}"}),
        (
            TELEGRAM,
            "?chat_id=-17",
            {"chat_id": "-17", "text": "Демо: Ваш ход. {}", "link_preview_options": {"is_disabled": True}},
        ),
    ],
)
async def test_a_messenger_is_told_in_its_own_form_and_the_owners_language(
    work, target, tables, receiver, channel, query, body
):
    await target(channel, language="ru", address=f"http://localhost:{receiver.port}/x{query}")
    game_id = await tables.begun("ann", "bob")
    await work()
    said = json.dumps(body, ensure_ascii=False).replace("{}", f"{PAGE}/#/game/{game_id}")
    assert bodies(receiver) == [json.loads(said)]


def test_a_messengers_url_is_on_its_own_host():
    assert is_of(DISCORD, "https://discord.com/api/webhooks/1/x")
    assert not is_of(DISCORD, "https://discord.com.evil.example/api")
    assert not is_of(DISCORD, "https://evil.example/?discord.com")
    assert not is_of(SLACK, "https://discord.com/api/webhooks/1/x")


async def test_all_that_waits_for_a_reader_is_one_message_and_for_a_program_each_is_its_own(
    work, target, tables, receiver, clock
):
    quiet = Hours("UTC", 11 * 60, 13 * 60)  # it is noon
    await target(SLACK, hours=quiet, kinds=(YOUR_TURN,))
    await target(WEBHOOK, address=receiver.url + "2", kinds=(YOUR_TURN,))
    for _ in range(3):
        await tables.begun("ann", "bob")
    await work()
    assert receiver.calls == []
    clock.pass_s(HOUR_S)
    await work()
    texts = [body["text"] for body in bodies(receiver) if "text" in body]
    assert [text.count("It is your turn.") for text in texts] == [3]
    assert len(receiver.calls) == 1 + 3


async def test_quiet_hours_are_those_of_the_owners_zone(work, target, tables, receiver, clock):
    """Noon in UTC is 22:30 in Adelaide, in its summer."""
    await target(hours=Hours("Australia/Adelaide", 22 * 60, 23 * 60))
    await tables.begun("ann", "bob")
    await work()
    clock.pass_s(HOUR_S / 2 - 1)
    await work()
    assert receiver.calls == []
    clock.pass_s(1)
    await work()
    assert len(receiver.calls) == 1


@pytest.mark.parametrize(
    ("zone", "now", "quiet_s"),
    [  # the night in which clocks leap: 29 March and 25 October 2026 in Berlin
        ("Europe/Berlin", 1774738800, 7 * HOUR_S),  # 29 March, 0:00, until 8:00: an hour is left out
        ("Europe/Berlin", 1792879200, 9 * HOUR_S),  # 25 October, 0:00
        ("Europe/Berlin", 1792965600 + HOUR_S, 8 * HOUR_S),  # 26 October, 0:00
        ("UTC", 1792886400, 8 * HOUR_S),  # 25 October, 0:00
    ],
)
def test_quiet_hours_mind_summer_time(zone, now, quiet_s):
    hours = Hours(zone, 0, 8 * 60, 8 * 60)
    assert quiet_for_ms(hours, now * 1000) == quiet_s * 1000
    assert digest_ms(hours, now * 1000) == (now + quiet_s) * 1000
    assert digest_ms(hours, (now + quiet_s) * 1000) > (now + quiet_s) * 1000


async def test_a_turn_is_told_after_a_while_and_not_at_all_to_who_acted(work, target, tables, receiver, clock):
    await target(wait_s=600, kinds=(YOUR_TURN, GAME_OVER))
    acts, waits = await tables.begun("ann", "bob"), await tables.begun("ann", "bob")
    await work()
    clock.pass_s(599)
    await work()
    assert receiver.calls == []
    await tables.execute(acts, "bob", choose(1, 1))
    clock.pass_s(1)
    await work()
    assert [body["game_id"] for body in bodies(receiver)] == [waits]
    await tables.execute(waits, "ann", ProposeAbandon())
    await tables.execute(waits, "bob", Vote(True))
    await work()
    assert [body["kind"] for body in bodies(receiver)] == [YOUR_TURN, GAME_OVER], "only a turn waits"


async def test_what_is_wanted_daily_comes_once_a_day_and_only_what_is_still_true(work, target, tables, receiver, clock):
    await target(SLACK, daily=True, hours=Hours("UTC", digest_at=18 * 60))
    first, second = await tables.begun("ann", "bob"), await tables.begun("ann", "bob")
    for _ in range(5):
        await work()
        clock.pass_s(HOUR_S)
    assert receiver.calls == []
    await tables.execute(first, "bob", choose(1, 1))
    clock.pass_s(HOUR_S)
    await work()
    (body,) = bodies(receiver)
    assert (second in body["text"], first in body["text"]) == (True, False)


async def test_a_target_hears_of_live_or_of_slow_games(work, target, tables, receiver):
    await target(pace="LIVE", address=receiver.url + "&live")
    await target(pace="SLOW", address=receiver.url + "&slow")
    live = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=60)))
    days = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=HOUR_S)))
    endless = await tables.begun("ann", "bob")
    await work()
    told = {(call.target.partition("&")[2], json.loads(call.body)["game_id"]) for call in receiver.calls}
    assert told == {("live", live), ("slow", days), ("slow", endless)}


async def test_of_a_quiet_game_nothing_is_told_until_it_is_loud_again(work, target, storage, tables, receiver):
    await target()
    quiet, loud = await tables.begun("ann", "bob"), await tables.begun("ann", "bob")
    await storage.quiet_game("bob", quiet, quiet=True)
    await work()
    assert [body["game_id"] for body in bodies(receiver)] == [loud]
    await storage.quiet_game("bob", quiet, quiet=False)
    await tables.execute(quiet, "ann", ProposeAbandon())
    await tables.execute(quiet, "bob", Vote(True))
    await work()
    assert [body["game_id"] for body in bodies(receiver)] == [loud, quiet]


async def test_a_game_that_is_over_is_forgotten_among_the_quiet_ones(work, target, storage, tables, receiver):
    await target()
    quiet = await tables.begun("ann", "bob")
    await storage.quiet_game("bob", quiet, quiet=True)
    await tables.execute(quiet, "ann", ProposeAbandon())
    await tables.execute(quiet, "bob", Vote(True))
    await work()
    assert (receiver.calls, await storage.quiet_games(["bob"])) == ([], set())


async def test_a_test_is_sent_at_once_also_in_quiet_hours(work, target, storage, receiver, clock):
    hook = await target(hours=Hours("UTC", 11 * 60, 13 * 60), daily=True)
    await storage.outbox.ask("TEST", hook, int(clock().timestamp() * 1000))
    await work()
    assert [(body["kind"], body["seat"]) for body in bodies(receiver)] == [("TEST", -1)]


class Browser:
    """A browser's decryption of a push message (RFC 8291, 3.4), written from the RFC."""

    def __init__(self):
        self._private, self.auth = generate_private_key(SECP256R1()), b"sixteen bytes..."
        self.point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body):
        salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        shared = self._private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        both = b"WebPush: info\x00" + self.point + sender
        keying = HKDF(SHA256(), 32, self.auth, both).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(keying)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(keying)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02"), "the last record"
        return json.loads(text[:-1])


def test_what_is_encrypted_is_the_example_of_the_rfc():
    """RFC 8291, 5 and appendix A."""
    sender = int.from_bytes(urlsafe_b64decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw="), "big")
    keys = browser_keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    salt = urlsafe_b64decode("DGv6ra1nlYgDCS1FRnbzlw==")
    text = b"When I grow up, I want to be a watermelon"
    body = encrypted(text, keys[:65], keys[65:], derive_private_key(sender, SECP256R1()), salt)
    assert body == urlsafe_b64decode(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_a_browser_reads_what_no_push_service_can(work, target, tables, receiver, key, clock):
    browser = Browser()
    await target(WEB_PUSH, secret=browser.point + browser.auth, language="en")
    game_id = await tables.begun("ann", "bob")
    await work()
    (call,) = receiver.calls
    assert game_id.encode() not in call.body
    assert browser.read(call.body) == {
        "title": "Demo",
        "text": "It is your turn.",
        "url": f"{PAGE}/#/game/{game_id}",
        "kind": YOUR_TURN,
        "tag": game_id,
    }
    assert (call.headers["content-encoding"], call.headers["ttl"]) == ("aes128gcm", "86400")
    scheme, _, given = call.headers["authorization"].partition(" ")
    token, public = (part.partition("=")[2] for part in given.split(", "))
    point = urlsafe_b64decode(public + "=")
    assert (scheme, public, len(point)) == ("vapid", key.public, 65)
    coordinates = {"kty": "EC", "crv": "P-256", "x": b64(point[1:33]), "y": b64(point[33:])}
    claims = jwt.decode(token, ECKey.import_key(coordinates), algorithms=["ES256"]).claims
    now = int(clock().timestamp())
    assert claims == {"aud": f"http://localhost:{receiver.port}", "exp": now + 12 * HOUR_S, "sub": PAGE}


def b64(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_has_ended_is_not_called_again(work, target, storage, tables, receiver, status):
    browser, receiver.answers = Browser(), [status]
    await target(WEB_PUSH, secret=browser.point + browser.auth)
    await tables.begun("ann", "bob")
    await work()
    assert [each.off for each in await storage.of("bob")] == [True]


def test_processes_that_share_a_folder_share_the_key_and_it_is_nobody_elses(tmp_path):
    folder = tmp_path / "keys"
    assert PushKey.of(folder).public == PushKey.of(folder).public
    assert [(path.name, path.stat().st_mode & 0o777) for path in folder.iterdir()] == [("web-push.pem", 0o600)]


def test_subscriptions_are_of_services_that_the_operator_knows():
    services = ("push.example", "*.apple.example")
    assert is_push_service("https://push.example/x", services)
    assert is_push_service("https://web.apple.example/x", services)
    for url in (
        "https://a.push.example/",
        "https://apple.example/",
        "https://push.example.evil/",
        "https://evil/?push.example",
    ):
        assert not is_push_service(url, services)


async def test_who_is_invited_by_name_is_told_until_the_table_is_no_longer_open_to_it(work, target, tables, receiver):
    for account in ("ann", "bob"):
        await target(account=account, address=f"{receiver.url}&{account}", kinds=(INVITED,))
    opened = [await tables.open("ann", private=True, terms=Terms(invited=("bob", "ann"))) for _ in range(3)]
    await tables.execute(opened[1], "bob", TakeSeat())
    await tables.execute(opened[2], "ann", CloseTable())
    await work()
    assert [(body["kind"], body["game_id"], body["seat"]) for body in bodies(receiver)] == [(INVITED, opened[0], -1)]
    assert receiver.calls[0].target.endswith("&bob"), "who opened it knows"


async def test_who_is_blocked_invites_nobody(work, target, storage, tables, receiver):
    await target(kinds=(INVITED,))
    people = People(storage._sql)
    await people.add("bob", BLOCK, "ann")
    await tables.open("ann", private=True, terms=Terms(invited=("bob",)))
    by_cy = await tables.open("cy", private=True, terms=Terms(invited=("bob",)))
    await work()
    assert [body["game_id"] for body in bodies(receiver)] == [by_cy]


async def test_the_others_are_told_of_a_rematch(work, target, tables, receiver, store, unfinished):
    await target(kinds=(INVITED,))
    game_id = await tables.begun("ann", "bob")
    await tables.execute(game_id, "ann", ProposeAbandon())
    await tables.execute(game_id, "bob", Vote(True))
    meeting = Matchmaking(tables.games, store, [unfinished])
    again = await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r1")
    await work()
    assert [body["game_id"] for body in bodies(receiver)] == [again]


async def test_what_is_in_no_log_is_told_too_but_for_quiet_games(work, target, storage, tables, receiver, clock):
    await target()
    games = [await tables.open("ann"), await tables.open("ann")]
    await storage.quiet_game("bob", games[0], quiet=True)
    at_ms = int(clock().timestamp() * 1000)
    for game_id in games:
        notice = told_by(MENTIONED, "bob", game_id, await tables.aggregate(game_id), 7, at_ms)
        await storage.tell(notice)
        await storage.tell(notice)
    await work()
    assert [(body["kind"], body["game_id"]) for body in bodies(receiver)] == [(MENTIONED, games[1])]
