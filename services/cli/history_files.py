"""The files that commands write with histories: how they are called."""

import re
from hashlib import sha256

IMPORTS = "imports.ndjson"
"""Return which of the games were imported, and the key that signed them: they are not rated here."""
CHECKPOINTS = "checkpoints.ndjson"
"""Lines of JSON too, but no history: `*.jsonl` are the histories alone."""
KEYS = "keys.json"
PROOFS = "proofs.ndjson"
"""Return the proofs that the games are in the transparency log, as far as witnesses have cosigned them."""
_PLAIN = re.compile(r"[\w./-]{1,200}", re.ASCII)


def file_name(game_id: str) -> str:
    """Ids of ours are names of files; what else a store holds goes by its digest."""
    plain = game_id if _PLAIN.fullmatch(game_id) else sha256(game_id.encode(errors="replace")).hexdigest()
    return f"{plain.replace('/', '-')}.jsonl"
