"""Targets of notices over the wire, and who may do what with them."""

import asyncio

import pytest

from domain import stored
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.api.gate.api_errors import NotAllowed, NotPossible
from services.api.gate.gate import Call
from services.api.gate.request_checks import check
from services.api.messages.convert import MalformedMessage
from services.api.notifications import Notifications
from services.application.game_service import GameService
from services.notify.guard import Guard
from services.notify.mail_links import MailLinks
from services.notify.news import Notice
from services.notify.notice_storage import NoticeStorage
from services.notify.outbox import is_heard
from services.platform.rate_limiter import TooFast
from tests.table_services.services_kit import Tables
from turnledger.v1 import notifications_pb2

HTTPS = {"url": "https://93.184.216.34/"}
LATER_MS = 1 << 50


@pytest.fixture
def servicer(sql, store, tmp_path):
    def servicer(*, private=False, key="the key", mails=True, apps=True):
        return Notifications(
            NoticeStorage(sql),
            Guard(private=private),
            GameService(store, stored.codec()),
            SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys"))),
            MailLinks(sql),
            mails=mails,
            push_key=key,
            push_services=("push.example", "*.apple.example"),
            fcm_project="games-1" if apps else "",
            apns_topic="org.example.games" if apps else "",
        )

    return servicer


def call(account, languages=""):
    return Call(account, asyncio.get_running_loop().time() + 60, languages)


async def set_target(notifications, account="ann", **fields):
    request = notifications_pb2.SetTargetRequest(target=notifications_pb2.Target(**fields))
    return await notifications.set_target(request, call(account, "ru"))


async def listed(notifications, account):
    return list((await notifications.list_targets(notifications_pb2.ListTargetsRequest(), call(account))).targets)


async def test_targets_are_set_shown_without_their_secrets_and_deleted(servicer):
    notifications = servicer(private=True)
    hook = await set_target(notifications, webhook={"url": "http://localhost:1/x"}, wait_s=60, daily=True, pace=2)
    talk = await set_target(
        notifications, webhook={"url": "http://localhost:1/y", "format": 2}, kinds=[3], language="en"
    )
    assert (hook.secret[:6], talk.secret) == ("whsec_", "")
    assert (list(hook.target.kinds), list(talk.target.kinds)) == (list(range(1, 12)), [3])
    assert (hook.target.proven, talk.target.proven) == (False, True)
    assert (hook.target.language, talk.target.language) == ("ru", "en")
    assert [each.webhook.url for each in await listed(notifications, "ann")] == [
        "http://localhost:1/y",
        "http://localhost:1/x",
    ]
    again = await set_target(notifications, webhook={"url": "http://localhost:1/x"})
    assert (again.target.target_id, again.target.wait_s) == (hook.target.target_id, 0)
    assert again.secret != hook.secret
    assert await listed(notifications, "bob") == []
    for account, left in (("bob", 2), ("ann", 1)):
        request = notifications_pb2.DeleteTargetRequest(target_id=hook.target.target_id)
        await notifications.delete_target(request, call(account))
        assert len(await listed(notifications, "ann")) == left, "one's own alone"


async def test_a_target_of_all_kinds_also_gets_kinds_that_are_added_later(servicer):
    notifications, address = servicer(private=True), {"url": "http://localhost:1/x"}
    every = (await set_target(notifications, webhook=address, all_kinds=True, kinds=[3])).target
    assert (every.all_kinds, list(every.kinds)) == (True, list(range(1, 12)))
    today = (await set_target(notifications, webhook={"url": "http://localhost:1/y"})).target
    assert not today.all_kinds
    later = Notice("n", "ann", "OF_A_LATER_RELEASE", "", "", 0, -1, 0)
    kept = {each.address: each for each in await notifications._storage.of("ann")}
    assert [is_heard(later, kept[f"http://localhost:1/{path}"]) for path in "xy"] == [True, False]


async def test_the_format_of_signed_json_has_a_name(servicer):
    signed = await set_target(servicer(private=True), webhook={"url": "http://localhost:1/x", "format": 4})
    assert signed.secret[:6] == "whsec_"
    assert signed.target.webhook.format == 0, "answers name it once contract 3 is there"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"webhook": {"url": "http://localhost/"}}, "target.webhook.url"),
        ({"webhook": {"url": "https://127.0.0.1/"}}, "target.webhook.url"),
        ({"webhook": {"url": "https://no-such-host.invalid/"}}, "target.webhook.url"),
        ({"webhook": HTTPS | {"format": 1}}, "target.webhook.url"),
        ({"webhook": HTTPS, "kinds": [0]}, "target.kinds"),
        ({"webhook": HTTPS, "wait_s": 86_401}, "target.wait_s"),
        ({"web_push": HTTPS}, "target.web_push.url"),
        ({"web_push": {"url": "https://127.0.0.1/"}}, "target.web_push.url"),
        ({"mail": {"address": "ann"}}, "target.mail.address"),
        ({"mail": {"address": "ann@localhost"}}, "target.mail.address"),
        ({"mail": {"address": "ann@[127.0.0.1]"}}, "target.mail.address"),
        ({"mail": {"address": "ann@example.org\nBcc: eve@example.org"}}, "target.mail.address"),
        ({"mail": {"address": "ann@example.org, eve@example.org"}}, "target.mail.address"),
        ({"mail": {"address": f"{'a' * 65}@example.org"}}, "target.mail.address"),
        ({"fcm": {"registration_token": "a token with spaces in it"}}, "target.fcm.registration_token"),
        ({"fcm": {}}, "target.fcm.registration_token"),
        ({"apns": {"device_token": "../device"}}, "target.apns.device_token"),
        ({}, "target"),
    ],
)
async def test_a_target_that_cannot_be_is_malformed(servicer, fields, field):
    with pytest.raises(MalformedMessage) as error:
        await set_target(servicer(), **fields)
    assert error.value.field == field


@pytest.mark.parametrize(("p256dh", "auth"), [("", ""), ("AAAA", "AAAA"), ("ж", "AAAA"), ("B" * 87, "A" * 22)])
async def test_keys_that_no_browser_gives_are_refused(servicer, p256dh, auth):
    browser = {"url": "http://127.0.0.1/", "p256dh": p256dh, "auth": auth}
    with pytest.raises(MalformedMessage, match="keys"):
        await set_target(servicer(private=True), web_push=browser)


async def test_without_a_server_for_mail_there_is_none(servicer):
    with pytest.raises(NotPossible, match="NO_MAIL"):
        await set_target(servicer(mails=False), mail={"address": "ann@example.org"})


async def test_without_a_key_nothing_is_sent_to_browsers(servicer):
    with pytest.raises(NotPossible, match="NO_WEB_PUSH"):
        await set_target(servicer(private=True, key=""), web_push={"url": "http://127.0.0.1/"})


def test_what_phones_give_is_not_too_long_for_a_request():
    target = notifications_pb2.Target(fcm={"registration_token": "x" * 2_000})
    check(notifications_pb2.SetTargetRequest(target=target))
    check(notifications_pb2.SetTargetRequest(target={"apns": {"device_token": "ab" * 100}}))


FCM_APP, APPLE_APP = {"fcm": {"registration_token": "x" * 140}}, {"apns": {"device_token": "AB" * 32}}


async def test_apps_are_set_shown_without_their_tokens_and_are_one_accounts(servicer, sql):
    notifications, storage = servicer(), NoticeStorage(sql)
    for app in (FCM_APP, APPLE_APP):
        first = await set_target(notifications, **app)
        assert (first.secret, first.target.proven) == ("", True)
        await storage.outbox.ask("TEST", await storage.get(first.target.target_id), 0)
    fcm, apns = sorted(await listed(notifications, "ann"), key=lambda each: each.HasField("apns"))
    assert (fcm.WhichOneof("address"), fcm.fcm.registration_token) == ("fcm", "")
    assert (apns.WhichOneof("address"), apns.apns.device_token) == ("apns", "")
    await set_target(notifications, "bob", **FCM_APP)
    await set_target(notifications, "bob", apns={"device_token": "ab" * 32})
    assert (len(await listed(notifications, "ann")), len(await listed(notifications, "bob"))) == (0, 2)
    assert await storage.outbox.due(LATER_MS, 10) == {}, "nor is bob told what was for ann"


async def test_a_webhook_is_anybodys(servicer):
    notifications = servicer(private=True)
    for account in ("ann", "bob"):
        await set_target(notifications, account, webhook={"url": "http://localhost:1/x"})
        assert len(await listed(notifications, "ann")) == 1


@pytest.mark.parametrize(("app", "reason"), [(FCM_APP, "NO_FCM"), (APPLE_APP, "NO_APNS")])
async def test_without_keys_there_are_no_apps(servicer, app, reason):
    with pytest.raises(NotPossible, match=reason):
        await set_target(servicer(apps=False), **app)


async def test_an_app_asks_whether_the_service_has_keys_for_it(servicer):
    for apps, told in ((True, ("games-1", "org.example.games")), (False, ("", ""))):
        answer = await servicer(apps=apps).get_push_key(notifications_pb2.GetPushKeyRequest(), call("ann"))
        assert (answer.fcm_project, answer.apns_topic) == told


async def test_a_name_that_leads_nowhere_is_refused_as_one_inside_is(servicer):
    """Otherwise any caller could probe the names of the operator's network."""
    said = set()
    for url in ("https://no-such-host.invalid/", "https://localhost/"):
        with pytest.raises(MalformedMessage) as error:
            await set_target(servicer(), webhook={"url": url})
        said.add(error.value.problem)
    assert said == {"must lead to the public internet"}


async def test_an_account_sets_ten_targets_at_once_and_has_no_more(servicer):
    notifications = servicer(private=True)
    for number in range(10):
        await set_target(notifications, webhook={"url": f"http://127.0.0.1:1/{number}"})
    with pytest.raises(TooFast):
        await set_target(notifications, webhook={"url": "http://127.0.0.1:1/0"})
    await set_target(notifications, "bob", webhook={"url": "http://127.0.0.1:1/"})
    later = servicer(private=True)
    with pytest.raises(NotPossible, match="TOO_MANY_TARGETS"):
        await set_target(later, webhook={"url": "http://127.0.0.1:1/10"})
    await set_target(later, webhook={"url": "http://127.0.0.1:1/0"})


async def test_a_test_notice_goes_to_ones_own_proven_target_alone(servicer, sql):
    notifications = servicer(private=True)
    hook = await set_target(notifications, webhook={"url": "http://localhost:1/x"})
    talk = await set_target(notifications, webhook={"url": "http://localhost:1/x", "format": 1})

    async def ask(account, target):
        request = notifications_pb2.SendTestNoticeRequest(target_id=target.target.target_id)
        await notifications.send_test_notice(request, call(account))

    with pytest.raises(NotPossible, match="TARGET_NOT_PROVEN"):
        await ask("ann", hook)
    with pytest.raises(NotPossible, match="UNKNOWN_TARGET"):
        await ask("bob", talk)
    for _ in range(5):
        await ask("ann", talk)
    with pytest.raises(TooFast):
        await ask("ann", talk)
    due = await NoticeStorage(sql).outbox.due(LATER_MS, 100)
    assert [notice.kind for notice, _ in due[talk.target.target_id]] == ["TEST"]


async def test_hours_are_of_a_zone_that_there_is(servicer):
    notifications = servicer()
    given = notifications_pb2.Hours(time_zone="Europe/Berlin", quiet_from=1380, quiet_until=420, digest_minute=540)
    await notifications.set_hours(notifications_pb2.SetHoursRequest(hours=given), call("ann"))
    assert (await notifications.get_hours(notifications_pb2.GetHoursRequest(), call("ann"))).hours == given
    assert (await notifications.get_hours(notifications_pb2.GetHoursRequest(), call("bob"))).hours.time_zone == "UTC"
    for name, value in (("time_zone", "Europe/Atlantis"), ("time_zone", "../etc/passwd"), ("quiet_from", 1440)):
        hours = notifications_pb2.Hours(**{name: value})
        with pytest.raises(MalformedMessage, match=name):
            await notifications.set_hours(notifications_pb2.SetHoursRequest(hours=hours), call("ann"))


async def test_who_does_not_sit_there_makes_no_game_quiet(servicer, games):
    game_id = await Tables(games).open("ann", variant="demo")
    request = notifications_pb2.SetGameQuietRequest(game_id=game_id, quiet=True)
    notifications = Notifications(None, Guard(), games, None, None)
    with pytest.raises(NotAllowed, match="NOT_A_PLAYER"):
        await notifications.set_game_quiet(request, call("eve"))
    unsaid = notifications_pb2.SetGameQuietRequest(game_id=game_id)
    with pytest.raises(MalformedMessage, match="quiet"):
        check(unsaid)
