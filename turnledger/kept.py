"""Stored data of an account besides its requests: the pair of tokens, and the nonce of each game."""

import json

from turnledger.chance import Chance, stored
from turnledger.stores import Store
from turnledger.v1 import accounts_pb2

_TOKENS = "tokens"
_CHANCES = "chance/"


def stored_tokens(store: Store) -> accounts_pb2.Tokens | None:
    kept = store.get(_TOKENS)
    return None if kept is None else accounts_pb2.Tokens.FromString(kept)


def keep_tokens(store: Store, tokens: accounts_pb2.Tokens) -> None:
    store.put(_TOKENS, tokens.SerializeToString())


def forget_tokens(store: Store) -> None:
    store.delete(_TOKENS)


def stored_chances(store: Store) -> dict[str, dict[str, str | int]]:
    """Return the chances by game id, in the form of `Chances.load`."""
    kept = ((name.removeprefix(_CHANCES), store.get(name)) for name in store.names(_CHANCES))
    return {game_id: json.loads(chance) for game_id, chance in kept if chance is not None}


def keep_chance(store: Store, game_id: str, chance: Chance) -> None:
    store.put(_CHANCES + game_id, json.dumps(stored(chance)).encode())
