"""The log of one installation: its key, whom it asks, where it is stored."""

from pathlib import Path
from secrets import token_bytes

from services.platform.private_files import create_once, make_folder, narrow
from services.settings import BadSettings, Settings
from services.tlog.checkpoints import ORIGIN_MAX
from services.tlog.notes import ED25519, MalformedNote, Signer, is_name, read_signer
from services.tlog.policy import NONE, Log, MalformedPolicy, Policy, read_policy

KEY_FILE = "log.key"
"""File in the folder of keys. It is never replaced: a new key is a new log."""
SEED_BYTES = 32


def check_log(settings: Settings) -> None:
    """Raises BadSettings."""
    if settings.log and not is_origin(settings.log):
        raise BadSettings(f"TURNLEDGER_LOG: {settings.log!r} is no name of a log, as example.org/games is")
    if settings.log_policy and not settings.log:
        raise BadSettings("TURNLEDGER_LOG goes with TURNLEDGER_LOG_POLICY")


def is_origin(text: str) -> bool:
    return is_name(text) and len(text.encode()) <= ORIGIN_MAX


def log_signer(settings: Settings) -> Signer:
    """Return the key of the log, made at first. Raises BadSettings."""
    signer = signer_at(settings.keys / KEY_FILE, settings.log, ED25519)
    if signer.key.name != settings.log:
        raise BadSettings(
            f"TURNLEDGER_LOG: {settings.keys / KEY_FILE} is the key of {signer.key.name!r}; a log keeps its name"
        )
    return signer


def signer_at(path: Path, name: str, kind: int) -> Signer:
    """Return the key in that file, or a new one. Processes that create one at the same moment get the
    same key. Raises BadSettings for an invalid one."""
    if not path.exists():
        make_folder(path.parent)
        create_once(path, f"{Signer(name, kind, token_bytes(SEED_BYTES)).stored}\n".encode())
    narrow(path)
    try:
        return read_signer(path.read_text())
    except (MalformedNote, UnicodeDecodeError) as wrong:
        raise BadSettings(f"{path}: {wrong}") from wrong


def policy_of(settings: Settings, signer: Signer) -> Policy:
    """Return the witnesses that the log asks; none without a policy. Raises BadSettings."""
    if settings.log_policy is None:
        return Policy((Log(signer.key),), {}, {}, NONE)
    policy = policy_at(settings.log_policy)
    if signer.key not in [log.key for log in policy.logs]:
        raise BadSettings(f"TURNLEDGER_LOG_POLICY: {settings.log_policy} does not name this log: log {signer.key.vkey}")
    return policy


def policy_at(path: Path) -> Policy:
    """Raises BadSettings."""
    try:
        return read_policy(path.read_bytes())
    except (OSError, MalformedPolicy) as wrong:
        raise BadSettings(f"{path}: {wrong}") from wrong
