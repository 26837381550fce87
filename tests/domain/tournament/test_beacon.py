"""A tournament that waits for a round of a beacon: what its draws follow from, and what is heard meanwhile."""

import hmac
from hashlib import sha256

import pytest
from msgspec import UNSET

from domain import stored
from domain.history.chain import first_link
from domain.history.codec import canonical_command
from domain.history.record import milliseconds
from domain.history.tournament_verify import export, verify
from domain.kernel.refused import Refused
from domain.tournament.decide import begin, decide
from domain.tournament.messages import (
    BeginWithRound,
    Cancel,
    CheckIn,
    Disqualify,
    Enter,
    OpenTournament,
    Start,
    TournamentStarting,
    Withdraw,
)
from services.history.keys import SigningKeys, published_keys
from tests.beacon import CHAIN, GENESIS_S, a_beacon, signed
from tests.domain.tournament.tournament_kit import HOST, SECRET, SERVER, result, terms
from tests.kit import Refusal, names
from tests.table_services.services_kit import NOON

BEACON = a_beacon(lead_s=6, period_s=3)
NOW_MS = milliseconds(NOON)
NUMBER = (NOW_MS // 1000 + 6 - GENESIS_S + 2) // 3 + 1
"""The first round at six seconds from then or later: round r comes at genesis + 3 (r - 1)."""


def opened(**others):
    return begin(OpenTournament(terms(**others), beacon=BEACON), HOST, "event-1", SECRET).tournament


def entered(*nonces, **others):
    tournament = opened(**others)
    for number, nonce in enumerate(nonces):
        tournament = decide(tournament, Enter(nonce), f"p{number}").tournament
    return tournament


NONCES = ("aa", "", "bb", "cc", "", "dd", "ee", "ff")


def starting(**others):
    return decide(entered(*NONCES, **others), Start(), HOST, NOW_MS).tournament


def refused(tournament, actor, command):
    with pytest.raises(Refused) as error:
        decide(tournament, command, actor, NOW_MS)
    return Refusal.of(error.value)


@pytest.mark.rule("EV-BEACON-02")
def test_a_start_names_the_first_round_after_the_lead_and_draws_nothing():
    assert decide(entered(*NONCES), Start(), HOST, NOW_MS).events == (TournamentStarting(NUMBER),)


@pytest.mark.rule("EV-BEACON-03", "EV-DICE-02")
def test_the_signature_of_the_round_begins_it_whoever_brings_it_and_the_draws_follow_from_it():
    ruling = decide(starting(), BeginWithRound(NUMBER, signed(NUMBER)), "anybody", NOW_MS)
    assert names(ruling.events) == ["TournamentStarted", "RoundPaired"]
    assert ruling.events[0].signature == signed(NUMBER)
    parts = [b"event-1", *map(bytes.fromhex, NONCES), bytes.fromhex(CHAIN), NUMBER.to_bytes(8, "big")]
    parts.append(bytes.fromhex(signed(NUMBER)))
    message = b"turnledger/seed/2" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert ruling.tournament.dice.seed == hmac.digest(SECRET, message, sha256)


@pytest.mark.rule("EV-BEACON-03")
def test_nothing_else_begins_it():
    tournament = starting()
    other = NUMBER + 1
    wrong = Refusal("WRONG_ROUND", round=other, wanted=NUMBER)
    assert refused(tournament, SERVER, BeginWithRound(other, signed(other))) == wrong
    forged = BeginWithRound(NUMBER, signed(other))
    assert refused(tournament, SERVER, forged) == Refusal("ROUND_NOT_SIGNED", round=NUMBER)
    begins = BeginWithRound(NUMBER, signed(NUMBER))
    assert refused(opened(), SERVER, begins) == Refusal("EVENT_NOT_STARTED")
    begun = decide(tournament, begins, SERVER, NOW_MS).tournament
    assert refused(begun, SERVER, begins) == Refusal("EVENT_STARTED")


@pytest.mark.rule("EV-BEACON-04")
def test_until_the_round_has_come_nobody_comes_or_goes_and_an_official_may_cancel():
    tournament = starting()
    for actor, command in (
        ("zoe", Enter()),
        ("p1", Withdraw()),
        ("p1", CheckIn()),
        (HOST, Disqualify(1, "so")),
        (HOST, Start()),
    ):
        assert refused(tournament, actor, command) == Refusal("EVENT_STARTING")
    cancelled = decide(tournament, Cancel("nobody came"), HOST, NOW_MS)
    assert names(cancelled.events) == ["TournamentEnded", "SecretRevealed"]


@pytest.mark.rule("EV-BEACON-03", "EV-ARENA-01")
def test_the_span_of_an_arena_begins_with_its_first_games():
    begins = BeginWithRound(NUMBER, signed(NUMBER))
    later = NOW_MS + 9_000
    started, *_ = decide(starting(form="ARENA", seats=4), begins, SERVER, later).events
    assert started.ends_ms == later + 60 * 60_000


@pytest.mark.rule("EV-BEACON-01")
def test_a_beacon_that_is_none_or_says_nothing_is_refused():
    with pytest.raises(Refused) as seeded:
        begin(OpenTournament(terms(rated=False), "any text", BEACON), HOST, "event-1", SECRET)
    assert Refusal.of(seeded.value) == Refusal("BEACON_INVALID", field="seed")
    with pytest.raises(Refused) as broken:
        begin(OpenTournament(terms(), beacon=a_beacon(lead_s=0)), HOST, "event-1", SECRET)
    assert Refusal.of(broken.value) == Refusal("BEACON_INVALID", field="lead_s")
    plain = begin(OpenTournament(terms()), HOST, "event-1", SECRET).tournament
    assert plain.opened.beacon is UNSET


class Stream:
    """The stream that a server would store."""

    def __init__(self):
        self.rows, self.tournament, self.link = [], None, ""

    def execute(self, command, actor, at=NOON):
        codec = stored.tournament_codec()
        if self.tournament is None:
            ruling = begin(command, actor, "event-1", SECRET)
            self.link = first_link("event-1", ruling.tournament.opened.commitment)
        else:
            ruling = decide(self.tournament, command, actor, milliseconds(at))
        more, self.link = codec.seal(
            "event-1", len(self.rows) + 1, ruling.events, at=at, actor=actor, request_id=f"{len(self.rows)}",
            command=canonical_command(command), secret=SECRET, chain=self.link, rules_version=None,
        )  # fmt: skip
        self.rows += more
        self.tournament = ruling.tournament


def played_whole():
    stream = Stream()
    stream.execute(OpenTournament(terms(rounds=1), beacon=BEACON), HOST)
    for number, nonce in enumerate(NONCES):
        stream.execute(Enter(nonce), f"p{number}")
    stream.execute(Start(), HOST)
    stream.execute(BeginWithRound(NUMBER, signed(NUMBER)), SERVER)
    for table in (1, 2):
        actor, command = result(stream.tournament, table)
        stream.execute(command, actor)
    return stream.rows


@pytest.mark.rule("EV-BEACON-02", "EV-BEACON-03")
def test_the_file_proves_the_round_and_says_whose_it_is():
    keys = SigningKeys.fresh()
    content = export(played_whole(), stored.tournament_codec(), keys.signer)
    verdict = verify(content, stored.tournament_codec(), published_keys(keys.published()))
    assert (verdict.fault, "beacon" in verdict.proven) == (None, True)
    assert verdict.chance == f"round {NUMBER} of the chain {CHAIN}: who holds its key could choose the draws"
