"""Avatars: a picture for an account, drawn from its id by each client. Nothing is uploaded, and all clients draw the
same.

The SHA-256 of the id decides: the first two bytes give the hue in degrees (as a number, modulo 360), the lowest 15 bits
of the next two the filled cells of a field of five by five, column by column from the left for the first three columns,
each from the top; the fourth column mirrors the second, the fifth the first.
"""

from hashlib import sha256

CELLS = 5
HUES = 360


def avatar(account_id: str) -> str:
    """An SVG of 7 by 7 units, the field in its middle."""
    digest = sha256(account_id.encode()).digest()
    hue, bits = int.from_bytes(digest[:2], "big") % HUES, int.from_bytes(digest[2:4], "big")
    filled = [
        (column, row)
        for column in range(CELLS)
        for row in range(CELLS)
        if bits >> (min(column, CELLS - 1 - column) * CELLS + row) & 1
    ]
    path = "".join(f"M{column + 1} {row + 1}h1v1h-1z" for column, row in filled)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7">'
        f'<rect width="7" height="7" fill="hsl({hue} 45% 92%)"/><path d="{path}" fill="hsl({hue} 55% 38%)"/></svg>'
    )
