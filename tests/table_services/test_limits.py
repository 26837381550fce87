from contextlib import ExitStack

import pytest

from services.accounts.sign_in import Bearer
from services.accounts.staff import Staff
from services.accounts.tokens import Unauthenticated
from services.api.gate.gate import OPEN, OPEN_STREAMS, STRANGERS, WRONG, Gate
from services.api.gate.status import status_of
from services.platform.callers import SITE_FACTOR, Caller, CallerLimiter, CallerPlaces, Proxies, host_of
from services.platform.history_quota import HistoryQuota
from services.platform.rate_limiter import ConcurrencyLimiter, Limiter, TooFast, TooMany, cost_of_look
from tests.api.methods import METHODS

BY_NAME = {method.name: method for method in METHODS.values()}
NO_STAFF = Staff(None)
"""No method that is called here is for operators."""


class Time:
    now_s = 0.0

    def __call__(self):
        return self.now_s


@pytest.fixture(autouse=True)
def no_bucket_fills_meanwhile(monkeypatch):
    for name in ("STRANGERS_PER_S", "WRONG_PER_S", "OPEN_PER_S"):
        monkeypatch.setattr(f"services.api.gate.gate.{name}", 0.001)


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
    def knows(self, token):
        return token == "ann"

    async def bearer(self, token):
        if token.startswith("wrong"):
            raise Unauthenticated("TOKEN_INVALID")
        return Bearer(token)


@pytest.mark.parametrize("burst", [1, 5])
def test_all_that_a_bucket_holds_is_let_in_whatever_the_clock_says(burst):
    """Shortly before 2 to the power of 14 seconds a sum of moments is rounded up, at times."""
    time = Time()
    for number in range(1_000):
        time.now_s = 15_400 + number * 0.3711
        limiter = Limiter(0.001, burst, time)
        for _ in range(burst):
            limiter.take("ann")
        with pytest.raises(TooFast):
            limiter.take("ann")


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
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF, calls_per_s=1)
    for _ in range(2):
        await gate.admit(BY_NAME["Submit"], Context("ipv4:192.0.2.1:5000", "ann"))
    with pytest.raises(TooFast) as fast:
        await gate.admit(BY_NAME["Submit"], Context("ipv4:192.0.2.1:5000", "ann"))
    await gate.admit(BY_NAME["Submit"], Context("ipv4:192.0.2.1:5000", "bob"))
    status = status_of(fast.value)
    assert status.code == 8, "RESOURCE_EXHAUSTED"
    assert {"google.rpc.ErrorInfo", "google.rpc.RetryInfo"} <= {detail.TypeName() for detail in status.details}


async def test_who_has_no_account_is_counted_by_address_and_the_machine_itself_is_not():
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF)
    for port in range(STRANGERS):
        await gate.admit(BY_NAME["SignInAsGuest"], Context(f"ipv4:192.0.2.1:{port}"))
        await gate.admit(BY_NAME["SignInAsGuest"], Context(f"ipv4:127.0.0.1:{port}"))
    with pytest.raises(TooFast):
        await gate.admit(BY_NAME["SignIn"], Context("http:192.0.2.1:9"))
    await gate.admit(BY_NAME["SignInAsGuest"], Context("ipv4:127.0.0.1:9"))
    await gate.admit(BY_NAME["SignInAsGuest"], Context("ipv4:192.0.2.2:9"))


@pytest.mark.parametrize("proxy", ["ipv4:10.0.0.7:1", "http:10.0.0.8:1", "ipv4:127.0.0.1:1"])
async def test_behind_the_operators_own_proxy_its_callers_are_counted(proxy):
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF, proxies=("10.0.0.0/8", "127.0.0.1"))
    for number in range(STRANGERS):
        await gate.admit(BY_NAME["SignInAsGuest"], Context(proxy, forwarded=f"9.9.9.{number}, 192.0.2.1"))
    with pytest.raises(TooFast):
        await gate.admit(BY_NAME["SignInAsGuest"], Context(proxy, forwarded="8.8.8.8, 192.0.2.1"))
    await gate.admit(BY_NAME["SignInAsGuest"], Context(proxy, forwarded="192.0.2.1, 192.0.2.2"))
    await gate.admit(BY_NAME["SignInAsGuest"], Context(proxy))


@pytest.mark.parametrize(
    "client", ["172.18.0.1", "172.18.0.1:40123", "192.0.2.1:4711", "[2001:db8::7]:9", "::ffff:192.0.2.1"]
)
async def test_who_calls_from_the_network_of_the_proxies_is_a_caller_and_not_one_of_them(client):
    """All clients come through the gateway, as in a network of containers."""
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF, proxies=("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
    for number in range(STRANGERS):
        forwarded = f"junk{number}, 198.51.100.{number}, {client}"
        await gate.admit(BY_NAME["SignInAsGuest"], Context("ipv4:172.18.0.5:1", forwarded=forwarded))
    with pytest.raises(TooFast):
        await gate.admit(BY_NAME["SignInAsGuest"], Context("ipv4:172.18.0.5:1", forwarded=f"1.1.1.1, {client}"))


def ways(proxies, peer, *forwarded):
    return Proxies(proxies).caller(peer, forwarded)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "counted"),
    [
        ((), "192.0.2.1", ["9.9.9.9"], "192.0.2.1"),
        (("10.0.0.7",), "10.0.0.7", ["9.9.9.9, 192.0.2.1"], "192.0.2.1"),
        (("10.0.0.7",), "10.0.0.7", ["9.9.9.9", "192.0.2.1"], "192.0.2.1"),
        (("10.0.0.7",), "10.0.0.7", ["192.0.2.1, 10.0.0.7"], "10.0.0.7"),
        (("10.0.0.7",), "10.0.0.8", ["192.0.2.1"], "10.0.0.8"),
        (("10.0.0.0/8",), "10.0.0.7", ["192.0.2.1, 10.0.0.9"], "10.0.0.9"),
        (("10.0.0.0/8", "10.0.0.0/8"), "10.0.0.7", ["9.9.9.9, 192.0.2.1, 10.0.0.9"], "192.0.2.1"),
        (("10.0.0.0/8", "10.0.0.9"), "10.0.0.7", ["9.9.9.9, 192.0.2.1, 10.0.0.9"], "192.0.2.1"),
        (("10.0.0.9", "203.0.113.0/24"), "10.0.0.9", ["9.9.9.9, 192.0.2.1, 203.0.113.4"], "192.0.2.1"),
        (("10.0.0.7",), "10.0.0.7", ["192.0.2.1, unknown"], "10.0.0.7"),
        (("10.0.0.7",), "10.0.0.7", ["192.0.2.1, "], "10.0.0.7"),
        (("10.0.0.7",), "10.0.0.7", [""], "10.0.0.7"),
        (("10.0.0.7",), "10.0.0.7", ["192.0.2.1:5000"], "192.0.2.1"),
        (("10.0.0.7",), "10.0.0.7", ['"[2001:db8::1]:5000"'], "2001:db8::/64"),
        (("10.0.0.7",), "10.0.0.7", ["[2001:db8::1]"], "2001:db8::/64"),
        (("10.0.0.7",), "10.0.0.7", ["2001:db8::1%eth0"], "2001:db8::/64"),
        (("10.0.0.7",), "10.0.0.7", ["::ffff:192.0.2.1"], "192.0.2.1"),
        (("10.0.0.7",), "::ffff:10.0.0.7", ["192.0.2.1"], "192.0.2.1"),
        (("fd00::/8",), "fd00::7", ["192.0.2.1"], "192.0.2.1"),
    ],
)
def test_each_proxy_is_believed_once_from_the_nearest_on(proxies, peer, forwarded, counted):
    assert ways(proxies, peer, *forwarded).network == counted


def test_nobody_is_of_this_machine_because_a_header_says_so():
    assert ways(("127.0.0.1",), "127.0.0.1").here
    assert not ways(("127.0.0.1",), "127.0.0.1", "127.0.0.1").here
    assert not ways(("10.0.0.7",), "10.0.0.7", "::1").here


@pytest.mark.parametrize("said", ["unknown", "_hidden", "", "192.0.2.1, ", "unix:"])
def test_what_a_proxy_on_this_machine_sends_on_for_it_knows_not_whom_is_not_of_this_machine(said):
    caller = ways(("127.0.0.1",), "127.0.0.1", said)
    assert (caller.network, caller.here) == ("127.0.0.1", False)


async def test_what_a_stranger_says_of_its_own_address_counts_for_nothing():
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF, proxies=("10.0.0.0/8",))
    for number in range(STRANGERS):
        await gate.admit(BY_NAME["SignInAsGuest"], Context("ipv4:192.0.2.1:1", forwarded=f"9.9.9.{number}"))
    with pytest.raises(TooFast):
        await gate.admit(BY_NAME["SignInAsGuest"], Context("ipv4:192.0.2.1:1", forwarded="9.9.9.200"))


def test_a_place_is_free_again_when_its_block_ends_however_it_ends():
    places = ConcurrencyLimiter(2, "TOO_MANY_STREAMS", 10)
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
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF, streams_per_account=2, streams_per_address=3)

    async def stream(account, peer):
        context = Context(peer, account)
        return gate.stream("WatchMe", await gate.admit(BY_NAME["WatchMe"], context), context)

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
    ("address", "network", "site"),
    [
        ("192.0.2.1", "192.0.2.1", ""),
        ("2001:db8::1", "2001:db8::/64", "2001:db8::/48"),
        ("2001:db8:0:0:ffff:1:2:3", "2001:db8::/64", "2001:db8::/48"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64", "2001:db8::/48"),
        ("2001:db8:7:1::1", "2001:db8:7:1::/64", "2001:db8:7::/48"),
        ("::ffff:192.0.2.1", "192.0.2.1", ""),
        ("::ffff:127.0.0.1", "127.0.0.1", ""),
        ("::1", "::1", ""),
        ("unknown", "unknown", ""),
    ],
)
def test_who_has_an_ipv6_address_has_its_whole_network_and_is_counted_once(address, network, site):
    here = address.endswith(("127.0.0.1", "::1")) and "db8" not in address
    assert Proxies().caller(address) == Caller(network, site, here)


def test_the_networks_of_one_site_get_no_more_than_a_site():
    limiter = CallerLimiter(0.001, 2)
    networks = [Proxies().caller(f"2001:db8:0:{number:x}::1") for number in range(SITE_FACTOR + 1)]
    for network in networks[:-1]:
        limiter.take(network)
        limiter.take(network)
        with pytest.raises(TooFast):
            limiter.take(network)
    for refuses in (limiter.look, limiter.take):
        with pytest.raises(TooFast):
            refuses(networks[-1])
    limiter.take(Proxies().caller("2001:db8:1::1"))


def test_the_networks_of_one_site_have_no_more_open_than_a_site():
    places = CallerPlaces(1, 10)
    networks = [Proxies().caller(f"2001:db8:0:{number:x}::1") for number in range(SITE_FACTOR + 1)]
    with ExitStack() as opened:
        for network in networks[:-1]:
            opened.enter_context(places.one(network))
        with pytest.raises(TooMany):
            opened.enter_context(places.one(networks[-1]))
        opened.enter_context(places.one(Proxies().caller("2001:db8:1::1")))
    with places.one(networks[-1]):
        pass


async def test_who_sends_tokens_that_are_none_waits_and_those_with_good_ones_at_the_same_address_do_not():
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF)
    for number in range(WRONG):
        with pytest.raises(Unauthenticated):
            await gate.admit(BY_NAME["GetMe"], Context("ipv4:192.0.2.1:1", f"wrong {number}" * (number % 2)))
    for token in ("wrong", "", "somebody new"):
        with pytest.raises(TooFast):
            await gate.admit(BY_NAME["GetMe"], Context("ipv4:192.0.2.1:1", token))
    assert (await gate.admit(BY_NAME["GetMe"], Context("ipv4:192.0.2.1:1", "ann"))).account == "ann"
    assert (await gate.admit(BY_NAME["GetMe"], Context("ipv4:192.0.2.2:1", "somebody new"))).account == "somebody new"


async def test_what_needs_no_token_is_counted_by_address_its_streams_on_this_machine_too():
    gate = Gate(EveryTokenIsAnAccount(), NO_STAFF)
    away, here = Context("ipv4:192.0.2.1:1"), Context("ipv4:127.0.0.1:1")
    for _ in range(OPEN):
        gate.admit_anybody(away)
        gate.admit_anybody(here)
    with pytest.raises(TooFast):
        gate.admit_anybody(away)
    gate.admit_anybody(here)
    with ExitStack() as streams:
        for _ in range(OPEN_STREAMS):
            streams.enter_context(gate.open_stream(here))
        with pytest.raises(TooMany):
            streams.enter_context(gate.open_stream(here))
        streams.enter_context(gate.open_stream(away))
    gate.open_stream(here).__enter__()


def test_looks_into_the_past_are_counted_by_account_by_address_and_by_game():
    def reads_allowed(looks, *who):
        """Return how many reads succeed before one is refused."""
        for number in range(100):
            try:
                looks.take(*(each(number) if callable(each) else each for each in who))
            except TooFast:
                break
        return number

    def anywhere(number):
        return Caller(f"192.0.{number // 250}.{number % 250}")

    here = Caller("192.0.2.1")
    assert reads_allowed(HistoryQuota(0.001, 2), "ann", anywhere, str) == 2
    assert reads_allowed(HistoryQuota(0.001, 2), str, here, str) == 10
    assert reads_allowed(HistoryQuota(0.001, 2), str, anywhere, "game") == 10


def test_a_look_that_reads_a_long_game_is_charged_for_it_to_all_who_look_at_it():
    looks = HistoryQuota(0.001, 2)
    looks.take("ann", Caller("192.0.2.1"), "game", 10)
    with pytest.raises(TooFast):
        looks.take("bob", Caller("192.0.2.2"), "game")
    looks.take("bob", Caller("192.0.2.2"), "another")
