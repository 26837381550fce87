"""Proves the file of a tournament: the rules, the draws and the standings from its own bytes, and each result by the
file of its game, where that is given.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from domain.history.adjudicate import SAID_MAX, Fault, Wrong
from domain.history.chance import NOTHING_DRAWN, of_round
from domain.history.codec import Codec
from domain.history.file import ALL, File, Keys, MalformedFile, Signer, written
from domain.history.file_signature import check_signature
from domain.history.record import EventRow
from domain.history.tournament_adjudicate import Adjudicated, adjudicate, read
from domain.history.tournament_file import TournamentFile, footer_of, header_of, lay_out, signed_message, take_apart
from domain.history.verify import Verdict
from domain.tournament.messages import ResultRecorded
from domain.tournament.state import ENDED, Tournament, table_terms

PROVEN = ("spelling", "order", "commitment", "chain", "rules", "draws", "standings", "signature")
BEACON = "beacon"
"""Proven where a round of a beacon took part: the named chain signed it, and it was the first after the start."""
GAMES = "games"
"""Proven where the files of all games with a result were given."""
Given: TypeAlias = Callable[[str], File | None]
"""The file of a game that was proven right, None for one that was not given."""


class NotEnded(ValueError):
    """A running tournament still has secrets, so it is not exported."""


def export(rows: Sequence[EventRow], codec: Codec, signer: Signer) -> bytes:
    """The signed file of a stream. Raises NotEnded."""
    proven = adjudicate(rows, codec)
    if proven.tournament.status != ENDED:
        raise NotEnded(rows[0].stream_id)
    return lay_out(rows, proven.tournament, proven.chain, signer)


def verify(content: bytes, codec: Codec, keys: Keys, given: Given = lambda _: None) -> Verdict:
    """Verify that the server signed the file, that the rules made it, and that its results are those of the games."""
    try:
        file = take_apart(content)
    except MalformedFile as error:
        return Verdict("", "", "", "", 0, 0, "", Fault(error.code, "format", str(error)))
    header, footer = file.header, file.footer
    verdict = Verdict(
        header.event, header.form.lower(), header.status, ALL, len(file.rows), 0, footer.chain,
        rules_version=header.rules_version,
    )  # fmt: skip
    try:
        proven = adjudicate(file.rows, codec)
        _check_parts(file, proven)
        check_signature(file.footer.key, file.footer.signature, signed_message(file.laid_out), keys)
        missing, results, bots = _check_games(file.rows, codec, proven.tournament, given)
    except Wrong as wrong:
        return replace(verdict, fault=wrong.fault)
    told = (missing, f"{missing} of {results} games were not given"), (bots, f"bots sat on {bots} seats of entrants")
    notes = tuple(says for number, says in told if number)
    beacon = (BEACON,) if proven.tournament.signature else ()
    whole = (*PROVEN, *beacon, *((GAMES,) if results and not missing else ()))
    unproven = () if GAMES in whole else (GAMES,)
    return replace(
        verdict,
        commands=proven.commands,
        notes=notes,
        proven=whole,
        unproven=unproven,
        chance=_chance(proven.tournament),
    )


def _chance(tournament: Tournament) -> str:
    """The parties that could have chosen the draws."""
    if tournament.opened.seed:
        return "the organiser gave the seed: whoever knew it knew the draws"
    if tournament.opened.beacon:
        return of_round(tournament.opened.beacon, tournament.awaited) if tournament.signature else NOTHING_DRAWN
    given = sum(1 for nonce in tournament.nonces if nonce)
    return f"bound before anybody entered; {given} of {len(tournament.nonces)} entrants added a nonce"


def _check_parts(file: TournamentFile, proven: Adjudicated) -> None:
    if proven.tournament.status != ENDED:
        raise Wrong(Fault("TORN", "EV-END-01", "the tournament has not ended", len(file.rows)))
    header, footer = header_of(proven.tournament), footer_of(proven.tournament, proven.chain, file.footer.key)
    for code, ours, theirs in (
        ("HEADER", header, file.header),
        ("FOOTER", footer, replace(file.footer, signature=UNSET)),
    ):
        if ours != theirs:
            raise Wrong(Fault(code, "format", f"the events say {written(ours).decode()}"[:SAID_MAX]))


def _check_games(rows: Sequence[EventRow], codec: Codec, tournament: Tournament, given: Given) -> tuple[int, int, int]:
    """Return the number of games that were not passed in, of those that have a result, and the number of seats of the
    others on which bots sat."""
    missing, bots, seen = 0, 0, dict[str, int]()
    for row in rows:
        event = read(row, codec)
        if not isinstance(event, ResultRecorded):
            continue
        if event.game_id and event.game_id in seen:
            raise _not_so(row, f"the game was the result of table {seen[event.game_id]}, too")
        seen[event.game_id or f"\0{event.table}"] = event.table
        file = given(event.game_id) if event.game_id else None
        if file is None:
            missing += 1
        elif says := _difference(tournament, event, file):
            raise _not_so(row, says)
        else:
            bots += sum(player.startswith("bot:") for player in file.header.players)
    return missing, len(seen), bots


def _difference(tournament: Tournament, event: ResultRecorded, file: File) -> str:
    """Return the difference between the file of a game and the tournament; empty where they agree."""
    pairing, header = tournament.games[event.table].pairing, file.header
    terms = table_terms(tournament.terms, pairing.terms)
    accounts = [tournament.entrants[entrant].account for entrant in pairing.seats]
    seated = len(header.players) == len(accounts) and all(
        player == account or player.startswith("bot:") for player, account in zip(header.players, accounts, strict=True)
    )
    result = file.footer.result
    checks = (
        (header.variant == pairing.variant and header.options == terms.options, "another game was to be played"),
        (seated, "others sat there, or on other seats"),
        (file.footer.chain == event.chain, "its last link is another one"),
        (result is not None and result.reason == event.reason, "it ended otherwise"),
        (result is not None and result.standings == event.standings, "its standings are other ones"),
    )
    return next((f"the file of game {event.game_id}: {says}" for right, says in checks if not right), "")


def _not_so(row: EventRow, says: str) -> Wrong:
    return Wrong(Fault("RESULT", "EV-RES-01", says, row.version, row.topic))
