"""Starts what answers calls."""

import time
from contextlib import AsyncExitStack

import structlog

from services.accounts.account_storage import AccountStorage
from services.api.grpc_server import ServerDependencies, served
from services.main.background import background
from services.main.composition import ProcessParts, compose
from services.main.ports import Started, listen
from services.projection_runner.evicted_games import EvictedGames
from services.roles.deletions import Deletions
from services.settings import Settings
from services.store.interface import StoreUnavailable
from services.web.app import Pages
from services.web.game_pages import GamePages
from services.web.game_pictures import GamePictures
from services.web.mail_pages import MailPages
from services.web.oauth_pages import OAuthPages
from services.web.statistics_pages import StatisticsPages

log = structlog.get_logger(__name__)
PREVIEWED_BYTES = 4 * 2**20
"""Memory for finished games that previews of links have read."""


async def answer_calls(parts: AsyncExitStack, settings: Settings, process: ProcessParts) -> Started:
    """Start the services and their background tasks, then open the ports."""
    services = compose(settings, process)
    dependencies = services.dependencies
    await _take_looks(services.accounts)
    background(parts, "chat", services.chat.follow())
    deletions = Deletions(process.store, services.accounts.deletions, dependencies.sign_in.on_delete)
    background(parts, "deletions", deletions.run())
    background(parts, "meeting", services.meeting.read_ahead())
    parts.push_async_callback(services.analyses.close)
    background(parts, "checkpoints", dependencies.history.checkpoints.run())
    parts.push_async_callback(dependencies.experts.close)
    api = served(dependencies, services.gate)
    pages = _pages(parts, settings, process, dependencies)
    told = await listen(parts, settings, process.store, process.views, api, services.gate, services.logged, pages)
    parts.callback(dependencies.stopping.stop)
    return told


def _pages(parts: AsyncExitStack, settings: Settings, process: ProcessParts, dependencies: ServerDependencies) -> Pages:
    games, boards = process.games, process.views.read.games
    shown = boards.with_left(EvictedGames(games, PREVIEWED_BYTES, boards.is_behind))
    pictures = GamePictures(games)
    parts.push_async_callback(pictures.close)
    return Pages(
        mail=MailPages(dependencies.links, dependencies.back),
        games=GamePages(shown, dependencies.sign_in, pictures, settings.public_url),
        statistics=StatisticsPages(process.views.read, dependencies.sign_in),
        oauth=OAuthPages(dependencies.apps) if dependencies.apps.issuer else None,
    )


async def _take_looks(accounts: AccountStorage) -> None:
    try:
        if found := await accounts.take_looks(int(time.time())):
            log.info("names of accounts from before names had looks are kept from others now", accounts=found)
    except StoreUnavailable as away:
        log.warning("the names of old accounts are looked at when a server starts again", reason=str(away))
