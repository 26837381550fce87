"""The page in a real browser. Where the machine has no Chromium these tests are skipped, with a message."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from support.browser import Service, Visitor, a_browser, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield a browser for a module: Playwright's event loop blocks its thread for asynchronous tests."""
    if chromium() is None:
        pytest.skip("NO CHROMIUM: the page was not tested in a browser (apt-get install chromium)")
    with a_browser() as started:
        yield started


@pytest.fixture
def service() -> Iterator[Service]:
    """A server of the test's own: its lobby shows what the test made, whatever ran before."""
    with Service() as started:
        yield started


@pytest.fixture
def own_service() -> Iterator[Callable[..., Service]]:
    """Starts a server that the test may stop: `server = own_service(OPERATORS="…")`."""
    started: list[Service] = []

    def start(*flags: str, **settings: str) -> Service:
        service = Service(*flags, **settings)
        started.append(service)
        service.start()
        return service

    yield start
    for each in started:
        each.remove()


@pytest.fixture
def visit(browser: Browser, service: Service) -> Iterator[Callable[..., Visitor]]:
    """A new browser profile: `visit()`, `visit(viewport=PHONE, has_touch=True)`, `visit(locale="ru")`. After the
    test none may have an error left in its console, but for what the test names in `visitor.allowed`.

    The page's service worker fetches every file a second time, a quarter of a short visit. So it works where a test
    names it, `visit(service_workers="allow")`, and in whole games."""
    visitors: list[Visitor] = []

    def come(url: str = service.url, **context: Any) -> Visitor:
        visitors.append(Visitor(browser, url, **{"service_workers": "block"} | context))
        return visitors[-1]

    yield come
    for each in visitors:
        each.context.close()
    assert [fault for each in visitors for fault in each.real_faults(*each.allowed)] == []
