"""Clubs for given/when/then."""

import pytest

from domain.club.decide import begin, decide
from domain.club.messages import FoundClub, Join, Profile
from domain.kernel.refused import Refused
from tests.kit import Refusal

SECRET = b"\x07" * 32
OLGA, OPERATOR = "olga", "operator:zoe"
"""The owner, and an operator of the service."""


def profile(**others):
    return Profile(**{"name": "Riverside", "admission": "OPEN"} | others)


def founded(*members, **others):
    """Founded by OLGA; with members who have joined."""
    club = begin(FoundClub(profile(**others)), OLGA, "club-1", SECRET).club
    return given(club, *((member, Join()) for member in members))


def refused_founding(**others):
    with pytest.raises(Refused) as error:
        begin(FoundClub(profile(**others)), OLGA, "club-1", SECRET)
    return Refusal.of(error.value)


def given(club, *commands):
    """The club after commands (actor, command)."""
    for actor, command in commands:
        club = decide(club, command, actor).club
    return club


def when(club, actor, command):
    return decide(club, command, actor).events


def refused(club, actor, command):
    with pytest.raises(Refused) as error:
        decide(club, command, actor)
    return Refusal.of(error.value)
