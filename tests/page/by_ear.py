"""A player who neither sees the page nor has a mouse: reads the accessibility tree of Chromium, and presses keys."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Page

from support.browser import PATIENCE_MS

TABS_MAX = 120
PRESSES_MAX = 400
IS_OVER = "Result"


class Reader:
    """The page as a screen reader has it: roles, names, the focus."""

    def __init__(self, page: Page) -> None:
        self.page, self._session = page, page.context.new_cdp_session(page)
        self._session.send("Accessibility.enable")

    def all(self) -> list[dict[str, Any]]:
        """Every node, also those without a meaning of their own, which hold others."""
        return list(self._session.send("Accessibility.getFullAXTree")["nodes"])

    def within(self, nodes: list[dict[str, Any]], role: str, name: str) -> list[dict[str, Any]]:
        """The nodes under the first that has this role and name; none where there is no such."""
        by_id = {each["nodeId"]: each for each in nodes}
        top = next((each for each in nodes if (role_of(each), name_of(each)) == (role, name)), None)
        found, todo = list[dict[str, Any]](), [top["nodeId"]] if top else []
        while todo:
            node = by_id.get(todo.pop(0))
            if node:
                found += [] if node.get("ignored") else [node]
                todo = node.get("childIds", []) + todo
        return found

    def focused(self) -> dict[str, Any]:
        """The node that has the focus."""
        active = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        asked = {"objectId": active, "fetchRelatives": False}
        return dict(self._session.send("Accessibility.getPartialAXTree", asked)["nodes"][0])

    def tab_to(self, backend: int) -> None:
        for _ in range(TABS_MAX):
            if self.focused().get("backendDOMNodeId") == backend:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not lead there")


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
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < deadline:
            nodes = self.reader.all()
            if self.reader.within(nodes, "region", IS_OVER):
                return None
            found = Question(self.reader.within(nodes, "region", "Your move"))
            if found.is_ready and found.says != before and (found.is_led_to or not before):
                self.nameless |= {
                    str(each) for each in nodes if role_of(each) in ("image", "img") and not name_of(each)
                }
                return found
            self.page.wait_for_timeout(20)  # events are taken meanwhile
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
