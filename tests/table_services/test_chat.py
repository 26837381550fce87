import asyncio

import pytest

from domain.kernel.refused import Refused
from domain.table.messages import Resign, TakeSeat
from services.chat import chat as talk
from services.chat.chat import TEXT_MAX, TableChat, table_of
from services.chat.chat_storage import ChatStorage
from services.platform.rate_limiter import Limiter, TooFast


@pytest.fixture
def storage(sql):
    return ChatStorage(sql)


@pytest.fixture
def chat(games, storage, clock):
    return TableChat(games, storage, clock, Limiter(0.5, 5, clock.monotonic_s))


@pytest.fixture
async def table(tables):
    game_id = await tables.open("ann")
    await tables.execute(game_id, "bob", TakeSeat())
    return game_id


async def texts(chat, game_id, reader="ann", after=0):
    return [each.text for each in await chat.read(game_id, after, 100, actor=reader)]


@pytest.mark.rule("TB-CHAT-01")
async def test_players_and_the_host_talk_and_nobody_else_reads_it(chat, table, store):
    before = await store.log_head()
    first = await chat.say(table, " Hello!\nNice to meet you. ", actor="bob", request_id="r1")
    await chat.say(table, "Привет 👩‍🚀", actor="ann", request_id="r1")
    assert (first.number, first.account, first.text) == (1, "bob", "Hello!\nNice to meet you.")
    assert await texts(chat, table) == ["Hello!\nNice to meet you.", "Привет 👩‍🚀"]
    assert await texts(chat, table, after=1) == ["Привет 👩‍🚀"]
    for stranger in (chat.say(table, "x", actor="eve", request_id="r1"), chat.read(table, 0, 10, actor="eve")):
        with pytest.raises(Refused, match="NOT_A_PLAYER"):
            await stranger
    assert await store.log_head() == before, "nothing of it is in the history"


@pytest.mark.rule("TB-CHAT-01")
async def test_new_lines_are_new_lines_whatever_the_writers_system_makes_of_them(chat, table):
    said = await chat.say(table, "Hello!\r\nNice to meet you.\r\n", actor="bob", request_id="r1")
    assert said.text == "Hello!\nNice to meet you."


@pytest.mark.rule("TB-CHAT-01")
@pytest.mark.parametrize(
    "text", ["\U0001fae8 \U0001fae9", "👨\u200d👩\u200d👧", "\U0001f3f4\U000e0067\U000e0062\U000e007f", "5\xa0€"]
)
async def test_characters_of_any_unicode_version_and_flags_can_be_said(chat, table, text):
    assert (await chat.say(table, text, actor="bob", request_id="r1")).text == text


@pytest.mark.rule("TB-CHAT-01")
@pytest.mark.parametrize("text", ["", "  \n ", "x" * (TEXT_MAX + 1), "bell\x07", "right\u202eleft", "\ud800"])
async def test_what_cannot_be_said(chat, table, text):
    with pytest.raises(Refused, match="MALFORMED_COMMAND"):
        await chat.say(table, text, actor="ann", request_id="r1")


@pytest.mark.rule("TB-CHAT-02")
async def test_who_talks_too_fast_is_told_when_to_try_again(chat, table, clock):
    for number in range(5):
        await chat.say(table, "hurry!", actor="ann", request_id=f"r{number}")
    with pytest.raises(TooFast) as fast:
        await chat.say(table, "hurry!", actor="ann", request_id="r5")
    assert fast.value.retry_after_s == 2
    await chat.say(table, "calm", actor="bob", request_id="r5")
    clock.pass_s(2)
    await chat.say(table, "hurry!", actor="ann", request_id="r5")


@pytest.mark.rule("TB-CHAT-03")
async def test_who_is_muted_is_not_read_until_unmuted(chat, table):
    await chat.say(table, "boo", actor="bob", request_id="r1")
    await chat.mute("bob", actor="ann")
    await chat.mute("bob", actor="ann")
    assert (await texts(chat, table), await texts(chat, table, "bob")) == ([], ["boo"])
    await chat.unmute("bob", actor="ann")
    assert await texts(chat, table) == ["boo"]


@pytest.mark.rule("TB-CHAT-03")
async def test_nobody_mutes_the_own_account_and_mutes_are_bounded(chat, monkeypatch):
    monkeypatch.setattr(talk, "MUTES_MAX", 1)
    with pytest.raises(Refused, match="MALFORMED_COMMAND"):
        await chat.mute("ann", actor="ann")
    await chat.mute("bob", actor="ann")
    await chat.mute("bob", actor="ann")
    with pytest.raises(Refused, match="TOO_MANY_MUTED"):
        await chat.mute("cy", actor="ann")


@pytest.mark.rule("TB-CHAT-04")
async def test_whom_an_operator_mutes_nobody_reads_and_says_nothing_until_it_is_taken_back(chat, table):
    await chat.say(table, "boo", actor="bob", request_id="r1")
    await chat.mute_for_all("bob")
    assert await texts(chat, table) == []
    assert [each.text for each in await chat.read_all(table, 0, 10)] == ["boo"]
    with pytest.raises(Refused, match="MUTED"):
        await chat.say(table, "boo again", actor="bob", request_id="r2")
    await chat.unmute("bob", actor="ann")
    assert await texts(chat, table) == [], "players cannot take it back"
    await chat.unmute_for_all("bob")
    await chat.say(table, "sorry", actor="bob", request_id="r3")
    assert await texts(chat, table) == ["boo", "sorry"]


async def test_a_repeated_request_is_said_once_and_numbers_have_no_gaps(chat, storage, table):
    first = await chat.say(table, "once", actor="ann", request_id="r1")
    assert await chat.say(table, "once", actor="ann", request_id="r1") == first
    await asyncio.gather(*(storage.add(table, "bob", f"r{number}", 0, "x") for number in range(20)))
    assert [each.number for each in await chat.read(table, 0, 100, actor="ann")] == list(range(1, 22))


async def test_what_a_deleted_account_said_is_gone_and_the_numbers_stay(chat, storage, table):
    await chat.say(table, "my address is …", actor="bob", request_id="r1")
    await chat.say(table, "oh", actor="ann", request_id="r1")
    await storage.forget("bob")
    assert await texts(chat, table) == ["", "oh"]


@pytest.fixture
def report(chat, table):
    async def report(about="ann", number=0, text="is rude", actor="bob", request_id="r"):
        await chat.report(table, about, number, text, actor=actor, request_id=request_id)

    return report


async def open_reports(chat):
    return [(each.account, each.about, each.why, said and said.text) for each, said in await chat.reports(0, 100)]


@pytest.mark.rule("TB-CHAT-05")
async def test_a_report_reaches_the_operators_once_with_what_was_said_and_goes_when_it_is_settled(chat, table, report):
    said = await chat.say(table, "you fool", actor="ann", request_id="m1")
    await report(number=said.number, request_id="r1")
    await report(number=said.number, request_id="r1")
    await report(text="plays for another\r\naccount ", request_id="r2")
    first, second = ("bob", "ann", "is rude", "you fool"), ("bob", "ann", "plays for another\naccount", None)
    assert await open_reports(chat) == [first, second]
    settled = await chat.settle(1, "olga", "Thank you.")
    assert (settled.account, settled.game_id, settled.answer) == ("bob", table, "Thank you.")
    assert await chat.settle(1, "otto", "Too late.") is None
    assert await open_reports(chat) == [second]
    mine = [(each.number, each.settled_by, each.answer) for each in await chat.reported_by("bob", 1 << 30, 10)]
    assert mine == [(2, "", ""), (1, "olga", "Thank you.")]
    assert [each.number for each in await chat.reported_by("bob", 2, 10)] == [1]
    assert await chat.reported_by("ann", 1 << 30, 10) == []
    assert [each.number for each, _ in await chat.reports(1, 1)] == [2]


@pytest.mark.rule("TB-CHAT-05")
async def test_reports_are_of_the_table_about_others_and_what_they_said_themselves(chat, table, report):
    mine = await chat.say(table, "hello", actor="bob", request_id="m1")
    for wrong in ({"about": "bob"}, {"number": mine.number}, {"number": 7}, {"text": " "}, {"text": "x" * 501}):
        with pytest.raises(Refused, match="MALFORMED_COMMAND"):
            await report(**wrong)
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        await report(actor="eve")
    assert await open_reports(chat) == []


@pytest.mark.rule("TB-CHAT-05")
async def test_an_account_reports_five_times_at_once_and_then_once_in_ten_minutes(games, storage, table, clock):
    chat = TableChat(games, storage, clock, reporting=Limiter(talk.REPORTS_PER_S, talk.REPORTS, clock.monotonic_s))
    for number in range(5):
        await chat.report(table, "ann", 0, "again", actor="bob", request_id=f"r{number}")
    with pytest.raises(TooFast) as wait:
        await chat.report(table, "ann", 0, "again", actor="bob", request_id="r5")
    assert wait.value.retry_after_s == pytest.approx(600)
    await chat.report(table, "bob", 0, "and I", actor="ann", request_id="r5")
    assert len(await open_reports(chat)) == 6


@pytest.mark.rule("TB-CHAT-05")
async def test_what_a_deleted_account_reported_is_gone_and_what_others_reported_about_it_stays(chat, storage, report):
    await report(request_id="r1")
    await report(about="bob", actor="ann", text="cheats", request_id="r2")
    await storage.forget("ann")
    assert await open_reports(chat) == [("bob", "ann", "is rude", None), ("ann", "bob", "", None)]


@pytest.mark.rule("TB-CHAT-06")
async def test_spectators_talk_among_themselves_and_players_read_it_when_the_game_is_over(chat, tables):
    game_id = await tables.begun("ann", "bob")
    await chat.say(game_id, "good luck", actor="ann", request_id="r1")
    said = await chat.say(game_id, "ann will win", actor="eve", request_id="r1", watching=True)
    assert said.number == 1, "numbers of their own"
    assert [each.text for each in await chat.read(game_id, 0, 9, actor="cy", watching=True)] == ["ann will win"]
    assert await texts(chat, game_id) == ["good luck"]
    for player in ("ann", "bob"):
        for tried in (
            chat.read(game_id, 0, 9, actor=player, watching=True),
            chat.say(game_id, "who is there?", actor=player, request_id="r2", watching=True),
            chat.report(game_id, "eve", 1, "x", actor=player, request_id="r3", watching=True),
        ):
            with pytest.raises(Refused, match="NOT_A_SPECTATOR"):
                await tried
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        await chat.read(game_id, 0, 9, actor="eve")
    await tables.execute(game_id, "bob", Resign())
    assert [each.text for each in await chat.read(game_id, 0, 9, actor="ann", watching=True)] == ["ann will win"]
    assert await chat.last(game_id) == await chat.last(game_id, watching=True) == 1


@pytest.mark.rule("TB-CHAT-06")
async def test_a_private_table_has_no_spectators(chat, tables):
    game_id = await tables.open("ann", private=True)
    with pytest.raises(Refused, match="NOT_A_SPECTATOR"):
        await chat.say(game_id, "x", actor="eve", request_id="r1", watching=True)


@pytest.mark.rule("TB-CHAT-04", "TB-CHAT-05", "TB-CHAT-06")
async def test_spectators_are_muted_and_reported_as_players_are(chat, storage, tables):
    game_id = await tables.begun("ann", "bob")
    said = await chat.say(game_id, "fools", actor="eve", request_id="r1", watching=True)
    await chat.report(game_id, "eve", said.number, "insults", actor="cy", request_id="r2", watching=True)
    ((report, message),) = await chat.reports(0, 9)
    assert (table_of(report.game_id), message.text) == ((game_id, True), "fools")
    assert [each.text for each in await chat.read_all(game_id, 0, 9, watching=True)] == ["fools"]
    assert await chat.read_all(game_id, 0, 9) == []
    await chat.mute_for_all("eve")
    with pytest.raises(Refused, match="MUTED"):
        await chat.say(game_id, "again", actor="eve", request_id="r3", watching=True)
    assert await chat.read(game_id, 0, 9, actor="cy", watching=True) == []
    await storage.forget("eve")
    assert [each.text for each in await chat.read_all(game_id, 0, 9, watching=True)] == [""]
