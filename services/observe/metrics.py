"""The process's Prometheus metrics, all in one place. `/metrics` on its own port serves them; docs/settings.md
explains each and says when to worry. The label `log` is EventStore.label: empty, and so none to Prometheus, where a
store is one log or where it is about all of them."""

from prometheus_client import Counter, Gauge, Histogram, Info

_LATENCY_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

BUILD = Info("turnledger_build", "The program of this process: version, and the digest of its rules and views")
BUGS = Counter(
    "turnledger_bugs_total",
    "Mistakes of ours: calls that failed by one, and tracebacks in the log",
    ("where",),
)
for _where in ("call", "log"):
    BUGS.labels(_where)  # a counter that is born at 1 hides its first event from `increase`
COMMAND_SECONDS = Histogram(
    "turnledger_command_seconds",
    "Seconds from taking a command to its answer, by kind of command and outcome (ok, a reason code, or a failure)",
    ("kind", "outcome"),
    buckets=_LATENCY_S,
)
APPEND_BATCH_ROWS = Histogram(
    "turnledger_append_batch_rows",
    "Events stored by one transaction",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024),
)
APPEND_SECONDS = Histogram(
    "turnledger_append_seconds", "Seconds of one append transaction, its retries included", buckets=_LATENCY_S
)
APPEND_QUEUED_ROWS = Gauge("turnledger_append_queued_rows", "Events that wait to be stored")
CACHE_READS = Counter("turnledger_game_cache_reads_total", "Games asked for, by result: hit or miss", ("result",))
ARCHIVE_READS = Counter(
    "turnledger_archive_reads_total",
    "Archived games asked for, by result: hit (held in memory) or miss (its file is read)",
    ("result",),
)
UNREADABLE_GAMES = Gauge(
    "turnledger_unreadable_games",
    "Archived games whose files this process could not read and did not read since",
    ("log",),
)
PASSED_OVER_GAMES = Gauge(
    "turnledger_passed_over_games",
    "Games that a view does not show because their events cannot be folded",
    ("view", "log"),
)
UNREADABLE_EVENTS = Counter(
    "turnledger_unreadable_events_total",
    "Events that a role of this process could not read and passed over, once each time that it begins",
)
FOLLOWER_LAG_EVENTS = Gauge(
    "turnledger_follower_lag_events", "Events stored but not yet in a view, by the log that it follows", ("view", "log")
)
CALL_SECONDS = Histogram(
    "turnledger_call_seconds",
    "Seconds of a call with one answer, by method and code (OK, or why it was refused), over gRPC and HTTP",
    ("method", "code"),
    buckets=(0.005, 0.025, 0.1, 0.5, 2.5, 10.0),
)
STREAM_ENDS = Counter(
    "turnledger_stream_ends_total",
    "Streams that ended, by method and code (CANCELLED: their caller left)",
    ("method", "code"),
)
POOL_CONNECTIONS = Gauge(
    "turnledger_pool_connections", "Connections to PostgreSQL for what stands beside the events, by state", ("state",)
)
POOL_WAITING = Gauge("turnledger_pool_waiting", "Statements that wait for one of these connections")
CONNECTIONS_OPENED = Counter(
    "turnledger_connections_opened_total",
    "Connections to PostgreSQL that were opened, by what they are for",
    ("purpose",),
)
SERVER_SECONDS = Gauge(
    "turnledger_server_seconds",
    "Seconds that the server took for a small question, asked each second, and each five while nothing moves",
    ("server", "log"),
)
SERVER_SILENCES = Counter(
    "turnledger_server_silences_total",
    "Such questions without an answer in time: it hung, or was away",
    ("server", "log"),
)
SERVER_ANSWERS = Gauge(
    "turnledger_server_answers",
    "1 while the server answers this process in time, else 0: views, or the store, each log of it",
    ("server", "log"),
)
LEADS = Gauge(
    "turnledger_leads",
    "1 while this process does the work of a role, or follows for a view (view NAME), for the whole store or a log of"
    " it, else 0",
    ("role", "log"),
)
FOLLOWER_RESTARTS = Counter(
    "turnledger_follower_restarts_total", "Times a follower had to start again", ("view", "log")
)
LOOP_LAG_SECONDS = Histogram(
    "turnledger_loop_lag_seconds",
    "Seconds by which a heartbeat of the event loop, due every 50 ms, was late",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
LOOP_HELD_SECONDS = Counter(
    "turnledger_loop_held_seconds_total",
    "Seconds for which the event loop answered nothing, counted where they were more than 0.25 in a row",
)
CLOCK_DIFFERENCE_SECONDS = Gauge(
    "turnledger_clock_difference_seconds",
    "Seconds by which another clock (database, newest event, machine) is ahead of this process; negative: behind it",
    ("other",),
)
VIEWS_LOST = Counter(
    "turnledger_views_lost_total",
    "Times a view fell back towards its beginning: its server lost its memory, or the view was emptied",
    ("view", "log"),
)
WAL_ARCHIVER_FAILS = Gauge(
    "turnledger_wal_archiver_fails",
    "1 while the last attempt of PostgreSQL to archive its log failed, else 0",
    ("log",),
)
NOTICES_LATE_SECONDS = Gauge(
    "turnledger_notices_late_seconds", "Seconds for which the notice that is due for longest has waited"
)
NOTICES_WAITING = Gauge("turnledger_notices_waiting", "Notices that are due or will be")
BEACON_LATE_SECONDS = Gauge(
    "turnledger_beacon_late_seconds",
    "Seconds for which a table has waited for a round that should be published",
    ("log",),
)
RELAY_ANSWERS = Counter(
    "turnledger_beacon_relay_answers_total",
    "Questions to a relay of the beacon, by result: round, none, wrong or silent",
    ("relay", "result"),
)
LOG_UNSEEN_SECONDS = Gauge(
    "turnledger_log_unseen_seconds",
    "Seconds for which no quorum of witnesses has seen the newest checkpoint of the transparency log",
)
WITNESS_ANSWERS = Counter(
    "turnledger_witness_answers_total",
    "Requests to a witness of the transparency log, by result: cosigned or failed",
    ("witness", "result"),
)
STREAMS = Gauge("turnledger_streams", "Open streams: watches, sessions, exports", ("method",))
