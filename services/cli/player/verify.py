"""`turnledger verify FILE…`: proves exported histories, offline."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Any

import msgspec
import typer
from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape
from rich.progress import track

from domain import stored
from domain.history.adjudicate import Fault
from domain.history.branching import check_origin
from domain.history.codec import Codec
from domain.history.file import ALL, File, Keys, read_header, take_apart
from domain.history.tournament_file import is_tournament
from domain.history.tournament_verify import verify as prove_tournament
from domain.history.verify import Checkpoint, Verdict, also_proven, contradiction, with_bots
from domain.history.verify import verify as prove
from services.cli.dataset_sample import Sample, draw_sample
from services.cli.failure import fail
from services.cli.history_files import PROOFS
from services.cli.history_sources import known_keys
from services.cli.log_seen import held_to_server
from services.settings import from_environment
from services.tlog.installation import policy_at
from services.tlog.policy import Policy
from services.tlog.tlog_storage import Proof
from services.tlog.verified import in_log


class VerifiedFile(msgspec.Struct, frozen=True):
    file: str
    verdict: Verdict

    def json_line(self) -> dict[str, Any]:
        """The line that `--json` prints."""
        verdict = self.verdict
        head = {"file": self.file, "right": verdict.fault is None}
        return head | {"proven": verdict.proven, "unproven": verdict.unproven, "verdict": verdict}


def verify(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Exported histories", exists=True, dir_okay=False, show_default=False)
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(help="The server's published key set (JWKS); its own if not given")
    ] = None,
    checkpoints: Annotated[Path | None, typer.Option(help="Signed checkpoints, one JSON object a line")] = None,
    policy: Annotated[
        Path | None, typer.Option(help="Whose log must hold the games, and which witnesses must have seen it")
    ] = None,
    proofs: Annotated[
        Path | None, typer.Option(help="Proofs from that log; `proofs.ndjson` beside the first file if not given")
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="With --policy: hold the proofs to the log that this server shows, too. With --dataset and no files:"
            " download them from it",
        ),
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option(help="Folder of a dataset: prove rows drawn by chance", exists=True, file_okay=False),
    ] = None,
    sample: Annotated[int, typer.Option(min=1, help="With --dataset: how many rows are drawn")] = 100,
    seed: Annotated[str, typer.Option(help="With --dataset: any text; the same text draws the same rows")] = "",
    bots: Annotated[bool, typer.Option("--bots", help="Make every move of a bot again, too")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a line for each file: right or not, proven and not")
    ] = False,
) -> None:
    """Prove that games were played by the rules, that nobody edited them and that the dice were honest.

    Files of one game are held to each other. Exits 0 if every file is right, 1 if one is not. Needs no server, but for
    --server: its log must continue the one seen before, and be the one that the proofs are of.

    With --dataset only the files of the games of the drawn rows are read, and all rows of these games must follow from
    them."""
    if server and not (policy or dataset):
        fail("--server goes with --policy or --dataset")
    with ExitStack() as until:
        drawn = draw_sample(dataset, sample, seed or token_hex(), files or (), server, until) if dataset else None
        paths = drawn.files if drawn else files
        if not paths:
            fail("name at least one exported history")
        against = _Against(
            known_keys(keys, from_environment()),
            _read_checkpoints(checkpoints),
            policy_at(policy) if policy else None,
            proofs, server, drawn, bots,
        )  # fmt: skip
        results = _verify(paths, against)
    console = Console()
    for result in results:
        if as_json:
            typer.echo(msgspec.json.encode(result.json_line()))
        else:
            _print(console, result)
    raise typer.Exit(1 if any(result.verdict.fault for result in results) else 0)


class _Against(msgspec.Struct, frozen=True):
    """Everything that files are checked against, as it was asked for."""

    keys: Keys
    checkpoints: Sequence[Checkpoint]
    policy: Policy | None
    proofs: Path | None
    server: str | None
    drawn: Sample | None
    bots: bool


def _verify(files: Sequence[Path], against: _Against) -> list[VerifiedFile]:
    codec = stored.codec()
    watched = track(files, "verifying", console=Console(stderr=True), transient=True, disable=len(files) < 2)
    contents = ((path, path.read_bytes()) for path in watched)
    results = [
        VerifiedFile(str(path), prove(content, codec, against.keys, against.checkpoints))
        for path, content in contents
        if not is_tournament(content)
    ]
    results = list(_against_each_other(results, codec))
    if against.bots:
        results = [_with_bots(result, codec) for result in results]
    leaves = dict[str, int | None]()
    if policy := against.policy:
        given = _read_proofs(against.proofs or files[0].parent / PROOFS)
        results = [_in_log(result, given, policy, codec, leaves) for result in results]
        if against.server:
            results = _held_to_server(results, given, policy, against.server)
    if against.drawn:
        results = [_with_rows(result, against.drawn, leaves) for result in results]
    return results + _tournaments(files, against.keys, results)


def _with_rows(result: VerifiedFile, drawn: Sample, leaves: Mapping[str, int | None]) -> VerifiedFile:
    """Return the result with a fault where the rows of a dataset do not follow from the file. `leaves`: of ends, as
    far as they are proven."""
    verdict = result.verdict
    if verdict.fault:
        return result
    if fault := drawn.fault(verdict.game_id, _file(result).rows, leaves.get(verdict.game_id)):
        return _wrong(result, fault)
    return replace(result, verdict=also_proven(verdict, "dataset"))


def _tournaments(files: Sequence[Path], keys: Keys, results: Sequence[VerifiedFile]) -> list[VerifiedFile]:
    """Held to the games that were proven right."""
    right = {result.verdict.game_id: result for result in results if not result.verdict.fault}

    def find_file(game_id: str) -> File | None:
        return _file(right[game_id]) if game_id in right and right[game_id].verdict.viewer == ALL else None

    contents = ((path, path.read_bytes()) for path in files)
    codec = stored.tournament_codec()
    return [
        VerifiedFile(str(path), prove_tournament(content, codec, keys, find_file))
        for path, content in contents
        if is_tournament(content)
    ]


def _with_bots(result: VerifiedFile, codec: Codec) -> VerifiedFile:
    verdict = result.verdict
    if verdict.fault or verdict.viewer != ALL:
        return result
    return replace(result, verdict=with_bots(verdict, _file(result).rows, codec))


def _against_each_other(results: Sequence[VerifiedFile], codec: Codec) -> Iterator[VerifiedFile]:
    """Files of one game must agree: each is compared with the longest whole one, and with that of the game it
    continues."""
    longest: dict[str, VerifiedFile] = {}
    for result in results:
        verdict = result.verdict
        best = longest.get(verdict.game_id)
        if not verdict.fault and verdict.viewer == ALL and (best is None or best.verdict.events < verdict.events):
            longest[verdict.game_id] = result
    for result in results:
        verdict = result.verdict
        yield result if verdict.fault else replace(result, verdict=_held_to(longest, result, codec))


def _held_to(longest: Mapping[str, VerifiedFile], result: VerifiedFile, codec: Codec) -> Verdict:
    """Only files with a counterpart are parsed again."""
    verdict, origin = result.verdict, read_header(Path(result.file).read_bytes()).lineage
    whole, parent = longest.get(verdict.game_id), longest.get(origin.game_id) if origin else None
    fault = contradiction(_file(whole), _file(result), codec) if whole and whole is not result else None
    if origin and parent and not fault:
        checked = check_origin(_file(parent).rows, _file(result).rows, codec)
        fault = checked.fault
        verdict = also_proven(verdict, "parent") if checked.proven else verdict
    return replace(verdict, fault=fault, proven=(), unproven=()) if fault else verdict


def _file(result: VerifiedFile) -> File:
    return take_apart(Path(result.file).read_bytes())


def _read_checkpoints(path: Path | None) -> Sequence[Checkpoint]:
    if path is None:
        return ()
    try:
        return msgspec.json.Decoder(Checkpoint).decode_lines(path.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        fail(f"{path}: {error}")


def _read_proofs(path: Path) -> Sequence[Proof]:
    try:
        return msgspec.json.Decoder(Proof).decode_lines(path.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        fail(f"{path}: {error}")


def _in_log(
    result: VerifiedFile, proofs: Sequence[Proof], policy: Policy, codec: Codec, leaves: dict[str, int | None]
) -> VerifiedFile:
    """Return the result with a fault where the file was not logged, or not seen in time. Add the leaf of its end to
    `leaves`."""
    if result.verdict.fault:
        return result
    found = in_log(_file(result), proofs, policy, codec)
    if found.fault:
        return _wrong(result, found.fault)
    leaves[result.verdict.game_id] = found.end_index
    return replace(result, verdict=replace(also_proven(result.verdict, "log"), log=found.says))


def _held_to_server(
    results: list[VerifiedFile], proofs: Sequence[Proof], policy: Policy, server: str
) -> list[VerifiedFile]:
    """Check that logged files are in the very log that the server shows, and that it extends the one seen before."""
    logged = {result.verdict.game_id for result in results if not result.verdict.fault}
    fault = held_to_server(server, [each.proof for each in proofs if each.game in logged], policy) if logged else None
    if not fault:
        return results
    return [result if result.verdict.fault else _wrong(result, fault) for result in results]


def _wrong(result: VerifiedFile, fault: Fault) -> VerifiedFile:
    return replace(result, verdict=replace(result.verdict, fault=fault, proven=(), unproven=()))


def _print(console: Console, result: VerifiedFile) -> None:
    verdict, fault = result.verdict, result.verdict.fault
    if fault is None:
        proven = f"{verdict.commands} commands and {verdict.events} events proven"
        found = proven if verdict.viewer == ALL else f"{verdict.events} events signed"
        console.print(
            f"[green]right[/] {escape(result.file)}: {verdict.variant}, {verdict.status.lower()}, {found}",
            soft_wrap=True,
        )
    else:
        where = f"event {fault.version} {fault.topic}" if fault.version else "the file"
        rule = "" if fault.rule == "format" else f" ({fault.rule})"
        console.print(f"[red]WRONG[/] {escape(result.file)}: {fault.code} at {escape(where)}{rule}", soft_wrap=True)
        console.print(f"      {fault.says}", markup=False, soft_wrap=True)
    if verdict.chance and not fault:
        console.print(f"      dice: {verdict.chance}", markup=False, soft_wrap=True)
    for each in verdict.signers:
        given = each.signed + each.unsigned
        says = f"seat {each.seat} ({each.account}): {each.signed} of {given} commands signed by its devices"
        console.print(f"      {says}", markup=False, soft_wrap=True)
    if verdict.log and not fault:
        console.print(f"      log: {verdict.log}", markup=False, soft_wrap=True)
    if verdict.unproven and not fault:
        console.print(f"      not proven: {', '.join(verdict.unproven)}", markup=False, soft_wrap=True)
    for note in verdict.notes:
        console.print(f"      {note}", markup=False, soft_wrap=True)
