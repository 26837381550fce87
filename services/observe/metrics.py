"""The process's Prometheus metrics, all in one place. `/metrics` on the HTTP port serves them; docs/operations.md
explains each and says when to worry. The label `log` is EventStore.label: empty, and so none to Prometheus, where a
store is one log or where it is about all of them."""

from prometheus_client import Counter, Gauge, Histogram

_LATENCY_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

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
    "Seconds that the server took for a small question, asked once a second",
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
STREAMS = Gauge("turnledger_streams", "Open streams: watches, sessions, exports", ("method",))
