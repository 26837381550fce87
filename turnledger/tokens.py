"""A pair of tokens and what calls take from it, made once for a pair and not at each call."""

import math
import time
from collections.abc import Callable

import grpc

from turnledger.v1 import accounts_pb2

AHEAD_S = 60.0
"""How long before its end an access token is exchanged."""
ANONYMOUS = frozenset(
    f"Accounts/{name}"
    for name in (
        "RefreshTokens",
        "SignIn",
        "SignInAsGuest",
        "SignInWithIssuer",
        "Recover",
        "RequestRecovery",
        "BeginPasskeySignIn",
        "SignInWithPasskey",
    )
)
"""Methods for which no token is exchanged ahead: who calls them has none, or none that is good."""


class InUse:
    """`pair`: None before a sign-in. `renew_at_s`: when it is exchanged, seconds since 1970 by the client's clock;
    infinite: only when the server refuses it."""

    __slots__ = ("access_token", "metadata", "pair", "renew_at_s")

    def __init__(self, pair: accounts_pb2.Tokens | None, language: str) -> None:
        self.pair, self.access_token, self.renew_at_s = pair, "", math.inf
        self.metadata = grpc.aio.Metadata()
        if pair and not pair.access_token:
            self.renew_at_s = -math.inf  # the first call asks the source
        elif pair:
            self.access_token = pair.access_token
            self.metadata.add("authorization", f"Bearer {pair.access_token}")
            if pair.HasField("access_expire_time"):
                self.renew_at_s = pair.access_expire_time.seconds - AHEAD_S
        if language:
            self.metadata.add("accept-language", language)

    def believe(self, clock: Callable[[], float] = time.time) -> "InUse":
        """Use a new pair, which has not expired: if a clock shows otherwise the clock is wrong, and only the server's
        refusal counts."""
        if clock() >= self.renew_at_s:
            self.renew_at_s = math.inf
        return self
