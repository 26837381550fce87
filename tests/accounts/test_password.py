"""The stored form of a password must work as long as accounts exist."""

from services.accounts.password import fits

KEPT = (
    "000102030405060708090a0b0c0d0e0f"
    "5c662628ac4eb1068a287e2aa2a202ae248e98db04d61d3327e7342db6ec7097"
    "879780ead1f4d3afdf1a437d280319f7c9ecb334994d5c7deb91ecdc4054e5e1"
)
"""Salt 00 to 0f, then scrypt (RFC 7914) of "correct horse", N = 32,768 (32 MiB), r = 8, p = 1: by `hashlib` alone."""


async def test_a_password_kept_before_fits_and_no_other_does():
    assert await fits("correct horse", KEPT)
    assert not await fits("correct house", KEPT)
