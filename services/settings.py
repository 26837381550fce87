"""What an operator can set: the only place that reads the environment. docs/operations.md lists it all."""

import os
import re
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from services.store.backends import is_store

PREFIX = "TURNLEDGER_"
LISTS = (
    *("roles", "follows", "proxies", "origins", "operators", "rules_max"),
    *("beacon_relays", "push_services", "passkey_origins"),
)
"""Fields that are separated by commas."""
PORT_MAX = 65_535
_VIEWS = re.compile(
    r"memory://$|rediss?://[^/?]*(/[0-9]*)?(\?.*)?$|rediss?\+sentinel://[^/?]*/[^/?]+(/[0-9]*)?(\?.*)?$", re.ASCII
)
_PUBLIC = re.compile(r"https?://[^/?#\s]+", re.ASCII)
_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]]+):(?P<port>[0-9]{1,5})", re.ASCII)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Each field is also an environment variable: `store` is TURNLEDGER_STORE. Lists are separated by commas.

    Secrets are never given as flags: keys lie in files below `keys`, passwords are part of the URLs of `store` and
    `views`, which come from the environment.
    """

    store: str = "sqlite:///data/turnledger.db"
    """Event store: `sqlite:///PATH` or `postgresql://…`; several `postgresql://…` with spaces between them for a set of
    logs: the home first, then the others in the order in which they were added."""
    views: str = "memory://"
    """Views: `memory://` (this process alone), `redis://…`, `rediss://…` or `redis+sentinel://…`."""
    views_keep_h: Annotated[float, Meta(ge=0, le=1_000_000)] = 24
    """Hours that board, options and feed of a game stay in the views when it is over; then they are folded from the
    store for who asks. The same for all processes of a store."""
    archive: str = ""
    """Where finished games go that `turnledger archive` takes out of the store: a folder or `s3://BUCKET/PREFIX`; the
    same for all processes of a store; empty for none."""
    archive_cache_mb: Annotated[int, Meta(ge=0, le=1_000_000)] = 64
    """Of histories of archived games that this process holds in memory; their rows take about twice that."""
    listen: str = "127.0.0.1:50051"
    """gRPC: HOST:PORT."""
    http: str = "127.0.0.1:8080"
    """Connect, gRPC-Web and web page with the role `api`; /metrics and health always: HOST:PORT; empty for none."""
    shared_ports: bool = False
    """Several processes of this machine listen on the same ports (set by `serve --workers`)."""
    keys: Path = Path("data/keys")
    """Folder of the keys that sign tokens and histories; made at the first start."""
    roles: tuple[str, ...] = ("api", "follower", "bots", "deadlines", "tournaments", "webhooks", "beacon", "log")
    """What this process does."""
    follows: tuple[str, ...] = ()
    """Views that the role `follower` of this process keeps: boards, lists, leaders; all if none is named."""
    proxies: tuple[str, ...] = ()
    """The operator's own proxies, whose `x-forwarded-for` is believed: an address or a network for each of them."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may call the HTTP port (CORS allow-list), `http://localhost:*` on every port."""
    operators: tuple[str, ...] = ()
    """Ids of the accounts that may stop tables, mute in chat and see private tables."""
    rules_max: tuple[str, ...] = ()
    """`GAME=VERSION`: new games of it begin under this version of the rules at most, while older programs take part."""
    fixed_setups: bool = False
    """Whether unrated tables may be opened with a seed or a whole set-up."""
    calls_per_s: int = 500
    """Calls of one account, twice as many at once; messages inside a stream are not counted."""
    streams_per_account: int = 200
    streams_per_address: int = 2_000
    """Open streams (watches, sessions, exports) in this process, of one account and from one address."""
    beacon: str = ""
    """The beacon whose rounds take part in the draws of new tables: `quicknet`, or a file with what
    `GET /CHAIN/info` of a drand relay says; empty for none."""
    beacon_relays: tuple[str, ...] = (
        "https://api.drand.sh",
        "https://api2.drand.sh",
        "https://api3.drand.sh",
        "https://drand.cloudflare.com",
    )
    """Where rounds are fetched; what they say proves itself."""
    beacon_lead_s: int = 6
    """From a start to the round that it names: 15 and more where witnesses are to have seen the start before."""
    log: str = ""
    """Name (origin) of the transparency log that is kept of all games, e.g. `play.example.org/log`; empty for none."""
    log_policy: Path | None = None
    """Its witnesses and their quorum, as https://c2sp.org/tlog-policy writes them; without it nobody is asked."""
    bots_pace_s: float = 0
    """Seconds between two commands of a game that bots play among themselves."""
    expert_tries: Annotated[int, Meta(ge=0, le=400)] = 128
    """Tries for a move of `expert` that a table may state at most; 0: tables state none."""
    games_in_memory: Annotated[int, Meta(ge=10, le=10_000_000)] = 10_000
    """Games that this process holds; whichever was unused for longest goes first, and is read again when it is asked
    for."""
    analyses: Annotated[int, Meta(ge=0, le=64)] = 1
    """Finished games that this process has explained at once, each by a process beside it that gives way; 0: none."""
    analysis_tries: Annotated[int, Meta(ge=2, le=400)] = 12
    """Continuations that are looked at for each of their decisions: what is kept was made with as many."""
    tables_per_account: int = 200
    """Tables that are not over which one account hosts or sits at."""
    oidc_issuer: str = ""
    oidc_audience: str = ""
    oidc_keys: str = ""
    """An issuer of the operator's own, whose access tokens are taken too: its `iss`, the `aud` they must have, and the
    URL of its key set."""
    oidc_client: str = ""
    oidc_name: str = ""
    oidc_secret: Path | None = None
    """With a client id, people sign in with that issuer from the page: what the page calls it, and a file with the
    client's secret if it has one."""
    public_url: str = ""
    """Where people open the page, e.g. `https://play.example.org`: for links in notices, and the contact that push
    services want; without it nothing is sent to browsers."""
    passkey_id: str = ""
    passkey_origins: tuple[str, ...] = ()
    """The domain that passkeys are for, and where they may be shown: `https://HOST`, `android:apk-key-hash:…`; what
    `public_url` says, where nothing else is named."""
    smtp: str = ""
    """The operator's server for mail: `smtps://USER:PASSWORD@HOST`, `smtp+starttls://…` or `smtp://HOST:PORT`; with
    `mail_from` and `public_url`."""
    mail_from: str = ""
    """Who writes: `Turnledger <noreply@play.example.org>`."""
    push_services: tuple[str, ...] = (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "*.push.apple.com",
        "*.notify.windows.com",
    )
    """Whose subscriptions browsers may bring: hosts, or `*.` and what they end with."""
    fcm: Path | None = None
    """File with the key of a service account that may send by Firebase Cloud Messaging, as Google gives it: for apps on
    phones; without it nothing is sent there."""
    apns_key: Path | None = None
    apns_key_id: str = ""
    apns_team: str = ""
    apns_topic: str = ""
    apns_sandbox: bool = False
    """File with a key for Apple's push service, the key's and the team's id, the app's bundle id, and whether the app
    is one from Xcode. Without the file nothing is sent there."""
    webhooks_private: bool = False
    """Whether webhooks may lead into private networks and use plain http: for closed networks and tests only."""
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    """PEM files. With a client CA every client must show a certificate of it (mTLS)."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = True
    otlp: str = ""
    """OTLP collector for traces, e.g. http://collector:4317; needs the `otel` extra."""
    otlp_share: Annotated[float, Meta(ge=0, le=1)] = 1.0
    """Of traces that are kept."""


class BadSettings(ValueError):
    """A variable that does not exist or has a value that it cannot have."""


def from_environment(environment: Mapping[str, str] = os.environ, /, **flags: object) -> Settings:
    """The settings of the environment; flags that are not None win."""
    given: dict[str, object] = {
        name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)
    }
    given |= {name: value for name, value in flags.items() if value is not None}
    for name in LISTS:
        if isinstance(text := given.get(name), str):
            given[name] = tuple(part.strip() for part in text.split(",") if part.strip())
    for name in given.keys() - set(Settings.__struct_fields__):
        raise BadSettings(f"there is no {PREFIX}{name.upper()}: docs/operations.md lists what there is")
    try:
        settings = msgspec.convert(given, Settings, strict=False, dec_hook=_decode)
    except msgspec.ValidationError as error:
        raise BadSettings(str(error)) from error
    _check(settings)
    return settings


def host_and_port(address: str) -> tuple[str, int]:
    """`127.0.0.1:8080` or `[::1]:8080` as a socket takes it. Raises BadSettings."""
    parts = _ADDRESS.fullmatch(address)
    if not parts or int(parts["port"]) > PORT_MAX:
        raise BadSettings(f"{address!r} is not HOST:PORT, as listen and http must be")
    return parts["host"].strip("[]"), int(parts["port"])


def _check(settings: Settings) -> None:
    """URLs are not repeated: they may hold passwords."""
    if not is_store(settings.store):
        raise BadSettings(
            "store: the URL is none of sqlite:///PATH or postgresql://…, and only the latter can be several, with"
            " spaces between them"
        )
    if not _VIEWS.match(settings.views):
        raise BadSettings("views: the URL is none of memory://, redis://HOST:PORT/DATABASE or rediss://…")
    for proxy in settings.proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise BadSettings(f"proxies: {error}") from error
    if settings.public_url and not _PUBLIC.fullmatch(settings.public_url):
        raise BadSettings("public_url: https://HOST, as people open the page, and nothing after it")
    host_and_port(settings.listen)
    if settings.http:
        host_and_port(settings.http)


def as_environment(flags: Mapping[str, object]) -> dict[str, str]:
    """The variables that say the same as the flags, for processes that are started with them."""
    return {PREFIX + name.upper(): str(value) for name, value in flags.items() if value is not None}


def _decode(wanted: type, value: object) -> object:
    assert wanted is Path
    return Path(str(value))
