"""A player who neither sees the page nor has a mouse: reads the accessibility tree of Chromium, and presses keys."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Page

from support.browser import PATIENCE_MS

TABS_MAX = 120
PRESSES_MAX = 400
IS_OVER = "Result"
COUNTS_CHANGES = """() => {
    window.changes = 0;
    const count = () => void changes++;
    const every = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(count).observe(document, every);
    addEventListener("focusin", count);
    addEventListener("focusout", count);
}"""


class Reader:
    """The page as a screen reader has it: roles, names, the focus."""

    def __init__(self, page: Page) -> None:
        self.page, self._session = page, page.context.new_cdp_session(page)
        page.evaluate(COUNTS_CHANGES)

    def changes(self) -> int:
        """Return how often the page and its focus have changed: the tree is large, and is read where it may be new."""
        return int(self.page.evaluate("changes"))

    def all(self, role: str) -> list[dict[str, Any]]:
        """Every node of the page that has this role."""
        return self._nodes(self._evaluate("document"), role=role)

    def under(self, node: dict[str, Any]) -> list[dict[str, Any]]:
        """The node and all that it holds."""
        return self._nodes({"backendNodeId": node["backendDOMNodeId"]})

    def focused(self) -> int:
        """The number of the node that has the focus."""
        found = self._session.send("DOM.describeNode", self._evaluate("document.activeElement"))
        return int(found["node"]["backendNodeId"])

    def tab_to(self, backend: int) -> None:
        for _ in range(TABS_MAX):
            if self.focused() == backend:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not lead there")

    def _evaluate(self, expression: str) -> dict[str, Any]:
        found = self._session.send("Runtime.evaluate", {"expression": expression})
        return {"objectId": found["result"]["objectId"]}

    def _nodes(self, top: dict[str, Any], **wanted: str) -> list[dict[str, Any]]:
        """Without those that have no meaning of their own."""
        found = self._session.send("Accessibility.queryAXTree", top | wanted)["nodes"]
        return [each for each in found if not each["ignored"]]


def role_of(node: dict[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def name_of(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def has(node: dict[str, Any], what: str) -> bool:
    """A property of the node: `disabled`, `focused`, `pressed`."""
    return any(each["name"] == what and each["value"].get("value") in (True, "true") for each in node["properties"])


class Question:
    """The question as it is read: controls, texts, and whether the focus is within it."""

    def __init__(self, nodes: list[dict[str, Any]]) -> None:
        self.buttons = [each for each in nodes if role_of(each) == "button"]
        self.texts = tuple(name_of(each) for each in nodes if role_of(each) in ("StaticText", "group"))
        self.pressed = tuple(name_of(each) for each in self.buttons if has(each, "pressed"))
        self.is_led_to = any(has(each, "focused") for each in nodes if "properties" in each)
        self.is_ready = bool(self.buttons) and not any(has(each, "disabled") for each in self.buttons)

    @property
    def says(self) -> tuple[object, ...]:
        return (*self.texts, self.pressed)

    def named(self, start: str) -> list[dict[str, Any]]:
        return [each for each in self.buttons if name_of(each).startswith(start)]


class BlindPlayer:
    """Plays by what is read. `nameless`: images that have no text, whenever a question was read."""

    def __init__(self, page: Page) -> None:
        self.page, self.reader = page, Reader(page)
        self.pressed, self.nameless = list[str](), set[str]()

    def question(self, before: tuple[object, ...] = ()) -> Question | None:
        """The next question, once the focus is at it, but for the first; None when the game is over."""
        deadline, read = time.monotonic() + PATIENCE_MS / 1000, -1
        while time.monotonic() < deadline:
            changes = self.reader.changes()
            self.page.wait_for_timeout(20)  # events are taken meanwhile
            if changes == read or changes != self.reader.changes():
                continue  # read already, or not drawn to its end
            read = changes
            regions = {name_of(each): each for each in self.reader.all("region")}
            if IS_OVER in regions:
                return None
            found = Question(self.reader.under(regions["Your move"]) if "Your move" in regions else [])
            if found.is_ready and found.says != before and (found.is_led_to or not before):
                images = [*self.reader.all("image"), *self.reader.all("img")]
                self.nameless |= {str(each) for each in images if not name_of(each)}
                return found
        raise AssertionError(f"no question with the focus: {self.reader.focused()}, {self.pressed[-3:]}")

    def press(self, button: dict[str, Any], by: str = "Enter") -> None:
        self.reader.tab_to(button["backendDOMNodeId"])
        self.pressed.append(name_of(button))
        self.page.keyboard.press(by)

    def play(self, chooses: Callable[[Question, list[str]], Iterable[str]]) -> None:
        """Play to the end. `chooses` returns beginnings of names; the first button that has one is pressed."""
        asked = self.question()
        while asked:
            wanted = (each for start in chooses(asked, self.pressed) for each in asked.named(start))
            button = next(wanted, None)
            assert button, [name_of(each) for each in asked.buttons]
            self.press(button)
            assert len(self.pressed) < PRESSES_MAX, "the game does not end"
            asked = self.question(asked.says)
