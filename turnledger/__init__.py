"""The client library: generated messages of the public contract (`turnledger.v1`) and what makes them pleasant to use.

`sign_in` is where to begin; its module has an example. docs/client.md walks through the rest.
"""

from turnledger.chance import Chance, ChanceMismatch
from turnledger.client import Client, sign_in
from turnledger.device import Device, DeviceMismatch
from turnledger.errors import ServiceError
from turnledger.game import Game, Turn
from turnledger.log import Head, LogMismatch
from turnledger.methods import Pages, new_request_id
from turnledger.pending import Sent
from turnledger.queue import Flushed
from turnledger.session import Session, open_session
from turnledger.stores import FileStore, MemoryStore, Store

__all__ = [
    "Chance",
    "ChanceMismatch",
    "Client",
    "Device",
    "DeviceMismatch",
    "FileStore",
    "Flushed",
    "Game",
    "Head",
    "LogMismatch",
    "MemoryStore",
    "Pages",
    "Sent",
    "ServiceError",
    "Session",
    "Store",
    "Turn",
    "new_request_id",
    "open_session",
    "sign_in",
]
