"""The file of a tournament: right as it was written, wrong after any change, even if it is signed again."""

import random
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from domain import catalogue, stored
from domain.history.adjudicate import Wrong
from domain.history.chain import first_link
from domain.history.codec import canonical_command, read_body
from domain.history.file import export as export_game
from domain.history.file import take_apart
from domain.history.record import EventRow
from domain.history.tournament_adjudicate import adjudicate
from domain.history.tournament_file import is_tournament, lay_out
from domain.history.tournament_verify import NotEnded, export, verify
from domain.kernel.decider import Standing
from domain.table.messages import SERVER_ACTOR
from domain.tournament.decide import begin, decide
from domain.tournament.messages import LEAGUE, Enter, OpenTournament, RecordResult, Start, Terms
from domain.tournament.state import fold
from services.history.keys import SigningKeys, published_keys
from services.operations.tournament import TournamentPlan, simulate
from support import demo
from tests.stored_lines import NOON

demo.register()
GOLDEN = Path(__file__).parents[2] / "golden/tournament"
KEYS = SigningKeys.fresh()
CODEC = stored.tournament_codec()
PLAN = TournamentPlan(Terms("Cup", LEAGUE, ("demo",), 2, rated=False), 3, "file", ("greedy", "random"))
WHOLE = ("spelling", "order", "commitment", "chain", "rules", "draws", "standings", "signature", "games")


@pytest.fixture(scope="module")
def simulated():
    games = {}

    def keep(played, _):
        games[played.game_id] = take_apart(export_game(played.rows, stored.codec(), KEYS.signer))

    return simulate(PLAN, keep).rows, games


def proven(content, games=None):
    return verify(content, CODEC, KEYS.keys, (games or {}).get)


def sealed_again(rows, tournament):
    """The file as a server would sign it that made up the rows: the chain is right, the signature too."""
    secret, link = tournament.secret, first_link(rows[0].stream_id, tournament.opened.commitment)
    told = []
    for number, row in enumerate(rows, 1):
        event, body = CODEC.read(row).event, read_body(row)
        (sealed,), link = CODEC.seal(
            row.stream_id, number, [event], at=body.at, actor=body.actor, request_id=body.request_id,
            command=body.command or b"", secret=secret, chain=link, rules_version=None,
        )  # fmt: skip
        told.append(sealed)
    return lay_out(told, tournament, link, KEYS.signer)


def tournament_of(rows):
    return fold(CODEC.read(row).event for row in rows)


def with_event(row, **changes):
    """The row with something else in its event."""
    body = msgspec.json.decode(row.body)
    body["event"] |= changes
    return EventRow(row.stream_id, row.version, row.topic, msgspec.json.encode(body))


def respelled(row):
    """The row with the same content in other bytes."""
    return EventRow(row.stream_id, row.version, row.topic, row.body.replace(b'"at":', b'"at": ', 1))


def test_a_file_is_proven_with_its_games_and_says_what_is_missing_without(simulated):
    rows, games = simulated
    content = export(rows, CODEC, KEYS.signer)
    verdict = proven(content, games)
    assert (verdict.fault, verdict.proven, verdict.unproven) == (None, WHOLE, ())
    assert (verdict.status, verdict.events, verdict.commands) == ("ENDED", len(rows), 8)
    assert verdict.notes == ("bots sat on 6 seats of entrants",)
    assert verdict.chance == "the organiser gave the seed: whoever knew it knew the draws"
    alone = proven(content)
    assert (alone.fault, alone.proven, alone.unproven) == (None, WHOLE[:-1], ("games",))
    assert alone.notes == ("3 of 3 games were not given",)
    assert content == export(rows, CODEC, KEYS.signer)
    assert is_tournament(content)
    assert not is_tournament(next(iter(games.values())).laid_out)


OF_TODAY = {
    "power_grid/russia": {"first_pass": "spares_outgrown", "first_city": "empty_city"},
    "power_grid/india": {"final_blackout": "twice", "regions": "drafted"},
    "power_grid/germany": {"regions": "drafted", "first_city": "any_free_place"},
    "power_grid/usa": {"flow_generator": "on"},
    "card_game": {"trust_takes": "before_replacement", "burnt_cards": "chosen"},
    "colony61": {"unpayable_cards": "recycled", "doubling": "without_bonuses"},
}
"""Options and readings of the rules in force, one of them a default that is written out."""


@pytest.mark.rule("EV-RES-01", "EV-LEAGUE-01")
@pytest.mark.parametrize("variant", OF_TODAY)
def test_games_under_the_rules_and_readings_of_today_prove_their_tournament(variant):
    games = {}

    def keep(played, _):
        games[played.game_id] = take_apart(export_game(played.rows, stored.codec(), KEYS.signer))

    terms = Terms("Cup", LEAGUE, (variant,), 2, options=OF_TODAY[variant], rated=False)
    rows = simulate(TournamentPlan(terms, 3, variant, ("greedy", "random")), keep).rows
    verdict = proven(export(rows, CODEC, KEYS.signer), games)
    assert (verdict.fault, verdict.proven) == (None, WHOLE)
    newest = max(catalogue.find(variant).rules_versions)
    assert {file.header.rules_version for file in games.values()} == {newest}


def test_a_tournament_that_goes_on_is_not_exported(simulated):
    rows, _ = simulated
    with pytest.raises(NotEnded):
        export(rows[:6], CODEC, KEYS.signer)


@pytest.mark.rule("EV-PAIR-01", "EV-SEED-01")
def test_a_pairing_that_the_dice_did_not_give_is_found_out(simulated):
    rows, games = simulated
    at = next(place for place, row in enumerate(rows) if row.topic == "event.RoundPaired/1")
    body = msgspec.json.decode(rows[at].body)
    pairings = [each | {"seats": each["seats"][::-1]} for each in body["event"]["pairings"]]
    changed = [*rows[:at], with_event(rows[at], pairings=pairings), *rows[at + 1 :]]
    fault = proven(sealed_again(changed, tournament_of(rows)), games).fault
    assert (fault.code, fault.version, "EV-LEAGUE-01" in fault.rule) == ("DICE", at + 1, True)


@pytest.mark.parametrize(
    ("change", "code", "version"),
    [
        (lambda rows, at: [*rows[:at], *rows[at + 1 :]], "GAP", 2),
        (lambda rows, at: rows[:at], "TORN", 1),
        (lambda rows, at: [*rows[:at], with_event(rows[at], round=7), *rows[at + 1 :]], "DICE", 1),
        (lambda rows, at: [*rows[:at], respelled(rows[at]), *rows[at + 1 :]], "WHITE_SPACE", 1),
    ],
)
def test_the_second_event_of_a_command_is_named_as_the_wrong_one(simulated, change, code, version):
    """`version`: of the named row, minus the place of the removed or changed one, which counts from 0."""
    rows, _ = simulated
    at = next(place for place, row in enumerate(rows) if row.topic == "event.RoundPaired/1")
    assert read_body(rows[at]).command is UNSET
    with pytest.raises(Wrong) as wrong:
        adjudicate(change(rows, at), CODEC)
    assert (wrong.value.fault.code, wrong.value.fault.version) == (code, at + version)


@pytest.mark.rule("EV-END-01")
def test_standings_that_the_results_do_not_give_are_found_out(simulated):
    rows, games = simulated
    at = next(place for place, row in enumerate(rows) if row.topic == "event.TournamentEnded/1")
    standings = msgspec.json.decode(rows[at].body)["event"]["standings"]
    changed = [*rows[:at], with_event(rows[at], standings=standings[::-1]), *rows[at + 1 :]]
    fault = proven(sealed_again(changed, tournament_of(rows)), games).fault
    assert (fault.code, fault.version, fault.rule) == ("EVENT", at + 1, "EV-END-01, EV-OFF-05")


def made_up(games, change):
    """A league by the rules in which one result is not that of the game: how the server recorded it is changed."""
    secret, tournament_id = sha256(b"secret").digest(), "made-up"
    opening = OpenTournament(PLAN.terms, PLAN.seed)
    rows, link, number = [], "", 0
    tournament = None

    def take(command, actor, ruling):
        nonlocal rows, link, number, tournament
        link = link or first_link(tournament_id, ruling.tournament.opened.commitment)
        number += 1
        more, link = CODEC.seal(
            tournament_id, len(rows) + 1, ruling.events, at=NOON, actor=actor, request_id=f"{number}",
            command=canonical_command(command), secret=secret, chain=link, rules_version=None,
        )  # fmt: skip
        rows, tournament = [*rows, *more], ruling.tournament

    take(opening, "simulation", begin(opening, "simulation", tournament_id, secret))
    for player in range(3):
        actor = f"{PLAN.bots[player % 2]}-{player}"
        take(Enter(), actor, decide(tournament, Enter(), actor))
    take(Start(), "simulation", decide(tournament, Start(), "simulation"))
    for table, (game_id, file) in enumerate(games.items(), 1):
        result = file.footer.result
        command = RecordResult(table, result.reason, result.standings, game_id, file.footer.chain)
        command = change(command) if table == 2 else command
        take(command, SERVER_ACTOR, decide(tournament, command, SERVER_ACTOR))
    return export(rows, CODEC, KEYS.signer)


@pytest.mark.rule("EV-RES-01")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"chain": "0" * 64}, "its last link is another one"),
        ({"reason": "RESIGNED"}, "it ended otherwise"),
        ({"standings": (Standing(0, 1, True, 99), Standing(1, 2, False, 0))}, "its standings are other ones"),
    ],
)
def test_a_result_that_is_not_the_games_is_found_out(simulated, change, says):
    _, games = simulated
    content = made_up(games, lambda command: msgspec.structs.replace(command, **change))
    fault = proven(content, games).fault
    assert (fault.code, fault.rule) == ("RESULT", "EV-RES-01")
    assert fault.says.endswith(says)
    assert proven(content).fault is None, "nothing else is wrong with it"


def test_one_game_is_the_result_of_one_table(simulated):
    _, games = simulated
    first = next(iter(games))
    content = made_up(games, lambda command: msgspec.structs.replace(command, game_id=first))
    assert proven(content).fault.says == "the game was the result of table 1, too"


def test_others_at_the_table_and_another_game_are_found_out(simulated):
    _, games = simulated
    content = made_up(games, lambda command: command)
    assert proven(content, games).fault is None

    def with_header(**changes):
        return {
            name: msgspec.structs.replace(file, header=msgspec.structs.replace(file.header, **changes))
            for name, file in games.items()
        }

    assert proven(content, with_header(variant="colony61")).fault.says.endswith("another game was to be played")
    assert proven(content, with_header(options={"moon": "on"})).fault.says.endswith("another game was to be played")
    for players in (("zoe", "bot:greedy"), ("bot:greedy",)):
        told = proven(content, with_header(players=players)).fault
        assert told.says.endswith("others sat there, or on other seats")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda content: content.replace(b'"name":"Cup"', b'"name":"Cap"', 1), "HEADER"),
        (lambda content: content.replace(b'"status":"ENDED"', b'"status":"OVER"', 1), "HEADER"),
        (lambda content: content.replace(b"turnledger/event/1", b"turnledger/event/2", 1), "MALFORMED"),
        (lambda content: b"\n".join([*content.split(b"\n")[:-3], *content.split(b"\n")[-2:]]), "TORN"),
        (lambda content: b"\n".join([content.split(b"\n")[0], *content.split(b"\n")[2:]]), "EVENT"),
        (lambda content: content.replace(b'"secret":"', b'"secret" :"', 1), "WHITE_SPACE"),
        (lambda content: content[:-1], "MALFORMED"),
        (lambda content: content[: content.rindex(b'"signature"') + 13] + b"0" * 128 + b'"}\n', "SIGNATURE"),
    ],
)
def test_each_kind_of_change_has_its_code(simulated, change, code):
    content = export(simulated[0], CODEC, KEYS.signer)
    assert change(content) != content
    assert proven(change(content)).fault.code == code


def test_a_key_that_is_not_published_proves_nothing(simulated):
    content = export(simulated[0], CODEC, SigningKeys.fresh().signer)
    assert proven(content).fault.code == "KEY_UNKNOWN"


def test_no_change_of_a_byte_goes_unnoticed_or_breaks_the_program(simulated):
    content, die = export(simulated[0], CODEC, KEYS.signer), random.Random(5)
    for _ in range(150):
        at = die.randrange(len(content))
        changed = content[:at] + bytes([content[at] ^ (1 << die.randrange(8))]) + content[at + 1 :]
        assert proven(changed).fault is not None, at


def test_a_file_of_today_is_proven_for_ever():
    keys = published_keys(msgspec.json.decode((GOLDEN / "keys.json").read_bytes()))
    content = (GOLDEN / "league.jsonl").read_bytes()
    verdict = verify(content, CODEC, keys)
    assert (verdict.fault, verdict.events, verdict.variant) == (None, 11, "league")
