"""A client keeps the last tree of a log that it saw, and accepts only trees that extend it."""

from base64 import b64encode

import pytest

from services.cli.credentials import StoredCredentials
from services.tlog.merkle import consistency
from services.tlog.notes import ED25519, Signer
from tests.tlog.test_merkle import node
from tests.tlog.tlog_kit import LOG, ORIGIN, checkpoint, mth
from turnledger import LogMismatch
from turnledger.log import SeenLog, read_head, stored
from turnledger.v1.history_pb2 import GetLogHeadResponse

LEAVES = [b"leaf %d" % number for number in range(9)]
OTHERS = [*LEAVES[:4], b"another", *LEAVES[5:]]


class Server:
    """A server that shows a log of these leaves to every caller."""

    def __init__(self, leaves=(), log=LOG):
        self.leaves, self.log, self.asked = [*leaves], log, []

    async def __call__(self, *, old_size=0, size=0):
        self.asked.append((old_size, size))
        if not self.leaves:
            return GetLogHeadResponse()
        there = old_size <= (size or len(self.leaves)) <= len(self.leaves)
        path = consistency(node(self.leaves), old_size, size or len(self.leaves)) if there else []
        return GetLogHeadResponse(checkpoint=checkpoint(self.leaves, log=self.log).content.decode(), path=path)


async def seen(*stages):
    """A client that was shown these logs one after the other, its server, and what it kept."""
    server, kept = Server(), []
    log = SeenLog(server)
    log.keep = kept.append
    for leaves in stages:
        server.leaves = leaves
        await log.look()
    return log, server, kept


async def test_a_log_that_grows_is_kept_and_asked_for_from_there_on():
    log, server, kept = await seen(LEAVES[:1], LEAVES[:4], LEAVES[:4], LEAVES)
    assert [(each.origin, each.size, each.root) for each in kept] == [
        (ORIGIN, size, mth(LEAVES[:size]).hex()) for size in (1, 4, 9)
    ]
    assert server.asked == [(0, 0), (1, 0), (4, 0), (4, 0)]
    assert kept[-1].checkpoint == checkpoint(LEAVES).content.decode()
    again = SeenLog(Server(LEAVES))
    again.load(stored(log.head))
    assert await again.look() == log.head


@pytest.mark.parametrize(
    ("now", "says"),
    [
        (LEAVES[:5], "shrunk: 6 leaves were seen, there are 5"),
        ([], "no log any more"),
        (OTHERS[:6], "rewritten or forked: its 6 leaves do not go on from the 6"),
        (OTHERS, "rewritten or forked: its 9 leaves do not go on from the 6"),
        ([LEAVES[1], LEAVES[0], *LEAVES[2:]], "rewritten or forked"),
    ],
)
async def test_one_that_shrank_or_was_rewritten_is_said_each_time_and_the_first_is_kept(now, says):
    log, server, kept = await seen(LEAVES[:6])
    server.leaves = now
    for _ in range(2):
        with pytest.raises(LogMismatch, match=says) as found:
            await log.look()
        assert found.value.before == kept[0] == log.head
        assert found.value.shown == (checkpoint(now).content.decode() if now else "")
    assert len(kept) == 1


async def test_another_log_is_not_that_log():
    log, server, _ = await seen(LEAVES[:6])
    server.log, server.leaves = Signer("other.example/log", ED25519, b"\x01" * 32), LEAVES
    with pytest.raises(LogMismatch, match=r"'other\.example/log' now"):
        await log.look()


async def test_two_histories_shown_to_two_clients_meet_where_either_is_shown_to_the_other():
    ann, anns, _ = await seen(LEAVES[:4], LEAVES)
    bob, _, _ = await seen(OTHERS[:4], OTHERS)
    for early in (LEAVES[:4], LEAVES[:1], LEAVES):
        await ann.holds(read_head(checkpoint(early).content.decode()))
    with pytest.raises(LogMismatch, match="rewritten or forked"):
        await ann.holds(bob.head)
    anns.leaves = OTHERS
    with pytest.raises(LogMismatch, match="rewritten or forked"):
        await ann.look()


async def test_a_greater_tree_of_somebody_else_is_held_too():
    ann, anns, _ = await seen(LEAVES[:4])
    anns.leaves = LEAVES
    await ann.holds(read_head(checkpoint(LEAVES[:7]).content.decode()))
    with pytest.raises(LogMismatch, match="rewritten or forked"):
        await ann.holds(read_head(checkpoint(OTHERS[:7]).content.decode()))
    with pytest.raises(LogMismatch, match="shown no log"):
        await SeenLog(Server()).holds(ann.head)


@pytest.mark.parametrize("spoilt", ["", "x", f"{ORIGIN}\n-1\n{b64encode(bytes(32)).decode()}\n\n- x\n"])
def test_what_is_no_checkpoint_is_refused(spoilt):
    with pytest.raises(ValueError, match="not a checkpoint"):
        read_head(spoilt)


def test_what_was_seen_is_kept_for_its_owner_alone_and_never_less_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    kept = StoredCredentials("localhost:50051", "Ann")
    greater, smaller = (read_head(checkpoint(LEAVES[:size]).content.decode()) for size in (7, 3))
    assert kept.log_head() == {}
    kept.keep_log_head(greater)
    kept.keep_log_head(smaller)
    assert StoredCredentials("localhost:50051", "Bob").log_head() == stored(greater), (
        "of the server, whoever plays there"
    )
    (file,) = (tmp_path / "turnledger").glob("*.log.json")
    assert file.stat().st_mode & 0o077 == 0
