"""Programs in the page: their mark, their list with ratings, and a challenge by a click."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS
from support.servers import free_port
from tests.page.test_shell import violations
from turnledger import sign_in
from turnledger.bot import run_bot

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def grpc():
    return f"127.0.0.1:{free_port()}"


async def deep_grid(grpc):
    """Return the token of a program that Ann owns."""
    async with sign_in(grpc, "Ann") as ann:
        await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
        made = await ann.programs.create_program(display_name="Deep Grid", home_page="https://example.org")
    return made.token


def in_a_thread(work):
    """Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@contextmanager
def playing(grpc, token):
    """The program at work, in a thread."""
    stop, loop = asyncio.Event(), asyncio.new_event_loop()
    work = Thread(target=loop.run_until_complete, args=[run_bot(grpc, token, lambda _: (0, 0), stop=stop)])
    work.start()
    yield
    loop.call_soon_threadsafe(stop.set)
    work.join()


def test_program_is_listed_challenged_by_a_click_and_marked_at_the_table(own_service, visit, grpc):
    url = own_service(LISTEN=grpc).url
    token = in_a_thread(deep_grid(grpc))
    page = visit(url).open()
    page.get_by_role("link", name="People", exact=True).click()
    page.get_by_role("link", name="Programs that play here").click()
    expect(page.get_by_role("listitem").filter(has_text="Deep Grid")).to_contain_text("by Ann")
    assert violations(page) == {}
    page.get_by_label("Game", exact=True).select_option("colony61")
    page.get_by_role("button", name="Challenge Deep Grid").click()
    with playing(grpc, token):
        expect(page.locator(".game-head")).to_contain_text("Deep Grid (program)")
        page.get_by_role("link", name="Deep Grid (program)").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Deep Grid (program)")
        page.get_by_role("link", name="Programs that play here").click()
        expect(page.get_by_role("button", name="Challenge Deep Grid")).to_be_visible()


def test_programs_are_listed_in_russian(own_service, visit, grpc):
    url = own_service(LISTEN=grpc).url
    in_a_thread(deep_grid(grpc))
    page = visit(url, locale="ru").open("programs")
    expect(page.get_by_role("heading", level=1)).to_have_text("Программы, которые здесь играют")
    expect(page.get_by_role("button", name="Вызвать Deep Grid")).to_be_visible()
    expect(page.locator("main li")).to_contain_text(re.compile("Deep Grid.+автор: Ann"))
