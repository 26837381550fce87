"""The client library: generated messages of the public contract (`turnledger.v1`) and what makes them pleasant to use.

`sign_in` is where to begin; its module has an example.
"""

from turnledger.client import Client, Game, Turn, new_request_id, sign_in
from turnledger.errors import ServiceError
from turnledger.session import Session, open_session

__all__ = ["Client", "Game", "ServiceError", "Session", "Turn", "new_request_id", "open_session", "sign_in"]
