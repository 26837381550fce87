"""A server with something to see on every screen, and the ways to the screens in any language."""

import asyncio
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Browser, expect

from support.bot_games import Caller
from support.browser import Service, Visitor
from support.servers import wait_until
from tests.apps.kit import AppOfTest
from tests.page.test_apps import app_site
from tests.page.test_puzzle import fill
from tests.page.test_shell import SESSION
from tests.stores import new_sqlite

VARIANTS = (
    "power_grid/russia", "power_grid/japan", "power_grid/india", "power_grid/australia", "power_grid/germany",
    "power_grid/usa", "card_game", "colony61",
)  # fmt: skip
GAMES_MAX = 9
MOVES_MAX = 70
"""Of one game, in which the account plays the first thing that is legal."""
CONFLICT = 409
Open = Callable[[], None]


class Prepared:
    """A server, a browser and an account that has games, a club and a tournament, and is an operator.

    `all_questions`: also stop a game of each variant at each kind of question.
    """

    def __init__(self, browser: Browser, *, all_questions: bool) -> None:
        self.browser, self.all_questions = browser, all_questions
        self.undo = ExitStack()

    def __enter__(self) -> "Prepared":
        self.service = Service()
        self.undo.callback(self.service.remove)
        store = new_sqlite(Path(self.service.folder) / "prepared.db")
        with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this one
            self.puzzle = thread.submit(asyncio.run, fill(store)).result()
        site = self.undo.enter_context(app_site())
        self.url = f"http://localhost:{self.service.port}"
        self.service.settings = {
            "STORE": store,
            "PUBLIC_URL": self.url,
            "WEBHOOKS_PRIVATE": "true",
            "ANALYSIS_TRIES": "4",
        }
        self.service.start()
        self.app = AppOfTest(self.url, f"{site}/app", f"{site}/back")
        self.visitor = Visitor(self.browser, self.url, service_workers="block")
        self.undo.callback(self.visitor.context.close)
        self.page = self.visitor.open()
        expect(self.page.locator(".people button").last).to_be_visible()
        self.me = self.page.evaluate(SESSION)
        self.page.goto("about:blank")
        self.service.stop()
        self.service.settings["OPERATORS"] = self.me["account"]["accountId"]
        self.service.start()
        self.caller = Caller(self.service, self.me["tokens"]["accessToken"])
        self.fill()
        return self

    def __exit__(self, *_: object) -> None:
        self.undo.close()

    def give(self, method: str, **message: Any) -> dict[str, Any]:
        return self.caller.call(method, requestId=str(uuid.uuid4()), **message)

    def fill(self) -> None:
        """Make games in several states, a club with a member, and a tournament that is over."""
        begin = {"variant": "card_game", "seats": 2, "join": True, "bots": ["greedy"]}
        self.finished = self.give("Lobby/CreateTable", **begin, start=True)["table"]["gameId"]
        self.give("Play/Act", gameId=self.finished, handSeat={"bot": "random"})
        self.waiting = self.give("Lobby/CreateTable", **begin | {"seats": 4}, private=True)["table"]["gameId"]
        shown = VARIANTS if self.all_questions else ("power_grid/russia", "card_game", "colony61")
        self.tables = {variant: self.caller.begun(variant) for variant in shown}
        self.club = self.give("Clubs/CreateClub", profile={"name": "Riverside", "admission": "CLUB_ADMISSION_OPEN"})
        self.cup = self._tournament()
        over = "TABLE_STATUS_FINISHED"
        wait_until(lambda: self._table(self.finished)["status"] == over, "a finished game", 120)
        if self.all_questions:  # takes minutes on a slow machine; the page then gets it from the server's store
            self.caller.explanation(self.finished)
        last = self._table(self.finished)["version"]
        branch = self.give("History/BranchGame", gameId=self.finished, version=last // 2, private=True)
        self.branch = branch["table"]["gameId"]
        colour = self._table(self.finished)["occupants"][0]["colour"]
        self.give("Lobby/JoinTable", gameId=self.branch, colour=colour)
        questions = [self._questions(variant) for variant in VARIANTS] if self.all_questions else []
        self.questions = {name: game for each in questions for name, game in each.items()}

    def _table(self, game: str) -> dict[str, Any]:
        return dict(self.caller.call("Lobby/GetTable", gameId=game)["table"])

    def _tournament(self) -> str:
        """A tournament of two, whose first round is played."""
        terms = {
            "name": "Autumn Cup",
            "form": "TOURNAMENT_FORM_SWISS",
            "variants": ["card_game"],
            "seats": 2,
            "rounds": 2,
        }
        cup = str(self.give("Tournaments/CreateTournament", terms=terms)["tournament"]["tournamentId"])
        other = Caller(self.service)
        for each in (self.caller, other):
            each.call("Tournaments/EnterTournament", requestId=str(uuid.uuid4()), tournamentId=cup)
        self.give("Tournaments/StartTournament", tournamentId=cup)
        return cup

    def _questions(self, variant: str) -> dict[str, str]:
        """Return games of a variant that wait with one kind of question each, by the name of that."""
        found: dict[str, str] = {}
        for _ in range(GAMES_MAX):
            game = self.caller.begun(variant)
            for _ in range(MOVES_MAX):
                kinds = self._kinds(game)
                name = f"{variant.replace('/', '-')}-{kinds}"
                if not kinds or name not in found:
                    break
                self._move(game)
            if not kinds or name in found:
                break
            found[name] = game
        return found

    def _move(self, game: str) -> None:
        """Move, unless a bot has moved since the options were read: they are read again then."""
        try:
            self.caller.move(game)
        except HTTPError as error:
            if error.code != CONFLICT:
                raise

    def _kinds(self, game: str) -> str:
        """Wait for the account's turn, and return the first two kinds of its options; empty at the end."""
        at: dict[str, Any] = {}

        def is_asked() -> bool:
            at.update(self.caller.call("Play/ListOptions", gameId=game))
            return bool(at["options"]) or not at["toAct"]

        wait_until(is_asked, "a question", 120)
        of_games = [each[name] for each in at["options"] for name in each if name not in ("count", "first")]
        return "-".join(list(dict.fromkeys(next(iter(each), "") for each in of_games))[:2])

    # ---- the ways to the screens ----

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""
        self.language = language
        self.page.goto(f"{self.url}/#/settings")
        self.page.evaluate("language => localStorage.setItem('turnledger.language', language)", language)
        self.page.reload()

    def screens(self) -> Iterator[tuple[str, Open]]:
        """Every screen by its name, with the function that brings the page there."""
        yield "lobby", self._at("", ".miniature[data-drawn]")
        for place, name in enumerate(("quick-match", "new-table", "bots")):
            yield name, self._dialog(f".start button >> nth={place}")
        yield "account", self._dialog(".people button >> nth=-1")
        yield "keep-account", self._dialog(".people .keep")
        yield "waiting-room", self._at(f"game/{self.waiting}", ".places")
        yield "branch-room", self._at(f"game/{self.branch}", ".position")
        for variant, game in self.tables.items():
            yield f"table-{variant.replace('/', '-')}", self._at(f"game/{game}", QUESTION)
        for name, game in self.questions.items():
            yield f"question-{name}", self._at(f"game/{game}", QUESTION)
        yield "result", self._at(f"game/{self.finished}", ".standings")
        yield "looking-back", self._at(f"game/{self.finished}/20", ".b-figures table, .b-figures svg")
        if self.all_questions:
            yield "explained", self._then(f"game/{self.finished}/20", ".b-explained .button", ".b-explained .b-legend")
        yield "proof", self._proof
        for name in ("prove", "tournaments", "clubs", "leaderboard", "people", "settings", "notices", "programs"):
            yield name, self._at(name, "main h1, main h2")
        yield "tournament", self._at(f"tournament/{self.cup}", "main table")
        yield "club", self._at(f"club/{self.club['club']['clubId']}", "main h2")
        yield "player", self._at(f"player/{self.me['account']['accountId']}", "main h2")
        yield "rules", self._at("rules/card_game", "[data-rule]")
        yield "operator", self._at("operator", "main input:visible")
        yield "puzzle", self._at("puzzle", "main [data-do], main .button")
        yield "consent", lambda: self._load(f"oauth/authorize?{self.app.query()}", "main .button")
        yield "statistics", lambda: self._load(f"statistics?bots=1&lang={self.language}", "main nav")
        yield "lesson", self._then("", ".game-card .button >> nth=1", ".lesson")

    def _at(self, place: str, shown: str) -> Open:
        return lambda: self._load(f"#/{place}", shown)

    def _dialog(self, button: str) -> Open:
        def come() -> None:
            self._load("#/", button)
            self.page.locator(button).click()
            self.page.locator("dialog[open] .button, dialog[open] button").first.wait_for()

        return come

    def _then(self, place: str, button: str, shown: str) -> Open:
        def come() -> None:
            self._load(f"#/{place}", button)
            self.page.locator(button).first.click()
            self.page.locator(shown).first.wait_for()
            self.page.locator(shown).first.scroll_into_view_if_needed()

        return come

    def _proof(self) -> None:
        self._then(f"game/{self.finished}/20", "main > section:last-of-type .button", ".b-proof .primary")()
        self.page.locator(".b-proof .primary").click()
        self.page.locator(".b-proof ul").first.wait_for()

    def _load(self, path: str, shown: str) -> None:
        """Load the whole page, so that nothing of the screen before is left."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}/{path}")
        self.page.locator(shown).first.wait_for()


QUESTION = ".actions.mine [data-do]:enabled"
