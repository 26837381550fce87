"""A tournament of people at a real server, run by its organiser from a file that is read again at every step."""

import shutil

import pytest
from typer import Exit

from domain import stored
from domain.history.file import take_apart
from domain.history.tournament_verify import export, verify
from domain.table.clock import Clock
from domain.tournament.messages import LEAGUE, SWISS, Enter, OpenTournament, Start, Terms, Withdraw
from domain.tournament.standings import standings
from services.cli.player.tournament_file import TournamentFile, at
from services.cli.player.tournament_round import carry_on, table_of
from services.history.keys import SigningKeys
from turnledger.v1 import lobby_pb2

KEYS = SigningKeys.fresh()


async def entered(tmp_path, host, players, terms):
    path = tmp_path / "cup"
    kept = TournamentFile.opened(path, OpenTournament(terms), host.account.account_id, "here")
    for player in players:
        kept.execute(Enter(), player.account.account_id)
    kept.execute(Start(), host.account.account_id)
    return path


async def carried_on(path, host, *, fill=False):
    with at(path) as kept:
        return [says async for says in carry_on(kept, host, fill=fill)]


async def games_of(path, host):
    """Return the tables that are waited for, with their players in seat order."""
    with at(path) as kept:
        found = []
        for table in kept.tournament.waits_for:
            pairing = kept.tournament.games[table].pairing
            accounts = [kept.tournament.entrants[entrant].account for entrant in pairing.seats]
            found.append((await table_of(kept.tournament, host, pairing), accounts))
        return found


async def all_sit_down(games, players):
    by_account = {player.account.account_id: player for player in players}
    for game, accounts in games:
        for account in reversed(accounts):
            await by_account[account].game(game.game_id).join()


async def test_a_league_is_played_recorded_once_and_proven_with_its_games(server, player, tmp_path):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid")]
    clock = Clock(move_s=86_400, on_timeout="BOT")
    terms = Terms("Cup", LEAGUE, ("card_game",), 2, points="3-1", clock=clock)
    path = await entered(tmp_path, host, players, terms)
    assert all("waits for" in says for says in await carried_on(path, host))
    games = await games_of(path, host)
    assert [game.game_id for game, _ in await games_of(path, host)] == [game.game_id for game, _ in games]
    await all_sit_down(games, players)
    assert all(says.endswith("is played") for says in await carried_on(path, host))
    for game, accounts in games:
        table = await game.table()
        assert [each.account_id for each in table.occupants] == accounts
        assert (table.status, table.terms.clock.move_s) == (lobby_pb2.TABLE_STATUS_RUNNING, 86_400)
    by_account = {each.account.account_id: each for each in players}
    for game, accounts in games:
        await by_account[accounts[1]].game(game.game_id).resign()
    shutil.copy(path, tmp_path / "before")
    assert all(says.endswith("is over and recorded, RESIGNED") for says in await carried_on(path, host))
    with at(path) as kept:
        ended, rows = kept.tournament, tuple(kept.rows)
    assert ended.status == "ENDED"
    assert (
        sorted(row.points for row in ended.final) == [240, 480, 720] or [row.points for row in ended.final] == [480] * 3
    )
    assert await carried_on(path, host) == []

    shutil.copy(tmp_path / "before", path)  # the program died before its file knew anything of the results
    assert len(await carried_on(path, host)) == 3
    with at(path) as kept:
        assert kept.tournament.final == ended.final

    files = {}
    for game, _ in games:
        files[game.game_id] = take_apart(b"".join([part async for part in game.export()]))
    verdict = verify(
        export(rows, stored.tournament_codec(), KEYS.signer), stored.tournament_codec(), KEYS.keys, files.get
    )
    assert (verdict.fault, verdict.proven[-1]) == (None, "games")


async def test_a_bot_sits_for_who_left_and_for_who_does_not_come_when_the_organiser_says_so(server, player, tmp_path):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid")]
    path = await entered(tmp_path, host, players, Terms("Cup", SWISS, ("card_game",), 3, rounds=1, stand_in="random"))
    ((game, accounts),) = await games_of(path, host)
    by_account = {each.account.account_id: each for each in players}
    await by_account[accounts[2]].game(game.game_id).join()
    with at(path) as kept:
        kept.execute(Withdraw(), accounts[0])
    (says,) = await carried_on(path, host)
    assert says == f"table 1: {game.game_id} waits for {accounts[1]}"
    assert (await carried_on(path, host, fill=True))[0].endswith("is played")
    table = await game.table()
    assert [each.account_id for each in table.occupants] == ["", "", accounts[2]]
    assert {each.bot for each in table.occupants[:2]} == {"random"}


async def test_closed_table_of_a_tournament_is_reported(server, player, tmp_path):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid")]
    path = await entered(tmp_path, host, players, Terms("Cup", SWISS, ("card_game",), 3, rounds=1))
    ((game, _),) = await games_of(path, host)
    await game.close()
    assert await carried_on(path, host) == [
        f"table 1: {game.game_id} was closed before the start; an official may annul it"
    ]
    with at(path) as kept:
        assert standings(kept.tournament)[0].played == 0


def test_what_could_not_be_read_again_is_not_written(tmp_path, capsys):
    path = tmp_path / "cup"
    kept = TournamentFile.opened(path, OpenTournament(Terms("Cup", LEAGUE, ("card_game",), 2)), "host", "here")
    before = path.read_bytes()
    with pytest.raises(Exit):
        kept.execute(Enter(), "bob smith")
    assert "nothing was written: nobody acts under this name" in capsys.readouterr().err
    assert path.read_bytes() == before
    with at(path) as again:
        assert again.tournament == kept.tournament


def test_a_file_that_somebody_edited_is_not_gone_on_with(tmp_path, capsys):
    path = tmp_path / "cup"
    kept = TournamentFile.opened(path, OpenTournament(Terms("Cup", LEAGUE, ("card_game",), 2)), "host", "here")
    kept.execute(Enter(), "ann")
    path.write_bytes(path.read_bytes().replace(b'"account":"ann"', b'"account":"eve"'))
    with pytest.raises(Exit) as stopped, at(path):
        pass
    assert stopped.value.exit_code == 2
    assert "is not the file of a tournament as this program wrote it" in capsys.readouterr().err
    assert path.stat().st_mode & 0o077 == 0
