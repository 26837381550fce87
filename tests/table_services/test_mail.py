"""Notices by mail, and the ways back into an account, through a real mail server and the pages that links lead to."""

import asyncio
import re
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from urllib.parse import urlsplit

import httpx
import pytest
from aiosmtpd.smtp import SMTP
from starlette.applications import Starlette

from domain.history.record import milliseconds
from domain.table.messages import CloseTable, Terms
from services.accounts.account_storage import AccountStorage
from services.accounts.proof import OwnerProof
from services.accounts.recovery import RecoveryCodes
from services.accounts.sign_in import PasswordRefused
from services.accounts.tokens import Unauthenticated
from services.api.accounts import Accounts
from services.api.gate.api_errors import NotPossible
from services.api.gate.gate import Call
from services.api.notifications import Notifications
from services.application.game_service import GameService
from services.notify.guard import Guard
from services.notify.mail import Mail, mail_server, sender_of
from services.notify.mail_limits import ALL, DOMAIN, DOMAIN_S, MAILBOX, MailLimits, mailbox_of
from services.notify.mail_links import MailLinks
from services.notify.news import KINDS, MENTIONED, RECOVERY, TEST, told_by
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.notify.spacing import INVITERS, MENTIONS
from services.notify.targets import MAIL, Hours
from services.notify.way_back import WayBack
from services.platform.callers import Caller
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooFast
from services.web.mail_pages import MailPages
from tests.table_services.services_kit import CODEC
from turnledger.v1 import accounts_pb2, notifications_pb2

PAGE = "https://play.example"
ADDRESS = "Bob@Example.org"
PASSWORD, NEW = "correct horse", "battery staple"
LINK = re.compile(r"https://play\.example/mail/\S+")
MINUTE_S = 60


class PassingClock:
    def __init__(self):
        self.passed = timedelta()

    def __call__(self):
        return process_clock() + self.passed

    def pass_s(self, seconds):
        self.passed += timedelta(seconds=seconds)


class Mailbox:
    """A mail server that keeps what it is sent, and answers recipients what the test says."""

    def __init__(self):
        self.mails, self.answers, self.sender_refused = [], [], False
        self.written = []

    async def handle_MAIL(self, _server, _session, envelope, address, _options):
        if self.sender_refused:
            return "553 you do not write from here"
        envelope.mail_from = address
        return "250 fine"

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        answer = self.answers.pop(0) if self.answers else "250 fine"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, _server, _session, envelope):
        self.written.append(envelope.original_content)
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 kept"

    def link(self, place=-1):
        return LINK.search(self.mails[place][1].get_content())[0]


@pytest.fixture
async def mailbox():
    mailbox = Mailbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(mailbox), "127.0.0.1", 0)
    mailbox.port = server.sockets[0].getsockname()[1]
    yield mailbox
    server.close()
    await server.wait_closed()


@pytest.fixture
def clock():
    """The one of the process, which pages and calls have, and what the test lets pass."""
    return PassingClock()


@pytest.fixture
def back(sql, sign_in):
    return WayBack(sign_in, RecoveryCodes(sql), MailLinks(sql), AccountStorage(sql).tries, mails=True)


@pytest.fixture
async def work(sql, store, clock, mailbox):
    return await notifying(mail_to(mailbox, sql), sql, store, clock)


def mail_to(mailbox, sql, public_url=PAGE):
    server = mail_server(f"smtp://127.0.0.1:{mailbox.port}")
    sender = sender_of("Turnledger <noreply@play.example>")
    return Mail(server, sender, public_url, MailLinks(sql), AccountStorage(sql).name)


async def notifying(mail, sql, store, clock):
    """Return a function that lets a notifier follow and send."""
    notifier = Notifier(GameService(store, CODEC, clock), store, NoticeStorage(sql), {MAIL: mail}, clock)
    await notifier.begin()

    async def work():
        await notifier.follow()
        await notifier.send()
        await notifier.idle()

    return work


@pytest.fixture
def servicer(sql, games, sign_in):
    return Notifications(NoticeStorage(sql), Guard(), games, sign_in, MailLinks(sql), mails=True)


@pytest.fixture
async def page(sql, back):
    """A browser at the page that a mailed link leads to."""
    app = Starlette(routes=[MailPages(MailLinks(sql), back).routes(lambda _: None)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE) as browser:
        yield browser


def call(account):
    return Call(account, asyncio.get_running_loop().time() + 60)


@pytest.fixture
async def bob(sign_in):
    account, tokens = await sign_in.as_guest("Bob")
    await sign_in.upgrade(account.account_id, "Bob", PASSWORD)
    return account.account_id, tokens


@pytest.fixture
def set_mail(servicer):
    async def set_mail(account, password=PASSWORD, **fields):
        target = notifications_pb2.Target(mail={"address": ADDRESS}, **fields)
        request = notifications_pb2.SetTargetRequest(target=target, password=password)
        return (await servicer.set_target(request, call(account))).target

    return set_mail


@pytest.fixture
async def confirmed(bob, set_mail, work, mailbox, page):
    """Bob's address, proven."""
    account, _ = bob
    await set_mail(account, language="ru")
    await work()
    assert (await page.post(mailbox.link())).status_code == 200
    mailbox.mails.clear()
    return account


async def listed(servicer, account):
    (target,) = (await servicer.list_targets(notifications_pb2.ListTargetsRequest(), call(account))).targets
    return target


async def test_an_address_is_confirmed_by_a_button_and_not_by_opening_its_link(
    bob, set_mail, servicer, work, mailbox, page, tables
):
    account, _ = bob
    assert not (await set_mail(account, language="en")).proven
    await tables.begun("ann", account)
    await work()
    ((recipients, mail),) = mailbox.mails
    assert (recipients, mail["To"], mail["From"]) == (
        *(["bob@example.org"], "bob@example.org", "Turnledger <noreply@play.example>"),
    )
    assert (mail["Subject"], mail["Auto-Submitted"]) == ("Confirm your address", "auto-generated")
    assert "Bob" not in mail.get_content(), "nobody writes to strangers through us"
    shown = await page.get(mailbox.link())
    assert '<form method="post"' in shown.text
    assert not (await listed(servicer, account)).proven
    for _ in range(2):
        assert "Thank you" in (await page.post(mailbox.link())).text
    assert (await listed(servicer, account)).proven
    await tables.begun("ann", account)
    await work()
    assert [mail["Subject"] for _, mail in mailbox.mails[1:]] == ["Demo: It is your turn."]


async def test_a_link_that_is_none_does_nothing(page, confirmed, servicer):
    before = await listed(servicer, confirmed)
    for name in ("confirm", "stop", "recover"):
        for token in ("", "x", "é", "0" * 16 + ".x", before.target_id + ".x", "a" * 10_000):
            answer = await page.post(f"{PAGE}/mail/{name}", params={"t": token}, data={"password": NEW})
            assert (answer.status_code, "run out" in answer.text) == (200, True)
    assert await listed(servicer, confirmed) == before


async def test_what_a_link_holds_is_text_on_its_page(page):
    shown = await page.get(f"{PAGE}/mail/confirm", params={"t": '"><script>alert(1)</script>'})
    assert "<script>" not in shown.text


async def test_one_mail_tells_all_that_waits_in_the_owners_language(confirmed, work, mailbox, tables, sql, clock):
    begun = [await tables.begun("ann", confirmed) for _ in range(3)]
    await work()
    ((_, mail),) = mailbox.mails
    assert mail["Subject"] == "Новости ваших партий"
    text = mail.get_content()
    assert text.count("Ваш ход.") == 3
    assert all(f"{PAGE}/#/game/{game_id}" in text for game_id in begun)
    await work()
    assert len(mailbox.mails) == 1


async def test_one_click_ends_the_mails_as_rfc_8058_says(confirmed, servicer, work, mailbox, tables, page):
    await tables.begun("ann", confirmed)
    await work()
    ((_, mail),) = mailbox.mails
    url = mail["List-Unsubscribe"].strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert urlsplit(url).scheme == "https"
    await page.get(url)
    assert not (await listed(servicer, confirmed)).off
    assert (await page.post(url, data={"List-Unsubscribe": "One-Click"})).status_code == 200
    target = await listed(servicer, confirmed)
    assert (target.off, target.proven) == (True, True)
    await tables.begun("ann", confirmed)
    await work()
    assert len(mailbox.mails) == 1


@pytest.mark.parametrize("place", ["", "/games" * 20, "/long" * 150])
async def test_the_unsubscribe_headers_are_plain_bytes_however_long_the_url_is(
    place, confirmed, sql, store, clock, mailbox, tables
):
    """RFC 2369 and RFC 8058: mailboxes look for the URL in the bytes of the mail, and decode no encoded words there."""
    mail = mail_to(mailbox, sql, public_url=PAGE + place)
    work = await notifying(mail, sql, store, clock)
    await tables.begun("ann", confirmed)
    await work()
    (written,) = mailbox.written[-1:]
    head = written.partition(b"\r\n\r\n")[0].split(b"\r\n")
    (stop,) = [line for line in head if line.lower().startswith(b"list-unsubscribe:")]
    assert re.fullmatch(rb"List-Unsubscribe: <https://play\.example%s/mail/stop\?t=\S+>" % place.encode(), stop)
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in head
    assert max(map(len, head)) <= 998


async def test_who_wants_mails_again_need_not_confirm_the_address_again_and_old_links_still_stop_them(
    confirmed, servicer, set_mail, work, mailbox, tables, page
):
    await tables.begun("ann", confirmed)
    await work()
    url = mailbox.mails[0][1]["List-Unsubscribe"].strip("<>")
    await page.post(url)
    again = await set_mail(confirmed)
    assert (again.off, again.proven) == (False, True)
    await page.post(url)
    assert (await listed(servicer, confirmed)).off


async def test_a_server_that_is_busy_gets_the_same_mail_again_and_an_address_that_is_gone_none(
    confirmed, servicer, work, mailbox, tables, clock
):
    mailbox.answers = ["450 later"]
    await tables.begun("ann", confirmed)
    await work()
    assert mailbox.mails == []
    clock.pass_s(MINUTE_S)
    await work()
    assert len(mailbox.mails) == 1
    mailbox.answers = ["550 nobody"]
    await tables.begun("ann", confirmed)
    await work()
    assert (await listed(servicer, confirmed)).off


async def test_nobody_is_switched_off_for_a_server_that_takes_no_mail_of_ours_for_days(
    confirmed, servicer, work, mailbox, tables, clock
):
    mailbox.sender_refused = True
    await tables.begun("ann", confirmed)
    for _ in range(30):
        await work()
        clock.pass_s(60 * MINUTE_S)
    assert not (await listed(servicer, confirmed)).off
    mailbox.sender_refused = False
    await tables.begun("ann", confirmed)
    await work()
    assert len(mailbox.mails) == 1


async def test_only_the_owner_of_the_password_sets_an_address(bob, set_mail):
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await set_mail(bob[0], password="not the one")


async def test_a_link_sets_a_new_password_once_and_signs_out_all_devices(
    confirmed, bob, back, work, mailbox, page, sign_in
):
    account, tokens = bob
    await back.ask("BOB@example.org")
    await work()
    ((recipients, mail),) = mailbox.mails
    assert (recipients, mail["Subject"]) == (["bob@example.org"], "Новый пароль для Bob")
    url = mailbox.link()
    assert 'type="password"' in (await page.get(url)).text
    too_short = await page.post(url, data={"password": "short"}, headers={"accept-language": "en"})
    assert "10" in too_short.text
    assert "sign in as Bob" in (await page.post(url, data={"password": NEW})).text
    assert (await sign_in.with_password("Bob", NEW))[0].account_id == account
    with pytest.raises(Unauthenticated):
        await sign_in.refresh(tokens.refresh)
    with pytest.raises(Unauthenticated):
        await sign_in.who(tokens.access)
    assert "run out" in (await page.post(url, data={"password": "another one"})).text
    assert (await sign_in.with_password("Bob", NEW))[0].account_id == account


async def test_using_one_link_ends_the_others(confirmed, back, work, mailbox, sign_in):
    for _ in range(2):
        await back.ask(ADDRESS)
        await work()
    first, second = (urlsplit(mailbox.link(place)).query.removeprefix("t=") for place in (0, 1))
    await back.by_link(second, NEW)
    with pytest.raises(Unauthenticated, match="RECOVERY_WRONG"):
        await back.by_link(first, "another one")


async def test_a_link_is_good_for_half_an_hour(confirmed, sql, work, mailbox, back, clock):
    await back.ask(ADDRESS)
    await work()
    token, links = urlsplit(mailbox.link()).query.removeprefix("t="), MailLinks(sql)
    clock.pass_s(20 * MINUTE_S)
    assert await links.account(token, milliseconds(clock())) == confirmed
    clock.pass_s(10 * MINUTE_S)
    assert await links.account(token, milliseconds(clock())) == ""


async def test_who_wants_no_notices_still_gets_back_in_also_in_quiet_hours(
    confirmed, set_mail, sql, work, mailbox, back, clock
):
    now = clock().hour * 60 + clock().minute
    await NoticeStorage(sql).set_hours(confirmed, Hours("UTC", now, (now + 1439) % 1440))
    await set_mail(confirmed, off=True)
    await back.ask(ADDRESS)
    await work()
    assert len(mailbox.mails) == 1


async def test_a_way_back_is_mailed_although_an_older_test_waits_at_a_target_that_is_off(
    confirmed, servicer, set_mail, sql, work, mailbox, back, clock
):
    (target,) = await NoticeStorage(sql).of(confirmed)
    await NoticeStorage(sql).outbox.ask(TEST, target, milliseconds(clock()))
    await set_mail(confirmed, off=True)
    clock.pass_s(1)
    await back.ask(ADDRESS)
    await work()
    assert [mail["Subject"] for _, mail in mailbox.mails] == ["A new password for Bob"]


async def test_nobody_learns_whether_an_address_has_an_account(confirmed, sql, sign_in, back, work, mailbox):
    accounts = Accounts(sign_in, frozenset(), None, back, None, None, None)
    answers = [
        await accounts.request_recovery(accounts_pb2.RequestRecoveryRequest(mail=mail), call(""))
        for mail in (ADDRESS, "nobody@example.org", "no address", "")
    ]
    assert answers == [accounts_pb2.RequestRecoveryResponse()] * 4
    await work()
    assert [recipients for recipients, _ in mailbox.mails] == [["bob@example.org"]]


async def test_an_address_that_was_not_confirmed_lets_nobody_in(bob, set_mail, back, work, mailbox):
    await set_mail(bob[0])
    await back.ask(ADDRESS)
    await work()
    assert [mail["Subject"] for _, mail in mailbox.mails] == ["Confirm your address"]


def networks():
    return (Caller(f"192.0.2.{number}") for number in range(256))


async def test_a_mailbox_gets_few_mails_about_recovery_from_all_networks_together(
    confirmed, sql, back, work, mailbox, clock
):
    for caller, _ in zip(networks(), range(3 * MAILBOX), strict=False):
        await back.ask(ADDRESS, caller)
        await work()
    assert len(mailbox.mails) == MAILBOX
    assert await NoticeStorage(sql).outbox.due(1 << 50, 100) == {}


async def test_a_mailbox_gets_few_confirmations_from_all_accounts_together(sign_in, servicer, work, mailbox):
    refused = 0
    for number, caller in zip(range(10), networks(), strict=False):
        account = (await sign_in.as_guest(f"Guest {number}"))[0].account_id
        target = notifications_pb2.Target(mail={"address": f"bob+{number}@example.org"})
        asking = Call(account, asyncio.get_running_loop().time() + 60, caller=caller)
        try:
            await servicer.set_target(notifications_pb2.SetTargetRequest(target=target), asking)
        except TooFast:
            refused += 1
        await work()
    assert (len(mailbox.mails), refused) == (MAILBOX, 10 - MAILBOX)


async def test_confirmations_count_for_the_network_that_asks_for_them(sign_in, servicer):
    eve = Caller("192.0.2.1")
    for number in range(11):
        account = (await sign_in.as_guest(f"Guest {number}"))[0].account_id
        target = notifications_pb2.Target(mail={"address": f"bob{number}@example.org"})
        asking = Call(account, asyncio.get_running_loop().time() + 60, caller=eve)
        request = notifications_pb2.SetTargetRequest(target=target)
        if number < 10:
            await servicer.set_target(request, asking)
        else:
            with pytest.raises(TooFast):
                await servicer.set_target(request, asking)


async def test_confirmations_of_a_mailbox_do_not_hold_up_its_recovery(confirmed, sql, back, work, mailbox, clock):
    limits, now_ms = MailLimits(sql), milliseconds(process_clock())
    for caller, _ in zip(networks(), range(MAILBOX - 1), strict=False):  # one was the test's own
        await limits.confirmation("bob+x@example.org", caller, now_ms)
    with pytest.raises(TooFast):
        await limits.confirmation("bob+x@example.org", Caller("192.0.2.100"), now_ms)
    await back.ask(ADDRESS, Caller("192.0.2.200"))
    await work()
    assert len(mailbox.mails) == 1


async def test_mails_over_the_limit_of_a_domain_are_sent_later(confirmed, sql, back, work, mailbox, clock, monkeypatch):
    """A place is free after a minute instead of two seconds, which a slow machine needs for the test itself."""
    limits, once_confirmed_ms = MailLimits(sql), milliseconds(clock()) + 1_000 * DOMAIN_S
    monkeypatch.setattr("services.notify.mail_limits.DOMAIN_S", MINUTE_S)
    for number in range(DOMAIN):
        await limits.sending(f"{number}@example.org", once_confirmed_ms)
    await back.ask(ADDRESS)
    await work()
    assert mailbox.mails == []
    clock.pass_s(2 * MINUTE_S)
    await work()
    assert len(mailbox.mails) == 1


async def test_mails_to_all_domains_together_are_limited(sql):
    limits = MailLimits(sql)
    for number in range(ALL):
        await limits.sending(f"bob@{number}.example", 1_000_000)
    with pytest.raises(TooFast):
        await limits.sending("bob@example.org", 1_000_000)


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("Bob+x1x1@Example.org", "bob@example.org"),
        ("b.o.b@example.org", "b.o.b@example.org"),
        ("B.o.b+news@googlemail.com", "bob@gmail.com"),
        ("+bob@example.org", "+bob@example.org"),
        ("no address", "@no address"),
    ],
)
def test_addresses_of_one_mailbox_count_together(address, mailbox):
    assert mailbox_of(address) == mailbox


async def test_invitations_of_one_player_are_one_mail_a_day(confirmed, work, mailbox, tables, clock):
    async def invite(host):
        return await tables.open(host, private=True, terms=Terms(invited=(confirmed,)))

    for _ in range(5):
        closed = await invite("eve")
        await work()
        await tables.execute(closed, "eve", CloseTable())
    assert len(mailbox.mails) == 1
    left = [await invite("eve") for _ in range(2)]
    await invite("ann")
    await work()
    assert len(mailbox.mails) == 2, "another player's invitation does not wait"
    clock.pass_s(24 * 60 * MINUTE_S)
    await work()
    assert len(mailbox.mails) == 3
    text = mailbox.mails[2][1].get_content()
    assert all(game_id in text for game_id in left)
    assert closed not in text


async def test_a_mailbox_gets_invitations_of_few_players_a_day(confirmed, work, mailbox, tables):
    for number in range(2 * INVITERS):
        await tables.open(f"guest{number}", private=True, terms=Terms(invited=(confirmed,)))
        await work()
    assert len(mailbox.mails) == INVITERS


async def test_an_invitation_that_the_mail_server_refused_is_not_a_day_late(confirmed, work, mailbox, tables, clock):
    mailbox.answers = ["450 later"]
    await tables.open("ann", private=True, terms=Terms(invited=(confirmed,)))
    await work()
    clock.pass_s(MINUTE_S)
    await work()
    assert len(mailbox.mails) == 1


async def test_mentions_in_one_game_are_few_mails(confirmed, work, mailbox, tables, storage, clock):
    game_id = await tables.begun("ann", confirmed)
    await work()
    mailbox.mails.clear()
    aggregate = await tables.aggregate(game_id)
    for number in range(4 * MENTIONS):
        await storage.tell(told_by(MENTIONED, confirmed, game_id, aggregate, number, milliseconds(clock())))
        await work()
    assert len(mailbox.mails) == MENTIONS
    clock.pass_s(10 * MINUTE_S)
    await work()
    assert len(mailbox.mails) == MENTIONS + 1


async def test_a_request_for_recovery_is_the_same_work_for_every_address(confirmed, sql, back, monkeypatch):
    """The time of an answer must not tell whether an account has proven the address."""
    written, run, together = [], sql.run, sql.together

    async def running(statement, values=()):
        written.append(statement)
        return await run(statement, values)

    async def running_together(statements, **more):
        written.extend(statement for statement, _ in statements)
        return await together(statements, **more)

    monkeypatch.setattr(sql, "run", running)
    monkeypatch.setattr(sql, "together", running_together)
    works, stored = [], []
    for address in (ADDRESS, "nobody@example.org"):
        written.clear()
        await back.ask(address, Caller("192.0.2.1"))
        works.append([each for each in written if not each.startswith("DELETE FROM tries")])
        stored.append((await run("SELECT count(*) FROM outbox"))[0][0])
    assert works[0] == works[1]
    assert stored == [1, 2]


async def test_one_network_asks_for_so_many_links_and_no_more(back):
    eve = Caller("192.0.2.1")
    for number in range(10):
        await back.ask(f"{number}@example.org", eve)
    with pytest.raises(TooFast):
        await back.ask("10@example.org", eve)
    await back.ask("10@example.org", Caller("192.0.2.2"))


async def test_a_code_lets_in_once_however_it_is_typed(bob, back, sign_in, sql):
    account, tokens = bob
    old = await back.make_codes(account, OwnerProof(PASSWORD))
    codes = await back.make_codes(account, OwnerProof(PASSWORD))
    assert len({*old, *codes}) == 20
    assert all(re.fullmatch("[A-Z2-7]{4}(-[A-Z2-7]{4}){3}", code) for code in codes)
    with pytest.raises(Unauthenticated, match="RECOVERY_WRONG"):
        await back.by_code("Bob", old[0], NEW)
    with pytest.raises(PasswordRefused):
        await back.by_code("Bob", codes[0], "short")
    assert await sign_in.who(tokens.access) == account
    await back.by_code("bob", codes[0].lower().replace("-", " "), NEW)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.who(tokens.access)
    assert (await sign_in.with_password("Bob", NEW))[0].account_id == account
    with pytest.raises(Unauthenticated):
        await sign_in.refresh(tokens.refresh)
    with pytest.raises(Unauthenticated, match="RECOVERY_WRONG"):
        await back.by_code("Bob", codes[0], NEW)
    with pytest.raises(Unauthenticated, match="RECOVERY_WRONG"):
        await back.by_code("Ann", codes[1], NEW)
    stored = await sql.run("SELECT code_sha256 FROM recovery_codes")
    assert len(stored) == 9
    assert not any(code in str(stored) for code in codes)


async def test_codes_are_made_by_who_has_the_password_and_guessed_no_faster_than_one(bob, back):
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await back.make_codes(bob[0], OwnerProof("not the one"))
    eve = Caller("192.0.2.1")
    for _ in range(10):
        with pytest.raises(Unauthenticated, match="RECOVERY_WRONG"):
            await back.by_code("Bob", "AAAA-BBBB-CCCC-DDDD", NEW, caller=eve)
    with pytest.raises(TooFast):
        await back.by_code("Bob", "AAAA-BBBB-CCCC-DDDD", NEW, caller=eve)


async def test_a_service_without_mail_says_so(sign_in, sql):
    back = WayBack(sign_in, RecoveryCodes(sql), MailLinks(sql), AccountStorage(sql).tries, mails=False)
    with pytest.raises(NotPossible, match="NO_MAIL"):
        await Accounts(sign_in, frozenset(), None, back, None, None, None).request_recovery(
            accounts_pb2.RequestRecoveryRequest(mail=ADDRESS), call("")
        )


@pytest.mark.parametrize(
    "url", ["", "smtp://", "mail.example", "https://mail.example", "smtp://u:p@mail.example", "smtps://mail.example/x"]
)
def test_what_is_no_mail_server(url):
    with pytest.raises(ValueError, match="smtp"):
        mail_server(url)


def test_a_password_of_the_mail_server_may_have_any_characters():
    server = mail_server("smtps://us%40er:p%2Fw@mail.example")
    assert (server.host, server.port, server.tls, server.user, server.password) == (
        "mail.example",
        465,
        True,
        "us@er",
        "p/w",
    )


def test_a_way_back_is_no_notice_that_anybody_chooses():
    assert RECOVERY not in KINDS
