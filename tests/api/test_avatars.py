"""All clients draw the same picture of an account: this one was worked out by hand from the SHA-256 of the id."""

import re

from turnledger.avatars import avatar


def test_a_picture_follows_from_the_id_as_its_recipe_says():
    """SHA-256 of twenty-six `a` begins with 9976 D549: 0x9976 is 39,286 = 109 × 360 + 46; of 0xD549 the bits 0, 3, 6,
    8, 10, 12 and 14 are set, of which the first column has 0 to 4, the second 5 to 9, the third 10 to 14."""
    picture = avatar("a" * 26)
    half = {(0, 0), (0, 3), (1, 1), (1, 3), (2, 0), (2, 2), (2, 4)}
    whole = half | {(4 - column, row) for column, row in half}
    cells = {tuple(map(int, cell)) for cell in re.findall(r"M(\d) (\d)h1v1h-1z", picture)}
    assert cells == {(column + 1, row + 1) for column, row in whole}
    assert re.findall(r"hsl\((\d+) ", picture) == ["46", "46"]
    assert picture != avatar("b" * 26)
