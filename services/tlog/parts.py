"""The log of one installation: its key, whom it asks, where it is stored."""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes, token_hex

from services.platform.private_files import make_folder, narrow, write_file
from services.settings import BadSettings, Settings
from services.tlog.checkpoints import ORIGIN_MAX
from services.tlog.notes import ED25519, MalformedNote, Signer, is_name, read_signer
from services.tlog.policy import NONE, Log, MalformedPolicy, Policy, read_policy

KEY_FILE = "log.key"
"""In the folder of keys. It is never another: a new key is a new log."""
SEED_BYTES = 32


def check_log(settings: Settings) -> None:
    """Raises BadSettings."""
    if settings.log and not is_origin(settings.log):
        raise BadSettings(f"log: {settings.log!r} is no name of a log, as example.org/games is")
    if settings.log_policy and not settings.log:
        raise BadSettings("TURNLEDGER_LOG goes with TURNLEDGER_LOG_POLICY")


def is_origin(text: str) -> bool:
    return is_name(text) and len(text.encode()) <= ORIGIN_MAX


def log_signer(settings: Settings) -> Signer:
    """The key of the log, made where there is none. Raises BadSettings."""
    signer = signer_at(settings.keys / KEY_FILE, settings.log, ED25519)
    if signer.key.name != settings.log:
        raise BadSettings(f"log: {settings.keys / KEY_FILE} is the key of {signer.key.name!r}; a log keeps its name")
    return signer


def signer_at(path: Path, name: str, kind: int) -> Signer:
    """The key in that file; a fresh one where there is none. Who makes one at the same moment gets the same. Raises
    BadSettings for what is none."""
    if not path.exists():
        make_folder(path.parent)
        new = path.with_suffix(f".{token_hex(8)}")
        try:
            write_file(new, f"{Signer(name, kind, token_bytes(SEED_BYTES)).stored}\n".encode())
            with suppress(FileExistsError):
                os.link(new, path)
        finally:
            new.unlink(missing_ok=True)
    narrow(path)
    try:
        return read_signer(path.read_text())
    except (MalformedNote, UnicodeDecodeError) as wrong:
        raise BadSettings(f"{path}: {wrong}") from wrong


def policy_of(settings: Settings, signer: Signer) -> Policy:
    """Whom the log asks; nobody where no policy is set. Raises BadSettings."""
    if settings.log_policy is None:
        return Policy((Log(signer.key),), {}, {}, NONE)
    policy = policy_at(settings.log_policy)
    if signer.key not in [log.key for log in policy.logs]:
        raise BadSettings(f"log_policy: {settings.log_policy} does not name this log: log {signer.key.vkey}")
    return policy


def policy_at(path: Path) -> Policy:
    """Raises BadSettings."""
    try:
        return read_policy(path.read_bytes())
    except (OSError, MalformedPolicy) as wrong:
        raise BadSettings(f"{path}: {wrong}") from wrong
