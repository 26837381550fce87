"""Limits on challenges: tables that invite programs by name (TB-PROG-01). They are counted in the store, for all
processes together."""

import time
from collections.abc import Callable, Iterable

from services.accounts.attempt_limiter import AttemptLimiter, Bucket
from services.accounts.program_storage import PROGRAMS_MAX
from services.accounts.sign_in import SignIn
from services.application.command_errors import Contended
from services.platform.rate_limiter import TooFast, TooMany

DAY_S = 86_400
OPENS_S = 10.0
"""A call that has counted its challenges opens its table within this time."""


class ChallengeLimits:
    """`of_program`: challenges a day to one program, from all. `of_challenger`: from one account to one program. So
    many are accepted at once, and as many again in a day. `clock`: seconds since 1970."""

    def __init__(
        self,
        sign_in: SignIn,
        tries: AttemptLimiter,
        of_program: int,
        of_challenger: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._sign_in, self._tries, self._clock = sign_in, tries, clock
        self._of_program, self._of_challenger = of_program, of_challenger

    async def take(self, challenger: str, invited: Iterable[str], table_id: str) -> None:
        """Count a challenge to each program among the invited accounts that the challenger does not own, once for each
        table: a call may have been cut before it opened its table, and is sent again. Raises TooMany, and then nothing
        is counted; Contended while the same table is opened by a call that arrived twice; StoreUnavailable."""
        programs = [each for each in dict.fromkeys(invited) if await self._sign_in.is_program(each)]
        if not programs:
            return
        owned = {each.program_id for each in await self._sign_in.programs(challenger, "", PROGRAMS_MAX)}
        counted = [each for each in programs if each not in owned]
        if not counted:
            return
        taken = [Bucket(f"challenges of table {table_id}", OPENS_S, 1)]
        try:
            await self._tries.take(taken, self._clock())
        except TooFast:
            raise Contended(table_id, 1) from None
        for program in counted:
            once = Bucket(f"challenge to {program} at table {table_id}", DAY_S, 1)
            own = Bucket(f"challenges {program} {challenger}", DAY_S / self._of_challenger, self._of_challenger)
            for bucket in (once, own, Bucket(f"challenges {program}", DAY_S / self._of_program, self._of_program)):
                try:
                    await self._tries.take([bucket], self._clock())
                except TooFast as often:
                    if bucket is once:
                        break
                    await self._tries.give_back(taken)
                    reason = "TOO_MANY_CHALLENGES" if bucket is own else "PROGRAM_CHALLENGES_FULL"
                    raise TooMany(reason, bucket.most, often.retry_after_s) from often
                taken.append(bucket)
