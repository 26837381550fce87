import pytest

from services.api.rpc import STRANGERS, Gate, caller_at, host_of
from services.api.status import status_of
from services.limits import Limiter, Places, TooFast, TooMany, cost_of_look


class Time:
    now_s = 0.0

    def __call__(self):
        return self.now_s


class Context:
    def __init__(self, peer, token="", forwarded=""):
        self._peer = peer
        self._metadata = (("authorization", f"Bearer {token}"), ("x-forwarded-for", forwarded))

    def invocation_metadata(self):
        return self._metadata

    def time_remaining(self):
        return None

    def peer(self):
        return self._peer


class EveryTokenIsAnAccount:
    async def who(self, token):
        return token


def test_a_bucket_empties_at_once_and_fills_at_its_rate():
    time = Time()
    limiter = Limiter(2, 3, time)
    for _ in range(3):
        limiter.take("ann")
    with pytest.raises(TooFast) as fast:
        limiter.take("ann")
    assert fast.value.retry_after_s == 0.5
    limiter.take("bob")
    time.now_s = 0.5
    limiter.take("ann")
    time.now_s = 60
    for _ in range(3):
        limiter.take("ann")
    with pytest.raises(TooFast):
        limiter.take("ann")


def test_what_costs_more_than_is_left_is_taken_and_waited_for_afterwards():
    time = Time()
    limiter = Limiter(2, 3, time)
    limiter.take("ann", 7)
    with pytest.raises(TooFast) as fast:
        limiter.take("ann")
    assert fast.value.retry_after_s == 2.5
    time.now_s = 2.5
    limiter.take("ann")


def test_a_look_into_a_long_history_costs_as_many_as_its_thousands():
    assert [cost_of_look(events) for events in (1, 999, 1_000, 18_000)] == [1, 1, 2, 19]


async def test_an_account_that_calls_too_fast_is_told_when_to_try_again_and_others_are_not_held_up():
    gate = Gate(EveryTokenIsAnAccount(), calls_per_s=1)
    for _ in range(2):
        await gate.admit("Submit", Context("ipv4:192.0.2.1:5000", "ann"))
    with pytest.raises(TooFast) as fast:
        await gate.admit("Submit", Context("ipv4:192.0.2.1:5000", "ann"))
    await gate.admit("Submit", Context("ipv4:192.0.2.1:5000", "bob"))
    status = status_of(fast.value)
    assert status.code == 8, "RESOURCE_EXHAUSTED"
    assert {"google.rpc.ErrorInfo", "google.rpc.RetryInfo"} <= {detail.TypeName() for detail in status.details}


async def test_who_has_no_account_is_counted_by_address_and_the_machine_itself_is_not():
    gate = Gate(EveryTokenIsAnAccount())
    for port in range(STRANGERS):
        await gate.admit("SignInAsGuest", Context(f"ipv4:192.0.2.1:{port}"))
        await gate.admit("SignInAsGuest", Context(f"ipv4:127.0.0.1:{port}"))
    with pytest.raises(TooFast):
        await gate.admit("SignIn", Context("http:192.0.2.1:9"))
    await gate.admit("SignInAsGuest", Context("ipv4:127.0.0.1:9"))
    await gate.admit("SignInAsGuest", Context("ipv4:192.0.2.2:9"))


@pytest.mark.parametrize("proxy", ["ipv4:10.0.0.7:1", "http:10.0.0.8:1", "ipv4:127.0.0.1:1"])
async def test_behind_the_operators_own_proxy_its_callers_are_counted(proxy):
    gate = Gate(EveryTokenIsAnAccount(), proxies=("10.0.0.0/8", "127.0.0.1"))
    for number in range(STRANGERS):
        await gate.admit("SignInAsGuest", Context(proxy, forwarded=f"9.9.9.{number}, 192.0.2.1, 10.0.0.9"))
    with pytest.raises(TooFast):
        await gate.admit("SignInAsGuest", Context(proxy, forwarded="8.8.8.8, 192.0.2.1"))
    await gate.admit("SignInAsGuest", Context(proxy, forwarded="192.0.2.1, 192.0.2.2"))
    await gate.admit("SignInAsGuest", Context(proxy))


async def test_what_a_stranger_says_of_its_own_address_counts_for_nothing():
    gate = Gate(EveryTokenIsAnAccount(), proxies=("10.0.0.0/8",))
    for number in range(STRANGERS):
        await gate.admit("SignInAsGuest", Context("ipv4:192.0.2.1:1", forwarded=f"9.9.9.{number}"))
    with pytest.raises(TooFast):
        await gate.admit("SignInAsGuest", Context("ipv4:192.0.2.1:1", forwarded="9.9.9.200"))


def test_a_place_is_free_again_when_its_block_ends_however_it_ends():
    places = Places(2, "TOO_MANY_STREAMS", 10)
    with places.one("ann"):
        with pytest.raises(KeyError), places.one("ann"):
            raise KeyError
        with places.one("ann"), pytest.raises(TooMany) as full:
            places.one("ann").__enter__()
        with places.one("ann"), places.one("bob"):
            pass
    assert (full.value.reason, full.value.most, full.value.retry_after_s) == ("TOO_MANY_STREAMS", 2, 10)
    status = status_of(full.value, "ru")
    assert status.code == 8, "RESOURCE_EXHAUSTED"
    told = {detail.TypeName() for detail in status.details}
    assert told == {"google.rpc.ErrorInfo", "google.rpc.RetryInfo", "google.rpc.LocalizedMessage"}


async def test_streams_are_counted_by_account_and_by_address_but_not_by_that_of_the_machine_itself():
    gate = Gate(EveryTokenIsAnAccount(), streams_per_account=2, streams_per_address=3)

    async def stream(account, peer):
        context = Context(peer, account)
        return gate.stream("WatchMe", await gate.admit("WatchMe", context), context)

    here, away = "ipv4:127.0.0.1:1", "ipv4:192.0.2.1:1"
    with await stream("ann", away), await stream("ann", here):
        with pytest.raises(TooMany):
            await stream("ann", here)
        with await stream("bob", away), await stream("cy", away):
            with pytest.raises(TooMany):
                await stream("dan", away)
            with await stream("dan", here):
                pass
        with await stream("dan", away):
            pass


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("ipv4:192.0.2.1:5000", "192.0.2.1"),
        ("ipv6:%5B2001:db8::1%5D:5000", "2001:db8::1"),
        ("ipv6:[::1]:5000", "::1"),
        ("http:192.0.2.1:5000", "192.0.2.1"),
        ("http", ""),
    ],
)
def test_the_host_of_a_peer_is_found_in_each_way_to_write_it(peer, host):
    assert host_of(peer) == host


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff:1:2:3", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("unknown", "unknown"),
    ],
)
def test_who_has_an_ipv6_address_has_its_whole_network_and_is_counted_once(address, counted):
    assert caller_at(address) == counted
