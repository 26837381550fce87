"""The process's Prometheus metrics, all in one place. `/metrics` on the HTTP port serves them; docs/operations.md
explains each and says when to worry."""

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
FOLLOWER_LAG_EVENTS = Gauge("turnledger_follower_lag_events", "Events stored but not yet in a view", ("view",))
SERVER_ANSWERS = Gauge(
    "turnledger_server_answers", "1 while the server answers this process in time, else 0: store or views", ("server",)
)
LEADS = Gauge(
    "turnledger_leads",
    "1 while this process does the work of a role, or follows for a view (view NAME), for the whole store, else 0",
    ("role",),
)
FOLLOWER_RESTARTS = Counter("turnledger_follower_restarts_total", "Times a follower had to start again", ("view",))
STREAMS = Gauge("turnledger_streams", "Open streams: watches, sessions, exports", ("method",))
