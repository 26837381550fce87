"""Passwords as scrypt (RFC 7914), 32 MiB and about a tenth of a second each, in threads of their own: who asks for many
waits in line, and the rest of the server keeps half of the processors."""

import asyncio
import hmac
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import scrypt

LENGTH_MIN, LENGTH_MAX = 10, 200
_SALT_BYTES = 16
_N, _R, _P = 1 << 15, 8, 1
_threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2), "passwords")


async def hashed(password: str) -> str:
    """What is kept: salt and hash, in hexadecimal."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return (salt + await _scrypt(password, salt)).hex()


async def fits(password: str, kept: str) -> bool:
    """Takes as long where nothing is kept, so that nobody learns which names have a password."""
    salt, hashed_before = bytes.fromhex(kept)[:_SALT_BYTES], bytes.fromhex(kept)[_SALT_BYTES:]
    found = await _scrypt(password, salt)
    return bool(kept) and hmac.compare_digest(found, hashed_before)


async def _scrypt(password: str, salt: bytes) -> bytes:
    work = partial(scrypt, password.encode(), salt=salt, n=_N, r=_R, p=_P, maxmem=64 << 20)
    return await asyncio.get_running_loop().run_in_executor(_threads, work)
