"""Limits on challenges to programs, counted in a real store (TB-PROG-01)."""

import pytest

from services.accounts.account import Account, new_account_id
from services.accounts.account_storage import AccountStorage
from services.accounts.attempt_limiter import AttemptLimiter
from services.accounts.challenge_limits import OPENS_S, ChallengeLimits
from services.application.command_errors import Contended
from services.platform.rate_limiter import TooMany


async def program(sql, name):
    account = Account(new_account_id(), name, guest=False, created_at=0, program=True)
    await AccountStorage(sql).add(account)
    return account.account_id


async def test_challenge_whose_call_was_cut_before_its_table_was_opened_counts_once(sql, sign_in):
    one, other = await program(sql, "one"), await program(sql, "other")
    now_s = 1_000_000.0
    limits = ChallengeLimits(sign_in, AttemptLimiter(sql), 10, 1, clock=lambda: now_s)
    await limits.take("ann", [one], "the table")
    with pytest.raises(Contended):
        await limits.take("ann", [one], "the table")
    now_s += OPENS_S + 1
    await limits.take("ann", [one], "the table")  # the same request again
    now_s += OPENS_S + 1
    await limits.take("ann", [other], "the table")  # with another program, which is counted
    with pytest.raises(TooMany):
        await limits.take("ann", [other], "another table")
    with pytest.raises(TooMany):
        await limits.take("ann", [one], "another table")
    now_s += OPENS_S + 1
    with pytest.raises(TooMany):  # what was refused is not counted as taken
        await limits.take("ann", [one], "another table")
