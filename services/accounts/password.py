"""Passwords as scrypt (RFC 7914), 32 MiB and about a tenth of a second each, in threads of their own: who asks for many
waits in line, and the rest of the server keeps half of the processors."""

import asyncio
import hmac
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import scrypt

from services.platform.typed_text import older_password_forms, password_form

LENGTH_MIN, LENGTH_MAX = 10, 200
_SALT_BYTES = 16
_N, _R, _P = 1 << 15, 8, 1
_threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2), "passwords")


async def hashed(password: str) -> str:
    """Return the salt and hash that are stored, in hexadecimal."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return (salt + await _scrypt(password_form(password), salt)).hex()


async def fits(password: str, kept: str) -> bool:
    """Return whether it is the password. Takes as long where nothing is stored, which hides who has a password."""
    return await _is_of(password_form(password), kept)


async def fitted_before(password: str, kept: str) -> bool:
    """Return whether it was stored in another spelling: passwords were once hashed as they were typed."""
    for spelling in older_password_forms(password):
        if await _is_of(spelling, kept):
            return True
    return False


async def _is_of(spelling: str, kept: str) -> bool:
    salt, hashed_before = bytes.fromhex(kept)[:_SALT_BYTES], bytes.fromhex(kept)[_SALT_BYTES:]
    found = await _scrypt(spelling, salt)
    return bool(kept) and hmac.compare_digest(found, hashed_before)


async def _scrypt(password: str, salt: bytes) -> bytes:
    work = partial(scrypt, password.encode(), salt=salt, n=_N, r=_R, p=_P, maxmem=64 << 20)
    return await asyncio.get_running_loop().run_in_executor(_threads, work)
