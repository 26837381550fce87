"""The speed of the page in Chromium: the first board over a slow network, a press until the board has changed, the
slider over a whole game, the memory that a long look back leaves behind: `python -m bench.page`. Needs a Chromium."""

import argparse
import re
import sys
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from bench import at_least, report, under
from support.bot_games import Caller
from support.browser import Service, Visitor, a_browser, chromium

LATENCY_MS, BYTES_PER_S = 150, 200_000
VISITS, MOVES, FRAMES, SLOWER = 3, 1_000, 400, 4
RUSSIA = "power_grid/russia"
TOUR = """(moves) => new Promise((done) => {
    const slider = document.querySelector('.b-slider input'), last = Number(slider.max), frames = [];
    let before = performance.now();
    const step = (now) => {
        frames.push(now - before);
        before = now;
        if (frames.length > moves) return done(frames.slice(1));
        slider.value = (frames.length * 7) % last;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""
"""Another version in every frame, up and down the game: how long each frame took, in ms."""
NOTE_PRESSES = """() => {
    window.presses = [], window.changes = 0;
    let pressed = null;
    addEventListener('click', () => { pressed = performance.now() }, true);
    const note = () => {
        window.changes += 1;
        if (pressed !== null) window.presses.push(performance.now() - pressed);
        pressed = null;
    };
    const changed = {attributes: true, attributeFilter: ['data-version']};
    new MutationObserver(note).observe(document.querySelector('.g-board'), changed);
}"""
"""How long each press took until the board showed another version, in ms, and how many changes there were."""
ASKED = ".actions.mine [data-do]:enabled"


def first_board(browser: Browser, url: str, game: str) -> tuple[float, int, int, int]:
    """Measure a first visit to a game over a slow network: seconds to its board, scripts, bytes, all requests."""
    visitor = Visitor(browser, url, service_workers="block")
    page = visitor.context.new_page()
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Network.enable")
    slow = {"latency": LATENCY_MS, "downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    scripts: dict[str, int] = {}
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: scripts.update({answer.url: int(answer.headers.get("content-length", 0))}))
    started = perf_counter()
    page.goto(f"{url}/#/game/{game}", wait_until="commit")
    page.locator(".board svg").first.wait_for()
    took_s = perf_counter() - started
    sizes = [size for url, size in scripts.items() if url.endswith(".js")]
    visitor.context.close()
    return took_s, len(sizes), sum(sizes), len(asked)


def metric(devtools: CDPSession, name: str) -> float:
    found: dict[str, Any] = devtools.send("Performance.getMetrics")
    return float(next(each["value"] for each in found["metrics"] if each["name"] == name))


def worked(devtools: CDPSession) -> float:
    """Return the seconds of scripts, styles and layout. Painting is left out: without a graphics card it is drawn by
    the processor, and Playwright has each frame drawn."""
    return sum(metric(devtools, each) for each in ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration"))


def heap(devtools: CDPSession) -> float:
    for _ in range(3):
        devtools.send("HeapProfiler.collectGarbage")
    return metric(devtools, "JSHeapUsedSize")


def pressing(browser: Browser, url: str) -> dict[str, float]:
    """Measure a whole game of a player among two bots, by presses. Changes of the board are moves of all three."""
    visitor = Visitor(browser, url)
    page = visitor.open()
    page.locator(".game-card").first.get_by_role("button", name=re.compile("Play now")).click()
    page.locator(ASKED).first.wait_for()
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(NOTE_PRESSES)
    worked_s = -worked(devtools)
    while press(page):
        pass
    worked_s += worked(devtools)
    took, changes = sorted(page.evaluate("window.presses")), page.evaluate("window.changes")
    visitor.context.close()
    return {
        "presses": len(took),
        "a press until the board has changed, median, ms": median(took),
        "a press until the board has changed, 95th percentile, ms": took[int(len(took) * 0.95)],
        "scripts, styles and layout a change of the board, ms": 1000 * worked_s / changes,
    }


def press(page: Page) -> bool:
    """Make a move that is always offered: the player passes what may be passed. Return whether there was a move."""
    page.locator(f".standings, {ASKED}").first.wait_for()
    if page.locator(".standings").count():
        return False
    before = page.locator(".g-board").get_attribute("data-version")
    names = page.locator(ASKED).evaluate_all("all => all.map(each => each.dataset.do)")
    usual = [name for name in ("pass", "finish", "run") if name in names]
    nominations = [name for name in names if name.startswith("nominate-")]
    for name in usual[:1] or [nominations[0], "open"]:
        page.locator(f'.actions [data-do="{name}"]').first.click()
    if (sure := page.locator(f'.actions [data-do="{name}-yes"]')).count():
        sure.click()
    page.locator(f'.g-board:not([data-version="{before}"])').wait_for()
    return True


def looking_back(browser: Browser, url: str, game: str) -> dict[str, float]:
    """Measure a finished game, all of whose versions are in memory."""
    visitor = Visitor(browser, url)
    page = visitor.open(f"game/{game}/1")
    page.locator(".b-figures").wait_for()
    page.locator(".b-slider small").filter(has_not_text="…").wait_for()
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tour(page, FRAMES)  # warm
    worked_s = metric(devtools, "TaskDuration")
    frames = sorted(tour(page, FRAMES))
    worked_s = metric(devtools, "TaskDuration") - worked_s
    before = heap(devtools)
    tour(page, MOVES)
    grown = heap(devtools) - before
    versions = float(page.locator(".b-slider input").get_attribute("max") or 0) + 1
    visitor.context.close()
    return {
        "versions of the game": versions,
        "a frame of the slider, median, ms": median(frames),
        "a frame of the slider, 99th percentile, ms": frames[int(len(frames) * 0.99)],
        "main thread a frame, processor four times slower, ms": SLOWER * 1000 * worked_s / FRAMES,
        "heap, MB": before / 1e6,
        f"heap grown by {MOVES:,} moves of the slider, MB": grown / 1e6,
    }


def tour(page: Page, moves: int) -> list[float]:
    return [float(each) for each in page.evaluate(TOUR, moves)]


def measured() -> dict[str, float]:
    with Service() as service, a_browser() as browser:
        caller = Caller(service)
        visits = [first_board(browser, service.url, caller.begun(RUSSIA)) for _ in range(VISITS)]
        (_, scripts, size, requests) = visits[0]
        return {
            "first board over 150 ms and 200 kB/s, s": median(took_s for took_s, *_ in visits),
            "scripts up to it": scripts,
            "their bytes, kB": size / 1000,
            "all requests up to it": requests,
            **pressing(browser, service.url),
            **looking_back(browser, service.url, caller.finished(RUSSIA, 3)),
        }


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    if chromium() is None:
        print("NO CHROMIUM: the page was not measured (apt-get install chromium)", file=sys.stderr)
        sys.exit(0)
    report(
        measured(),
        {
            "first board over 150 ms and 200 kB/s, s": under(3),
            "a press until the board has changed, 95th percentile, ms": under(120),
            "scripts, styles and layout a change of the board, ms": under(8),
            "versions of the game": at_least(100),
            "a frame of the slider, 99th percentile, ms": under(34),
            "main thread a frame, processor four times slower, ms": under(8),
            f"heap grown by {MOVES:,} moves of the slider, MB": under(1),
        },
    )
