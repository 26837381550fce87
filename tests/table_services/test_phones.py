"""Apps on phones: Google and Apple are asked as they want to be, and what they answer is minded."""

import json

import pytest

from services.application.game_service import GameService
from services.main.notices import apple_key_of, fcm_of
from services.notify.apns import Apns, AppleKey, is_device
from services.notify.fcm import Fcm, is_registration, service_account
from services.notify.guard import Guard
from services.notify.news import GAME_OVER, KINDS, YOUR_TURN, Notice
from services.notify.notifier import Notifier
from services.notify.posting import Poster, retry_after_s
from services.notify.targets import APNS, FCM, MAIL, WEBHOOK, Hours, Target
from services.notify.webhook import Webhooks
from services.settings import BadSettings, from_environment
from tests.table_services.phones import Apple, Google, pem, refusal
from tests.table_services.services_kit import CODEC

PAGE = "https://play.example"
HOUR_S, DAY_S = 3600, 24 * 3600
DEVICE = "ab" * 32
REGISTRATION = "dGVzdA:APA91b-_" + "x" * 130
NOTICE = Notice("7f5b0f4e-0f5f-5f0a-9d0c-51b7d2f1c9aa", "bob", GAME_OVER, "g1", "demo", 3, 1, 0)
GONE = (404, {}, refusal("UNREGISTERED"))
APPLE_GONE = (410, {}, b'{"reason":"Unregistered","timestamp":1}')


@pytest.fixture
async def google():
    async with Google() as google:
        yield google


@pytest.fixture
async def apple(tmp_path):
    async with Apple().at(tmp_path) as apple:
        yield apple


@pytest.fixture
async def channels(google, apple, tmp_path):
    path = tmp_path / "account.json"
    path.write_text(json.dumps(google.account()))
    fcm = Fcm(service_account(path), PAGE, google.url)
    key = AppleKey(pem(apple.private), apple.key_id, apple.team, "org.example.games")
    apns = Apns(key, PAGE, apple.url, apple.trusted())
    poster = Poster(Guard(private=True))
    yield {FCM: fcm, APNS: apns, WEBHOOK: Webhooks(poster)}
    for each in (fcm, apns, poster):
        await each.close()


@pytest.fixture
async def work(store, storage, clock, channels):
    notifier = Notifier(GameService(store, CODEC, clock), store, storage, channels, clock)
    await notifier.begin()

    async def work():
        await notifier.follow()
        await notifier.send()
        await notifier.idle()

    return work


@pytest.fixture
def target(storage):
    async def target(channel, address="", hours=None, account="bob", **fields):
        if hours:
            await storage.set_hours(account, hours)
        address = address or {FCM: REGISTRATION, APNS: DEVICE}[channel]
        given = {"secret": b"\x01" * 32, "kinds": KINDS, "proven": True, "language": "en"} | fields
        return await storage.set(Target(account, channel, address, **given))

    return target


async def test_an_app_is_told_by_firebase_as_the_operators_service_account(work, target, tables, google, clock):
    await target(FCM)
    game_id = await tables.begun("ann", "bob")
    await work()
    now_s = int(clock().timestamp())
    (claims,) = google.claims
    assert claims == {
        **{"alg": "RS256", "typ": "JWT", "kid": "k1"},
        **{"iss": "s@games-1.iam.gserviceaccount.com", "aud": f"{google.url}/t", "iat": now_s, "exp": now_s + HOUR_S},
        "scope": "https://www.googleapis.com/auth/firebase.messaging",
    }
    ((access, message),) = google.messages
    assert access == "Bearer access-1"
    assert (message["token"], message["notification"]) == (
        REGISTRATION,
        {"title": "Demo", "body": "It is your turn."},
    )
    url = f"{PAGE}/#/game/{game_id}"
    assert message["data"] == {"url": url, "kind": YOUR_TURN, "game_id": game_id, "tournament_id": "", "event_id": ""}
    assert (message["android"]["priority"], message["android"]["ttl"]) == ("NORMAL", "86400s")


async def test_googles_token_is_kept_while_it_is_good(work, target, tables, google, clock):
    await target(FCM)
    for waited_s in (HOUR_S - 301, 1):
        await tables.begun("ann", "bob")
        await work()
        clock.pass_s(waited_s)
    await tables.begun("ann", "bob")
    await work()
    assert [access for access, _ in google.messages] == ["Bearer access-1", "Bearer access-1", "Bearer access-2"]


async def test_an_access_that_ended_early_is_asked_for_anew(work, target, tables, google, clock):
    await target(FCM)
    google.answers = [(401, {}, refusal("THIRD_PARTY_AUTH_ERROR"))]
    await tables.begun("ann", "bob")
    await work()
    clock.pass_s(5)
    await work()
    assert [access for access, _ in google.messages] == ["Bearer access-1", "Bearer access-2"]


async def test_an_app_of_apples_is_told_over_http_2_with_a_token_of_the_operators_key(
    work, target, tables, apple, clock
):
    await target(APNS)
    await tables.begun("ann", "bob")
    await work()
    headers, _ = apple.calls[0]
    assert (headers[":method"], headers[":path"]) == ("POST", f"/3/device/{DEVICE}")
    assert (headers["apns-topic"], headers["apns-push-type"], headers["apns-priority"]) == (
        *("org.example.games", "alert"),
        "5",
    )
    assert headers["apns-expiration"] == str(int(clock().timestamp()) + DAY_S)
    assert len(headers["apns-collapse-id"]) <= 64
    clock.pass_s(40 * 60 - 1)
    await tables.begun("ann", "bob")
    await work()
    assert len(apple.tokens) == 1, "Apple wants no other within twenty minutes"
    clock.pass_s(1)
    await tables.begun("ann", "bob")
    await work()
    assert len(apple.tokens) == 2
    assert (len(apple.calls), apple.connections) == (3, 1)


async def test_one_notice_of_apples_leads_to_its_game(work, target, tables, apple):
    await target(APNS, language="ru")
    game_id = await tables.begun("ann", "bob")
    await work()
    ((headers, body),) = apple.calls
    alert = {"title": "Демо", "body": "Ваш ход."}
    about = headers["apns-collapse-id"]
    assert body == {
        "aps": {"alert": alert, "sound": "default", "thread-id": about},
        **{
            "url": f"{PAGE}/#/game/{game_id}",
            "kind": YOUR_TURN,
            "game_id": game_id,
            "tournament_id": "",
            "event_id": "",
        },
    }


@pytest.mark.parametrize("channel", [FCM, APNS])
async def test_after_quiet_hours_all_that_waited_is_one_message(work, target, tables, google, apple, clock, channel):
    await target(channel, hours=Hours("UTC", 11 * 60, 13 * 60))  # it is noon
    for _ in range(3):
        await tables.begun("ann", "bob")
    await work()
    assert (google.messages, apple.calls) == ([], [])
    clock.pass_s(HOUR_S)
    await work()
    if channel == FCM:
        ((_, message),) = google.messages
        text, data = message["notification"]["body"], message["data"]
    else:
        ((_, body),) = apple.calls
        text, data = body["aps"]["alert"]["body"], body
    assert text == "\n".join(["Demo: It is your turn."] * 3)
    assert (data["url"], data["kind"], data["game_id"]) == (PAGE, "", "")


async def test_fifty_notices_in_cyrillic_fit_into_what_the_services_take(channels, google, apple, clock):
    each = Notice(
        NOTICE.notice_id, "bob", "ROUND_BEGAN", "", "", 1, -1, 0, tournament_id="e" * 32, title="Турнир " * 12
    )
    for channel, address in ((FCM, REGISTRATION), (APNS, DEVICE)):
        about = Target("bob", channel, address, b"", KINDS, language="ru")
        await channels[channel].send(about, [each] * 50, int(clock().timestamp() * 1000))
    ((_, body),), ((_, message),) = apple.calls, google.messages
    for sent in (body, message):
        assert 1_500 < len(json.dumps(sent, ensure_ascii=False).encode()) <= 4096


@pytest.mark.parametrize("channel", [FCM, APNS])
async def test_an_app_that_is_gone_is_forgotten(work, target, storage, tables, google, apple, channel):
    google.answers, apple.answers = [GONE], [APPLE_GONE]
    await target(channel)
    await target(WEBHOOK, "http://localhost:1/x", kinds=(GAME_OVER,))
    await tables.begun("ann", "bob")
    await work()
    assert [each.channel for each in await storage.of("bob")] == [WEBHOOK]
    assert await storage.outbox.due(1 << 50, 10) == {}


@pytest.mark.parametrize("channel", [FCM, APNS])
async def test_an_app_that_was_set_anew_meanwhile_stays(storage, target, channel):
    """The answer was to the older one."""
    older = await target(channel)
    newer = await target(channel, secret=b"\x02" * 32)
    await storage.remove(older)
    assert await storage.of("bob") == [newer]


@pytest.mark.parametrize(
    ("channel", "answer", "waits_s"),
    [
        (FCM, (503, {"retry-after": "120"}, b"busy"), 120),
        (FCM, (429, {}, refusal("QUOTA_EXCEEDED")), 60),
        (FCM, (429, {"retry-after": "7"}, refusal("QUOTA_EXCEEDED")), 7),
        (FCM, (500, {}, refusal("INTERNAL")), 5),
        (FCM, (503, {"retry-after": "999999"}, b""), HOUR_S),
        (APNS, (429, {"retry-after": "90"}, b'{"reason":"TooManyRequests"}'), 90),
        (APNS, (503, {}, b'{"reason":"ServiceUnavailable"}'), 5),
    ],
)
async def test_it_is_tried_again_when_the_service_says(
    work, target, tables, google, apple, clock, channel, answer, waits_s
):
    google.answers, apple.answers = [answer], [answer]
    await target(channel)
    await tables.begun("ann", "bob")
    await work()
    clock.pass_s(waits_s - 1)
    await work()
    assert len(google.messages) + len(apple.calls) == 1
    clock.pass_s(1)
    await work()
    assert len(google.messages) + len(apple.calls) == 2


async def fail_for_a_day(work, clock):
    for _ in range(30):
        await work()
        clock.pass_s(HOUR_S)


@pytest.mark.parametrize(
    ("channel", "answer"),
    [
        (FCM, (401, {}, b"")),
        (FCM, (403, {}, b'{"error":{"status":"PERMISSION_DENIED"}}')),
        (FCM, (404, {}, b"no such project")),
        (APNS, (403, {}, b'{"reason":"InvalidProviderToken"}')),
        (APNS, (503, {}, b"")),
    ],
)
async def test_for_what_fails_for_all_nobody_is_switched_off_and_old_notices_are_dropped(
    work, target, storage, tables, google, apple, clock, channel, answer
):
    google.answers, apple.answers = [answer] * 30, [answer] * 30
    await target(channel)
    await tables.begun("ann", "bob")
    await fail_for_a_day(work, clock)
    (kept,) = await storage.of("bob")
    assert (kept.off, await storage.outbox.due(1 << 50, 10)) == (False, {})


@pytest.mark.parametrize(
    ("channel", "answer"),
    [(FCM, (400, {}, refusal("INVALID_ARGUMENT"))), (APNS, (400, {}, b'{"reason":"BadDeviceToken"}'))],
)
async def test_a_token_that_the_service_does_not_take_for_a_day_is_switched_off(
    work, target, storage, tables, google, apple, clock, channel, answer
):
    google.answers, apple.answers = [answer] * 30, [answer] * 30
    await target(channel)
    await tables.begun("ann", "bob")
    await fail_for_a_day(work, clock)
    assert [each.off for each in await storage.of("bob")] == [True]


async def test_where_google_gives_no_token_nothing_is_sent_and_nobody_is_blamed(
    work, target, storage, tables, google, clock
):
    google.token_answers = [
        (400, {}, b'{"error":"invalid_grant"}'),
        (200, {}, b"a portal"),
        (503, {"retry-after": "9"}, b""),
    ]
    await target(FCM)
    await tables.begun("ann", "bob")
    for waits_s in (5, 10, 20):
        await work()
        assert google.messages == []
        clock.pass_s(waits_s)
    await work()
    assert len(google.messages) == 1
    assert [each.off for each in await storage.of("bob")] == [False]


async def test_what_cannot_be_sent_any_more_keeps_nobody_else_waiting(work, target, storage, tables, clock, receiver):
    """The operator may have given up mail."""
    for number in range(2):
        await target(MAIL, f"{number}@example.org")
    await target(WEBHOOK, receiver.url)
    await tables.begun("ann", "bob")
    await work()
    assert len(receiver.calls) == 1
    now_ms = int(clock().timestamp() * 1000)
    assert await storage.outbox.due(now_ms, 10) == {}


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0),
        ({"retry-after": "120"}, 120),
        ({"retry-after": "-1"}, 0),
        ({"retry-after": "soon"}, 0),
        ({"retry-after": "9" * 30}, 0),
        ({"retry-after": "Sat, 21 Nov 2026 12:02:00 GMT", "date": "Sat, 21 Nov 2026 12:00:00 GMT"}, 120),
        ({"retry-after": "Sat, 21 Nov 2026 11:00:00 GMT", "date": "Sat, 21 Nov 2026 12:00:00 GMT"}, 0),
        ({"retry-after": "Sat, 21 Nov 2026 12:02:00 GMT"}, 0),
    ],
)
def test_when_to_call_again_is_read_as_the_rfc_has_it(headers, seconds):
    assert retry_after_s(headers) == seconds


def test_tokens_are_such_as_phones_give():
    assert is_registration(REGISTRATION)
    assert is_device(DEVICE)
    assert is_device(DEVICE.upper())
    for wrong in ("", "a" * 19, "x" * 2001, REGISTRATION + "/../x", REGISTRATION + "\n"):
        assert not is_registration(wrong)
    for wrong in ("", "ab" * 31, "ab" * 101, "g" * 64, DEVICE + "a", DEVICE + "\n", "../" + DEVICE):
        assert not is_device(wrong)


async def test_keys_come_from_files_that_the_settings_name(google, apple, tmp_path):
    account, key = tmp_path / "account.json", tmp_path / "AuthKey.p8"
    account.write_text(json.dumps(google.account()))
    key.write_text(pem(apple.private))
    names = {"APNS_KEY_ID": "K", "APNS_TEAM": "T", "APNS_TOPIC": "org.example.games"}
    given = {
        f"TURNLEDGER_{name}": value for name, value in {"FCM": str(account), "APNS_KEY": str(key), **names}.items()
    }
    settings = from_environment(given)
    assert fcm_of(settings).project_id == "games-1"
    assert apple_key_of(settings).topic == "org.example.games"
    assert (fcm_of(from_environment({})), apple_key_of(from_environment({}))) == (None, None)


@pytest.mark.parametrize(
    "content", ["", "{}", '{"project_id":"x","client_email":"y","private_key_id":"z","private_key":"secret words"}']
)
def test_a_file_that_is_no_service_account_is_refused_and_not_repeated(tmp_path, content):
    path = tmp_path / "account.json"
    path.write_text(content)
    with pytest.raises(BadSettings, match="TURNLEDGER_FCM") as error:
        fcm_of(from_environment({"TURNLEDGER_FCM": str(path)}))
    assert "secret words" not in str(error.value)


async def test_a_key_of_apples_is_of_p_256_and_has_its_names(google, tmp_path):
    path, names = tmp_path / "AuthKey.p8", {"TURNLEDGER_APNS_KEY_ID": "K", "TURNLEDGER_APNS_TEAM": "T"}
    path.write_text(google.account()["private_key"])
    given = {"TURNLEDGER_APNS_KEY": str(path)}
    with pytest.raises(BadSettings, match="_APNS_TOPIC"):
        apple_key_of(from_environment(given | names))
    with pytest.raises(BadSettings, match="P-256"):
        apple_key_of(from_environment(given | names | {"TURNLEDGER_APNS_TOPIC": "x"}))
    with pytest.raises(BadSettings, match="TURNLEDGER_APNS_KEY"):
        apple_key_of(
            from_environment({"TURNLEDGER_APNS_KEY": str(tmp_path / "x")} | names | {"TURNLEDGER_APNS_TOPIC": "x"})
        )


async def test_apple_is_trusted_by_its_certificate_alone(apple, clock):
    key = AppleKey(pem(apple.private), apple.key_id, apple.team, "org.example.games")
    stranger = Apns(key, PAGE, apple.url)
    notice_of = Target("bob", APNS, DEVICE, b"", KINDS)
    sent = await stranger.send(notice_of, [NOTICE], int(clock().timestamp() * 1000))
    assert (sent.status, sent.blameless, apple.calls) == (0, True, [])
    await stranger.close()
