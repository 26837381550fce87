"""Every setting: its type, the kind that validates it, its meaning, its default."""

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from services.settings.kinds import (
    address,
    automatic_switch,
    file_path,
    folder_path,
    matching,
    network,
    number,
    one_of,
    several,
    store_url,
    switch,
    views_url,
    whole,
)

PREFIX = "TURNLEDGER_"
ROLES = ("api", "follower", "bots", "deadlines", "tournaments", "webhooks", "beacon", "log", "puzzles")
VIEWS = ("boards", "lists", "leaders")
_URL = r"https?://(\[[0-9a-fA-F:.]+\]|[^\s/?#@:\[\]]+)(:[0-9]{1,5})?"
_HOST = r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?"
_LABEL = r"[^\s]{1,200}"


class Settings(Struct, frozen=True, kw_only=True):
    """Each field is also an environment variable: `store` is TURNLEDGER_STORE. The text of a field is its meaning, as
    docs/reference/settings.md prints it.

    Secrets are never given as flags: keys are files below `keys`, passwords are part of the URLs of `store`, `views`
    and `smtp`, which come from the environment.
    """

    store: Annotated[
        str,
        store_url(),
        "Event store. Several PostgreSQL URLs are [several logs](../stores.md#several-logs): the home first, then the"
        " others in the order in which they were added.",
    ] = "sqlite:///data/turnledger.db"
    archive: Annotated[
        str,
        matching(r"(?!s3://).+|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/.*)?", "a folder or s3://BUCKET/PREFIX"),
        "Place of finished games that `turnledger archive` takes out of the store, the same for all processes"
        " ([archive](../stores.md#the-archive)).",
    ] = ""
    archive_cache_mb: Annotated[
        int,
        whole(0, 1_000_000),
        "MB of histories of archived games that a process keeps in memory; their rows take about twice that.",
    ] = 64
    views: Annotated[
        str,
        views_url(),
        "Views. `memory://` is in this process: stored once a minute and restored at its start. Else"
        " [Redis](../stores.md#redis).",
    ] = "memory://"
    views_keep_h: Annotated[
        float,
        number(0, 1_000_000),
        "Hours that board, options and feed of a finished game stay in the views; later they are folded on request from"
        " the store or the archive. The same for all processes.",
    ] = 24
    listen: Annotated[str, address(), "Address of the gRPC port."] = "127.0.0.1:50051"
    http: Annotated[
        str,
        address(optional=True),
        "Address of the HTTP port. With the role `api` it serves Connect, gRPC-Web and the web page; in every process"
        " `/livez`, `/readyz` and `/startupz` ([health](../settings.md#health)).",
    ] = "127.0.0.1:8080"
    metrics: Annotated[
        str,
        address(optional=True),
        "Address of `/metrics`, for Prometheus. Keep it from the public: counters tell players what others do. A"
        " process whose address is taken logs that and serves without metrics.",
    ] = "127.0.0.1:9464"
    shared_ports: Annotated[
        bool,
        switch(),
        "Other processes of this machine may listen on the same ports; `serve --workers N` sets it.",
    ] = False
    keys: Annotated[
        Path,
        folder_path(),
        "Folder of signing keys, created at the first start or by `turnledger keys`. All processes with the role `api`"
        " share it. If they cannot write it (a mounted secret), you renew the token keys:"
        " [keys](../operations.md#keys).",
    ] = Path("data/keys")
    roles: Annotated[tuple[str, ...], several(one_of(*ROLES), empty=False), "Roles of the process."] = ROLES
    follows: Annotated[
        tuple[str, ...],
        several(one_of(*VIEWS)),
        "Views that the role `follower` of this process keeps up to date; all if empty. Processes that follow boards"
        " share their shards automatically ([how](../decisions/0075-shards-in-parallel-processes.md)). One process each"
        " leads lists and leaderboards, and lists make it fold all games: where boards lag, let the processes with"
        " boards name `boards` alone.",
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        several(network()),
        "Addresses of your proxies, or networks where addresses change: only their `x-forwarded-for` is believed, for"
        " limits by address. Each entry is one proxy on the way of a call, the nearest first, so a caller from such a"
        " network is itself counted and not believed. Name two proxies in one network one by one, or the network twice."
        " Without it all callers behind a remote proxy count as one.",
    ] = ()
    origins: Annotated[
        tuple[str, ...],
        several(matching(_URL + r"|https?://[^\s/?#@:]+:\*", "https://HOST or http://HOST:*", optional=False)),
        "Other sites whose pages may call (CORS); `http://localhost:*` is every port of a host, for web apps in"
        " development.",
    ] = ()
    operators: Annotated[
        tuple[str, ...],
        several(
            matching("[a-z2-7]{26}", "the id of an account (`turnledger token --json` prints one)", optional=False)
        ),
        "Ids of the accounts with all powers of [moderation](../moderation.md), which give grants to others; the same"
        " in all processes.",
    ] = ()
    rules_max: Annotated[
        tuple[str, ...],
        several(matching("[a-z0-9_]+=[0-9]+", "GAME=VERSION", optional=False)),
        "New games of `GAME` begin under that version of the rules while processes of an older release run, e.g."
        " `power_grid=1,card_game=1` ([upgrades](../operations.md#upgrades)).",
    ] = ()
    fixed_setups: Annotated[
        bool,
        switch(),
        "Unrated tables may be opened with a seed or a set-up. Players who know the seed know the deck.",
    ] = False
    calls_per_s: Annotated[
        int,
        whole(1, 1_000_000),
        "Calls per second and account, with bursts of twice as many; faster callers get RESOURCE_EXHAUSTED with"
        " RetryInfo. Calls without a token: one per second and address, bursts of 60. Messages inside a stream are not"
        " counted.",
    ] = 500
    app_calls_per_min: Annotated[
        int,
        whole(60, 1_000_000_000),
        "Calls a minute of one [app](../apps.md) for all its players together, in this process; a minute's calls may"
        " come at once. Faster apps get RESOURCE_EXHAUSTED with `APP_TOO_FAST` and RetryInfo.",
    ] = 60_000
    streams_per_account: Annotated[
        int,
        whole(1, 1_000_000),
        "Open streams (watches, sessions, exports) per account in this process; `N` processes accept up to `N` times as"
        " many. The slot of a client that vanished is free after a minute.",
    ] = 200
    streams_per_address: Annotated[
        int,
        whole(1, 1_000_000),
        "The same per address. Addresses of the machine itself are not counted: a proxy there counts its own callers.",
    ] = 2_000
    connection_age_s: Annotated[
        int,
        whole(0, 1_000_000),
        "Seconds after which a gRPC connection is closed, once its calls have ended or a minute has passed, so that a"
        " balancer distributes clients again; `0` for never.",
    ] = 0
    tables_per_account: Annotated[
        int,
        whole(1, 1_000_000),
        "Unfinished tables that one account hosts or sits at, counted over all processes from the lists. An account"
        " that opens tables faster than the views follow gets a few more; while the views are unavailable they are not"
        " counted.",
    ] = 200
    tables_per_program: Annotated[
        int,
        whole(1, 1_000_000),
        "Unfinished tables of [an account of a program](../program-accounts.md), counted in the same way.",
    ] = 100
    challenges_per_program: Annotated[
        int,
        whole(1, 1_000_000),
        "Challenges a day to one program, from all accounts, counted over all processes in the store. Those of its"
        " owner and rematches are not counted.",
    ] = 1_000
    challenges_per_challenger: Annotated[
        int,
        whole(1, 1_000_000),
        "Challenges a day from one account to one program.",
    ] = 100
    beacon: Annotated[
        str,
        matching(r".+", "quicknet, or a file with the answer of `GET /CHAIN/info` of a drand relay"),
        "Beacon whose rounds take part in the draws of new tables and tournaments"
        " ([beacon](../provable-server.md#dice-from-a-public-beacon)).",
    ] = ""
    beacon_relays: Annotated[
        tuple[str, ...],
        several(matching(_URL + r"(/[^\s?#]*)?", "https://HOST", optional=False)),
        "Relays that serve rounds; a round proves itself.",
    ] = (
        "https://api.drand.sh",
        "https://api2.drand.sh",
        "https://api3.drand.sh",
        "https://drand.cloudflare.com",
    )
    beacon_lead_s: Annotated[
        int,
        whole(1, 3_600),
        "Seconds between the start of a table and its round: 15 and more where witnesses are to see the start before.",
    ] = 6
    log: Annotated[
        str,
        matching(r"[^\s+]{1,255}", "a name as play.example.org/log"),
        "Name (origin) of the transparency log of all games"
        " ([transparency log](../provable-server.md#a-transparency-log)).",
    ] = ""
    log_policy: Annotated[
        Path | None,
        file_path(),
        "File that names the witnesses of the log and their quorum, as <https://c2sp.org/tlog-policy> describes;"
        " without it no witness is asked.",
    ] = None
    bots_pace_s: Annotated[
        float,
        number(0, 3_600),
        "Seconds between two commands of a game among bots, so that people can watch; a game with a person has no"
        " pause.",
    ] = 0
    expert_tries: Annotated[
        int,
        whole(0, 400),
        "Highest number of tries that a table may state for a move of `expert` (TB-BOT-02); 0: tables state none. A try"
        " costs 40 to 50 ms of a core (`python -m bench.tries`), a whole game of four experts some 400 moves. Such"
        " moves are computed in a thread of their own, and other bots do not wait for them.",
    ] = 128
    games_in_memory: Annotated[
        int,
        whole(10, 10_000_000),
        "Games that each process holds, 50 to 80 KB each with four players. The least recently used one is evicted and"
        " read again, in some milliseconds, at its next move. Raise it if more games are in play at a time: where games"
        " take turns, one too few is read at every move.",
    ] = 10_000
    analyses: Annotated[
        int,
        whole(0, 64),
        "Finished games that each process with the role `api` explains at once (0: none), each in a process of its own"
        " of some 40 MB and low priority (nice 10). `serve --workers N` runs N times as many.",
    ] = 1
    analysis_tries: Annotated[
        int,
        whole(2, 400),
        "Continuations per decision: twelve take a core 40 seconds for a game of 400 commands. The table `analyses`"
        " stores one explanation per game and may be emptied at any time.",
    ] = 12
    puzzle_minutes: Annotated[
        int,
        whole(0, 1_440),
        "Minutes of a core per day that the role `puzzles` may spend on [puzzles](../puzzles.md), in a child process of"
        " low priority; 0: no puzzles. It looks only while fewer than seven days have a puzzle. The same for all"
        " processes.",
    ] = 10
    oidc_issuer: Annotated[
        str,
        matching(_URL + r"(/[^\s?#]*)?", "https://HOST/PATH as the issuer's `iss`"),
        "Your own issuer (OpenID Connect), whose access tokens are accepted, too. A subject gets an account at its"
        " first call.",
    ] = ""
    oidc_audience: Annotated[
        str,
        matching(_LABEL, "text without spaces"),
        "The `aud` that its access tokens must have. With a client id it may be empty: no access token is accepted.",
    ] = ""
    oidc_keys: Annotated[str, matching(_URL + r"(/\S*)?", "https://HOST/PATH"), "URL of its key set."] = ""
    oidc_client: Annotated[
        str,
        matching(_LABEL, "text without spaces"),
        "Our client id at the issuer: people sign in with it on the page. Register exactly `https://HOST/` as the"
        " redirect URI; code flow, PKCE with S256. The server reads `ISSUER/.well-known/openid-configuration` and needs"
        " network access to it.",
    ] = ""
    oidc_name: Annotated[str, matching(r".{1,100}", "up to 100 characters"), "Name of the issuer on the page."] = ""
    oidc_secret: Annotated[Path | None, file_path(), "File with the client secret, if there is one."] = None
    public_url: Annotated[
        str,
        matching(_URL, "https://HOST, as people open the page, and nothing after it"),
        "URL of the page: for links in notices, [links to games](../embeds.md), [apps](../apps.md), and as the contact"
        " of push services. Without it nothing is sent to browsers ([notices](../notices.md)).",
    ] = ""
    mcp_url: Annotated[
        str,
        matching(_URL + r"/[^\s?#]+", "https://HOST/PATH, as agents call it"),
        "Address of an [MCP server](../agents.md#for-many-players) in front of this server. Apps get tokens for it, and"
        " `turnledger mcp --http` takes them. Needs `TURNLEDGER_PUBLIC_URL`. The same for all processes.",
    ] = ""
    passkey_id: Annotated[
        str,
        matching(_HOST, "a domain"),
        "Domain of passkeys: `example.org` covers the hosts below it; the host of `TURNLEDGER_PUBLIC_URL` if empty."
        " Another domain invalidates all passkeys: choose once. Passkeys need a domain over https (or localhost).",
    ] = ""
    passkey_origins: Annotated[
        tuple[str, ...],
        several(
            matching(
                _URL + r"|android:apk-key-hash:[A-Za-z0-9_-]{43}",
                "https://HOST or android:apk-key-hash:HASH",
                optional=False,
            )
        ),
        "Where passkeys may be shown: sites, and Android apps by their certificate; `TURNLEDGER_PUBLIC_URL` if empty.",
    ] = ()
    smtp: Annotated[
        str,
        matching(
            r"(smtp|smtps|smtp\+starttls)://\S+",
            "smtps://USER:PASSWORD@HOST, smtp+starttls://… or smtp://HOST:PORT without a password",
            secret=True,
        ),
        "Your mail server. Mail also needs `TURNLEDGER_MAIL_FROM` and `TURNLEDGER_PUBLIC_URL`.",
    ] = ""
    mail_from: Annotated[
        str,
        matching(r"[^<>@\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+", "NAME <USER@HOST>"),
        "Sender of mail: `Turnledger <noreply@play.example.org>`.",
    ] = ""
    push_services: Annotated[
        tuple[str, ...],
        several(matching(rf"(\*\.)?{_HOST}", "HOST or *.SUFFIX", optional=False)),
        "Push services whose subscriptions browsers may bring.",
    ] = (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "*.push.apple.com",
        "*.notify.windows.com",
    )
    fcm: Annotated[
        Path | None,
        file_path(),
        "File with the key of a Google service account that may send by Firebase Cloud Messaging (the JSON from"
        " Google): notices to apps ([notices](../notices.md)). In processes with the roles `api` and `webhooks`.",
    ] = None
    apns_key: Annotated[
        Path | None, file_path(), "File with a key for Apple's push service (`AuthKey_….p8`). In the same processes."
    ] = None
    apns_key_id: Annotated[str, matching(_LABEL, "text without spaces"), "Id of that key."] = ""
    apns_team: Annotated[str, matching(_LABEL, "text without spaces"), "Id of the team."] = ""
    apns_topic: Annotated[str, matching(_LABEL, "text without spaces"), "Bundle id of the app."] = ""
    apns_sandbox: Annotated[bool, switch(), "Whether the app is a build from Xcode."] = False
    webhooks_private: Annotated[
        bool,
        switch(),
        "Notice targets may be in private networks and use plain http ([notices](../notices.md)): for closed networks"
        " and tests.",
    ] = False
    tls_certificate: Annotated[
        Path | None,
        file_path(),
        "PEM file with the certificate chain of the gRPC port and the HTTP port. Both use TLS then.",
    ] = None
    tls_key: Annotated[Path | None, file_path(), "PEM file with its private key."] = None
    tls_client_ca: Annotated[
        Path | None, file_path(), "PEM file: every client of both ports must present a certificate of this CA (mTLS)."
    ] = None
    log_level: Annotated[
        str, one_of("debug", "info", "warning", "error"), "Least level of log lines, which go to standard error."
    ] = "info"
    log_json: Annotated[
        bool | None,
        automatic_switch("JSON unless standard error is a terminal"),
        "Log one JSON object per line; `false`: text.",
    ] = None
    otlp: Annotated[
        str,
        matching(_URL + r"(/\S*)?", "http://HOST:4317"),
        "OTLP collector for traces (extra `otel`). The trace id of a command is its request id. A call with a"
        " `traceparent` (W3C Trace Context) is a span of the trace of its caller, with the attribute `request_id`; the"
        " trace of the command links back to it.",
    ] = ""
    otlp_share: Annotated[
        float,
        number(0, 1),
        "Share of traces that are kept, by trace id, the same in all processes; flags of callers are ignored.",
    ] = 1.0
