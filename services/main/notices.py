"""Composes the delivery of notices."""

from contextlib import AsyncExitStack
from email.headerregistry import Address
from functools import partial

from domain.tournament.state import Tournament
from projections.read.leaders import Leaderboards
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.api.messages.public_items import PublicItems, data_of
from services.api.watching.watch_public import position
from services.application.game_service import GameService
from services.history.imports import Imports
from services.notify.apns import APNS_URL, SANDBOX_URL, Apns, AppleKey, apple_key
from services.notify.fcm import Fcm, ServiceAccount, service_account
from services.notify.guard import Guard
from services.notify.mail import Mail, MailServer, mail_server, sender_of
from services.notify.mail_links import MailLinks
from services.notify.messengers import Messengers
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.notify.posting import Channel, Poster
from services.notify.public_posts import PublicPosts
from services.notify.targets import APNS, DISCORD, FCM, MAIL, SIGNED, SLACK, TELEGRAM, WEB_PUSH
from services.notify.web_push import PushKey, WebPush
from services.notify.webhook import Webhooks
from services.platform.trust import trusted_roots
from services.public_stream.cloud_events import PublicData
from services.public_stream.items import Item
from services.public_stream.stream import PublicStream
from services.settings import BadSettings, Settings
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tournaments.tournament_service import Tournaments


def push_key_of(settings: Settings) -> PushKey | None:
    """None if no web push is configured. Raises BadSettings."""
    if not settings.public_url:
        return None
    try:
        return PushKey.of(settings.keys)
    except (OSError, ValueError) as error:
        raise BadSettings(
            f"TURNLEDGER_KEYS: the key for Web Push in {settings.keys} can be neither read nor made: {error}"
        ) from error


def mail_of(settings: Settings) -> tuple[MailServer, Address] | None:
    """None if no mail is configured. Raises BadSettings, which does not repeat values that may hold a password."""
    if not settings.smtp:
        return None
    if not settings.mail_from or not settings.public_url:
        raise BadSettings("TURNLEDGER_MAIL_FROM and TURNLEDGER_PUBLIC_URL go with TURNLEDGER_SMTP")
    try:
        return mail_server(settings.smtp), sender_of(settings.mail_from)
    except ValueError as error:
        raise BadSettings(f"TURNLEDGER_SMTP, TURNLEDGER_MAIL_FROM: {error}") from None


def fcm_of(settings: Settings) -> ServiceAccount | None:
    """None if Firebase is not configured. Raises BadSettings."""
    if not settings.fcm:
        return None
    try:
        return service_account(settings.fcm)
    except (OSError, ValueError) as error:
        raise BadSettings(f"TURNLEDGER_FCM: {error}") from error


def apple_key_of(settings: Settings) -> AppleKey | None:
    """None if Apple's service is not configured. Raises BadSettings."""
    if not settings.apns_key:
        return None
    if not (settings.apns_key_id and settings.apns_team and settings.apns_topic):
        raise BadSettings("TURNLEDGER_APNS_KEY_ID, _APNS_TEAM and _APNS_TOPIC go with TURNLEDGER_APNS_KEY")
    try:
        return apple_key(settings.apns_key, settings.apns_key_id, settings.apns_team, settings.apns_topic)
    except (OSError, ValueError) as error:
        raise BadSettings(f"TURNLEDGER_APNS_KEY: {error}") from error


def notifier(
    parts: AsyncExitStack,
    settings: Settings,
    store: EventStore,
    sql: Sql,
    games: GameService,
    tournaments: Tournaments,
    leaders: Leaderboards,
) -> Notifier:
    poster = Poster(Guard(private=settings.webhooks_private))
    parts.push_async_callback(poster.close)

    async def tournament_of(tournament_id: str) -> Tournament:
        return (await tournaments.load(tournament_id)).tournament

    channels = _channels(settings, poster, sql) | _phones(parts, settings)
    storage = NoticeStorage(sql)
    stream = PublicStream(store, tournaments, leaders, Imports(sql).among)
    items = PublicItems(SignIn(AccountStorage(sql), Issuer(KeyRing(settings.keys))))
    public = PublicPosts(storage, stream, poster, partial(_public_data, items), settings.public_url)
    return Notifier(games, store, storage, channels, tournament_of=tournament_of, public=public)


async def _public_data(items: PublicItems, item: Item) -> PublicData:
    return data_of(await items.message(item, position(item.place)))


def _channels(settings: Settings, poster: Poster, sql: Sql) -> dict[str, Channel]:
    messengers, key = Messengers(poster, settings.public_url), push_key_of(settings)
    channels: dict[str, Channel] = dict.fromkeys(SIGNED, Webhooks(poster, settings.public_url))
    channels |= dict.fromkeys((DISCORD, SLACK, TELEGRAM), messengers)
    if key:
        channels[WEB_PUSH] = WebPush(poster, key, settings.public_url)
    if mail := mail_of(settings):
        channels[MAIL] = Mail(*mail, settings.public_url, MailLinks(sql), AccountStorage(sql).name, trusted_roots())
    return channels


def _phones(parts: AsyncExitStack, settings: Settings) -> dict[str, Channel]:
    channels: dict[str, Channel] = {}
    if account := fcm_of(settings):
        fcm = Fcm(account, settings.public_url)
        parts.push_async_callback(fcm.close)
        channels[FCM] = fcm
    if key := apple_key_of(settings):
        apns = Apns(key, settings.public_url, SANDBOX_URL if settings.apns_sandbox else APNS_URL)
        parts.push_async_callback(apns.close)
        channels[APNS] = apns
    return channels
