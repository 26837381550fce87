"""A real server and real browsers for the tests of the page: Chromium and Firefox where they are found, driven by
Playwright."""

import shutil
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from support.forked import Forked
from support.servers import Server

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PATIENCE_MS = 60_000
"""How long a condition is waited for: a busy machine is not a failure."""
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A window of Chromium has pages of its own, for its toolbar and the like: each visitor would get an invisible process.
_OWN_PAGES = (
    "InitialWebUI", "WebUIToolbarProcessOverheadExperiment", "PreloadTopChromeWebUI", "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)  # fmt: skip
# Playwright's own list of disabled features: of two such flags Chromium takes the last, and that is ours.
_LEFT_OUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(_LEFT_OUT + _OWN_PAGES)}",
)  # fmt: skip


def chromium() -> str | None:
    """Return the program, or None without one."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def firefox() -> str | None:
    """Return the program, or None without one."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Service(Server):
    """Our own server on SQLite, with the page on `url`: stopped and started again, it has the same port and games."""

    def __init__(self, *flags: str, **settings: str) -> None:
        super().__init__()
        self.flags, self.settings = flags, settings

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str]:
        return ["serve", *self.flags]

    def _popen(self, command: Sequence[str], _log: object) -> Forked:
        settings = {
            "STORE": f"sqlite:///{self.folder}/events.db",
            "KEYS": str(self.folder / "keys"),
            "LISTEN": "127.0.0.1:0",
            "HTTP": f"127.0.0.1:{self.port}",
            "LOG_LEVEL": "warning",
            "CALLS_PER_S": "200",  # a browser in a test reads whole games again within seconds
        } | self.settings
        given = {f"TURNLEDGER_{name}": value for name, value in settings.items()}
        return Forked(self.folder, {"PYTHONPATH": str(ROOT), **given}, *command)

    def answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/readyz", timeout=1) as answer:
            return bool(answer.status == 200)
        return False


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(_FLAGS), timeout=PATIENCE_MS)
        yield browser
        browser.close()


@contextmanager
def a_firefox() -> Iterator[Browser]:
    """Start the machine's own Firefox, which Playwright drives by WebDriver BiDi (decision 139)."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        program = Path(folder) / "firefox"
        program.write_text(
            f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m support.bidi_bridge "{firefox()}" "$@"\n'
        )
        program.chmod(0o700)
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=program,
            firefox_user_prefs={"ui.prefersReducedMotion": 1},
            timeout=PATIENCE_MS,
        )
        yield browser
        browser.close()


class Visitor:
    """One browser profile: its tabs share an account. `faults` are errors of the console and of the page; a test must
    leave none behind."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        self.url, self.faults, self.allowed = url, list[str](), tuple[str, ...]()
        # Less motion, so that bots' moves follow at once: tests of motion ask for it.
        usual = {"viewport": DESKTOP, "locale": "en-GB", "base_url": url, "reduced_motion": "reduce"}
        self.context = browser.new_context(**usual | context)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.on("console", lambda message: message.type == "error" and self.faults.append(message.text))
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))

    def open(self, place: str = "") -> Page:
        """A tab that shows `place`, such as `game/ID`."""
        tab = self.context.new_page()
        tab.goto(f"{self.url}/#/{place}")
        return tab

    def real_faults(self, *allowed: str) -> list[str]:
        """Without those that hold a text of `allowed`: what a test caused itself."""
        return [fault for fault in self.faults if not any(each in fault for each in allowed)]


def until(done: Callable[[], object], page: Page) -> None:
    """Wait for a condition that no locator can see. Playwright's `wait_for_function` violates the page's policy."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not done():
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)  # events are taken meanwhile


def picture(page: Page | Locator, name: str) -> None:
    """Kept in docs/pictures where it is not there yet: remove one to have it made again."""
    target = PICTURES / f"{name}.png"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        page.screenshot(path=target)
