"""Connection settings for PostgreSQL, whatever the defaults of server, database and role."""

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import (
    CantChangeRuntimeParam,
    IdleInTransactionSessionTimeout,
    InsufficientPrivilege,
    ProgramLimitExceeded,
    ReadOnlySqlTransaction,
    StatementTooComplex,
    TooManyArguments,
    TooManyColumns,
    TransactionIntegrityConstraintViolation,
    TransactionTimeout,
    UnsafeNewEnumValueUsage,
)

# A peer that vanished without a word is noticed within five seconds.
_NOTICED = {
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 4000,
}
REFUSED = (
    ProgramLimitExceeded,
    StatementTooComplex,
    TooManyColumns,
    TooManyArguments,
    CantChangeRuntimeParam,
    UnsafeNewEnumValueUsage,
    TransactionIntegrityConstraintViolation,
)
"""Operational errors to psycopg, but caused by the statement: it would always fail. Catch these before LOST."""
LOST = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    ReadOnlySqlTransaction,
    InsufficientPrivilege,
    IdleInTransactionSessionTimeout,
    TransactionTimeout,
)
"""Errors that may pass by themselves or after an operator's action: until then the store is unavailable."""


def conninfo(url: str, role: str) -> str:
    """Return libpq parameters. The URL wins, except for the encoding, which our texts require."""
    defaults: dict[str, Any] = {**_NOTICED, "application_name": f"turnledger {role}"}
    return make_conninfo("", **{**defaults, **conninfo_to_dict(url), "client_encoding": "UTF8"})
