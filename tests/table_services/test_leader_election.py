"""The work of a leader starts again, whatever ended it."""

import asyncio
from contextlib import suppress

import pytest
from prometheus_client import REGISTRY

from services.roles import leader_election as leading
from services.store.interface import StoreUnavailable


@pytest.mark.parametrize("error", [StoreUnavailable("gone"), OSError(), RuntimeError("a bug")], ids=repr)
async def test_a_role_that_failed_starts_again(store, monkeypatch, error):
    monkeypatch.setattr(leading, "RETRY_S", 0)
    monkeypatch.setattr(leading, "RESTART_S", 0)
    started, again = 0, asyncio.Event()

    def leads():
        return REGISTRY.get_sample_value("turnledger_leads", {"role": "role", "log": ""})

    async def work():
        nonlocal started
        assert leads() == 1
        started += 1
        if started == 1:
            raise error
        again.set()
        await asyncio.Event().wait()

    role = asyncio.create_task(leading.keep_leading(store, "role", work))
    async with asyncio.timeout(60):
        await again.wait()
    assert not role.done()
    role.cancel()
    with suppress(asyncio.CancelledError):
        await role
    assert leads() == 0
